"""Reads the text on the OLED from its pixels. The words are made in the firmware (sixpip/view/words.py).

For those who do not see the console, for golden screens and for tests. It knows nothing of the game: it reads what is
shown. Runs on CPython and, in the demo, on MicroPython, which has no functools.
"""

from sixpip.compat import TYPE_CHECKING
from sixpip.view import text, tiles
from sixpip.view.words import BAR, FREE_DICE, TAKEN_DICE, DiceReader, chooses, is_titled, labels, spoken

if TYPE_CHECKING:
    from typing import Any

UNREADABLE = "\ufffd"
_GAP = bytes(3)
_MOST = 2000  # rows of which the text is remembered: most screens repeat them
_BIG = {text.BIG[place * 36 : (place + 1) * 36]: text.BIG_CHARS[place] for place in range(len(text.BIG_CHARS))}
_SMALL = {text.SMALL[at * 5 : at * 5 + 5]: text.SMALL_CHARS[at] for at in range(len(text.SMALL_CHARS))}
_GLYPHS: "dict[int, dict[bytes, str]]" = {}
_READ: "dict[tuple[bytes, int, bool], tuple[str, int]]" = {}
_LINES: "dict[bytes, str]" = {}
_LARGE: "dict[bytes, str]" = {}


def _glyphs(hidden: int) -> "dict[bytes, str]":
    """Returns the character of each glyph by its columns, without the bits `hidden` of each column.

    Glyphs that are equal without these bits map to UNREADABLE.
    """
    if hidden in _GLYPHS:
        return _GLYPHS[hidden]
    glyphs: dict[bytes, str] = {}
    names = "".join(chr(code) for code in range(text.FIRST, 127)) + text.SYMBOLS
    pictures = [(text.GLYPHS[at * text.GLYPH : (at + 1) * text.GLYPH], name) for at, name in enumerate(names)]
    pictures += [(text.RAISED[at * text.GLYPH : (at + 1) * text.GLYPH], name) for at, name in enumerate(text.HANGING)]
    for face in range(6):
        at, end = face * text.DIE_WIDTH, (face + 1) * text.DIE_WIDTH
        pictures += [(text.DICE[at:end], FREE_DICE[face]), (text.TAKEN_DICE[at:end], TAKEN_DICE[face])]
    for columns, name in pictures:
        visible = bytes([column & ~hidden & 0xFF for column in columns])
        if any(visible):
            glyphs[visible] = UNREADABLE if visible in glyphs else name
    _GLYPHS[hidden] = glyphs
    return glyphs


def _read(columns: bytes, ruled: int, banner: bool) -> "tuple[str, int]":
    """Returns the character whose glyph starts at the first of `columns`, and its width; "" and 0 if there is none.

    The glyph may be a small capital in a bar of seven pixels, or in a bar of nine (`banner`). Pixels under the
    horizontal lines in `ruled`, which go through the whole row, are ignored.
    """
    key = columns, ruled, banner
    if key not in _READ:
        _READ[key] = _read_columns(columns, ruled, banner)
    return _READ[key]


def _read_columns(columns: bytes, ruled: int, banner: bool) -> "tuple[str, int]":
    """Does what `_read` does, without its memory."""
    for width in (text.DIE_WIDTH, text.GLYPH):
        window = columns[:width]
        name = None
        if ruled not in (0x7F, 0xFF):
            name = _glyphs(ruled).get(bytes([column & ~ruled & 0xFF for column in window]))
        if not name and width == text.GLYPH:
            name = None if banner else _SMALL.get(bytes([column ^ 0x7F for column in window]))
        if not name and width == text.GLYPH and not banner:  # in a key cap of the bottom row
            name = _SMALL.get(bytes([(column ^ 0xFE) >> 1 for column in window]))
        if not name and banner:
            name = _glyphs(0).get(bytes([(column ^ 0xFF) >> 1 for column in window]))
        if name:
            return name, width
    return "", 0


def _horizontal_lines(columns: bytes) -> int:
    """Returns the horizontal lines through the whole row as bits; 0 for a row in a bar."""
    ruled = 0xFF
    for column in columns:
        ruled &= column
    return ruled if columns.count(bytes((ruled,))) > len(columns) // 4 else 0


def _line(columns: bytes) -> str:
    """Returns one row as text, with a space for every six dark columns and UNREADABLE for anything but a glyph."""
    if columns not in _LINES:
        if len(_LINES) >= _MOST:
            _LINES.clear()
            _READ.clear()
        _LINES[columns] = _read_line(columns)
    return _LINES[columns]


def _read_line(columns: bytes) -> str:
    """Does what `_line` does, without its memory."""
    ruled = _horizontal_lines(columns)
    # dark, in a bar, or part of a horizontal line
    blank = (ruled, 0xFF, 0x7F, 0xFE, 1, 2, 4, 8, 16, 32, 64, 128)
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


def _big_line(rows: bytes) -> str:
    """Returns the big digits in three rows, or "" if there is anything else."""
    result, x, end = "", 0, -1
    pages = [rows[at : at + 128] for at in (0, 128, 256)]
    ruled = _horizontal_lines(pages[0])
    pages[0] = bytes([column & ~ruled & 0xFF for column in pages[0]])
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


def _large() -> "dict[bytes, str]":
    """Returns the character of each large letter by the columns of both its rows."""
    if _LARGE:
        return _LARGE
    canvas = text.Canvas(bytearray(1024))
    for code in range(text.FIRST, 127):
        name = chr(code)
        canvas.large(0, name)
        _LARGE[bytes(canvas.buffer[:10] + canvas.buffer[128:138])] = name
    return _LARGE


def _large_line(buffer: "bytes | bytearray", row: int, x: int) -> "tuple[str, int]":
    """Returns the large letters in `row` and the row below from column `x` on, and the column after them."""
    result = ""
    upper, lower = [bytes(buffer[page * 128 : (page + 1) * 128]) for page in (row, row + 1)]
    while x + 10 <= 128:
        name = _large().get(upper[x : x + 10] + lower[x : x + 10])
        if not name or (name == " " and not any(upper[x : x + 22] + lower[x : x + 22])):
            break
        result += name
        x += 11
    return result, x


def _is_large(buffer: "bytes | bytearray", row: int) -> bool:
    """Returns whether all pixels of `row` and the row below are in pairs one above the other, and there are some."""
    both = bytes(buffer[row * 128 : (row + 2) * 128])
    return any(both) and all([(column & 0x55) << 1 == column & 0xAA for column in both])


def _centered_large(buffer: "bytes | bytearray", row: int) -> str:
    """Returns the large letters that fill `row` and the row below, "" if there is anything else."""
    columns = [x for x in range(128) if buffer[row * 128 + x] or buffer[(row + 1) * 128 + x]]
    for start in range(max(0, columns[0] - 4), columns[0] + 1):
        words, end = _large_line(buffer, row, start)
        if end > columns[-1]:
            return " " * (start // 6) + words
    return ""


def oled_lines(buffer: "bytes | bytearray") -> "list[str]":
    """Reads the text of the OLED from its pixels, as eight lines.

    Key caps and bars are read like other text, small capitals as capitals; small dice as \u2680 (free), \u2776 (taken).
    Big digits are in the middle one of their three lines with the other two empty, large letters in the first of their
    two. Anything else becomes UNREADABLE.
    """
    letters, end = _large_line(buffer, 0, 0)
    lines = [_line(bytes(end) + bytes(buffer[row * 128 + end : (row + 1) * 128])) for row in range(2)]
    lines += [_line(bytes(buffer[row * 128 : (row + 1) * 128])) for row in range(2, 8)]
    lines[0] = (letters + lines[0][len(letters) :]).rstrip()  # a large space may be above letters in row 1
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


_CAP = 0x7F  # the first column of a key cap
_PAUSE = "pause"  # what MENU does in a game, which does not show it
_TITLES = ("WHO STARTS?", "THE ORDER")  # of screens in a game


def words(buffer: "bytes | bytearray") -> "dict[str, Any]":
    """The OLED in words, without signs and spaces.

    "lines": those that are not empty; the selected one ends with ", selected". "picks": what KEEP1 to KEEP6 pick in a
    list, "" for a button without a line; empty where there is no list. "does": what they do besides, likewise.
    "labels": what ROLL and BANK do now, "" for nothing; "menu": what MENU does, "" where that is not known.
    "chooses": whether dice to choose from may be shown; elsewhere all dice may be bright, whether they score or not.
    "places": where what a button does is written.
    """
    shown = oled_lines(buffer)
    lines = [spoken(line) for line in shown]
    titled = is_titled(buffer)
    keys = _keys(buffer) if titled else {}
    does = [keys.get(str(button + 1), "") for button in range(tiles.TILES)]
    is_list = buffer[text.WIDTH] == _CAP and lines[1].startswith("1") and bool(keys)
    roll, bank = labels(lines[7])
    in_game = any(lines) and (not titled or any([lines[0].startswith(title) for title in _TITLES]))
    return {
        "lines": [line for line in lines if line],
        "picks": does if is_list else [],
        "does": does if any(does) and not is_list else [],
        "labels": [roll, bank],
        "menu": _menu(shown) or (_PAUSE if in_game else ""),
        "chooses": chooses(titled, roll, bank),
        "places": _places(buffer, titled, lines[0]),
    }


def _places(buffer: "bytes | bytearray", titled: bool, head: str) -> "dict[str, tuple[int, int, int]]":
    """Where what a button does is written: the row, its first column and the one after it, by the name on the cap.

    A title names MENU at its end.
    """
    found = {"MENU": (0, text.WIDTH // 2, text.WIDTH)} if titled and "MENU" in head else {}
    for row in range(1 if titled else 7, 8):
        columns = bytes(buffer[row * text.WIDTH : (row + 1) * text.WIDTH])
        if row == 7:
            columns = bytes([column >> 1 for column in columns])  # the caps are one pixel lower there
        caps = _caps(columns)
        for at in range(len(caps)):
            start, end = caps[at]
            after = caps[at + 1][0] if at + 1 < len(caps) else text.WIDTH
            found[_line(bytes(start) + columns[start:end]).strip()] = row, start, after
    return found


def _keys(buffer: "bytes | bytearray") -> "dict[str, str]":
    """What is written behind the key caps of the rows that begin with one, by their names."""
    keys = {}
    for row in range(1, 7):
        columns = bytes(buffer[row * text.WIDTH : (row + 1) * text.WIDTH])
        caps = _caps(columns)
        for at in range(len(caps) if caps and not caps[0][0] else 0):
            start, end = caps[at]
            after = caps[at + 1][0] if at + 1 < len(caps) else text.WIDTH
            does = spoken(_line(bytes(end) + columns[end:after]))
            if does[:1] != "|":  # the values of a house rule have a cap, too
                keys[_line(bytes(start) + columns[start:end]).strip()] = does
    return keys


def _caps(columns: bytes) -> "list[tuple[int, int]]":
    """The first column of each key cap in a row, and the column after it."""
    caps = []
    x = 0
    while x < len(columns):
        end = x
        while end < len(columns) and columns[end] & BAR == BAR and columns[x] == _CAP:
            end += 1
        if end - x > text.GLYPH:  # a letter is narrower
            caps.append((x, end))
        x = max(end, x + 1)
    return caps


def _menu(shown: "list[str]") -> str:
    """What the OLED says about MENU, "" for nothing."""
    for row in range(7):
        before, found, after = shown[row].partition("MENU")
        if found and (not row or not before.strip() or after.startswith(":")):
            does = after.lstrip(": ").split("  ")[0]
            if "\u2193" in does:
                return "next line"
            return "next page" if "/" in does else does.lower() if not row else does
    return ""


def dice(pixels: "bytes | bytearray") -> "list[str] | None":
    """What the six tiles show, such as "die 3: a 5, scores, chosen"; None while dice move or a picture is shown."""
    reader = DiceReader(pixels)
    while reader.read_next():
        pass
    return reader.dice()
