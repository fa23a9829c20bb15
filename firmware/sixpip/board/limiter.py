"""Limits the current of the LED chain: makes a table of LED words from palette and brightness within a budget.

It uses integers only and no hardware: the Pico and the simulator share the class. Each frame takes three steps:

    expand.count(pixels, counts)                  count the pixels of each color
    power.prepare(palette, brightness, counts)    make power.lut for this frame, within the budget
    expand.expand(pixels, power.lut, words, ...)  make the LED words
"""

from array import array

from sixpip.board.expand import COLORS as COLORS
from sixpip.board.led_chain import PIXELS
from sixpip.port import TYPE_CHECKING, const, first_items

if TYPE_CHECKING:
    from typing import Protocol

    class Loops(Protocol):
        """The functions of expand.py or expand_viper.py that the limiter calls."""

        def estimate_current(self, counts: "array[int]", costs: "array[int]") -> int:
            """See expand.estimate_current."""
            ...

        def make_table(self, palette: bytearray, scale: bytearray, lut: bytearray, costs: "array[int]") -> None:
            """See expand.make_table."""
            ...


BUDGET_MA = const(700)
"""What the whole LED chain may draw: the boost converter gives 1 A."""

CHARGING_BUDGET_MA = const(500)
"""The same while a charger is plugged in, because charging heats the case, too. Stock 5050 modules draw up to 384 mA
with all LEDs dark: with much less than this their dice could not be read."""

BOOT_BRIGHTNESS = const(32)
"""The brightness at the start of every board: large changes at full brightness have corrupted LEDs while the rail
comes up."""

WS2812B_2020 = ("WS2812B-2020", 12, 12, 12, 600)
XL_2020 = ("XL-2020RGBC", 5, 5, 5, 600)
WS2812B_5050 = ("WS2812B 5050", 18, 18, 18, 1000)
LED_TYPES = (WS2812B_2020, XL_2020, WS2812B_5050)
"""Rows of (name, mA of red, green and blue at 255, idle microamperes), each for one LED.

WS2812B-2020 and the channels of XL-2020RGBC are from the datasheets; the idle current of the latter is assumed. The
5050 row is the highest current reported (WLED: 55 mA for a white LED), as modules differ between makers. It keeps
every one of these types within the budget, so it is also used while the type is unknown.
"""

_FULL = const(255)
_STEP_SHIFT = const(3)  # brightness comes back in steps of an eighth
_HOLD_FRAMES = const(12)  # frames without an attempt to raise the level: 0.4 s of animation
_PALETTE = first_items(96)


class LedPower:
    """Keeps the chain within a budget by lowering the brightness: down at once, back up slowly.

    Raising it slowly prevents flicker when a picture is at the limit.
    """

    def __init__(
        self,
        led_type: tuple[str, int, int, int, int],
        leds: int = PIXELS,
        budget_ma: int = BUDGET_MA,
        loops: "Loops | None" = None,
    ) -> None:
        """Limit `leds` LEDs of a row of LED_TYPES. With a budget below the idle current the chain stays dark.

        `loops`: the module with the loops; default: expand, which the Pico does not load, since it has expand_viper.
        """
        if not loops:
            from sixpip.board import expand

            loops = expand
        self._leds = leds
        self._budget_ma = budget_ma
        self._loops: Loops = loops
        self.scale = bytearray(4)
        self._palette = bytearray(COLORS * 3)
        self._costs = array("i", [0] * COLORS)
        self.level = 0
        """The brightness in force, 0..255: the requested one, or less while limiting."""
        self._current = 0  # of the last frame, above the idle current, in mA * 255
        self._hold = 0
        self.lut = bytearray(COLORS * 4)
        """32 LED words of 4 bytes: 0, blue, red, green."""
        self.set_led_type(led_type)

    def set_led_type(self, led_type: tuple[str, int, int, int, int]) -> None:
        """Use this row of LED_TYPES from the next frame on; a limit in force is dropped."""
        _, self.scale[1], self.scale[2], self.scale[3], idle_ua = led_type
        self._idle_ua = self._leds * idle_ua
        self.set_budget(self._budget_ma)
        self._brightness = -1  # so that the next frame makes a new table

    def set_budget(self, budget_ma: int) -> None:
        """Use this budget from the next frame on: a lower one at once, a higher one step by step as always."""
        self._budget_ma = budget_ma
        self._max_current = max(0, budget_ma * 1000 - self._idle_ua) * _FULL // 1000

    @property
    def limiting(self) -> bool:
        """Whether the dice are darker than requested, to stay within the budget."""
        return self.level < self._brightness

    @property
    def estimated_ma(self) -> int:
        """What the chain draws with the last prepared frame, in mA rounded up, with the idle current."""
        return (self._idle_ua + (self._current * 1000 + _FULL - 1) // _FULL + 999) // 1000

    def prepare(self, palette: bytearray, brightness: int, counts: "array[int]") -> None:
        """Make `lut` for a frame with `counts[i]` pixels of color i of `palette` (96 bytes) at `brightness` 0..255.

        A color that is not black stays at least just lit, unless the brightness is 0.
        """
        brightness = max(0, min(_FULL, brightness))
        if brightness != self._brightness or palette != self._palette:
            self._set_target(palette, brightness)
        self._current = self._loops.estimate_current(counts, self._costs)
        if self._current > self._max_current:
            self._lower(counts)
        elif self.level < brightness:
            self._raise(counts)

    def _set_target(self, palette: bytearray, brightness: int) -> None:
        """Set a new palette and requested brightness; a limit in force stays in force."""
        level = self.level if self.limiting else brightness
        self._brightness = brightness
        self._palette[_PALETTE] = palette
        self._set_level(min(level, brightness))

    def _set_level(self, level: int) -> None:
        """Make `lut` for this level."""
        self.level = level
        self.scale[0] = level
        self._loops.make_table(self._palette, self.scale, self.lut, self._costs)

    def _lower(self, counts: "array[int]") -> None:
        """Lower the level in a few proportional steps until the frame is within the budget."""
        while self._current > self._max_current and self.level > 0:
            self._set_level(min(self.level - 1, self.level * self._max_current // self._current))
            self._current = self._loops.estimate_current(counts, self._costs)
        self._hold = _HOLD_FRAMES

    def _raise(self, counts: "array[int]") -> None:
        """Raise the level by one step if the budget allows it; a step that exceeds the budget is undone."""
        if self._hold:
            self._hold -= 1
            return
        before, current = self.level, self._current
        level = before + (before >> _STEP_SHIFT) + 1
        if current * level > self._max_current * max(1, before):
            return
        self._set_level(min(self._brightness, level))
        self._current = self._loops.estimate_current(counts, self._costs)
        if self._current > self._max_current:
            self._set_level(before)
            self._current = current
            self._hold = _HOLD_FRAMES
