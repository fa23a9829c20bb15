"""The modules of MicroPython that the firmware, the scripts of tools.board.flash and mpremote import on a board.

MicroPython imports most of its built-in modules from a file or folder of that name instead, if there is one.
"""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

from tools import FIRMWARE
from tools.board.boards import CHIPS
from tools.board.build import IMPORTER
from tools.board.flash import scripts

_NEVER_HIDDEN = frozenset("builtins deflate framebuf gc micropython rp2 sys uctypes vfs".split())
"""Built-in modules that MicroPython takes before any file, and rp2, which it loads before it mounts the disk.

A test tries all modules on the emulated Pico.
"""
_IMPORT = re.compile(r"\b(?:import ([\w, ]+)|from (\w+) import )")


def hideable_modules(with_mpremote: bool = True) -> tuple[str, ...]:
    """The names of the imported modules that a file or folder of the user can hide, sorted.

    `with_mpremote`: those that mpremote imports, too; the page that installs does not use it.
    """
    return tuple(name for name in imported_modules(with_mpremote) if name not in _NEVER_HIDDEN)


@functools.cache
def imported_modules(with_mpremote: bool = True) -> tuple[str, ...]:
    """The names of all imported modules of MicroPython, sorted."""
    names = {name for path in FIRMWARE.rglob("*.py") for name in _imported(ast.parse(path.read_text("utf-8")))}
    for code in (scripts.IDENTITY, scripts.HELPERS, *map(scripts.stop_watchdog, CHIPS)):
        names |= {*_imported(ast.parse(code))}
    names |= {*_imported_by_mpremote()} if with_mpremote else set()
    return tuple(sorted(names - {"sixpip", Path(IMPORTER).stem}))


def _imported(tree: ast.AST) -> Iterator[str]:
    """The top-level names of the modules that a program imports, without those for the type checker only."""
    if isinstance(tree, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in tree.names)
    elif isinstance(tree, ast.ImportFrom):
        yield str(tree.module).partition(".")[0]
    for child in ast.iter_child_nodes(tree):
        if not _is_for_type_checker(child):
            yield from _imported(child)


def _is_for_type_checker(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _imported_by_mpremote() -> Iterator[str]:
    """The names of the modules that mpremote imports on a board: in its texts, which it sends there."""
    import mpremote  # type: ignore[import-untyped]  # the build of the page does without it

    for path in Path(mpremote.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for several, one in _IMPORT.findall(node.value):
                    yield from (one or several).replace(",", " ").split()
