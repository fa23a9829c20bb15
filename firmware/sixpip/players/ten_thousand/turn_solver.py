"""Solves a turn exactly by one backward pass over turn points and dice: what each roll is worth before it is thrown.

The worth of a bank and of the outcomes that end a turn come from the caller: points, or the chance to win. They are
numbers from 0 to MOST_VALUE. The work is done in steps of some milliseconds.
"""

import sys
from array import array

from sixpip.players.ten_thousand.passes import MOST_STEPS, NEXT
from sixpip.players.ten_thousand.roll_classes import RollClasses
from sixpip.players.ten_thousand.roll_codes import BANKED, ROWS
from sixpip.port import TYPE_CHECKING, const

if sys.platform == "rp2":
    from sixpip.players.ten_thousand import passes_viper as passes
else:
    from sixpip.players.ten_thousand import passes

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import Game

MOST_VALUE = const(32767)
CERTAIN = const(32768)
_WORK = const(2400)  # 16-bit numbers of the stream in one step: about 3 ms on the Pico


class TurnSolver:
    """The values of all rolls of a turn. Call `build` until it returns False, then `start`, then `step` likewise.

    `values` is laid out as passes.py says. The values of banks and outcomes in it are to be set before `start`.
    """

    def __init__(self, game: "Game") -> None:
        """A solver for the turns of a game: its options are read, and its scorer is used."""
        self.classes = RollClasses(game)
        self.unit = self.classes.unit
        self.first_row = self.classes.first_row
        """The row of a roll of all dice."""
        self._saves_points = game.options["no_risk"] == "yes"
        self.most = MOST_STEPS
        self.shift = 4 if self.classes.marked or self._saves_points else 3
        """Binary digits of the number of a row in the places of `values`."""
        self.size = NEXT + ((MOST_STEPS + 1) << self.shift)
        self.values = array("H", bytes(2 * self.size))
        self._job = array("i", [0] * (4 + 4 * ROWS))
        self._points = -1

    def build(self) -> bool:
        """Builds some of the classes of rolls: some milliseconds. True while more are left."""
        return self.classes.build()

    def start(self, most: int) -> None:
        """Begins a pass; turn points above `most` units (at most MOST_STEPS) count as `most`."""
        self.most = self._points = most
        for row in range(1 << self.shift):
            self.values[self.place(most, row)] = self.values[most]  # a bank is the best that can follow
        if self._saves_points:
            for points in range(most):
                self.values[self.place(points, BANKED)] = self.values[points]
        classes = self.classes
        job = self._job
        job[1] = most
        job[2] = 0
        job[3] = self.shift
        at = 4
        for row in range(ROWS):
            if classes.starts[row + 1] > classes.starts[row]:
                job[at] = row
                job[at + 1] = classes.starts[row]
                job[at + 2] = classes.starts[row + 1]
                job[at + 3] = classes.weights[row]
                job[2] += 1
                at += 4

    def step(self) -> bool:
        """Computes the values for some numbers of turn points: a few milliseconds. True while more are left."""
        classes = self.classes
        work = 0
        while self._points >= 0 and work < _WORK:
            self._job[0] = self._points
            passes.solve_points(classes.stream, self.values, self._job)
            work += len(classes.stream)
            self._points -= 1
        return self._points >= 0

    def follow(self, chances: "array[int]", points: int) -> None:
        """Continues the chances (passes.follow_points) for a number of turn points in units, after a whole pass."""
        self._job[0] = points
        passes.follow_points(self.classes.stream, self.values, chances, self._job)

    def value(self, points: int, row: int) -> int:
        """The value of throwing the dice of a row with some turn points."""
        return self.values[self.place(min(points // self.unit, self.most), row)]

    def place(self, units: int, row: int) -> int:
        """The place in `values` of throwing the dice of a row with some units of turn points."""
        return NEXT + (units << self.shift) + row
