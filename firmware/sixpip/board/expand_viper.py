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
        top = (most * level + 127) // 255
        if top == 0:
            top = 1
        if most * level == 0:
            red = green = blue = 0
        else:
            top = (most * level + 127) // 255
            if top == 0:
                top = 1
            half = most >> 1
            while top < 3:  # expand._SURE
                error = 0
                for part in range(3):
                    off = (palette[at + part] * top + half) % most - half
                    if off < 0:
                        off = 0 - off
                    if off > error:
                        error = off
                if error * 5 <= most * top:  # expand.HUE_STEPS
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
