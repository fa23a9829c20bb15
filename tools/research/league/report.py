"""The results of the league as text and as the tables of README.md. This module needs no Numba."""

from collections.abc import Callable
from pathlib import Path

from sixpip.rules.setup.variants import VARIANTS
from tools.publish import markdown
from tools.research.league.results import FILE, Match, load

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
