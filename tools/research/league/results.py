"""The results of the league: what was played and measured, with intervals, stored as JSON. It needs no Numba."""

import json
from dataclasses import asdict, dataclass, field, fields
from math import sqrt
from pathlib import Path
from typing import Any, get_args, get_origin

from tools.files import BadFile, read_text
from tools.research.league.errors import LeagueError

FILE = Path(__file__).resolve().parent / "results.json"
"""The full measurement, from which the README and the picture are made."""
_MOST_BYTES = 1 << 22
_MOST = 1 << 53
_Z = 1.959964
"""Of a normal distribution: 95 percent are within so many standard deviations."""


@dataclass(frozen=True)
class Match:
    """Games of one mix of players in all orders of the seats."""

    variant: str
    mix: tuple[str, ...]
    """The names of the players; Master is the first."""
    wins: tuple[int, ...]
    unfinished: int
    """Games without a winner."""
    seed: int

    @property
    def games(self) -> int:
        """The games played."""
        return sum(self.wins) + self.unfinished

    @property
    def share(self) -> float:
        """The part of the games that Master wins; a game without a winner is a loss."""
        return self.wins[0] / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 percent interval of Wilson of this part."""
        return wilson(self.wins[0], self.games)

    @property
    def fair(self) -> float:
        """The part of an equal player."""
        return 1 / len(self.mix)

    @property
    def verdict(self) -> str:
        """Whether Master wins more than its share."""
        low, high = self.interval
        return "more" if low > self.fair else "less" if high < self.fair else "open"


@dataclass(frozen=True)
class Check:
    """Games in which the simulator and the engine made the same moves."""

    variant: str
    mix: tuple[str, ...]
    games: int
    moves: int
    seed: int


@dataclass
class Results:
    """All that was measured."""

    matches: list[Match] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)

    def match(self, variant: str, mix: tuple[str, ...]) -> Match | None:
        """The result of a mix, None if it was not played."""
        found = [match for match in self.matches if (match.variant, match.mix) == (variant, mix)]
        return found[0] if found else None

    def enter(self, match: Match) -> None:
        """Enters a result in place of an earlier one."""
        before = self.match(match.variant, match.mix)
        if before:
            self.matches.remove(before)
        self.matches.append(match)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 percent interval of a chance, from wins in a number of games."""
    share = wins / games
    middle = (share + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    width = _Z / (1 + _Z**2 / games) * sqrt(share * (1 - share) / games + (_Z / (2 * games)) ** 2)
    return max(0.0, middle - width), min(1.0, middle + width)


def load(path: Path) -> Results:
    """The results in a file; none if there is no file. Raises LeagueError for a damaged one."""
    if not path.exists():
        return Results()
    try:
        stored = json.loads(read_text(path, _MOST_BYTES))
        found = Results(*[[_row(kind, row) for row in stored[name]] for name, kind in _KINDS.items()])
        if not all(match.games > 0 and len(match.mix) == len(match.wins) >= 2 for match in found.matches):
            raise ValueError("a match without games")
        return found
    except (BadFile, ValueError, KeyError, TypeError, RecursionError) as error:
        raise LeagueError(f"{path} is not a file of results of the league: give another name") from error


_KINDS = {"matches": Match, "checks": Check}


def _row(kind: Any, row: dict[str, Any]) -> Any:
    """An object of a kind from its stored fields. Raises ValueError, KeyError, TypeError."""
    values = {one.name: _value(one.type, row[one.name]) for one in fields(kind)}
    if len(values) != len(row):
        raise ValueError("unknown fields")
    return kind(**values)


def _value(kind: Any, stored: Any) -> Any:
    """A stored value of the type of its field, with a number in the range of what can be measured."""
    if get_origin(kind) is tuple:
        if not isinstance(stored, list):
            raise TypeError("not a list")
        return tuple(_value(get_args(kind)[0], part) for part in stored)
    value = float(stored) if kind is float and type(stored) is int else stored
    if type(value) is not kind or (kind in (int, float) and not 0 <= value <= _MOST):
        raise TypeError("a value of another type")
    return value


def save(results: Results, path: Path) -> None:
    """Writes the results, one match to a line."""
    parts = []
    for name, rows in asdict(results).items():
        lines = ",\n".join("  " + json.dumps(row) for row in rows)
        parts.append(f' "{name}": [\n{lines}\n ]' if rows else f' "{name}": []')
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
