"""CONTRIBUTING.md: its diagrams are up to date and complete, and every file and name that it mentions exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tools import FIRMWARE, ROOT
from tools.check.imports import PARTS, import_graph
from tools.publish import diagrams, docs, markdown
from tools.publish.diagrams import SCREENS

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (?!to change|-)(.*?) \| (.*) \|$", PAGE.partition("## To change X, touch Y")[2], re.MULTILINE)
SOURCE = FIRMWARE / "sixpip"


@cache
def names_in(path: Path) -> set[str]:
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        names |= _assigned(node)
        if isinstance(node, ast.ClassDef):
            inside = set.union(*[_assigned(child) for child in ast.walk(node)])
            names |= {f"{node.name}.{name.removeprefix('self.')}" for name in inside}
    return names


def _assigned(node: ast.AST) -> set[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {ast.unparse(target) for target in node.targets}
    return {ast.unparse(node.target)} if isinstance(node, ast.AnnAssign) else set()


@pytest.mark.long
def test_the_diagrams_are_up_to_date() -> None:
    assert markdown.update(PAGE, docs.PARTS) == PAGE, "CONTRIBUTING.md is out of date: run `make docs`."


@pytest.mark.parametrize(("what", "where"), ROWS)
def test_every_file_and_name_of_the_table_exists(what: str, where: str) -> None:
    path = None
    for word in where.split("`")[1::2]:
        if "/" in word or word.endswith(".md"):
            path = next((folder / word for folder in (SOURCE, ROOT) if (folder / word).exists()), None)
            assert path, f"{what}: there is no {word}"
        elif not word.startswith("make "):
            assert path and word in names_in(path), f"{what}: there is no {word} in {path}"
    assert path, f"{what}: no file is named"


@pytest.mark.long
def test_every_class_and_method_that_the_text_names_exists() -> None:
    text = re.sub(r"```.*?```", "", PAGE.partition("## To change X, touch Y")[0], flags=re.DOTALL)
    named = {name for name in text.split("`")[1::2] if re.fullmatch(r"[A-Z][a-z]\w+(\.\w+)?", name)}
    known = set.union(*[names_in(path) for path in SOURCE.rglob("*.py")])
    assert {"App.step", "Session.apply", "TurnView"} <= named <= known


@pytest.mark.long
def test_the_module_diagram_has_every_part_and_package() -> None:
    diagram = diagrams.modules_diagram()
    for part in {*PARTS} - {"", "compat", "main", "sixpip_importer"}:
        assert f'["{part}/"]' in diagram
    packages = {".".join(name.split(".")[2:-1]) for name in import_graph() if name.count(".") > 2}
    assert packages
    for package in packages:
        assert f'["{package.replace(".", "/")}/"]' in diagram


@pytest.mark.long
def test_every_screen_can_be_reached_from_power_on() -> None:
    edges = diagrams.screen_edges()
    reached = {"power_on", "any_screen"}
    while more := {target for source, target in edges if source in reached} - reached:
        reached |= more
    assert reached == {"power_on", "any_screen", *SCREENS}


@pytest.mark.long
def test_every_call_that_opens_a_screen_is_in_the_screen_diagram() -> None:
    found = set()
    for target in SCREENS.values():
        module, _, kind = target.partition(":")
        for _, call, where in diagrams.opening_calls("screens." + module, kind):
            found.add((where, call.lineno))
    written = set()
    for path in (SOURCE / "screens").rglob("*.py"):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(r"app\.(open|replace|start|start_game|notify)\(", line):
                written.add((module, number))
    assert written and written == {place for place in found if place[0].startswith("screens.")}
