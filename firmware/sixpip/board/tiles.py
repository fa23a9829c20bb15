"""Where a pixel of the dice sits on the LED chain. Colours and drawing are not here.

Pixels are numbered tile * 64 + row * 8 + column; the chain runs tile by tile from the left, row by row
from the top left. Own tiles are wired in serpentine (odd rows from right to left); some stock modules
are progressive (every row from left to right).
"""

from sixpip.port import const

TILES = const(6)
TILE_PIXELS = const(64)
PIXELS = const(384)
"""LEDs on the chain."""


def chain_position(pixel: int, serpentine: bool) -> int:
    """The place on the chain (0 is first) of a pixel; also the pixel at a place, as it is its own inverse."""
    if serpentine and pixel & 8:  # bit 3 is the lowest bit of the row: an odd row
        return pixel ^ 7
    return pixel
