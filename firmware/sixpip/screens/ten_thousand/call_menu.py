"""The list of calls: what the next roll can be called to show (DT-07)."""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.ten_thousand.house_rules.calls import BET, CHANCE, WORDS, possible
from sixpip.screens.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixpip.app.app import App
    from sixpip.rules.rulebook.options import Options


class CallMenu(Menu):
    """One line for each call that the dice left can show."""

    title = "CALL: BUST -50"
    roll = "call"

    def __init__(self, app: "App", call: "Callable[[int], None]", options: "Options", dice: int) -> None:
        """`call(number)` makes the call. `options` are those of the game, and `dice` is the number of dice to roll."""
        super().__init__(app)
        self._call = call
        self._calls = possible(options, dice)

    def lines(self) -> "list[str]":
        """Returns the calls in words."""
        words = [WORDS[call] + (f": +{BET}" if call != CHANCE else "") for call in self._calls]
        return [line[0].upper() + line[1:] for line in words]

    def pick(self, line: int) -> None:
        """Closes the list and makes the call."""
        self.app.close()
        self._call(self._calls[line])
