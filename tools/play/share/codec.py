"""Turns the log of a game into the fragment of a link, and back. tools/play/demo/page/codec.js is its twin.

The fragment is a digit, the version of the format, and then in base64url, without padding: three bytes of checksum
(CRC-32 of all that follows, its lower 24 bits, most significant byte first), and the log packed by range_coder.py.
Adaptive weights take less room than packed bits with DEFLATE after them; and no link unpacks to more than MOST_LINES.

Packed are, in this order: the words of the first line after `game`, the names of the players, the faces of the dice if
they are not those of the variant, and the actions. What the link leaves out does not change the game: comments (but not
when the coach advised whom), actions that were taken back, and the order of the dice in a roll. They are sorted; a
marked die (HR-07) stays the first.

The lists of this module are part of the format: a word may be added at their end, but only with a new version.
"""

import base64
import binascii
import re
from collections.abc import Iterator
from itertools import accumulate
from math import comb
from urllib.parse import unquote

from sixpip.rules.core import replay
from sixpip.rules.core.errors import BadLine
from sixpip.rules.core.log_text import ADVISES, GAP
from sixpip.rules.phase_ten import dice
from tools.play.share.range_coder import Damaged, Reader, Writer

VERSION = 1
MOST_LETTERS = 1500
"""Of a link. Many programs cut longer ones."""
MOST_LINES = 6000
"""Of a game: no console writes so long a log."""

WORDS = (
    "\n dice-10000 ten-grand ten-thousand family-10000 phase-10 seven-dice five-cubes farkle farkle-retail "
    "farkle-online zilch kingdom pure players= first= head_start= seats= mark= person timid steady bold master dice= "
    "hot_dice= multiples= three_ones= straight= straight_gather= three_pairs= pairs_count= two_triplets= "
    "short_straights= full_house= opening= opening_rolls= bank_min= grow= no_risk= busts= cold_start= train_wreck= "
    "pick_up= rescue= last_die= second_chance= calls= must_keep_all= extend= wild_die= six_alike= four_twos= six_ones= "
    "five_alike= press_on= clear= empty_six= max_rolls= end= target= reach= negative= start= optional forced triples "
    "doubling adding fixed no yes strict 4+2 none 500/750 1250/1500 all score out last-turn same-round beat-or-bust "
    "exact sudden last-licks at above seated all-dice one-die 000"
).split(" ")
"""Words that take as much room as a letter."""
_END_OF_TEXT = 0
_FIRST_LETTER = 32
_LETTERS = 95
_OTHER = _LETTERS + 1
"""The number of a letter that is not ASCII; three numbers below 128 follow."""
_TOKENS = _OTHER + 1 + len(WORDS)

_KINDS = ("", "roll", "keep", "bank", "take", "fresh", "call", "stop", "back", "advises", "other")
"""The kinds of lines. "": the log ends; "other": a line that is written letter by letter."""
_CALLS = ("one", "five", "alike", "pairs", "straight", "chance")
_PIPS = ("1", "2", "3", "4", "5", "6")
_GRAND = ("A", "K", "Q", "J", "50", "100")
_CUBES = ("2", "3", "4", "5", "6", "10")
_DICE = {"ten-grand": _GRAND, "five-cubes": _CUBES}
"""The faces of the variants that have no pips, without the sun."""
_KNOWN = ("dice-10000", "ten-thousand", "family-10000", "seven-dice", "farkle", "farkle-retail", "farkle-online")
_UNMARKED_DICE = (*_KNOWN, "ten-grand", "zilch", "kingdom", "pure")
"""The variants without a marked die, unless a house rule adds it."""
_SUN = "sun"
_UNMARKED = "unmarked"
_MOST_DICE = 9
_SIX = 6

Coder = Writer | Reader


class BadLink(Exception):
    """A link that cannot be read; the text says why, and what to do."""


class TooLong(Exception):
    """A game that no link holds; the text says so."""


_SPACES = re.compile("[\t\v\f\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]")
"""White space that a link has as a space, whatever an interpreter takes for white space."""
_UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ud800-\udfff]")
"""Characters that no game has: control characters, those that are not seen or turn the text, halves of characters."""
_MOST_PASTED = 20_000
"""Of a text in which a link is looked for; a link is far shorter, also when all of it is escaped."""
_MOST_RUNS = 200
"""That are left out at the end of a link."""
_LEAST_PACKED = 8
_MOST_PACKED = 4000
_ENTITY = re.compile("&#(?:[xX]([0-9A-Fa-f]{1,2})|([0-9]{1,3}));")
_DASHES = {0x2010: "-", 0x2011: "-", 0x2013: "-", 0x2014: "--", 0x2212: "-"}
"""What programs make of the letter -, and what it was."""

NO_LINK = "This is no link of a game: copy the whole link, from https to its last letter."
DAMAGED = "This link is cut or changed: copy it again, from https to its last letter."
NEWER = "This link is of a newer Sixpip: open it with the newest one."


def encode(text: str) -> str:
    """The fragment for the log of a game. Raises BadLine for a text that is no log, or one with a gap."""
    writer = Writer()
    try:
        Log(writer).code(lines_of(text))
    except Damaged as error:
        raise BadLine(f"A link holds no line of more than {MOST_LINES} letters") from error
    packed = writer.packed()
    data = _check_sum(packed) + packed
    return str(VERSION) + base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(link: str) -> str:
    """The log in a link, or in its fragment. Raises BadLink.

    A program may have wrapped or escaped the link or have added to its end: what cannot be part of it is left out, and
    the checksum finds where it ends.
    """
    versions = set()
    for fragment in _fragments(link):
        versions |= set(fragment[0][:1])
        for letters in _readings(fragment) if fragment[0][:1] == str(VERSION) else ():
            log = _unpacked(letters)
            if log:
                return log
    raise BadLink(DAMAGED if str(VERSION) in versions else NEWER if versions else NO_LINK)


def is_link(text: str) -> bool:
    """Whether a text is meant as a link, not as the path of a file."""
    return "#" in unescaped(text) or "://" in text


def unescaped(text: str) -> str:
    """A text without the escapes of addresses and HTML, also where several programs have escaped it."""
    text = text[:_MOST_PASTED]
    for _ in range(3):
        text = _ENTITY.sub(_letter, unquote(text)).replace("&amp;", "&")
    return text.translate(_DASHES)


def _letter(entity: re.Match[str]) -> str:
    return chr(int(entity[1], 16) if entity[1] else int(entity[2]))


def _fragments(link: str) -> Iterator[list[str]]:
    """Each part of a link that may be its fragment, as runs of letters, without what is between them."""
    parts = unescaped(link).split("#")
    for part in parts[1:] or parts:
        runs = [run for run in re.split("[^0-9A-Za-z_-]+", part) if run]
        if runs and "0" <= runs[0][0] <= "9":
            yield runs


def _readings(runs: list[str]) -> Iterator[str]:
    """What the letters of a fragment may be, without its version: the first runs, all of them if possible."""
    letters = "".join(runs)[1:]
    for end in list(accumulate(map(len, runs)))[: -_MOST_RUNS - 1 : -1]:
        run = letters[: end - 1]
        yield from (run, run[:-1], run[:-2], run + "_", run + "-")  # both letters may be punctuation, too


def _unpacked(letters: str) -> str:
    """The log in the letters of a fragment, "" for damaged ones."""
    if not _LEAST_PACKED <= len(letters) <= _MOST_PACKED or len(letters) % 4 == 1:
        return ""
    data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    if data[:3] != _check_sum(data[3:]):
        return ""
    try:
        lines = Log(Reader(data[3:])).code([])
    except (Damaged, IndexError, ValueError):
        return ""
    return "" if any(_SPACES.search(line) or _UNSEEN.search(line) for line in lines) else "\n".join(lines) + "\n"


def plain_log(text: str) -> str:
    """A log without what a duel or a challenge adds to its first line (tools/play/demo: duel.py, again.py)."""
    return re.sub(r"\A([^\n]*?) (?:duel|beat)=\S*", r"\1", text)


def link(text: str, page: str) -> str:
    """The link to `page` with the log of a game. Raises BadLine, TooLong."""
    made = f"{page}#{encode(text)}"
    if len(made) > MOST_LETTERS:
        raise TooLong(
            f"This game is too long for a link: it would have {len(made)} letters, and many programs cut a link "
            f"of more than {MOST_LETTERS}. Send its log instead."
        )
    return made


def lines_of(text: str) -> list[str]:
    """The lines of a log that a link keeps. Raises BadLine."""
    lines = _SPACES.sub(" ", text).split("\n")
    if any(_UNSEEN.search(line) for line in lines):
        raise BadLine("This is no log of a game: it has characters that no console writes")
    kept = [" ".join(replay.words_of(line)) for line in replay.without_undone(lines)]
    if not kept[0].startswith("game ") or "game" in [line.split(" ")[0] for line in kept[1:]]:
        raise BadLine("This is no log of a game: it begins with a line 'game VARIANT'")
    if GAP in kept:
        raise BadLine("The log has a gap: a link needs a whole game")
    if len(kept) > MOST_LINES:
        raise BadLine(f"A link holds up to {MOST_LINES} actions")
    for at, line in enumerate(lines):
        if line.startswith(ADVISES):
            kept[at] = line.strip()
    named = lines[1:] and lines[1].startswith("# ") and not lines[1].startswith(ADVISES)
    return [kept[0], lines[1].strip() if named else "", *(line for line in kept[2 if named else 1 :] if line)]


def _check_sum(packed: bytes) -> bytes:
    return (binascii.crc32(packed) & 0xFFFFFF).to_bytes(3, "big")


def _tokens(text: str) -> list[int]:
    """The numbers of the letters and words of a text; of several words that fit the longest."""
    tokens = []
    at = 0
    while at < len(text):
        word = max((word for word in WORDS if text.startswith(word, at)), key=len, default="")
        number = ord(text[at])
        if len(word) > 1 or word == "\n":
            tokens.append(_OTHER + 1 + WORDS.index(word))
        elif _FIRST_LETTER <= number < _FIRST_LETTER + _LETTERS:
            tokens.append(1 + number - _FIRST_LETTER)
        else:
            tokens += [_OTHER, number >> 14, number >> 7 & 127, number & 127]
        at += len(word) or 1
    return [*tokens, _END_OF_TEXT]


def code_text(coder: Coder, context: str, text: str) -> str:
    """Codes a text, letter by letter."""
    tokens = iter(_tokens(text))
    found: list[str] = []
    for _ in range(MOST_LINES):
        token = coder.number(context, _TOKENS, next(tokens, 0))
        if token == _END_OF_TEXT:
            return "".join(found)
        if token > _OTHER:
            found.append(WORDS[token - _OTHER - 1])
        elif token < _OTHER:
            found.append(chr(_FIRST_LETTER + token - 1))
        else:
            high, middle, low = [coder.uniform(128, next(tokens, 0)) for _ in range(3)]
            found.append(chr(high << 14 | middle << 7 | low))
    raise Damaged


class Log:
    """Codes a log line by line."""

    def __init__(self, coder: Coder) -> None:
        self._coder = coder
        self._before = ""
        """The kind of the last line."""
        self._names: list[str] = []

    def code(self, lines: list[str]) -> list[str]:
        """Codes the lines of lines_of; the reader gets none. Returns them as a link has them."""
        coder = self._coder
        head, names, *actions = lines or ["", ""]
        head = "game " + code_text(coder, "head", head[len("game ") :])
        names = code_text(coder, "names", names[len("# ") :])
        self._names = names.split(", ")
        is_phase = coder.number("phase", 2, int(any(len(line.split(" ")) > _MOST_DICE + 1 for line in actions)))
        tray = PhaseTray(coder) if is_phase else _Tray(coder, head, actions)
        coded = [head, f"# {names}"] if names else [head]
        while len(coded) <= MOST_LINES + 2:
            line = self._code_line(tray, actions.pop(0) if actions else "")
            if not line:
                return coded
            coded.append(line)
        raise Damaged

    def _code_line(self, tray: "_Tray | PhaseTray", line: str) -> str:
        """Codes a line; "" at the end."""
        coder = self._coder
        words = self.fitting(tray, line) if coder.writes else [""]
        number = coder.number(f"kind {self._before} {tray.state()}", len(_KINDS), _KINDS.index(words[0]))
        kind = self._before = _KINDS[number]
        if kind == "advises":
            seat = coder.number("seat", 6, self._names.index(words[1]) if coder.writes else 0)
            return ADVISES + self._names[seat]
        if kind == "call":
            call = coder.number("call", len(_CALLS), _CALLS.index(words[1]) if coder.writes else 0)
            return f"call {_CALLS[call]}"
        if kind == "other":
            return code_text(coder, "other", words[1] if coder.writes else "")
        return " ".join([kind, *tray.code(kind, words[1:])]).strip()

    def fitting(self, tray: "_Tray | PhaseTray", line: str) -> list[str]:
        """The kind of a line, and what is to be coded of it."""
        kind, *words = line.split(" ")
        if line.startswith(ADVISES):
            name = line[len(ADVISES) :].strip()
            return ["advises", name] if name in self._names[:6] else ["other", line]
        if kind == "call" and len(words) == 1 and words[0] in _CALLS:
            return line.split(" ")
        if kind in ("bank", "take", "fresh", "stop", "") and not words:
            return [kind]
        if kind in ("roll", "keep", "back"):
            fitting = tray.fit(kind, words)
            if fitting is not None:
                return [kind, *fitting]
        return ["other", line]


class _Tray:
    """Rolls and keeps of the ten-thousand family: the faces of a roll are sorted, a keep is some of them."""

    def __init__(self, coder: Coder, head: str, actions: list[str]) -> None:
        """Codes the faces of the dice."""
        self._coder = coder
        words = head.split(" ")
        self._first_stays = words[1] not in _UNMARKED_DICE or "wild_die=yes" in words
        """Whether the first die of a roll can be the marked one."""
        usual = _DICE.get(words[1], _PIPS)
        rolled = list(
            dict.fromkeys(face for line in actions if line.startswith("roll ") for face in line.split(" ")[1:])
        )
        others = [face for face in rolled if face != _SUN][:_SIX]
        own = coder.number("own", 2, int(any(face not in usual for face in others)))
        self._faces = tuple(code_text(coder, "faces", " ".join(others)).split(" ")) if own else usual
        if len(self._faces) > _SIX:
            raise Damaged
        self._last: list[str] = []
        """The dice of the last roll that are not kept."""
        self._left = 0
        """How many dice are left to throw; 0: all of them."""

    def state(self) -> str:
        """What the next line depends on."""
        return str(self._left)

    def fit(self, kind: str, words: list[str]) -> list[str] | None:
        """The words of a roll or keep in the order in which they are coded; None if they cannot be coded."""
        if kind == "roll" and 0 < len(words) <= _MOST_DICE:
            head = words[: self._first_stays]
            tail = words[len(head) :]
            if all(face in self._faces for face in tail) and all(face in (*self._faces, _SUN) for face in head):
                return head + sorted(tail, key=self._faces.index)
        if kind == "keep":
            return self._fit_keep([word for word in words if word != _UNMARKED], _UNMARKED in words)
        return None

    def _fit_keep(self, words: list[str], unmarked: bool) -> list[str] | None:
        """The words of a keep: the marked die first, if it is kept."""
        marked = self._last[: self._first_stays]
        first = marked if marked and marked[0] in words and not unmarked else []
        tail = list(words)
        for face in first:
            tail.remove(face)
        others = self._last[len(marked) :]
        if any(face not in self._faces or tail.count(face) > others.count(face) for face in tail):
            return None
        return self._written_keep(first, sorted(tail, key=self._faces.index))

    def _written_keep(self, first: list[str], tail: list[str]) -> list[str]:
        """The words of a keep; `first`: the marked die if it is kept."""
        leaves_marked = self._first_stays and not first and any(face in tail for face in self._last[:1])
        return [*first, *tail, _UNMARKED] if leaves_marked else [*first, *tail]

    def code(self, kind: str, words: list[str]) -> list[str]:
        """Codes the words of a line that fits."""
        if kind == "roll":
            return self._code_roll(words)
        if kind == "keep":
            return self._code_keep(words)
        self._left = 0
        return []

    def _code_roll(self, words: list[str]) -> list[str]:
        coder = self._coder
        left = self._left = 1 + coder.number(f"dice {self._left}", _MOST_DICE, len(words) - 1)
        rolled = []
        if self._first_stays:
            faces = (*self._faces, _SUN)
            rolled.append(faces[coder.number(f"first {left}", len(faces), faces.index(words[0]) if words else 0)])
            left -= 1
        tail = words[len(rolled) :]
        for others, face in zip(range(len(self._faces) - 1, -1, -1), self._faces, strict=True):
            alike = coder.weighted(
                [comb(left, dice) * others ** (left - dice) for dice in range(left + 1)], tail.count(face)
            )
            rolled += [face] * alike
            left -= alike
        self._last = rolled
        return rolled

    def _code_keep(self, words: list[str]) -> list[str]:
        coder = self._coder
        first = self._last[: self._first_stays]
        others = self._last[len(first) :]
        if first and not coder.number(f"keep first {first[0]}", 2, int(words[:1] == first and _UNMARKED not in words)):
            first = []
        tail = []
        for face in self._faces:
            alike = others.count(face)
            if alike:
                kept = coder.number(f"keep {face} {alike}", alike + 1, words[len(first) :].count(face))
                tail += [face] * kept
        self._left = max(0, self._left - len(first) - len(tail))
        return self._written_keep(first, tail)


_FACES = 6


class PhaseTray:
    """The ten dice on the table."""

    def __init__(self, coder: Writer | Reader) -> None:
        self._coder = coder
        self._faces = [0] * dice.DICE
        self._kept = 0
        self._rolls = 0
        """Of this turn."""

    def state(self) -> str:
        """What the next line depends on."""
        return f"{self._rolls} {self._kept.bit_count()}"

    def fit(self, kind: str, words: list[str]) -> list[str] | None:
        """The words of a line that can be coded, as they are coded; else None."""
        if kind == "roll":
            thrown = self._thrown(len(words) == dice.DICE)
            fits = len(words) == len(thrown) and all(dice.face_of(die, word) >= 0 for die, word in zip(thrown, words))
            return words if fits else None
        positions = self._positions(words, self._among(kind))
        return self._named(positions, self._among(kind)) if positions else None

    def code(self, kind: str, words: list[str]) -> list[str]:
        """Codes the words of a line that fits."""
        if kind == "roll":
            return self._code_roll(words)
        if kind in ("keep", "back"):
            return self._code_positions(kind, words)
        self._kept = self._rolls = 0
        return []

    def _code_roll(self, words: list[str]) -> list[str]:
        coder = self._coder
        if coder.number(f"new turn {self.state()}", 2, int(bool(self._kept) and len(words) == dice.DICE)):
            self._kept = self._rolls = 0
        self._rolls = min(self._rolls + 1, _FACES)
        thrown = self._thrown(False)
        for at, die in enumerate(thrown):
            self._faces[die] = coder.uniform(_FACES, dice.face_of(die, words[at]) if words else 0)
        return [dice.written(die, self._faces[die]) for die in thrown]

    def _code_positions(self, kind: str, words: list[str]) -> list[str]:
        among = self._among(kind)
        wanted = self._positions(words, among)
        positions = 0
        for die in range(dice.DICE):
            if among >> die & 1:
                positions |= self._coder.number(f"{kind} {int(die >= dice.HIGH)}", 2, wanted >> die & 1) << die
        named = self._named(positions, among)
        self._kept ^= positions
        return named

    def _among(self, kind: str) -> int:
        """The dice that can be set aside, or those that can be taken back."""
        return dice.ALL & ~self._kept if kind == "keep" else self._kept

    def _thrown(self, all_dice: bool) -> list[int]:
        """The dice of the next roll."""
        return [die for die in range(dice.DICE) if all_dice or not self._kept >> die & 1]

    def _positions(self, words: list[str], among: int) -> int:
        """The dice that a line names, as the log parser finds them; 0 if one of them is not there."""
        labels = {dice.label(die): die for die in range(dice.DICE)}
        positions = sum(1 << labels[word] for word in set(words) if word in labels)
        if positions & ~among:
            return 0
        for word in words:
            if word in labels:
                continue
            free = among & ~positions
            shown = [die for die in range(dice.DICE) if free >> die & 1 and self._word(die) == word]
            if not shown:
                return 0
            positions |= 1 << shown[0]
        return positions

    def _named(self, positions: int, among: int) -> list[str]:
        """The words for some dice: the face, or the name of the die where one left of it shows the same."""
        words = []
        left: list[str] = []
        for die in range(dice.DICE):
            word = self._word(die)
            if positions >> die & 1:
                words.append(dice.label(die) if word in left else word)
            elif among >> die & 1:
                left.append(word)
        return words

    def _word(self, die: int) -> str:
        return dice.written(die, self._faces[die])
