"""For whoever built the console: what it is made of, and the way to new firmware."""

import sys

from sixpip import VERSION
from sixpip.board.buttons import BANK, ROLL
from sixpip.console.screen import Menu, Screen
from sixpip.port import free_memory
from sixpip.view import tiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App

_WAY = (
    "The console becomes a",
    "drive named RPI-RP2.",
    "Drop a UF2 file on it.",
    "To come back: switch",
    "off and on.",
)


class Workshop(Menu):
    """The list of what can be done."""

    title = "WORKSHOP"

    def __init__(self, app: "App", after: Screen) -> None:
        """`after`: the screen to go back to."""
        super().__init__(app)
        self._after = after

    def lines(self) -> "list[str]":
        """What can be done."""
        return ["About", "New firmware"]

    def pick(self, line: int) -> None:
        """Do it."""
        self.app.go(NewFirmware(self.app, self) if line else About(self.app, self))

    def back(self) -> None:
        """Leave."""
        self.app.go(self._after)


class About(Screen):
    """Version, memory and battery."""

    def __init__(self, app: "App", after: Screen) -> None:
        """`after`: the screen to go back to."""
        super().__init__(app)
        self._after = after

    def press(self, button: int) -> None:
        """BANK goes back."""
        if button == BANK:
            self.app.go(self._after)
        else:
            self.refuse()

    def draw(self) -> None:
        """One line each."""
        canvas = self.app.canvas
        cell_mv = self.app.board.battery_mv()
        self.head("ABOUT")
        canvas.both(1, "Sixpip", VERSION)
        canvas.both(2, sys.implementation.name[:12], ".".join([str(part) for part in sys.implementation.version[:3]]))
        canvas.both(3, "Free memory", f"{free_memory() // 1024} KB")
        canvas.both(4, "Battery", f"{cell_mv // 1000}.{cell_mv % 1000 // 10:02} V" if cell_mv else "none")
        self.labels("", "back")
        tiles.clear(self.app.board.pixels)


class NewFirmware(Screen):
    """Asks before the console restarts as a drive."""

    def __init__(self, app: "App", after: Screen) -> None:
        """`after`: the screen to go back to."""
        super().__init__(app)
        self._after = after

    def press(self, button: int) -> None:
        """ROLL restarts, BANK does not."""
        if button == ROLL:
            self.app.board.to_bootsel()
        elif button == BANK:
            self.app.go(self._after)
        else:
            self.refuse()

    def draw(self) -> None:
        """What happens then, and how to come back."""
        canvas = self.app.canvas
        self.head("NEW FIRMWARE?")
        for row in range(len(_WAY)):
            canvas.at(0, row + 1, _WAY[row])
        self.labels("restart", "back")
        tiles.clear(self.app.board.pixels)
