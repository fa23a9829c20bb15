"""firmware/RANDOM_STANDARDS.md: each clause has tests that exist, or a reason why it is not applicable."""

import ast
import re
from functools import cache

import pytest

from tools import FIRMWARE, ROOT

PAGE = (FIRMWARE / "RANDOM_STANDARDS.md").read_text(encoding="utf-8")
CLAUSES = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if re.match(r"\| (21\.1|[ABC])", line)]
TEST = re.compile(r"`(test_\w+\.py)::(test_\w+)`")


@cache
def names_in(name: str) -> set[str]:
    (path,) = (ROOT / "host_tests").rglob(name)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_page_has_all_clauses_that_were_available() -> None:
    found = {re.sub(r" \(.*", "", clause) for clause, *_ in CLAUSES}
    assert found == {f"21.1.{number}" for number in range(1, 11)} | {
        *("A", "B", "B 1", "B 2", "C", "C 1", "C 2"),
        *(f"B 2 {letter}" for letter in "abcdefghij"),
    }


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause[0])
def test_each_clause_names_a_test_that_exists_or_a_reason(clause: list[str]) -> None:
    _, _, answer = clause
    named = TEST.findall(answer)
    if not named:
        assert re.search(r"not applicable, because|^see \w 1 and \w 2$", answer)
    assert answer.count("::") == len(named)
    for file, name in named:
        assert name in names_in(file), f"{file}::{name}"


def test_the_page_about_randomness_links_to_it_and_it_links_back() -> None:
    assert "(RANDOM_STANDARDS.md)" in (FIRMWARE / "RANDOMNESS.md").read_text(encoding="utf-8")
    assert "(RANDOMNESS.md)" in PAGE
