"""Paints a die on a tile: its face in one of the states that a die can have.

It writes color indices into the 384 `pixels` of a Board. The caller decides the state of each die; moving dice are in
animation.py.
"""

import sys

from sixpip.port import const
from sixpip.view import faces, palette

if sys.platform == "rp2":
    from sixpip.view import blit_viper as blit
else:
    from sixpip.view import blit

TILES = const(6)
TILE = const(64)
"""Pixels of a tile: eight rows of eight."""

OFF = const(0)
SCORES = const(1)
DULL = const(2)
CHOSEN = const(3)
KEPT = const(4)
TUMBLING = const(5)
"""States: not in play; can score; cannot score; chosen; kept earlier; tumbling."""

_PICTURE = bytes((0, faces.FREE, faces.FREE, faces.TAKEN, faces.TAKEN, faces.FREE))
_LEVEL = bytes((0, 0, 3, 2, 3, 2))
_BODY = bytes((0, 4, 0, 0, 0, 4))
"""By state: the picture of the face, the level of its lit pixels, and the level of the body behind them (0: none)."""

_LAST = const(320)  # the first pixel of the last tile
_STATE_RAMP = const(-1)
_NOT_MOVED = const(16 << 14 | 16 << 9)  # for blit.slide: the face fills the tile
_EIGHT = const(8 << 9)  # pixel counts for blit.tint
_TWO = const(2 << 9)


def draw(pixels: bytearray, tile: int, face: bytes, picture: int, on: int, off: int = 0) -> None:
    """Draw one picture of a face (faces.FREE or TAKEN) on a tile: lit pixels in color `on`, the others in `off`."""
    blit.slide(pixels, face, tile * TILE | _NOT_MOVED | picture << 19, on | off << 5)


def paint(
    pixels: bytearray, tile: int, face: bytes, state: int, ramp: int = _STATE_RAMP, behind: int = palette.HUE
) -> None:
    """Paint a face in a state. Free dice are in INK, chosen and kept ones in HUE, unless `ramp` is given.

    `behind` is the ramp of the body of a free die.

    The states also differ in shape: a die that can score has a faint body around its pips, one that cannot has none; a
    chosen die is inverted with a bright square frame, a kept one inverted with round corners and no frame.
    """
    if state == OFF:
        clear_tile(pixels, tile)
        return
    if ramp == _STATE_RAMP:
        ramp = palette.HUE if state == CHOSEN or state == KEPT else palette.INK
    lit = ramp + _LEVEL[state]
    body = behind + _BODY[state] if _BODY[state] else palette.OFF
    draw(pixels, tile, face, _PICTURE[state], lit, body)
    if state == CHOSEN:
        recolor_edge(pixels, tile, lit, ramp)
    elif state == KEPT:
        clear_corners(pixels, tile, lit)
    elif body:
        clear_corners(pixels, tile, body)


def paint_in_color(pixels: bytearray, tile: int, face: bytes, state: int, ramp: int) -> None:
    """Paint a face in a state in one `ramp` only, for dice whose color has a meaning in the game."""
    paint(pixels, tile, face, state, ramp, ramp)


def recolor_edge(pixels: bytearray, tile: int, old: int, new: int) -> None:
    """Change the outermost pixels of a tile that have the color `old` (not OFF) to the color `new`."""
    start = tile * TILE | _EIGHT
    blit.tint(pixels, start, 1, new | old << 5)
    blit.tint(pixels, start + 56, 1, new | old << 5)
    blit.tint(pixels, start, 8, new | old << 5)
    blit.tint(pixels, start + 7, 8, new | old << 5)


def clear_corners(pixels: bytearray, tile: int, old: int) -> None:
    """Make those of a tile's four corner pixels dark that have the color `old` (not OFF)."""
    start = tile * TILE | _TWO
    blit.tint(pixels, start, 7, old << 5)
    blit.tint(pixels, start + 56, 7, old << 5)


def page_mark(pixels: bytearray, page: int, pages: int) -> None:
    """Mark the sides where further pages of dice are with white corner pixels. `page` 0 is the first.

    The right corners of the last tile are white when there is a next page, the left corners of the first tile when
    there is a previous one. Call it after the dice are painted.
    """
    if page + 1 < pages:
        pixels[_LAST + 7] = pixels[_LAST + 63] = palette.MARK
    if page > 0:
        pixels[0] = pixels[56] = palette.MARK


def advice_mark(pixels: bytearray, tile: int) -> None:
    """Mark a die that the coach would keep: two white pixels in the middle below it. Call it after it is painted."""
    pixels[tile * TILE + 59] = pixels[tile * TILE + 60] = palette.MARK


def clear_tile(pixels: bytearray, tile: int) -> None:
    """Make one tile dark."""
    blit.tint(pixels, tile * TILE | TILE << 9, 1, palette.OFF)


def clear(pixels: bytearray) -> None:
    """Make all six tiles dark."""
    blit.tint(pixels, TILES * TILE << 9, 1, palette.OFF)
