"""The step of the self-test that shows whether the dice are fair: the raw bits that they are made of, and the dice.

It counts as long as it is on the screen. The longer it counts, the smaller the faults that it finds; see
firmware/RANDOMNESS.md. The raw bits are counted where they are gathered, in board/entropy.py.
"""

from array import array

from sixpip import share
from sixpip.app.dice_source import DeadSource
from sixpip.compat import TYPE_CHECKING, const
from sixpip.screens.workshop.self_test import Step
from sixpip.view import palette, tiles
from sixpip.view.text import points_text
from sixpip.view.tiles import TILE, TILES

if TYPE_CHECKING:
    from sixpip.app.app import App

FIRST = const(1200)
"""Dice before the first verdict. They use 200 windows of raw bits."""
FAIR = const(35900)
"""The most that chi-square of the faces may be, in thousandths: fair dice are above it less than once in a million."""
SIGMAS = const(6)
"""Standard deviations from one half: a share of ones or of equal pairs that is further away is a fault."""
WINDOW = const(1024)
PAIRS = const(944)
LAGS = const(64)
COUNTERS = const(67)
_ONES = const(65)
_FAILED = const(66)
"""The counters of raw bits, as in board/contract.py."""

_DICE = const(24)  # thrown from one block of 32 random bytes
_STEPS = const(20)  # of gathering: about 5 ms
_ROUNDS = const(6)  # in a frame
_NEWS = const(32)  # frames
_MANY = const(10_000)  # dice, or thousands of bits, from which on they are rounded
_HUGE = const(100_000)  # chi-square, in thousandths, that is not shown in figures
_ROWS = const(8)
_LEVEL = const(4)  # rows of a bar that is as high as expected
_SURE = const(5)  # rows of difference at which a bar turns red: beyond the tile


class FairDice(Step):
    """Throws the console's own dice and counts their faces and the raw bits behind them until the step is left.

    The bars on the dice are the faces: half the height is the expected count, a row more or less is a standard
    deviation.
    """

    title = "FAIR?"

    def __init__(self, app: "App", number: int = 0) -> None:
        super().__init__(app, number)
        self.handle_keep(0)

    def handle_keep(self, button: int) -> None:
        """Starts again with all counts at 0."""
        self.counts = array("i", [0] * TILES)
        self.bits = array("i", [0] * COUNTERS)
        self.app.board.count_raw_bits(self.bits)
        self._stopped = False
        self._frames = self._rounds = 0

    def go(self, number: int) -> None:
        """Stops counting and opens another step."""
        self.app.board.count_raw_bits(None)
        super().go(number)

    def tick(self, now_ms: int) -> bool:
        """Paints the bars; draws the numbers every second."""
        self._rounds = 0
        if self._stopped:
            return False
        self.app.power.keep_awake()
        self._frames += 1
        if self._frames % _NEWS == 0:
            self.app.redraw()
        self.paint()
        return True

    def think(self) -> bool:
        """Gathers raw bits for about 5 ms, and throws dice when there are enough."""
        self._rounds += 1
        if self._stopped or self._rounds > _ROUNDS:
            return False
        for _ in range(_STEPS):
            if not self.app.board.gather_entropy():
                self._throw()
                break
        return True

    def _throw(self) -> None:
        try:
            for face in self.app.dice.throw(_DICE):
                self.counts[face] += 1
        except DeadSource as error:
            self._stopped = True
            self.app.notify(error.args[0])

    def paint(self) -> None:
        """Paints a bar for each face."""
        pixels = self.app.board.pixels
        tiles.clear(pixels)
        total = sum(self.counts)
        for face in range(TILES):
            rows = _LEVEL + deviation(self.counts[face], total) if total else 0
            color = palette.GREEN if abs(rows - _LEVEL) < _SURE else palette.RED
            rows = min(max(rows, 1), _ROWS) if total else 0
            for row in range(_ROWS - rows, _ROWS):
                for column in range(1, 7):
                    pixels[face * TILE + row * 8 + column] = color

    def words(self) -> "list[str]":
        """Returns the shares of the faces in percent, chi-square, the raw bits, and a verdict on both."""
        total = sum(self.counts)
        square = chi_square(self.counts)
        dice = points_text(total) if total < _MANY else f"{total // 1000}k"
        lines = [
            f"{dice} dice chi2 {square // 1000}.{square // 100 % 10}" if square < _HUGE else f"{dice} dice chi2 100+"
        ]
        for first in (0, 3):
            lines.append(" ".join([f"{first + at + 1}:{percent(self.counts[first + at], total)}" for at in range(3)]))
        good = "fair so far" if total >= FIRST else "counting"
        lines.append("Dice: " + ("NOT FAIR" if square > FAIR else good))
        bits = self.bits[0] * WINDOW
        amount = f"{points_text(bits // 1000)}k" if bits < _MANY * 1000 else f"{bits // 1_000_000}M"
        lines.append(f"{amount} bits 1s {percent(self.bits[_ONES], bits)}%")
        failed = self._stopped or self.bits[_FAILED]  # in a test of the running console; such a source is never fair
        return lines + ["Bits: " + ("TEST FAILED" if failed else bits_verdict(self.bits) or good)]


def percent(count: int, total: int) -> str:
    """Returns a share in percent with one decimal."""
    tenths = share(count, total, 1000)
    return f"{tenths // 10}.{tenths % 10}"


def deviation(count: int, total: int) -> int:
    """Returns by how many standard deviations a face came up more often than expected, rounded."""
    return round((count * TILES - total) / (5 * total) ** 0.5)


def chi_square(counts: "array[int]") -> int:
    """Returns chi-square of the counts of six faces against equal counts, in thousandths; 0 without any counts."""
    total = sum(counts)
    square = 0
    for count in counts:
        square += (count * TILES - total) ** 2
    return square * 1000 // (TILES * total) if total else 0


def bits_verdict(bits: "array[int]") -> str:
    """Returns what is wrong with the raw bits: more of one value, or a pattern that repeats; "" for nothing."""
    windows = bits[0]
    if is_uneven(bits[_ONES], windows * WINDOW):
        return "NOT EVEN"
    for lag in range(1, LAGS + 1):
        if is_uneven(bits[lag], windows * PAIRS):
            return f"REPEAT AT {lag}"
    return ""


def is_uneven(count: int, total: int) -> bool:
    """Returns whether a count is more than SIGMAS standard deviations away from half of the total."""
    return (2 * count - total) ** 2 > SIGMAS * SIGMAS * total
