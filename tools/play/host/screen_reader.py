"""The base class of the scripted players: reads the OLED as text and finds lines of lists.

Pressing buttons and waiting are in the subclasses: scripted_player.py, tools/check/power_loss/scripted_player.py and
tools/check/bench/player.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from sixpip.board.contract import KEEP6
from tools.play.host.frames import oled_lines

_MAX_PAGES = 20
_PREFIXES = "123456 \u2192"
"""Characters before the text of a line in a list: the button's number and the arrow of the selected line."""


class Stuck(Exception):
    """The console does not reach the expected state; the message has the text on the OLED."""


class ScreenReader(ABC):
    """Reads the OLED of a console."""

    @abstractmethod
    def oled(self) -> bytes:
        """Returns the 1024 bytes that the OLED shows."""

    @property
    def lines(self) -> list[str]:
        """The eight rows of the OLED as text, with single spaces."""
        return [" ".join(line.split()) for line in oled_lines(self.oled())]

    def find_line(self, text: str, next_page: Callable[[], object]) -> int:
        """Pages through a list to the line that starts with `text` and returns its KEEP button. Raises Stuck."""
        wanted = text.lstrip(_PREFIXES)
        for _ in range(_MAX_PAGES):
            rows = self.lines[1 : KEEP6 + 2]
            for place, line in enumerate(rows):
                if line.lstrip(_PREFIXES).startswith(wanted):
                    return place
            next_page()
        raise Stuck(f"No line starts with {text}: {self.lines}")


def buttons_under(dice: int) -> list[int]:
    """Returns the KEEP buttons of the dice in a bit mask."""
    return [place for place in range(KEEP6 + 1) if dice >> place & 1]
