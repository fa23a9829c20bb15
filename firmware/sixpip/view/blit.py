"""The two drawing loops of the tiles. This is the portable version of blit_viper.py, with the same results.

Both write color indices (0..31) into the 384 `pixels` of a Board. Their arguments are packed, because viper functions
have at most four. The callers are tiles.py and animation.py.
"""

from sixpip.port import const

_TRANSPARENT = const(1 << 10)


def slide(pixels: bytearray, face: bytes, where: int, colors: int) -> None:
    """Draw a picture of a face on a tile, moved by some rows or columns; what is outside the tile is clipped.

    `where`: the tile's first pixel | (row of the face on the tile's row 0, + 16) << 9 | (column on column 0, + 16)
    << 14 | the picture's first row << 19. `colors`: color of lit pixels | of dark pixels << 5 | 1 << 10 to leave the
    pixels outside the face unchanged.
    """
    place = where & 511
    for line in range(64):
        row = (line >> 3) + (where >> 9 & 31) - 16
        column = (line & 7) + (where >> 14 & 31) - 16
        if 0 <= row < 8 and 0 <= column < 8:
            pixels[place] = colors & 31 if face[row + (where >> 19)] << column & 128 else colors >> 5 & 31
        elif colors < _TRANSPARENT:
            pixels[place] = colors >> 5
        place += 1


def tint(pixels: bytearray, where: int, step: int, colors: int) -> None:
    """Change the color of pixels that are `step` apart.

    `where`: the first pixel | the number of pixels << 9. `colors`: the new color | the old color << 5; pixels of other
    colors do not change. An old color of 0 means any color.
    """
    place = where & 511
    for _ in range(where >> 9):
        if colors < 32 or pixels[place] == colors >> 5:
            pixels[place] = colors & 31
        place += step
