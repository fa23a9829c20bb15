"""Calling what the roll will show (DT-07): the list of calls.

The rule itself is house/calls.py's.
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.house_rules.calls import WORDS
from sixpip.screens.screen import Menu, Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.app import App


class CallMenu(Menu):
    """What can be called, one line each."""

    title = "CALL THE ROLL"
    roll = "call"

    def __init__(self, app: "App", after: Screen, call: "Callable[[int], None]") -> None:
        """`call(number)` makes the call; `after` is where BANK goes back to."""
        super().__init__(app)
        self._after = after
        self._call = call

    def lines(self) -> "list[str]":
        """The calls."""
        return list(WORDS)

    def pick(self, line: int) -> None:
        """Make the call."""
        self.app.go(self._after)
        self._call(line)

    def back(self) -> None:
        """Without a call."""
        self.app.go(self._after)
