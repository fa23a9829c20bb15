"""The cell and its charger: how empty the cell is, and whether it is being charged. What follows is in power.py."""

from sixpip.port import TYPE_CHECKING, Stopwatch, const

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

CHARGE_WORDS = ("none", "Charging", "Charged")
_CHARGED = const(2)
# With a charger the cell is taken for charged from this voltage on. That is derived and comes a little early: the
# charge light of the converter board has no pad that a pin could read.
_CHARGED_MV = const(4150)
_RELAXED_MV = const(4100)  # a charged cell stays charged down to this voltage: it relaxes when the charger has ended


class Cell:
    """What is known of the cell and the charger."""

    def __init__(self, board: "Board") -> None:
        """The cell is full until samples show something else; a charger is seen at once."""
        self._board = board
        self.level = FULL
        """FULL to FLAT; FULL while a charger is plugged in, which supplies the console."""
        self.charge = 0
        """A place in CHARGE_WORDS; 0 also without a cell."""
        self._has_charger = False
        self._since_sample = Stopwatch()
        self._different = 0  # samples in a row of another level than `level`
        self.step(0)

    def step(self, now_ms: int) -> bool:
        """Measures when it is time to, and at once when a charger is plugged in or unplugged; True for the latter."""
        has_charger = self._board.check_charger()
        plugged = has_charger != self._has_charger
        if plugged:
            self._has_charger = has_charger
            self._different = SAMPLES if has_charger else 0  # the charger counts at once, an empty cell does not
        elif self._since_sample.step(now_ms) < SAMPLE_MS:
            return False
        self._since_sample.start(now_ms)
        cell_mv = self._board.battery_mv()
        if has_charger and cell_mv:
            self.charge = 1 + (cell_mv >= (_RELAXED_MV if self.charge == _CHARGED else _CHARGED_MV))
        else:
            self.charge = 0
        self._sample(0 if has_charger else cell_mv)
        return plugged

    def _sample(self, cell_mv: int) -> None:
        """Takes one sample of the level; it counts when the samples before it agree. 0: the cell does not matter."""
        level = FULL
        if cell_mv:
            for limit in LEVELS_MV:
                level += cell_mv < limit
        if self.level and level < self.level and cell_mv and cell_mv < _RECOVERED_MV:
            level = self.level  # without its load a cell comes up a little: it has not been charged
        self._different = self._different + 1 if level != self.level else 0
        if self._different >= SAMPLES:
            self._different = 0
            self.level = level
