"""The loops over pixels on the Pico: the viper twin of blit.py (which says what they do), same result.

Alone in its module because the WebAssembly MicroPython cannot compile viper: tiles.py imports it on the Pico only.
Written for few instructions: this code lies in memory while a game is played. viper knows no `None` as an annotation
and at most four parameters.
"""

import micropython


@micropython.viper
def slide(pixels: ptr8, face: ptr8, where: int, colours: int) -> object:
    """A picture of a face on a tile, as far as it lies on it."""
    place = where & 511
    for line in range(64):
        row = (line >> 3) + (where >> 9 & 31) - 16
        column = (line & 7) + (where >> 14 & 31) - 16
        if not (row | column) & -8:
            pixels[place] = colours & 31 if face[row + (where >> 19)] << column & 128 else colours >> 5 & 31
        elif colours < 1024:
            pixels[place] = colours >> 5
        place += 1
    return None


@micropython.viper
def tint(pixels: ptr8, where: int, step: int, colours: int) -> object:
    """Pixels in a line get another colour."""
    place = where & 511
    for _ in range(where >> 9):
        if colours < 32 or pixels[place] == colours >> 5:
            pixels[place] = colours & 31
        place += step
    return None
