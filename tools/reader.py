"""Whoever reads a console as a person does: the words on its OLED, a line of its lists, the buttons under its dice.

How a button is pressed, and when the console rests, is the business of those who build on it: the hands of power cuts
(tools/cuts/hands.py), the player with a clock (tools/bench/player.py) and the person of the tests (host_tests).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from sixpip.board.buttons import KEEP6
from tools.frames import oled_lines

_PAGES = 20
_MARKS = "123456 \u2192"
"""What a line of a list may have before its words: the key cap, the arrow of the line that is marked."""


class Stuck(Exception):
    """The console does not do what the person wants; the message has what the OLED says."""


class Reader(ABC):
    """Somebody who looks at the OLED of a console."""

    @abstractmethod
    def oled(self) -> bytes:
        """What the OLED shows."""

    @property
    def lines(self) -> list[str]:
        """The eight rows of the OLED as text, without the spaces around."""
        return [" ".join(line.split()) for line in oled_lines(self.oled())]

    def find(self, words: str, turn: Callable[[], object]) -> int:
        """In a list, `turn` its pages until a line begins with `words`: the KEEP button beside it. Raises Stuck."""
        wanted = words.lstrip(_MARKS)
        for _ in range(_PAGES):
            rows = self.lines[1 : KEEP6 + 2]
            for place, line in enumerate(rows):
                if line.lstrip(_MARKS).startswith(wanted):
                    return place
            turn()
        raise Stuck(f"No line says {words}: {self.lines}")


def buttons_under(dice: int) -> list[int]:
    """The KEEP buttons under some dice, given one bit each."""
    return [place for place in range(KEEP6 + 1) if dice >> place & 1]
