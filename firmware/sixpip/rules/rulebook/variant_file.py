"""Reads the file of an own variant: what it may say, and the strict JSON parser that names the line of each error."""

from binascii import crc32

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.errors import BadOption, is_whole
from sixpip.rules.rulebook import options, variants
from sixpip.rules.rulebook.variant import OWN, OWN_PIPS, PHASE_KIND, DiceSet, Variant
from sixpip.rules.rulebook.variants import CUBES, GRAND, PIPS

if TYPE_CHECKING:
    from typing import Any, NoReturn

    Json = str | int | list["Json"] | dict[str, "Json"]
    from sixpip.rules.rulebook.options import Options


_DIGITS = const(9)  # a small int on the Pico
_BYTE_ORDER_MARK = const(b"\xef\xbb\xbf")  # some editors put it in front
_SPACES = const(b" \t\r\n")
_NUMBER = const("-+._eE0123456789")
_OTHER_QUOTES = const("'`")
_ENDS = const(b" \t\r\n,:;=()[]{}\"'`")  # of a word without quotes
_SIGNS = const(
    (
        (b"\xe2\x80", 0x98, 0x9F, "straight quotes in place of curly ones"),
        (b"\xe2\x80", 0x90, 0x95, "- in place of a dash"),
        (b"\xe2\x88", 0x92, 0x92, "- in place of a dash"),
        (b"\xe2\x80", 0x80, 0x8B, "a plain space in place of an unusual one"),
        (b"\xc2", 0xA0, 0xA0, "a plain space in place of an unusual one"),
        (b"", 0x91, 0x94, "straight quotes in place of curly ones"),
        (b"", 0x96, 0x97, "- in place of a dash"),
    )
)
"""What to use in place of signs that editors put in: their first bytes in UTF-8, the range of the last one, the words.
Without first bytes: as older editors of Windows write them."""


def read_json(data: bytes, deepest: int) -> "Any":
    """Returns the content of a file as dicts, lists, str and int, with at most `deepest` nested lists and objects.

    Raises BadOption with the number of the line.
    """
    reader = _Reader(_plain(data), deepest)
    value = reader.value(0)
    if reader.peek():
        is_object = isinstance(value, dict)
        reader.fail("remove what is after the last }" if is_object else "put all of the file between { and }")
    return value


def _plain(data: bytes) -> bytes:
    """Returns the text of a file without byte order mark and spaces at its end. Raises BadOption if it is not ASCII."""
    if data[:3] == _BYTE_ORDER_MARK:
        data = data[3:]
    if b"\0" in data:
        raise BadOption("Save the file as plain text in UTF-8 or ASCII")
    bare = data.replace(b"\n", b"").replace(b"\r", b"").replace(b"\t", b"")
    if bare and (min(bare) < 32 or max(bare) > 126):
        odd = [place for place, byte in enumerate(data) if byte > 126 or (byte < 32 and byte not in _SPACES)]
        line = 1 + data[: odd[0]].count(b"\n")
        raise BadOption(f"Line {line}: use {_plain_for(data, odd[0])}")
    return data.rstrip()


def _plain_for(data: bytes, at: int) -> str:
    """Returns what to use in place of the sign at that position, which is not ASCII."""
    for first, least, most, words in _SIGNS:
        end = at + len(first)
        if data[at:end] == first and end < len(data) and least <= data[end] <= most:
            return words
    return "plain letters, digits and signs only"


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
        """Returns the next character that is not a space, "" at the end."""
        text = self._text
        at = self._at
        while at < len(text) and text[at] in _SPACES:
            at += 1
        self._at = at
        mark = chr(text[at]) if at < len(text) else ""
        if mark == "#" or text[at : at + 2] in (b"//", b"/*"):
            self.fail("remove the comment")
        if mark in _OTHER_QUOTES and mark:
            self.fail(f'use " in place of {mark}')
        return mark

    def value(self, depth: int) -> "Json":
        """Returns the value at this position, nested in `depth` others."""
        mark = self.peek()
        if mark == '"':
            return self._word()
        if not mark:
            self.fail("the file ends too early")
        if mark not in ("{", "["):
            return self._number()
        if depth == self._deepest:
            self.fail(f"only {self._deepest} lists and objects may be inside each other")
        self._at += 1
        return self._object(depth + 1) if mark == "{" else self._list(depth + 1)

    def _object(self, depth: int) -> "dict[str, Json]":
        found: dict[str, Json] = {}
        while self._another("}", not found):
            if self.peek() != '"':
                self._fail_at_name()
            key = self._word()
            if key in found:
                self.fail(f"'{key[:16]}' is there twice: remove one of them")
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
        """Returns whether another entry follows, whose comma it skips, and else skips the `end`."""
        mark = self.peek()
        if mark == end:
            self._at += 1
            return False
        if not mark:
            self.fail(f"a {end} is missing at the end")
        if not first:
            if mark != ",":
                self._fail_at_comma(end)
            self._at += 1
            if self.peek() in (end, ","):
                self.fail(f"remove the , before the {self.peek()}")
        return True

    def _word(self) -> str:
        start = self._at + 1
        end = self._text.find(b'"', start)
        word = self._text[start:end] if end >= 0 else b"\n"
        if b"\n" in word or b"\r" in word or b"\t" in word:
            self.fail('a " is missing, or a tab is inside a text')
        if b"\\" in word:
            self.fail("remove the backslash from the text")
        self._at = end + 1
        return str(word, "ascii")

    def _bare(self) -> str:
        """Returns the word without quotes at this position, or "" if there is a sign in its place."""
        text = self._text
        end = self._at
        while end < len(text) and text[end] not in _ENDS:
            end += 1
        return str(text[self._at : end], "ascii")

    def _number(self) -> int:
        """Returns a number at this position; the words that other languages have without quotes are refused."""
        word = self._bare()
        if not word:
            self.fail('expected a "text", a number, a [list] or an {object}')
        lower = word.lower()
        if lower in ("true", "false"):
            self.fail(f'write "{"yes" if lower == "true" else "no"}" in place of {word}')
        if lower in ("null", "none"):
            self.fail(f'write "none" in place of {word}, or leave this out')
        digits = word[1:] if word[0] in "+-" else word
        if not is_whole(digits):
            if all([letter in _NUMBER for letter in word]) and "+" not in digits:
                self.fail(f"write {word[:16]} as a whole number of at most {_DIGITS} digits")
            self._fail_without_quotes(word)
        number = int(digits) if word[0] != "-" else -int(digits)
        if word[0] == "+" or (digits[0] == "0" and len(digits) > 1):
            self.fail(f"write {number} in place of {word}")
        self._at += len(word)
        return number

    def _fail_at_comma(self, end: str) -> "NoReturn":
        """Says what to do where a list or an object has neither a comma nor its `end`."""
        word = self._bare()
        if is_whole(word):
            self.fail(f"remove the space before {word}, or put a , there")
        if word:
            self.fail(f'put a , or a " before {word[:16]}')
        self.fail(f'put a , before "{self._word()[:16]}"' if self.peek() == '"' else f"expected , or {end}")

    def _fail_at_name(self) -> "NoReturn":
        word = self._bare()
        if is_whole(word) and self._text[: self._at].rstrip()[-1:] == b",":
            self.fail(f"write numbers without a , before {word}")
        if word:
            self._fail_without_quotes(word)
        self.fail('expected a "name"')

    def _fail_without_quotes(self, word: str) -> "NoReturn":
        self.fail(f'put {word[:16]} in quotes: "{word[:16]}"')


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

_NAME = const("abcdefghijklmnopqrstuvwxyz0123456789-")
_QUOTE = const('"')
_FACE = const("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_MAX_MARK = const(0x1FFFFFFF)  # a small int on the Pico


def read(data: bytes) -> "Variant":
    """Returns the variant in the content of a file. Raises BadOption with one sentence that says what to correct."""
    if len(data) > MAX_BYTES:
        raise BadOption(f"The file is longer than {MAX_BYTES} bytes: make it shorter")
    given = read_json(data, MAX_DEPTH)
    if not isinstance(given, dict):
        raise BadOption("The file must hold one object in { }")
    _only(given, KEYS, "the file")
    name = _name(given.get("name"))
    base = _base(given.get("base"))
    faces = _faces(given["faces"], base.dice_set) if "faces" in given else base.dice_set.faces
    rules = _rules(given.get("rules", {}), base.dice_set.kind)
    row = dict(base.options)
    dice_set = base.dice_set
    if "table" in given and dice_set.kind == PHASE_KIND:
        raise BadOption("table: phase dice score their numbers, leave this out or take another base")
    if "table" in given or faces != dice_set.faces:
        if "three_ones" in rules:
            raise BadOption("three_ones: with own faces or points, use the triples of 'table'")
        dice_set = _dice_set(given.get("table", {}), faces, base.dice_set, int(row.pop("three_ones", 0)))
    row.update(rules)
    options.resolve(dice_set, row)
    rules_text = " ".join([f"{key}={row[key]}" for key in sorted(row)])
    mark = _mark(dice_set, rules_text)
    return Variant(name, _title(given.get("title", name)), dice_set, rules_text, mark=mark)


def _only(given: "dict[str, Any]", known: "tuple[str, ...]", where: str) -> None:
    for key in sorted(given):
        if key not in known:
            if key in [option.key for option in options.OPTIONS]:
                raise BadOption(f'{key} is a house rule: put it into the {{ }} of "rules"')
            raise BadOption(f"There is no '{key[:16]}' in {where}: use {', '.join(known)}")


def _check_quotes(key: str, value: object) -> None:
    if type(value) is int:
        raise BadOption(f'{key}: put {value} in quotes: "{value}"')


def _name(name: object) -> str:
    _check_quotes("name", name)
    if not isinstance(name, str) or not 1 <= len(name) <= MAX_LETTERS or name[0] == "-":
        raise BadOption(f"name: give 1 to {MAX_LETTERS} of a-z, 0-9 and -, with no - in front")
    for letter in name:
        if letter not in _NAME:
            raise BadOption(f"name: '{letter}' cannot be in it, use a-z, 0-9 and -")
    return name


def _title(title: object) -> str:
    _check_quotes("title", title)
    if not isinstance(title, str) or not 1 <= len(title) <= MAX_TITLE or title.strip() != title:
        raise BadOption(f"title: give 1 to {MAX_TITLE} characters, without spaces around them")
    return title


def _base(base: object) -> "Variant":
    for variant in variants.VARIANTS:
        if variant.name == base:
            return variant
    raise BadOption(f"base: name a variant of the console, such as {variants.VARIANTS[0].name}")


def _rules(rules: object, kind: str) -> "Options":
    """Returns the options of the file, each with a possible value. `kind` is that of the dice of the base."""
    if not isinstance(rules, dict):
        raise BadOption('rules: give an object such as {"opening": 500}')
    for key in sorted(rules):
        known = [option.key for option in options.OPTIONS]
        if key not in known:
            meant = key.lower().replace(" ", "_").replace("-", "_")
            raise BadOption(
                f"rules: there is no house rule '{key[:16]}'"
                + (f", write {meant}" if meant in known else ": correct its name, or leave it out")
            )
        option, value = options.option_named(key, kind), rules[key]
        if isinstance(value, (list, dict)) or len(str(value)) > MAX_LETTERS:
            raise BadOption(f"rules: that is not a value of {key}, use {option.choices(_QUOTE)}")
        option.check(value, _QUOTE)
    checked: Options = rules
    return checked


def _faces(faces: object, base: "DiceSet") -> "tuple[str, ...]":
    if base.kind in (CUBES.kind, PHASE_KIND):
        which = "the cubes" if base.kind == CUBES.kind else "phase dice"
        raise BadOption(f"faces: {which} keep theirs, leave this out or take another base")
    if not isinstance(faces, list) or len(faces) != FACES:
        raise BadOption(f"faces: give {FACES} names in a list in [ ]")
    for face in faces:
        _check_quotes("faces", face)
        if not isinstance(face, str) or not (face in LONG_FACES or (len(face) == 1 and face in _FACE)):
            raise BadOption(
                f"faces: each is a letter, a digit, {', '.join(LONG_FACES[:-1])} or {LONG_FACES[-1]} in quotes"
            )
        if faces.count(face) > 1:
            raise BadOption(f"faces: '{face}' is there twice")
    return tuple(faces)


def _dice_set(table: object, faces: "tuple[str, ...]", base: "DiceSet", three_ones: int) -> "DiceSet":
    """Returns the dice with own faces or points. `three_ones` has the points of that triple in the base, or 0."""
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
    """Returns the points of six faces. A sun has those of the base."""
    if key not in table:
        return base
    points = table[key]
    if not isinstance(points, list) or len(points) != FACES:
        raise BadOption(f"{key}: give {FACES} numbers in a list in [ ], one a face")
    for number in points:
        bare = options.number_in_quotes(number)
        if bare is not None:
            raise BadOption(f"{key}: write {bare} without quotes")
        if type(number) is not int or not 0 <= number <= MAX_POINTS:
            raise BadOption(f"{key}: points are whole numbers from 0 to {MAX_POINTS}")
    return tuple(points) + base[FACES:]


def _mark(dice_set: "DiceSet", rules: str) -> int:
    """Returns a checksum over the rules and the dice, without name and title; never 0."""
    parts = rules.split()
    parts += [dice_set.kind, " ".join(dice_set.faces)]
    for points in (dice_set.singles, dice_set.triples, dice_set.fives):
        parts.append(" ".join([str(number) for number in points]))
    return 1 + (crc32("|".join(parts).encode()) & _MAX_MARK)
