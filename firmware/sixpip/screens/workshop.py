"""For the builder of the console: what it is made of, new firmware, the self-test, the LEDs, the cell voltage."""

import sys

from sixpip import VERSION
from sixpip.app.power import CHARGE_WORDS
from sixpip.port import free_memory
from sixpip.screens.menu import Menu, Page

_SCREENS = ("about", "new_firmware", "self_test.oled", "led_chain", "cell_voltage")


class Workshop(Menu):
    """About, new firmware, self-test, the settings of the LED chain, the calibration of the cell voltage."""

    title = "WORKSHOP"

    def lines(self) -> "list[str]":
        """The screens of the workshop."""
        return ["About", "New firmware", "Self-test", "LED chain", "Cell voltage"]

    def pick(self, line: int) -> None:
        """Opens the screen of a line."""
        self.app.open(_SCREENS[line])


class About(Page):
    """Version, memory, battery and charger."""

    title = "ABOUT"

    def draw(self) -> None:
        """Draws one line each."""
        super().draw()
        canvas = self.app.canvas
        cell_mv = self.app.board.battery_mv()
        canvas.both(1, "Sixpip", VERSION)
        canvas.both(2, sys.implementation.name[:12], ".".join([str(part) for part in sys.implementation.version[:3]]))
        canvas.both(3, "Free memory", f"{free_memory() // 1024} KB")
        canvas.both(4, "Battery", f"{cell_mv // 1000}.{cell_mv % 1000 // 10:02} V" if cell_mv else "none")
        canvas.both(5, "Charger", CHARGE_WORDS[self.app.power.charge])


class NewFirmware(Page):
    """Asks before the console restarts as a USB drive."""

    title = "NEW FIRMWARE?"
    words = (
        "The console becomes a",
        "drive named RPI-RP2.",
        "Drop in a UF2 file.",
        "To come back: switch",
        "off and on.",
    )
    roll = "restart"

    def confirm(self) -> None:
        """Restarts."""
        self.app.board.to_bootsel()
