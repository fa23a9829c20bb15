"""Custom variants from JSON files: what a file may say, and the strict JSON that names the line of each error."""

from binascii import crc32

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.game.errors import BadOption, is_whole
from sixpip.rules.menus import endless
from sixpip.rules.setup import options, variants
from sixpip.rules.setup.variants import CUBES, GRAND, PIPS
from sixpip.rules.variant import OWN, OWN_PIPS, PHASE_KIND, DiceSet, Variant

if TYPE_CHECKING:
    from typing import Any, NoReturn

    Json = str | int | list["Json"] | dict[str, "Json"]
    from sixpip.rules.setup.options import Options


_DIGITS = const(9)  # a small int on the Pico
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors put it in front
_SPACES = b" \t\r\n"
_NUMBER = b"-+.eE0123456789"


def read_json(data: bytes, deepest: int) -> "Any":
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
        odd = [place for place, byte in enumerate(data) if byte > 126 or (byte < 32 and byte not in _SPACES)]
        line = 1 + data[: odd[0]].count(b"\n")
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


MAX_BYTES = const(2048)
MAX_DEPTH = const(3)
MAX_LETTERS = const(16)
MAX_TITLE = const(17)  # what the boot menu can show
MAX_POINTS = const(10000)
FACES = const(6)
KEYS = ("name", "title", "base", "rules", "faces", "table")
POINTS = ("singles", "triples")
LONG_FACES = ("10", "50", "100")
"""Face names of several characters that a tile can show."""

_NAME = "abcdefghijklmnopqrstuvwxyz0123456789-"
_FACE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_MAX_MARK = const(0x1FFFFFFF)  # a small int on the Pico


def read(data: bytes, search: bool = True) -> "Variant":
    """The variant in the content of a file. Raises BadOption with one sentence that says what to correct.

    `search`: whether to find out if a game can end, which takes up to two seconds on the Pico.
    """
    if len(data) > MAX_BYTES:
        raise BadOption(f"The file is longer than {MAX_BYTES} bytes: make it shorter")
    given = read_json(data, MAX_DEPTH)
    if not isinstance(given, dict):
        raise BadOption("The file must hold one object in { }")
    _only(given, KEYS, "the file")
    name = _name(given.get("name"))
    base = _base(given.get("base"))
    faces = _faces(given["faces"], base.dice_set) if "faces" in given else base.dice_set.faces
    rules = _rules(given.get("rules", {}))
    row = dict(base.row)
    dice_set = base.dice_set
    if "table" in given and dice_set.kind == PHASE_KIND:
        raise BadOption("table: phase dice score their numbers, leave this out or take another base")
    if "table" in given or faces != dice_set.faces:
        if "three_ones" in rules:
            raise BadOption("three_ones: with own faces or points, use the triples of 'table'")
        dice_set = _dice_set(given.get("table", {}), faces, base.dice_set, int(row.pop("three_ones", 0)))
    row.update(rules)
    values = options.resolve(dice_set, row)
    if search:
        endless.check(dice_set, values)
    rules_text = " ".join([f"{key}={row[key]}" for key in sorted(row)])
    mark = _mark(dice_set, rules_text)
    return Variant(name, _title(given.get("title", name)), dice_set, rules_text, mark=mark)


def _only(given: "dict[str, Any]", known: "tuple[str, ...]", where: str) -> None:
    for key in sorted(given):
        if key not in known:
            raise BadOption(f"There is no '{key[:16]}' in {where}: use {', '.join(known)}")


def _name(name: object) -> str:
    if not isinstance(name, str) or not 1 <= len(name) <= MAX_LETTERS or name[0] == "-":
        raise BadOption(f"name: give 1 to {MAX_LETTERS} of a-z, 0-9 and -, with no - in front")
    for letter in name:
        if letter not in _NAME:
            raise BadOption(f"name: '{letter}' cannot be in it, use a-z, 0-9 and -")
    return name


def _title(title: object) -> str:
    if not isinstance(title, str) or not 1 <= len(title) <= MAX_TITLE or title.strip() != title:
        raise BadOption(f"title: give 1 to {MAX_TITLE} characters, without spaces around them")
    return title


def _base(base: object) -> "Variant":
    for variant in variants.VARIANTS:
        if variant.name == base:
            return variant
    raise BadOption(f"base: name a variant of the console, such as {variants.VARIANTS[0].name}")


def _rules(rules: object) -> "Options":
    """The options of the file; options.resolve checks their values."""
    if not isinstance(rules, dict):
        raise BadOption('rules: give an object such as {"opening": 500}')
    for key in sorted(rules):
        if key not in [option.key for option in options.OPTIONS]:
            raise BadOption(f"rules: there is no house rule '{key[:16]}'")
        if isinstance(rules[key], (list, dict)) or len(str(rules[key])) > MAX_LETTERS:
            raise BadOption(f"rules: that is not a value of {key}, use {options.find(key).choices()}")
    checked: Options = rules
    return checked


def _faces(faces: object, base: "DiceSet") -> "tuple[str, ...]":
    if base.kind in (CUBES.kind, PHASE_KIND):
        which = "the cubes" if base.kind == CUBES.kind else "phase dice"
        raise BadOption(f"faces: {which} keep theirs, leave this out or take another base")
    if not isinstance(faces, list) or len(faces) != FACES:
        raise BadOption(f"faces: give {FACES} names in a list")
    for face in faces:
        if not isinstance(face, str) or not (face in LONG_FACES or (len(face) == 1 and face in _FACE)):
            raise BadOption(
                f"faces: each is a letter, a digit, {', '.join(LONG_FACES[:-1])} or {LONG_FACES[-1]} in quotes"
            )
        if faces.count(face) > 1:
            raise BadOption(f"faces: '{face}' is there twice")
    return tuple(faces)


def _dice_set(table: object, faces: "tuple[str, ...]", base: "DiceSet", three_ones: int) -> "DiceSet":
    """The dice with own faces or points; `three_ones`: the points of that triple by the rules of the base, or 0."""
    if not isinstance(table, dict):
        raise BadOption('table: give an object with "singles", "triples" or both')
    _only(table, POINTS, "table")
    singles = _points(table, "singles", base.singles)
    triples = (three_ones,) + base.triples[1:] if three_ones else base.triples
    triples = _points(table, "triples", triples)
    if max(singles) == 0 and max(triples) == 0:
        raise BadOption("table: nothing scores, give some face points")
    kind = base.kind
    if faces == PIPS.faces:
        kind = OWN_PIPS
    elif faces != base.faces:
        kind = OWN
    return DiceSet(kind, faces, singles, triples, base.fives, plurals=GRAND.plurals if faces == GRAND.faces else ())


def _points(table: "dict[str, Any]", key: str, base: "tuple[int, ...]") -> "tuple[int, ...]":
    """The points of six faces; those of a sun are the base's."""
    if key not in table:
        return base
    points = table[key]
    if not isinstance(points, list) or len(points) != FACES:
        raise BadOption(f"{key}: give {FACES} numbers in a list, one a face")
    for number in points:
        if type(number) is not int or not 0 <= number <= MAX_POINTS:
            raise BadOption(f"{key}: points are whole numbers from 0 to {MAX_POINTS}")
    return tuple(points) + base[FACES:]


def _mark(dice_set: "DiceSet", rules: str) -> int:
    """A checksum over the rules and the dice, without name and title; never 0."""
    parts = rules.split()
    parts += [dice_set.kind, " ".join(dice_set.faces)]
    for points in (dice_set.singles, dice_set.triples, dice_set.fives):
        parts.append(" ".join([str(number) for number in points]))
    return 1 + (crc32("|".join(parts).encode()) & _MAX_MARK)
