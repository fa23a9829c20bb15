"""The rolls that end a turn by a house rule, whatever is kept. Loaded while the classes of rolls are built."""

from sixpip.players.ten_thousand.roll_codes import BUST, CANCELED, OUT, WIN
from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.scorer import count, most_of_a_kind, readings

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import Game


def special_outcome(game: "Game", roll: int) -> int:
    """The outcome of a roll that ends the turn by a house rule whatever is kept (CT-08, CT-09, HR-11, CW-03).

    BUST when there is no such rule for the roll. `roll`: a multiset (scorer.py).
    """
    options = game.options
    faces = game.dice_set.index
    rolls = readings(roll, game.dice_set.wild)
    if options["six_alike"] == "yes" and any([most_of_a_kind(reading) >= 6 for reading in rolls]):
        return WIN
    if options["four_twos"] == "yes" and all([count(reading, faces("2")) >= 4 for reading in rolls]):
        return CANCELED
    if options["six_ones"] == "out" and all([count(reading, faces("1")) >= 6 for reading in rolls]):
        return OUT
    if options["five_alike"] == "yes":
        if any([count(reading, faces("6")) >= 5 for reading in rolls]):
            return WIN
        if all([count(reading, faces("10")) >= 5 for reading in rolls]):
            return OUT
    return BUST
