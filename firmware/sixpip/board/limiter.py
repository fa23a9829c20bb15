"""The current limiter: from palette and brightness to a table of LED words that never draws too much.

Integers only, no hardware: the Pico and the simulator use the same class. A frame goes this way:

    expand.count(pixels, counts)                  how many pixels have each colour
    power.prepare(palette, brightness, counts)    makes power.lut for this very frame
    expand.expand(pixels, power.lut, words, ...)  LED words, within the budget by then
"""

from array import array

from sixpip.board import slices
from sixpip.board.expand import COLOURS as COLOURS
from sixpip.board.tiles import PIXELS
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Protocol

    class Work(Protocol):
        """The loops of expand.py or its viper twin."""

        def weigh(self, counts: "array[int]", costs: "array[int]") -> int:
            """See expand.weigh."""
            ...

        def make_table(self, palette: bytearray, scale: bytearray, lut: bytearray, costs: "array[int]") -> None:
            """See expand.make_table."""
            ...


BUDGET_MA = const(700)
"""What the LED chain may draw in all: the boost converter gives 1 A."""

BOOT_BRIGHTNESS = const(32)
"""What every board starts with: changing much at full brightness while the rail comes up has corrupted LEDs."""

WS2812B_2020 = ("WS2812B-2020", 12, 12, 12, 600)
XL_2020 = ("XL-2020RGBC", 5, 5, 5, 600)
WS2812B_5050 = ("WS2812B 5050", 18, 18, 18, 1000)
LED_TYPES = (WS2812B_2020, XL_2020, WS2812B_5050)
"""Rows of (name, mA of red, green and blue at 255, idle microamperes), each for one LED.

WS2812B-2020 and the channels of XL-2020RGBC by their datasheets; the latter's idle current is assumed. The
5050 row is the worst anyone reports (WLED's 55 mA a white LED), as modules differ by maker: by it every one of these
keeps within the budget, so it holds as long as nobody has said which LEDs there are.
"""

_FULL = const(255)
_SLACK_SHIFT = const(3)  # brightness comes back by eighths, and only where there is room for one
_PATIENCE = const(12)  # frames without a try to come back: 0.4 s of animation
_PALETTE = slices.first(96)


class LedPower:
    """Keeps the chain within a budget by lowering the brightness, at once down and slowly back up.

    The slow way up is what keeps a picture at the limit from flickering.
    """

    def __init__(
        self,
        led_type: tuple[str, int, int, int, int],
        leds: int = PIXELS,
        budget_ma: int = BUDGET_MA,
        work: "Work | None" = None,
    ) -> None:
        """For `leds` LEDs of a row of LED_TYPES. A budget below the idle current leaves the chain dark.

        `work`: the module whose loops are used; none is expand, which the Pico with its expand_viper does not load.
        """
        if not work:
            from sixpip.board import expand

            work = expand
        self._leds = leds
        self._budget_ma = budget_ma
        self._work: Work = work
        self._scale = bytearray(4)
        self._palette = bytearray(COLOURS * 3)
        self._costs = array("i", [0] * COLOURS)
        self._level = 0
        self._lit = 0
        self._patience = 0
        self.lut = bytearray(COLOURS * 4)
        """32 LED words of 4 bytes: 0, blue, red, green."""
        self.reckon_by(led_type)

    def reckon_by(self, led_type: tuple[str, int, int, int, int]) -> None:
        """From the next frame on the LEDs are those of this row of LED_TYPES; what was held back is forgotten."""
        _, self._scale[1], self._scale[2], self._scale[3], idle_ua = led_type
        self._idle_ua = self._leds * idle_ua
        self._room = max(0, self._budget_ma * 1000 - self._idle_ua) * _FULL // 1000
        self._brightness = -1  # what is asked for next is new, and gets a table by these LEDs

    @property
    def limiting(self) -> bool:
        """True while the dice are darker than asked for, to stay within the budget."""
        return self._level < self._brightness

    @property
    def level(self) -> int:
        """The brightness in force, 0..255: what was asked for, or less while limiting."""
        return self._level

    @property
    def estimated_ma(self) -> int:
        """What the chain draws with the frame last prepared, idle current included, rounded up."""
        return (self._idle_ua + (self._lit * 1000 + _FULL - 1) // _FULL + 999) // 1000

    def prepare(self, palette: bytearray, brightness: int, counts: "array[int]") -> None:
        """Make `lut` for a frame with `counts[i]` pixels of colour i of `palette` (96 bytes) at `brightness` 0..255.

        A colour that is not black stays lit, if only just, unless the brightness is 0.
        """
        brightness = max(0, min(_FULL, brightness))
        if brightness != self._brightness or palette != self._palette:
            self._ask(palette, brightness)
        self._lit = self._work.weigh(counts, self._costs)
        if self._lit > self._room:
            self._lower(counts)
        elif self._level < brightness:
            self._raise(counts)

    def _ask(self, palette: bytearray, brightness: int) -> None:
        """Take over a new palette and brightness; a limit in force stays in force."""
        level = self._level if self.limiting else brightness
        self._brightness = brightness
        self._palette[_PALETTE] = palette
        self._set_level(min(level, brightness))

    def _set_level(self, level: int) -> None:
        """Make `lut` for this level."""
        self._level = level
        self._scale[0] = level
        self._work.make_table(self._palette, self._scale, self.lut, self._costs)

    def _lower(self, counts: "array[int]") -> None:
        """Go down to a level that fits the room, in a few steps by proportion."""
        while self._lit > self._room and self._level > 0:
            self._set_level(min(self._level - 1, self._level * self._room // self._lit))
            self._lit = self._work.weigh(counts, self._costs)
        self._patience = _PATIENCE

    def _raise(self, counts: "array[int]") -> None:
        """Come back by a step if there is room for it; a step that does not fit is taken back."""
        if self._patience:
            self._patience -= 1
            return
        before, lit = self._level, self._lit
        level = before + (before >> _SLACK_SHIFT) + 1
        if lit * level > self._room * max(1, before):
            return
        self._set_level(min(self._brightness, level))
        self._lit = self._work.weigh(counts, self._costs)
        if self._lit > self._room:
            self._set_level(before)
            self._lit = lit
            self._patience = _PATIENCE
