"""Finds the best use of the ten dice on the table for a phase, and its points (PH-04 to PH-07).

Every way to make a phase needs a number of dice of each value. The dice that show those values are used, and Ws for
the rest, so that one pass over all ways finds the best one exactly.
"""

from sixpip.compat import const
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.phases import COLOR, RUN, goal

_NUMBERS = const(11)  # from 0, the Ws
_TOP = const(10)


class BestUse:
    """Finds the best use of the dice on the table; its fields are the result.

    `points` is -1 when the phase is not made; `used` are then the dice that come nearest to it, and `short` is the
    number of dice that are missing. `one` is the number of the first set, or the color. `other` is the number of the
    second set, or the start of the run. Both are 0 where the phase has none.
    """

    def __init__(self) -> None:
        self.points = -1
        self.used = 0
        self.short = 0
        self.one = self.other = 0
        self._number = bytearray(dice.DICE)  # one entry per die, as on the table
        self._color = bytearray(dice.DICE)
        self._have = bytearray(_NUMBERS)  # dice by number
        self._need = bytearray(_NUMBERS)
        self._size = 0
        self._most = 0
        self._sum = 0
        self._asked: tuple[bytes, int, int] | None = None

    def find(self, faces: "bytes | bytearray", phase: int, first: int = 0) -> None:
        """Finds the best use of all ten faces for a phase; among equal dice, those in the set `first` are used first.

        It takes 8 ms on the Pico, unless the last call asked for the same.
        """
        asked = (bytes(faces), phase, first)
        if asked == self._asked:
            return
        self._asked = asked
        have = self._have
        for value in range(_NUMBERS):
            have[value] = self._need[value] = 0
        for die in range(dice.DICE):
            value = self._number[die] = dice.number(die, faces[die])
            self._color[die] = dice.color(die, faces[die])
            have[value] += 1
        parts = goal(phase)
        self._size = parts[1] + (parts[3] if len(parts) > 2 else 0)
        self._most = -1
        self._sum = 0
        if parts[0] == COLOR:
            self._colors(first)
            return
        if parts[0] == RUN:
            self._runs(parts[1])
        elif parts[2] == RUN:
            self._set_and_run(parts[1], parts[3])
        else:
            self._two_sets(parts[1], parts[3])
        need = self._need
        need[dice.WILD] = self._size - self._most
        used = dice.serving(faces, need, first)
        self._set_result(used, need[dice.WILD])

    def _better(self, many: int, total: int) -> bool:
        """Notes a way that uses `many` dice with `total` points, if it is the best so far. Returns whether it is."""
        enough = self._size - self._have[dice.WILD]
        if many >= enough and self._most >= enough:
            better = total > self._sum
        else:
            better = many > self._most or (many == self._most and total > self._sum)
        if better:
            self._most = many
            self._sum = total
        return better

    def _want(self, one: int, many_one: int, other: int = 0, many_other: int = 0) -> None:
        """Notes the sets of the best way so far."""
        self.one, self.other = one, other
        for value in range(_NUMBERS):
            self._need[value] = 0
        self._need[one] = many_one
        self._need[other] += many_other

    def _want_run(self, start: int, length: int) -> None:
        self.other = start
        for value in range(start, start + length):
            self._need[value] += 1

    def _runs(self, length: int) -> None:
        """Tries all runs of that length, without wrapping around."""
        for start in range(_NUMBERS - length, 0, -1):
            many = total = 0
            for value in range(start, start + length):
                if self._have[value]:
                    many += 1
                    total += value
            if self._better(many, total):
                self._want(0, 0)
                self._want_run(start, length)

    def _two_sets(self, many_one: int, many_other: int) -> None:
        """Tries all pairs of sets; both may be of one number."""
        have = self._have
        for one in range(_TOP, 0, -1):
            ones = min(have[one], many_one)
            for other in range(_TOP, 0, -1):
                if other == one:
                    many = min(have[one], many_one + many_other)
                    total = one * many
                else:
                    others = min(have[other], many_other)
                    many = ones + others
                    total = one * ones + other * others
                if self._better(many, total):
                    self._want(one, many_one, other, many_other)

    def _set_and_run(self, many: int, length: int) -> None:
        """Tries all sets with all runs; a number in both needs one more die."""
        have = self._have
        for start in range(1, _NUMBERS + 1 - length):
            in_run = total = 0
            for value in range(start, start + length):
                if have[value]:
                    in_run += 1
                    total += value
            for one in range(_TOP, 0, -1):
                left = have[one]
                if left and start <= one < start + length:
                    left -= 1
                in_set = min(left, many)
                if self._better(in_run + in_set, total + one * in_set):
                    self._want(one, many)
                    self._want_run(start, length)

    def _set_result(self, used: int, short: int) -> None:
        self.used = used
        self.short = short
        self.points = -1 if short else self._sum

    def _colors(self, first: int) -> None:
        """Finds the color with the most dice; if several have enough, the one with the most points. A W has one color
        (PH-05).
        """
        used = 0
        self._have[dice.WILD] = 0  # no die counts as another color
        for color in range(len(dice.COLORS)):
            shown = [
                (self._number[die], first >> die & 1, die) for die in range(dice.DICE) if self._color[die] == color
            ]
            shown.sort(reverse=True)
            best = shown[: self._size]
            if self._better(len(best), sum([number for number, _, _ in best])):
                used = sum([1 << die for _, _, die in best])
                self.one, self.other = color, 0
        self._set_result(used, self._size - self._most)
