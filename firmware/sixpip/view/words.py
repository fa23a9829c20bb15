"""What the OLED and the dice show, in words, for people who do not see the console.

The words of the dice are read from the pixels. The text on the OLED is noted when it is drawn, by a Recorder, which
takes the place of the canvas while somebody listens at the serial port (app/announcer.py). On a computer and in the
demo, tools/play/host/picture_reader.py reads it from the pixels, with the same words.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.view import palette, tiles
from sixpip.view.faces import CUBES, GRAND, PHASE, PIPS, with_sign
from sixpip.view.text import (
    ARROW,
    BIG_CHARS,
    DIE_WIDTH,
    FIRST,
    GLYPH,
    GLYPHS,
    ROWS,
    SMALL_CHARS,
    WIDTH,
    Canvas,
    big_text_width,
)
from sixpip.view.tiles import letter

if TYPE_CHECKING:
    Kind = tuple[tuple[str, ...], bytes]

# The OLED

FREE_DICE = "\u2680\u2681\u2682\u2683\u2684\u2685"
TAKEN_DICE = "\u2776\u2777\u2778\u2779\u277a\u277b"
"""Little dice as characters in a line, 1 to 6."""
BAR = const(0x41)
"""The pixels that all columns of the bar of a title have, and those of a key cap."""

_SIGNS = "\u2191\u2193\u25a1\u25a0\u266a\u2605\u2655\u26a1\u25ae\ufffd"
_WORDS = ("up", "down", "", "", "", "changed:", "wins:", "charging", "charged", "")
_NO_CHOICE = ("take", "end game", "skip")  # labels where all bright dice may be thrown, or were thrown for the start
_SELECTED = const(", selected")
_TEXT = const(0)
_CAP = const(1)
_DIGITS = const(2)
_CELL = const(6)
_SMALL = SMALL_CHARS + " "
_BIG = BIG_CHARS + " "
_GAP = const(4)  # dark columns between two texts, from which on they are two words


def spoken(line: str) -> str:
    """Returns a line of the OLED with words for the signs and little dice, and without more spaces than needed.

    The selected line of a list ends with ", selected".
    """
    if len(line.encode()) > len(line):  # it has signs, which are not ASCII
        if ARROW in line:
            line = line.replace(ARROW, " ") + _SELECTED
        for sign, word in zip(_SIGNS, _WORDS):
            line = line.replace(sign, f" {word} " if word else " ")
        for face in range(6):
            line = line.replace(FREE_DICE[face], f" {face + 1} ").replace(TAKEN_DICE[face], f" {face + 1} taken, ")
    return " ".join(line.split())


def is_titled(buffer: "bytes | bytearray") -> bool:
    """Returns whether the top row of the OLED is the bar of a menu or a notice."""
    for x in range(WIDTH):
        if buffer[x] & BAR != BAR:
            return False
    return True


def labels(bottom: str) -> "tuple[str, str]":
    """Returns what ROLL and BANK do by the bottom line, "" for nothing."""
    before, _, bank = bottom.partition("BANK ")
    return before[5:].strip() if before.startswith("ROLL ") else "", bank


def chooses(titled: bool, roll: str, bank: str) -> bool:
    """Returns whether dice to choose from may be shown; elsewhere all may be bright, whether they score or not."""
    return not titled and roll not in _NO_CHOICE and bank not in _NO_CHOICE


class Recorder(Canvas):
    """A canvas that also notes the text that is drawn."""

    _kind = _TEXT

    def __init__(self, buffer: bytearray) -> None:
        """Draws into `buffer`, the 1024 bytes of a Board's `oled`."""
        super().__init__(buffer)
        self._texts: list[tuple[int, int, int, str, int]] = []
        """Each text: row, first column, column after it, words, kind (_TEXT, _CAP or _DIGITS)."""

    def forget(self) -> None:
        """Releases what is noted; the next drawing notes all text again."""
        self._texts = []

    def lines(self) -> "list[str]":
        """Returns the eight rows in words, "" for an empty one."""
        lines, ends = [""] * ROWS, [0] * ROWS
        texts = sorted(self._texts)
        for row, x, end, words, kind in texts:
            # The page reads big digits from the pixels, which it cannot if there is text beside them.
            if kind == _DIGITS and sum([-1 <= other[0] - row <= 1 for other in texts]) > 1:
                continue
            lines[row] += " " + words if x - ends[row] >= _GAP else words
            ends[row] = end
        return [spoken(line) for line in lines]

    def is_list(self) -> bool:
        """Returns whether the lines are those of a list, from which the KEEP buttons pick."""
        keys = [self._key(row) for row in range(1, 7)]
        return keys[0][:1] == "1" and any([key[1:] for key in keys]) and is_titled(self.buffer)

    def _key(self, row: int) -> str:
        """Returns the key cap that a row begins with, and "+" unless it is a value to choose; "" if there is no cap."""
        texts = sorted([noted for noted in self._texts if noted[0] == row])
        if not texts or texts[0][1] != 1 or texts[0][4] != _CAP:
            return ""
        return texts[0][3][:1] + ("" if len(texts) > 1 and texts[1][3][:1] == "|" else "+")

    def blank(self, row: int) -> None:
        """Makes one row dark."""
        super().blank(row)
        self._texts = [noted for noted in self._texts if noted[0] != row]

    def at(self, x: int, row: int, text: str, end: int = WIDTH) -> int:
        """Writes and notes `text`. Returns the column after it."""
        after = super().at(x, row, text, end)
        self._note(row, x, after - 1, text[: (after - x) // _CELL])
        return after

    def cap(self, x: int, row: int, text: str) -> int:
        """Writes and notes `text` as a key cap. Returns the column after it."""
        self._kind = _CAP
        after = super().cap(x, row, text)
        self._kind = _TEXT
        return after

    def _small(self, x: int, row: int, text: str, end: int) -> int:
        """Writes and notes `text` in small capitals. Returns the column after it."""
        after = super()._small(x, row, text, end)
        words = "".join([letter if letter in _SMALL else "?" for letter in text[: (after - x) // _CELL].upper()])
        self._note(row, x, after - 1, words)
        return after

    def big(self, row: int, text: str, x: int = -1) -> int:
        """Writes and notes digits 20 pixels high on three rows; they are words of the middle one."""
        after = super().big(row, text, x)
        start = x if x >= 0 else max(0, (WIDTH - big_text_width(text)) // 2)
        self._kind = _DIGITS
        self._note(row + 1, start, after, "".join([letter for letter in text if letter in _BIG]))
        self._kind = _TEXT
        return after

    def large(self, row: int, text: str, x: int = 0) -> int:
        """Writes and notes letters in twice their size on two rows; they are words of the upper one."""
        after = super().large(row, text, x)
        self._note(row, x, after - 1, text)
        return after

    def die(self, x: int, row: int, face: int, taken: bool) -> int:
        """Draws and notes a little die. Returns the column for the next."""
        self._note(row, x, x + DIE_WIDTH, (TAKEN_DICE if taken else FREE_DICE)[face - 1])
        return super().die(x, row, face, taken)

    def _note(self, row: int, x: int, end: int, words: str) -> None:
        """Notes a text in the columns from `x` to `end` (exclusive), in place of what was there."""
        texts = [noted for noted in self._texts if noted[0] != row or noted[2] <= x or noted[1] >= end]
        if words:
            texts.append((row, x, end, words, self._kind))
        self._texts = texts


# The dice

_COLORS = {palette.RED: "red", palette.GOLD: "orange", palette.SEAT: "green", palette.INK: "blue"}
"""The colors of Phase 10 by the first index of their ramps (palette.load_dice_colors)."""
_VOWELS = "8AEFHILMNORSX"  # the single characters after "an", by their sound
_ANGLES = (b"\x30\x18\x0c\x0c\x18\x30", b"\x0c\x18\x30\x30\x18\x0c")  # the tile that turns the page: on, back
_ADVICE = "the coach would keep it"
_STATES = (
    "", "scores", "does not score", "scores, chosen", "kept", f"scores, {_ADVICE}", "does not score, chosen",
)  # fmt: skip
_PHASE_STATES = ("", "fits", "does not fit", "chosen", "kept", _ADVICE, "chosen, does not fit")
"""By the states of tiles.py."""
_SPELLED = ("letter", "digit", "minus")  # how the names of characters begin, which are no faces of dice
_HAS_PHASE = "a die of Phase 10"
_DASHES = bytes((0, 2, 4, 6, 16, 32, 48, 15, 31, 47, 57, 59, 61, 63))  # the pixels of the dashed frame
_CORNERS = bytes((0, 7, 56, 63))  # the pixels of the mark of a page
_BRACKETS = bytes((0, 1, 6, 7, 8, 15, 48, 55, 56, 63))  # those of advice_mark
_BETWEEN_BRACKETS = bytes((2, 3, 4, 5, 16, 24, 32, 40))  # those of a frame in the upper row and the left column
_NEXT_PAGE = "next page of dice"
_LAST = const(320)  # the first pixel of the last tile


class DiceReader:
    """Reads the tiles, one with each call of `read_next`, which takes some milliseconds on the Pico."""

    def __init__(self, pixels: "bytes | bytearray") -> None:
        """`pixels`: those of a Board; they must not change before all tiles are read."""
        self._pixels = pixels
        self._is_phase = False
        self._shown: list[str | None] = []

    def read_next(self) -> bool:
        """Reads a tile. Returns True while there are more to read."""
        shown = self._shown
        start = len(shown) * tiles.TILE
        shown.append(_die(bytes(self._pixels[start : start + tiles.TILE]), self._is_phase))
        if len(shown) < tiles.TILES:
            return True
        if self._is_phase or _HAS_PHASE not in shown:
            return False
        self._is_phase = True  # one die that only Phase 10 has: so are all, and pictures that others have, too
        self._shown = []
        return True

    def dice(self) -> "list[str] | None":
        """Returns what each tile shows, such as "die 3: a 5, scores, chosen"; None while dice move or for a picture."""
        first = tiles.TILES if _angle(self._pixels[_LAST : _LAST + tiles.TILE]) == _ANGLES[1] else 1
        names = []
        for tile, words in enumerate(self._shown):
            if words is None:
                return None
            names.append(words if words == _NEXT_PAGE else f"die {first + tile}: {words}")
        return names


def _die(pixels: bytes, is_phase: bool) -> "str | None":
    """Returns what a tile shows, None for anything but a die at rest, a letter or nothing."""
    if not any([color and (color != palette.MARK or at not in _CORNERS) for at, color in enumerate(pixels)]):
        return "not in play"  # also with the mark of a page
    if _angle(pixels) in _ANGLES:
        return _NEXT_PAGE
    frame = pixels[2]
    if pixels[1] == pixels[6] == palette.MARK and frame and all([pixels[at] == frame for at in _BETWEEN_BRACKETS]):
        inner = bytearray(pixels)
        for at in _BRACKETS:
            inner[at] = frame
        words = _die(bytes(inner), is_phase)
        return words if words is None or words == _HAS_PHASE else f"{words}, {_ADVICE}"
    frame = pixels[1]
    edge = [pixels[at] for at in range(1, 56) if at < 7 or not at & 7]  # a face or the mark of a page reach the others
    if frame and frame != palette.MARK and all([color == frame for color in edge]):
        return _framed(pixels, frame, is_phase)
    colors = [color for color in pixels if color and color != palette.MARK]
    if pixels[1] == pixels[6] == palette.MARK:
        return _named(pixels, tiles.SMALL, min(colors), tiles.ADVISED, is_phase) if colors else None
    found = (
        _named(pixels, tiles.LARGE, min(colors), tiles.SCORES, is_phase) if colors and len(set(colors)) == 1 else None
    )
    if found is None and all([pixels[at] == palette.RED for at in _DASHES[1:]]):
        inner = bytearray(pixels)
        for at in _DASHES:
            inner[at] = palette.MARK
        colors = [color for color in inner if color and color != palette.MARK]
        return _named(inner, tiles.SMALL, min(colors), tiles.WRONG, is_phase) if colors else None
    return found


def _angle(pixels: "bytes | bytearray") -> bytes:
    """Returns the rows of a tile that may have an angle to the next page, without the mark of the page."""
    lit, marked = _rows(pixels)
    marked[0] &= 0xFE
    return bytes([lit[row] | marked[row] for row in range(6)])


def _framed(pixels: bytes, frame: int, is_phase: bool) -> "str | None":
    """Returns what a tile with a full frame in the color `frame` shows."""
    level = (frame - 1) % palette.LEVELS
    state, field = (tiles.CHOSEN, frame + 2) if level == 2 else (tiles.KEPT, frame)
    inner = bytes([0 if color in (frame, field, palette.MARK) else color for color in pixels])
    colors = [color for color in inner if color]
    return _named(inner, tiles.SMALL, min(colors), state, is_phase) if colors and len(set(colors)) == 1 else None


def _named(pixels: "bytes | bytearray", picture: int, color: int, state: int, is_phase: bool) -> "str | None":
    """Returns the words for a die with lit pixels in `color`: its face and its state."""
    if color < palette.SEAT + palette.LEVELS:
        level, ramp = (color - 1) % palette.LEVELS, color - (color - 1) % palette.LEVELS
    else:
        level, ramp = 0, color
    rows, marked = _rows(pixels)
    name = "" if is_phase else _find((PIPS, GRAND, CUBES), rows, picture, marked)
    if not name:
        name = _find((PHASE,), rows, picture, marked)
        if not is_phase:
            if name:
                return _HAS_PHASE
            name = _find_letter(rows, picture, marked)
    if not name:
        return None
    if state == tiles.SCORES and level:
        state = tiles.DULL
    if name.split(" ")[0] in _SPELLED:
        return name
    if is_phase:
        name = "wild" if name == "W" else name
        words, added = f"{_COLORS.get(ramp, '')} {name}".strip(), _PHASE_STATES[state]
        words = f"an {words}" if words[0] == "o" else f"a {words}"
    else:
        words, added = f"an {name}" if name in _VOWELS else f"a {name}", _STATES[state]
    return f"{words}, {added}" if added else words


def _rows(pixels: "bytes | bytearray") -> "tuple[bytearray, bytearray]":
    """Returns the lit pixels and those of marks as eight rows each, with the highest bit at the left."""
    lit, marked = bytearray(8), bytearray(8)
    for at in range(tiles.TILE):
        if pixels[at]:
            (marked if pixels[at] == palette.MARK else lit)[at >> 3] |= 0x80 >> (at & 7)
    return lit, marked


def _find(kinds: "tuple[Kind, ...]", rows: bytearray, picture: int, hidden: bytearray) -> str:
    """Returns the name of the first face with this picture (LARGE or SMALL) on some kinds of dice, "" for none.

    Pixels in `hidden` are not compared. Faces of Phase 10 may have the sign of a color in their lowest row.
    """
    for names, pictures in kinds:
        for place in range(len(names)):
            drawn = pictures[place * 16 : place * 16 + 16]
            if _is_equal(drawn, rows, picture, hidden):
                return names[place]
            for color in range(4 if rows[7] and names == PHASE[0] else 0):
                if _is_equal(with_sign(drawn, color), rows, picture, hidden):
                    return names[place]
    return ""


def _find_letter(rows: bytearray, picture: int, hidden: bytearray) -> str:
    """Returns the name of the character with this picture, such as "letter P", "" for none."""
    first = 1
    if picture == tiles.LARGE and not any(hidden):
        columns = bytearray(GLYPH)
        for y in range(8):
            for x in range(GLYPH):
                if rows[y] << x & 0x20:
                    columns[x] |= 1 << y
        first = GLYPHS.find(columns) // GLYPH  # for speed: few characters are left to compare
    for code in range(FIRST + max(1, first), 127 if first >= 0 else 0):
        name = chr(code)
        if _is_equal(letter(name), rows, picture, hidden):
            return "minus" if name == "-" else f"{'digit' if name.isdigit() else 'letter'} {name}"
    return ""


def _is_equal(drawn: bytes, rows: bytearray, picture: int, hidden: bytearray) -> bool:
    for row in range(8):
        if (drawn[picture + row] ^ rows[row]) & ~hidden[row] & 0xFF:
            return False
    return True
