"""Inlines constants across modules for the build: what const() does within one module, done for imported names.

A global costs memory while its module is loaded, and a lookup at each use. An inlined constant costs neither, and a
module that is imported only for its constants is not imported at all. The definitions stay, and so do line numbers.
"""

import ast
import io
import itertools
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

Value = bool | int | str | tuple[int, ...]
Edit = tuple[int, int, str]
"""Start and end of a piece of source text, in characters, and the text that replaces it."""

ON_THE_BOARD: dict[str, dict[str, Value]] = {"sixpip.compat": {"MICROPYTHON": True}}
"""Constants whose value is only known on the board: module, name, value."""
BUILT_IN = {("sixpip.compat", name) for name in ("const", "micropython", "ptr8", "ptr16", "ptr32")}
"""Names that the compiler knows without an import."""

_LONGEST = 10
"""Bytes of a string that MicroPython interns, so that it is in memory once however often it is written."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
    ast.BitOr: operator.or_,
}


def inline_constants(sources: Mapping[str, str]) -> dict[str, str]:
    """Replace imported constants by their values in all modules of a firmware (dotted name: source).

    A module with a syntax error is returned unchanged: the compiler reports it.
    """
    modules = {name: _Module(name, source) for name, source in sources.items()}
    constants = {name: module.constants for name, module in modules.items()}
    for module in (*modules.values(), *modules.values()):  # twice: an imported constant may be imported again
        for origin, alias in module.imports():
            if alias.name in constants.get(origin, {}):
                module.constants.setdefault(alias.asname or alias.name, constants[origin][alias.name])
    needed = {name for module in modules.values() for name in module.needs}
    return {name: _inline(module, constants, needed) for name, module in modules.items()}


def read_constant(file: Path, name: str) -> Value:
    """Return a constant from the source of a module that cannot be imported. Raises KeyError when there is none."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return _values(tree, ast.walk(tree))[name]


def _parse(source: str) -> ast.Module:
    """The syntax tree, empty for a module with a syntax error."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.Module([], [])


class _Module:
    """What the build needs of a module. It does not hold the syntax tree: garbage collections would visit them all."""

    def __init__(self, name: str, source: str) -> None:
        tree = _parse(source)
        nodes = list(ast.walk(tree))
        self.name = name
        self.source = source
        self.constants = _constants(tree, nodes) | ON_THE_BOARD.get(name, {})
        self.import_statements = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
        self.needs = set(_names_of_other_modules(nodes))
        self.uses = list(_uses(tree, frozenset()))

    def imports(self) -> Iterator[tuple[str, ast.alias]]:
        """The module and the name of each `from ... import` at module level."""
        for node in self.import_statements:
            yield from ((node.module or "", alias) for alias in node.names)


def _inline(module: _Module, constants: Mapping[str, Mapping[str, Value]], needed: Set[tuple[str, str]]) -> str:
    """Inline the constants of all modules in one of them. `needed`: (module, name) pairs that others import."""
    known: dict[str, Value] = {name: value for name, value in module.constants.items() if isinstance(value, bool)}
    imported = {}  # the import of each constant, or of a module with constants, by the name it has in this module
    for origin, alias in module.imports():
        name = alias.asname or alias.name
        values = constants.get(f"{origin}.{alias.name}", {})
        known.update({f"{name}.{constant}": value for constant, value in values.items()})
        if alias.name in constants.get(origin, {}):
            known[name] = constants[origin][alias.name]
        if values or name in known:
            imported[name] = alias
    positions = _Positions(module.source)
    edits = [positions.edit(node, repr(known[name])) for node, name, free in module.uses if free and name in known]
    remaining = {name.partition(".")[0] for _, name, free in module.uses if not (free and name in known)}
    inlined = {name.partition(".")[0] for _, name, free in module.uses if free and name in known}
    own = {name for origin, name in needed if origin == module.name}
    unused = {alias for name, alias in imported.items() if name in inlined - remaining and name not in own}
    unused |= {alias for origin, alias in module.imports() if (origin, alias.name) in BUILT_IN}
    edits += [edit for node in module.import_statements for edit in _without_names(node, unused, positions)]
    source = module.source
    for start, end, new in sorted(edits, reverse=True):
        source = source[:start] + new + source[end:]
    return source


class _Positions:
    """Finds the nodes of a tree in their source, by character."""

    def __init__(self, source: str) -> None:
        self._bytes = source.encode()
        self._lines = [0, *itertools.accumulate(len(line.encode()) for line in io.StringIO(source))]

    def edit(self, node: Any, new: str) -> Edit:
        """The edit that replaces a node by `new`, in brackets if that is a negative number."""
        start, end = (
            len(self._bytes[: self._lines[line - 1] + column].decode())
            for line, column in ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))
        )
        return start, end, f"({new})" if new.startswith("-") else new


def _constants(tree: ast.Module, nodes: Iterable[ast.AST]) -> dict[str, Value]:
    """The public constants that a module defines: booleans, integers, tuples of them, and short strings."""
    return {
        name: value
        for name, value in _values(tree, nodes).items()
        if name.isupper()
        and not name.startswith("_")
        and not (isinstance(value, str) and len(value.encode()) > _LONGEST)
    }


def _values(tree: ast.Module, nodes: Iterable[ast.AST]) -> dict[str, Value]:
    """The module-level names that are assigned once, to a boolean, an integer, a tuple of integers or a string.

    `nodes`: all of `tree`.
    """
    assigned = Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    values: dict[str, Value] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            value = _value(node.value, values)
            if value is not None and assigned[name] == 1:
                values[name] = value
    return values


def _value(node: ast.expr, known: Mapping[str, Value]) -> Value | None:
    """The value of a constant expression; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) in (bool, int, str) else None  # type: ignore[return-value]
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Tuple):
        parts = [value for part in node.elts if isinstance(value := _value(part, known), int)]
        return tuple(parts) if len(parts) == len(node.elts) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        return _value(node.args[0], known)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _value(node.operand, known)
        return -value if isinstance(value, int) else None
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _value(node.left, known), _value(node.right, known)
        if isinstance(left, int) and isinstance(right, int):
            return _OPERATORS[type(node.op)](left, right)
    return None


def _names_of_other_modules(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, str]]:
    """Each (module, name) that a module uses of another one: its import there must stay if it is one."""
    modules: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                yield node.module or "", alias.name
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield modules[node.value.id], node.attr


def _uses(node: ast.AST, own: Set[str], *, free: bool = True) -> Iterator[tuple[ast.expr, str, bool]]:
    """Every NAME and NAME.ATTRIBUTE that is read, and whether it may be replaced.

    It may not in an f-string, whose positions differ between versions of Python, nor where the function has a name of
    its own like that (`own`).
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _FUNCTIONS) and not own:
            yield from _uses(child, _local_names(child), free=free)
        elif isinstance(child, ast.Attribute) and isinstance(child.value, ast.Name):
            name = child.value.id
            yield child, f"{name}.{child.attr}", free and name not in own and isinstance(child.ctx, ast.Load)
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
            yield child, child.id, free and child.id not in own
        else:
            yield from _uses(child, own, free=free and not isinstance(child, ast.JoinedStr))


def _local_names(function: ast.AST) -> Set[str]:
    """The names that a function, or one inside it, assigns, imports, defines or takes as a parameter."""
    names = {"self"}
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
    return names


def _without_names(node: ast.ImportFrom, unused: Set[ast.alias], positions: _Positions) -> Iterator[Edit]:
    """The edit that removes the `unused` names from an import statement and keeps the number of lines."""
    if unused & set(node.names):
        names = [
            f"{alias.name} as {alias.asname}" if alias.asname else alias.name
            for alias in node.names
            if alias not in unused
        ]
        statement = f"from {node.module} import {', '.join(names)}" if names else ""
        yield positions.edit(node, statement + "\n" * ((node.end_lineno or node.lineno) - node.lineno))
