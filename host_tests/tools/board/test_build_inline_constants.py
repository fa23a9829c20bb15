"""Inlined constants: they stand where their names were, imports only for them go, and everything else stays."""

import ast

import pytest

from tools import FIRMWARE
from tools.board.build import board_sources
from tools.board.inline_constants import inline_constants

PINS = "ROLL = const(8)\nLOW = const(-ROLL)\nNAME = 'roll'\nLONG = 'longer than that'\n_OWN = const(3)\nLIST = [1]\n"


def inlined(source: str, **others: str) -> str:
    """One module after constants are inlined, in a firmware with `box.pins` and `others`."""
    return inline_constants({"module": source, "box": "", "box.pins": PINS, **others})["module"]


def test_a_constant_of_another_module_replaces_its_name_and_its_module_is_not_imported() -> None:
    source = "from box import pins\ndef f(x):\n    return x + pins.ROLL - pins.LOW, pins.NAME\n"
    assert inlined(source) == "\ndef f(x):\n    return x + 8 - (-8), 'roll'\n"


def test_only_the_names_of_constants_leave_an_import_and_every_line_keeps_its_number() -> None:
    source = "from box.pins import (\n    LIST,\n    ROLL as R,\n)\nprint(LIST, R)\n"
    assert inlined(source) == "from box.pins import LIST\n\n\n\nprint(LIST, 8)\n"


def test_lists_long_strings_and_private_names_are_not_inlined() -> None:
    source = "from box import pins\nfrom box.pins import LONG\nprint(pins.LIST, pins._OWN, pins.ROLL, LONG)\n"
    assert inlined(source) == source.replace("pins.ROLL", "8")


def test_a_tuple_of_numbers_is_inlined_and_any_other_is_not() -> None:
    source = "from box.more import ALL, MIXED\nprint(ALL, MIXED)\n"
    more = "ROLL = const(8)\nALL = (ROLL, 2)\nMIXED = (2, 'two')\n"
    assert inlined(source, **{"box.more": more}) == "from box.more import MIXED\nprint((8, 2), MIXED)\n"


def test_a_local_name_is_not_taken_for_the_constant() -> None:
    source = "from box import pins\ndef f(pins):\n    return pins.ROLL\ndef g():\n    return pins.ROLL\n"
    assert inlined(source) == source.replace("g():\n    return pins.ROLL", "g():\n    return 8")


def test_a_name_in_an_f_string_is_not_replaced() -> None:
    source = 'from box.pins import ROLL\nprint(f"{ROLL}", ROLL)\n'
    assert inlined(source) == 'from box.pins import ROLL\nprint(f"{ROLL}", 8)\n'


def test_an_imported_name_stays_when_another_module_imports_it_from_there() -> None:
    source = "from box.pins import ROLL\nprint(ROLL)\n"
    assert inlined(source, other="def f():\n    from module import ROLL\n") == source.replace("(ROLL)", "(8)")


def test_a_name_that_is_assigned_twice_is_not_a_constant() -> None:
    source = "from box.more import STEP\nprint(STEP)\n"
    assert inlined(source, **{"box.more": "STEP = 1\nSTEP = 2\n"}) == source


@pytest.mark.parametrize("value", ["False", "const(False)", "True"])
def test_a_boolean_is_a_constant_too(value: str) -> None:
    source = "from box.more import DEBUG\nif DEBUG:\n    import pdb\n"
    expected = f"\nif {value == 'True'}:\n    import pdb\n"
    assert inlined(source, **{"box.more": f"DEBUG = {value}\n"}) == expected


def test_a_boolean_is_inlined_in_its_own_module_as_well() -> None:
    source = "DEBUG = False\nif DEBUG:\n    import pdb\n"
    assert inlined(source) == source.replace("if DEBUG", "if False")


def test_on_the_board_it_is_known_that_this_is_micropython() -> None:
    port = "import sys\nMICROPYTHON = sys.implementation.name == 'micropython'\nif MICROPYTHON:\n    import gc\n"
    source = "from sixpip.port import MICROPYTHON\nprint(MICROPYTHON)\n"
    made = inline_constants({"sixpip.port": port, "module": source})
    assert made == {"sixpip.port": port.replace("if MICROPYTHON", "if True"), "module": "\nprint(True)\n"}


def test_const_is_known_to_the_compiler_and_not_imported() -> None:
    assert inlined("from sixpip.port import const, ticks_add\n_A = const(1)\n") == (
        "from sixpip.port import ticks_add\n_A = const(1)\n"
    )


def test_a_module_with_a_syntax_error_is_left_to_the_compiler() -> None:
    assert inlined("if if\n") == "if if\n"


def functions_of(nodes: list[ast.AST]) -> list[tuple[str, int]]:
    return [(node.name, node.lineno) for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]


@pytest.mark.long
def test_the_firmware_for_the_pico_has_the_same_functions_on_the_same_lines() -> None:
    removed = 0
    for name, text in board_sources(FIRMWARE).items():
        before, after = (list(ast.walk(ast.parse(source))) for source in ((FIRMWARE / name).read_text(), text))
        assert functions_of(after) == functions_of(before)
        removed += sum(isinstance(node, ast.ImportFrom) for node in before)
        removed -= sum(isinstance(node, ast.ImportFrom) for node in after)
    assert removed > 20
