"""The two drawing loops of the tiles on the Pico: the viper version of blit.py, which documents the functions.

tiles.py imports it on the Pico only, because MicroPython's WebAssembly build cannot compile viper. It is written for
few instructions, because it stays in memory during a game. viper functions have at most four parameters and no `None`
annotation.
"""

import micropython


@micropython.viper
def slide(pixels: ptr8, face: ptr8, where: int, colors: int) -> object:
    """See blit.slide."""
    place = where & 511
    for line in range(64):
        row = (line >> 3) + (where >> 9 & 31) - 16
        column = (line & 7) + (where >> 14 & 31) - 16
        if not (row | column) & -8:
            pixels[place] = colors & 31 if face[row + (where >> 19)] << column & 128 else colors >> 5 & 31
        elif colors < 1024:
            pixels[place] = colors >> 5
        place += 1
    return None


@micropython.viper
def tint(pixels: ptr8, where: int, step: int, colors: int) -> object:
    """See blit.tint."""
    place = where & 511
    for _ in range(where >> 9):
        if colors < 32 or pixels[place] == colors >> 5:
            pixels[place] = colors & 31
        place += step
    return None
