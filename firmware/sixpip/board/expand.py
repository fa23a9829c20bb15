"""From colour indices to LED words: the plain twin of expand_viper.py, same result, any interpreter.

A table entry and an LED word are 4 bytes as the PIO wants them: a 32-bit little-endian number with green, red,
blue from the top, so the bytes are 0, blue, red, green. How bright it may be is decided in limiter.py.
"""

from sixpip.board.tiles import PIXELS
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from array import array

COLOURS = const(32)
"""Entries of a palette; an index is taken modulo this."""


def count(pixels: bytearray, counts: "array[int]") -> None:
    """Write to `counts` (32 entries) how many of the 384 `pixels` have each colour index."""
    for index in range(COLOURS):
        counts[index] = 0
    for index in pixels:
        counts[index & (COLOURS - 1)] += 1


def weigh(counts: "array[int]", costs: "array[int]") -> int:
    """The sum of counts times costs: what a frame draws on top of idling, in mA * 255 (it fits a small int)."""
    cost = 0
    for colour in range(COLOURS):
        cost += counts[colour] * costs[colour]
    return cost


def make_table(palette: bytearray, scale: bytearray, lut: bytearray, costs: "array[int]") -> None:
    """Write to `lut` the LED word of each of 32 colours (`palette`: 96 bytes), and to `costs` its mA * 255.

    `scale`: the brightness 0..255, then the mA of red, green and blue at 255. Rounded to the nearest; a colour that
    would round to black keeps its strongest part at 1, so that it stays to be seen.
    """
    level = scale[0]
    for colour in range(COLOURS):
        at = colour * 3
        red, green, blue = palette[at], palette[at + 1], palette[at + 2]
        most = max(red, green, blue)
        if most * level == 0 or most * level > 127:
            red = (red * level + 127) // 255
            green = (green * level + 127) // 255
            blue = (blue * level + 127) // 255
        else:
            red = 1 if red == most else 0
            green = 1 if green == most else 0
            blue = 1 if blue == most else 0
        at = colour * 4
        lut[at] = 0
        lut[at + 1] = blue
        lut[at + 2] = red
        lut[at + 3] = green
        costs[colour] = red * scale[1] + green * scale[2] + blue * scale[3]


def expand(pixels: bytearray, lut: bytearray, words: bytearray, serpentine: bool) -> None:
    """Write to `words` (1536 bytes) the LED words of 384 `pixels` in the order of the chain, through `lut`."""
    flip = 7 if serpentine else 0
    at = 0
    for position in range(PIXELS):
        pixel = position ^ flip if position & 8 else position
        entry = (pixels[pixel] & (COLOURS - 1)) * 4
        words[at] = lut[entry]
        words[at + 1] = lut[entry + 1]
        words[at + 2] = lut[entry + 2]
        words[at + 3] = lut[entry + 3]
        at += 4
