"""Puts the constants of other modules in their places in what goes on the Pico, as MicroPython does within a module.

A name in a module takes memory as long as it is loaded, and so does asking for it. A module that only gave constants is
not even imported then. Constants stay where they are defined, and every line keeps its number.
"""

import ast
import io
import itertools
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from pathlib import Path
from typing import Any

Value = int | str
Edit = tuple[int, int, str]
"""From where to where in a source, and what is to stand there."""

ON_PICO: dict[str, dict[str, Value]] = {"sixpip.port": {"MICROPYTHON": True}}
"""What is not constant everywhere, but on the Pico: module, name, value."""
FOLDED = ("sixpip.port", "const")
"""What the compiler knows without its being imported."""

_LONGEST = 10
"""Bytes of a string that MicroPython holds once, however many modules have it."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
    ast.BitOr: operator.or_,
}


def put_in_place(sources: Mapping[str, str]) -> dict[str, str]:
    """All modules of a firmware (dotted name: source), with the constant wherever one imports its name."""
    trees = {module: ast.parse(text) for module, text in sources.items()}
    constants = {module: _constants(tree) | ON_PICO.get(module, {}) for module, tree in trees.items()}
    for module, tree in (*trees.items(), *trees.items()):  # twice: what is imported may be imported there, too
        for origin, alias in _imports(tree):
            if alias.name in constants.get(origin, {}):
                constants[module].setdefault(alias.asname or alias.name, constants[origin][alias.name])
    asked = {found for tree in trees.values() for found in _asked(tree)}
    changed = {}
    for module, text in sources.items():
        known = dict(ON_PICO.get(module, {}))
        imported = {}  # by what the module calls it: the constant, or the module that has some
        for origin, alias in _imports(trees[module]):
            name = alias.asname or alias.name
            values = constants.get(f"{origin}.{alias.name}", {})
            known.update({f"{name}.{constant}": value for constant, value in values.items()})
            if alias.name in constants.get(origin, {}):
                known[name] = constants[origin][alias.name]
            if values or name in known:
                imported[name] = alias
        place = _Places(text)
        uses = list(_uses(trees[module], frozenset()))
        edits = [place.of(node, repr(known[word])) for node, word, free in uses if free and word in known]
        left = Counter(word.partition(".")[0] for _, word, free in uses if not (free and word in known))
        used = {word.partition(".")[0] for _, word, free in uses if free and word in known}
        gone = {alias for name, alias in imported.items() if name in used - set(left) and (module, name) not in asked}
        gone |= {alias for origin, alias in _imports(trees[module]) if (origin, alias.name) == FOLDED}
        edits += [edit for node in trees[module].body for edit in _without(node, gone, place)]
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        changed[module] = text
    return changed


def constant(module: Path, name: str) -> Value:
    """A constant of a module that cannot be imported here. Raises KeyError when there is none."""
    return _values(ast.parse(module.read_text(encoding="utf-8")))[name]


class _Places:
    """Where the nodes of a tree stand in its source."""

    def __init__(self, source: str) -> None:
        self._raw = source.encode()
        self._lines = [0, *itertools.accumulate(len(line.encode()) for line in io.StringIO(source))]

    def of(self, node: Any, new: str) -> Edit:
        """The edit that puts `new` in place of a node; negative numbers are put in brackets."""
        start, end = (
            len(self._raw[: self._lines[line - 1] + column].decode())
            for line, column in ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))
        )
        return start, end, f"({new})" if new.startswith("-") else new


def _constants(tree: ast.Module) -> dict[str, Value]:
    """The public constants that a module defines: whole numbers and short strings."""
    return {
        name: value
        for name, value in _values(tree).items()
        if name.isupper() and not name.startswith("_") and (isinstance(value, int) or len(value.encode()) <= _LONGEST)
    }


def _values(tree: ast.Module) -> dict[str, Value]:
    """The names of a module that are given a whole number or a string, and nothing else."""
    bound = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    found: dict[str, Value] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            value = _value(node.value, found)
            if value is not None and bound[name] == 1:
                found[name] = value
    return found


def _value(node: ast.expr, known: Mapping[str, Value]) -> Value | None:
    """What an expression of constants amounts to; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) in (int, str) else None  # type: ignore[return-value]
    if isinstance(node, ast.Name):
        return known.get(node.id)
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


def _imports(tree: ast.Module) -> Iterator[tuple[str, ast.alias]]:
    """What the module imports by `from ... import` for all of itself."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias) for alias in node.names)


def _asked(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Which names of which modules a module asks for: such a name stays, even if it is imported there itself."""
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                yield node.module or "", alias.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield modules[node.value.id], node.attr


def _uses(node: ast.AST, own: Set[str], *, free: bool = True) -> Iterator[tuple[ast.expr, str, bool]]:
    """Every name, and every NAME.PART, that is asked for, and whether it can be replaced.

    Not in f-strings, whose places differ by the version of Python, nor where a function has a name of its own (`own`).
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _FUNCTIONS) and not own:
            yield from _uses(child, _bound(child), free=free)
        elif isinstance(child, ast.Attribute) and isinstance(child.value, ast.Name):
            word = child.value.id
            yield child, f"{word}.{child.attr}", free and word not in own and isinstance(child.ctx, ast.Load)
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
            yield child, child.id, free and child.id not in own
        else:
            yield from _uses(child, own, free=free and not isinstance(child, ast.JoinedStr))


def _bound(function: ast.AST) -> Set[str]:
    """The names that mean something of its own somewhere in a function."""
    found = {"self"}
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
    return found


def _without(node: ast.stmt, gone: Set[ast.alias], place: _Places) -> Iterator[Edit]:
    """The edit that leaves some names out of an import; as many lines stay."""
    if isinstance(node, ast.ImportFrom) and gone & set(node.names):
        names = [
            f"{alias.name} as {alias.asname}" if alias.asname else alias.name
            for alias in node.names
            if alias not in gone
        ]
        words = f"from {node.module} import {', '.join(names)}" if names else ""
        yield place.of(node, words + "\n" * ((node.end_lineno or node.lineno) - node.lineno))
