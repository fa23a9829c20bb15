"""The two loops that nearly all drawing on the tiles is made of: the plain twin of blit_viper.py, same result.

Both write colour indices (0..31) into the 384 `pixels` of a Board. Numbers are packed, as viper takes four
parameters. What is drawn when stands in tiles.py and animation.py.
"""

from sixpip.port import const

_OVER = const(1 << 10)


def slide(pixels: bytearray, face: bytes, where: int, colours: int) -> None:
    """A picture of a face on a tile: the tile is a window that the face slides through.

    `where`: the tile's first pixel | (row of the face on the tile's row 0, + 16) << 9 | (column on column 0, + 16)
    << 14 | the picture's first row << 19. `colours`: where it is lit | elsewhere << 5 | 1 << 10 to leave alone what
    lies beside the face.
    """
    place = where & 511
    for line in range(64):
        row = (line >> 3) + (where >> 9 & 31) - 16
        column = (line & 7) + (where >> 14 & 31) - 16
        if 0 <= row < 8 and 0 <= column < 8:
            pixels[place] = colours & 31 if face[row + (where >> 19)] << column & 128 else colours >> 5 & 31
        elif colours < _OVER:
            pixels[place] = colours >> 5
        place += 1


def tint(pixels: bytearray, where: int, step: int, colours: int) -> None:
    """Pixels in a line get another colour.

    `where`: the first | how many << 9; each of them is `step` further than the one before. `colours`: the new one |
    the one that they must have << 5, which cannot be 0: that means any.
    """
    place = where & 511
    for _ in range(where >> 9):
        if colours < 32 or pixels[place] == colours >> 5:
            pixels[place] = colours & 31
        place += step
