"""Which tests execute a line of the firmware: recorded once for each file of tests, in build/mutants/tests.

A file is recorded again when it has changed, or anything that all tests may use.
"""

import ast
import hashlib
import json
from pathlib import Path

from tools.check.mutants.trial import TimedTest

SECONDS_FOR_FILE = 180
"""How much CPU time the tests of one file get, so that a file of long tests does not delay everything."""
MOST_SECONDS = 40.0
"""How much CPU time the tests of one mutant may take: of more tests the quickest ones."""

_SHARED = ("firmware/**/*.py", "tools/**/*.py", "host_tests/**/*", "pyproject.toml")


def digests(copy: Path) -> dict[str, str]:
    """For each file of tests a text that changes with the file, and with what all tests may use."""
    shared = hashlib.sha256()
    for pattern in _SHARED:
        for path in sorted(copy.glob(pattern)):
            own = "tools/check/mutants" in path.as_posix()
            if path.is_file() and path.suffix != ".pyc" and not own and not _has_tests(path):
                shared.update(path.relative_to(copy).as_posix().encode() + path.read_bytes())
    tests = [path for path in sorted(copy.glob("host_tests/**/*.py")) if _has_tests(path)]
    return {
        path.relative_to(copy).as_posix(): hashlib.sha256(shared.digest() + path.read_bytes()).hexdigest()
        for path in tests
    }


def _has_tests(path: Path) -> bool:
    return path.name.startswith("test_") and path.suffix == ".py"


class Recording:
    """The tests of one file, and which lines each executes."""

    def __init__(self, folder: Path, file: str) -> None:
        self.file = file
        self.data = folder / f"{Path(file).stem}.coverage"
        self._times = folder / f"{Path(file).stem}.json"
        self.overhead = 0.0
        """Seconds to start and to import."""
        self.tests: dict[str, TimedTest] = {}

    def load(self, digest: str) -> bool:
        """Read what was recorded of the file with this digest; False when there is none."""
        if not self._times.exists():
            return False
        stored = json.loads(self._times.read_text(encoding="utf-8"))
        self.overhead = stored["overhead"]
        self.tests = {name: TimedTest(name, seconds) for name, seconds in stored["tests"]}
        return bool(stored["digest"] == digest)

    def store(self, digest: str, result: "dict[str, object] | None") -> None:
        """Write what record() has returned; a file that took too long or crashed has no tests."""
        stored = {"digest": digest, **(result or {"overhead": 0.0, "tests": []})}
        self._times.write_text(json.dumps(stored, indent=1), encoding="utf-8")
        self.load(digest)

    def tests_by_line(self, module: str) -> dict[int, list[str]]:
        """For each line of a module (its path in firmware/sixpip) the tests that execute it; "" is the import."""
        if not self.tests or not self.data.exists():
            return {}
        from coverage import CoverageData

        data = CoverageData(str(self.data))
        data.read()
        by_line: dict[int, list[str]] = data.contexts_by_lineno(f"firmware/sixpip/{module}")
        return by_line


Plan = list[tuple[str, list[TimedTest]]]
"""The tests to run for a mutant, by file."""


class Reach:
    """The tests that execute the lines of one module."""

    def __init__(self, source: str, module: str, recordings: list[Recording]) -> None:
        tree = ast.parse(source)
        self._statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        functions = [node for node in self._statements if isinstance(node, ast.FunctionDef)]
        self._in_functions = {line for node in functions for line in range(node.body[0].lineno, _end(node) + 1)}
        self._recordings = [(recording, recording.tests_by_line(module)) for recording in recordings]

    def tests(self, line: int) -> Plan:
        """The tests to run for a fault in a line, by file: those that execute it, the quickest files first.

        A line outside functions is executed once, by an import: every test of the process may depend on it. Those that
        execute a function of the module come first.
        """
        lines = self._lines_of_statement(line)
        found = [
            (*self._rank(recording, name, by_line), recording, name)
            for recording, by_line in self._recordings
            for name in self._names(recording, by_line, lines)
        ]
        return _by_file(sorted(found, key=lambda entry: entry[:2]))

    def _names(self, recording: Recording, by_line: dict[int, list[str]], lines: set[int]) -> set[str]:
        """The tests of a file that execute one of the lines."""
        names = {name for line in lines for name in by_line.get(line, ())}
        if names and ("" in names or not lines & self._in_functions):
            return set(recording.tests)
        return names & set(recording.tests)

    def _rank(self, recording: Recording, name: str, by_line: dict[int, list[str]]) -> tuple[bool, float]:
        """Tests of the module before others, then by time."""
        uses_module = any(name in by_line[line] for line in self._in_functions & set(by_line))
        return not uses_module, recording.tests[name].seconds

    def _lines_of_statement(self, line: int) -> set[int]:
        """The lines of the smallest statement around a line, without the block below it."""
        around = [node for node in self._statements if node.lineno <= line <= _end(node)]
        if not around:
            return {line}
        node = max(around, key=lambda node: node.lineno)
        body = getattr(node, "body", None)
        return set(range(node.lineno, max(body[0].lineno, line + 1) if body else _end(node) + 1))


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _by_file(found: "list[tuple[bool, float, Recording, str]]") -> Plan:
    """The first tests that together take MOST_SECONDS, by file; the files that take the least time first."""
    files: dict[str, list[TimedTest]] = {}
    cost: dict[str, float] = {}
    total = 0.0
    for _, seconds, recording, name in found:
        new = 0.0 if recording.file in files else recording.overhead
        total += seconds + new
        if total > MOST_SECONDS:
            break
        files.setdefault(recording.file, []).append(recording.tests[name])
        cost[recording.file] = cost.get(recording.file, 0.0) + seconds + new
    return [(file, files[file]) for file in sorted(files, key=lambda file: cost[file])]
