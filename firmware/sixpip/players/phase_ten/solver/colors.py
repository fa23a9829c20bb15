"""Judges the dice of one color for the phase that needs seven of them: the chance to make it, and the mean points.

Each die to roll shows the color with some chance, whatever the others show. For each number the dice that show at least
that number are counted, up to ENOUGH: the sum of these counts over all numbers is the points, also where more dice than
ENOUGH show the color and the best ones score.
"""

from array import array

from sixpip.compat import TYPE_CHECKING, const, micropython, ptr32
from sixpip.players.phase_ten.solver import pool
from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.rules.core.actions import bits
from sixpip.rules.phase_ten import dice

if TYPE_CHECKING:
    from collections.abc import Iterator

ENOUGH = const(7)
"""The dice of one color that the phase needs."""
_FINE = const(1 << 20)
_TO_UNIT = const(6)  # from _FINE
_NUMBERS = const(11)  # from 0, the Ws
_SIDES = const(6)
_MOST_SIDES = const(2)  # sides of a die that show one color
_WIDE = const(9)  # places in a row of the grid: -1 to ENOUGH
_PLACES = const(81)


class ColorGoals:
    """Judges a color. `choose` finds its dice to set aside, `serving`, their number `count` and their `points`.

    They are those with the highest numbers, at most ENOUGH. `judge` finds the `chance` (pool.UNIT is 1) to make the
    phase, and the `mean` of the points when it is made, times POINT.
    """

    def __init__(self) -> None:
        self.serving = self.count = self.points = self.chance = self.mean = 0
        self._sides = bytearray(_MOST_SIDES * dice.DICE)  # of each die to roll: the numbers plus 1, or 0
        self._grid = array("i", [0] * _PLACES)
        self._sums = array("i", [0, 0])

    def choose(self, faces: "bytes | bytearray", color: int) -> None:
        """Finds the dice that serve, their `count` and their `points`."""
        shown = [
            (dice.number(die, faces[die]), die) for die in range(dice.DICE) if dice.color(die, faces[die]) == color
        ]
        shown.sort(reverse=True)
        self.serving = self.points = 0
        self.count = min(len(shown), ENOUGH)
        for number, die in shown[:ENOUGH]:
            self.serving |= 1 << die
            self.points += number

    def judge(self, faces: "bytes | bytearray", color: int, rolls: int, keep: int) -> "Iterator[int]":
        """Judges setting the dice `keep` aside, all of the color, with `rolls` rolls left. Yields the cost of each
        step.

        With two rolls left, every die that shows the color is kept; other colors do not count.
        """
        sides, sums = self._sides, self._sums
        end = 0
        for die in range(dice.DICE):
            if not keep >> die & 1:
                sides[end] = sides[end + 1] = 0
                for face in range(_SIDES):
                    if dice.color(die, face) == color:
                        sides[end + (sides[end] > 0)] = dice.number(die, face) + 1
                end += _MOST_SIDES
                yield 2
        kept = bits(keep)
        sums[1] = 0
        for least in range(1, _NUMBERS):
            pool.clear(self._grid, _PLACES)
            self._grid[(kept + 1) * _WIDE + bits(self._at_least(faces, keep, least)) + 1] = _FINE
            for die in range(0, end, _MOST_SIDES):
                self._roll_die(die, rolls, least)
            add_up(self._grid, sums)
            yield 1
        made = sums[0]
        self.chance = made >> _TO_UNIT
        self.mean = sums[1] * POINT // made if made else 0

    def _roll_die(self, at: int, rolls: int, least: int) -> None:
        """Changes the chances by a die whose sides of the color are in `_sides` from `at` on."""
        one, other = self._sides[at], self._sides[at + 1]
        shown = (one > 0) + (other > 0)
        misses = 6 * (6 - shown) if rolls == 1 else (6 - shown) * (6 - shown)  # of 36
        high = (36 - misses) * ((one > least) + (other > least)) // shown if shown else 0
        roll_die(self._grid, misses, high)

    def _at_least(self, faces: "bytes | bytearray", keep: int, least: int) -> int:
        """Returns the dice in `keep` that show at least that number."""
        return sum([1 << die for die in range(dice.DICE) if keep >> die & 1 and dice.number(die, faces[die]) >= least])


@micropython.viper
def roll_die(grid: ptr32, misses: int, high: int) -> object:
    """Changes the chances by the roll of a die; `misses` and `high` are its chances of 36.

    The grid has a row for each number of dice of the color and in it a place for each number of those that are high
    enough, both up to ENOUGH. The first row and the first place of each row are empty.
    """
    low = 36 - misses - high
    row = 8
    while row:
        column = row
        at = row * 9 + row
        while column:
            total = grid[at] * misses + grid[at - 9] * low + grid[at - 10] * high
            if row == 8:
                total += grid[at] * low + grid[at - 1] * high
                if column == 8:
                    total += grid[at] * high
            grid[at] = total // 36
            at -= 1
            column -= 1
        row -= 1
    return None


@micropython.viper
def add_up(grid: ptr32, sums: ptr32) -> object:
    """Sets sums[0] to the chance of enough dice, and adds to sums[1] the mean count of high ones times that chance."""
    made = 0
    total = 0
    count = 0
    while count < 8:
        chance = grid[73 + count]  # the last row
        made += chance
        total += chance * count
        count += 1
    sums[0] = made
    sums[1] = sums[1] + total
    return None
