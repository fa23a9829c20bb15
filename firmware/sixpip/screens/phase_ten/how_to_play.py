"""The how-to-play pages of Phase 10 dice."""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.engine import MOST_ROUNDS
from sixpip.rules.phase_ten.game import BONUS, HALF, HALF_POINTS, MISS, ROLLS
from sixpip.rules.phase_ten.phases import PHASES, phase_text
from sixpip.screens.start.how_to_play import Page, pages_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.rules.rulebook.options import Options
    from sixpip.rules.rulebook.variant import DiceSet

_FIVE = const(5)


def tables(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """Returns the pages of the ten phases."""
    pages = []
    for first in range(1, PHASES, _FIVE):
        # a tab: number and words are set closer than a space, so that all fit
        lines = [f"{phase}\t{phase_text(phase)}" for phase in range(first, first + _FIVE)]
        pages.append(Page(f"PHASES {first}-{first + _FIVE - 1}", lines))
    return pages


def pages(dice_set: "DiceSet", options: "Options", said: "dict[str, list[str]]") -> "Iterator[Page]":
    """Yields the pages on the goal, a turn, the phases, what they score, and the end.

    `said` has what the house rules say, by topic.
    """
    goal = ["Make all ten phases, one after another.", "The most points win."]
    yield from pages_of("THE GOAL", goal + said["start"])
    turn = [
        f"ROLL up to {ROLLS} times.",
        "Buttons 1 to 6 set dice aside or take them back.",
        "Button 6 shows the other dice.",
        "BANK takes the points of your phase.",
        "Not made? A miss: no points, and the same phase again.",
    ]
    yield from pages_of("YOUR TURN", turn)
    yield from tables(dice_set, options)
    words = [
        "Set: equal numbers.",
        "Run: like 4 5 6 7.",
        "W is any number. For one color its own color counts.",
        "No die counts twice.",
    ]
    yield from pages_of("WHAT COUNTS", words)
    scores = [
        "A phase scores its numbers, W is 0.",
        f"Over {HALF_POINTS} after phase {HALF} earns {BONUS}.",
        f"The first to make phase {PHASES} earns {BONUS}.",
        f"Others in phase {PHASES} who play later and make it earn it too.",
        f"Alone: only at the first try. A miss costs {MISS} at the end.",
    ]
    yield from pages_of("POINTS", scores)
    ends = ["Someone makes all ten? The others play on until they miss.", f"The game ends after {MOST_ROUNDS} rounds."]
    yield from pages_of("THE END", ends)
