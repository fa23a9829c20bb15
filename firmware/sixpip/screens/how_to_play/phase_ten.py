"""The pages of Phase 10 dice."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten.game import BONUS, HALF, HALF_POINTS, MISS
from sixpip.rules.phase_ten.phases import PHASES, in_words
from sixpip.screens.how_to_play.page import Page, pages_of

if TYPE_CHECKING:
    from sixpip.rules.dice_sets import DiceSet
    from sixpip.rules.option import Options

_FIVE = const(5)


def tables(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """The ten phases."""
    pages = []
    for first in range(1, PHASES, _FIVE):
        # a tab: number and words are set closer than a space, so that all fit
        lines = [f"{phase}\t{in_words(phase)}" for phase in range(first, first + _FIVE)]
        pages.append(Page(f"PHASES {first}-{first + _FIVE - 1}", lines))
    return pages


def pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """The goal, a turn, the phases, what they score, how the game ends."""
    return (
        pages_of("THE GOAL", ["Make all ten phases, one after another.", "The most points win."])
        + pages_of("YOUR TURN", _turn())
        + tables(dice_set, options)
        + pages_of("WHAT COUNTS", _words())
        + pages_of("POINTS", _points())
        + pages_of("THE END", _end(options))
    )


def _turn() -> "list[str]":
    return [
        "ROLL throws all ten dice. You have three rolls.",
        "KEEP sets dice aside or takes them back. KEEP 6 turns to the other dice.",
        "BANK takes the points of your phase.",
        "Not made? That is a miss: no points, and the same phase next time.",
    ]


def _words() -> "list[str]":
    return [
        "Set: dice of one number.",
        "Run: numbers in a row, such as 4 5 6 7.",
        "W is any number. In one color it counts as its own color only.",
        "No die counts twice.",
    ]


def _points() -> "list[str]":
    return [
        "A phase scores the numbers on its dice. W is 0.",
        f"After phase {HALF}: more than {HALF_POINTS} points earn {BONUS} extra.",
        f"The first to finish phase {PHASES} earns {BONUS} extra.",
        "So does one who plays later in that round, is in it too and makes it at the end.",
        f"Alone: only at the first try. Each miss costs {MISS} at the end.",
    ]


def _end(options: "Options") -> "list[str]":
    start = "The highest throw of one die starts." if options["start"] == "one-die" else "The first seat starts."
    return ["All ten made? Each other player plays on to the first miss.", "The highest total wins.", start]
