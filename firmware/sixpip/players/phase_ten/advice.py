"""The best play of a turn of Phase 10: which dice to set aside, whether to stop, and the chance to make the phase.

Each goal (two numbers for sets, the place of a run, a color) is judged by the exact chance to reach it when the dice
that serve it are set aside after each roll, and by the mean points. The chance of a whole position is at least that of
its best goal: another goal may come up on the way.
"""

from array import array

from sixpip.players.phase_ten.colors import ENOUGH, ColorGoals, color_in_words
from sixpip.players.phase_ten.goals import NUMBERS, Goal, count_numbers
from sixpip.players.phase_ten.pool import SLOTS, UNIT, Pool
from sixpip.players.phase_ten.question import Question
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.phases import COLOR, goal

if TYPE_CHECKING:
    from collections.abc import Iterator

CHANCE_ONLY = const(-1000)
"""The worth of a miss with which the chance to make the phase counts first, then the points."""
_NOTHING = const(-(1 << 29))
_UNIT_BITS = const(14)
_PART_BITS = const(12)
_FAR = const(5)  # goals that lack this many dice more than the nearest one, less the rolls left, are not tried


class Advice(Question):
    """The best play: see Question.

    `stop`: whether to end the turn now; `keep` are the dice to set aside otherwise. `chance`: to make the phase (UNIT
    is 1). `worth`: the mean points above those of a miss, times UNIT.
    """

    def __init__(self) -> None:
        """Without a question."""
        super().__init__()
        self.stop = False
        self.chance = 0
        self._goal = Goal()
        self._high = Pool(False)
        self._low = Pool(True)
        self._colors = ColorGoals()
        self._have = bytearray(NUMBERS)
        self._miss = 0
        self.worth = 0

    def ask(self, faces: "bytes | bytearray", phase: int, rolls: int, kept: int = 0, miss: int = CHANCE_ONLY) -> None:
        """Asks what to do with ten dice and `rolls` rolls left (0 to 2).

        `kept`: the dice set aside now, which are used first of equal ones. `miss`: the worth of a miss in points.
        """
        self._faces = faces
        self._kept = kept
        self._miss = miss
        self._task = self._work(phase, rolls)

    def _work(self, phase: int, rolls: int) -> "Iterator[int]":
        self.made = False
        self.keep = self.chance = 0
        self.stop = not rolls
        self.reason = "no roll left"
        self.worth = _NOTHING
        if goal(phase)[0] == COLOR:
            yield from self._try_colors(rolls)
        else:
            yield from self._try_goals(phase, rolls)

    def _made(self, points: int) -> None:
        """Notes that the phase is made, with these points."""
        self.made = True
        value = (points - self._miss) * UNIT
        if value > self.worth:
            self.worth = value
            self.chance = UNIT
            self.stop = True
            self.reason = "the phase is made"

    # Numbers

    def _try_goals(self, phase: int, rolls: int) -> "Iterator[int]":
        """Judges all goals that are near."""
        have = self._have
        count_numbers(self._faces, have)
        wilds = have[dice.WILD]
        nearest = dice.DICE
        for _ in self._goal.all_of(phase):
            missing = self._goal.missing(have)
            nearest = min(nearest, missing)
            if missing <= wilds:
                self._made(self._goal.points(have))
            yield 2
        if not rolls:
            return
        for points in self._goal.all_of(phase):
            if self._goal.missing(have) < nearest + _FAR - rolls:
                yield from self._try(points, wilds, rolls)
                if wilds:
                    yield from self._try(points, 0, rolls)
            yield 2

    def _try(self, points: int, wilds: int, rolls: int) -> "Iterator[int]":
        """Judges one goal, with all Ws kept or none; `points`: with natural dice only."""
        have = self._have
        high = self._goal.key(have, False, 0, rolls)
        low = self._goal.key(have, True, wilds, rolls)
        yield 4
        self._high.limit()
        yield from self._high.find(high)
        self._low.limit()
        yield from self._low.find(low)
        chance = self._judge(self._high.found(high), self._low.found(low), points)
        yield 3
        if chance >= 0:
            self.keep = self._goal.serving(self._faces, self._kept, wilds > 0)
            self.chance = chance
            self.stop = False
            self.reason = self._goal.in_words()
            yield 3

    def _judge(self, high: "array[int]", low: "array[int]", points: int) -> int:
        """The chance of the goal if it is worth more than the best way so far, else -1."""
        chance = one = other_high = other_low = 0
        enough = one_low = second_low = 0  # of the low dice with at least `slot` Ws to spare
        for slot in range(SLOTS - 1, -1, -1):
            enough += low[slot]
            one_low += low[SLOTS + slot]
            second_low += low[2 * SLOTS + slot]
            chance += high[slot] * enough >> _UNIT_BITS
            one += (high[SLOTS + slot] * enough + high[slot] * one_low) >> _PART_BITS
            other_high += high[2 * SLOTS + slot] * enough >> _PART_BITS
            other_low += high[slot] * second_low >> _PART_BITS
        value = chance * (points - self._miss) - self._goal.one * one
        value -= self._goal.mean_other(self._have, False) * other_high >> 4
        value -= self._goal.mean_other(self._have, True) * other_low >> 4
        if value <= self.worth:
            return -1
        self.worth = value
        return chance

    # Colors

    def _try_colors(self, rolls: int) -> "Iterator[int]":
        """Judges each color."""
        for color in range(len(dice.COLORS)):
            colors = self._colors
            yield from colors.judge(self._faces, color, rolls)
            if colors.count == ENOUGH:
                self._made(colors.points)
            value = colors.chance * (colors.points - self._miss)
            if rolls and value > self.worth:
                self.worth = value
                self.chance = colors.chance
                self.keep = colors.serving
                self.stop = False
                self.reason = color_in_words(color)
