"""How the turn solver writes down what can follow a roll: one 16-bit code for each useful keep, or for an outcome.

A code is the row of the next roll | MUST_ROLL | points of the keep in units << POINTS. The row of a roll is the number
of dice, plus MARKED when the marked die of a set with a sun is among them. Row 0 stands for an outcome that ends the
turn; its points are then the number of the outcome. Row BANKED stands for turn points that are banked in spite of a
bust (HR-05).
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.scorer import count, most_of_a_kind, readings

if TYPE_CHECKING:
    from sixpip.rules.option import Options
    from sixpip.rules.ten_thousand.game import Game

ROW = const(15)
MARKED = const(7)
ROWS = const(15)
BANKED = const(15)
MUST_ROLL = const(16)
POINTS = const(5)
MOST_UNITS = const(2047)

BUST = const(0)
WRECK = const(1)
CANCELED = const(2)
OUT = const(3)
WIN = const(4)
OUTCOMES = const(5)
"""Outcomes that end the turn: a bust, a bust on all dice, the score is canceled, the player is out, the game is won."""


def has_special_outcomes(options: "Options") -> bool:
    """Whether a house rule is in play by which one roll ends the turn whatever is kept."""
    switches = [options[key] for key in ("six_alike", "four_twos", "five_alike")]
    return "yes" in switches or options["six_ones"] == "out"


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


def unit_of(game: "Game") -> int:
    """The points of one unit: the largest number that divides the points of all combinations."""
    unit = 0
    for row in game.scorer.of_a_kind:
        for points in row:
            unit = _divisor(unit, points) if points > 0 else unit
    for pattern in game.scorer.patterns:
        unit = _divisor(unit, pattern[3])
    return unit or 1


def _divisor(one: int, other: int) -> int:
    """The greatest common divisor of two numbers that are not negative."""
    while other:
        one, other = other, one % other
    return one
