"""Shortens names in what goes on the Pico, where every name that differs takes memory as long as the console runs.

Renamed are the parameters of functions and the private data of modules and objects: to a few letters that all share.
What a traceback shows or anybody may ask for (functions, classes, modules, all that is public) keeps its name, and
every line its number. What is read and tested on a computer is the source as it is.
"""

import ast
import builtins
import io
import itertools
import keyword
import re
import string
import token
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set

_BUILTIN = frozenset(dir(builtins))
_PLAIN = {"property", "setter", "staticmethod", "classmethod"}
"""Decorators that leave a function what it is; those of native code and PIO read the names of its parameters."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SAID = re.compile(r"(\w+)\s*=\s*$")  # f"{dice=}" says the name

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Edit = tuple[int, str, str]
"""Where a name begins in a source, the name, and what it is to be."""


def shorten(sources: Mapping[str, str]) -> dict[str, str]:
    """All modules of a firmware (name: source) with short names."""
    texts = dict(sources)
    trees = {module: ast.parse(text) for module, text in texts.items()}
    taken = {word for text in texts.values() for _, word, _ in _words(text)}
    spoken = {word for tree in trees.values() for word in _spoken(tree)}
    lasting = spoken.union(*(_lasting(tree) for tree in trees.values()))
    for module, text in texts.items():
        texts[module] = _changed(text, _parameters(text, trees[module], spoken))
    for group in _groups(trees):
        data = set().union(*(_data(trees[module]) for module in group)) - lasting
        data -= set().union(*(_functions(trees[module]) for module in group))
        short = dict(zip(_uses([texts[module] for module in group], data), _letters("_", taken), strict=False))
        for module in group:
            edits = [(start, word, short[word]) for start, word, _ in _words(texts[module]) if word in short]
            texts[module] = _changed(texts[module], edits)
    return texts


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _changed(text: str, edits: Iterable[Edit]) -> str:
    """The text with some names replaced."""
    for start, old, new in sorted(set(edits), reverse=True):
        text = text[:start] + new + text[start + len(old) :]
    return text


def _letters(before: str, taken: Set[str]) -> Iterator[str]:
    """Short names that are not taken: a, b, ... z, aa, ab ..., each behind `before`."""
    for size in itertools.count(1):
        for word in itertools.product(string.ascii_lowercase, repeat=size):
            name = before + "".join(word)
            if name not in taken and not keyword.iskeyword(name):
                yield name


# Where names stand


def _words(source: str) -> Iterator[tuple[int, str, bool]]:
    """Every word of a source that may be a name: where it begins, the word, and whether a dot stands before it."""
    lines = [0, *itertools.accumulate(len(line) for line in io.StringIO(source))]
    before = ""
    for found in tokenize.generate_tokens(io.StringIO(source).readline):
        start = lines[found.start[0] - 1] + found.start[1]
        if found.type == token.NAME:
            yield start, found.string, before == "."
        elif found.type == token.STRING and "f" in re.match(r"\w*", found.string.lower())[0]:  # type: ignore[index]
            for at, inside in _fields(found.string):  # Python before 3.12 takes an f-string for one word
                for place, word, dot in _words(f"({inside})"):
                    yield start + at + place - 1, word, dot
        before = found.string


def _fields(literal: str) -> Iterator[tuple[int, str]]:
    """The expressions in the braces of an f-string, and where each begins."""
    at = 0
    opened: list[int] = []
    while at < len(literal):
        letter = literal[at]
        if letter == "{" and literal[at + 1] == "{" and not opened:
            at += 1
        elif letter == "{":
            opened.append(at + 1)
        elif letter == "}" and opened:
            begin = opened.pop()
            yield begin, _expression(literal[begin:at])
        at += 1


def _expression(field: str) -> str:
    """A field without its conversion and format."""
    for end in range(len(field), 0, -1):
        if (end == len(field) or field[end] in "!:") and _parses(f"({field[:end]})"):
            return field[:end]
    return ""


def _spoken(tree: ast.AST) -> Iterator[str]:
    """Names that are said as well: of keyword arguments, and in f"{name=}"."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = _SAID.search(node.value)
            yield said[1] if said else ""


# Parameters: a function outside of any other is renamed as a whole, so that nothing inside means another thing after


def _parameters(text: str, tree: ast.AST, spoken: Set[str]) -> Iterator[Edit]:
    """What is to be renamed in the functions of a module."""
    words = list(_words(text))
    lines = [0, *itertools.accumulate(len(line.encode()) for line in io.StringIO(text))]
    raw = text.encode()
    outside = set(_bound_outside(tree))
    for function in _outermost(tree):
        start, end = (
            len(raw[: lines[line - 1] + column].decode())
            for line, column in (
                (function.lineno, function.col_offset),
                (function.end_lineno or 0, function.end_col_offset or 0),
            )
        )
        inside = [word for word in words if start <= word[0] < end]
        own = Counter(word for _, word, dot in inside if not dot)
        old = [name for name in _own(function, outside) if name not in spoken and len(name) > 1]
        old.sort(key=lambda name: -own[name])
        new = dict(zip(old, _letters("", {word for _, word, _ in inside}), strict=False))
        new = {name: short for name, short in new.items() if len(short) < len(name)}
        yield from ((start, word, new[word]) for start, word, dot in inside if word in new and not dot)


def _outermost(tree: ast.AST) -> Iterator[Function]:
    """The functions and lambdas that stand in no other, and in no f-string."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _FUNCTIONS):
            yield node
        elif not isinstance(node, ast.JoinedStr):
            yield from _outermost(node)


def _bound_outside(tree: ast.AST) -> Iterator[str]:
    """Names that modules and classes define, and so may be meant inside of functions, too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _FUNCTIONS):
            yield getattr(node, "name", "")
            continue
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.Name):
            yield node.id
        yield from _bound_outside(node)


def _own(function: Function, outside: Set[str]) -> list[str]:
    """The parameters of a function and those inside it that nothing else in it may mean: without `self`."""
    first = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    found = dict.fromkeys(node.arg for node in ast.walk(function) if isinstance(node, ast.arg))
    others = {"self", *((outside | _BUILTIN) - first)}
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            others.add(node.name)
            if not all(_last(decorator) in _PLAIN for decorator in node.decorator_list):
                return []
        elif isinstance(node, ast.Global):
            others.update(node.names)
        elif isinstance(node, ast.alias):
            others.add((node.asname or node.name).partition(".")[0])
        if isinstance(node, ast.arguments):
            defaults = [default for default in (*node.defaults, *node.kw_defaults) if default]
            others.update(part.id for default in defaults for part in ast.walk(default) if isinstance(part, ast.Name))
    return [name for name in found if name not in others]


def _last(node: ast.expr) -> str:
    """The last word of a dotted name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


# Private data: modules whose names may meet on one object share a list of short names


def _data(tree: ast.AST) -> set[str]:
    """The private names that a module gives values to."""
    stored = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute) and not isinstance(node.ctx, ast.Load)
    }
    return set(filter(_is_private, stored))


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and len(name) > 1


def _functions(tree: ast.AST) -> set[str]:
    """The private functions and classes of a module."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds) and _is_private(node.name)}


def _lasting(tree: ast.AST) -> Iterator[str]:
    """Names that stay in every module: what another one imports, what a string says, what is compiled away (const)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.alias):
            yield from (node.name, node.asname or "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _last(node.value.func) == "const":
            yield from map(_last, node.targets)


def _groups(trees: Mapping[str, ast.AST]) -> Iterator[list[str]]:
    """The modules, together those whose private names may meet on one object: by inheritance or by use from outside."""
    where: dict[str, list[str]] = {}  # classes and private names
    for module, tree in trees.items():
        classes = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        for name in classes | _data(tree) | _functions(tree):
            where.setdefault(name, []).append(module)
    groups = {module: [module] for module in trees}
    for module, tree in trees.items():
        for name in _shared(tree):
            for other in where.get(name, []):
                if groups[other] is not groups[module]:
                    groups[module] += groups[other]
                    groups.update(dict.fromkeys(groups[other], groups[module]))
    yield from {id(group): group for group in groups.values()}.values()


def _shared(tree: ast.AST) -> Iterator[str]:
    """Classes that a module inherits from, and private names that it uses of objects not its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from map(_last, node.bases)
        elif isinstance(node, ast.Attribute) and _is_private(node.attr) and _last(node.value) != "self":
            yield node.attr


def _uses(texts: Iterable[str], data: Set[str]) -> list[str]:
    """The names of `data`, what is written most often first."""
    count = Counter(word for text in texts for _, word, _ in _words(text) if word in data)
    return sorted(count, key=lambda name: (-count[name], name))
