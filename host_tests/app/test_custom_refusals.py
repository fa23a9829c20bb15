"""Each limit of a variant file has its sentence, on CPython and on the real MicroPython."""

import json
import random
from collections.abc import Callable

import pytest

from host_tests.variant_file import LETTERS, file, refusal
from sixpip.rules.game.errors import BadOption
from sixpip.rules.menus import custom
from sixpip.rules.setup import variants
from sixpip.rules.ten_thousand.game import Game

pytestmark = pytest.mark.usefixtures("no_own_variants")

REFUSED = [
    (b"", "Line 1: the file ends too early"),
    (b" " * 2049, "The file is longer than 2048 bytes: make it shorter"),
    (b"[]", "The file must hold one object in { }"),
    (b'{"name": "a"\n "base": "pure"}', "Line 2: expected , or }"),
    (b'{"name": "a",\n}', "Line 2: remove the , before the }"),
    (b'{"name": "a",\n"name": "b"}', "Line 2: 'name' is there twice"),
    (b'{"name" "a"}', "Line 1: expected : after 'name'"),
    (b"{name: 1}", 'Line 1: expected a "name"'),
    (b'{"name": "a"', "Line 1: a } is missing at the end"),
    (b'{"name": "a}\n', 'Line 1: a " is missing, or a tab is inside a text'),
    (b'{"name": "a"} x', "Line 1: there is text after the end"),
    (b'{"rules": {"calls": true}}', 'Line 1: expected a "text", a number, a [list] or an {object}'),
    (b'{"title": "\xc3\xa4"}', "Line 1: use plain letters, digits and signs only"),
    (b'{"title": "\x1f"}', "Line 1: use plain letters, digits and signs only"),
    (b'{"title":\t"~",\r\n"name": " \x7f"}', "Line 2: use plain letters, digits and signs only"),
    (b'{"a2345678901234567": 1,\n"a2345678901234567": 2}', "Line 2: 'a234567890123456' is there twice"),
    (b'{"title": "\\u0041"}', "Line 1: a text has no backslash"),
    (b'{"rules": {"opening": 1.5}}', "Line 1: numbers are whole and have at most 9 digits"),
    (b'{"rules": {"opening": 1234567890}}', "Line 1: numbers are whole and have at most 9 digits"),
    (b'{"rules": {"opening": 07}}', "Line 1: numbers are whole and have at most 9 digits"),
    (b'{"a": [[["deep"]]]}', "Line 1: only 3 lists and objects may be inside each other"),
    (b'{"a2345678901234567"}', "Line 1: expected : after 'a234567890123456'"),
    (
        file(a2345678901234567=1),
        "There is no 'a234567890123456' in the file: use name, title, base, rules, faces, table",
    ),
    (file(rules={"a2345678901234567": 1}), "rules: there is no house rule 'a234567890123456'"),
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
    (file(rules={"openning": 500}), "rules: there is no house rule 'openning'"),
    (file(rules={"hot_dice": [1]}), "rules: that is not a value of hot_dice, use optional or forced"),
    (file(rules={"hot_dice": "x" * 17}), "rules: that is not a value of hot_dice, use optional or forced"),
    (
        file(rules={"hot_dice": "x" * 16}),
        "hot_dice=xxxxxxxxxxxxxxxx is not a value of hot_dice: use optional or forced",
    ),
    (file(rules={"dice": 8}), "dice=8 is not a value of dice: use 6, 5 or 7"),
    (file(rules={"dice": "6"}), "dice=6 is not a value of dice: use 6, 5 or 7"),
    (
        file(base="pure", rules={"extend": "yes"}),
        "extend=yes does not go with multiples=triples: a fourth die must count, so set multiples to another value",
    ),
    (file(rules={"wild_die": "yes"}), "wild_die=yes makes no sense with these dice (A B C D 50 1)"),
    (file(rules={"three_ones": 300}), "three_ones: with own faces or points, use the triples of 'table'"),
    (file(faces="ABCDEF"), "faces: give 6 names in a list"),
    (file(faces=LETTERS[1:]), "faces: give 6 names in a list"),
    (file(faces=[*LETTERS[1:], "B"]), "faces: 'B' is there twice"),
    (file(faces=[*LETTERS[1:], "sun"]), "faces: each is a letter, a digit, 10, 50 or 100 in quotes"),
    (file(faces=[*LETTERS[1:], 6]), "faces: each is a letter, a digit, 10, 50 or 100 in quotes"),
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
def test_a_bad_file_is_refused_with_a_sentence_that_says_what_to_correct(data: bytes, words: str) -> None:
    assert refusal(data) == words
    assert variants.all_variants() == variants.VARIANTS


def test_the_largest_values_that_the_limits_allow_are_accepted() -> None:
    largest = file(name="a" * 16, title="t" * 17, table={"singles": [10000] * 6})
    variants.register(custom.read(largest + b" " * (2048 - len(largest))))
    assert Game("a" * 16).scorer.of_a_kind[5][1] == 10000


@pytest.mark.parametrize(
    ("key", "text"), [("title", "!"), ("title", "a b"), ("title", "~"), ("name", "x"), ("name", "a-b-1")]
)
def test_a_title_may_have_any_printable_sign_and_a_name_hyphens(key: str, text: str) -> None:
    assert getattr(custom.read(file(**{key: text})), key) == text


def test_a_ninth_own_variant_is_refused() -> None:
    for number in range(8):
        variants.register(custom.read(file(name=f"v{number}", title=None)))
    assert refusal(file(name="v8", title=None)) == "There are 8 own variants already: delete one"


def test_two_files_cannot_have_one_name() -> None:
    variants.register(custom.read(file()))
    assert refusal(file(title="Other")) == "name: there is a variant grandma already, take another name"


# The real MicroPython

ALIKE = """
import json
from sixpip.rules.menus import custom
from sixpip.rules.setup import variants
from sixpip.rules.game.errors import BadOption
for text in json.loads(open("/files.json").read()):
    variants.clear_own()
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
    """The output of ALIKE for a file on this interpreter."""
    variants.clear_own()
    try:
        variant = custom.read(data)
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
