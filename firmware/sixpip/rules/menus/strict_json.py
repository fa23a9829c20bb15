"""A strict JSON reader for files that people write: errors name the line, and the depth is limited.

It accepts a part of JSON: whole numbers, plain ASCII, no backslash, no true, false or null. MicroPython's own reader
names no line and accepts missing commas.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.game.errors import BadOption, is_whole

if TYPE_CHECKING:
    from typing import Any, NoReturn

    Json = str | int | list["Json"] | dict[str, "Json"]

_DIGITS = const(9)  # a small int on the Pico
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors put it in front
_SPACES = b" \t\r\n"
_NUMBER = b"-+.eE0123456789"


def read(data: bytes, deepest: int) -> "Any":
    """The content of a file as dicts, lists, str and int, with at most `deepest` nested lists and objects.

    Raises BadOption with the number of the line.
    """
    reader = _Reader(_plain(data), deepest)
    value = reader.value(0)
    if reader.peek():
        reader.fail("there is text after the end")
    return value


def _plain(data: bytes) -> bytes:
    """The text of a file without a byte order mark and spaces at the end. Raises BadOption if it is not plain ASCII."""
    if data[:3] == _BYTE_ORDER_MARK:
        data = data[3:]
    bare = data.replace(b"\n", b"").replace(b"\r", b"").replace(b"\t", b"")
    if bare and (min(bare) < 32 or max(bare) > 126):
        line = 1
        for byte in data:
            if byte == 10:
                line += 1
            elif byte > 126 or (byte < 32 and byte not in _SPACES):
                raise BadOption(f"Line {line}: use plain letters, digits and signs only")
    return data.rstrip()


class _Reader:
    """Parses a text from left to right. It is bytes, because MicroPython finds an index in a str by counting."""

    def __init__(self, text: bytes, deepest: int) -> None:
        self._text = text
        self._deepest = deepest
        self._at = 0

    def fail(self, why: str) -> "NoReturn":
        """Raises BadOption with the number of the current line."""
        line = 1 + self._text[: self._at].count(b"\n")
        raise BadOption(f"Line {line}: {why}")

    def peek(self) -> str:
        """The next character that is not a space, "" at the end."""
        text = self._text
        at = self._at
        while at < len(text) and text[at] in _SPACES:
            at += 1
        self._at = at
        return chr(text[at]) if at < len(text) else ""

    def value(self, depth: int) -> "Json":
        """The value at this position, nested in `depth` others."""
        mark = self.peek()
        if mark == '"':
            return self._word()
        if not mark:
            self.fail("the file ends too early")
        if ord(mark) in _NUMBER:
            return self._number()
        if mark not in ("{", "["):
            self.fail('expected a "text", a number, a [list] or an {object}')
        if depth == self._deepest:
            self.fail(f"only {self._deepest} lists and objects may be inside each other")
        self._at += 1
        return self._object(depth + 1) if mark == "{" else self._list(depth + 1)

    def _object(self, depth: int) -> "dict[str, Json]":
        found: dict[str, Json] = {}
        while self._another("}", not found):
            if self.peek() != '"':
                self.fail('expected a "name"')
            key = self._word()
            if key in found:
                self.fail(f"'{key[:16]}' is there twice")
            if self.peek() != ":":
                self.fail(f"expected : after '{key[:16]}'")
            self._at += 1
            found[key] = self.value(depth)
        return found

    def _list(self, depth: int) -> "list[Json]":
        found: list[Json] = []
        while self._another("]", not found):
            found.append(self.value(depth))
        return found

    def _another(self, end: str, first: bool) -> bool:
        """Whether another entry follows, and skips its comma; else skips the `end`."""
        mark = self.peek()
        if mark == end:
            self._at += 1
            return False
        if not mark:
            self.fail(f"a {end} is missing at the end")
        if not first:
            if mark != ",":
                self.fail(f"expected , or {end}")
            self._at += 1
            if self.peek() == end:
                self.fail(f"remove the , before the {end}")
        return True

    def _word(self) -> str:
        start = self._at + 1
        end = self._text.find(b'"', start)
        word = self._text[start:end] if end >= 0 else b"\n"
        if b"\n" in word or b"\r" in word or b"\t" in word:
            self.fail('a " is missing, or a tab is inside a text')
        if b"\\" in word:
            self.fail("a text has no backslash")
        self._at = end + 1
        return str(word, "ascii")

    def _number(self) -> int:
        text = self._text
        end = self._at
        while end < len(text) and text[end] in _NUMBER:
            end += 1
        word = str(text[self._at : end], "ascii")
        digits = word[1:] if word[0] == "-" else word
        if not is_whole(word) or len(digits) > _DIGITS or (digits[0] == "0" and len(digits) > 1):
            self.fail(f"numbers are whole and have at most {_DIGITS} digits")
        self._at = end
        return int(word)
