"""Computes exactly what it is worth to set dice aside before the last roll, by counting every outcome of the roll.

`work` has the kept dice of each number (0 to 10). From _HIGH_ROWS and _LOW_ROWS on, it has 8 bytes for each outcome of
the high and of the low dice to roll: how many dice show each number (Ws last), and at _WEIGHT how many rolls have this
outcome. `best` has for each pair of outcomes the points made plus 1, or 0 for a miss.
"""

from array import array

from sixpip.compat import TYPE_CHECKING, const, micropython, ptr8, ptr32
from sixpip.players.phase_ten.solver.goals import POINT, Goal, count_numbers
from sixpip.players.phase_ten.solver.pool import UNIT
from sixpip.rules.core.actions import bits
from sixpip.rules.phase_ten import dice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.players.phase_ten.solver.goals import TurnWorth

_MOST_PAIRS = const(2000)
_MOST_GOALS = const(100)
_WORK = const(2000)  # pairs of outcomes that are compared in one step: about 2 ms on the Pico
_HIGHS = const(0)
_LOWS = const(1)
_TOTAL = const(2)
_MADE = const(3)
_NEXT = const(4)
_GOALS = const(5)
_HIGH = const(6)
_LOW = const(7)
_SPARE = const(8)
"""The indexes in `job`, in this order: the number of high and of low outcomes, the gains and the rolls that make the
phase, the goal to try, the number of goals, the high and the low dice to roll, the most Ws to spare."""
_MOST_POINTS = const(80)
_FEW = const(24)  # points of a poor phase
_OF_HIGH = const(b"\x01\x06\x15\x38\x7e\xfc")
_OF_LOW = const(b"\x01\x05\x0f\x23\x46")
"""The number of different outcomes of 0, 1, 2... dice."""
_PART = const(4)  # gains are quarter points here
_NUMBERS = const(11)
_HIGH_ROWS = const(16)
_LOW_ROWS = const(2032)  # _HIGH_ROWS + 8 * 252
_SIZE = const(2592)  # _LOW_ROWS + 8 * 70
_HIGH_SIDES = const(6)
_HIGH_DICE = const(63)  # one bit each
_LEFT = const(5)  # in a row of low dice: Ws that a goal has to spare, plus 8
_WEIGHT = const(6)
_POINTS = const(7)  # in a row of low dice: of the dice that fit


class LastRoll:
    """Judges sets of dice to keep. The results are the `chance` to make the phase (UNIT is 1) and the `value` (see
    BestPlay).
    """

    def __init__(self) -> None:
        self.chance = self.value = 0
        self.may_harm = False
        """Whether a phase made with few points may be worth less than a miss."""
        self._goal = Goal()
        self._work = bytearray(_SIZE)
        self._best = bytearray(_MOST_PAIRS)
        self._gains = array("i", [0] * (_MOST_POINTS + 2))
        self._job = array("i", [0] * 9)
        self._needs = bytearray(_MOST_GOALS * _NUMBERS)

    def start(self, worth: "TurnWorth", phase: int) -> "Iterator[int]":
        """Notes the goals of a phase, and what the end of the turn is worth. Call it before `judge`."""
        self.may_harm = worth.gain(_FEW * POINT) < 0
        goal = self._goal
        at = 0
        for _ in goal.all_of(phase):
            if not goal.any:
                self._needs[at : at + _NUMBERS] = goal.need
                at += _NUMBERS
            yield 1
        self._job[_GOALS] = at // _NUMBERS
        for points in range(_MOST_POINTS + 1):
            self._gains[points + 1] = worth.gain(points * POINT) * _PART // POINT
            if points % 8 == 0:
                yield 2

    def can_judge(self, keep: int) -> bool:
        """Returns whether the roll after keeping these dice has few enough outcomes."""
        high, low = _rolled(keep)
        return high < len(_OF_HIGH) and _OF_HIGH[high] * _OF_LOW[low] <= _MOST_PAIRS

    def judge(self, faces: "bytes | bytearray", keep: int) -> "Iterator[int]":
        """Judges a set of dice to keep; yields the cost of each step."""
        work, job, best = self._work, self._job, self._best
        count_numbers(faces, work, keep)
        high, low = _rolled(keep)
        yield 4 if high > 2 else 3
        if job[_HIGH] != high or job[_LOW] != low or not job[_HIGHS]:
            job[_HIGHS] = list_outcomes(work, _HIGH_ROWS, high, 6)
            job[_LOWS] = list_outcomes(work, _LOW_ROWS, low, 5)
            job[_HIGH] = high
            job[_LOW] = low
            yield 1 + (job[_HIGHS] + job[_LOWS] >> 5)
        pairs = job[_HIGHS] * job[_LOWS]
        clear(best, pairs)
        job[_NEXT] = 0
        work_done = 0
        while next_goal(work, self._needs, job):
            if work_done + pairs > _WORK:
                work_done = 0
                yield 4
            work_done += 4 * job[_LOWS] + 6 * job[_HIGHS] + try_goal(work, best, self._needs, job)
        yield 4
        add_up(work, best, self._gains, job)
        rolls = 6 ** (high + low)
        self.value = job[_TOTAL] * (POINT // _PART * UNIT) // rolls
        self.chance = job[_MADE] * UNIT // rolls
        yield 2 + (pairs >> 9)


def _rolled(keep: int) -> "tuple[int, int]":
    """Returns the number of high and of low dice that are not kept."""
    return bits(dice.ALL & ~keep & _HIGH_DICE), bits(dice.ALL & ~keep & ~_HIGH_DICE)


# The inner loops


@micropython.viper
def list_outcomes(work: ptr8, first: int, count: int, sides: int) -> int:
    """Lists the outcomes of `count` dice in the rows from `first` on, and returns how many there are.

    `sides` is 6 for high dice and 5 for low ones, of which the last, a W, counts twice.
    """
    at = first
    side = 0
    while side < 8:
        work[at + side] = 0
        side += 1
    work[at] = count
    found = 0
    while True:
        found += 1
        weight = 1
        left = count
        side = 0
        while side < sides:
            part = 1
            while part <= work[at + side]:
                weight = weight * left // part
                left -= 1
                part += 1
            side += 1
        if sides < _HIGH_SIDES:
            weight = weight << work[at + 4]
        work[at + _WEIGHT] = weight
        if work[at + sides - 1] == count:
            return found
        side = 0
        while side < 8:
            work[at + 8 + side] = work[at + side]
            side += 1
        at += 8
        side = 0
        while not work[at + side]:
            side += 1
        many = work[at + side]
        work[at + side] = 0
        work[at] = many - 1
        work[at + side + 1] = work[at + side + 1] + 1


@micropython.viper
def clear(best: ptr8, size: int) -> object:
    """Sets the first `size` places to 0."""
    while size:
        size -= 1
        best[size] = 0
    return None


@micropython.viper
def next_goal(work: ptr8, needs: ptr8, job: ptr32) -> int:
    """Finds the next goal that can be reached, from job[_NEXT] on; returns 0 if there is none.

    `needs` has the dice of each number that each goal needs. Notes for each outcome of the low dice the Ws to spare and
    the points, and the most Ws to spare in job[_SPARE].
    """
    left = -1
    need = _NUMBERS * job[_NEXT] - _NUMBERS
    job[_NEXT] = job[_NEXT] - 1
    while left < 0:
        need += _NUMBERS
        job[_NEXT] = job[_NEXT] + 1
        if job[_NEXT] == job[_GOALS]:
            return 0
        left = job[_HIGH] + job[_LOW] + work[0]
        value = 10
        while value:
            rest = left - needs[need + value] + work[value]  # not a difference of two bytes, which is unsigned in Numba
            if rest < left:
                left = rest
            value -= 1
    most = 0
    row = _LOW_ROWS
    low_end = _LOW_ROWS + 8 * job[_LOWS]
    while row < low_end:
        left = 8 + work[0] + work[row + 4]
        points = 0
        value = 1
        while value < 5:
            fits = work[value] + work[row + value - 1]
            missing = needs[need + value]
            if fits >= missing:
                fits = missing
            left -= missing - fits
            points += fits * value
            value += 1
        if left < 0:
            left = 0
        if left > most:
            most = left
        work[row + _LEFT] = left
        work[row + _POINTS] = points
        row += 8
    job[_SPARE] = most
    return 1


@micropython.viper
def try_goal(work: ptr8, best: ptr8, needs: ptr8, job: ptr32) -> int:
    """Raises the points of each pair to those of the goal job[_NEXT]; returns how many pairs were compared."""
    need = _NUMBERS * job[_NEXT]
    low_end = _LOW_ROWS + 8 * job[_LOWS]
    most = job[_SPARE]
    compared = 0
    at = 0
    high = _HIGH_ROWS
    high_end = _HIGH_ROWS + 8 * job[_HIGHS]
    while high < high_end:
        left = 8
        points = 1
        value = 5
        while value < 11:
            missing = needs[need + value]
            if missing:
                fits = work[value] + work[high + value - 5]
                if fits >= missing:
                    fits = missing
                left += missing - fits
                points += fits * value
            value += 1
        if left <= most:
            compared += job[_LOWS]
            row = _LOW_ROWS
            while row < low_end:
                if work[row + _LEFT] >= left:
                    total = points + work[row + _POINTS]
                    if total > best[at]:
                        best[at] = total
                at += 1
                row += 8
        else:
            at += job[_LOWS]
        high += 8
    job[_NEXT] = job[_NEXT] + 1
    return compared


@micropython.viper
def add_up(work: ptr8, best: ptr8, gains: ptr32, job: ptr32) -> object:
    """Adds up the gains of all rolls (by the points made, plus 1), and the rolls that make the phase."""
    total = 0
    made = 0
    at = 0
    high = _HIGH_ROWS
    high_end = _HIGH_ROWS + 8 * job[_HIGHS]
    low_end = _LOW_ROWS + 8 * job[_LOWS]
    while high < high_end:
        row = _LOW_ROWS
        while row < low_end:
            if best[at]:
                weight = work[high + _WEIGHT] * work[row + _WEIGHT]
                total += weight * gains[best[at]]
                made += weight
            at += 1
            row += 8
        high += 8
    job[_TOTAL] = total
    job[_MADE] = made
    return None
