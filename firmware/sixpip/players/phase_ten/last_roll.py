"""What setting dice aside before the last roll is worth, exactly: every outcome of the roll is counted."""

import sys
from array import array

from sixpip.players.phase_ten.goals import Goal
from sixpip.players.phase_ten.outcomes import HIGH_ROWS, LOW_ROWS, NUMBERS, SIZE
from sixpip.players.phase_ten.pool import UNIT
from sixpip.players.phase_ten.worth import POINT
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice

if sys.platform == "rp2":
    from sixpip.players.phase_ten import outcomes_viper as outcomes
else:
    from sixpip.players.phase_ten import outcomes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.players.phase_ten.worth import Worth

_MOST_PAIRS = const(2000)
_MOST_GOALS = const(100)
_WORK = const(2000)  # pairs of outcomes that are compared in one step: about 2 ms on the Pico
_NEXT = const(4)
_GOALS = const(5)
_HIGH = const(6)
_LOW = const(7)
_MOST_POINTS = const(80)
_FEW = const(24)  # points of a poor phase
_OF_HIGH = b"\x01\x06\x15\x38\x7e\xfc"
_OF_LOW = b"\x01\x05\x0f\x23\x46"
"""The number of different outcomes of 0, 1, 2... dice."""
_PART = const(4)  # gains are quarter points here


class LastRoll:
    """Judges sets of dice to keep. Results: the `chance` to make the phase (UNIT is 1), the `value` (see Advice)."""

    def __init__(self) -> None:
        """Without a question."""
        self.chance = self.value = 0
        self.may_harm = False
        """Whether a phase made with few points may be worth less than a miss."""
        self._goal = Goal()
        self._work = bytearray(SIZE)
        self._best = bytearray(_MOST_PAIRS)
        self._gains = array("i", [0] * (_MOST_POINTS + 2))
        self._job = array("i", [0] * 9)
        self._needs = bytearray(_MOST_GOALS * NUMBERS)

    def start(self, worth: "Worth", phase: int) -> "Iterator[int]":
        """Begins a question: notes the goals of a phase, and what the end of the turn is worth."""
        self.may_harm = worth.gain(_FEW * POINT) < 0
        goal = self._goal
        at = 0
        for _ in goal.all_of(phase):
            if not goal.any:
                self._needs[at : at + NUMBERS] = goal.need
                at += NUMBERS
            yield 1
        self._job[_GOALS] = at // NUMBERS
        for points in range(_MOST_POINTS + 1):
            self._gains[points + 1] = worth.gain(points * POINT) * _PART // POINT
            if points % 8 == 0:
                yield 2

    def can_judge(self, keep: int) -> bool:
        """Whether the outcomes are few enough."""
        high, low = _rolled(keep)
        return high < len(_OF_HIGH) and _OF_HIGH[high] * _OF_LOW[low] <= _MOST_PAIRS

    def judge(self, faces: "bytes | bytearray", keep: int) -> "Iterator[int]":
        """Judges a set of dice to keep; yields the cost of each step."""
        work, job, best = self._work, self._job, self._best
        for value in range(NUMBERS):
            work[value] = 0
        for die in range(dice.DICE):
            if keep >> die & 1:
                work[dice.number(die, faces[die])] += 1
        high, low = _rolled(keep)
        yield 4 if high > 2 else 3
        if job[_HIGH] != high or job[_LOW] != low or not job[0]:
            job[0] = outcomes.list_outcomes(work, HIGH_ROWS, high, 6)
            job[1] = outcomes.list_outcomes(work, LOW_ROWS, low, 5)
            job[_HIGH] = high
            job[_LOW] = low
            yield 1 + (job[0] + job[1] >> 5)
        pairs = job[0] * job[1]
        outcomes.clear(best, pairs)
        job[_NEXT] = 0
        work_done = 0
        while outcomes.next_goal(work, self._needs, job):
            if work_done + pairs > _WORK:
                work_done = 0
                yield 4
            work_done += 4 * job[1] + 6 * job[0] + outcomes.try_goal(work, best, self._needs, job)
        yield 4
        outcomes.add_up(work, best, self._gains, job)
        rolls = 6 ** (high + low)
        self.value = job[2] * (POINT // _PART * UNIT) // rolls
        self.chance = job[3] * UNIT // rolls
        yield 2 + (pairs >> 9)


def _rolled(keep: int) -> "tuple[int, int]":
    """The number of high and of low dice that are not kept."""
    high = low = 0
    for die in range(dice.DICE):
        if not keep >> die & 1:
            if die < dice.HIGH:
                high += 1
            else:
                low += 1
    return high, low
