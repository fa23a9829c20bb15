"""The files of the demo."""

import ast
from collections.abc import Iterator

import pytest

from tools import FIRMWARE
from tools.board.build import board_sources
from tools.play import demo

SOURCES = board_sources(FIRMWARE, demo.hardware_modules() | demo.NOT_IN_THE_PAGE)
BOARD_ONLY = {"sixpip.board"}
"""Packages whose modules the page replaces by its own."""


def imported(node: ast.AST) -> Iterator[str]:
    """Yields what a module imports of the firmware at run time: modules, or names in them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from [name.name for name in child.names if name.name.startswith("sixpip.")]
        elif isinstance(child, ast.ImportFrom) and child.module and child.module.startswith("sixpip"):
            yield from [child.module] + [f"{child.module}.{name.name}" for name in child.names]
        else:
            yield from imported(child)


@pytest.mark.parametrize("path", [path for path in SOURCES if not path.startswith("sixpip/board/")])
def test_the_page_has_every_module_that_its_modules_import(path: str) -> None:
    for name in imported(ast.parse(SOURCES[path])):
        module = name.replace(".", "/") + ".py"
        if (FIRMWARE / module).is_file() and not any(name.startswith(board) for board in BOARD_ONLY):
            assert module in SOURCES, f"{path} imports {name}"
