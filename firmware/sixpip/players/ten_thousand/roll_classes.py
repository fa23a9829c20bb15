"""The rolls of a game, merged into classes with the same useful keeps: all that the turn solver needs of the scorer.

Of keeps that lead to the same next roll only the one with the most points is useful. The classes depend on the options
of the game only, so they are built once for a game (roll_class_builder.py).
"""

from array import array

from sixpip.players.ten_thousand.roll_codes import MARKED, ROWS
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import Game

_SIZE = const(1408)
_SIZE_MARKED = const(1664)
_SIZE_SEVEN = const(2304)
"""Enough for all variants; the merger extends it for house rules that need more."""


class RollClasses:
    """The classes of the rolls of each row (roll_codes.py).

    `stream` holds for each class its weight, the number of codes and the codes. The classes of row r are at
    stream[starts[r]:starts[r + 1]]; `weights[r]` is the sum of their weights.
    """

    def __init__(self, game: "Game") -> None:
        """The classes of a game, still to be built."""
        self.unit = unit_of(game)
        """The points of one unit."""
        self.marked = game.dice_set.wild >= 0
        """Whether one die is marked and has rows of its own."""
        self.first_row = game.dice + MARKED if self.marked else game.dice
        """The row of a roll of all dice."""
        self.stream = array("H")
        self.starts = array("H", [0] * (ROWS + 1))
        self.weights = array("I", [0] * ROWS)
        self.is_too_large = False
        """The classes do not fit into memory, as with a sun among seven dice."""

    def allocate(self, dice: int) -> None:
        """Allocates the stream for a game of some dice. Raises MemoryError."""
        size = _SIZE_MARKED if self.marked else _SIZE_SEVEN if dice > 6 else _SIZE
        self.stream = array("H", bytes(2 * size))


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
