"""A maker's own variants: what a good file gives, the sentence for each error, on CPython and on the real MicroPython.

A saved game goes on only with the rules it was saved with.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tests.random_play import Lcg, choose
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadOption, BadRecord
from sixpip.rules.core.record import from_record
from sixpip.rules.rulebook import options, variant_file, variants
from sixpip.rules.rulebook.variant import Variant
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.view.faces import face

pytestmark = pytest.mark.usefixtures("no_own_variants")

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
        variants.register(variant_file.read(data))
    return str(refused.value.args[0])


# What a good file gives


def test_the_rules_of_a_file_replace_those_of_the_base() -> None:
    variant = variant_file.read(file())
    base = variants.variant_named("dice-10000")
    assert (variant.name, variant.title) == ("grandma", "Grandma's")
    assert variant.options == {**base.options, "opening": 500}
    assert base.options["opening"] == 1000
    assert variant.dice_set.faces == ("A", "B", "C", "D", "50", "1")
    assert variant.dice_set.singles == (100, 0, 0, 0, 0, 20)
    assert variant.dice_set.triples == (900, 200, 300, 400, 500, 600)


def test_name_and_base_are_enough() -> None:
    variant = variant_file.read(b'{"name": "mine", "base": "ten-grand"}')
    base = variants.variant_named("ten-grand")
    assert (variant.title, variant.dice_set, variant.options) == ("mine", base.dice_set, base.options)


def test_own_points_replace_the_option_for_three_1s() -> None:
    variants.register(variant_file.read(file(faces=None)))
    game = TenThousandGame("grandma")
    assert game.scorer.of_a_kind[0][3] == 900
    assert not options.option_named("three_ones").fits(game.dice_set.kind)
    assert options.option_named("calls").fits(game.dice_set.kind)


def test_three_1s_of_the_base_have_the_same_points_with_own_faces() -> None:
    variants.register(variant_file.read(file(base="farkle-retail", rules=None, faces=["1", *LETTERS[1:]], table=None)))
    assert TenThousandGame("grandma").scorer.of_a_kind[0][3] == 300


def test_three_1s_of_the_base_have_the_same_points_with_own_points_of_single_dice() -> None:
    table = {"singles": [100, 0, 0, 0, 20, 0]}
    variant = variant_file.read(file(base="farkle-retail", rules=None, faces=None, table=table))
    assert variant.dice_set.triples == (300, 200, 300, 400, 500, 600)


@pytest.mark.parametrize(
    ("content", "plurals"),
    [
        ({"faces": None}, ("1s", "2s", "3s", "4s", "5s", "6s")),
        ({"base": "ten-grand", "rules": None, "faces": None}, ("Aces", "Kings", "Queens", "Jacks", "50s", "100s")),
        ({}, ("As", "Bs", "Cs", "Ds", "50s", "1s")),
    ],
    ids=["pips", "cards", "own faces"],
)
def test_several_dice_of_a_face_have_the_name_of_the_base_or_an_s_behind_an_own_face(
    content: dict[str, Any], plurals: tuple[str, ...]
) -> None:
    dice_set = variant_file.read(file(**content)).dice_set
    assert tuple(dice_set.plural(face) for face in range(6)) == plurals


@pytest.mark.parametrize(
    ("content", "mark"),
    [({}, 278053358), ({"faces": None}, 401428369), ({"base": "five-cubes", "rules": None, "faces": None}, 294771188)],
    ids=["own faces", "own points", "cubes"],
)
def test_the_checksum_of_the_same_rules_is_the_same_in_each_version_so_that_saved_games_go_on(
    content: dict[str, Any], mark: int
) -> None:
    assert variant_file.read(file(**content)).mark == mark


def test_cubes_have_their_faces_and_their_sun_with_own_points() -> None:
    variants.register(variant_file.read(file(base="five-cubes", rules=None, faces=None)))
    game = TenThousandGame("grandma")
    assert game.dice_set.faces == variants.variant_named("five-cubes").dice_set.faces
    assert game.dice_set.singles == (100, 0, 0, 0, 0, 20, 0)
    assert game.dice_set.wild == 6


def test_a_byte_order_mark_and_any_line_endings_are_accepted() -> None:
    data = b"\xef\xbb\xbf" + json.dumps(GOOD, indent=2).replace("\n", "\r\n").encode()
    assert variant_file.read(data).name == "grandma"


def test_a_file_without_spaces_is_accepted() -> None:
    assert variant_file.read(json.dumps(GOOD, separators=(",", ":")).encode()).mark == variant_file.read(file()).mark


def test_own_variants_come_after_those_of_the_firmware_and_are_found_by_name() -> None:
    variants.register(variant_file.read(file()))
    assert [variant.name for variant in variants.all_variants()][-1] == "grandma"
    assert len(variants.all_variants()) == len(variants.VARIANTS) + 1
    assert variants.variant_named("grandma").title == "Grandma's"
    variants.clear_own()
    assert variants.all_variants() == variants.VARIANTS


# Saved games


def test_a_saved_game_whose_rules_have_changed_is_refused() -> None:
    variants.register(variant_file.read(file()))
    record = TenThousandGame("grandma").record()
    variants.clear_own()
    with pytest.raises(BadRecord, match="There is no variant 'grandma'"):
        from_record(record)
    for changes in ({"rules": {"opening": 350}}, {"table": {"singles": [100, 0, 0, 0, 0, 30]}}, {"faces": None}):
        variants.clear_own()
        variants.register(variant_file.read(file(**changes)))
        with pytest.raises(BadRecord, match="The rules of grandma have changed since this game was saved"):
            from_record(record)


def test_a_game_goes_on_when_only_the_title_or_the_order_of_the_file_has_changed() -> None:
    variants.register(variant_file.read(file()))
    record = TenThousandGame("grandma").record()
    variants.clear_own()
    turned = dict(reversed(list({**GOOD, "title": "Granny's"}.items())))
    variants.register(variant_file.read(json.dumps(turned).encode()))
    assert from_record(record).record() == record


# Refusals


REFUSED = [
    (b"", "Line 1: the file ends too early"),
    (b" " * 2049, "The file is longer than 2048 bytes: make it shorter"),
    (b"[]", "The file must hold one object in { }"),
    (b'{"name": "a"\n "base": "pure"}', 'Line 2: put a , before "base"'),
    (b'{"name": "a",\n}', "Line 2: remove the , before the }"),
    (b'{"name": "a",\n"name": "b"}', "Line 2: 'name' is there twice: remove one of them"),
    (b'{"name" "a"}', "Line 1: expected : after 'name'"),
    (b"{name: 1}", 'Line 1: put name in quotes: "name"'),
    (b'{"name": "a"', "Line 1: a } is missing at the end"),
    (b'{"name": "a}\n', 'Line 1: a " is missing, or a tab is inside a text'),
    (b'{"name": "a"} x', "Line 1: remove what is after the last }"),
    (b'{"rules": {"calls": true}}', 'Line 1: write "yes" in place of true'),
    (b'{"title": "\xc3\xa4"}', "Line 1: use plain letters, digits and signs only"),
    (b'{"title": "\x1f"}', "Line 1: use plain letters, digits and signs only"),
    (b'{"title":\t"~",\r\n"name": " \x7f"}', "Line 2: use plain letters, digits and signs only"),
    (
        b'{"a2345678901234567": 1,\n"a2345678901234567": 2}',
        "Line 2: 'a234567890123456' is there twice: remove one of them",
    ),
    (b'{"title": "\\u0041"}', "Line 1: remove the backslash from the text"),
    (b'{"rules": {"opening": 1.5}}', "Line 1: write 1.5 as a whole number of at most 9 digits"),
    (b'{"rules": {"opening": 1234567890}}', "Line 1: write 1234567890 as a whole number of at most 9 digits"),
    (b'{"rules": {"opening": 07}}', "Line 1: write 7 in place of 07"),
    (b'{"a": [[["deep"]]]}', "Line 1: only 3 lists and objects may be inside each other"),
    (b'{"a2345678901234567"}', "Line 1: expected : after 'a234567890123456'"),
    (
        file(a2345678901234567=1),
        "There is no 'a234567890123456' in the file: use name, title, base, rules, faces, table",
    ),
    (
        file(rules={"a2345678901234567": 1}),
        "rules: there is no house rule 'a234567890123456': correct its name, or leave it out",
    ),
    (file(name=None), "name: give 1 to 16 of a-z, 0-9 and -, with no - in front"),
    (file(name="a" * 17), "name: give 1 to 16 of a-z, 0-9 and -, with no - in front"),
    (file(name=""), "name: give 1 to 16 of a-z, 0-9 and -, with no - in front"),
    (file(name="-a"), "name: give 1 to 16 of a-z, 0-9 and -, with no - in front"),
    (file(name="Grandma"), "name: 'G' cannot be in it, use a-z, 0-9 and -"),
    (file(name="dice-10000"), "name: there is a variant dice-10000 already, take another name"),
    (file(title="Farkle"), "title: farkle has the title Farkle already, take another"),
    (file(title="t" * 18), "title: give 1 to 17 characters, without spaces around them"),
    (file(title=""), "title: give 1 to 17 characters, without spaces around them"),
    (file(base=None), "base: name a variant of the console, such as dice-10000"),
    (file(base="grandpa"), "base: name a variant of the console, such as dice-10000"),
    (file(rules=["opening"]), 'rules: give an object such as {"opening": 500}'),
    (file(rules={"openning": 500}), "rules: there is no house rule 'openning': correct its name, or leave it out"),
    (file(rules={"hot_dice": [1]}), 'rules: that is not a value of hot_dice, use "optional" or "forced"'),
    (file(rules={"hot_dice": "x" * 17}), 'rules: that is not a value of hot_dice, use "optional" or "forced"'),
    (
        file(rules={"hot_dice": "x" * 16}),
        'hot_dice="xxxxxxxxxxxxxxxx" is not a value of hot_dice: use "optional" or "forced"',
    ),
    (file(rules={"dice": 8}), "dice=8 is not a value of dice: use 6, 5 or 7"),
    (file(rules={"dice": "6"}), "dice: write 6 without quotes"),
    (
        file(base="pure", rules={"extend": "yes"}),
        "extend=yes does not go with multiples=triples: a fourth die must count, so set multiples to another value",
    ),
    (file(rules={"wild_die": "yes"}), "wild_die=yes makes no sense with these dice (A B C D 50 1): leave it out"),
    (file(rules={"three_ones": 300}), "three_ones: with own faces or points, use the triples of 'table'"),
    (file(faces="ABCDEF"), "faces: give 6 names in a list in [ ]"),
    (file(faces=LETTERS[1:]), "faces: give 6 names in a list in [ ]"),
    (file(faces=[*LETTERS[1:], "B"]), "faces: 'B' is there twice"),
    (file(faces=[*LETTERS[1:], "sun"]), "faces: each is a letter, a digit, 10, 50 or 100 in quotes"),
    (file(faces=[*LETTERS[1:], 6]), 'faces: put 6 in quotes: "6"'),
    (file(base="five-cubes", rules=None), "faces: the cubes keep theirs, leave this out or take another base"),
    (file(table=[1]), 'table: give an object with "singles", "triples" or both'),
    (file(table={"fives": []}), "There is no 'fives' in table: use singles, triples"),
    (file(table={"singles": [1] * 7}), "singles: give 6 numbers in a list in [ ], one a face"),
    (file(table={"triples": [0, 0, 0, 0, 0, 10001]}), "triples: points are whole numbers from 0 to 10000"),
    (file(table={"triples": [0, 0, 0, 0, 0, -1]}), "triples: points are whole numbers from 0 to 10000"),
    (file(table={"triples": [0, 0, 0, 0, 0, "5"]}), "triples: write 5 without quotes"),
    (file(table={"singles": [0] * 6, "triples": [0] * 6}), "table: nothing scores, give some face points"),
    (b"{'name': 'a'}", "Line 1: use \" in place of '"),
    (b'{"name":\n`a`}', 'Line 2: use " in place of `'),
    (b'{"name": "a", base: \'pure\'}', 'Line 1: put base in quotes: "base"'),
    ("{\n\u201cname\u201d: 1}".encode(), "Line 2: use straight quotes in place of curly ones"),
    ('{"title": "Grandma\u2019s"}'.encode(), "Line 1: use straight quotes in place of curly ones"),
    ('{"title": "Grandma\u2019s"}'.encode("cp1252"), "Line 1: use straight quotes in place of curly ones"),
    ('{"busts": \u2013500}'.encode(), "Line 1: use - in place of a dash"),
    ('{"busts":\u00a0500}'.encode(), "Line 1: use a plain space in place of an unusual one"),
    ('{"name": "a"}'.encode("utf-16"), "Save the file as plain text in UTF-8 or ASCII"),
    (b'{"name": "a",\n// mine\n"base": "pure"}', "Line 2: remove the comment"),
    (b'{"name": "a", /* mine */ "base": "pure"}', "Line 1: remove the comment"),
    (b'# mine\n{"name": "a"}', "Line 1: remove the comment"),
    (b'{"rules": {"calls":\nFalse}}', 'Line 2: write "no" in place of False'),
    (b'{"rules": {"busts": None}}', 'Line 1: write "none" in place of None, or leave this out'),
    (b'{"rules": {"busts": null}}', 'Line 1: write "none" in place of null, or leave this out'),
    (b'{"rules": {"opening": 1,000}}', "Line 1: write numbers without a , before 000"),
    (b'{"rules": {"opening": 1 000}}', "Line 1: remove the space before 000, or put a , there"),
    (b'{"rules": {"opening": +500}}', "Line 1: write 500 in place of +500"),
    (b'{"rules": {"end": last-turn}}', 'Line 1: put last-turn in quotes: "last-turn"'),
    (b'{"table": {"singles": [100, 0,]}}', "Line 1: remove the , before the ]"),
    (b'{"name": "a",,"base": "pure"}', "Line 1: remove the , before the ,"),
    (b'{"name": "a", "title": "b\', "base": "pure"}', 'Line 1: put a , or a " before base'),
    (b'{"name": "a"; "base": "pure"}', "Line 1: expected , or }"),
    (b'{"name": "a"},', "Line 1: remove what is after the last }"),
    (b'"name": "a",\n"base": "pure"', "Line 1: put all of the file between { and }"),
    (file(opening=500), 'opening is a house rule: put it into the { } of "rules"'),
    (file(rules={"Hot dice": "forced"}), "rules: there is no house rule 'Hot dice', write hot_dice"),
    (file(rules={"opening": "1 000"}), "opening: write 1000 without quotes"),
    (file(rules={"three_ones": "'300'"}), "three_ones: write 300 without quotes"),
    (
        file(base="pure", faces=None, table=None, rules={"three_ones": "400"}),
        'three_ones="400" is not a value of three_ones: use 1000 or 300',
    ),
    (file(rules={"calls": 1}), 'calls=1 is not a value of calls: use "no" or "yes"'),
    (file(name=10000), 'name: put 10000 in quotes: "10000"'),
    (file(title=2026), 'title: put 2026 in quotes: "2026"'),
]


@pytest.mark.parametrize(("data", "words"), REFUSED, ids=[f"{n}" for n in range(len(REFUSED))])
def test_a_bad_file_is_refused_with_a_sentence_that_says_what_to_correct(data: bytes, words: str) -> None:
    assert refusal(data) == words
    assert variants.all_variants() == variants.VARIANTS


def with_rule(key: str, value: str, base: str) -> bytes:
    """A file with one house rule, whose value is written as given."""
    return f'{{"name": "mine",\n"base": "{base}",\n"rules": {{"{key}": {value}}}}}'.encode()


EVERY_OPTION = [(option, "pure") for option in options.OPTIONS] + [(options.PHASE_OPTIONS[0], "phase-10")]


@pytest.mark.parametrize(
    ("option", "base"), EVERY_OPTION, ids=[f"{option.key} {base}" for option, base in EVERY_OPTION]
)
def test_quotes_that_are_too_many_missing_or_of_another_kind_are_named_for_every_value(
    option: options.Option, base: str
) -> None:
    for value in option.values + (option.span or ())[1:2]:
        single = refusal(with_rule(option.key, f"'{value}'", base))
        assert single == "Line 3: use \" in place of '"
        if isinstance(value, int):
            assert refusal(with_rule(option.key, f'"{value}"', base)) == f"{option.key}: write {value} without quotes"
        elif value != "none":
            bare = refusal(with_rule(option.key, value, base))
            assert bare == f'Line 3: put {value} in quotes: "{value}"'


def test_the_largest_values_that_the_limits_allow_are_accepted() -> None:
    largest = file(name="a" * 16, title="t" * 17, table={"singles": [10000] * 6})
    variants.register(variant_file.read(largest + b" " * (2048 - len(largest))))
    assert TenThousandGame("a" * 16).scorer.of_a_kind[5][1] == 10000


@pytest.mark.parametrize(
    ("key", "text"), [("title", "!"), ("title", "a b"), ("title", "~"), ("name", "x"), ("name", "a-b-1")]
)
def test_a_title_may_have_any_printable_sign_and_a_name_hyphens(key: str, text: str) -> None:
    assert getattr(variant_file.read(file(**{key: text})), key) == text


# The real MicroPython

ALIKE = """
import json
from sixpip.rules.rulebook import variant_file
from sixpip.rules.rulebook import variants
from sixpip.rules.core.errors import BadOption
for text in json.loads(open("/files.json").read()):
    variants.clear_own()
    try:
        variant = variant_file.read(bytes.fromhex(text))
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
    variants.clear_own()
    try:
        variant = variant_file.read(data)
        variants.register(variant)
    except BadOption as refused:
        return str(refused.args[0])
    return f"{variant.name} {variant.title} {variant.mark}"


def test_files_are_accepted_and_refused_in_the_same_way_under_micropython(micropython: Callable[..., str]) -> None:
    files = [file(), *[data for data, _ in REFUSED], *damaged(300)]
    printed = micropython(ALIKE, {"files.json": json.dumps([data.hex() for data in files])})
    expected = [outcome(data) for data in files]
    assert printed.splitlines() == expected
    assert sum("Grandma" in line for line in expected) > 5  # some damage makes another good file


# Any file


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
        return variant_file.read(data)
    except BadOption as refused:
        (sentence,) = refused.args
        assert isinstance(sentence, str) and 10 < len(sentence) <= 200
        assert all(" " <= letter <= "~" for letter in sentence)
        return None


@given(st.binary(max_size=3000))
def test_any_bytes_are_refused_in_a_sentence(data: bytes) -> None:
    assert read_or_refuse(data) is None


@given(st.sampled_from(sorted(GOOD)), anything | plain)
def test_any_value_at_any_key_is_accepted_or_refused_in_a_sentence(key: str, value: Any) -> None:
    read_or_refuse(json.dumps({**GOOD, key: value}).encode())


@given(st.integers(0, 200), st.integers(0, 20), st.binary(max_size=4))
def test_a_damaged_file_is_accepted_or_refused_in_a_sentence(at: int, cut: int, put: bytes) -> None:
    data = file()
    read_or_refuse(data[:at] + put + data[at + cut :])


@given(plain, st.sampled_from((None, 1)))
def test_json_is_read_as_by_any_other_reader(value: Any, indent: int | None) -> None:
    assert variant_file.read_json(json.dumps(value, indent=indent).encode(), 99) == value


@given(st.text('{}[]",:-01aE.+ \n\\', max_size=24))
def test_text_that_is_not_json_is_refused(text: str) -> None:
    try:
        value = variant_file.read_json(text.encode(), 99)
    except BadOption:
        return
    assert json.loads(text) == value


@given(near, st.integers(0, 999))
def test_every_accepted_variant_can_be_shown_played_and_resumed(content: dict[str, Any], seed: int) -> None:
    variant = read_or_refuse(json.dumps(content).encode())
    if variant is None:
        return
    variants.clear_own()
    variants.register(variant)
    game = new_game("mine", players=2)
    assert all(len(face(name, game.dice_set.kind)) == 16 for name in game.dice_set.faces)
    lcg = Lcg(seed)
    for _ in range(30):
        if not game.legal():
            break
        game.apply(choose(game, lcg), lcg)
    record = json.loads(json.dumps(game.record()))
    assert from_record(record).record() == record
