"""Games of the page that are played apart from those of the console, for MicroPython in the page: dice and files.

The dice of such a game follow from a text that all its players have, and the game counts for no records. The games are
the game of the day (game_of_the_day.py), a duel by link (duel.py), and a game with the dice of another one (again.py).
"""

import hashlib

from sixpip.board.contract import BANK, ROLL
from sixpip.compat import ticks_diff
from sixpip.rules.core import log_text, replay
from sixpip.rules.core.actions import OVER
from sixpip.storage.record_store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FACES = 6
_FAIR = 252  # bytes from here on would favor the low faces
_STATISTICS = "statistics"
_RESULT_MS = 4000
"""How long the ranking of a game that is over is shown."""

MOST_BYTES = 65536
"""Of the log of a game whose dice follow from it: a page has more room than a console."""

_left_rankings: "list[object]" = []
"""The ranking on which ROLL or BANK was pressed."""
_seen_ms: "dict[object, int]" = {}
"""When the ranking was on the OLED first, in milliseconds."""


def faces_of(text: str, dice: int) -> bytearray:
    """Returns the faces that follow from a text, as numbers from 0. The formula is in firmware/RANDOMNESS.md."""
    fair = [byte % _FACES for byte in numbers_of(text) if byte < _FAIR]
    return bytearray(fair[:dice])


def numbers_of(text: str) -> bytes:
    """Returns the 32 bytes that follow from a text."""
    return hashlib.sha256(text.encode()).digest()


class ApartStore(Store):
    """The files of such a game, without records and statistics."""

    def save(self, name: str, value: "Any") -> bool:
        """Saves everything else; returns what the store does."""
        return name == _STATISTICS or super().save(name, value)


def lines_of(log: "Any") -> "list[str]":
    """Returns the lines of the log of a game in play, written or not, without actions that were taken back.

    The comments at the end of a turn (log_text.TURN_END) stay, except of a turn whose end was taken back.
    """
    lines: list[str] = []
    if log.path():
        try:
            lines = _lines_in(log.path())
        except OSError:
            pass  # it is not begun
    left = replay.without_undone(lines + log.lines)
    return [left[at] for at in range(len(left)) if not ends_turn(left[at]) or left[at - 1]]


def ends_turn(line: str) -> bool:
    """Returns whether a line of a log is the comment at the end of a turn."""
    return line.startswith("# ") and log_text.TURN_END in line


def saved_lines(folder: str, name: str) -> "list[str]":
    """Returns the lines of a log that the page has saved. Raises OSError."""
    return _lines_in(f"{folder}/{name}")


def _lines_in(path: str) -> "list[str]":
    with open(path, "rb") as file:
        return file.read().decode().rstrip("\n").split("\n")


def finished(app: "Any") -> str:
    """Returns the path of the log of a game that is over and saved, else ""."""
    session = app.session
    return session.log.path() if session and session.game.stage == OVER and not session.unsaved else ""


def has_shown_ranking(app: "Any") -> bool:
    """Returns whether the ranking of a game that is over was on the OLED for a while, or a press has left it.

    ROLL and BANK leave it: another game would have other dice.
    """
    screen = app.screen
    if getattr(screen, "is_guarded", None) is None:
        return False  # the score curves are open
    if screen not in _seen_ms:
        _seen_ms.clear()
        _left_rankings.clear()
        _seen_ms[screen] = app.board.ticks_ms()
        _let_press_leave(screen)
    return screen in _left_rankings or ticks_diff(app.board.ticks_ms(), _seen_ms[screen]) >= _RESULT_MS


def _let_press_leave(screen: "Any") -> None:
    """Lets ROLL and BANK leave a ranking once it takes presses."""
    before = screen.press

    def press(button: int) -> None:
        if screen.is_guarded or button not in (ROLL, BANK):
            before(button)
        else:
            _left_rankings.append(screen)

    screen.press = press
