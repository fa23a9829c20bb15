"""`make mutants`: which faults are tried, which tests are run for each, and what is reported."""

import ast
import os
from functools import partial
from importlib.util import module_from_spec
from pathlib import Path

import pytest

from tools import FIRMWARE
from tools.check.mutants import faults, trial
from tools.check.mutants.faults import Equivalent, Mutant
from tools.check.mutants.reach import Reach, Recording
from tools.check.mutants.trial import Fork, MutantFinder, TimedTest

SOURCE = '''"""A module."""

from sixpip.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    LIMIT = 1

MOST = const(3)


def grow(size: int | None = 0, by: "int | None" = None) -> int | None:
    """Adds 1, or `by`."""
    total: int | None = size + 1
    return total
'''
MUTANT = Mutant("rules/grow.py", 14, "ReplaceBinaryOperator_Add_Sub", "return size + 1", "return size - 1", "")


def is_ignored(line: int, text: str) -> bool:
    """Whether a fault at the first place of a text in a line of SOURCE is ignored."""
    start = line, SOURCE.splitlines()[line - 1].index(text)
    return any(first <= start < end for first, end in faults.ignored_places(ast.parse(SOURCE)))


def test_faults_in_annotations_and_blocks_for_type_checkers_are_ignored_and_those_in_constants_count() -> None:
    assert is_ignored(6, "1") and is_ignored(11, "| None =") and is_ignored(11, "| None:") and is_ignored(13, "|")
    assert not is_ignored(8, "3") and not is_ignored(11, "0,") and not is_ignored(13, "+")


def test_the_faults_of_a_module_are_those_that_a_test_could_notice() -> None:
    pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed: run `make setup`.")
    made = [(mutant.line, mutant.after.replace(" ", "")) for mutant in faults.mutants_of(SOURCE, "rules/grow.py")]
    assert made == [
        (8, "MOST=const(2)"),
        (8, "MOST=const(4)"),
        (11, 'defgrow(size:int|None=-1,by:"int|None"=None)->int|None:'),
        (11, 'defgrow(size:int|None=1,by:"int|None"=None)->int|None:'),
        (13, "total:int|None=size+0"),
        (13, "total:int|None=size+2"),
        (13, "total:int|None=size-1"),
    ]


@pytest.mark.parametrize(
    ("path", "name"),
    [("rules/grow.py", "sixpip.rules.grow"), ("rules/__init__.py", "sixpip.rules"), ("__init__.py", "sixpip")],
)
def test_the_fault_is_in_the_module_or_package_of_its_file(path: str, name: str, tmp_path: Path) -> None:
    finder = MutantFinder(MUTANT._replace(path=path, source="fault = 1"), tmp_path)
    found = finder.find_spec(name)
    assert found and found.loader and found.origin == str(tmp_path / "firmware" / "sixpip" / path)
    assert (found.submodule_search_locations is not None) == path.endswith("__init__.py")
    module = module_from_spec(found)
    found.loader.exec_module(module)
    assert module.fault == 1
    assert finder.find_spec(f"{name}.other") is None


def test_equivalent_faults_are_not_counted() -> None:
    row = Equivalent("rules/grow.py", "return size + 1", ("return size - 1",), "the size is not used")
    assert faults.counted([MUTANT, MUTANT._replace(after="return size + 2")], [row]) == [
        MUTANT._replace(after="return size + 2")
    ]
    assert faults.counted([MUTANT], [row._replace(file="rules/other.py")]) == [MUTANT]


def test_every_equivalent_fault_is_in_a_line_of_the_firmware_and_has_a_reason() -> None:
    for row in faults.read_equivalent():
        lines = [line.strip() for line in (FIRMWARE / "sixpip" / row.file).read_text(encoding="utf-8").splitlines()]
        assert row.line in lines, row
        assert row.faults and row.line not in row.faults and len(row.reason) > 10, row


class Recorded(Recording):
    """What a file of tests executes, as given."""

    def __init__(self, name: str, lines: dict[int, list[str]], **seconds: float) -> None:
        super().__init__(Path(), name)
        self.tests = {test: TimedTest(test, time) for test, time in seconds.items()}
        self._lines = lines

    def tests_by_line(self, module: str) -> dict[int, list[str]]:
        return self._lines


def test_the_tests_that_execute_a_line_are_run_and_after_an_import_all_of_the_file() -> None:
    files = [
        Recorded("slow", {8: [""], 13: ["long"]}, long=2.0, other=0.1),
        Recorded("quick", {8: ["first"], 13: ["second"]}, first=0.2, second=0.3),
        Recorded("far", {}, third=0.1),
    ]
    reach = Reach(SOURCE, "grow.py", list(files))
    names = {line: [(file, [test.name for test in tests]) for file, tests in reach.tests(line)] for line in (8, 13, 14)}
    assert names == {
        8: [("quick", ["second", "first"]), ("slow", ["long", "other"])],
        13: [("quick", ["second"]), ("slow", ["long"])],
        14: [],
    }


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="This operating system has no os.fork.")


@needs_fork
def test_a_fork_that_hangs_is_ended() -> None:
    def hang() -> None:
        while True:
            pass

    fork = Fork(hang, 0)
    assert fork.is_done and fork.result() is None
    with pytest.raises(ProcessLookupError):
        os.kill(fork.process, 0)


@pytest.mark.long
@needs_fork
@pytest.mark.parametrize(("fault", "killed_by"), [("1", ""), ("2", "host_tests/test_grow.py")])
def test_a_fault_is_noticed_when_a_test_fails_and_the_files_stay_as_they_are(
    fault: str, killed_by: str, tmp_path: Path
) -> None:
    module = tmp_path / "firmware" / "sixpip" / "grow.py"
    module.parent.mkdir(parents=True)
    module.write_text("STEP = 1\n", encoding="utf-8")
    tests = tmp_path / "host_tests" / "test_grow.py"
    tests.parent.mkdir()
    tests.write_text("def test_step():\n    from sixpip.grow import STEP\n\n    assert STEP == 1\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["firmware"]\n', encoding="utf-8")
    mutant = Mutant("grow.py", 1, "NumberReplacer", "STEP = 1", f"STEP = {fault}", f"STEP = {fault}\n")
    plan = [("host_tests/test_grow.py", [TimedTest("host_tests/test_grow.py::test_step", 0.0)])]
    trial.prepare()
    fork = Fork(partial(trial.kills, tmp_path, mutant, plan), 60)
    while not fork.is_done:
        trial.wait([fork])
    assert fork.result() == killed_by
    assert module.read_text(encoding="utf-8") == "STEP = 1\n"
