"""For whoever built the console: what it is made of, and the way to new firmware."""

import sys

from sixpip import VERSION
from sixpip.port import TYPE_CHECKING, free_memory
from sixpip.screens.screen import Menu, Page, Screen

if TYPE_CHECKING:
    from sixpip.app.app import App


class Workshop(Menu):
    """The list of what can be done."""

    title = "WORKSHOP"

    def __init__(self, app: "App", after: Screen) -> None:
        """`after`: the screen to go back to."""
        super().__init__(app)
        self._after = after

    def lines(self) -> "list[str]":
        """What can be done."""
        return ["About", "New firmware", "Self-test"]

    def pick(self, line: int) -> None:
        """Do it."""
        if line < 2:
            self.app.go(NewFirmware(self.app, self) if line else About(self.app, self))
            return
        from sixpip.screens.self_test.order import begin

        self.app.go(begin(self.app, self))

    def back(self) -> None:
        """Leave."""
        self.app.go(self._after)


class About(Page):
    """Version, memory and battery."""

    title = "ABOUT"

    def draw(self) -> None:
        """One line each."""
        super().draw()
        canvas = self.app.canvas
        cell_mv = self.app.board.battery_mv()
        canvas.both(1, "Sixpip", VERSION)
        canvas.both(2, sys.implementation.name[:12], ".".join([str(part) for part in sys.implementation.version[:3]]))
        canvas.both(3, "Free memory", f"{free_memory() // 1024} KB")
        canvas.both(4, "Battery", f"{cell_mv // 1000}.{cell_mv % 1000 // 10:02} V" if cell_mv else "none")


class NewFirmware(Page):
    """Asks before the console restarts as a drive."""

    title = "NEW FIRMWARE?"
    words = (
        "The console becomes a",
        "drive named RPI-RP2.",
        "Drop a UF2 file on it.",
        "To come back: switch",
        "off and on.",
    )
    roll = "restart"

    def do(self) -> None:
        """Restart."""
        self.app.board.to_bootsel()
