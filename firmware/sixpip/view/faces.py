"""The faces that a tile can show, as pictures of 8x8 pixels.

A face is 16 bytes, two pictures of eight rows (the top row first, the greatest bit at the left): the free die,
whose pips are lit, and the taken die turned inside out, whose field is lit around dark pips. How bright, in
what colour, and what tells a chosen die from a kept one: tiles.py.
"""

from sixpip.port import const
from sixpip.view.font import FIRST, GLYPHS

FREE = const(0)
TAKEN = const(8)
"""Where each picture starts in a face."""

FACES = {
    "1": b"\x00\x00\x00\x18\x18\x00\x00\x00\xff\xff\xff\xe7\xe7\xff\xff\xff",
    "2": b"\xc0\xc0\x00\x00\x00\x00\x03\x03\xff\x9f\x9f\xff\xff\xf9\xf9\xff",
    "3": b"\xc0\xc0\x00\x18\x18\x00\x03\x03\xff\x9f\xbf\xe7\xe7\xfd\xf9\xff",
    "4": b"\xc3\xc3\x00\x00\x00\x00\xc3\xc3\xff\x99\x99\xff\xff\x99\x99\xff",
    "5": b"\xc3\xc3\x00\x18\x18\x00\xc3\xc3\xff\x99\xbd\xe7\xe7\xbd\x99\xff",
    "6": b"\x66\x66\x00\x66\x66\x00\x66\x66\xff\x99\xff\x99\x99\xff\x99\xff",
}
"""The faces drawn by hand: the pips of dice. A further face is one more line."""


def face(name: str) -> bytes:
    """The 16 bytes of the face `name`: one of FACES, or any single character as the OLED writes it.

    Raises KeyError for a name that is neither.
    """
    drawn = FACES.get(name)
    if drawn is None:
        if len(name) != 1 or not " " <= name <= "~":
            raise KeyError(name)
        drawn = _letter(ord(name) - FIRST)
    return drawn


def letter(character: str) -> bytes:
    """One character as a face, even where dice have a picture of their own for it: a numeral, not pips.

    A hollow box for a character that is not ASCII.
    """
    glyph = ord(character) - FIRST
    return _letter(glyph if 0 <= glyph < 95 else len(GLYPHS) // 5 - 1)


def _letter(glyph: int) -> bytes:
    """A character of the OLED's font as a face: upright on the tile, and cut out of the field."""
    rows = bytearray(16)
    for y in range(8):
        bits = 0
        for x in range(5):
            if GLYPHS[glyph * 5 + x] >> y & 1:
                bits |= 0x20 >> x
        rows[FREE + y] = bits
        rows[TAKEN + y] = 0xFF ^ bits
    return bytes(rows)
