"""The test modules themselves: what tests share is in modules without the prefix test_."""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def imported(path: Path) -> set[str]:
    """Returns the last parts of all modules that a file imports, with the names imported from packages."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.rpartition(".")[2] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {(node.module or "").rpartition(".")[2], *(alias.name for alias in node.names)}
    return names


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(HERE.rglob("*.py")), ids=lambda path: path.stem)
def test_no_module_imports_a_test_module(path: Path) -> None:
    assert not imported(path) & {module.stem for module in HERE.rglob("test_*.py")}
