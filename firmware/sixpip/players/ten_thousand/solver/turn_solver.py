"""Solves a turn of a game of dice exactly: allocates its tables, and computes their values in passes."""

from array import array

from sixpip.compat import TYPE_CHECKING, const, micropython, ptr8, ptr16, ptr32
from sixpip.players.ten_thousand.solver.roll_classes import TABLES, RollClasses, new_block, shipped_tables
from sixpip.players.ten_thousand.solver.roll_codes import (
    BANKED,
    BUST,
    CANCELED,
    MOST_STEPS,
    NEXT,
    OUT,
    OUTCOME,
    OUTCOMES,
    ROWS,
    WIN,
    WRECK,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from sixpip.rules.ten_thousand.game import TenThousandGame


MOST_VALUE = const(32767)
CERTAIN = const(32768)
_BEHIND = const(150)
"""Units above the target that a last turn may have to gain; few games are won from further behind."""
_WORK = const(1500)  # 16-bit numbers of the stream after which a step ends: about 2 ms on the Pico
_WHOLE = const(2400)  # the longest stream that is done at once for a number of turn points
ROWS_IN_JOB = const(6)
"""The place in `job` of the first row."""
OFFER_PARTS = const(4)
"""Parts of a unit in which an offer to the next player is counted."""
MOST_OFFER = const(255)
"""The highest number of parts of an offer."""
OFFER_UNITS = const(80)
"""Turn points, in units, from which on the offers do not change; few banks are higher."""
OFFER_BITS = const(6)
"""Binary digits behind the point in what a bank loses for each of these parts."""


@micropython.viper
def solve_points(stream: ptr16, values: ptr16, offers: ptr8, job: ptr32) -> object:
    """Computes the value of each roll with some turn points: the mean, over all faces, of the best choice."""
    outcomes, nexts = int(OUTCOME), int(NEXT)  # viper takes names of other modules for objects
    points, most, shift = job[0], job[1], job[2]
    i, rows_end, charges = job[3], job[4], job[5]
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
                    place = then << shift
                    value = values[nexts + place + row]
                    if not code & 16:
                        bank = values[then]
                        if charges:
                            if then > OFFER_UNITS:
                                place = OFFER_UNITS << shift
                            lost = values[nexts + (then << shift)] * offers[place + row] >> OFFER_BITS
                            bank = bank - lost if bank > lost else 0
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
    """The values of all rolls of a turn.

    Call `build` until it returns False. Then set the `values` of banks and outcomes, call `start`, and call `step`
    until it returns False.
    """

    def __init__(self, game: "TenThousandGame", whole: bool = True, shipped: bool = True) -> None:
        """Makes a solver for the turns of a game. It reads the options of the game and uses its scorer.

        `whole` makes the tables large enough for all turn points, not only those that the game needs. `shipped` uses
        the shipped tables, if there are any.
        """
        self.classes = classes = RollClasses(game)
        self.unit = classes.unit
        self.first_row = classes.first_row
        """The row of a roll of all dice."""
        self._game = game
        self._is_built = False
        self._work: Iterator[None] | None = None
        self.last_turn: array[int] | None = None
        """The array for WinTable.last_turn, once it has been read from the file of shipped tables; else None."""
        self._saves_points = game.saves_points()
        self._has_offers = game.players > 1 and game.options["pick_up"] == "yes"
        self.most = self.most_of(game)
        self.shift = 4 if classes.marked or classes.extends or self._saves_points else 3
        """Binary digits of the number of a row in the places of `values`."""
        self.size = NEXT + (((MOST_STEPS if whole else self.most) + 1) << self.shift)
        self.seats = 2 if game.options["end"] == "same-round" else 1
        """2 where the later of two players has no turn after the other one reached the target, else 1."""
        self.job = array("i", [0] * (ROWS_IN_JOB + 4 * ROWS))
        """What `solve_points` is to do."""
        self.zero = self.unit_value = 0
        """The value of no points and that of one unit, as set_points has set them."""
        self.asked_by: object = None
        """The object that started the last pass, because several players share a solver."""
        self._points = -1
        self._row = self._end = ROWS_IN_JOB
        self.shipped = shipped_tables(game) if shipped else None
        """Where the tables are read from, None where they are built."""
        self._allocate()

    def _allocate(self) -> None:
        """Allocates the tables, the largest one first."""
        self.values = new_block(self.size)
        """The values of a pass. The entry of row 0 is what a bank loses for each part of its offer."""
        self.offers = bytearray((OFFER_UNITS + 1) << self.shift if self._has_offers else 0)
        """What a bank leaves to the next player (DT-06), in parts of a unit, at offer_place."""
        self.offer_points = bytearray(len(self.offers))
        """The offers of a turn far from the target: the points that the next player gains by them on average."""
        if self.shipped:
            self.classes.stream = new_block(self.shipped[1])
        else:
            self.classes.allocate(self._game.dice)

    def _read(self, start: int, last_turn: "array[int]") -> None:
        """Reads the shipped tables from the position `start` of the file, and the chances in a last turn into
        `last_turn`.
        """
        classes = self.classes
        with open(TABLES, "rb") as file:
            file.seek(start)
            for table in (classes.starts, classes.weights, classes.stream, last_turn, self.offer_points):
                file.readinto(table)
        self.last_turn = last_turn

    def build(self) -> bool:
        """Reads or builds some of the classes of rolls, for some milliseconds. Returns True while more are left.

        It imports what that needs, which is released at the end.
        """
        if self._is_built:
            return False
        if self.shipped:
            self._read(self.shipped[0], array("H", bytes(2 * self.shipped[2])))
            self._is_built = True
            return True
        if not self._work:
            from sixpip.players.ten_thousand.solver.roll_class_builder import RollClassBuilder

            self._work = RollClassBuilder(self._game, self.classes, self.values).build()
            return True
        for _ in self._work:
            return True
        self._work = None
        self._is_built = True
        return False

    def most_of(self, game: "TenThousandGame") -> int:
        """Returns the highest turn points, in units, that make a difference in a game."""
        return min(MOST_STEPS, game.target // self.unit + 1 + _BEHIND)

    def clear_outcomes(self) -> None:
        """Sets the values of all outcomes to 0, and that of a win to certain."""
        for outcome in range(OUTCOMES):
            self.values[OUTCOME + outcome] = MOST_VALUE if outcome == WIN else 0

    def start(self, most: int, charges: bool = False) -> None:
        """Begins a pass. Turn points above `most` units, for which the tables must be large enough, count as `most`.

        `charges` says whether a bank loses what it offers to the next player.
        """
        self.most = self._points = most
        self.job[5] = int(charges)
        for row in range(1, 1 << self.shift):
            self.values[self.place(most, row)] = self.bank_value(most, row)  # a bank is the best that can follow
        if self._saves_points:
            for points in range(most):  # a bust banks the points, except those that are not enough to open
                self.values[self.place(points, BANKED)] = self.values[points] or self.values[OUTCOME + BUST]
        self._list_rows()

    def _list_rows(self) -> None:
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
        """Returns the places of all rows in the job."""
        return range(ROWS_IN_JOB, self._end, 4)

    def step(self) -> bool:
        """Computes some of the values, for a few milliseconds. Returns True while more are left."""
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
            self.solve()
            if at == self._end:
                self._row = ROWS_IN_JOB
                self._points -= 1
        return self._points >= 0

    def solve(self) -> None:
        """Computes what the job says."""
        solve_points(self.classes.stream, self.values, self.offers, self.job)

    def is_solved(self) -> bool:
        """Returns whether the pass that was started last is complete."""
        return self._points < 0

    def value(self, points: int, row: int) -> int:
        """Returns the value of throwing the dice of a row with some turn points."""
        return self.values[self.place(min(points // self.unit, self.most), row)]

    def bank_value(self, units: int, row: int) -> int:
        """Returns the value of banking some units, with the dice of a row left, in the pass that was started last."""
        value = self.values[units]
        if self.job[5]:
            lost = self.values[self.place(units, 0)] * self.offers[self.offer_place(units, row)] >> OFFER_BITS
            value = max(0, value - lost)
        return value

    def offer_place(self, units: int, row: int) -> int:
        """Returns the index in `offers` for a bank of `units` that leaves the dice of a row."""
        return (min(units, OFFER_UNITS) << self.shift) + row

    def place(self, units: int, row: int) -> int:
        """Returns the index in `values` for a throw of the dice of a row with `units` of turn points."""
        return NEXT + (units << self.shift) + row


_ZERO = const(4000)
"""The least value of no points, so that a loss of points has a value, too."""
_STEP = const(128)
"""The highest value of one unit of points."""
_LEAST_STEP = const(16)
_SET = const(20)  # values set or read in one step
_SMALL_LEAD = const(5)
"""The usual number of units by which a leader is passed."""

# Points


def scale(most: int, lost: int) -> "tuple[int, int]":
    """Returns the values of no points and of a unit, for turn points up to `most` and losses up to `lost`, in units."""
    step = max(_LEAST_STEP, min(_STEP, MOST_VALUE // (most + lost)))
    return min(max(_ZERO, lost * step), MOST_VALUE - most * step), step


def set_points(solver: TurnSolver, most: int, least: int, bust: int, wreck: int, canceled: int) -> "Iterator[None]":
    """Sets the values of a solver; yields every few milliseconds. Start the pass afterwards.

    `most` are the highest turn points in units, and `least` the fewest points of a bank. `bust`, `wreck` and `canceled`
    are the points that these outcomes cost.
    """
    values = solver.values
    unit = solver.unit
    zero, step = scale(most, -(-max(bust, wreck, canceled) // unit))
    solver.zero = zero
    solver.unit_value = step
    for units in range(most + 1):
        values[units] = zero + units * step if units and units * unit >= least else 0
        if units % _SET == 0:
            yield
    values[OUTCOME + BUST] = max(0, zero - bust * step // unit)
    values[OUTCOME + WRECK] = max(0, zero - wreck * step // unit)
    values[OUTCOME + CANCELED] = max(0, zero - canceled * step // unit)
    values[OUTCOME + OUT] = 0
    values[OUTCOME + WIN] = MOST_VALUE


def points_of(solver: TurnSolver, value: int) -> int:
    """Returns the points of a value that follows from `set_points`."""
    return (value - solver.zero) * solver.unit // solver.unit_value


def losses(game: "TenThousandGame") -> "tuple[int, int, int]":
    """Returns what a bust, a bust on all dice and a canceled score take from the score of game.player."""
    return game.loss(BUST), game.loss(WRECK), game.loss(CANCELED)


# The end of a game


def wins_at_once(game: "TenThousandGame", score: int) -> bool:
    """Returns whether game.player wins at once with this score after the turn: no other player gets another turn.

    False for an exact target (TT-23): that win may be rolled off.
    """
    beat = game.to_beat()
    return game.missing() < 0 and game.reaches(score) and score > beat and not game.later_players()


def value_the_end(solver: TurnSolver, most: int, game: "TenThousandGame") -> "Iterator[None]":
    """Gives all banks that end the game one value, because more points are worth no more. Yields every few
    milliseconds.

    Call it after set_points. A bank that would pass an exact target scores nothing (CW-07).
    """
    values = solver.values
    enough = 0
    for units in range(most + 1):
        points = units * solver.unit
        if values[units] and game.bank_value(points) < points:
            values[units] = solver.zero
        elif values[units] and (enough or wins_at_once(game, game.scores[game.player] + points)):
            enough = enough or values[units]
            values[units] = enough
        if units % _SET == 0:
            yield


def solve_gains(solver: TurnSolver, most: int) -> "Iterator[None]":
    """Solves turns whose only goal is to gain `most` units. The value at n units below that is the chance to gain n
    units.
    """
    for units in range(most + 1):
        solver.values[units] = MOST_VALUE if units == most else 0
        if units % _SET == 0:
            yield
    solver.clear_outcomes()
    solver.start(most)
    while solver.step():
        yield


def chances_to_gain(solver: TurnSolver, most: int, game: "TenThousandGame") -> "Generator[None, None, array[int]]":
    """Finds the chances to gain at least a number of units in a last turn; yields every few milliseconds."""
    yield from solve_gains(solver, most)
    least = min(most, game.least_bank() // solver.unit)
    chances = new_block(most + 1)
    for units in range(most + 1):
        chances[units] = solver.values[solver.place(most - max(units, least), solver.first_row)]
        if units % _SET == 0:
            yield
    if game.options["end"] == "last-licks":  # who is passed has a turn again, and may pass the other in return
        reply = CERTAIN + chances[min(most, _SMALL_LEAD)]
        for units in range(most + 1):
            chances[units] = chances[units] * CERTAIN // reply
    return chances
