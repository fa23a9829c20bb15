"""Maps the pixels of the dice to their places on the LED chain.

Pixels are numbered tile * 64 + row * 8 + column. The chain runs tile by tile from the left, row by row from the top
left. The project's own tiles are wired in serpentine (odd rows from right to left); some stock modules are progressive
(every row from left to right).
"""

from sixpip.port import const

TILES = const(6)
TILE_PIXELS = const(64)
PIXELS = const(384)
"""LEDs on the chain."""


def chain_position(pixel: int, serpentine: bool) -> int:
    """Return the place of a pixel on the chain (0 is first). The mapping is its own inverse."""
    if serpentine and pixel & 8:  # bit 3 is the lowest bit of the row: an odd row
        return pixel ^ 7
    return pixel
