"""The calibration of the cell voltage, in the workshop: the maker sets what a multimeter shows at test point BAT."""

from sixpip.app.settings import CELL, MOST_TRIM
from sixpip.board.buttons import BANK, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Screen

if TYPE_CHECKING:
    from sixpip.app.app import App

STEPS_MV = {0: -10, 1: -50, 3: 10, 4: 50}
"""What the KEEP buttons change: those on the left take off, those on the right add."""
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
        """KEEP sets the voltage, ROLL deletes the calibration, BANK saves and goes back."""
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
        """Saves the calibration and goes back; refuses one that no good parts explain."""
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
        canvas.line(2, "Meter at BAT shows:")
        canvas.center_large(3, _volts(self._meter_mv or self._shown_mv))
        for row in range(2):
            canvas.at(canvas.cap(0, 5 + row, str(row + 1)) + 3, 5 + row, f"{STEPS_MV[row]} mV")
            canvas.at(canvas.cap(70, 5 + row, str(row + 4)) + 3, 5 + row, f"+{STEPS_MV[row + 3]} mV")
        self.labels("reset" if trim else "", "save" if self._meter_mv else "back")


def _volts(millivolts: int) -> str:
    """A voltage in volts with two digits after the point; "none" for 0."""
    tens = (millivolts + 5) // 10
    return f"{tens // 100}.{tens % 100:02} V" if millivolts else "none"
