"""The goals of a phase that is made by numbers: exactly which sets or which run, and the dice that they lack."""

from sixpip.players.phase_ten.pool import ANY_SET, RUN, SECOND_SET, key_of
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice, phases

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBERS = const(11)  # from 0, the Ws
_TOP = const(10)
_FIRST_HIGH = const(5)
_LOW_DICE = const(4)
_SHORT_RUN = const(4)
_MEAN = const(8)  # the number of a set whose number is open


class Goal:
    """One way to make a phase: a set of `one`, and a second part of some `kind` (pool.RUN, SECOND_SET or ANY_SET).

    `need` has the dice of each number; `any` are those of the second set when its number is open.
    """

    def __init__(self) -> None:
        """Without a goal."""
        self.one = 0
        self.kind = SECOND_SET
        self.any = 0
        self.need = bytearray(NUMBERS)

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
                self._start(one, ANY_SET)
                self.need[one] = parts[1]
                self.any = parts[3]
                yield one * parts[1] + _MEAN * parts[3]
            for other in range(one if parts[1] == parts[3] else _TOP, 0, -1):
                self._start(one, SECOND_SET)
                self.need[one] = parts[1]
                self.need[other] += parts[3]
                yield one * parts[1] + other * parts[3]

    def _start(self, one: int, kind: int) -> None:
        self.one = one
        self.kind = kind
        self.any = 0
        for value in range(NUMBERS):
            self.need[value] = 0

    def _runs(self, one: int, many: int, length: int) -> "Iterator[int]":
        """Sets this goal to each run of that length, with a set of `many` dice of `one`."""
        for start in range(NUMBERS - length, 0, -1):
            self._start(one, RUN)
            self.need[one] = many
            total = one * many
            for value in range(start, start + length):
                self.need[value] += 1
                total += value
            yield total

    def missing(self, have: "bytes | bytearray") -> int:
        """The dice that are missing, without Ws; `have`: the dice of each number."""
        count = self.any
        for value in range(1, NUMBERS):
            if self.need[value] > have[value]:
                count += self.need[value] - have[value]
        return count

    def key(self, have: "bytes | bytearray", low: bool, wilds: int, rolls: int) -> int:
        """The key of the distribution of the high or the low dice (pool.key_of), when all dice that fit are kept."""
        first, end = (1, _FIRST_HIGH) if low else (_FIRST_HIGH, NUMBERS)
        one = fits = 0
        other = 0 if low else self.any
        for value in range(first, end):
            need = self.need[value]
            if need:
                kept = min(have[value], need)
                fits += kept
                if value == self.one:
                    one = need - kept
                else:
                    other += need - kept
        count = (_LOW_DICE - wilds if low else dice.HIGH) - fits
        kind = SECOND_SET if low and self.any else self.kind
        return key_of(one, other, kind, count, wilds, rolls)

    def mean_other(self, have: "bytes | bytearray", low: bool) -> int:
        """The mean number of the dice that the second part lacks, times 16."""
        if self.any:
            return _MEAN * 16
        first, end = (1, _FIRST_HIGH) if low else (_FIRST_HIGH, NUMBERS)
        total = count = 0
        for value in range(first, end):
            lacks = self.need[value] - have[value]
            if lacks > 0 and value != self.one:
                total += value * lacks
                count += lacks
        return total * 16 // count if count else 0

    def serving(self, faces: "bytes | bytearray", kept: int, wilds: bool) -> int:
        """The dice that this goal needs, and all Ws if `wilds`; of equal dice those in the set `kept` first."""
        found = 0
        left = bytearray(self.need)
        left[dice.WILD] = dice.DICE if wilds else 0
        for group in (kept, ~kept):
            for die in range(dice.DICE):
                if group >> die & 1:
                    value = dice.number(die, faces[die])
                    if left[value]:
                        left[value] -= 1
                        found |= 1 << die
        return found

    def points(self, have: "bytes | bytearray") -> int:
        """The points of the dice that fit."""
        return sum([value * min(have[value], self.need[value]) for value in range(1, NUMBERS)])

    def in_words(self) -> str:
        """The goal in at most 21 letters: "for 9s, run 5 to 8"."""
        if self.kind == ANY_SET:
            return f"for {self.one}s and another"
        numbers = [value for value in range(1, NUMBERS) if self.need[value]]
        if self.kind == RUN:
            start, end = self._run(numbers)
            return f"for {self.one}s, run {start} to {end}" if self.one else f"for the run {start} to {end}"
        if len(numbers) == 1:
            return f"for {self.one}s"
        return f"for {self.one}s and {sum(numbers) - self.one}s"

    def _run(self, numbers: "list[int]") -> "tuple[int, int]":
        """The ends of the run; `numbers`: all that are needed."""
        if self.one and len(numbers) > _SHORT_RUN:  # the set is of another number
            numbers = [value for value in numbers if value != self.one]
        return numbers[0], numbers[-1]


def count_numbers(faces: "bytes | bytearray", have: bytearray) -> None:
    """Counts the dice of each number in `have`."""
    for value in range(NUMBERS):
        have[value] = 0
    for die in range(dice.DICE):
        have[dice.number(die, faces[die])] += 1
