"""Runs tests in forks of this process: once to find out which lines each test executes, then for each mutant.

A fork starts with pytest loaded and takes the project from a copy, so that files which change meanwhile do not matter.
A mutant exists in the memory of its fork only.
"""

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing.connection import Connection, Pipe
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import hypothesis
import pytest

from tools import ROOT
from tools.check.mutants.faults import Mutant
from tools.targets import TEST

if TYPE_CHECKING:
    from coverage import Coverage

MARKERS = f"{TEST} and not emulator and not micropython and not browser and not hardware_tools"
"""The tests of make test that run on CPython alone."""

_NOT_COPIED = (".git", ".venv", "build", "dist", "node_modules", "__pycache__", ".*_cache", ".hypothesis", ".play")
_PLUGINS = ("_hypothesis_pytestplugin", "pytest_timeout")
_OPTIONS = ("-q", "-m", MARKERS, "--hypothesis-profile=mutants", *[f"-p{plugin}" for plugin in _PLUGINS])
_MEMORY = 4 << 30
_LEAST_LIMIT = 5
"""How many seconds of CPU time each test may take with a fault; slow tests have more."""
_WALL = 10
"""How many seconds may pass for each second of CPU time: others may use the computer."""


@contextmanager
def copy_of_project(folder: Path) -> Iterator[Path]:
    """A copy of the project in a new folder below `folder`, deleted in the end."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="copy-", dir=folder, ignore_cleanup_errors=True) as copy:
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*_NOT_COPIED), dirs_exist_ok=True)
        yield Path(copy)


class Fork:
    """An action in a fork of this process, with limits of time and memory; its result comes through a pipe."""

    def __init__(self, action: Callable[[], object], seconds: float) -> None:
        """`seconds`: of CPU time; far more may pass on a computer with other work."""
        self.pipe, out = Pipe(duplex=False)
        self.deadline = time.monotonic() + seconds * _WALL
        self.process = os.fork()
        if self.process == 0:
            self._run(action, int(seconds) + 1, out)
        out.close()

    def _run(self, action: Callable[[], object], seconds: int, out: Connection) -> None:
        """Send the result of the action, and exit without the cleanup of the parent process."""
        import resource  # Windows has none, and no fork

        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            null = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)
            out.send(action())
        finally:
            os._exit(0)

    @property
    def is_done(self) -> bool:
        """Whether it has ended, or its time is over."""
        return self.pipe.poll() or time.monotonic() > self.deadline

    def result(self) -> Any:
        """Return the result and end all processes of the fork; None when it has no result."""
        try:
            return self.pipe.recv() if self.pipe.poll() else None
        except EOFError:
            return None
        finally:
            self.end()

    def end(self) -> None:
        """End all processes of the fork."""
        for kill in (os.killpg, os.kill):
            try:
                kill(self.process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        os.waitpid(self.process, 0)
        self.pipe.close()


def wait(forks: list[Fork]) -> None:
    """Wait until one of the forks has ended or a second has passed."""
    wait_for([fork.pipe for fork in forks], timeout=1)


class TimedTest(NamedTuple):
    """A test that passes without a fault."""

    name: str
    """Its node ID."""
    seconds: float


class Recorder:
    """A plugin of pytest: notes the time of each test that passes, and switches the context of the coverage."""

    def __init__(self, measured: "Coverage") -> None:
        self._coverage = measured
        self.tests: list[TimedTest] = []
        self._failed = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run a test with a context of its own."""
        self._coverage.switch_context(item.nodeid)
        self._failed = False
        start = time.process_time()
        try:
            return (yield)
        finally:
            if not self._failed:
                self.tests.append(TimedTest(item.nodeid, round(time.process_time() - start, 4)))
            self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that failed or was skipped."""
        self._failed |= not report.passed


class Selection:
    """A plugin of pytest: runs some tests only, the quickest first, and ends this process when one takes too long."""

    def __init__(self, tests: list[TimedTest]) -> None:
        self._limits = {test.name: _LEAST_LIMIT + 5 * test.seconds for test in tests}
        self._order = {test.name: number for number, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the selected tests in their order."""
        items[:] = sorted([i for i in items if i.nodeid in self._order], key=lambda item: self._order[item.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Limit the CPU time of a test. The signal after that ends the process."""
        signal.setitimer(signal.ITIMER_PROF, self._limits[item.nodeid])


class MutantFinder(MetaPathFinder):
    """Imports one module of the firmware with a fault."""

    def __init__(self, mutant: Mutant, copy: Path) -> None:
        self._file = copy / "firmware" / "sixpip" / mutant.path
        self._name = f"sixpip/{mutant.path}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self._source = mutant.source

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Find the module with the fault; no other module."""
        if name != self._name:
            return None
        return spec_from_file_location(name, self._file, loader=_MutantLoader(name, str(self._file), self._source))


class _MutantLoader(SourceFileLoader):
    def __init__(self, name: str, file: str, source: str) -> None:
        super().__init__(name, file)
        self._source = source

    def get_code(self, _name: str) -> Any:
        return compile(self._source, self.path, "exec", dont_inherit=True)


def prepare() -> None:
    """Load what every fork needs, and nothing of the firmware."""
    for plugin in _PLUGINS:
        __import__(plugin)
    profile = {"deadline": None, "database": None, "derandomize": True}
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)  # the smallest example of a failure is not needed
    hypothesis.settings.register_profile("mutants", phases=phases, **profile)  # type: ignore[arg-type]


def _enter(copy: Path) -> None:
    """Let this process take all modules of the project from its copy."""
    for name in list(sys.modules):
        if name.partition(".")[0] in ("tools", "host_tests", "sixpip"):
            del sys.modules[name]
    sys.path[:] = [path for path in sys.path if path not in ("", str(ROOT), str(ROOT / "firmware"))]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(copy)


def record(copy: Path, file: str, data: Path) -> dict[str, Any]:
    """In a fork: run the tests of a file and save which lines each executes; return their times."""
    from coverage import Coverage

    _enter(copy)
    measured = Coverage(data_file=str(data), include=["firmware/sixpip/*"], config_file=False)
    measured.set_option("run:relative_files", True)
    recorder = Recorder(measured)
    start = time.process_time()
    measured.start()
    pytest.main([*_OPTIONS, file], plugins=[recorder])
    measured.stop()
    measured.save()
    spent = time.process_time() - start - sum(test.seconds for test in recorder.tests)
    return {"overhead": round(spent, 3), "tests": [tuple(test) for test in recorder.tests]}


def kills(copy: Path, mutant: Mutant, files: list[tuple[str, list[TimedTest]]]) -> str:
    """In a fork: run tests with the fault; return the first file with a test that fails, or an empty text."""
    _enter(copy)
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, MutantFinder(mutant, copy))
    for file, tests in files:
        status = pytest.main([*_OPTIONS, "-x", file], plugins=[Selection(tests)])
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return file
    return ""
