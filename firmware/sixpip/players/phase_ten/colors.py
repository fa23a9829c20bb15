"""The goals of the phase of one color: the chance to get enough dice of it, counted die by die."""

from array import array

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice

if TYPE_CHECKING:
    from collections.abc import Iterator

ENOUGH = const(7)
"""The dice of one color that the phase needs."""
_MEAN = const(7)  # points of a die that is still to come
_FINE = const(1 << 20)
_TO_UNIT = const(6)  # from _FINE


class ColorGoals:
    """Judges a color. Results: the `chance` (pool.UNIT is 1) to have enough dice of it, the mean `points`.

    `serving` are the dice of it to set aside, `count` their number: those with the highest numbers, at most ENOUGH.
    """

    def __init__(self) -> None:
        """Without a color."""
        self.serving = self.count = self.chance = self.points = 0
        self._chances = array("i", [0] * (ENOUGH + 1))  # by the number of dice, the last for more as well

    def judge(self, faces: "bytes | bytearray", color: int, rolls: int) -> "Iterator[int]":
        """Judges a color with that many rolls left, yields the cost of each step."""
        self.choose(faces, color)
        yield 2
        chances = self._chances
        count = self.count
        for at in range(ENOUGH + 1):
            chances[at] = 0
        chances[count] = _FINE
        for die in range(dice.DICE):
            if rolls and not self.serving >> die & 1:
                self._roll_die(_sides(die, color), rolls)
                yield 2
        self.chance = chances[ENOUGH] >> _TO_UNIT
        self.points += (ENOUGH - count) * _MEAN

    def choose(self, faces: "bytes | bytearray", color: int) -> None:
        """Finds the dice that serve, their `count` and their `points`."""
        shown = [
            (dice.number(die, faces[die]), die) for die in range(dice.DICE) if dice.color(die, faces[die]) == color
        ]
        shown.sort(reverse=True)
        self.serving = self.points = 0
        self.count = min(len(shown), ENOUGH)
        for number, die in shown[:ENOUGH]:
            self.serving |= 1 << die
            self.points += number

    def _roll_die(self, sides: int, rolls: int) -> None:
        """Changes the chances by a die that shows the color on that many of its sides."""
        misses, all_sides = 6 - sides, 6
        if rolls > 1:
            misses, all_sides = misses * misses, 36
        chances = self._chances
        for at in range(ENOUGH, -1, -1):
            rest = chances[at] * misses // all_sides
            if at < ENOUGH:
                chances[at + 1] += chances[at] - rest
                chances[at] = rest


def _sides(die: int, color: int) -> int:
    """The number of sides of a die that show a color."""
    return len([face for face in range(6) if dice.color(die, face) == color])


def color_in_words(color: int) -> str:
    """The goal of a color, "for blue dice"."""
    return "for " + ("red", "orange", "green", "blue")[color] + " dice"
