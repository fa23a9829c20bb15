"""The goals of a phase (which sets, run or color), the dice that they lack, and the worth of making the phase."""

from array import array

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.phase_ten.solver import pool
from sixpip.players.phase_ten.solver.pool import ANY_SET, RUN, SECOND_SET
from sixpip.rules.phase_ten import dice, phases

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBERS = const(11)  # from 0, the Ws
_TOP = const(10)
_FIRST_HIGH = const(5)
_MEAN_OF_SET = const(8)  # the number of a set whose number is open
_NONE = bytes(NUMBERS)
LOW = const(1)
HIGH = const(5)
SECOND = const(1)
NUMBERS_LACKED = const(2)
FITS = const(3)
POINTS = const(9)
"""Indexes in what `compare` returns. LOW and HIGH are for what the first part lacks on low and on high dice; SECOND,
NUMBERS_LACKED and FITS are added to them. POINTS is for the sum of what fits."""
POINT = const(16)
"""The integer for one point."""
CHANCE_ONLY = const(-1000)
"""The worth of a miss, in points, with which the chance to make the phase counts first, then the points."""
_USUAL = const(42)  # points of a phase
_RACE = const(0)  # a miss with other players: nothing is scored, and a turn is lost
_CLOSING = const(-40)  # a miss in the closing turns: there are no more turns


class Goal:
    """One way to make a phase: a set of `one`, and a second part of some `kind` (pool.RUN, SECOND_SET or ANY_SET).

    `other` is the number of the second set (0 for any), or the start of the run. `need` has the dice of each number;
    `any` are those of the second set when its number is open.
    """

    def __init__(self) -> None:
        self.one = self.other = 0
        self.kind = SECOND_SET
        self.any = 0
        self.need = bytearray(NUMBERS)
        self._lacks = array("i", [0] * (POINTS + 1))

    def all_of(self, phase: int) -> "Iterator[int]":
        """Sets this goal to each way to make a phase in turn; yields the points with natural dice only."""
        parts = phases.goal(phase)
        if parts[0] == phases.RUN:
            yield from self._runs(0, 0, parts[1])
            return
        for one in range(_TOP, 0, -1):
            if parts[2] == phases.RUN:
                yield from self._runs(one, parts[1], parts[3])
                continue
            if one >= _FIRST_HIGH:
                self._start(one, 0, ANY_SET)
                self.need[one] = parts[1]
                self.any = parts[3]
                yield one * parts[1] + _MEAN_OF_SET * parts[3]
            for other in range(one if parts[1] == parts[3] else _TOP, 0, -1):
                self._start(one, other, SECOND_SET)
                self.need[one] = parts[1]
                self.need[other] += parts[3]
                yield one * parts[1] + other * parts[3]

    def _start(self, one: int, other: int, kind: int) -> None:
        self.one = one
        self.other = other
        self.kind = kind
        self.any = 0
        self.need[:] = _NONE

    def _runs(self, one: int, many: int, length: int) -> "Iterator[int]":
        """Sets this goal to each run of that length, with a set of `many` dice of `one`."""
        for start in range(NUMBERS - length, 0, -1):
            self._start(one, start, RUN)
            self.need[one] = many
            total = one * many
            for value in range(start, start + length):
                self.need[value] += 1
                total += value
            yield total

    def compare(self, have: "bytes | bytearray") -> "array[int]":
        """Compares what the goal needs with the dice of each number, as pool.compare does."""
        lacks = self._lacks
        lacks[0] = self.one
        pool.compare(self.need, have, lacks)
        if self.any:
            lacks[HIGH + SECOND] = self.any
            lacks[HIGH + NUMBERS_LACKED] = self.any * _MEAN_OF_SET
        return lacks

    def missing(self, have: "bytes | bytearray") -> int:
        """Returns how many dice are missing if no W is used. `have` has the dice of each number."""
        lacks = self.compare(have)
        return lacks[LOW] + lacks[LOW + SECOND] + lacks[HIGH] + lacks[HIGH + SECOND]

    def serving(self, faces: "bytes | bytearray", kept: int, wilds: int) -> int:
        """Returns the dice that this goal needs, and `wilds` Ws. Among equal dice, those in `kept` come first."""
        need = bytearray(self.need)
        need[dice.WILD] = wilds
        return dice.serving(faces, need, kept)

    def points(self, have: "bytes | bytearray") -> int:
        """Returns the points of the dice that fit."""
        return sum([value * min(have[value], self.need[value]) for value in range(1, NUMBERS)])


def goal_text(phase: int, one: int, other: int) -> str:
    """Returns a goal in at most 21 letters, such as "for 9s, run 5 to 8".

    `one` is the number of the first set, or the color. `other` is that of the second set (0 for any), or the start of
    the run.
    """
    parts = phases.goal(phase)
    if parts[0] == phases.COLOR:
        return "for " + ("red", "orange", "green", "blue")[one] + " dice"
    if phases.RUN in (parts[0], parts[-2]):
        run = f"run {other} to {other + parts[-1] - 1}"
        return f"for {one}s, {run}" if one else f"for the {run}"
    if not other:
        return f"for {one}s and another"
    return f"for {one}s" if one == other else f"for {one}s and {other}s"


def count_numbers(faces: "bytes | bytearray", have: bytearray, among: int = dice.ALL) -> None:
    """Counts the dice of each number in `have`; `among` are the dice that count."""
    for value in range(NUMBERS):
        have[value] = 0
    for die in range(dice.DICE):
        if among >> die & 1:
            have[dice.number(die, faces[die])] += 1


class TurnWorth:
    """The worth of points made, and of a miss, in units of 1 / POINT."""

    def __init__(self) -> None:
        self.set(CHANCE_ONLY * POINT)

    def set(self, miss: int, table: bytes = b"\x00", first: int = 0) -> None:
        """Sets what a miss is worth. `table` has what is added to the points from `first` on, in quarter points."""
        self.miss = miss
        self._table = table
        self._first = first * POINT
        self.gains: array[int] | None = None
        """What is gained against a miss by each number of points, if not the points themselves."""

    def set_gains(self, gains: "array[int]") -> None:
        """Sets `gains`; a miss is then worth about `miss` points."""
        self.set(_USUAL * POINT - gains[_USUAL])
        self.gains = gains

    def set_race(self, phase: int, closing: bool) -> None:
        """Sets the worth of a turn with other players. With `closing`, the next miss ends the last turn."""
        self.set(POINT * (_RACE if not closing else _CLOSING if phase < phases.PHASES else CHANCE_ONLY))

    def is_open(self) -> bool:
        """Returns whether the points also decide about a bonus."""
        return len(self._table) > 1

    def gain(self, points: int) -> int:
        """Returns what is gained against a miss by making the phase with these points (times POINT)."""
        gains = self.gains
        if gains:
            at = max(0, min(points // POINT, len(gains) - 2))
            part = max(0, min(points - at * POINT, POINT))
            return (gains[at] * (POINT - part) + gains[at + 1] * part) // POINT
        at = points - self._first
        table = self._table
        if at <= 0:
            more = table[0] * POINT
        elif at >= (len(table) - 1) * POINT:
            more = table[-1] * POINT
        else:
            part = at % POINT
            at //= POINT
            more = table[at] * (POINT - part) + table[at + 1] * part
        return points + (more >> 2) - self.miss
