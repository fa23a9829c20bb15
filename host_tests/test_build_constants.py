"""Constants put in their places for the Pico: a module imported only for them is not imported; all else stays."""

import ast

from tools import FIRMWARE
from tools.build import sources, without_types
from tools.constants import put_in_place

PINS = "ROLL = const(8)\nLOW = const(-ROLL)\nNAME = 'roll'\nLONG = 'longer than that'\n_OWN = const(3)\nLIST = [1]\n"


def placed(source: str, **others: str) -> str:
    """One module after its constants are put in place, beside `pins` and `others`."""
    return put_in_place({"module": source, "box": "", "box.pins": PINS, **others})["module"]


def test_a_constant_of_another_module_stands_where_it_is_used_and_its_module_is_not_imported() -> None:
    source = "from box import pins\ndef f(x):\n    return x + pins.ROLL - pins.LOW, pins.NAME\n"
    assert placed(source) == "\ndef f(x):\n    return x + 8 - (-8), 'roll'\n"


def test_only_the_names_of_constants_leave_an_import_and_lines_stay_on_their_lines() -> None:
    source = "from box.pins import (\n    LIST,\n    ROLL as R,\n)\nprint(LIST, R)\n"
    assert placed(source) == "from box.pins import LIST\n\n\n\nprint(LIST, 8)\n"


def test_what_is_no_constant_is_asked_for_as_ever() -> None:
    source = "from box import pins\nfrom box.pins import LONG\nprint(pins.LIST, pins._OWN, pins.ROLL, LONG)\n"
    assert placed(source) == source.replace("pins.ROLL", "8")


def test_a_name_of_a_functions_own_is_not_the_constant() -> None:
    source = "from box import pins\ndef f(pins):\n    return pins.ROLL\ndef g():\n    return pins.ROLL\n"
    assert placed(source) == source.replace("g():\n    return pins.ROLL", "g():\n    return 8")


def test_f_strings_keep_the_name() -> None:
    source = 'from box.pins import ROLL\nprint(f"{ROLL}", ROLL)\n'
    assert placed(source) == 'from box.pins import ROLL\nprint(f"{ROLL}", 8)\n'


def test_an_imported_name_stays_where_another_module_asks_for_it() -> None:
    source = "from box.pins import ROLL\nprint(ROLL)\n"
    assert placed(source, other="def f():\n    from module import ROLL\n") == source.replace("(ROLL)", "(8)")


def test_a_name_that_gets_more_than_one_value_is_no_constant() -> None:
    source = "from box.more import STEP\nprint(STEP)\n"
    assert placed(source, **{"box.more": "STEP = 1\nSTEP = 2\n"}) == source


def test_the_firmware_for_the_pico_has_the_same_functions_on_the_same_lines() -> None:
    replaced = 0
    for name, text in sources(FIRMWARE).items():
        before = ast.parse(without_types((FIRMWARE / name).read_text()))
        functions = [
            [(node.name, node.lineno) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
            for tree in (before, ast.parse(text))
        ]
        assert functions[0] == functions[1]
        replaced += sum(isinstance(node, ast.ImportFrom) for node in ast.walk(before))
        replaced -= sum(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(text)))
    assert replaced > 20


def test_what_stays_in_play_holds_nothing_of_the_modules_that_are_forgotten_then() -> None:
    gone = {f"{package}{name}" for package, names in game_screens.NOT_IN_PLAY for name in names.split()}
    modules = {
        ".".join(path.relative_to(FIRMWARE).with_suffix("").parts).removesuffix(".__init__"): path
        for path in FIRMWARE.glob("sixpip/**/*.py")
    }
    assert gone <= set(modules)
    for module, path in modules.items():
        if module in gone or module in ("sixpip.rules.replay",):  # that one is for computers
            continue
        for node in ast.parse(without_types(path.read_text())).body:
            if isinstance(node, ast.ImportFrom):
                asked = {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
                assert not asked & gone, f"{module} imports {asked & gone}"
