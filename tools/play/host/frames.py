"""Converts the frames of the console to text: the pixels of tiles and OLED, and the text on the OLED.

For golden screens and for tests that check the text on the screen.
"""

import functools

from sixpip.view import text

INKS = ".@%+-:HUuh,RDdr;GOog'123456!vwxyz"
"""One character for each palette index: '.' off, '@%+-:' ink, 'HUuh,' the player's hue, 'RDdr;' red, 'GOog'' gold."""

UNREADABLE = "\ufffd"
TILE_GAP = "  "
_GAP = bytes(3)
_ROWS = 5000  # rows of which the text is kept in memory: most screens repeat them
_BIG = {text.BIG[place * 36 : (place + 1) * 36]: name for place, name in enumerate(text.BIG_CHARS)}
_FREE_DICE = "\u2680\u2681\u2682\u2683\u2684\u2685"
_TAKEN_DICE = "\u2776\u2777\u2778\u2779\u277a\u277b"


def tiles_text(pixels: bytes | bytearray) -> str:
    """Returns eight lines of six blocks of eight characters, with a character of INKS for each pixel."""
    lines = []
    for row in range(8):
        starts = [tile * 64 + row * 8 for tile in range(6)]
        lines.append(TILE_GAP.join("".join(INKS[index] for index in pixels[at : at + 8]) for at in starts))
    return "\n".join(lines) + "\n"


def oled_text(buffer: bytes | bytearray) -> str:
    """Returns the text of the OLED in eight lines, then its 64 rows of 128 pixels ('#' lit)."""
    lines = [f"{row} {line}".rstrip() for row, line in enumerate(oled_lines(buffer))]
    rows = ["".join(".#"[buffer[y // 8 * 128 + x] >> (y % 8) & 1] for x in range(128)) for y in range(64)]
    return "\n".join(lines + rows) + "\n"


@functools.cache
def _glyphs(hidden: int) -> dict[bytes, str]:
    """Returns the character of each glyph by its columns, without the bits `hidden` of each column.

    Glyphs that are equal without these bits map to UNREADABLE.
    """
    glyphs: dict[bytes, str] = {}
    names = "".join(chr(code) for code in range(text.FIRST, 127)) + text.SYMBOLS
    pictures = [(text.GLYPHS[at * text.GLYPH : (at + 1) * text.GLYPH], name) for at, name in enumerate(names)]
    for face in range(6):
        part = slice(face * text.DIE_WIDTH, (face + 1) * text.DIE_WIDTH)
        pictures += [(text.DICE[part], _FREE_DICE[face]), (text.TAKEN_DICE[part], _TAKEN_DICE[face])]
    for columns, name in pictures:
        visible = bytes(column & ~hidden & 0xFF for column in columns)
        if any(visible):
            glyphs[visible] = UNREADABLE if visible in glyphs else name
    return glyphs


@functools.cache
def _small() -> dict[bytes, str]:
    """Returns the character of each small capital by its columns."""
    columns = [text.SMALL[at * text.GLYPH : (at + 1) * text.GLYPH] for at in range(len(text.SMALL_CHARS))]
    return dict(zip(columns, text.SMALL_CHARS, strict=True))


@functools.cache
def _read(columns: bytes, ruled: int, banner: bool) -> tuple[str, int]:
    """Returns the character whose glyph starts at the first of `columns`, and its width; "" and 0 if there is none.

    The glyph may be a small capital in a bar of seven pixels, or in a bar of nine (`banner`). Pixels under the
    horizontal lines in `ruled`, which go through the whole row, are ignored.
    """
    for width in (text.DIE_WIDTH, text.GLYPH):
        window = columns[:width]
        name = None
        if ruled not in (0x7F, 0xFF):
            name = _glyphs(ruled).get(bytes(column & ~ruled & 0xFF for column in window))
        if not name and width == text.GLYPH:
            name = None if banner else _small().get(bytes(column ^ 0x7F for column in window))
        if not name and banner:
            name = _glyphs(0).get(bytes((column ^ 0xFF) >> 1 for column in window))
        if name:
            return name, width
    return "", 0


def _horizontal_lines(columns: bytes) -> int:
    """Returns the horizontal lines through the whole row as bits; 0 for a row in a bar."""
    ruled = 0xFF
    for column in columns:
        ruled &= column
    return ruled if columns.count(ruled) > len(columns) // 4 else 0


@functools.lru_cache(_ROWS)
def _line(columns: bytes) -> str:
    """Returns one row as text, with a space for every six dark columns and UNREADABLE for anything but a glyph."""
    ruled = _horizontal_lines(columns)
    # dark, in a bar, or part of a horizontal line
    blank = {ruled, 0xFF, 0x7F, *(1 << bit for bit in range(8))}
    result, x, end = "", 0, 0
    while x < len(columns):
        if columns[x : x + 3] == _GAP:  # no glyph starts with a gap of this width
            x += 1
            continue
        name, width = _read(columns[x : x + text.DIE_WIDTH], ruled, 0xFF in columns)
        if not name and columns[x] in blank:
            x += 1
            continue
        result += " " * ((x - end + 2) // 6 if result else x // 6)
        if not name:
            while x + width < len(columns) and columns[x + width] not in blank:
                width += 1
            name = UNREADABLE
        result += name
        x += width
        end = x
    return result


@functools.lru_cache(_ROWS)
def _big_line(rows: bytes) -> str:
    """Returns the big digits in three rows, or "" if there is anything else."""
    result, x, end = "", 0, -1
    pages = [rows[at : at + 128] for at in (0, 128, 256)]
    ruled = _horizontal_lines(pages[0])
    pages[0] = bytes(column & ~ruled for column in pages[0])
    if not any(pages[1]):
        return ""
    while x < 128:
        name = _BIG.get(b"".join(page[x : x + text.BIG_WIDTH] for page in pages))
        if name:
            result += " " * (end >= 0 and x - end > 4) + name
            x += text.BIG_WIDTH
            end = x
        elif any(page[x] & 0x7F for page in pages):
            return ""
        else:
            x += 1
    return result


@functools.cache
def _large() -> dict[bytes, str]:
    """Returns the character of each large letter by the columns of both its rows."""
    canvas = text.Canvas(bytearray(1024))
    letters = {}
    for name in (chr(code) for code in range(text.FIRST, 127)):
        canvas.large(0, name)
        letters[bytes(canvas.buffer[:10] + canvas.buffer[128:138])] = name
    return letters


def _large_line(buffer: bytes | bytearray, row: int, x: int) -> tuple[str, int]:
    """Returns the large letters in `row` and the row below from column `x` on, and the column after them."""
    result = ""
    upper, lower = (bytes(buffer[page * 128 : (page + 1) * 128]) for page in (row, row + 1))
    while x + 10 <= 128:
        name = _large().get(upper[x : x + 10] + lower[x : x + 10])
        if not name or (name == " " and not any(upper[x : x + 22] + lower[x : x + 22])):
            break
        result += name
        x += 11
    return result, x


def _is_large(buffer: bytes | bytearray, row: int) -> bool:
    """Returns whether all pixels of `row` and the row below are in pairs one above the other, and there are some."""
    both = bytes(buffer[row * 128 : (row + 2) * 128])
    return any(both) and all((column & 0x55) << 1 == column & 0xAA for column in both)


def _centered_large(buffer: bytes | bytearray, row: int) -> str:
    """Returns the large letters that fill `row` and the row below, "" if there is anything else."""
    columns = [x for x in range(128) if buffer[row * 128 + x] or buffer[(row + 1) * 128 + x]]
    for start in range(max(0, columns[0] - 4), columns[0] + 1):
        words, end = _large_line(buffer, row, start)
        if end > columns[-1]:
            return " " * (start // 6) + words
    return ""


def oled_lines(buffer: bytes | bytearray) -> list[str]:
    """Reads the text of the OLED from its pixels, as eight lines.

    Key caps and bars are read like other text, small capitals as capitals; small dice as \u2680 (free), \u2776 (taken).
    Big digits are in the middle one of their three lines with the other two empty, large letters in the first of their
    two. Anything else becomes UNREADABLE.
    """
    letters, end = _large_line(buffer, 0, 0)
    lines = [_line(bytes(end) + bytes(buffer[row * 128 + end : (row + 1) * 128])) for row in range(2)]
    lines += [_line(bytes(buffer[row * 128 : (row + 1) * 128])) for row in range(2, 8)]
    lines[0] = letters + lines[0][len(letters) :]
    for row in range(1, 7):
        if _is_large(buffer, row) and _centered_large(buffer, row):
            lines[row : row + 2] = [_centered_large(buffer, row), ""]
    row = 0
    while row < 6:
        result = _big_line(bytes(buffer[row * 128 : (row + 3) * 128]))
        if result:
            lines[row : row + 3] = ["", result, ""]
            row += 2
        row += 1
    return lines
