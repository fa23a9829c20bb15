"""Converts color indices to LED words on the Pico: the viper version of expand.py, which documents the functions.

Only board/leds.py imports it, because MicroPython's WebAssembly build cannot compile viper. viper functions have at
most four parameters and no `None` annotation; their constants fit in 30 bits.
"""

import micropython


@micropython.viper
def count(pixels: ptr8, counts: ptr16) -> object:
    """See expand.count."""
    for index in range(32):
        counts[index] = 0
    for position in range(384):
        index = pixels[position] & 31
        counts[index] = counts[index] + 1
    return None


@micropython.viper
def estimate_current(counts: ptr16, costs: ptr32) -> int:
    """See expand.estimate_current."""
    current = 0
    for color in range(32):
        current += counts[color] * costs[color]
    return current


@micropython.viper
def make_table(palette: ptr8, scale: ptr8, lut: ptr8, costs: ptr32) -> object:
    """See expand.make_table."""
    level = scale[0]
    for color in range(32):
        at = color * 3
        red, green, blue = palette[at], palette[at + 1], palette[at + 2]
        most = red if red > green else green
        if blue > most:
            most = blue
        if most * level == 0 or most * level > 127:
            red = (red * level + 127) // 255
            green = (green * level + 127) // 255
            blue = (blue * level + 127) // 255
        else:
            red = 1 if red == most else 0
            green = 1 if green == most else 0
            blue = 1 if blue == most else 0
        at = color * 4
        lut[at] = 0
        lut[at + 1] = blue
        lut[at + 2] = red
        lut[at + 3] = green
        costs[color] = red * scale[1] + green * scale[2] + blue * scale[3]
    return None


@micropython.viper
def expand(pixels: ptr8, lut: ptr32, words: ptr32, serpentine: bool) -> object:
    """See expand.expand."""
    flip = 7 if serpentine else 0
    for position in range(384):
        pixel = position
        if position & 8:
            pixel = position ^ flip
        words[position] = lut[pixels[pixel] & 31]
    return None
