"""The table of screens, and what is loaded and unloaded as screens are opened and closed."""

import ast
from pathlib import Path

import pytest

from sixpip.app import screen_stack
from tools import FIRMWARE
from tools.check import imports
from tools.publish.diagrams import SCREENS


@pytest.mark.long
def test_every_screen_that_is_opened_by_name_is_in_the_table() -> None:
    for path in (FIRMWARE / "sixpip").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                first = node.args[0]
                if node.func.attr in ("open", "replace", "start") and isinstance(first, ast.Constant):
                    if ast.unparse(node.func.value).endswith("app"):
                        assert first.value in SCREENS, f"{path.name}:{node.lineno}"


def test_the_boot_menu_that_the_start_opens_without_the_table_is_that_of_the_table() -> None:
    assert SCREENS["boot_menu"] == screen_stack.BOOT_MENU


def test_no_screen_imports_another_one() -> None:
    screens = {target.replace(":", ".") for target in SCREENS.values()}
    for path in (FIRMWARE / "sixpip" / "screens").rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text())))
        for_types = [node for node in nodes if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
        annotations = {inner for node in for_types for inner in ast.walk(node)}
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and node not in annotations:
                module = (node.module or "").removeprefix("sixpip.screens.")
                assert not {f"{module}.{alias.name}" for alias in node.names} & screens, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import sixpip.other", "house_rules.busts imports sixpip.other, which is dropped when a game has been made"),
        ("import sixpip.between", "house_rules.busts imports sixpip.between, sixpip.other, which is dropped"),
        ("import sixpip.scorer", ""),
        ("def f() -> None:\n    from sixpip.other import f\n", ""),
        ("from sixpip.other import LIMIT\n\nTWICE = 2 * LIMIT\n", ""),
    ],
)
def test_what_a_house_rule_imports_stays_as_long_as_a_game(source: str, fault: str, tmp_path: Path) -> None:
    modules = {
        "other": "from sixpip.compat import const\n\nLIMIT = const(3)\n",
        "between": "import sixpip.other",
        "scorer": "",
        "port": "const = int\n",
        "rules/ten_thousand/game": "import sixpip.scorer",
        "rules/ten_thousand/house_rules/busts": source,
    }
    for name, text in modules.items():
        file = tmp_path / "sixpip" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    found = list(imports.faults(tmp_path))
    assert len(found) == bool(fault) and fault in "".join(found)
