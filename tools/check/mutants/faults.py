"""Which faults are tried: the mutants of a module, without those that cannot change what it does.

cosmic-ray makes the mutants; this module selects its operators and leaves out annotations and the like. The mutants in
equivalent.toml are not counted, each with its reason.
"""

import ast
import tomllib
import zlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

EQUIVALENT = Path(__file__).with_name("equivalent.toml")

_PAIRS = {
    "ReplaceComparisonOperator": "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is",
    "ReplaceBinaryOperator": (
        "Add_Sub Sub_Add Mul_FloorDiv FloorDiv_Mul Mod_FloorDiv Pow_Mul LShift_RShift RShift_LShift "
        "BitAnd_BitOr BitOr_BitAnd BitXor_BitOr"
    ),
    "ReplaceUnaryOperator": "Delete_Not Delete_USub Delete_Invert",
}
OPERATORS = (
    "AddNot",
    "ExceptionReplacer",
    "NumberReplacer",
    "ReplaceAndWithOr",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ReplaceFalseWithTrue",
    "ReplaceOrWithAnd",
    "ReplaceTrueWithFalse",
    "ZeroIterationForLoop",
    *(f"{name}_{pair}" for name, pairs in _PAIRS.items() for pair in pairs.split()),
)
"""The operators of cosmic-ray that are used. All others replace an operator by one that any test notices."""


class Mutant(NamedTuple):
    """A module with one fault."""

    path: str
    """The file from firmware/sixpip on."""
    line: int
    operator: str
    before: str
    """The line without the fault."""
    after: str
    source: str
    """The whole module with the fault."""


class Equivalent(NamedTuple):
    """A row of equivalent.toml: faults that no test can notice."""

    file: str
    line: str
    """The whole line without the fault and without indentation."""
    faults: tuple[str, ...]
    """The line with each of the faults."""
    reason: str

    def has(self, mutant: Mutant) -> bool:
        """Whether the row lists a mutant."""
        return (self.file, self.line) == (mutant.path, mutant.before) and mutant.after in self.faults


def read_equivalent(path: Path = EQUIVALENT) -> list[Equivalent]:
    """Read the rows of equivalent.toml."""
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    return [Equivalent(row["file"], row["line"], tuple(row["faults"]), row["reason"]) for row in rows]


def counted(mutants: Sequence[Mutant], equivalent: Collection[Equivalent]) -> list[Mutant]:
    """The mutants that are not equivalent."""
    return [mutant for mutant in mutants if not any(row.has(mutant) for row in equivalent)]


def mutants_of(source: str, path: str, share: int = 1) -> list[Mutant]:
    """The mutants of a module, by line; of those about one in `share`, always the same ones."""
    made: dict[str, Mutant] = {}
    for operator, line, changed in _changed(source, path, share):
        before, after = _changed_line(source, changed, line)
        made.setdefault(changed, Mutant(path, line, operator, before, after, changed))
    return sorted(made.values())


def _changed(source: str, path: str, share: int) -> Iterator[tuple[str, int, str]]:
    """For each fault that the operators make: the operator, the line, and the source with the fault."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    nodes = list(ast_nodes(get_ast(source)))
    ignored = ignored_places(ast.parse(source))
    lines = source.splitlines()
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        starts = [start for node in nodes for start, _end in operator.mutation_positions(node)]
        for number, start in enumerate(starts):
            if any(first <= start < end for first, end in ignored):
                continue
            same = starts[:number].count(start)
            if zlib.crc32(f"{path} {name} {start[1]} {same} {lines[start[0] - 1]}".encode()) % share == 0:
                yield name, start[0], mutate_code(source, operator, number) or source


def _changed_line(source: str, changed: str, line: int) -> tuple[str, str]:
    """The line before and after the change, without indentation; the number of the line is that of the fault."""
    before, after = source.splitlines(), changed.splitlines()
    at = next((at for at, pair in enumerate(zip(before, after)) if pair[0] != pair[1]), line - 1)
    return before[at].strip(), after[at].strip()


Position = tuple[int, int]


def ignored_places(tree: ast.Module) -> list[tuple[Position, Position]]:
    """Where a fault changes nothing when the program runs: annotations, decorators, and blocks for type checkers."""
    ignored: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            ignored += [node.returns, *node.decorator_list]
        elif isinstance(node, ast.arg | ast.AnnAssign):
            ignored.append(node.annotation)
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            ignored.append(node)
    return [_extent(node) for node in ignored if isinstance(node, ast.expr | ast.stmt)]


def _extent(node: "ast.expr | ast.stmt") -> tuple[Position, Position]:
    """The first position of a node and the one after its end, as parso counts them."""
    return (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
