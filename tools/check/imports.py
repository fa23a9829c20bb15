"""Checks imports from the source: which part of the firmware may import what, and that no modules form a cycle.

When a game begins, the console drops what only other games need (firmware/sixpip/app/memory.py) and keeps the modules
of its house rules. So these may import at their tops only what every game of their engine needs: for that the modules
are read as they are compiled for the board. `python -m tools.check.imports` prints every violation; the tests make the
same calls. Imports for the type checker only (under `if TYPE_CHECKING:`) do not count in cycles and in what a game
needs, but otherwise as much as others.
"""

import ast
import functools
import sys
import tempfile
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from sixpip.app.app import engine_modules
from sixpip.rules.rulebook.options import OPTIONS
from tools import FIRMWARE, ROOT
from tools.board.build import board_sources
from tools.play.demo import OF_THE_PAGE
from tools.terminal import command

OURS = "sixpip"

Nodes = tuple[ast.AST, ...]


class Part(NamedTuple):
    """What one part of the firmware may import. A name means the module and everything inside it."""

    ours: tuple[str, ...]
    """Modules of the firmware."""
    types: tuple[str, ...] = ()
    """Modules of the firmware that only annotations may name, under `if TYPE_CHECKING:`."""
    others: tuple[str, ...] = ()
    """Modules of the interpreter."""


_PURE = ("array", "binascii", "gc", "json", "math", "micropython", "struct", "sys")
_HARDWARE = ("_thread", "machine", "neopixel", "rp2", "select")
_BOARD = ("builtins", "errno", "hashlib", "io", "os", "time", "uctypes", "framebuf", "vfs", *_PURE, *_HARDWARE)

PARTS = {
    "compat": Part(ours=(), others=("builtins", "errno", "io", "os", "time", "traceback", *_PURE)),
    "rules": Part(ours=("compat", "rules"), others=("collections", *_PURE)),
    "players": Part(ours=("compat", "players", "rules"), others=_PURE),
    "view": Part(ours=("compat", "view"), types=("board.contract",), others=_PURE),
    "storage": Part(ours=("compat", "storage"), others=("errno", "os", *_PURE)),
    "app": Part(
        ours=("compat", "app", "players", "rules", "storage", "view", "board.contract"),
        types=("screens.screen",),
        others=("errno", "io", "os", *_PURE),
    ),
    "screens": Part(
        ours=("compat", "app", "screens", "players", "rules", "storage", "view", "board.contract"),
        others=("errno", "io", "os", *_PURE),
    ),
    "board": Part(ours=("compat", "board"), others=_BOARD),
    "": Part(ours=()),  # sixpip/__init__.py
    "main": Part(ours=("",), others=("sixpip_importer", *_BOARD)),
    "sixpip_importer": Part(ours=(), others=("binascii", "micropython", "os", "struct", "sys", "vfs")),
}

_LOADERS = ("__import__", "load_module")
_LOAD_BY_NAME = ("compat", "app")
"""The parts that import modules by names from elsewhere: compat.load_module itself, and the table of screens."""

LACKING = frozenset(
    "bit_count bit_length capitalize casefold expandtabs format_map isalnum isascii isdecimal isidentifier "
    "isnumeric isprintable ljust maketrans removeprefix removesuffix rjust swapcase title translate zfill".split()
)
"""Methods of str, bytes and int that CPython has and MicroPython 1.24 lacks: they would fail on the Pico only."""


LACKING_IN = {
    "os": frozenset({"fsync", "makedirs", "path", "replace", "scandir", "walk"}),
    "time": frozenset({"monotonic", "perf_counter", "process_time"}),
}
"""Likewise by module; compat.py alone may name them, where it tells the interpreters apart."""


class Violation(NamedTuple):
    """One import, or use of a function, that is not allowed."""

    path: Path
    line: int
    wall: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.wall}"


class Import(NamedTuple):
    """One imported module."""

    module: str
    line: int
    types_only: bool
    lazy: bool
    """Inside a function: imported when that runs."""
    by_name: bool = False
    """By `load_module(...)` or `__import__(...)`, with a name that may be made at run time."""


class _Facts(NamedTuple):
    """What is checked of a module."""

    imports: list[Import]
    lacking: list[tuple[int, str]]
    lacking_in_modules: list[tuple[int, str]]


@functools.cache
def _facts(path: Path, folder: Path, changed_ns: int) -> _Facts:
    """What a file in the packages of `folder` imports and calls, as it was changed last."""
    nodes = tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))))
    return _Facts(list(_imports(nodes, folder)), list(_lacking(nodes)), list(_lacking_in_modules(nodes)))


def violations(firmware: Path = FIRMWARE) -> list[Violation]:
    """Every import that is not allowed in the tree at `firmware`, by file and line, relative to the folder above it."""
    found: list[Violation] = []
    for path in sorted(firmware.rglob("*.py")):
        facts = _facts(path, firmware, path.stat().st_mtime_ns)
        shown = path.relative_to(firmware.parent)
        part = _part(path.relative_to(firmware))
        if part not in PARTS:
            found.append(Violation(shown, 1, f"{part} is not a part of the firmware that tools/check/imports.py knows"))
            continue
        for imported in facts.imports:
            wall = _wall(part, imported)
            if wall:
                found.append(Violation(shown, imported.line, wall))
        missing = [*facts.lacking, *(() if part == "compat" else facts.lacking_in_modules)]
        found += [Violation(shown, line, wall) for line, wall in missing]
    return found


def lacking_in_the_page() -> list[Violation]:
    """Every use of what MicroPython lacks in the modules of the demo's page that are not of the firmware."""
    found = []
    for path in OF_THE_PAGE.values():
        nodes = tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))))
        uses = [*_lacking(nodes), *_lacking_in_modules(nodes)]
        found += [Violation(path.relative_to(ROOT), line, wall) for line, wall in uses]
    return found


def _part(path: Path) -> str:
    """The part a file belongs to, by its path in the firmware: sixpip/rules/ten_thousand/game.py is of "rules"."""
    names = path.with_suffix("").parts
    if names[0] != OURS:
        return names[0]
    return "" if names[1] == "__init__" else names[1]


def _inside(module: str, allowed: tuple[str, ...]) -> bool:
    """Whether a module is one of `allowed` or inside one of them; "" allows all."""
    return any(name == "" or module == name or module.startswith(name + ".") for name in allowed)


def _wall(part: str, imported: Import) -> str:
    """The wall that an import breaks, in words, or ""."""
    rule = PARTS[part]
    if imported.by_name and part in _LOAD_BY_NAME:
        return ""
    who = part or "sixpip/__init__.py"
    top, _, inner = imported.module.partition(".")
    if imported.module == OURS:
        return ""  # the package itself imports nothing
    if top == OURS:
        if _inside(inner, rule.ours) or (imported.types_only and _inside(inner, rule.types)):
            return ""
        if _inside(inner, rule.types):
            return f"{who} may import {imported.module} under `if TYPE_CHECKING:` only"
        return f"{who} imports {imported.module}; of ours it may import {_listed(rule.ours)}"
    if top == "tools":
        return f"{who} imports {imported.module}; nothing on the device imports the host's tools"
    if top in _HARDWARE and not _inside(top, rule.others):
        return f"{who} imports {imported.module}; only board/ and main.py know the hardware"
    if not imported.types_only and not _inside(imported.module, rule.others):
        return f"{who} imports {imported.module}; besides ours it may import {_listed(rule.others)}"
    return ""


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(sorted(set(names))) or "nothing"


def _imports(nodes: Nodes, firmware: Path) -> Iterator[Import]:
    """Every import of a module, with those hidden in functions and in `__import__("...")`."""
    typed = _lines_for_types(nodes)
    lazy = _lines_of_functions(nodes)
    for node in nodes:
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = _named_by_from(node, firmware)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in _LOADERS:
            names = [_beginning(node.args[0]) if node.args else "?"]
        else:
            continue
        for name in names:
            yield Import(name, line, line in typed, line in lazy, isinstance(node, ast.Call))


def _named_by_from(node: ast.ImportFrom, firmware: Path) -> list[str]:
    """The modules that `from A import B, C` imports: A.B where that is a module, else A."""
    base = "." * node.level + (node.module or "")
    folder = firmware / Path(*base.split("."))
    names = set()
    for alias in node.names:
        inside = (folder / f"{alias.name}.py").is_file() or (folder / alias.name).is_dir()
        names.add(f"{base}.{alias.name}" if inside else base)
    return sorted(names)


def _beginning(node: ast.expr) -> str:
    """What can be known of a module name that is made at run time: its constant beginning, without a half name."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _beginning(node.left).rpartition(".")[0] or "?"
    if isinstance(node, ast.JoinedStr) and node.values:
        return _beginning(node.values[0]).rpartition(".")[0] or "?"
    return "?"


def _lines_for_types(nodes: Nodes) -> set[int]:
    """The lines under `if TYPE_CHECKING:`, which is `if False:` once constants are inlined."""
    lines: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "False"):
            for child in node.body:
                lines.update(range(child.lineno, (child.end_lineno or child.lineno) + 1))
    return lines


def _lines_of_functions(nodes: Nodes) -> set[int]:
    lines: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def module_imports(path: Path, folder: Path = FIRMWARE, package: str = OURS) -> list[Import]:
    """The modules of a package in `folder` that the module at `path` imports, in functions and for types too."""
    imports = _facts(path, folder, path.stat().st_mtime_ns).imports
    return [found for found in imports if found.module.startswith(package + ".")]


def import_graph(folder: Path = FIRMWARE, package: str = OURS, with_types: bool = True) -> dict[str, set[str]]:
    """The modules that each module of a package imports, also in functions and, `with_types`, for types."""
    graph: dict[str, set[str]] = {}
    for path in sorted((folder / package).rglob("*.py")):
        names = path.relative_to(folder).with_suffix("").parts
        module = ".".join(names[:-1] if names[-1] == "__init__" else names)
        imports = [found for found in module_imports(path, folder, package) if with_types or not found.types_only]
        graph[module] = {found.module for found in imports} - {module}
    return graph


def cycle(folder: Path = FIRMWARE, package: str = OURS) -> list[str]:
    """One cycle of imports at run time in a package, module by module; empty when there is none."""
    try:
        TopologicalSorter(import_graph(folder, package, with_types=False)).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def _lacking(nodes: Nodes) -> Iterator[tuple[int, str]]:
    """Calls of methods that MicroPython has not, by line."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LACKING:
            if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "self"):
                yield node.lineno, f".{node.func.attr}() is missing in MicroPython's str, bytes and int"


def _lacking_in_modules(nodes: Nodes) -> Iterator[tuple[int, str]]:
    """Uses of functions that MicroPython's modules have not, by line."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in LACKING_IN.get(node.value.id, ()):
                yield (
                    node.lineno,
                    f"{node.value.id}.{node.attr} is missing in MicroPython: add it to compat.py",
                )


def faults(firmware: Path = FIRMWARE) -> Iterator[str]:
    """Yields each import at the top of a house rule of what a game may lack, in a sentence."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, source in board_sources(firmware).items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(source, encoding="utf-8")
        graph = {
            ".".join(path.relative_to(folder).with_suffix("").parts): {
                found.module for found in module_imports(path, folder) if not (found.lazy or found.types_only)
            }
            for path in folder.rglob("*.py")
        }
    stays = needed([_APP, *engine_modules("ten_thousand")], graph)
    for rule in sorted(_house_rules()):
        lacking = needed([rule], graph) - stays - {rule}
        if lacking:
            yield f"{rule} imports {', '.join(sorted(lacking))}, which is dropped when a game has been made"


_APP = f"{OURS}.app.app"
_HOUSE_RULES = f"{OURS}.rules.ten_thousand.house_rules."


def _house_rules() -> set[str]:
    """The modules of all house rules."""
    paths = {option.class_for(value) for option in OPTIONS for value in option.values}
    return {_HOUSE_RULES + path.partition(":")[0] for path in paths if path}


def needed(modules: list[str], graph: dict[str, set[str]]) -> set[str]:
    """These modules, and all that they import at their tops, directly or not. `graph`: what each one imports."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += graph.get(module, ())
    return found


@command
def main() -> int:
    """Print the violations; the exit status."""
    found = [*map(str, [*violations(), *lacking_in_the_page()]), *faults()]
    found += [f"Import cycle: {' -> '.join(circle)}" for circle in (cycle(), cycle(ROOT, "tools")) if circle]
    print("\n".join(found) or "Every import is allowed, and no modules import each other in a cycle.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
