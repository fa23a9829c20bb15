"""A computation about ten dice in steps of a few milliseconds: what advice and the nearest goal have in common."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten import dice

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEP = const(4)
"""The cost of one step: the computations yield their cost in units of about half a millisecond on the Pico."""


class Question:
    """A question about the dice on the table: `ask` (in the subclasses), then `step` until it returns False.

    The results are valid after that: `made`: whether the dice make the phase; `keep`: the dice to set aside; `reason`:
    what for, in at most 21 letters.
    """

    def __init__(self) -> None:
        """Without a question."""
        self.made = False
        self.keep = 0
        self.reason = ""
        self._faces: bytes | bytearray = bytearray(dice.DICE)
        self._kept = 0
        self._task: Iterator[int] | None = None
        self.number = 0
        """Counts the questions asked: another asker may share this object."""
        self.spent = 0
        """The cost of this question so far."""

    def step(self) -> bool:
        """Works for a few milliseconds on the Pico; True while more is left."""
        done = 0
        if self._task:
            for cost in self._task:
                done += cost
                self.spent += cost
                if done >= _STEP:
                    return True
        self._task = None
        return False
