"""The screens for the builder of the console: about, new firmware, self-test, the LED chain, the cell voltage."""

import sys

from sixpip import VERSION
from sixpip.app.power import CHARGE_WORDS
from sixpip.app.settings import CELL, MOST_TRIM
from sixpip.board.contract import BANK, ROLL
from sixpip.compat import TYPE_CHECKING, const, free_memory
from sixpip.screens.menu import Menu, Page
from sixpip.screens.screen import Screen

if TYPE_CHECKING:
    from sixpip.app.app import App

_SCREENS = const(("about", "question", "self_test.oled", "led_chain", "cell_voltage"))
_NEW_FIRMWARE = const(
    (
        "The console becomes a",
        "drive named RPI-RP2.",
        "Drop in a UF2 file.",
        "To come back: switch",
        "off and on.",
    )
)


class Workshop(Menu):
    """The menu of the workshop: about, new firmware, self-test, the LED chain, the calibration of the cell voltage."""

    title = "WORKSHOP"

    def lines(self) -> "list[str]":
        """Returns the screens of the workshop."""
        return ["About", "New firmware", "Self-test", "LED chain", "Cell voltage"]

    def pick(self, line: int) -> None:
        """Opens the screen of a line; asks before the console restarts as a USB drive."""
        restart = ("NEW FIRMWARE?", _NEW_FIRMWARE, "restart", self.app.board.to_bootsel)
        self.app.open(_SCREENS[line], *(restart if line == 1 else ()))


class About(Page):
    """Shows version, memory, battery and charger. ROLL shows why code takes memory, if something is wrong with that."""

    title = "ABOUT"

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._in_flash, self._trouble = app.board.code_in_flash()
        self.roll = "why" if self._trouble else ""

    def confirm(self) -> None:
        """Shows why no more code runs from the flash."""
        self.app.notify(self._trouble)

    def draw(self) -> None:
        """Draws one line for each figure."""
        super().draw()
        canvas = self.app.canvas
        cell_mv = self.app.board.battery_mv()
        canvas.both(1, "Sixpip", VERSION)
        canvas.both(2, sys.implementation.name[:12], ".".join([str(part) for part in sys.implementation.version[:3]]))
        canvas.both(3, "Battery", f"{cell_mv // 1000}.{cell_mv % 1000 // 10:02} V" if cell_mv else "none")
        canvas.both(4, "Charger", CHARGE_WORDS[self.app.power.charge])
        free = free_memory()
        if free:  # not on a computer, which has plenty
            canvas.both(5, "Free memory", f"{free // 1024} KB")
        if self._in_flash or self._trouble:
            canvas.both(6, "Code in flash", f"{self._in_flash // 1024} KB")


# The calibration of the cell voltage: the maker sets what a multimeter shows at test point BAT

STEPS_MV = {0: -10, 1: -50, 3: 10, 4: 50}
"""What the KEEP buttons change: those on the left subtract, those on the right add."""
_LEAST_MV = const(2500)
_MOST_MV = const(4500)
_LIVE_MV = const(5)  # the ADC wavers by this much

NO_CELL = "There is no cell: connect it first."
TOO_FAR = "More than 5 % off: check R3 and R4."


class CellVoltage(Screen):
    """Shows the voltage that the console measures and the one that the maker sets. BANK saves the difference."""

    def __init__(self, app: "App") -> None:
        """The meter is taken to show what the console measures until the maker sets something else."""
        super().__init__(app)
        self._meter_mv = 0  # 0: not set
        self._shown_mv = -1

    def press(self, button: int) -> None:
        """Sets the voltage with KEEP, deletes the calibration with ROLL, saves and goes back with BANK."""
        cell_mv = self.app.board.battery_mv()
        if button == BANK:
            self._save()
        elif not cell_mv:
            self.app.notify(NO_CELL)
        elif button in STEPS_MV:
            meter_mv = (self._meter_mv or (cell_mv + 5) // 10 * 10) + STEPS_MV[button]
            self._meter_mv = max(_LEAST_MV, min(_MOST_MV, meter_mv))
        elif button == ROLL and self.app.settings.values[CELL]:
            self._meter_mv = 0
            self._calibrate(0)
        else:
            self.refuse()

    def _save(self) -> None:
        app = self.app
        if self._meter_mv:
            board = app.board
            board.cell_trim = 0
            cell_mv = board.battery_mv()
            board.cell_trim = app.settings.values[CELL]
            if not cell_mv:
                app.notify(NO_CELL)
                return
            trim = (2000 * self._meter_mv // cell_mv + 1) // 2 - 1000
            if not -MOST_TRIM <= trim <= MOST_TRIM:
                app.notify(TOO_FAR)
                return
            self._calibrate(trim)
        app.close()

    def _calibrate(self, trim: int) -> None:
        """Takes another calibration, in per mille; the app saves it after the next frame."""
        settings = self.app.settings
        settings.values[CELL] = trim
        settings.apply(self.app.board, self.app.sound)
        settings.unsaved = True

    def tick(self, now_ms: int) -> bool:
        """Measures again, and redraws when the voltage has changed."""
        if abs(self.app.board.battery_mv() - self._shown_mv) >= _LIVE_MV:
            self.app.redraw()
        return False

    def draw(self) -> None:
        """Draws both voltages and what the buttons do."""
        canvas = self.app.canvas
        trim = self.app.settings.values[CELL]
        self._shown_mv = self.app.board.battery_mv()
        self.head("CELL VOLTAGE", f"{'-' if trim < 0 else '+'}{abs(trim) // 10}.{abs(trim) % 10} %" if trim else "")
        canvas.both(1, "Console shows", _volts(self._shown_mv))
        canvas.at(0, 2, "Meter at BAT shows:")
        canvas.center_large(3, _volts(self._meter_mv or self._shown_mv))
        for row in range(2):
            canvas.at(canvas.cap(0, 5 + row, str(row + 1)) + 3, 5 + row, f"{STEPS_MV[row]} mV")
            canvas.at(canvas.cap(70, 5 + row, str(row + 4)) + 3, 5 + row, f"+{STEPS_MV[row + 3]} mV")
        self.app.canvas.choice("reset" if trim else "", "save" if self._meter_mv else "back")


def _volts(millivolts: int) -> str:
    """Returns a voltage in volts with two digits after the point; "none" for 0."""
    tens = (millivolts + 5) // 10
    return f"{tens // 100}.{tens % 100:02} V" if millivolts else "none"
