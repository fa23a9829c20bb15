"""The results of the league: what was measured, stored as JSON, as text, as the tables and the picture of README.md.

It needs no Numba.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from math import sqrt
from pathlib import Path

from sixpip.rules.rulebook.variants import VARIANTS
from tools.files import BadFile, read_text
from tools.publish import markdown
from tools.research import svg


class LeagueError(Exception):
    """The league cannot play what is asked for; the text is one sentence that says why."""


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


PAGE = Path(__file__).resolve().parent / "README.md"
OPPONENTS = ("Timid", "Steady", "Bold", "Risk-neutral")


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.2f}"


def interval(match: Match) -> str:
    """The share of Master with its interval."""
    low, high = match.interval
    return f"{percent(match.share)} ({percent(low)} to {percent(high)})"


_VERDICTS = {"more": "more than its share", "less": "less than its share", "open": "not decided"}


def match_line(match: Match) -> str:
    """One match as a line of text."""
    return (
        f"{match.variant:14} {', '.join(match.mix):45} {interval(match):25} {match.games:8} games, "
        f"seed {match.seed}: {_VERDICTS[match.verdict]}"
    )


# The tables of README.md


def pairs_table() -> str:
    """The table of games for two: the share of Master with its interval, by variant and opponent."""
    found = load(FILE)
    rows = []
    for variant in variants():
        matches = [found.match(variant, ("Master", other)) for other in OPPONENTS]
        cells = [_cell(match) if match else "not played" for match in matches]
        games = {match.games for match in matches if match}
        if games:
            rows.append([f"`{variant}`", *cells, ", ".join(map(str, sorted(games)))])
    return markdown.table(["variant", *OPPONENTS, "games each"], rows)


def _cell(match: Match) -> str:
    """A match in the table for two; one that Master has not won clearly is marked."""
    return interval(match) + ("" if match.verdict == "more" else f", {_VERDICTS[match.verdict]}")


def mixes_table() -> str:
    """The table of games for three and four: the mixes played, and those in which Master wins most and least."""
    rows = []
    for players in (3, 4):
        for variant in variants():
            matches = of_variant(variant, players)
            if matches:
                rows.append([f"`{variant}`", str(players), *_summary(matches)])
    head = ["variant", "players", "mixes", "more than its share", "not decided", "less"]
    return markdown.table([*head, "least, against", "most, against", "games each"], rows)


def _summary(matches: list[Match]) -> list[str]:
    """The row of one variant and number of players, without its head."""
    least = min(matches, key=lambda match: match.share)
    most = max(matches, key=lambda match: match.share)
    counts = [sum(match.verdict == verdict for match in matches) for verdict in ("more", "open", "less")]
    games = sorted({match.games for match in matches})
    ends = [f"{interval(match)}, {', '.join(match.mix[1:])}" for match in (least, most)]
    return [str(len(matches)), *map(str, counts), *ends, ", ".join(map(str, games))]


def of_variant(variant: str, players: int) -> list[Match]:
    """The stored matches of one variant with a number of players."""
    return [match for match in load(FILE).matches if match.variant == variant and len(match.mix) == players]


def variants() -> list[str]:
    """The variants of the ten-thousand family, in the order of the boot menu."""
    return [variant.name for variant in VARIANTS if variant.dice_set.engine == "ten_thousand"]


def neutral_table() -> str:
    """The table of tools/research/solve/accuracy.py as it is on the page: only that command computes it."""
    return PAGE.read_text(encoding="utf-8").split("<!-- generated: neutral -->\n")[1].partition("<!-- end -->")[0]


PARTS: dict[str, Callable[[], str]] = {
    "neutral": neutral_table,
    "league-pairs": pairs_table,
    "league-mixes": mixes_table,
}


PICTURE = Path(__file__).resolve().parent / "league.svg"
_COLORS = {"Timid": "#2a9d6a", "Steady": "#3a76c4", "Bold": "#c2477f", "Risk-neutral": "#8a6d1b"}
_LEFT, _TOP, _WIDTH, _ROW = 120, 64, 560, 30
_LOW, _HIGH = 0.45, 0.85


def _x(share: float) -> float:
    return _LEFT + _WIDTH * (min(max(share, _LOW), _HIGH) - _LOW) / (_HIGH - _LOW)


def _mark(match: Match, y: float) -> list[str]:
    low, high = match.interval
    color = _COLORS[match.mix[1]]
    return [svg.line(_x(low), y, _x(high), y, color, 2), svg.dot(_x(match.share), y, color)]


def _legend() -> list[str]:
    parts = []
    for number, (name, color) in enumerate(_COLORS.items()):
        x = _LEFT + 125 * number
        parts += [svg.dot(x, 40, color), svg.text(x + 10, 44, name)]
    return parts


def drawing(found: Results) -> str:
    """The picture."""
    names = variants()
    bottom = _TOP + _ROW * len(names)
    parts = [svg.text(_LEFT, 20, "Games for two that Master wins, of 100, with 95 % intervals, against"), *_legend()]
    for percent in range(round(100 * _LOW), round(100 * _HIGH) + 1, 5):
        x = _x(percent / 100)
        parts += [svg.line(x, _TOP, x, bottom, "#24292f" if percent == 50 else "#d0d7de")]
        parts += [svg.text(x, bottom + 18, str(percent), "middle")]
    for row, variant in enumerate(names):
        y = _TOP + _ROW * (row + 0.5)
        parts.append(svg.text(_LEFT - 12, y + 4, variant, "end"))
        for number, name in enumerate(OPPONENTS):
            match = found.match(variant, ("Master", name))
            parts += _mark(match, y + 6 * (number - 1.5)) if match else []
    return svg.picture(_LEFT + _WIDTH + 30, bottom + 30, parts)


def write_picture() -> None:
    """Writes the picture of the stored results."""
    PICTURE.write_text(drawing(load(FILE)), encoding="utf-8")
