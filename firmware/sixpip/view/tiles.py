"""Paints a die on a tile: its face in one of the states that a die can have.

It writes color indices (0..31) into the 384 `pixels` of a Board. Moving dice are in animation.py.
"""

from sixpip.compat import const, micropython, ptr8
from sixpip.view import palette
from sixpip.view.text import FIRST, GLYPHS

LARGE = const(0)
SMALL = const(8)
"""The offset of each picture in a face (view/faces.py)."""

TILES = const(6)
TILE = const(64)
"""Pixels of a tile: eight rows of eight."""

OFF = const(0)
SCORES = const(1)
DULL = const(2)
CHOSEN = const(3)
KEPT = const(4)
ADVISED = const(5)
WRONG = const(6)
"""The states of a die, in this order: not in play, can score, cannot score, chosen, kept earlier, free and advised by
the coach, chosen without a score."""

_PIPS = bytes((0, 0, 3, 0, 1, 0, 0))
_FRAME = bytes((0, 0, 0, 2, 4, 0, 0))
"""The levels of the lit pixels of the face and of the frame around it (0 for no frame), by state."""
_FIELD = const(4)  # the level between the pips and the frame of a chosen die

_LAST = const(320)  # the first pixel of the last tile
_NOT_MOVED = const(16 << 14 | 16 << 9)  # for `slide`: the face fills the tile
_SIX = const(6 << 9)  # pixel counts for `tint`
_TWO = const(2 << 9)
_CORNERS = bytes((0, 7, 48, 55))  # the upper pixels of the sides of the brackets of advice_mark


# The arguments of these two loops are packed, because viper functions have at most four. They are written for few
# instructions, because they stay in memory during a game.


@micropython.viper
def slide(pixels: ptr8, face: ptr8, where: int, colors: int) -> object:
    """Draws a picture of a face on a tile, moved by some rows or columns; what is outside the tile is clipped.

    `where` is the tile's first pixel | (row of the face on the tile's row 0, + 16) << 9 | (column on column 0, + 16) <<
    14 | the picture's first row << 19. `colors` is the color of lit pixels | of dark pixels << 5 | 1 << 10 to leave the
    pixels outside the face unchanged.
    """
    place = where & 511
    row = (where >> 9 & 31) - 16
    for _ in range(8):
        covered = lit = 0
        if not row & -8:
            covered = 255
            lit = face[row + (where >> 19)]
        bit = 1 << 23 >> (where >> 14 & 31)  # of the column of the face; more than 128 or 0 outside it
        for _ in range(8):
            if lit & bit:
                pixels[place] = colors & 31
            elif colors < 1024 or covered & bit:
                pixels[place] = colors >> 5 & 31
            bit >>= 1
            place += 1
        row += 1
    return None


@micropython.viper
def tint(pixels: ptr8, where: int, step: int, colors: int) -> object:
    """Changes the color of pixels that are `step` apart.

    `where` is the first pixel | the number of pixels << 9. `colors` is the new color | the old color << 5; pixels of
    other colors do not change. An old color of 0 means any color.
    """
    place = where & 511
    for _ in range(where >> 9):
        if colors < 32 or pixels[place] == colors >> 5:
            pixels[place] = colors & 31
        place += step
    return None


def draw(pixels: bytearray, tile: int, face: bytes, picture: int, on: int, off: int = 0) -> None:
    """Draws one picture of a face (LARGE or SMALL) on a tile: lit pixels in color `on`, the others in `off`."""
    slide(pixels, face, tile * TILE | _NOT_MOVED | picture << 19, on | off << 5)


def paint(
    pixels: bytearray, tile: int, face: bytes, state: int, ramp: int = palette.INK, behind: int = palette.HUE
) -> None:
    """Paints a face in a state: its pips in `ramp`, the frame around it and the field behind it in `behind`.

    The states also differ in shape: a free die fills its tile (and is dim if it cannot score); a chosen die is smaller,
    on a lit field in a frame; a kept one is in a frame without a field; an advised one leaves room for `advice_mark`; a
    chosen one that does not score is in a dashed red frame.
    """
    if state == OFF:
        clear_tile(pixels, tile)
        return
    pips = ramp + _PIPS[state]
    if not _FRAME[state]:
        draw(pixels, tile, face, LARGE if state <= DULL else SMALL, pips)
        if state == WRONG:
            _dash_frame(pixels, tile)
        return
    frame = behind + _FRAME[state]
    draw(pixels, tile, face, SMALL, pips, frame)
    colors = (behind + _FIELD if state == CHOSEN else palette.OFF) | frame << 5
    start = tile * TILE + 9 | _SIX
    for row in range(0, 48, 8):
        tint(pixels, start + row, 1, colors)


def _dash_frame(pixels: bytearray, tile: int) -> None:
    start = tile * TILE
    for at in range(0, 8, 2):
        pixels[start + at] = pixels[start + 57 + at] = palette.RED
        pixels[start + at * 8] = pixels[start + 15 + at * 8] = palette.RED


def paint_in_color(pixels: bytearray, tile: int, face: bytes, state: int, ramp: int) -> None:
    """Paints a face in a state in one `ramp` only, for dice whose color has a meaning in the game."""
    paint(pixels, tile, face, state, ramp, ramp)


def clear_corners(pixels: bytearray, tile: int, old: int) -> None:
    """Makes the corner pixels of a tile dark if they have the color `old` (not OFF)."""
    start = tile * TILE | _TWO
    tint(pixels, start, 7, old << 5)
    tint(pixels, start + 56, 7, old << 5)


def page_mark(pixels: bytearray, page: int, pages: int) -> None:
    """Marks the sides where further pages of dice are with white corner pixels. `page` 0 is the first.

    The right corners of the last tile are white when there is a next page, the left corners of the first tile when
    there is a previous one. Call it after the dice are painted.
    """
    if page + 1 < pages:
        pixels[_LAST + 7] = pixels[_LAST + 63] = palette.MARK
    if page > 0:
        pixels[0] = pixels[56] = palette.MARK


def advice_mark(pixels: bytearray, tile: int) -> None:
    """Marks a die that the coach would keep: white brackets at its left and right. Call it after it is painted.

    In the lowest row only the corners are used, as the sign of a color may be between them.
    """
    start = tile * TILE
    pixels[start + 1] = pixels[start + 6] = palette.MARK
    start |= _TWO
    for corner in _CORNERS:
        tint(pixels, start + corner, 8, palette.MARK)


def clear_tile(pixels: bytearray, tile: int) -> None:
    """Makes one tile dark."""
    tint(pixels, tile * TILE | TILE << 9, 1, palette.OFF)


def clear(pixels: bytearray) -> None:
    """Makes all six tiles dark."""
    tint(pixels, TILES * TILE << 9, 1, palette.OFF)


# Letters


def letter(character: str) -> bytes:
    """Returns a character as a face in the font of the OLED; a digit is a numeral, not pips.

    A character that is not ASCII gives a hollow box.
    """
    glyph = ord(character) - FIRST
    return glyph_face(glyph if 0 <= glyph < 95 else len(GLYPHS) // 5 - 1)


_DROPPED = const(5)  # the row that a small letter leaves out if no two rows are equal


def glyph_face(glyph: int) -> bytes:
    """Returns a character of the OLED's font (text.GLYPHS) as a face.

    The small picture leaves out one row, or two of eight.
    """
    rows = bytearray(16)
    for y in range(8):
        for x in range(5):
            if GLYPHS[glyph * 5 + x] >> y & 1:
                rows[LARGE + y] |= 0x20 >> x
    extra = 2 if rows[LARGE + 7] else 1
    last, at = 0, SMALL + 1
    for y in range(8):
        bits = rows[LARGE + y]
        if extra and (bits == last or y == _DROPPED):
            extra -= 1
        elif at < 16:
            rows[at] = bits
            at += 1
        last = bits
    return bytes(rows)
