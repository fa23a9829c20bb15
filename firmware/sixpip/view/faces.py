"""The faces of the dice, as pictures of 8x8 pixels. Colors and the states of a die are in tiles.py.

A face is 16 bytes: two pictures of eight rows, the top row first, the highest bit at the left. Both are upright, with
lit pips. The first fills the tile; the second is smaller and leaves the edge of the tile to a frame.
"""

from sixpip.compat import const
from sixpip.view.text import FIRST
from sixpip.view.tiles import LARGE, SMALL, glyph_face

PIPS = (
    ("1", "2", "3", "4", "5", "6"),
    b"\x00\x00\x00\x18\x18\x00\x00\x00\x00\x00\x00\x18\x18\x00\x00\x00"
    b"\xc0\xc0\x00\x00\x00\x00\x03\x03\x00\x60\x60\x00\x00\x06\x06\x00"
    b"\xc0\xc0\x00\x18\x18\x00\x03\x03\x00\x60\x00\x18\x18\x00\x06\x00"
    b"\xc3\xc3\x00\x00\x00\x00\xc3\xc3\x00\x66\x66\x00\x00\x66\x66\x00"
    b"\xc3\xc3\x00\x18\x18\x00\xc3\xc3\x00\x66\x00\x18\x18\x00\x66\x00"
    b"\x66\x66\x00\x66\x66\x00\x66\x66\x00\x66\x00\x66\x66\x00\x66\x00",
)

GRAND = (
    ("A", "K", "Q", "J", "50", "100"),
    b"\x18\x3c\x7e\xff\xff\xdb\x18\x3c\x00\x18\x3c\x7e\x7e\x5a\x3c\x00"
    b"\xc6\xcc\xd8\xf0\xf0\xd8\xcc\xc6\x00\x66\x6c\x78\x78\x6c\x66\x00"
    b"\x7c\xc6\xc6\xc6\xc6\xd6\xcc\x76\x00\x3c\x66\x66\x6e\x64\x3a\x00"
    b"\x3e\x0c\x0c\x0c\x0c\xcc\xcc\x78\x00\x1e\x0c\x0c\x0c\x6c\x38\x00"
    b"\xe6\x89\x89\xc9\x29\x29\x29\xc6\x00\x74\x4a\x6a\x1a\x1a\x64\x00"
    b"\x92\xad\xad\xad\xad\xad\xad\x92\x00\x4a\x55\x55\x55\x55\x4a\x00",
)
"""Ten Grand. The ace is a spade, so that it is not read as a letter; 100 reaches the right edge of its field."""

CUBES = (
    ("2", "3", "4", "5", "6", "10", "sun"),
    b"\x60\x90\x90\x60\x06\x09\x09\x06\x00\x70\x50\x70\x0e\x0a\x0e\x00"
    b"\x18\x18\x3c\x00\x42\x42\xe7\x00\x00\x18\x18\x00\x42\x66\x66\x00"
    b"\x3c\x18\x81\xc3\xc3\x81\x18\x3c\x00\x18\x00\x66\x66\x00\x18\x00"
    b"\x7e\x60\x60\x7c\x06\x06\x66\x3c\x00\x3e\x30\x3c\x06\x06\x3c\x00"
    b"\xdb\xdb\xdb\x00\x00\xdb\xdb\xdb\x00\x5a\x5a\x00\x00\x5a\x5a\x00"
    b"\x00\xce\xdb\xdb\xdb\xdb\xce\x00\x00\x24\x6a\x2a\x2a\x2a\x24\x00"
    b"\x99\x42\x3c\xbd\xbd\x3c\x42\x99\x00\x42\x3c\x3c\x3c\x3c\x42\x00",
)
"""Five cubes: two rings, three trees, four wedges and six bars to count; only single scoring dice are numerals."""

PHASE = (
    ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "W"),
    b"\x18\x38\x78\x18\x18\x18\x18\x7e\x00\x18\x38\x18\x18\x18\x3c\x00"
    b"\x3c\x66\x06\x0c\x18\x30\x60\x7e\x00\x78\x0c\x18\x30\x60\x7c\x00"
    b"\x7e\x06\x0c\x1c\x06\x06\x66\x3c\x00\x78\x0c\x38\x0c\x0c\x78\x00"
    b"\x0c\x1c\x3c\x6c\x7e\x0c\x0c\x0c\x00\x1c\x2c\x4c\x7c\x0c\x0c\x00"
    b"\x7e\x60\x60\x7c\x06\x06\x06\x7c\x00\x7c\x60\x78\x0c\x0c\x78\x00"
    b"\x1c\x30\x60\x7c\x66\x66\x66\x3c\x00\x1c\x30\x7c\x66\x66\x3c\x00"
    b"\x7e\x06\x06\x0c\x0c\x18\x18\x18\x00\x7c\x0c\x0c\x18\x18\x18\x00"
    b"\x3c\x66\x66\x3c\x66\x66\x66\x3c\x00\x3c\x66\x3c\x66\x66\x3c\x00"
    b"\x3c\x66\x66\x66\x3e\x06\x0c\x38\x00\x3c\x66\x66\x3e\x0c\x38\x00"
    b"\x4e\xdb\x5b\x5b\x5b\x5b\x5b\x4e\x00\x24\x6a\x2a\x2a\x2a\x24\x00"
    b"\xc3\xc3\xc3\xdb\xdb\xff\x66\x66\x00\x42\x42\x5a\x5a\x7e\x24\x00",
)
"""Phase 10: bold numerals, drawn so that `with_sign` can leave out some of their rows."""

KINDS = {"pips": PIPS, "grand": GRAND, "cubes": CUBES, "phase": PHASE}
"""The names and the pictures of the faces for each kind of dice. A new kind of dice is a new table."""

_SUN = const("sun")
_FACE = const(16)  # bytes of a face
_ANY = const(("pips", "own-pips", "own"))
"""The kinds that have pips and every other single character. The dice of own variants ("own") also have the other
faces."""


def face(name: str, kind: str = "pips") -> bytes:
    """Returns the 16 bytes of the face `name` on dice of a `kind` of KINDS, or of own variants ("own-pips", "own").

    Dice with pips and those of own variants also have every other ASCII character, in the font of the OLED. Raises
    KeyError for an unknown kind or name.
    """
    drawn = _find(name, PIPS if kind in _ANY else KINDS[kind])
    if not drawn and name == _SUN:  # a die of any kind may be marked
        drawn = _find(name, CUBES)
    if not drawn and kind in _ANY and len(name) == 1 and " " <= name <= "~":
        drawn = glyph_face(ord(name) - FIRST)
    if not drawn and kind == "own":
        drawn = _find(name, GRAND) or _find(name, CUBES)
    if not drawn:
        raise KeyError(name)
    return drawn


def names(kind: str) -> "tuple[str, ...]":
    """Returns the names of the faces of a kind of KINDS, in order."""
    return KINDS[kind][0]


def _find(name: str, table: "tuple[tuple[str, ...], bytes]") -> bytes:
    """Returns the face of that name in a table of KINDS, b"" if there is none."""
    known, pictures = table
    place = known.index(name) * _FACE if name in known else len(pictures)
    return pictures[place : place + _FACE]


_SHORT = const(b"\x00\x01\x03\x04\x06\x07\x07\x07\x08\x09\x0a\x0b\x0c\x0e\x0f\x0f")
"""The rows of a Phase 10 face that make a shorter numeral, with room for a sign."""
_SIGNS = const(b"\x18\x66\x5a\x7e")


def with_sign(drawn: bytes, color: int) -> bytes:
    """Returns a face of PHASE with a shorter numeral and the sign of its color (0..3: R O G B) in the lowest row.

    The sign of red is one dash in the middle, of orange two dashes, of green three dots, of blue a line.
    """
    rows = bytearray(16)
    for row in range(16):
        rows[row] = drawn[_SHORT[row]]
    rows[LARGE + 6] = 0
    rows[LARGE + 7] = rows[SMALL + 7] = _SIGNS[color]
    return bytes(rows)
