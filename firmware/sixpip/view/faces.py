"""The faces of the dice, as pictures of 8x8 pixels. Colors and the states of a die are in tiles.py.

A face is 16 bytes: two pictures of eight rows, the top row first, the highest bit at the left. The first is the free
die with lit pips, the second the taken die, inverted: a lit field around dark pips.
"""

from sixpip.port import const
from sixpip.view.font import FIRST, GLYPHS

FREE = const(0)
TAKEN = const(8)
"""The offset of each picture in a face."""

PIPS = {
    "1": b"\x00\x00\x00\x18\x18\x00\x00\x00\xff\xff\xff\xe7\xe7\xff\xff\xff",
    "2": b"\xc0\xc0\x00\x00\x00\x00\x03\x03\xff\x9f\x9f\xff\xff\xf9\xf9\xff",
    "3": b"\xc0\xc0\x00\x18\x18\x00\x03\x03\xff\x9f\xbf\xe7\xe7\xfd\xf9\xff",
    "4": b"\xc3\xc3\x00\x00\x00\x00\xc3\xc3\xff\x99\x99\xff\xff\x99\x99\xff",
    "5": b"\xc3\xc3\x00\x18\x18\x00\xc3\xc3\xff\x99\xbd\xe7\xe7\xbd\x99\xff",
    "6": b"\x66\x66\x00\x66\x66\x00\x66\x66\xff\x99\xff\x99\x99\xff\x99\xff",
}

GRAND = {
    "A": b"\x18\x3c\x7e\xff\xff\xdb\x18\x3c\xff\xe7\xc3\x81\x81\xa5\xc3\xff",
    "K": b"\xc6\xcc\xd8\xf0\xf0\xd8\xcc\xc6\xff\x99\x93\x87\x87\x93\x99\xff",
    "Q": b"\x7c\xc6\xc6\xc6\xc6\xd6\xcc\x76\xff\xc3\x99\x99\x91\x9b\xc5\xff",
    "J": b"\x3e\x0c\x0c\x0c\x0c\xcc\xcc\x78\xff\xe1\xf3\xf3\xf3\x93\xc7\xff",
    "50": b"\xe6\x89\x89\xc9\x29\x29\x29\xc6\xff\x8b\xb5\x95\xe5\xe5\x9b\xff",
    "100": b"\x92\xad\xad\xad\xad\xad\xad\x92\xff\xb5\xaa\xaa\xaa\xaa\xb5\xff",
}
"""Ten Grand. The ace is a spade, so that it is not read as a letter; 100 reaches the right edge of its field."""

CUBES = {
    "2": b"\x60\x90\x90\x60\x06\x09\x09\x06\xff\x8f\xaf\x8f\xf1\xf5\xf1\xff",
    "3": b"\x18\x18\x3c\x00\x42\x42\xe7\x00\xff\xe7\xe7\xff\xbd\x99\x99\xff",
    "4": b"\x3c\x18\x81\xc3\xc3\x81\x18\x3c\xff\xc3\xa5\x99\x99\xa5\xc3\xff",
    "5": b"\x7e\x60\x60\x7c\x06\x06\x66\x3c\xff\xc1\xcf\xc3\xf9\xf9\xc3\xff",
    "6": b"\xdb\xdb\xdb\x00\x00\xdb\xdb\xdb\xff\xa5\xa5\xff\xff\xa5\xa5\xff",
    "10": b"\x00\xce\xdb\xdb\xdb\xdb\xce\x00\xff\xb3\xad\xad\xad\xad\xb3\xff",
    "sun": b"\x99\x42\x3c\xbd\xbd\x3c\x42\x99\xff\xa5\xc3\x81\x81\xc3\xa5\xff",
}
"""Five cubes: two rings, three trees, four wedges and six bars to count; only single scoring dice are numerals."""

PHASE = {
    "1": b"\x18\x38\x78\x18\x18\x18\x18\x7e\xff\xe7\xc7\xe7\xe7\xe7\xc3\xff",
    "2": b"\x3c\x66\x06\x0c\x18\x30\x60\x7e\xff\x87\xf3\xe7\xcf\x9f\x83\xff",
    "3": b"\x7e\x06\x0c\x1c\x06\x06\x66\x3c\xff\x87\xf3\xc7\xf3\xf3\x87\xff",
    "4": b"\x0c\x1c\x3c\x6c\x7e\x0c\x0c\x0c\xff\xe3\xd3\xb3\x83\xf3\xf3\xff",
    "5": b"\x7e\x60\x60\x7c\x06\x06\x06\x7c\xff\x83\x9f\x87\xf3\xf3\x87\xff",
    "6": b"\x1c\x30\x60\x7c\x66\x66\x66\x3c\xff\xf1\xcf\x83\x99\x99\xc3\xff",
    "7": b"\x7e\x06\x06\x0c\x0c\x18\x18\x18\xff\x83\xf3\xf3\xe7\xe7\xe7\xff",
    "8": b"\x3c\x66\x66\x3c\x66\x66\x66\x3c\xff\xc3\x99\xc3\x99\x99\xc3\xff",
    "9": b"\x3c\x66\x66\x66\x3e\x06\x0c\x38\xff\xc3\x99\x99\xc1\xf3\x8f\xff",
    "10": b"\x4e\xdb\x5b\x5b\x5b\x5b\x5b\x4e\xff\xb3\xad\xad\xad\xad\xb3\xff",
    "W": b"\xc3\xc3\xc3\xdb\xdb\xff\x66\x66\xff\xbd\xbd\xbd\xa5\x99\xbd\xff",
}
"""Phase 10: bold numerals, drawn so that `with_sign` can leave out some of their rows."""

MARKED = {"sun": CUBES["sun"]}
"""Faces that a marked die of any kind may have as well."""

KINDS = {"pips": PIPS, "grand": GRAND, "cubes": CUBES, "phase": PHASE}
"""The faces by kind of dice and by name. A new kind of dice is a new table."""

_ANY = ("pips", "own-pips", "own")
"""The kinds that have pips and every other single character; custom dice ("own") also have the other faces."""


def face(name: str, kind: str = "pips") -> bytes:
    """Return the 16 bytes of the face `name` on dice of a `kind` of KINDS, or of custom dice ("own-pips", "own").

    Dice with pips and custom dice also have every other ASCII character, in the font of the OLED. Raises KeyError for
    an unknown kind or name.
    """
    drawn = (PIPS if kind in _ANY else KINDS[kind]).get(name) or MARKED.get(name)
    if drawn is None and kind in _ANY and len(name) == 1 and " " <= name <= "~":
        drawn = _letter(ord(name) - FIRST)
    if drawn is None and kind == "own":
        drawn = GRAND.get(name) or CUBES.get(name)
    if drawn is None:
        raise KeyError(name)
    return drawn


_SHORT = b"\x00\x01\x03\x04\x06\x07\x07\x07\x08\x09\x0a\x0b\x0c\x0e\x0f\x0f"
"""The rows of a Phase 10 face that make a shorter numeral, with room for a sign."""
_SIGNS = b"\x18\x66\x5a\x7e"


def with_sign(drawn: bytes, color: int) -> bytes:
    """Return a face of PHASE with a shorter numeral and the sign of its color (0..3: R O G B) in the lowest row.

    The sign of red is one dash in the middle, of orange two dashes, of green three dots, of blue a line.
    """
    rows = bytearray(16)
    for row in range(16):
        rows[row] = drawn[_SHORT[row]]
    rows[FREE + 6] = 0
    rows[FREE + 7] = _SIGNS[color]
    rows[TAKEN + 7] = 0xFF ^ _SIGNS[color]
    return bytes(rows)


def letter(character: str) -> bytes:
    """Return a character as a face in the font of the OLED: a digit is a numeral here, not pips.

    A character that is not ASCII gives a hollow box.
    """
    glyph = ord(character) - FIRST
    return _letter(glyph if 0 <= glyph < 95 else len(GLYPHS) // 5 - 1)


def _letter(glyph: int) -> bytes:
    """Return a character of the OLED's font as a face: lit on the free die, dark on the taken die."""
    rows = bytearray(16)
    for y in range(8):
        bits = 0
        for x in range(5):
            if GLYPHS[glyph * 5 + x] >> y & 1:
                bits |= 0x20 >> x
        rows[FREE + y] = bits
        rows[TAKEN + y] = 0xFF ^ bits
    return bytes(rows)
