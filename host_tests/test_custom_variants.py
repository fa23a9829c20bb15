"""A maker's own variants: what a file may hold, with which sentence another one is refused, and that none can harm."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tests.random_play import Lcg, choose
from sixpip.rules import custom, options, saved, strict_json, variants
from sixpip.rules.engines import new_game
from sixpip.rules.game import Game
from sixpip.rules.refusal import BadOption, BadRecord
from sixpip.rules.variant import Variant
from sixpip.view.faces import face

GOOD: dict[str, Any] = {
    "name": "grandma",
    "title": "Grandma's",
    "base": "dice-10000",
    "rules": {"opening": 500},
    "faces": ["A", "B", "C", "D", "50", "1"],
    "table": {"singles": [100, 0, 0, 0, 0, 20], "triples": [900, 200, 300, 400, 500, 600]},
}
LETTERS = ["A", "B", "C", "D", "E", "F"]


def file(**changes: Any) -> bytes:
    """The good file with some keys changed, and those that become None left out."""
    changed = {**GOOD, **changes}
    return json.dumps({key: value for key, value in changed.items() if value is not None}).encode()


def refusal(data: bytes) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(BadOption) as refused:
        variants.register(custom.read(data))
    return str(refused.value.args[0])


@pytest.fixture(autouse=True)
def no_own_variants() -> Iterator[None]:
    variants.forget_own()
    yield
    variants.forget_own()


# What a good file gives


def test_a_file_gives_a_variant_with_its_rules_over_those_of_the_base() -> None:
    variant = custom.read(file())
    base = variants.find("dice-10000")
    assert (variant.name, variant.title) == ("grandma", "Grandma's")
    assert variant.row == {**base.row, "opening": 500}
    assert base.row["opening"] == 1000
    assert variant.table.faces == ("A", "B", "C", "D", "50", "1")
    assert variant.table.singles == (100, 0, 0, 0, 0, 20)
    assert variant.table.triples == (900, 200, 300, 400, 500, 600)


def test_name_and_base_are_enough() -> None:
    variant = custom.read(b'{"name": "mine", "base": "ten-grand"}')
    base = variants.find("ten-grand")
    assert (variant.title, variant.table, variant.row) == ("mine", base.table, base.row)


def test_own_points_count_for_a_1_though_there_is_an_option_for_three_of_them() -> None:
    variants.register(custom.read(file(faces=None)))
    game = Game("grandma")
    assert game.sheet.alike[0][3] == 900
    assert not options.find("three_ones").fits(game.table.kind)
    assert options.find("calls").fits(game.table.kind)


def test_three_1s_of_the_base_are_worth_the_same_on_own_faces() -> None:
    variants.register(custom.read(file(base="farkle-retail", rules=None, faces=["1", *LETTERS[1:]], table=None)))
    assert Game("grandma").sheet.alike[0][3] == 300


def test_cubes_keep_their_faces_and_their_sun_under_own_points() -> None:
    variants.register(custom.read(file(base="five-cubes", rules=None, faces=None)))
    game = Game("grandma")
    assert game.table.faces == variants.find("five-cubes").table.faces
    assert game.table.singles == (100, 0, 0, 0, 0, 20, 0)
    assert game.table.wild == 6


def test_a_file_from_an_editor_that_marks_its_bytes_and_ends_lines_its_own_way_is_read() -> None:
    data = b"\xef\xbb\xbf" + json.dumps(GOOD, indent=2).replace("\n", "\r\n").encode()
    assert custom.read(data).name == "grandma"


def test_own_variants_stand_behind_those_of_the_firmware_and_are_found_by_name() -> None:
    variants.register(custom.read(file()))
    assert [variant.name for variant in variants.every()][-1] == "grandma"
    assert len(variants.every()) == len(variants.VARIANTS) + 1
    assert variants.find("grandma").title == "Grandma's"
    variants.forget_own()
    assert variants.every() == variants.VARIANTS


# Each limit has its sentence

REFUSED = [
    (b"", "Line 1: the file ends too early"),
    (b" " * 2049, "The file is longer than 2048 bytes: make it shorter"),
    (b"[]", "The file must hold one object in { }"),
    (b'{"name": "a"\n "base": "pure"}', "Line 2: a , or } belongs here"),
    (b'{"name": "a",\n}', "Line 2: there is a , too many before the }"),
    (b'{"name": "a",\n"name": "b"}', "Line 2: 'name' is there twice"),
    (b'{"name" "a"}', "Line 1: a : belongs after 'name'"),
    (b"{name: 1}", 'Line 1: a "name" belongs here'),
    (b'{"name": "a"', "Line 1: a } is missing at the end"),
    (b'{"name": "a}\n', 'Line 1: a " is missing, or a tab is inside a text'),
    (b'{"name": "a"} x', "Line 1: something stands after the end"),
    (b'{"rules": {"calls": true}}', 'Line 1: here belongs a "text", a number, a [list] or an {object}'),
    (b'{"title": "\xc3\xa4"}', "Line 1: use plain letters, digits and signs only"),
    (b'{"title": "\\u0041"}', "Line 1: a text has no backslash"),
    (b'{"rules": {"opening": 1.5}}', "Line 1: numbers are whole and have at most 9 digits"),
    (b'{"rules": {"opening": 1234567890}}', "Line 1: numbers are whole and have at most 9 digits"),
    (b'{"rules": {"opening": 007}}', "Line 1: numbers are whole and have at most 9 digits"),
    (b"[" * 2048, "Line 1: only 3 lists and objects may be inside each other"),
    (b'{"a": [[["deep"]]]}', "Line 1: only 3 lists and objects may be inside each other"),
    (file(colour="red"), "There is no 'colour' in the file: use name, title, base, rules, faces, table"),
    (file(name=None), "name: give 1 to 16 of a-z, 0-9 and -, with no - in front"),
    (file(name="a" * 17), "name: give 1 to 16 of a-z, 0-9 and -, with no - in front"),
    (file(name="Grandma"), "name: 'G' cannot be in it, use a-z, 0-9 and -"),
    (file(name="dice-10000"), "name: there is a variant dice-10000 already, take another name"),
    (file(title="Farkle"), "title: farkle has the title Farkle already, take another"),
    (file(title="t" * 18), "title: give 1 to 17 characters, without spaces around them"),
    (file(title=" "), "title: give 1 to 17 characters, without spaces around them"),
    (file(base=None), "base: name a variant of the console, such as dice-10000"),
    (file(base="grandpa"), "base: name a variant of the console, such as dice-10000"),
    (file(base=["pure"]), "base: name a variant of the console, such as dice-10000"),
    (file(rules=["opening"]), 'rules: give an object such as {"opening": 500}'),
    (file(rules={"openning": 500}), "rules: there is no house rule 'openning'"),
    (file(rules={"hot_dice": [1]}), "rules: that is not a value of hot_dice, use optional or forced"),
    (file(rules={"hot_dice": "x" * 17}), "rules: that is not a value of hot_dice, use optional or forced"),
    (file(rules={"hot_dice": "often"}), "hot_dice=often is not a value of hot_dice: use optional or forced"),
    (file(rules={"dice": "6"}), "dice=6 is not a value of dice: use 6, 5 or 7"),
    (
        file(base="pure", rules={"extend": "yes"}),
        "extend=yes does not go with multiples=triples: "
        "a fourth die joins nothing: set multiples to another value than triples",
    ),
    (file(rules={"wild_die": "yes"}), "wild_die=yes makes no sense with these dice (A B C D 50 1)"),
    (file(rules={"three_ones": 300}), "three_ones: with own faces or points, say it in the triples of 'table'"),
    (file(faces="ABCDEF"), "faces: give 6 names in a list"),
    (file(faces=LETTERS[1:]), "faces: give 6 names in a list"),
    (file(faces=[*LETTERS[1:], "B"]), "faces: 'B' is there twice"),
    (file(faces=[*LETTERS[1:], "sun"]), "faces: each is a letter, a digit, 10, 50 or 100 in quotes"),
    (file(faces=[*LETTERS[1:], 6]), "faces: each is a letter, a digit, 10, 50 or 100 in quotes"),
    (file(faces=[*LETTERS[1:], ""]), "faces: each is a letter, a digit, 10, 50 or 100 in quotes"),
    (file(base="five-cubes", rules=None), "faces: the cubes keep theirs, leave this out or take another base"),
    (file(table=[1]), 'table: give an object with "singles", "triples" or both'),
    (file(table={"fives": []}), "There is no 'fives' in table: use singles, triples"),
    (file(table={"singles": [1] * 7}), "singles: give 6 numbers in a list, one a face"),
    (file(table={"triples": [0, 0, 0, 0, 0, 10001]}), "triples: points are whole numbers from 0 to 10000"),
    (file(table={"triples": [0, 0, 0, 0, 0, -1]}), "triples: points are whole numbers from 0 to 10000"),
    (file(table={"triples": [0, 0, 0, 0, 0, "5"]}), "triples: points are whole numbers from 0 to 10000"),
    (file(table={"singles": [0] * 6, "triples": [0] * 6}), "table: nothing scores, give some face points"),
]


@pytest.mark.parametrize(("data", "words"), REFUSED, ids=[f"{n}" for n in range(len(REFUSED))])
def test_a_bad_file_is_refused_with_the_sentence_that_says_what_to_mend(data: bytes, words: str) -> None:
    assert refusal(data) == words
    assert variants.every() == variants.VARIANTS


def test_the_largest_values_that_the_limits_allow_are_taken() -> None:
    largest = file(name="a" * 16, title="t" * 17, table={"singles": [10000] * 6})
    variants.register(custom.read(largest + b" " * (2048 - len(largest))))
    assert Game("a" * 16).sheet.alike[5][1] == 10000


def test_a_ninth_own_variant_is_one_too_many() -> None:
    for number in range(8):
        variants.register(custom.read(file(name=f"v{number}", title=None)))
    assert refusal(file(name="v8", title=None)) == "There are 8 own variants already: take one away"


def test_two_files_cannot_have_one_name() -> None:
    variants.register(custom.read(file()))
    assert refusal(file(title="Other")) == "name: there is a variant grandma already, take another name"


# Nothing that a file holds can harm

words = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters='"\\'), max_size=20)
plain = st.recursive(
    st.integers(-999999999, 999999999) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=9), inner, max_size=5),
    max_leaves=20,
)
row = st.sampled_from([(option.key, value) for option in options.OPTIONS for value in option.values])
bases = st.sampled_from([variant.name for variant in variants.VARIANTS])
points = st.lists(st.sampled_from((0, 5, 50, 333, 10000)), min_size=6, max_size=6)
names = st.sampled_from([*"123456AKQJZbx0", "10", "50", "100"])
near = st.fixed_dictionaries(
    {"name": st.just("mine"), "base": bases},
    optional={
        "rules": st.lists(row, max_size=5).map(dict),
        "faces": st.lists(names, min_size=6, max_size=6, unique=True),
        "table": st.fixed_dictionaries({}, optional={"singles": points, "triples": points}),
    },
)


def read_or_refuse(data: bytes) -> "Variant | None":
    """The variant, None when the file is refused in one sentence that a notice can show. Nothing else may happen."""
    try:
        return custom.read(data)
    except BadOption as refused:
        (sentence,) = refused.args
        assert isinstance(sentence, str) and 10 < len(sentence) <= 200
        assert all(" " <= letter <= "~" for letter in sentence)
        return None


@given(st.binary(max_size=3000))
def test_any_bytes_are_refused_in_a_sentence(data: bytes) -> None:
    assert read_or_refuse(data) is None


@given(anything)
def test_any_json_is_refused_in_a_sentence(value: Any) -> None:
    assert read_or_refuse(json.dumps(value).encode()) is None


@given(st.sampled_from(sorted(GOOD)), anything | plain)
def test_any_value_at_any_key_is_taken_or_refused_in_a_sentence(key: str, value: Any) -> None:
    read_or_refuse(json.dumps({**GOOD, key: value}).encode())


@given(st.integers(0, 200), st.integers(0, 20), st.binary(max_size=4))
def test_a_good_file_with_a_damaged_place_is_taken_or_refused_in_a_sentence(at: int, cut: int, put: bytes) -> None:
    data = file()
    read_or_refuse(data[:at] + put + data[at + cut :])


@given(plain, st.sampled_from((None, 1)))
def test_json_that_is_read_means_what_it_means_to_every_other_reader(value: Any, indent: int | None) -> None:
    assert strict_json.read(json.dumps(value, indent=indent).encode(), 99) == value


@given(st.text('{}[]",:-01aE.+ \n\\', max_size=24))
def test_what_is_no_json_is_not_read(text: str) -> None:
    try:
        value = strict_json.read(text.encode(), 99)
    except BadOption:
        return
    assert json.loads(text) == value


@given(near, st.integers(0, 999))
def test_every_variant_that_is_taken_can_be_shown_played_and_resumed(content: dict[str, Any], seed: int) -> None:
    variant = read_or_refuse(json.dumps(content).encode())
    if variant is None:
        return
    variants.forget_own()
    variants.register(variant)
    game = new_game("mine", players=2)
    assert all(len(face(name, game.table.kind)) == 16 for name in game.table.faces)
    lcg = Lcg(seed)
    for _ in range(30):
        if not game.legal():
            break
        game.apply(choose(game, lcg), lcg)
    record = json.loads(json.dumps(game.record()))
    assert saved.from_record(record).record() == record


# Saved games


def test_a_game_cannot_go_on_by_other_rules_than_it_was_saved_with() -> None:
    variants.register(custom.read(file()))
    record = Game("grandma").record()
    variants.forget_own()
    with pytest.raises(BadRecord, match="There is no variant 'grandma'"):
        saved.from_record(record)
    for changes in ({"rules": {"opening": 350}}, {"table": {"singles": [100, 0, 0, 0, 0, 30]}}, {"faces": None}):
        variants.forget_own()
        variants.register(custom.read(file(**changes)))
        with pytest.raises(BadRecord, match="The rules of grandma have changed since this game was saved"):
            saved.from_record(record)


def test_a_game_goes_on_when_only_the_title_or_the_order_of_the_file_has_changed() -> None:
    variants.register(custom.read(file()))
    record = Game("grandma").record()
    variants.forget_own()
    turned = dict(reversed(list({**GOOD, "title": "Granny's"}.items())))
    variants.register(custom.read(json.dumps(turned).encode()))
    assert saved.from_record(record).record() == record


# The real MicroPython

ALIKE = """
import json
from sixpip.rules import custom, variants
from sixpip.rules.refusal import BadOption
for text in json.loads(open("/files.json").read()):
    variants.forget_own()
    try:
        variant = custom.read(bytes.fromhex(text))
        variants.register(variant)
        print(variant.name, variant.title, variant.mark)
    except BadOption as refused:
        print(refused.args[0])
"""


def damaged(many: int) -> list[bytes]:
    """The good file with a few bytes changed, the same each time."""
    stream = random.Random(3)
    files = []
    for _ in range(many):
        data = bytearray(file())
        for _ in range(stream.randrange(1, 4)):
            data[stream.randrange(len(data))] = stream.choice(b'{}[]",:0159abA\\ \n\xff')
        files.append(bytes(data))
    return files


def outcome(data: bytes) -> str:
    """What ALIKE prints for a file, on this interpreter."""
    variants.forget_own()
    try:
        variant = custom.read(data)
        variants.register(variant)
    except BadOption as refused:
        return str(refused.args[0])
    return f"{variant.name} {variant.title} {variant.mark}"


def test_files_are_taken_and_refused_alike_under_micropython(micropython: Callable[..., str]) -> None:
    files = [file(), *[data for data, _ in REFUSED], *damaged(300)]
    printed = micropython(ALIKE, {"files.json": json.dumps([data.hex() for data in files])})
    expected = [outcome(data) for data in files]
    assert printed.splitlines() == expected
    assert sum("Grandma" in line for line in expected) > 5  # some damage makes another good file
