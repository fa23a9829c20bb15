"""The short names on the Pico: the firmware with them does what the source says, and tracebacks say the same."""

import ast
import json
from binascii import crc32
from collections.abc import Callable
from itertools import zip_longest

import pytest

from host_tests import random_play
from sixpip.rules.variants import VARIANTS
from tools import FIRMWARE, ROOT
from tools.build import sources, without_types
from tools.shorten import shorten

CASES = sorted((ROOT / "host_tests" / "cases").glob("*.case"))
GAMES = 4

RUN_CASES = """
import json
from cases import Runner
for name in json.loads(open("/names.json").read()):
    runner = Runner(name).run(open("/" + name).read())
    print(json.dumps([name, runner.cases, runner.mismatches + runner.unreadable]))
"""
HASHES = """
from binascii import crc32
from random_play import game_lines
for variant in {variants!r}:
    for seed in range({games}):
        print(crc32("\\n".join(game_lines(variant, seed)).encode()))
"""
CRASHES = """
import sys
from sixpip.rules.engine import new_game
from sixpip.storage.records import Store

def crash(do, *given):
    try:
        do(*given)
    except Exception as error:
        sys.print_exception(error, sys.stdout)

class Dead:
    def throw(self, dice):
        return None

for name in ("dice-10000", "phase-10"):
    crash(new_game, name, {"opening": -1})
    crash(new_game(name).apply, ("bank", None), None)
    crash(new_game(name, {"start": "seated"}).apply, ("roll", None), Dead())
crash(Store("").save, "A", 1)
crash(Store("").save, "a", {"b": print})
"""


@pytest.fixture(scope="module")
def shortened() -> dict[str, str]:
    """Every module of the firmware as it is compiled; the cases need those that read them, too."""
    return sources(FIRMWARE, left_out=frozenset())


@pytest.fixture(scope="module")
def plain() -> dict[str, str]:
    """Every module of the firmware before its names are shortened."""
    paths = sorted(FIRMWARE.glob("sixpip/**/*.py"))
    return {path.relative_to(FIRMWARE).as_posix(): without_types(path.read_text()) for path in paths}


def short(source: str, **others: str) -> str:
    """One module with short names, `others` beside it."""
    return shorten({"module": source, **others})["module"]


def identifiers(tree: ast.AST) -> list[tuple[str, str]]:
    """What stands where in a tree, in order: the kind of each node, and the name in it (.name: of an object's part)."""
    found = []
    for node in ast.walk(tree):
        name = f".{node.attr}" if isinstance(node, ast.Attribute) else getattr(node, "id", getattr(node, "arg", ""))
        found.append((f"{type(node).__name__} in line {getattr(node, 'lineno', 0)}", name or ""))
    return found


def outermost(tree: ast.AST) -> list[ast.AST]:
    """The functions that stand in no other."""
    found: list[ast.AST] = []
    for node in ast.iter_child_nodes(tree):
        found += [node] if isinstance(node, ast.FunctionDef) else outermost(node)
    return found


def test_every_module_means_the_same_with_short_names_line_by_line(plain: dict[str, str]) -> None:
    renamed = 0
    for name, text in shorten(plain).items():
        before = ast.parse(plain[name])
        for old_part, new_part in zip_longest(outermost(before), outermost(ast.parse(text))):
            old, new = identifiers(old_part), identifiers(new_part)
            assert [kind for kind, _ in old] == [kind for kind, _ in new], name
            pairs = {(was, now) for (_, was), (_, now) in zip(old, new, strict=True)}
            renamed += sum(was != now for was, now in pairs)
            assert len(pairs) == len({was for was, _ in pairs}) == len({now for _, now in pairs}), (name, pairs)
    assert renamed > 1000


def test_functions_classes_and_all_that_is_public_keep_their_names(plain: dict[str, str]) -> None:
    for name, text in shorten(plain).items():
        before, after = ast.parse(plain[name]), ast.parse(text)
        for old, new in zip(ast.walk(before), ast.walk(after), strict=True):
            if isinstance(old, ast.FunctionDef | ast.ClassDef):
                assert isinstance(new, ast.FunctionDef | ast.ClassDef) and old.name == new.name
            elif isinstance(old, ast.Attribute) and not old.attr.startswith("_"):
                assert isinstance(new, ast.Attribute) and old.attr == new.attr
            elif isinstance(old, ast.Constant) and not isinstance(old.value, ast.AST):
                assert isinstance(new, ast.Constant) and old.value == new.value


def test_the_rules_cases_hold_with_short_names(micropython: Callable[..., str], shortened: dict[str, str]) -> None:
    files: dict[str, str | bytes] = {path.name: path.read_bytes() for path in CASES}
    files["cases.py"] = (ROOT / "tools" / "rules" / "cases.py").read_bytes()
    files["names.json"] = json.dumps([path.name for path in CASES]).encode()
    answers = [json.loads(line) for line in micropython(RUN_CASES, {**shortened, **files}).splitlines()]
    assert answers == [[path.name, path.read_text().count("\ncase "), []] for path in CASES]


def test_random_games_have_the_same_logs_with_short_names(
    micropython: Callable[..., str], shortened: dict[str, str]
) -> None:
    names = [variant.name for variant in VARIANTS]
    files = {**shortened, "random_play.py": (ROOT / "host_tests" / "random_play.py").read_bytes()}
    hashes = micropython(HASHES.format(variants=names, games=GAMES), files).split()
    here = [random_play.game_lines(name, seed) for name in names for seed in range(GAMES)]
    assert [int(found) for found in hashes] == [crc32("\n".join(lines).encode()) for lines in here]


def test_tracebacks_say_the_same_with_short_names(micropython: Callable[..., str], shortened: dict[str, str]) -> None:
    told = micropython(CRASHES)
    assert told.count("Traceback") == 8 and ", in _roll" in told
    assert micropython(CRASHES, shortened) == told


def test_a_parameter_that_a_call_names_keeps_its_name() -> None:
    source = "def throw(dice, seed):\n    return dice + seed\nprint(throw(1, seed=2))\n"
    assert short(source) == source.replace("dice", "a")
    caller = "from module import throw\nthrow(dice=1, seed=2)\n"
    assert short("def throw(dice, seed):\n    return dice + seed\n", other=caller).startswith("def throw(dice, seed)")


def test_a_parameter_is_renamed_in_f_strings_and_in_functions_inside() -> None:
    source = """
def say(words, width):
    more = 0
    def wide(words):
        nonlocal width
        width += len(words)
        return f"{words:{width}} {'words'} {{words}} {words!r}"
    return wide(words) + f"{', '.join([words for _ in range(width)])}" + "width"
answer = say("on", 4)
"""
    changed = short(source)
    values: dict[str, str] = {}
    expected: dict[str, str] = {}
    exec(source, expected)  # noqa: S102
    exec(changed, values)  # noqa: S102
    assert values["answer"] == expected["answer"]
    assert "def say(a, b):" in changed and "{'words'} {{words}}" in changed and "nonlocal b" in changed


def test_a_letter_that_means_something_in_a_function_is_not_taken() -> None:
    source = "a = 5\ndef more(dice, left):\n    b = dice * a\n    return b + left\n"
    assert short(source) == "a = 5\ndef more(c, d):\n    b = c * a\n    return b + d\n"


def test_a_default_means_what_stands_outside_even_under_the_same_name() -> None:
    source = (
        "dice = 6\nfaces = 6\ndef roll(left=dice, dice=1, faces=2):\n    return left, dice, faces\nanswer = roll()\n"
    )
    values: dict[str, object] = {}
    exec(short(source), values)  # noqa: S102
    assert values["answer"] == (6, 1, 2)


def test_what_an_f_string_says_of_itself_stays() -> None:
    source = 'def say(dice):\n    return f"{dice=}"\n'
    assert short(source) == source


def test_native_code_and_pio_keep_the_names_of_their_parameters() -> None:
    source = "@micropython.viper\ndef fill(pixels: ptr8, colour: int):\n    pixels[0] = colour\n"
    assert short(source) == source


def test_private_data_is_short_and_private_functions_are_not() -> None:
    source = """
_FACES = "123456"
_MOST = const(6)
class Tray:
    def __init__(self):
        self._places = [_FACES[0]] * _MOST
    def _paint(self):
        return f"{self._places} {_FACES}"
    def paint(self):
        return self._paint()
"""
    renamed = source.replace("_places", "_b").replace("_FACES", "_a")
    assert short(source) == renamed


def test_names_that_may_meet_on_one_object_stay_apart_and_others_share_letters() -> None:
    base = "class Screen:\n    def __init__(self):\n        self._app = 1\n"
    heir = "from base import Screen\nclass Menu(Screen):\n    def open(self):\n        self._lines = self._app\n"
    stranger = "class Store:\n    def __init__(self):\n        self._folder = 1\n"
    friend = "def look(store):\n    store._seen = store._folder\n"
    changed = shorten({"base": base, "heir": heir, "stranger": stranger, "friend": friend})
    assert "self._a = 1" in changed["base"] and "self._b = self._a" in changed["heir"]
    assert "self._a = 1" in changed["stranger"] and "a._b = a._a" in changed["friend"]


def test_a_private_name_stays_where_a_string_or_another_module_asks_for_it() -> None:
    source = "_LOST = 1\nclass Tray:\n    def __init__(self):\n        self._places = self._faces = 0\n"
    other = "from module import _LOST\nprint(getattr(tray, '_faces'))\n"
    assert short(source, other=other) == source.replace("_places", "_a")
