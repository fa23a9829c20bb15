"""Draws text and small pictures on the OLED: eight rows of 21 characters, big digits, lines, little dice.

The font comes first: 5x7 characters, small capitals and big digits. A byte is a column of eight pixels with the lowest
bit on top, as in the OLED's memory. The eighth pixel of a character is dark, so that no two rows of text touch; only
the letters in HANGING have it, and stand higher where it would touch the row below.
host_tests/golden/view has readable pictures of all characters. How numbers are rounded and written: sixpip/__init__.py.
"""

from sixpip import points_text as points_text  # for the screens, which write them on the canvas
from sixpip.compat import const

FIRST = const(32)
"""The character code of the first glyph; 94 more ASCII characters follow, then SYMBOLS."""
GLYPH = const(5)
"""Columns of a glyph; the sixth column of a cell is empty."""

SYMBOLS = "\u2192\u2191\u2193\u25a1\u25a0\u266a\u2605\u2655\ufffd"
"""Glyphs after ASCII: arrow right, up, down, free die, taken die, note, star, cup, one for unknown characters."""

GLYPHS = (
    b"\x00\x00\x00\x00\x00"  # space
    b"\x00\x00\x5f\x00\x00"  # !
    b"\x00\x07\x00\x07\x00"  # "
    b"\x14\x7f\x14\x7f\x14"  # #
    b"\x24\x2a\x7f\x2a\x12"  # $
    b"\x63\x13\x08\x64\x63"  # %
    b"\x36\x49\x59\x26\x50"  # &
    b"\x00\x00\x07\x00\x00"  # '
    b"\x00\x1c\x22\x41\x00"  # (
    b"\x00\x41\x22\x1c\x00"  # )
    b"\x14\x08\x3e\x08\x14"  # *
    b"\x08\x08\x3e\x08\x08"  # +
    b"\x00\x50\x30\x00\x00"  # ,
    b"\x00\x08\x08\x08\x00"  # -
    b"\x00\x60\x60\x00\x00"  # .
    b"\x60\x10\x08\x04\x03"  # /
    b"\x3e\x41\x41\x3e\x00"  # 0
    b"\x00\x42\x7f\x40\x00"  # 1
    b"\x62\x51\x49\x49\x46"  # 2
    b"\x22\x41\x49\x49\x36"  # 3
    b"\x18\x14\x12\x7f\x10"  # 4
    b"\x27\x45\x45\x45\x39"  # 5
    b"\x3c\x4a\x49\x49\x30"  # 6
    b"\x01\x01\x71\x0d\x03"  # 7
    b"\x36\x49\x49\x49\x36"  # 8
    b"\x06\x49\x49\x29\x1e"  # 9
    b"\x00\x36\x36\x00\x00"  # :
    b"\x00\x56\x36\x00\x00"  # ;
    b"\x08\x14\x22\x41\x00"  # <
    b"\x14\x14\x14\x14\x14"  # =
    b"\x00\x41\x22\x14\x08"  # >
    b"\x02\x01\x51\x09\x06"  # ?
    b"\x3e\x41\x5d\x55\x4e"  # @
    b"\x7e\x09\x09\x09\x7e"  # A
    b"\x7f\x49\x49\x49\x36"  # B
    b"\x3e\x41\x41\x41\x22"  # C
    b"\x7f\x41\x41\x41\x3e"  # D
    b"\x7f\x49\x49\x49\x41"  # E
    b"\x7f\x09\x09\x09\x01"  # F
    b"\x3e\x41\x49\x49\x7a"  # G
    b"\x7f\x08\x08\x08\x7f"  # H
    b"\x00\x41\x7f\x41\x00"  # I
    b"\x20\x40\x41\x3f\x01"  # J
    b"\x7f\x08\x14\x22\x41"  # K
    b"\x7f\x40\x40\x40\x40"  # L
    b"\x7f\x02\x0c\x02\x7f"  # M
    b"\x7f\x06\x08\x30\x7f"  # N
    b"\x3e\x41\x41\x41\x3e"  # O
    b"\x7f\x09\x09\x09\x06"  # P
    b"\x3e\x41\x51\x21\x5e"  # Q
    b"\x7f\x09\x19\x29\x46"  # R
    b"\x46\x49\x49\x49\x31"  # S
    b"\x01\x01\x7f\x01\x01"  # T
    b"\x3f\x40\x40\x40\x3f"  # U
    b"\x1f\x20\x40\x20\x1f"  # V
    b"\x7f\x20\x18\x20\x7f"  # W
    b"\x63\x14\x08\x14\x63"  # X
    b"\x03\x04\x78\x04\x03"  # Y
    b"\x61\x51\x49\x45\x43"  # Z
    b"\x00\x7f\x41\x41\x00"  # [
    b"\x03\x04\x08\x10\x60"  # \
    b"\x00\x41\x41\x7f\x00"  # ]
    b"\x04\x02\x01\x02\x04"  # ^
    b"\x40\x40\x40\x40\x40"  # _
    b"\x00\x01\x02\x00\x00"  # `
    b"\x20\x54\x54\x54\x78"  # a
    b"\x7f\x44\x44\x44\x38"  # b
    b"\x38\x44\x44\x44\x00"  # c
    b"\x38\x44\x44\x44\x7f"  # d
    b"\x38\x54\x54\x54\x18"  # e
    b"\x04\x7e\x05\x05\x00"  # f
    b"\x18\xa4\xa4\xa4\x7c"  # g
    b"\x7f\x04\x04\x04\x78"  # h
    b"\x00\x44\x7d\x40\x00"  # i
    b"\x40\x80\x84\x7d\x00"  # j
    b"\x7f\x10\x28\x44\x00"  # k
    b"\x00\x41\x7f\x40\x00"  # l
    b"\x7c\x04\x78\x04\x78"  # m
    b"\x7c\x04\x04\x04\x78"  # n
    b"\x38\x44\x44\x44\x38"  # o
    b"\xfc\x24\x24\x24\x18"  # p
    b"\x18\x24\x24\x24\xfc"  # q
    b"\x7c\x08\x04\x04\x08"  # r
    b"\x48\x54\x54\x54\x24"  # s
    b"\x04\x3f\x44\x44\x00"  # t
    b"\x3c\x40\x40\x40\x7c"  # u
    b"\x1c\x20\x40\x20\x1c"  # v
    b"\x3c\x40\x38\x40\x3c"  # w
    b"\x44\x28\x10\x28\x44"  # x
    b"\x1c\xa0\xa0\xa0\x7c"  # y
    b"\x44\x64\x54\x4c\x44"  # z
    b"\x00\x08\x36\x41\x00"  # {
    b"\x00\x00\x7f\x00\x00"  # |
    b"\x00\x41\x36\x08\x00"  # }
    b"\x18\x04\x08\x10\x0c"  # ~
    b"\x08\x08\x2a\x1c\x08"  # arrow right
    b"\x08\x0c\x0e\x0c\x08"  # up
    b"\x08\x18\x38\x18\x08"  # down
    b"\x3e\x22\x22\x22\x3e"  # free die
    b"\x3e\x3e\x3e\x3e\x3e"  # taken die
    b"\x20\x70\x3f\x01\x02"  # note
    b"\x44\x3c\x1f\x3c\x44"  # star
    b"\x03\x27\x3f\x27\x03"  # cup
    b"\x7f\x41\x41\x41\x7f"  # replacement for unknown characters
)

HANGING = "gjpqy"
"""The letters with a part below the line."""
RAISED = (
    b"\x0c\x52\x52\x52\x3e"  # g
    b"\x20\x40\x44\x3d\x00"  # j
    b"\x7c\x14\x14\x14\x08"  # p
    b"\x08\x14\x14\x18\x7c"  # q
    b"\x0c\x50\x50\x50\x3c"  # y
)
"""The letters in HANGING as they stand where the row below has something directly under them."""

SMALL_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?.,:/-+'%&()\u2193\u2192\u2605\u26a1\u25ae"
"""The characters of SMALL, which has five bytes each."""

SMALL = (
    b"\x3c\x0a\x0a\x0a\x3c"  # A
    b"\x3e\x2a\x2a\x2a\x14"  # B
    b"\x1c\x22\x22\x22\x22"  # C
    b"\x3e\x22\x22\x22\x1c"  # D
    b"\x3e\x2a\x2a\x2a\x22"  # E
    b"\x3e\x0a\x0a\x0a\x02"  # F
    b"\x1c\x22\x22\x2a\x3a"  # G
    b"\x3e\x08\x08\x08\x3e"  # H
    b"\x00\x22\x3e\x22\x00"  # I
    b"\x10\x20\x22\x1e\x02"  # J
    b"\x3e\x08\x14\x22\x00"  # K
    b"\x3e\x20\x20\x20\x00"  # L
    b"\x3e\x04\x08\x04\x3e"  # M
    b"\x3e\x04\x08\x10\x3e"  # N
    b"\x1c\x22\x22\x22\x1c"  # O
    b"\x3e\x0a\x0a\x0a\x04"  # P
    b"\x1c\x22\x2a\x12\x2c"  # Q
    b"\x3e\x0a\x0a\x1a\x24"  # R
    b"\x24\x2a\x2a\x2a\x12"  # S
    b"\x02\x02\x3e\x02\x02"  # T
    b"\x1e\x20\x20\x20\x1e"  # U
    b"\x0e\x10\x20\x10\x0e"  # V
    b"\x3e\x10\x08\x10\x3e"  # W
    b"\x22\x14\x08\x14\x22"  # X
    b"\x02\x04\x38\x04\x02"  # Y
    b"\x22\x32\x2a\x26\x22"  # Z
    b"\x1c\x22\x22\x1c\x00"  # 0
    b"\x00\x24\x3e\x20\x00"  # 1
    b"\x32\x2a\x2a\x24\x00"  # 2
    b"\x22\x2a\x2a\x14\x00"  # 3
    b"\x0e\x08\x08\x3e\x00"  # 4
    b"\x2e\x2a\x2a\x12\x00"  # 5
    b"\x1c\x2a\x2a\x10\x00"  # 6
    b"\x02\x32\x0a\x06\x00"  # 7
    b"\x14\x2a\x2a\x14\x00"  # 8
    b"\x04\x2a\x2a\x1c\x00"  # 9
    b"\x00\x00\x2e\x00\x00"  # !
    b"\x02\x2a\x0a\x04\x00"  # ?
    b"\x00\x20\x00\x00\x00"  # .
    b"\x20\x10\x00\x00\x00"  # ,
    b"\x00\x14\x00\x00\x00"  # :
    b"\x20\x10\x08\x04\x02"  # /
    b"\x00\x08\x08\x08\x00"  # -
    b"\x00\x08\x1c\x08\x00"  # +
    b"\x00\x06\x00\x00\x00"  # '
    b"\x32\x08\x08\x26\x00"  # %
    b"\x14\x2a\x2a\x10\x28"  # &
    b"\x00\x1c\x22\x00\x00"  # (
    b"\x00\x22\x1c\x00\x00"  # )
    b"\x08\x18\x3e\x18\x08"  # arrow down
    b"\x08\x08\x2a\x1c\x08"  # arrow right
    b"\x24\x1c\x1e\x1c\x24"  # star
    b"\x00\x28\x1c\x0a\x00"  # bolt: charging
    b"\x1c\x1c\x1c\x1c\x08"  # full battery: charged
)
"""Capitals, digits and signs of 5x5 pixels for bars of seven: the rows 1 to 5 of a byte."""

BIG_WIDTH = const(12)
"""Columns of a big digit. It has three pages (8 rows): first the columns of the top page, then of the next."""
BIG_CHARS = "0123456789+-"
"""The characters of BIG, 36 bytes each."""

BIG = (
    b"\xe0\xf0\xf8\x3c\x1c\x0c\x0c\x1c\x3c\xf8\xf0\xe0"  # 0
    b"\xff\xff\xff\x00\x00\x00\x00\x00\x00\xff\xff\xff"
    b"\x07\x0f\x1f\x3c\x38\x30\x30\x38\x3c\x1f\x0f\x07"
    b"\x00\x00\x60\x70\x38\xfc\xfc\xfc\x00\x00\x00\x00"  # 1
    b"\x00\x00\x00\x00\x00\xff\xff\xff\x00\x00\x00\x00"
    b"\x00\x00\x38\x38\x38\x3f\x3f\x3f\x38\x38\x38\x00"
    b"\x60\x70\x78\x3c\x1c\x0c\x0c\x1c\x3c\xf8\xf0\xe0"  # 2
    b"\x00\x00\x80\xc0\xe0\xf0\x78\x3c\x1e\x0f\x07\x03"
    b"\x3e\x3f\x3f\x3b\x39\x38\x38\x38\x38\x38\x38\x38"
    b"\x60\x70\x78\x1c\x1c\x0c\x0c\x1c\x1c\xf8\xf0\xe0"  # 3
    b"\x00\x00\x00\x00\x1c\x1c\x1c\x1c\x3e\xf7\xe3\xc1"
    b"\x06\x0e\x1e\x3c\x38\x30\x30\x38\x3c\x1f\x0f\x07"
    b"\x00\x00\x00\x00\x80\xc0\xf0\x38\xfc\xfc\xfc\x00"  # 4
    b"\xe0\xf0\xfc\xde\xc7\xc3\xc0\xc0\xff\xff\xff\xc0"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x3f\x3f\x3f\x01"
    b"\x00\xfc\xfc\xfc\x1c\x1c\x1c\x1c\x1c\x1c\x1c\x1c"  # 5
    b"\x00\x0f\x0f\x0f\x06\x06\x06\x0e\x1e\xfc\xf8\xf0"
    b"\x06\x0e\x1e\x3c\x38\x30\x30\x38\x3c\x1f\x0f\x07"
    b"\xc0\xf0\xf8\x78\x1c\x0c\x0c\x0c\x0c\x0c\x00\x00"  # 6
    b"\xff\xff\xff\x1c\x06\x06\x06\x0e\x1e\xfc\xf8\xf0"
    b"\x07\x0f\x1f\x3c\x38\x30\x30\x38\x3c\x1f\x0f\x07"
    b"\x1c\x1c\x1c\x1c\x1c\x1c\x1c\x1c\xdc\xfc\xfc\x7c"  # 7
    b"\x00\x00\x00\x00\x00\x80\xf0\xfe\xff\x1f\x03\x00"
    b"\x00\x00\x00\x00\x38\x3f\x3f\x0f\x00\x00\x00\x00"
    b"\xe0\xf0\xf8\x1c\x1c\x0c\x0c\x1c\x1c\xf8\xf0\xe0"  # 8
    b"\xc1\xe3\xf7\x3e\x3c\x1c\x1c\x3c\x3e\xf7\xe3\xc1"
    b"\x07\x0f\x1f\x3c\x38\x30\x30\x38\x3c\x1f\x0f\x07"
    b"\xe0\xf0\xf8\x3c\x1c\x0c\x0c\x1c\x3c\xf8\xf0\xe0"  # 9
    b"\x0f\x1f\x3f\x78\x70\x60\x60\x60\x38\xff\xff\xff"
    b"\x00\x00\x30\x30\x30\x30\x30\x38\x1e\x1f\x0f\x03"
    b"\x00\x00\x00\x00\x00\x80\x80\x80\x00\x00\x00\x00"  # +
    b"\x00\x38\x38\x38\x38\xff\xff\xff\x38\x38\x38\x38"
    b"\x00\x00\x00\x00\x00\x03\x03\x03\x00\x00\x00\x00"
    b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"  # -
    b"\x00\x00\x38\x38\x38\x38\x38\x38\x38\x38\x38\x00"
    b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
)

WIDTH = const(128)
ROWS = const(8)
COLUMNS = const(21)

ARROW = "\u2192"
FREE = "\u25a1"
STAR = "\u2605"
"""Stands before what differs from the rule sheet; on dice, it stands for the sun."""
CUP = "\u2655"
"""Stands before the number of games won."""

_CELL = const(6)
_ASCII = const(95)
_BIG_ADVANCE = const(14)
_BIG_SPACE = const(7)
_BAR = const(0x7F)  # the rows of a bar with small capitals
_DOUBLE = const(b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff")  # each of four bits twice
_LARGE = const(11)  # columns from one large letter to the next
_DARK = bytes(WIDTH)  # one row

DIE_WIDTH = const(7)
"""Columns of a little die; the next one is two columns further."""
DICE = b"\x3e\x41\x41\x49\x41\x41\x3e\x3e\x41\x45\x41\x51\x41\x3e\x3e\x41\x45\x49\x51\x41\x3e"
DICE += b"\x3e\x41\x55\x41\x55\x41\x3e\x3e\x41\x55\x49\x55\x41\x3e\x3e\x41\x5d\x41\x5d\x41\x3e"
"""Free little dice, 1 to 6: an outline with lit pips."""
TAKEN_DICE = b"\x7f\x7f\x7f\x77\x7f\x7f\x7f\x7f\x7d\x7f\x7f\x7f\x5f\x7f\x7f\x7d\x7f\x77\x7f\x5f\x7f"
TAKEN_DICE += b"\x7f\x5d\x7f\x7f\x7f\x5d\x7f\x7f\x5d\x7f\x77\x7f\x5d\x7f\x7f\x55\x7f\x7f\x7f\x55\x7f"
"""Chosen or kept little dice, 1 to 6: a solid square with dark pips."""


def text_width(text: str) -> int:
    """Returns the width of a text in pixels, without the gap after its last character."""
    return len(text) * _CELL - 1 if text else 0


def _glyph(character: str) -> int:
    """Returns where the five columns of a character start in GLYPHS; a hollow box for unknown characters."""
    code = ord(character) - FIRST
    if code < 0 or code >= _ASCII:
        code = _ASCII + SYMBOLS.find(character)
        if code < _ASCII:
            code = _ASCII + len(SYMBOLS) - 1
    return code * GLYPH


class Canvas:
    """The OLED as a surface to draw on. Rows are 0 (top) to 7; pixel columns are 0 (left) to 127.

    Text that is too wide is cut after the last complete character; no method raises for it.
    """

    def __init__(self, buffer: bytearray) -> None:
        """Draws into `buffer`, the 1024 bytes of a Board's `oled`."""
        self.buffer = buffer
        self._hanging: list[tuple[int, str]] = []  # where each letter of HANGING was written

    def clear(self) -> None:
        """Makes the whole screen dark."""
        self._hanging.clear()
        for row in range(ROWS):
            self.blank(row)

    def blank(self, row: int) -> None:
        """Makes one row dark."""
        self.buffer[row * WIDTH : (row + 1) * WIDTH] = _DARK

    def at(self, x: int, row: int, text: str, end: int = WIDTH) -> int:
        """Writes `text` from pixel column `x` up to column `end` (exclusive). Returns the column after the text."""
        buffer = self.buffer
        place = row * WIDTH + x
        for character in text:
            if x + GLYPH > end:
                return x
            if x >= 0:
                glyph = _glyph(character)
                for column in range(GLYPH):
                    buffer[place + column] = GLYPHS[glyph + column]
                if x + GLYPH < end:
                    buffer[place + GLYPH] = 0
                if character in HANGING:
                    self._hanging.append((place, character))
            x += _CELL
            place += _CELL
        return x

    def finish(self) -> None:
        """Raises the letters of HANGING in each row that touches the row below. Call it when all is drawn."""
        rows = 0
        for place, _ in self._hanging:
            below = self.buffer[place + WIDTH - 1 : place + WIDTH + GLYPH + 1]
            if any([column & 1 for column in below]):
                rows |= 1 << place // WIDTH
        for place, letter in self._hanging:
            glyph = _glyph(letter)
            is_there = self.buffer[place : place + GLYPH] == GLYPHS[glyph : glyph + GLYPH]  # nothing was drawn over it
            if is_there and rows >> place // WIDTH & 1:
                raised = HANGING.find(letter) * GLYPH
                self.buffer[place : place + GLYPH] = RAISED[raised : raised + GLYPH]

    def name(self, row: int, name: str, words: str) -> None:
        """Writes a name and words after it in the middle of the row; a name that is too long for both is cut."""
        self.center(row, name[: COLUMNS - 1 - len(words)] + " " + words)

    def right(self, row: int, text: str) -> None:
        """Writes `text` at the right edge; the rest of the row stays."""
        self.at(max(0, WIDTH - text_width(text)), row, text)

    def center(self, row: int, text: str) -> None:
        """Writes `text` in the middle of the row; the rest of the row stays."""
        self.at(max(0, (WIDTH - text_width(text)) // 2), row, text)

    def write(self, row: int, lines: list[str] | tuple[str, ...]) -> None:
        """Writes lines from the left edge on, the first on `row`."""
        for line in lines:
            self.at(0, row, line)
            row += 1

    def write_centered(self, row: int, lines: list[str] | tuple[str, ...]) -> None:
        """Writes lines in the middle, the first on `row`."""
        for line in lines:
            self.center(row, line)
            row += 1

    def both(self, row: int, left: str, right: str) -> None:
        """Replaces the whole row by `right` at the right edge and as much of `left` as fits."""
        self.blank(row)
        self.right(row, right)
        self.at(0, row, left, WIDTH - text_width(right) - _CELL if right else WIDTH)

    def entry(self, row: int, before: str, name: str, right: str, after: str = "") -> None:
        """Works as `both` for a name with other words around it; a name that is too long for them is cut."""
        room = COLUMNS - 1 - len(before) - len(after) - len(right)
        self.both(row, before + name[:room] + after, right)

    def head(self, left: str, right: str) -> None:
        """Replaces row 0 by a bar of seven pixels with `right` at the right edge and as much of `left` as fits."""
        self.blank(0)
        x = WIDTH - text_width(right) - 1
        self._small(1, 0, left, x - _CELL if right else WIDTH)
        self._small(x, 0, right, WIDTH)
        self._bar(0, 0, WIDTH)

    def banner(self, words: str, row: int = 1) -> None:
        """Replaces `row` by a few words, in capitals, in a bar of nine pixels, which ends in the row below."""
        buffer = self.buffer
        self.blank(row)
        self.center(row, words.upper())
        for place in range(row * WIDTH, (row + 1) * WIDTH):
            buffer[place] = buffer[place] << 1 & 0xFF ^ 0xFF
            buffer[place + WIDTH] |= 1

    def cap(self, x: int, row: int, text: str) -> int:
        """Writes `text` as a key cap: a bar of seven pixels, one lower in row 7. Returns the column after it."""
        end = self._small(x + 1, row, text, WIDTH)
        width = min(end, WIDTH) - x
        self._bar(x, row, width)
        if row == ROWS - 1:
            for place in range(row * WIDTH + x, row * WIDTH + x + width):
                self.buffer[place] = self.buffer[place] << 1 & 0xFF
        return x + width

    def _bar(self, x: int, row: int, width: int) -> None:
        for place in range(row * WIDTH + x, row * WIDTH + x + width):
            self.buffer[place] ^= _BAR

    def _small(self, x: int, row: int, text: str, end: int) -> int:
        """Writes `text` in small capitals from pixel column `x` up to column `end` (exclusive), as `at` does."""
        for character in text.upper():
            if x + GLYPH > end:
                return x
            which = SMALL_CHARS.find(character)
            if which < 0 and character != " ":
                which = SMALL_CHARS.find("?")
            if which >= 0:
                place = row * WIDTH + x
                self.buffer[place : place + GLYPH] = SMALL[which * GLYPH : (which + 1) * GLYPH]
            x += _CELL
        return x

    def choice(self, roll: str, bank: str) -> None:
        """Writes in the bottom row what ROLL and BANK do now (`"3"`, `"1 550"`), with their names as key caps.

        A button with an empty text is left out: it does nothing now.
        """
        self.blank(7)
        if roll:
            self.at(self.cap(0, 7, "ROLL") + 3, 7, roll)
        if bank:
            x = max(0, WIDTH - text_width(bank) - 28)
            self.at(self.cap(x, 7, "BANK") + 3, 7, bank)

    def big(self, row: int, text: str, x: int = -1) -> int:
        """Writes digits, plus, minus and space 20 pixels high on rows `row` to `row + 2`. Returns the column after.

        The text is centered when `x` is -1. Other characters, and those that do not fit, are left out.
        """
        if x < 0:
            x = max(0, (WIDTH - big_text_width(text)) // 2)
        for character in text:
            which = BIG_CHARS.find(character)
            if which >= 0:
                if x + _BIG_ADVANCE - 2 > WIDTH:
                    return x
                self._big_glyph(x, row, which)
                x += _BIG_ADVANCE
            elif character == " ":
                x += _BIG_SPACE
        return x

    def _big_glyph(self, x: int, row: int, which: int) -> None:
        source = which * 36
        for page in range(row, min(row + 3, ROWS)):
            place = page * WIDTH + x
            for column in range(12):
                self.buffer[place + column] |= BIG[source + column]
            source += 12

    def large(self, row: int, text: str, x: int = 0) -> int:
        """Writes letters in twice their size on `row` and the row below, from column `x`. Returns the column after."""
        for character in text:
            glyph = _glyph(character)
            for column in range(GLYPH if x + _LARGE <= WIDTH else 0):
                bits = GLYPHS[glyph + column]
                place = row * WIDTH + x + 2 * column
                self.buffer[place] = self.buffer[place + 1] = _DOUBLE[bits & 15]
                self.buffer[place + WIDTH] = self.buffer[place + WIDTH + 1] = _DOUBLE[bits >> 4]
            x += _LARGE
        return x

    def center_large(self, row: int, text: str) -> None:
        """Writes letters in twice their size in the middle of `row` and the row below."""
        self.large(row, text, max(0, (WIDTH - len(text) * _LARGE + 1) // 2))

    def rule(self, y: int) -> None:
        """Draws a thin line over the whole width, `y` pixels from the top (7 and 55 are between rows of text)."""
        bit = 1 << (y & 7)
        start = (y >> 3) * WIDTH
        for place in range(start, start + WIDTH):
            self.buffer[place] |= bit

    def die(self, x: int, row: int, face: int, taken: bool) -> int:
        """Draws a little die with `face` (1..6), solid if `taken` (chosen or kept). Returns the column for the next."""
        source = (face - 1) * DIE_WIDTH
        shapes = TAKEN_DICE if taken else DICE
        place = row * WIDTH + x
        for column in range(DIE_WIDTH):
            self.buffer[place + column] = shapes[source + column]
        return x + DIE_WIDTH + 2


def big_text_width(text: str) -> int:
    """Returns the width in pixels of a text in big digits."""
    spaces = text.count(" ")
    return (len(text) - spaces) * _BIG_ADVANCE + spaces * _BIG_SPACE - 2 if text else 0
