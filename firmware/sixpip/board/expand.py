"""Converts color indices to LED words. This is the portable version of expand_viper.py, with the same results.

A table entry and an LED word are 4 bytes as the PIO needs them: a 32-bit little-endian number with green, red and
blue from the top, so the bytes are 0, blue, red, green. The brightness is decided in limiter.py.
"""

from sixpip.board.led_chain import PIXELS
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from array import array

COLORS = const(32)
"""Entries of a palette; an index is taken modulo this."""

HUE_STEPS = const(5)
"""The parts of a color in relation to its brightest part are off by at most 1 / HUE_STEPS, at every brightness."""
_SURE = const(3)  # rounding is off by a half at most, so every hue can be shown where the brightest part is 3


def count(pixels: bytearray, counts: "array[int]") -> None:
    """Count how many of the 384 `pixels` have each color index, into `counts` (32 entries)."""
    for index in range(COLORS):
        counts[index] = 0
    for index in pixels:
        counts[index & (COLORS - 1)] += 1


def estimate_current(counts: "array[int]", costs: "array[int]") -> int:
    """Return what a frame draws above the idle current, in mA * 255: the sum of counts times costs (a small int)."""
    current = 0
    for color in range(COLORS):
        current += counts[color] * costs[color]
    return current


def make_table(palette: bytearray, scale: bytearray, lut: bytearray, costs: "array[int]") -> None:
    """Write the LED word of each of 32 colors (`palette`: 96 bytes) to `lut`, and its mA * 255 to `costs`.

    `scale`: the brightness 0..255, then the mA of red, green and blue at 255. The brightest part of a color is rounded
    to the nearest, and the others follow it so that the hue stays. A color whose hue cannot be shown that dark (see
    HUE_STEPS) is brighter: its brightest part is then 2 or 3 of 255. Only at brightness 0 all colors are black.
    """
    level = scale[0]
    for color in range(COLORS):
        at = color * 3
        red, green, blue = palette[at], palette[at + 1], palette[at + 2]
        most = max(red, green, blue)
        if most * level == 0:
            red = green = blue = 0
        else:
            top = max(1, (most * level + 127) // 255)
            half = most >> 1
            while top < _SURE:
                error = 0
                for part in (red, green, blue):
                    error = max(error, abs((part * top + half) % most - half))
                if error * HUE_STEPS <= most * top:
                    break
                top += 1
            red = (red * top + half) // most
            green = (green * top + half) // most
            blue = (blue * top + half) // most
        at = color * 4
        lut[at] = 0
        lut[at + 1] = blue
        lut[at + 2] = red
        lut[at + 3] = green
        costs[color] = red * scale[1] + green * scale[2] + blue * scale[3]


def expand(pixels: bytearray, lut: bytearray, words: bytearray, serpentine: bool) -> None:
    """Write the LED words of 384 `pixels` to `words` (1536 bytes), in the order of the chain, by the table `lut`."""
    flip = 7 if serpentine else 0
    at = 0
    for position in range(PIXELS):
        pixel = position ^ flip if position & 8 else position
        entry = (pixels[pixel] & (COLORS - 1)) * 4
        words[at] = lut[entry]
        words[at + 1] = lut[entry + 1]
        words[at + 2] = lut[entry + 2]
        words[at + 3] = lut[entry + 3]
        at += 4
