"""Draws the scores of a game as curves: on the OLED with a line of its own for each player, on the tiles in color.

A curve is a sequence of scores, evenly spaced from left to right.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.view import palette, tiles
from sixpip.view.text import WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sixpip.view.text import Canvas

PATTERNS = b"\xff\xee\x55\xfa\x11\xc9"
"""The line of each place, eight pixels long: solid, dashes, dots, dash and dot, far dots, dash and far dot."""
_COLUMNS = const(48)  # of all tiles


class Scale:
    """Converts scores to pixel rows: `low` is on row `bottom`, `high` on row `top`."""

    def __init__(self, low: int, high: int, top: int, bottom: int) -> None:
        """The rows count from 0 at the top."""
        self._low = low
        self._span = max(1, high - low)
        self._bottom = bottom
        self._rows = bottom - top

    def row(self, score: int) -> int:
        """The row of a score, rounded to the nearest."""
        return self._bottom - ((score - self._low) * self._rows * 2 + self._span) // (self._span * 2)


class Pen:
    """Draws connected lines on the OLED in one pattern, which goes on from line to line."""

    def __init__(self, canvas: "Canvas", pattern: int, x: int, y: int) -> None:
        """Starts at a pixel."""
        self._buffer = canvas.buffer
        self._pattern = pattern
        self._step = 0
        self.x = x
        self.y = y
        self._dot()

    def line(self, x: int, y: int) -> None:
        """Draws a line from the last pixel to this one."""
        wide, high = x - self.x, abs(y - self.y)
        down = 1 if y > self.y else -1
        error = wide - high
        while self.x != x or self.y != y:
            twice = 2 * error
            if twice > -high:
                error -= high
                self.x += 1
            if twice < wide:
                error += wide
                self.y += down
            self._dot()

    def _dot(self) -> None:
        """Lights the current pixel, if the pattern has one here."""
        if self._pattern >> (self._step & 7) & 1:
            self._buffer[(self.y >> 3) * WIDTH + self.x] |= 1 << (self.y & 7)
        self._step += 1


def draw_frame(canvas: "Canvas", zero: int, width: int, bottom: int, target: int) -> None:
    """Draws lines at the left and at zero points, a dotted one at the right and at row `target` (-1 for none)."""
    for x in range(width):
        _light(canvas, x, zero)
        if target >= 0 and not x & 3:
            _light(canvas, x, target)
    for y in range(bottom + 1):
        _light(canvas, 0, y)
        if not y & 1:
            _light(canvas, width, y)


def draw_cross(canvas: "Canvas", x: int, y: int) -> None:
    """Draws a cross of five by five pixels around a pixel that is at least two pixels from the edge of the OLED."""
    for step in range(-2, 3):
        _light(canvas, x + step, y + step)
        _light(canvas, x + step, y - step)


def _light(canvas: "Canvas", x: int, y: int) -> None:
    """Lights one pixel of the OLED."""
    canvas.buffer[(y >> 3) * WIDTH + x] |= 1 << (y & 7)


def paint_curves(pixels: bytearray, curves: "Sequence[Sequence[int]]", ends: "Sequence[int]", scale: Scale) -> None:
    """Paints curves over the six tiles, as one picture of 48 columns, in the colors palette.SEAT, SEAT + 1 ...

    Where curves meet, the one with the highest score is on top. `ends`: the index of the last score of each curve to
    paint; all curves have the same number of scores.
    """
    last = len(curves[0]) - 1
    rows = [scale.row(curve[0]) for curve in curves]
    for x in range(_COLUMNS):
        place = x * last // (_COLUMNS - 1)
        for score, seat in sorted([(curves[seat][place], seat) for seat in range(len(curves))]):
            row = scale.row(score)
            if place <= ends[seat]:
                for y in range(min(row, rows[seat]), max(row, rows[seat]) + 1):
                    pixels[(x >> 3) * tiles.TILE + y * 8 + (x & 7)] = palette.SEAT + seat
            rows[seat] = row
