"""One tile painted: a face in one of the states that a die can be in.

Writes colour indices into the 384 `pixels` of a Board. Which die is in which state is the console's matter;
what moves is in animation.py.
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
"""States: not in play; can score; cannot score; chosen; kept earlier; being thrown."""

_PICTURE = bytes((0, faces.FREE, faces.FREE, faces.TAKEN, faces.TAKEN, faces.FREE))
_LEVEL = bytes((0, 0, 3, 2, 3, 2))
_BODY = bytes((0, 4, 0, 0, 0, 4))
"""By state: the picture of the face, the level of its lit pixels, and that of the body behind them (0: none)."""

_LAST = const(320)  # the first pixel of the last tile
_STATE_RAMP = const(-1)
_STILL = const(16 << 14 | 16 << 9)  # for blit.slide: the face fills the tile
_EIGHT = const(8 << 9)  # so many pixels, for blit.tint
_TWO = const(2 << 9)


def draw(pixels: bytearray, tile: int, face: bytes, picture: int, on: int, off: int = 0) -> None:
    """One picture of a face (faces.FREE or TAKEN) on a tile: colour `on` where it is lit, else `off`."""
    blit.slide(pixels, face, tile * TILE | _STILL | picture << 19, on | off << 5)


def paint(
    pixels: bytearray, tile: int, face: bytes, state: int, ramp: int = _STATE_RAMP, behind: int = palette.HUE
) -> None:
    """A face in a state. Free dice are in INK, chosen and kept ones in HUE, unless `ramp` names another ramp.

    `behind` is the ramp of the body of a free die.

    By shape: a die that can score has a faint body around its pips, a dull one bare pips; a chosen die is inside
    out with a bright square frame, a kept one inside out with round corners and no frame.
    """
    if state == OFF:
        dark(pixels, tile)
        return
    if ramp == _STATE_RAMP:
        ramp = palette.HUE if state == CHOSEN or state == KEPT else palette.INK
    lit = ramp + _LEVEL[state]
    body = behind + _BODY[state] if _BODY[state] else palette.OFF
    draw(pixels, tile, face, _PICTURE[state], lit, body)
    if state == CHOSEN:
        frame(pixels, tile, lit, ramp)
    elif state == KEPT:
        corners(pixels, tile, lit)
    elif body:
        corners(pixels, tile, body)


def paint_own(pixels: bytearray, tile: int, face: bytes, state: int, ramp: int) -> None:
    """A face in a state, all in the die's own `ramp`: its colour is the game's, so shape and light tell the state."""
    paint(pixels, tile, face, state, ramp, ramp)


def frame(pixels: bytearray, tile: int, old: int, new: int) -> None:
    """Those outermost pixels of a tile that have the colour `old` (not OFF) get the colour `new`."""
    start = tile * TILE | _EIGHT
    blit.tint(pixels, start, 1, new | old << 5)
    blit.tint(pixels, start + 56, 1, new | old << 5)
    blit.tint(pixels, start, 8, new | old << 5)
    blit.tint(pixels, start + 7, 8, new | old << 5)


def corners(pixels: bytearray, tile: int, old: int) -> None:
    """Round a tile off: those of its four corner pixels that have the colour `old` (not OFF) go dark."""
    start = tile * TILE | _TWO
    blit.tint(pixels, start, 7, old << 5)
    blit.tint(pixels, start + 56, 7, old << 5)


def page_mark(pixels: bytearray, page: int, pages: int) -> None:
    """On which page of dice this is (0 is the first): white corner pixels at the side where further dice are.

    The right corners of the last tile when a page follows, the left corners of the first when one went before;
    nothing when all dice are on one page. To be painted after the dice.
    """
    if page + 1 < pages:
        pixels[_LAST + 7] = pixels[_LAST + 63] = palette.MARK
    if page > 0:
        pixels[0] = pixels[56] = palette.MARK


def dark(pixels: bytearray, tile: int) -> None:
    """One tile off."""
    blit.tint(pixels, tile * TILE | TILE << 9, 1, palette.OFF)


def clear(pixels: bytearray) -> None:
    """All six tiles off."""
    blit.tint(pixels, TILES * TILE << 9, 1, palette.OFF)
