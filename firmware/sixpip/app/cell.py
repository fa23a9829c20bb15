"""The cell and its charger: how empty the cell is, and whether it is being charged. What follows is in power.py."""

from sixpip.port import TYPE_CHECKING, Stopwatch, const
from sixpip.view.text import BOLT, FULL_BATTERY

if TYPE_CHECKING:
    from sixpip.board.contract import Board

SAMPLE_MS = const(5000)
SAMPLES = const(3)
"""Samples of the battery in a row that must agree: a bright roll pulls the cell down for a moment."""

FULL = const(0)
LOW = const(1)
DARK = const(2)
FLAT = const(3)
LEVELS_MV = (3400, 3300, 3200)
"""The cell is LOW, DARK or FLAT below these voltages."""
_RECOVERED_MV = const(3500)

NO_CHARGER = const(0)
CHARGING = const(1)
CHARGED = const(2)
CHARGE_WORDS = ("none", "Charging", "Charged")
_SIGNS = ("", " " + BOLT, " " + FULL_BATTERY)
CHARGED_MV = const(4150)
"""With a charger the cell is taken for charged from this voltage on. That is derived and comes a little early: the
charge light of the converter board has no pad that a pin could read."""
_RELAXED_MV = const(4100)  # a charged cell stays charged down to this voltage: it relaxes when the charger has ended


class Cell:
    """What is known of the cell and the charger."""

    def __init__(self, board: "Board") -> None:
        """The cell is full until samples show something else; a charger is seen at once."""
        self._board = board
        self.level = FULL
        """FULL to FLAT; FULL while a charger is plugged in, which supplies the console."""
        self.charge = NO_CHARGER
        """NO_CHARGER, CHARGING or CHARGED; NO_CHARGER without a cell."""
        self.has_charger = False
        self._since_sample = Stopwatch()
        self._different = 0  # samples in a row of another level than `level`
        self.charger_has_changed()

    def sign(self) -> str:
        """What a title shows of the charger: a space and a sign; "" without one."""
        return _SIGNS[self.charge]

    def charger_has_changed(self) -> bool:
        """Whether the charger was plugged in or unplugged since the last call."""
        has_charger = self._board.check_charger()
        if has_charger == self.has_charger:
            return False
        self.has_charger = has_charger
        self._different = 0
        if has_charger:
            self.level = FULL
        self._sense_charge(self._board.battery_mv())
        return True

    def sample(self, now_ms: int) -> bool:
        """Measures when it is time to; whether `level` or `charge` has changed."""
        if self._since_sample.step(now_ms) < SAMPLE_MS:
            return False
        self._since_sample.start(now_ms)
        before = self.level, self.charge
        cell_mv = self._board.battery_mv()
        self._sense_charge(cell_mv)
        self._sense_level(cell_mv)
        return before != (self.level, self.charge)

    def _sense_charge(self, cell_mv: int) -> None:
        """Sets `charge`."""
        least_mv = _RELAXED_MV if self.charge == CHARGED else CHARGED_MV
        self.charge = NO_CHARGER
        if self.has_charger and cell_mv:
            self.charge = CHARGED if cell_mv >= least_mv else CHARGING

    def _sense_level(self, cell_mv: int) -> None:
        """Takes one sample; it counts when the samples before it agree."""
        level = FULL
        if cell_mv and not self.has_charger:  # 0: there is no cell
            for limit in LEVELS_MV:
                level += cell_mv < limit
        if self.level and level < self.level and cell_mv and cell_mv < _RECOVERED_MV:
            level = self.level  # without its load a cell comes up a little: it has not been charged
        self._different = self._different + 1 if level != self.level else 0
        if self._different >= SAMPLES:
            self._different = 0
            self.level = level
