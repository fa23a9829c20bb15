"""The chances of the dice of one kind (high or low) to get the numbers that a goal still needs, counted die by die.

A goal needs some dice of one number and, from the same kind of dice, a second part: some dice of a second number, some
different numbers of a run, or some dice of any other number. After each roll the dice that fit are set aside, and so
are all Ws; the others are rolled again.
"""

import sys
from array import array

from sixpip.port import const

if sys.platform == "rp2":
    from sixpip.players.phase_ten import spread_viper as spread
else:
    from sixpip.players.phase_ten import spread

SECOND_SET = const(0)
RUN = const(1)
ANY_SET = const(2)
"""Kinds of the second part. ANY_SET is for high dice only: the number that most of the rolled dice show."""
SLOTS = const(5)
"""High dice: one for each number of dice missing, 0 to 4. Low dice: one for each number of Ws to spare, or more."""
UNIT = const(1 << 14)
"""The integer for a chance of 1."""
_FINE = const(1 << 24)
_SIDES = const(6)
_WILD_SIDES = const(2)
_GRID = const(180)
_ONE = const(0)
_OTHER = const(1)
_RUN = const(2)
_COUNT = const(3)
_WILD = const(4)
_WILDS = const(5)
_W_SIDES = const(6)
_LEFT = const(7)  # dice left to roll
_MOST_ALIKE = (
    (1,),
    (0, 5),
    (0, 20, 5),
    (0, 60, 60, 5),
    (0, 120, 420, 80, 5),
    (0, 120, 2100, 800, 100, 5),
    (0, 0, 8100, 6200, 1200, 120, 5),
)
"""How many rolls of dice with five sides (a row for 0 to 6 dice) have 0, 1, 2... dice of their most frequent side."""


class Pool:
    """The dice of one kind: finds the distribution of what is missing after one or two rolls."""

    def __init__(self, low: bool, other: "Pool | None" = None) -> None:
        """`low`: the low dice, which have Ws. `other`: a pool that lends its memory for the work."""
        self._grid: array[int] = other._grid if other else array("i", [0] * _GRID)
        self._following: array[int] = other._following if other else array("i", [0] * _GRID)
        self._job = array("i", [0] * 8)
        self._job[_WILDS] = SLOTS if low else 1
        self._job[_W_SIDES] = _WILD_SIDES if low else 0
        self._key = -1
        self.sums = array("i", [0] * 3 * SLOTS)
        """What `find` computes: see spread.sum_up."""

    def find(self, one: int, other: int, kind: int, count: int, wild: int, rolls: int) -> None:
        """Computes the distribution.

        `one`: the dice that the first part lacks; `other`: those of the second part; `kind`: of the second part;
        `count`: the dice to roll; `wild`: the Ws set aside; `rolls`: the rolls left, 1 or 2.
        """
        key = ((((one << 4 | other) << 2 | kind) << 3 | count) << 3 | wild) << 2 | rolls
        if key == self._key:
            return
        self._key = key
        job, grid, following = self._job, self._grid, self._following
        job[_ONE] = one
        job[_OTHER] = other
        job[_RUN] = int(kind == RUN)
        job[_COUNT] = count
        job[_WILD] = wild
        size = (one + 1) * (other + 1) * job[_WILDS]
        spread.clear(following, size)
        if kind == ANY_SET:
            self._spread_any(one, other, count)
        else:
            following[size - job[_WILDS] + wild] = _FINE
            self._roll(following, grid, size)
            grid, following = following, grid
        if rolls > 1:
            self._roll(following, grid, size)
            following = grid
        spread.sum_up(following, self.sums, job)

    def _roll(self, source: "array[int]", grid: "array[int]", size: int) -> None:
        """Fills `grid` with the chance of each state after one roll from the states of `source`, die by die."""
        job = self._job
        spread.clear(grid, size)
        for left in range(job[_COUNT], -1, -1):
            job[_LEFT] = left
            spread.add_states(source, grid, job)
            if left:
                spread.roll_die(grid, job)

    def _spread_any(self, one: int, other: int, count: int) -> None:
        """Adds the chances after one roll of `count` high dice when the second part is of any number."""
        following = self._following
        fine = _FINE // _SIDES**count
        ways = 1  # of `others` dice among `count`
        for others in range(count + 1):
            left = max(0, one - (count - others))
            for alike, rolls in enumerate(_MOST_ALIKE[others]):
                following[left * (other + 1) + max(0, other - alike)] += ways * rolls * fine
            ways = ways * (count - others) // (others + 1)
