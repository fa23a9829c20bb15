"""Makes the LED words of a frame from its color indices, within the budget of the LED chain's current.

It uses integers only and no hardware: the Pico, the simulator and the demo share it. Each frame takes three steps:

    count_colors(pixels, counts)                  count the pixels of each color
    power.prepare(palette, brightness, counts)    make power.lut for this frame, within the budget
    expand(pixels, power.lut, words, ...)         make the LED words

Pixels are numbered tile * 64 + row * 8 + column. The chain runs tile by tile from the left, row by row from the top
left. The project's own tiles are wired in serpentine (odd rows from right to left); some stock modules are progressive
(every row from left to right).

An LED word is a 32-bit number as the PIO needs it: green, red and blue from the top.
"""

from array import array

from sixpip.compat import const, first_items, micropython, ptr8, ptr16, ptr32

PIXELS = const(384)
"""LEDs on the chain."""

COLORS = const(32)
"""Entries of a palette; an index is taken modulo this."""

HUE_STEPS = const(5)
"""The parts of a color in relation to its brightest part are off by at most 1 / HUE_STEPS, at every brightness."""
_SURE = const(3)  # rounding is off by a half at most, so every hue can be shown where the brightest part is 3

BUDGET_MA = const(700)
"""What the whole LED chain may draw: the boost converter gives 1 A."""

CHARGING_BUDGET_MA = const(500)
"""The same while a charger is plugged in, because charging heats the case, too, and while the cell is nearly flat: it
has to give more current then, close to what converter and charger take. Stock 5050 modules draw up to 384 mA with all
LEDs dark: with much less than this their dice could not be read."""

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


@micropython.viper
def count_colors(pixels: ptr8, counts: ptr16) -> object:
    """Counts how many of the 384 `pixels` have each color index, into `counts` (32 entries)."""
    for index in range(COLORS):
        counts[index] = 0
    for position in range(PIXELS):
        index = pixels[position] & 31
        counts[index] = counts[index] + 1
    return None


@micropython.viper
def estimate_current(counts: ptr16, costs: ptr32) -> int:
    """Returns what a frame draws above the idle current, in mA * 255: the sum of counts times costs (a small int)."""
    current = 0
    for color in range(COLORS):
        current += counts[color] * costs[color]
    return current


@micropython.viper
def make_table(palette: ptr8, scale: ptr8, lut: ptr32, costs: ptr32) -> object:
    """Writes the LED word of each of 32 colors (`palette`: 96 bytes) to `lut`, and its mA * 255 to `costs`.

    `scale` is the brightness 0..255, then the mA of red, green and blue at 255. The brightest part of a color is
    rounded to the nearest, and the others follow it so that the hue stays. A color whose hue cannot be shown that dark
    (see HUE_STEPS) is brighter: its brightest part is then 2 or 3 of 255. Only at brightness 0 all colors are black.
    """
    level = scale[0]
    for color in range(COLORS):
        at = color * 3
        red, green, blue = palette[at], palette[at + 1], palette[at + 2]
        most = red if red > green else green
        if blue > most:
            most = blue
        if most * level == 0:
            red = green = blue = 0
        else:
            top = (most * level + 127) // 255
            if top == 0:
                top = 1
            half = most >> 1
            while top < _SURE:
                error = 0
                for part in range(3):
                    off = (palette[at + part] * top + half) % most - half
                    if off < 0:
                        off = 0 - off
                    if off > error:
                        error = off
                if error * HUE_STEPS <= most * top:
                    break
                top += 1
            red = (red * top + half) // most
            green = (green * top + half) // most
            blue = (blue * top + half) // most
        lut[color] = green << 24 | red << 16 | blue << 8
        costs[color] = red * scale[1] + green * scale[2] + blue * scale[3]
    return None


@micropython.viper
def expand(pixels: ptr8, lut: ptr32, words: ptr32, serpentine: bool) -> object:
    """Writes the LED words of 384 `pixels` to `words`, in the order of the chain, by the table `lut`."""
    flip = 7 if serpentine else 0
    for position in range(PIXELS):
        pixel = position
        if position & 8:  # bit 3 is the lowest bit of the row: an odd row
            pixel = position ^ flip
        words[position] = lut[pixels[pixel] & 31]
    return None


class LedPower:
    """Limits the current of the chain to a budget by lowering the brightness: down at once, back up slowly.

    Raising it slowly prevents flicker when a picture is at the limit.
    """

    def __init__(self, led_type: tuple[str, int, int, int, int], budget_ma: int = BUDGET_MA) -> None:
        """Makes a limiter for LEDs of a row of LED_TYPES. With a budget below the idle current the chain stays dark."""
        self._budget_ma = budget_ma
        self.scale = bytearray(4)
        self._palette = bytearray(COLORS * 3)
        self._costs = array("i", [0] * COLORS)
        self.level = 0
        """The brightness in force, 0..255: the requested one, or less while limiting."""
        self._current = 0  # of the last frame, above the idle current, in mA * 255
        self._hold = 0
        self.lut = array("I", [0] * COLORS)
        """The LED word of each color."""
        self.set_led_type(led_type)

    def set_led_type(self, led_type: tuple[str, int, int, int, int]) -> None:
        """Uses this row of LED_TYPES from the next frame on; a limit in force is dropped."""
        _, self.scale[1], self.scale[2], self.scale[3], idle_ua = led_type
        self._idle_ua = PIXELS * idle_ua
        self.set_budget(self._budget_ma)
        self._brightness = -1  # so that the next frame makes a new table

    def set_budget(self, budget_ma: int) -> None:
        """Uses this budget from the next frame on: a lower one at once, a higher one step by step as always."""
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
        """Makes `lut` for a frame with `counts[i]` pixels of color i of `palette` (96 bytes) at `brightness` 0..255.

        A color that is not black stays at least just lit, unless the brightness is 0.
        """
        brightness = max(0, min(_FULL, brightness))
        if brightness != self._brightness or palette != self._palette:
            self._set_target(palette, brightness)
        self._current = estimate_current(counts, self._costs)
        if self._current > self._max_current:
            self._lower(counts)
        elif self.level < brightness:
            self._raise(counts)

    def _set_target(self, palette: bytearray, brightness: int) -> None:
        """Sets a new palette and requested brightness; a limit in force stays in force."""
        level = self.level if self.limiting else brightness
        self._brightness = brightness
        self._palette[_PALETTE] = palette
        self._set_level(min(level, brightness))

    def _set_level(self, level: int) -> None:
        """Makes `lut` for this level."""
        self.level = level
        self.scale[0] = level
        make_table(self._palette, self.scale, self.lut, self._costs)

    def _lower(self, counts: "array[int]") -> None:
        """Lowers the level in a few proportional steps until the frame is within the budget."""
        while self._current > self._max_current and self.level > 0:
            self._set_level(min(self.level - 1, self.level * self._max_current // self._current))
            self._current = estimate_current(counts, self._costs)
        self._hold = _HOLD_FRAMES

    def _raise(self, counts: "array[int]") -> None:
        """Raises the level by one step if the budget allows it; a step that exceeds the budget is undone."""
        if self._hold:
            self._hold -= 1
            return
        before, current = self.level, self._current
        level = before + (before >> _STEP_SHIFT) + 1
        if current * level > self._max_current * max(1, before):
            return
        self._set_level(min(self._brightness, level))
        self._current = estimate_current(counts, self._costs)
        if self._current > self._max_current:
            self._set_level(before)
            self._current = current
            self._hold = _HOLD_FRAMES
