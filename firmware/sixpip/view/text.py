"""Draws text and small pictures on the OLED: eight rows of 21 characters, big digits, lines, little dice.

It draws into the 1024 bytes of a Board's `oled`. The screens decide what is shown where.
"""

from sixpip.port import const
from sixpip.view.font import BIG, BIG_CHARS, FIRST, GLYPHS, SMALL, SMALL_CHARS, SYMBOLS
from sixpip.written import points as points  # for the screens, which write them on the canvas

WIDTH = const(128)
ROWS = const(8)
COLUMNS = const(21)

ARROW = "\u2192"
UP = "\u2191"
DOWN = "\u2193"
FREE = "\u25a1"
TAKEN = "\u25a0"
NOTE = "\u266a"
STAR = "\u2605"

_CELL = const(6)
_GLYPH = const(5)
_ASCII = const(95)
_BIG_ADVANCE = const(14)
_BIG_SPACE = const(7)
_BAR = const(0x7F)  # the rows of a bar with small capitals
_DOUBLE = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"  # each of four bits twice
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
    """Return the width of a text in pixels, without the gap after its last character."""
    return len(text) * _CELL - 1 if text else 0


def _glyph(character: str) -> int:
    """Return where the five columns of a character start in GLYPHS; a hollow box for unknown characters."""
    code = ord(character) - FIRST
    if code < 0 or code >= _ASCII:
        code = _ASCII + SYMBOLS.find(character)
        if code < _ASCII:
            code = _ASCII + len(SYMBOLS) - 1
    return code * _GLYPH


class Canvas:
    """The OLED as a surface to draw on. Rows are 0 (top) to 7; pixel columns are 0 (left) to 127.

    Text that is too wide is cut after the last complete character; no method raises for it.
    """

    def __init__(self, buffer: bytearray) -> None:
        """Draw into `buffer`, the 1024 bytes of a Board's `oled`."""
        self.buffer = buffer

    def clear(self) -> None:
        """Make the whole screen dark."""
        for row in range(ROWS):
            self.blank(row)

    def blank(self, row: int) -> None:
        """Make one row dark."""
        self.buffer[row * WIDTH : (row + 1) * WIDTH] = _DARK

    def at(self, x: int, row: int, text: str, end: int = WIDTH) -> int:
        """Write `text` from pixel column `x` up to column `end` (exclusive). Returns the column after the text."""
        buffer = self.buffer
        place = row * WIDTH + x
        for character in text:
            if x + _GLYPH > end:
                return x
            if x >= 0:
                glyph = _glyph(character)
                for column in range(_GLYPH):
                    buffer[place + column] = GLYPHS[glyph + column]
                if x + _GLYPH < end:
                    buffer[place + _GLYPH] = 0
            x += _CELL
            place += _CELL
        return x

    def line(self, row: int, text: str) -> None:
        """Replace the whole row by `text` at the left."""
        self.blank(row)
        self.at(0, row, text)

    def right(self, row: int, text: str) -> None:
        """Write `text` at the right edge; the rest of the row stays."""
        self.at(max(0, WIDTH - text_width(text)), row, text)

    def center(self, row: int, text: str) -> None:
        """Write `text` in the middle of the row; the rest of the row stays."""
        self.at(max(0, (WIDTH - text_width(text)) // 2), row, text)

    def both(self, row: int, left: str, right: str) -> None:
        """Replace the whole row by `right` at the right edge and as much of `left` as fits."""
        self.blank(row)
        self.right(row, right)
        self.at(0, row, left, WIDTH - text_width(right) - _CELL if right else WIDTH)

    def head(self, left: str, right: str) -> None:
        """Replace row 0 by a bar of seven pixels with `right` at the right edge and as much of `left` as fits."""
        self.blank(0)
        x = WIDTH - text_width(right) - 1
        self._small(1, 0, left, x - _CELL if right else WIDTH)
        self._small(x, 0, right, WIDTH)
        self._bar(0, 0, WIDTH)

    def banner(self, words: str, row: int = 1) -> None:
        """Replace `row` by a few words in a bar of nine pixels, which ends in the row below."""
        buffer = self.buffer
        self.blank(row)
        self.center(row, words)
        for place in range(row * WIDTH, (row + 1) * WIDTH):
            buffer[place] = buffer[place] << 1 & 0xFF ^ 0xFF
            buffer[place + WIDTH] |= 1

    def cap(self, x: int, row: int, text: str) -> int:
        """Write `text` as a key cap: a bar of seven pixels. Returns the column after it."""
        end = self._small(x + 1, row, text, WIDTH)
        width = min(end, WIDTH) - x
        self._bar(x, row, width)
        return x + width

    def _bar(self, x: int, row: int, width: int) -> None:
        """Invert seven pixels of `width` columns of a row."""
        for place in range(row * WIDTH + x, row * WIDTH + x + width):
            self.buffer[place] ^= _BAR

    def _small(self, x: int, row: int, text: str, end: int) -> int:
        """Write `text` in small capitals from pixel column `x` up to column `end` (exclusive), as `at` does."""
        for character in text.upper():
            if x + _GLYPH > end:
                return x
            which = SMALL_CHARS.find(character)
            if which < 0 and character != " ":
                which = SMALL_CHARS.find("?")
            if which >= 0:
                place = row * WIDTH + x
                self.buffer[place : place + _GLYPH] = SMALL[which * _GLYPH : (which + 1) * _GLYPH]
            x += _CELL
        return x

    def choice(self, roll: str, bank: str) -> None:
        """Write in the bottom row what ROLL and BANK do now (`"3"`, `"1 550"`), with their names as key caps.

        A button with an empty text is left out: it does nothing now.
        """
        self.blank(7)
        if roll:
            self.at(self.cap(0, 7, "ROLL") + 3, 7, roll)
        if bank:
            x = max(0, WIDTH - text_width(bank) - 28)
            self.at(self.cap(x, 7, "BANK") + 3, 7, bank)

    def big(self, row: int, text: str, x: int = -1) -> int:
        """Write digits, plus, minus and space 20 pixels high on rows `row` to `row + 2`. Returns the column after.

        Centered when `x` is -1. Other characters, and those that do not fit, are left out.
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
        """Draw one big digit at column `x` on the three rows from `row`."""
        source = which * 36
        for page in range(row, min(row + 3, ROWS)):
            place = page * WIDTH + x
            for column in range(12):
                self.buffer[place + column] |= BIG[source + column]
            source += 12

    def large(self, row: int, text: str, x: int = 0) -> int:
        """Write letters in twice their size on `row` and the row below, from column `x`. Returns the column after."""
        for character in text:
            glyph = _glyph(character)
            for column in range(_GLYPH if x + _LARGE <= WIDTH else 0):
                bits = GLYPHS[glyph + column]
                place = row * WIDTH + x + 2 * column
                self.buffer[place] = self.buffer[place + 1] = _DOUBLE[bits & 15]
                self.buffer[place + WIDTH] = self.buffer[place + WIDTH + 1] = _DOUBLE[bits >> 4]
            x += _LARGE
        return x

    def center_large(self, row: int, text: str) -> None:
        """Write letters in twice their size in the middle of `row` and the row below."""
        self.large(row, text, max(0, (WIDTH - len(text) * _LARGE + 1) // 2))

    def rule(self, y: int) -> None:
        """Draw a thin line over the whole width, `y` pixels from the top (7 and 55 are between rows of text)."""
        bit = 1 << (y & 7)
        start = (y >> 3) * WIDTH
        for place in range(start, start + WIDTH):
            self.buffer[place] |= bit

    def die(self, x: int, row: int, face: int, taken: bool) -> int:
        """Draw a little die with `face` (1..6), solid if `taken` (chosen or kept). Returns the column for the next."""
        source = (face - 1) * DIE_WIDTH
        shapes = TAKEN_DICE if taken else DICE
        place = row * WIDTH + x
        for column in range(DIE_WIDTH):
            self.buffer[place + column] = shapes[source + column]
        return x + DIE_WIDTH + 2


def big_text_width(text: str) -> int:
    """Return the width in pixels of a text in big digits."""
    width = 0
    for character in text:
        width += _BIG_SPACE if character == " " else _BIG_ADVANCE
    return width - 2 if text else 0
