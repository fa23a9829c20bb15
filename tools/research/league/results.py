"""The results of the league: what was played and measured, with intervals, stored as JSON. It needs no Numba."""

import json
from dataclasses import asdict, dataclass, field
from math import sqrt
from pathlib import Path

from tools.files import BadFile, read_text
from tools.research.league.errors import LeagueError

FILE = Path(__file__).resolve().parent / "results.json"
"""The full measurement, from which the README and the picture are made."""
_MOST_BYTES = 1 << 22
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


@dataclass
class Results:
    """All that was measured."""

    matches: list[Match] = field(default_factory=list)

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
        matches = [Match(**{**row, "mix": tuple(row["mix"]), "wins": tuple(row["wins"])}) for row in stored["matches"]]
        if not all(match.games > 0 and len(match.mix) == len(match.wins) >= 2 for match in matches):
            raise ValueError("a match without games")
        return Results(matches)
    except (BadFile, ValueError, KeyError, TypeError, RecursionError) as error:
        raise LeagueError(f"{path} is not a file of results of the league: give another name") from error


def save(results: Results, path: Path) -> None:
    """Writes the results, one match to a line."""
    lines = ",\n".join("  " + json.dumps(asdict(match)) for match in results.matches)
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text('{\n "matches": [\n' + lines + "\n ]\n}\n", encoding="utf-8")
    unfinished.replace(path)
