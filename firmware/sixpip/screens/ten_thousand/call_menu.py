"""The list of calls: what the next roll can be called to show (DT-07)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.house_rules.calls import WORDS
from sixpip.screens.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.app import App


class CallMenu(Menu):
    """One line a call."""

    title = "CALL THE ROLL"
    roll = "call"

    def __init__(self, app: "App", call: "Callable[[int], None]") -> None:
        """`call(number)` makes the call."""
        super().__init__(app)
        self._call = call

    def lines(self) -> "list[str]":
        """The calls in words."""
        return list(WORDS)

    def pick(self, line: int) -> None:
        """Closes the list and makes the call."""
        self.app.close()
        self._call(line)
