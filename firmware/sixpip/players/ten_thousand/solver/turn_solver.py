"""A turn of a game of dice, solved exactly: the memory for its tables, the passes, what a player reads of them."""

from array import array
from binascii import crc32

from sixpip import share
from sixpip.players.ten_thousand.solver.roll_codes import (
    BANKED,
    BUST,
    CANCELED,
    HIGH,
    LOW,
    MARKED,
    MOST_JOINED,
    MOST_STEPS,
    NEXT,
    OUT,
    OUTCOME,
    OUTCOMES,
    ROWS,
    STATES,
    WIN,
    WRECK,
)
from sixpip.port import TYPE_CHECKING, const, micropython, ptr8, ptr16, ptr32
from sixpip.rules.core.actions import bits
from sixpip.rules.ten_thousand.scorer import common_divisor, count

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from sixpip.rules.ten_thousand.game import Game


TABLES = __file__.rpartition("/sixpip/")[0] + "/tables/ten_thousand.bin"
"""The shipped tables, one game after the other: 16-bit numbers, little-endian (tools/board/tables.py)."""
HEAD = const(5)
"""Numbers before the tables of a game: how many follow, two of their sizes, and check_of in two halves."""
_SIZE = const(1560)
_SIZE_EXTENDED = const(2100)
_SIZE_SEVEN = const(3200)
_SIZE_SEVEN_EXTENDED = const(4160)
_SIZE_MARKED = const(1800)
_SIZE_SIX_MARKED = const(5120)
"""Enough for all variants and most house rules; the merger extends it where rules need more.

To extend it takes a second block of that size, which is rarely free."""


class TemporaryWorker:
    """Work that is begun at the first step."""

    def __init__(self, begin: "Callable[[], Iterator[None]]") -> None:
        """`begin` imports what the work needs; what it returns yields every few milliseconds."""
        self._begin = begin
        self._work: Iterator[None] | None = None
        self._done = False

    def step(self) -> bool:
        """Works for some milliseconds; True while more is left."""
        if self._done:
            return False
        if self._work is None:
            self._work = self._begin()
            return True
        for _ in self._work:
            return True
        self._work = None
        self._done = True
        return False


class RollClasses:
    """The classes of the rolls of each row (roll_codes.py).

    `stream` holds for each class its weight, the number of codes and the codes. The classes of row r are at
    stream[starts[r]:starts[r + 1]]; `weights[r]` is the sum of their weights.
    """

    def __init__(self, game: "Game") -> None:
        self.unit = unit_of(game)
        """The points of one unit."""
        self.marked = game.dice_set.wild >= 0
        """Whether one die is marked and has rows of its own."""
        self.extends = game.house_rules.override("of_a_kind_rows") and not self.marked
        """Whether rolls after a triple have rows of their own (HR-10)."""
        self._high = _high_faces(game) if self.extends else 0
        self.first_row = game.dice + MARKED if self.marked else game.dice
        """The row of a roll of all dice."""
        self.stream = array("H")
        self.starts = array("H", [0] * (ROWS + 1))
        self.weights = array("I", [0] * ROWS)
        self.is_too_large = False
        """There are more classes than the tables hold."""

    def allocate(self, dice: int) -> None:
        """Allocates the stream, to be filled by the builder for a game of some dice."""
        size = _SIZE_SEVEN if dice > 6 else _SIZE
        if self.extends:
            size = _SIZE_SEVEN_EXTENDED if dice > 6 else _SIZE_EXTENDED
        if self.marked:
            size = _SIZE_SIX_MARKED if dice > 5 else _SIZE_MARKED
        self.stream = new_block(size)

    def next_row(self, dice: int, key: int, triple: int) -> int:
        """The row of a roll of some dice, not all of them, after a keep `key` (scorer.py), without a marked die.

        `triple`: the face of a triple kept before in the same set, -1 for none.
        """
        if not self.extends or dice > MOST_JOINED:
            return dice
        face = 0
        while key:
            if key & 7 >= 3:
                triple = face
            key >>= 4
            face += 1
        return dice if triple < 0 else self.row_after_triple(dice, triple)

    def row_after_triple(self, dice: int, face: int) -> int:
        """The row of a roll of some dice that can join a triple of a face."""
        return dice + (HIGH if self._high >> face & 1 else LOW)


def check_of(game: "Game") -> int:
    """A checksum, 32 bits, of all that the tables of a game follow from."""
    patterns = [pattern[1:] for pattern in game.scorer.patterns]  # without the functions
    return crc32(repr((sorted(game.options.items()), game.scorer.of_a_kind, patterns)).encode())


def shipped_tables(game: "Game") -> "tuple[int, int, int] | None":
    """Where the shipped tables of a game begin in the file; their numbers in the stream, and of chances in a last turn.

    None where there are none, as for house rules and own variants: their tables are built. Likewise for rules that
    somebody has changed since the file was made.
    """
    if game.row or game.variant.mark:
        return None
    check = check_of(game)
    head = array("H", [0] * HEAD)
    start = 0
    try:
        with open(TABLES, "rb") as file:
            while file.readinto(head) == 2 * HEAD:
                start += 2 * HEAD
                if head[3] | head[4] << 16 == check:
                    return start, head[1], head[2]
                start += 2 * head[0]
                file.seek(start)
    except OSError:
        pass
    return None


def new_block(size: int) -> "array[int]":
    """A block of 16-bit numbers, with any content: made without a second block of its size to copy from."""
    return array("H", range(size))


def unit_of(game: "Game") -> int:
    """The points of one unit: the largest number that divides the points of all combinations."""
    unit = 0
    for row in game.scorer.of_a_kind:
        for points in row:
            unit = common_divisor(unit, points) if points > 0 else unit
    for pattern in game.scorer.patterns:
        unit = common_divisor(unit, pattern[3])
    return unit or 1


def _high_faces(game: "Game") -> int:
    """The faces, one bit each, of which a fourth die adds more to a triple than it does on average."""
    added = [row[4] - row[3] for row in game.scorer.of_a_kind]
    high = 0
    for face in range(len(added)):
        if added[face] * len(added) > sum(added):
            high |= 1 << face
    return high


MOST_VALUE = const(32767)
CERTAIN = const(32768)
_BEHIND = const(60)
"""Units above the target that a last turn may have to gain: from further behind few games are won."""
_WORK = const(1500)  # 16-bit numbers of the stream after which a step ends: about 2 ms on the Pico
_WHOLE = const(2400)  # the longest stream that is done at once for a number of turn points
ROWS_IN_JOB = const(6)
"""The place in `job` of the first row."""
OFFER_PARTS = const(4)
"""Parts of a unit in which an offer to the next player is counted."""
MOST_OFFER = const(255)
"""The highest number of parts of an offer."""
OFFER_UNITS = const(80)
"""Turn points, in units, from which on the same is offered: few banks are higher."""
OFFER_BITS = const(6)
"""Binary digits behind the point in what a bank loses for each of these parts."""


@micropython.viper
def solve_points(stream: ptr16, values: ptr16, offers: ptr8, job: ptr32) -> object:
    """Computes the value of each roll with some turn points: the mean, over all faces, of the best that can follow."""
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
    """The values of all rolls of a turn. Call `build` until it returns False, then `start`, then `step` likewise.

    The `values` of banks and outcomes are to be set before `start`.
    """

    def __init__(self, game: "Game", wins: bool = True, whole: bool = True, shipped: bool = True) -> None:
        """A solver for the turns of a game: its options are read, and its scorer is used.

        `wins`: with the chances to win, for Master; `whole`: for all turn points, also above what the game needs;
        `shipped`: with shipped tables, if any.
        """
        self.classes = classes = RollClasses(game)
        self.unit = classes.unit
        self.first_row = classes.first_row
        """The row of a roll of all dice."""
        wins = wins and game.players > 1  # alone there is no chance to lose
        self._game = game
        self._builder: TemporaryWorker | None = TemporaryWorker(self._begin)
        self.last_turn: array[int] | None = None
        """As WinTable.last_turn, once it and the table in `chances` have been read from a file; else None."""
        self._saves_points = game.saves_points()
        self._has_offers = wins and game.options["pick_up"] == "yes"
        self.most = self.most_of(game)
        self.shift = 4 if classes.marked or classes.extends or self._saves_points else 3
        """Binary digits of the number of a row in the places of `values`."""
        self.size = NEXT + (((MOST_STEPS if whole else self.most) + 1) << self.shift)
        self.seats = 2 if game.options["end"] == "same-round" else 1
        """2 where the later of two players has no turn after the other one reached the target, else 1."""
        self.job = array("i", [0] * (ROWS_IN_JOB + 4 * ROWS))
        """What `solve_points` is to do."""
        self.zero = self.unit_value = 0
        """The value of no points, and that of one unit: of values that set_points has set."""
        self.asked_by: object = None
        """Who started the last pass: several players share a solver."""
        self._points = -1
        self._row = self._end = ROWS_IN_JOB
        self.shipped = shipped_tables(game) if shipped else None
        """Where the tables are read from, None where they are built."""
        self._allocate(wins)

    def _allocate(self, wins: bool) -> None:
        """Allocates the tables, the largest one first."""
        chances = self.seats * STATES * STATES if wins else 0
        if wins and not self.shipped:
            chances = max(self.size, chances)
        self.chances = new_block(chances)
        """The chances to win (master.py); where they are not shipped, their builder uses the block for other work."""
        self.values = new_block(self.size)
        """The values of a pass. In the place of row 0: what a bank loses for each part of what it offers."""
        self.offers = bytearray((OFFER_UNITS + 1) << self.shift if self._has_offers else 0)
        """What a bank leaves to the next player (DT-06), in parts of a unit, at offer_place."""
        self.offer_points = bytearray(len(self.offers))
        """The offers of a turn far from the target: the points that the next player gains by them on average."""
        if self.shipped:
            self.classes.stream = new_block(self.shipped[1])
        else:
            self.classes.allocate(self._game.dice)

    def _read(self, start: int, last_turn: "array[int]") -> None:
        """Reads the shipped tables from a place in the file on; the chances in a last turn into `last_turn`."""
        classes = self.classes
        with open(TABLES, "rb") as file:
            file.seek(start)
            for table in (classes.starts, classes.weights, classes.stream, last_turn, self.chances, self.offer_points):
                file.readinto(table)
        if self.chances:
            self.last_turn = last_turn

    def _begin(self) -> "Iterator[None]":
        if self.shipped:
            self._read(self.shipped[0], array("H", bytes(2 * self.shipped[2])))
            return iter(())
        from sixpip.players.ten_thousand.solver.roll_class_builder import RollClassBuilder

        return RollClassBuilder(self._game, self.classes, self.values).build()

    def build(self) -> bool:
        """Builds some of the classes of rolls: some milliseconds. True while more are left."""
        if self._builder and not self._builder.step():
            self._builder = None
        return self._builder is not None

    def most_of(self, game: "Game") -> int:
        """The highest turn points, in units, that make a difference in a game."""
        return min(MOST_STEPS, game.target // self.unit + 1 + _BEHIND)

    def clear_outcomes(self) -> None:
        """Sets the values of all outcomes to 0, and that of a win to certain."""
        for outcome in range(OUTCOMES):
            self.values[OUTCOME + outcome] = MOST_VALUE if outcome == WIN else 0

    def start(self, most: int, charges: bool = False) -> None:
        """Begins a pass; turn points above `most` units, for which the tables must be large enough, count as `most`.

        `charges`: whether a bank loses what it offers to the next player.
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
            self.solve()
            if at == self._end:
                self._row = ROWS_IN_JOB
                self._points -= 1
        return self._points >= 0

    def solve(self) -> None:
        """Computes what the job says."""
        solve_points(self.classes.stream, self.values, self.offers, self.job)

    def is_solved(self) -> bool:
        """Whether the pass that was started last is complete."""
        return self._points < 0

    def value(self, points: int, row: int) -> int:
        """The value of throwing the dice of a row with some turn points."""
        return self.values[self.place(min(points // self.unit, self.most), row)]

    def bank_value(self, units: int, row: int) -> int:
        """The value of banking some units, with the dice of a row left, in the pass that was started last."""
        value = self.values[units]
        if self.job[5]:
            lost = self.values[self.place(units, 0)] * self.offers[self.offer_place(units, row)] >> OFFER_BITS
            value = max(0, value - lost)
        return value

    def offer_place(self, units: int, row: int) -> int:
        """The place in `offers` of banking some units with the dice of a row left."""
        return (min(units, OFFER_UNITS) << self.shift) + row

    def place(self, units: int, row: int) -> int:
        """The place in `values` of throwing the dice of a row with some units of turn points."""
        return NEXT + (units << self.shift) + row


_ZERO = const(4000)
"""The least value of no points, so that a loss of points has a value, too."""
_STEP = const(128)
"""The highest value of one unit of points."""
_LEAST_STEP = const(16)
_SET = const(20)  # values set or read in one step
_SMALL_LEAD = const(5)
"""Units by which a leader is passed, about."""

# Points


def scale(most: int, lost: int) -> "tuple[int, int]":
    """The value of no points, and that of a unit: for turn points up to `most` and losses up to `lost`, in units."""
    step = max(_LEAST_STEP, min(_STEP, MOST_VALUE // (most + lost)))
    return min(max(_ZERO, lost * step), MOST_VALUE - most * step), step


def set_points(solver: TurnSolver, most: int, least: int, bust: int, wreck: int, canceled: int) -> "Iterator[None]":
    """Sets the values of a solver; yields every few milliseconds. Start the pass afterwards.

    `most`: the highest turn points in units; `least`: the fewest points of a bank; `bust`, `wreck`, `canceled`: the
    points that these outcomes cost.
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
    """The points of a value that follows from `set_points`."""
    return (value - solver.zero) * solver.unit // solver.unit_value


def losses(game: "Game") -> "tuple[int, int, int]":
    """What a bust, a bust on all dice and a canceled score take from the score of game.player."""
    return game.loss(BUST), game.loss(WRECK), game.loss(CANCELED)


# The end of a game


def wins_at_once(game: "Game", score: int) -> bool:
    """Whether game.player wins at once with this score after the turn: no other player gets another turn.

    False for an exact target (TT-23): that win may be rolled off.
    """
    beat = game.to_beat()
    return game.missing() < 0 and game.reaches(score) and score > beat and not game.later_players()


def value_the_end(solver: TurnSolver, most: int, game: "Game") -> "Iterator[None]":
    """Values the banks that end the game: more points are worth no more. Yields every few milliseconds.

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
    """Solves turns whose only goal are `most` units: so many units below it are so many still to be gained."""
    for units in range(most + 1):
        solver.values[units] = MOST_VALUE if units == most else 0
        if units % _SET == 0:
            yield
    solver.clear_outcomes()
    solver.start(most)
    while solver.step():
        yield


def chances_to_gain(solver: TurnSolver, most: int, game: "Game") -> "Generator[None, None, array[int]]":
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


# Advice


def solver_of(game: "Game", shared: "dict[str, object]") -> TurnSolver:
    """The turn solver of a game in play, with tables no larger than it needs; it is added to `shared` when missing.

    `shared`: what the players of a game share; "wins": whether one of them is Master, True if that is missing.
    """
    solver = shared.get("solver")
    if not isinstance(solver, TurnSolver):
        solver = shared["solver"] = TurnSolver(game, bool(shared.get("wins", True)), False)
    return solver


class TurnAdvice:
    """The values of what game.player can do, from 0 to MOST_VALUE. Call `think` until it returns False first."""

    def __init__(self, game: "Game", solver: TurnSolver, set_values: "Callable[[], Iterator[None]]") -> None:
        """`solver`: with its classes built; `set_values` sets the values of all ends of a turn and starts the pass."""
        self._game = game
        self._solver = solver
        self._set_values = set_values
        self._setting: Iterable[None] = ()
        self._turn: tuple[int, ...] = ()
        self.bank_value = self.roll_value = 0
        """What the best bank and the best roll are worth that `compare` found; 0 for a bank that is not allowed."""
        self._bank_keep = self._roll_keep = 0
        self._triple = -1
        self._must_bank = False

    def think(self) -> bool:
        """Works for some milliseconds. True while more is to be done before `compare` can be called."""
        turn = self._turn_now()
        if turn != self._turn or self._solver.asked_by is not self:
            self._turn = turn
            self._solver.asked_by = self
            self._setting = self._set_values()
        for _ in self._setting:
            return True
        self._setting = ()
        return self._solver.step()

    def is_ready(self) -> bool:
        """Whether the values are those of this turn."""
        solver = self._solver
        asked = solver.asked_by is self and self._turn == self._turn_now()
        return asked and not self._setting and solver.is_solved()

    def _turn_now(self) -> "tuple[int, ...]":
        """What the values of a turn depend on."""
        game = self._game
        return (game.player, sum(game.turns)) + tuple(game.scores)

    def compare(self) -> None:
        """Finds the best keep of the roll, and what the best bank and the best roll are worth with any keep."""
        game = self._game
        self._bank_keep = self._roll_keep = 0
        self.bank_value = self.roll_value = -1
        self._must_bank = game.roll_refusal() is not None
        self._triple = self._kept_triple()
        if not game.find_keeps():
            self._rate(0, game.points, game.throws(), game.all & ~game.kept)
            return
        scorer = game.scorer
        keys = [scorer.keys[i] for i in range(scorer.found)]
        for key in keys:
            for keep in choices(game, key):
                left = game.all & ~(game.kept | keep)
                self._rate(keep, game.points_after(keep), left or game.all, left)

    def _rate(self, keep: int, points: int, throws: int, left: int) -> None:
        """Rates a keep by what a bank and a roll are worth after it."""
        roll = 0 if self._must_bank else self.roll_after(keep, points, throws)
        bank = 0 if not points or self._game.bank_refusal(keep) else self._bank(points, left, keep)
        if roll > self.roll_value:
            self.roll_value = roll
            self._roll_keep = keep
        if bank > self.bank_value:
            self.bank_value = bank
            self._bank_keep = keep

    def roll_after(self, keep: int, points: int, thrown: int) -> int:
        """The value of throwing dice after a keep."""
        return self._solver.value(points, self._row(thrown, keep))

    def banks(self) -> bool:
        """Whether to bank is best; of equal choices it ends the turn."""
        return self._must_bank or (self.bank_value > 0 and self.bank_value >= self.roll_value)

    def keep(self) -> int:
        """The positions to keep, for a bank or for a roll."""
        return self._bank_keep if self.banks() else self._roll_keep

    def _bank(self, points: int, left: int, keep: int) -> int:
        """The value of a bank that leaves these positions to the next player."""
        solver = self._solver
        units = min(points // solver.unit, solver.most)
        value = solver.values[units]
        return max(1, solver.bank_value(units, self._row(left, keep))) if value and left else value

    def value_of_bank(self, points: int) -> int:
        """The value of banking some turn points, without what it leaves to the next player."""
        units = min(points // self._solver.unit, self._solver.most)
        return self._solver.values[units]

    def value_of(self, points: int, dice: int) -> int:
        """The value of throwing these tray positions with some turn points."""
        return self._solver.value(points, self._row(dice, 0))

    def offer_value(self, points: int, dice: int) -> int:
        """How much better it is to start the turn with some points and dice than with all dice."""
        return self.value_of(points, dice) - self._solver.value(0, self._solver.first_row)

    def _row(self, dice: int, keep: int) -> int:
        game = self._game
        classes = self._solver.classes
        if dice == game.all:
            return classes.first_row
        if not classes.extends:
            return bits(dice) + MARKED if classes.marked and dice & 1 else bits(dice)
        return classes.next_row(bits(dice), game.multiset_key(keep), self._triple)

    def _kept_triple(self) -> int:
        """The face of a triple kept before in this set that other dice may join (HR-10), -1 for none."""
        plain = self._game.scorer.of_a_kind
        for face, row in enumerate(self._game.house_rules.of_a_kind_rows(self._game) or ()):
            if row != plain[face]:
                return face
        return -1


def choices(game: "Game", key: int) -> "tuple[int, ...]":
    """The positions that show a multiset: two choices where the marked die may be kept or another with its face."""
    keep = game.positions_of(key)
    if game.dice_set.wild < 0 or not keep & 1:
        return (keep,)
    face = game.faces[0]
    others = 0
    for place in range(1, game.dice):
        if game.rolled >> place & 1 and game.faces[place] == face and not keep >> place & 1:
            others = 1 << place
    return (keep, keep & ~1 | others) if others and count(key, face) else (keep,)


def percent(chance: int) -> str:
    """A chance to win of MOST_VALUE as text."""
    return f"{share(chance, MOST_VALUE)}%"
