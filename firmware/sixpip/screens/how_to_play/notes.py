"""What the tables of points do not show, in the ten-thousand family."""

from sixpip.port import TYPE_CHECKING
from sixpip.screens.how_to_play.page import Page, amount, pages_of

if TYPE_CHECKING:
    from sixpip.rules.options import Options
    from sixpip.rules.variant import DiceSet


def pages(dice_set: "DiceSet", options: "Options") -> "list[Page]":
    """Dice above three alike, the sun, full houses, straights over some rolls."""
    return pages_of("MORE ON POINTS", _notes(dice_set, options))


def _notes(dice_set: "DiceSet", options: "Options") -> "list[str]":
    """What the tables do not show."""
    notes = []
    if options["multiples"] == "triples":
        notes.append("A fourth die alike scores only if it scores alone.")
    elif options["multiples"] == "fixed" and int(options["dice"]) > 6:
        notes.append("With seven alike one die scores alone.")
    if dice_set.wild >= 0 or options["wild_die"] == "yes":
        if dice_set.kind != "cubes":
            notes.append("One die has a sun in place of its 3.")
        notes.append("The sun is any face. Next to a pair it must join the pair.")
    if options["full_house"]:
        notes.append(
            f"Full house: three and two alike. The three score, and {amount(int(options['full_house']))} more."
        )
    if options["straight_gather"] == "yes":
        notes.append(
            "You may build a straight over several rolls if all kept dice are different. It replaces their points."
        )
    return notes
