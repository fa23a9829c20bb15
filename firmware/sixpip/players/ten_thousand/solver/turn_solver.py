"""Solves a turn exactly by one backward pass over turn points and dice: what each roll is worth before it is thrown.

The worth of a bank and of the outcomes that end a turn come from the caller: points, or the chance to win. They are
numbers from 0 to MOST_VALUE; a bank that is not allowed has 0. The work is done in steps of some milliseconds.

`values` holds at [turn points in units] the value of a bank, from OUTCOME on the value of each outcome, and at [NEXT +
(turn points << shift) + row] the value of the next roll. `job` holds turn points, highest turn points, shift, the
places in `job` of the first row to do and behind the last one, then for each row its number, its first and last place
in the stream of classes, the sum of its weights.
"""

from array import array

from sixpip.players.temporary_worker import TemporaryWorker
from sixpip.players.ten_thousand.solver.roll_codes import BANKED, BUST, NEXT, OUTCOME, OUTCOMES, ROWS, WIN
from sixpip.players.ten_thousand.solver.turn_tables import TurnTables, most_of
from sixpip.port import TYPE_CHECKING, const, micropython, ptr16, ptr32

if TYPE_CHECKING:
    from sixpip.players.temporary_worker import Worker
    from sixpip.rules.ten_thousand.game import Game

MOST_VALUE = const(32767)
CERTAIN = const(32768)
_WORK = const(1500)  # 16-bit numbers of the stream after which a step ends: about 2 ms on the Pico
_WHOLE = const(2400)  # the longest stream that is done at once for a number of turn points
ROWS_IN_JOB = const(5)
"""The place in `job` of the first row."""


@micropython.viper
def solve_points(stream: ptr16, values: ptr16, job: ptr32) -> object:
    """Computes the value of each roll with some turn points: the mean, over all faces, of the best that can follow."""
    outcomes, nexts = int(OUTCOME), int(NEXT)  # viper takes names of other modules for objects
    points, most, shift = job[0], job[1], job[2]
    i = job[3]
    rows_end = job[4]
    while i < rows_end:
        at = job[i + 1]
        end = job[i + 2]
        total = 0
        while at < end:
            weight = stream[at]
            last = at + 1 + stream[at + 1]
            at += 2
            best = 0
            while at <= last:
                code = stream[at]
                at += 1
                row = code & 15
                then = code >> 5
                if row:
                    then += points
                    if then > most:
                        then = most
                    value = values[nexts + (then << shift) + row]
                    if not code & 16:
                        bank = values[then]
                        if bank > value:
                            value = bank
                else:
                    value = values[outcomes + then]
                if value > best:
                    best = value
            total += weight * best
        values[nexts + (points << shift) + job[i]] = total // job[i + 3]
        i += 4
    return None


class TurnSolver:
    """The values of all rolls of a turn. Call `build` until it returns False, then `start`, then `step` likewise.

    The `values` of banks and outcomes are to be set before `start`.
    """

    def __init__(self, game: "Game", tables: "TurnTables | None" = None) -> None:
        """A solver for the turns of a game: its options are read, and its scorer is used.

        `tables`: its memory; without them it allocates the whole ones.
        """
        self.tables = tables = tables or TurnTables(game)
        self.classes = tables.classes
        self.unit = self.classes.unit
        self.first_row = self.classes.first_row
        """The row of a roll of all dice."""
        self._game = game
        self._builder: TemporaryWorker | None = TemporaryWorker(self._make_builder)
        self._saves_points = game.saves_points()
        self.most = most_of(game, self.unit)
        self.shift = tables.shift
        self.size = tables.size
        self.values = tables.values
        self.job = array("i", [0] * (ROWS_IN_JOB + 4 * ROWS))
        """What `solve_points` is to do."""
        self.zero = self.unit_value = 0
        """The value of no points, and that of one unit: of values that turn_advice.set_points has set."""
        self.asked_by: object = None
        """Who started the last pass: several players share a solver."""
        self._points = -1
        self._row = self._end = ROWS_IN_JOB
        if not tables.fit():
            self.give_up()

    def _make_builder(self) -> "Worker":
        from sixpip.players.ten_thousand.builders.roll_class_builder import RollClassBuilder  # unloaded after the work

        return RollClassBuilder(self._game, self.classes)

    def build(self) -> bool:
        """Builds some of the classes of rolls: some milliseconds. True while more are left.

        Raises MemoryError; call `give_up` then.
        """
        if self._builder and not self._builder.step():
            self._builder = None
        return self._builder is not None

    def give_up(self) -> None:
        """Releases the memory of a solver for which there is not enough of it."""
        self.classes.is_too_large = True
        self.tables.release()
        self.values = self.tables.values
        self._builder = None

    def most_of(self, game: "Game") -> int:
        """The highest turn points, in units, that make a difference in a game."""
        return most_of(game, self.unit)

    def clear_outcomes(self) -> None:
        """Sets the values of all outcomes to 0, and that of a win to certain."""
        for outcome in range(OUTCOMES):
            self.values[OUTCOME + outcome] = MOST_VALUE if outcome == WIN else 0

    def start(self, most: int) -> None:
        """Begins a pass; turn points above `most` units, for which the tables must be large enough, count as `most`."""
        self.most = self._points = most
        for row in range(1 << self.shift):
            self.values[self.place(most, row)] = self.values[most]  # a bank is the best that can follow
        if self._saves_points:
            for points in range(most):  # a bust banks the points, except those that are not enough to open
                self.values[self.place(points, BANKED)] = self.values[points] or self.values[OUTCOME + BUST]
        self._list_rows()

    def _list_rows(self) -> None:
        """Writes the rows that have classes into the job."""
        classes = self.classes
        job = self.job
        job[1] = self.most
        job[2] = self.shift
        at = ROWS_IN_JOB
        for row in range(ROWS):
            if classes.starts[row + 1] > classes.starts[row]:
                job[at] = row
                job[at + 1] = classes.starts[row]
                job[at + 2] = classes.starts[row + 1]
                job[at + 3] = classes.weights[row]
                at += 4
        self._row = job[3] = ROWS_IN_JOB
        self._end = job[4] = at

    def places_in_job(self) -> "range":
        """The places of all rows in the job."""
        return range(ROWS_IN_JOB, self._end, 4)

    def step(self) -> bool:
        """Computes the values of some rows and numbers of turn points: a few milliseconds. True while more are left."""
        job = self.job
        whole = self.classes.starts[ROWS]
        work = 0
        while self._points >= 0 and work < _WORK:
            at = job[3] = self._row
            if at == ROWS_IN_JOB and whole < _WHOLE:
                at = self._end
                work += whole
            while at < self._end and work < _WORK:
                work += job[at + 2] - job[at + 1]
                at += 4
            job[0] = self._points
            job[4] = self._row = at
            solve_points(self.classes.stream, self.values, job)
            if at == self._end:
                self._row = ROWS_IN_JOB
                self._points -= 1
        return self._points >= 0

    def is_solved(self) -> bool:
        """Whether the pass that was started last is complete."""
        return self._points < 0

    def value(self, points: int, row: int) -> int:
        """The value of throwing the dice of a row with some turn points."""
        return self.values[self.place(min(points // self.unit, self.most), row)]

    def place(self, units: int, row: int) -> int:
        """The place in `values` of throwing the dice of a row with some units of turn points."""
        return NEXT + (units << self.shift) + row
