"""From colour indices to LED words on the Pico: the viper twin of expand.py (which says what they do), same result.

Alone in its module because the WebAssembly MicroPython cannot compile viper: only board/leds.py imports it.
viper knows no `None` as an annotation and at most four parameters; constants fit 30 bits.
"""

import micropython


@micropython.viper
def count(pixels: ptr8, counts: ptr16) -> object:
    """How many of the 384 `pixels` have each colour index, to `counts` (32 entries)."""
    for index in range(32):
        counts[index] = 0
    for position in range(384):
        index = pixels[position] & 31
        counts[index] = counts[index] + 1
    return None


@micropython.viper
def weigh(counts: ptr16, costs: ptr32) -> int:
    """The sum of counts times costs, in mA * 255."""
    cost = 0
    for colour in range(32):
        cost += counts[colour] * costs[colour]
    return cost


@micropython.viper
def make_table(palette: ptr8, scale: ptr8, lut: ptr8, costs: ptr32) -> object:
    """The LED word of each of 32 colours to `lut`, its mA * 255 to `costs`."""
    level = scale[0]
    for colour in range(32):
        at = colour * 3
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
        at = colour * 4
        lut[at] = 0
        lut[at + 1] = blue
        lut[at + 2] = red
        lut[at + 3] = green
        costs[colour] = red * scale[1] + green * scale[2] + blue * scale[3]
    return None


@micropython.viper
def expand(pixels: ptr8, lut: ptr32, words: ptr32, serpentine: bool) -> object:
    """The LED words of 384 `pixels` in the order of the chain, through `lut`, to `words`."""
    flip = 7 if serpentine else 0
    for position in range(384):
        pixel = position
        if position & 8:
            pixel = position ^ flip
        words[position] = lut[pixels[pixel] & 31]
    return None
