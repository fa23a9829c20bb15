"""The best play of a turn of Phase 10: which dice to set aside, whether to stop, and the chance to make the phase.

With two rolls left, it is looked up in the shipped tables (two_rolls.py). Before the last roll each goal (two numbers
for sets, the place of a run) is judged by the exact chance to reach it when the dice that serve it are set aside, and
by the mean points; the dice of the best goals are then judged exactly. A color is judged by its own chance and mean
points.
"""

from array import array

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.phase_ten.solver import pool
from sixpip.players.phase_ten.solver.colors import ENOUGH, ColorGoals
from sixpip.players.phase_ten.solver.goals import (
    FITS,
    HIGH,
    LOW,
    NUMBERS,
    NUMBERS_LACKED,
    POINT,
    SECOND,
    Goal,
    TurnWorth,
    count_numbers,
    goal_text,
)
from sixpip.players.phase_ten.solver.last_roll import LastRoll
from sixpip.players.phase_ten.solver.pool import ANY_SET, SECOND_SET, UNIT, Pool
from sixpip.players.phase_ten.solver.two_rolls import TwoRolls
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.phases import COLOR, goal

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

_NOTHING = const(-(1 << 29))
_HOPELESS = const(-(1 << 29) + 100)
_LOW_DICE = const(4)
_LEAST_MORE = const(3 << 17)  # 1.5 points: less may be an error of the tables
_CANDIDATES = const(8)  # goals whose dice are judged again before the last roll
_PATIENCE = const(2500)  # the cost from which on a question is answered with what is known
_FAR = const(4)  # goals that lack this many dice more than the nearest one are not tried
_LIKELY = const(1 << 12)  # a quarter of UNIT; below this chance no die of the color is rolled again
_STEP = const(4)
"""The cost of one step. The computations yield their cost in units of about half a millisecond on the Pico."""


class BestPlay:
    """Finds the best play for the dice on the table. Call `ask`, then `step` until it returns False.

    Then the results are valid. `made` says whether the dice make the phase, and `stop` whether to end the turn now.
    `keep` has the dice to set aside otherwise, and `reason` says for what, in at most 21 letters. `chance` is the
    chance to make the phase (UNIT is 1), and `value` is the mean worth above that of a miss, times UNIT.
    """

    def __init__(self) -> None:
        self.made = self.stop = False
        self.keep = 0
        self.reason = ""
        self.chance = 0
        self.value = 0
        self.worth = TurnWorth()
        """What the end of the turn is worth. It must be set before `ask`."""
        self.number = 0
        """Counts the calls of `ask`, because several players share this object."""
        self.spent = 0
        """The cost since `ask`."""
        self._faces: bytes | bytearray = bytearray(dice.DICE)
        self._kept = 0
        self._task: Iterator[int] | None = None
        self._goal = Goal()
        self._number = 0  # of the goal of the best way to play
        self._high = Pool(False)
        self._low = Pool(True, self._high)
        self._result = array("i", [0] * 4)
        self._colors = ColorGoals()
        self._have = bytearray(NUMBERS)
        self._last = LastRoll()
        self._two = TwoRolls()
        self._found: list[tuple[int, int, int, int]] = []  # value, number of the goal, Ws kept, chance

    def step(self) -> bool:
        """Works for a few milliseconds on the Pico. Returns True while more is left."""
        done = 0
        if self._task:
            for cost in self._task:
                done += cost
                self.spent += cost
                if done >= _STEP:
                    return True
        self._task = None
        return False

    def ask(self, faces: "bytes | bytearray", phase: int, rolls: int, kept: int = 0) -> None:
        """Begins to find out what to do with ten dice and `rolls` rolls left (0 to 2).

        `kept` are the dice set aside now; among equal dice, these are used first.
        """
        self.number += 1
        self._faces = faces
        self._kept = kept
        self.spent = 0
        self._task = self._work(phase, rolls)

    def _work(self, phase: int, rolls: int) -> "Iterator[int]":
        self.made = False
        self.keep = self.chance = 0
        self.stop = not rolls
        self.reason = "no rolls left"
        self.value = _NOTHING
        if goal(phase)[0] == COLOR:
            yield from self._try_colors(phase, rolls)
        else:
            yield from self._try_goals(phase, rolls)

    def _made(self, points: int) -> None:
        """Notes that the phase is made, with these points."""
        self.made = True
        value = self.worth.gain(points * POINT) * UNIT
        if value > self.value:
            self.value = value
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
            yield 1
        if rolls == 2:
            yield from self._look_up(phase)
        elif rolls:
            yield from self._try_near(phase, wilds, nearest)

    def _look_up(self, phase: int) -> "Iterator[int]":
        """Looks up the best dice to keep with two rolls left, and takes them if they are worth more than stopping."""
        two = self._two
        yield from two.judge(self._faces, self._kept, phase, self.worth)
        if two.value > self.value + _LEAST_MORE:
            self.value = two.value
            self.chance = two.chance
            self.keep = two.keep
            self.stop = False
            yield from self._explain(phase)

    def _explain(self, phase: int) -> "Iterator[int]":
        """Sets the reason to the goal that lacks the fewest dice besides those to keep."""
        if not self.keep:
            self.reason = "for a new start"
            return
        goal, have = self._goal, self._have
        count_numbers(self._faces, have, self.keep)
        fewest = dice.DICE
        for _ in goal.all_of(phase):
            missing = goal.missing(have)
            if missing < fewest:
                fewest = missing
                self.reason = goal_text(phase, goal.one, goal.other)
            yield 2

    def _try_near(self, phase: int, wilds: int, nearest: int) -> "Iterator[int]":
        """Judges the goals that are near before the last roll."""
        have = self._have
        self._found.clear()
        number = 0
        for points in self._goal.all_of(phase):
            if self._goal.missing(have) < nearest + _FAR:
                yield from self._try(number, points * POINT, wilds)
            number += 1
            yield 1
        yield from self._choose(phase)

    def _try(self, number: int, points: int, wilds: int) -> "Iterator[int]":
        """Judges one goal with each number of Ws kept. `points` are those with natural dice only, times POINT."""
        goal = self._goal
        lacks = goal.compare(self._have)
        kind = goal.kind
        missing = lacks[HIGH + SECOND]
        self._high.find(lacks[HIGH], missing, kind, dice.HIGH - lacks[HIGH + FITS], 0)
        mean_high = lacks[HIGH + NUMBERS_LACKED] * POINT // missing if missing else 0
        one, other = lacks[LOW], lacks[LOW + SECOND]
        mean_low = lacks[LOW + NUMBERS_LACKED] * POINT // other if other else 0
        if kind == ANY_SET:
            kind = SECOND_SET
        result = self._result
        yield 3
        for kept in range(wilds, -1, -1):
            self._low.find(one, other, kind, _LOW_DICE - kept - lacks[LOW + FITS], kept)
            pool.join(self._high.sums, self._low.sums, result)
            chance = result[0]
            value = _HOPELESS - one - other - missing
            if chance:
                lost = goal.one * POINT * result[1] + mean_high * result[2] + mean_low * result[3]
                value = chance * self.worth.gain(points - lost // chance)
            self._note(value, number, kept, chance)
            yield 3

    def _note(self, value: int, number: int, wilds: int, chance: int) -> None:
        """Notes a way to play among the best ones."""
        found = self._found
        at = len(found)
        while at and found[at - 1][0] < value:
            at -= 1
        if at < _CANDIDATES:
            found.insert(at, (value, number, wilds, chance))
            if len(found) > _CANDIDATES:
                found.pop()

    def _choose(self, phase: int) -> "Iterator[int]":
        """Judges the ways to play that were noted exactly, and takes the best one."""
        last = self._last
        if self._found:
            yield from last.start(self.worth, phase)
        keeps = yield from self._serving(phase)
        best = second = _NOTHING, 0, -1  # value, number, dice to keep
        tried = set()
        for (value, number, _, chance), keep in zip(self._found, keeps):
            keep = self._judgeable(keep) if last.may_harm else keep
            if keep in tried or self.spent > _PATIENCE:
                continue
            tried.add(keep)
            if last.can_judge(keep):
                yield from last.judge(self._faces, keep)
                value, chance = last.value, last.chance
            if value > best[0]:
                best, second = (value, number, keep), best
            elif value > second[0]:
                second = value, number, keep
            self._take(number, keep, value, chance)
        if second[2] >= 0:
            yield from self._try_both(best[1], best[2], second[2])
        if last.may_harm and best[2] >= 0:
            yield from self._improve(best[2])
        if not self.stop:
            for number, _ in enumerate(self._goal.all_of(phase)):
                if number == self._number:
                    break
                yield 1
            self.reason = goal_text(phase, self._goal.one, self._goal.other)

    def _try_both(self, number: int, keep: int, other: int) -> "Iterator[int]":
        """Judges the dice that the two best ways to play share, and those that at least one of them keeps."""
        last = self._last
        for dice_of_both in (keep & other, keep | other):
            if dice_of_both not in (keep, other) and last.can_judge(dice_of_both) and self.spent <= _PATIENCE:
                yield from last.judge(self._faces, dice_of_both)
                self._take(number, dice_of_both, last.value, last.chance)

    def _serving(self, phase: int) -> "Generator[int, None, list[int]]":
        """Yields the dice to keep of each way to play that was noted."""
        keeps = [0] * len(self._found)
        for number, _ in enumerate(self._goal.all_of(phase)):
            yield 1
            for at, way in enumerate(self._found):
                if way[1] == number:
                    keeps[at] = self._goal.serving(self._faces, self._kept, way[2])
                    yield 4
        return keeps

    def _judgeable(self, keep: int) -> int:
        """Returns `keep` with enough dice more that the last roll can be judged. A die kept for nothing is no harm."""
        for die in range(dice.DICE - 1, -1, -1):
            if self._last.can_judge(keep):
                break
            keep |= 1 << die
        return keep

    def _take(self, number: int, keep: int, value: int, chance: int) -> None:
        """Takes a way to play if it is the best so far."""
        if value > self.value:
            self.value = value
            self.chance = chance
            self.keep = keep
            self.stop = False
            self._number = number

    def _improve(self, keep: int) -> "Iterator[int]":
        """Looks for a better set of dice to keep than this one, die by die, where a made phase may do harm."""
        last = self._last
        best = _NOTHING
        die = same = 0
        while self.spent < _PATIENCE:
            judged = last.can_judge(keep)
            if judged:
                yield from last.judge(self._faces, keep)
                self._take(self._number, keep, last.value, last.chance)
            if judged and last.value > best:
                best = last.value
                same = 0
            else:
                keep ^= 1 << die
            if same == dice.DICE:
                break
            die = (die or dice.DICE) - 1
            keep ^= 1 << die
            same += 1

    # Colors

    def _try_colors(self, phase: int, rolls: int) -> "Iterator[int]":
        """Judges each color."""
        for color in range(len(dice.COLORS)):
            self._colors.choose(self._faces, color)
            yield 2
            if self._colors.count == ENOUGH:
                self._made(self._colors.points)
            if rolls:
                yield from self._try_color(phase, color, rolls)

    def _try_color(self, phase: int, color: int, rolls: int) -> "Iterator[int]":
        """Judges a color, with its dice set aside, then without the lowest ones as long as that is better."""
        colors, faces = self._colors, self._faces
        keep = colors.serving
        best = _NOTHING
        while True:
            yield from colors.judge(faces, color, rolls, keep)
            value = colors.chance * self.worth.gain(colors.mean)
            if value > self.value:
                self.value = value
                self.chance = colors.chance
                self.keep = keep
                self.stop = False
                self.reason = goal_text(phase, color, 0)
            if value <= best or not keep or colors.chance < _LIKELY:
                return
            best = value
            keep &= ~(1 << self._lowest(keep))

    def _lowest(self, keep: int) -> int:
        """Returns the die in `keep` that shows the lowest number."""
        kept = [(dice.number(die, self._faces[die]), die) for die in range(dice.DICE) if keep >> die & 1]
        return min(kept)[1]


def best_play_of(shared: "dict[str, object]") -> BestPlay:
    """Returns the BestPlay that the players of a game share. It is added to `shared` when missing."""
    best = shared.get("best play")
    if not isinstance(best, BestPlay):
        best = shared["best play"] = BestPlay()
    return best
