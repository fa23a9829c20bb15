"""The goal that the dice come nearest to, of equal ones that with most points: what a player sees at a glance."""

from sixpip.players.phase_ten.colors import ENOUGH, ColorGoals, color_in_words
from sixpip.players.phase_ten.goals import NUMBERS, Goal, count_numbers
from sixpip.players.phase_ten.question import Question
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.phases import COLOR, goal

if TYPE_CHECKING:
    from collections.abc import Iterator

_POINTS = const(100)  # more than a phase can score


class Nearest(Question):
    """Finds the dice of the nearest goal, with all Ws: see Question. `natural`: no W is needed."""

    def __init__(self) -> None:
        """Without a question."""
        super().__init__()
        self.natural = False
        self._goal = Goal()
        self._have = bytearray(NUMBERS)

    def ask(self, faces: "bytes | bytearray", phase: int, kept: int) -> None:
        """Asks about ten dice; of equal dice those in the set `kept` are used first."""
        self.number += 1
        self._faces = faces
        self._kept = kept
        self._task = self._colors() if goal(phase)[0] == COLOR else self._numbers(phase)

    def _numbers(self, phase: int) -> "Iterator[int]":
        have = self._have
        count_numbers(self._faces, have)
        best = -_POINTS * dice.DICE
        for _ in self._goal.all_of(phase):
            missing = self._goal.missing(have)
            rank = self._goal.points(have) - _POINTS * max(0, missing - have[dice.WILD])
            if not self._goal.any and rank > best:
                best = rank
                self.made = missing <= have[dice.WILD]
                self.natural = not missing
                self.keep = self._goal.serving(self._faces, self._kept, dice.DICE)
                self.reason = self._goal.in_words()
            yield 2

    def _colors(self) -> "Iterator[int]":
        best = -1
        colors = ColorGoals()
        for color in range(len(dice.COLORS)):
            colors.choose(self._faces, color)
            rank = colors.count * _POINTS + colors.points
            if rank > best:
                best = rank
                self.made = self.natural = colors.count == ENOUGH
                self.keep = colors.serving
                self.reason = color_in_words(color)
            yield 2
