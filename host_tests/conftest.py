"""Fixtures for tests of several areas: a new console, and optional programs that a computer may lack.

A missing program skips its tests with the remedy. With SIXPIP_ONLY_SKIP set (as .ci/run does), a skip is a failure
unless its reason contains one of the texts in it (separated by |), so that CI notices missing programs.
"""

import gc
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tests import effort, external_programs
from tools.targets import SWEEP, TEST

if TYPE_CHECKING:
    from host_tests.scripted_player import ScriptedPlayer

ONLY_SKIP = "SIXPIP_ONLY_SKIP"
SUMMARY = "summary"
"""The name of a property that is printed in pytest's summary."""

NO_IMAGE = "MicroPython's image"
"""In the reason of tests that are skipped without it."""
MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 4 << 30
TIMED = ("awake", "after-a-menu", "held-combinations", "last-seconds", "time-is-up")
"""Screens that show what happens within a second or a minute."""

Report = pytest.TestReport | pytest.CollectReport


@pytest.fixture(scope="module")
def compiled_loops() -> None:
    """Compiles the inner loops of the computer players; skips without Numba."""
    pytest.importorskip("numba", reason="numba is not installed: run `make setup`.")
    from tools.research.compiled_loops import compile_loops

    compile_loops()


@pytest.fixture
def player(tmp_path: Path) -> "ScriptedPlayer":
    """A player in front of a new console that was just switched on."""
    from host_tests.scripted_player import ScriptedPlayer

    return ScriptedPlayer(str(tmp_path))


@pytest.fixture(params=[0, *[pytest.param(days, marks=pytest.mark.sweep) for days in (7, 10, 12.42)]])
def left_on(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before every press of a ScriptedPlayer the console has been left on for so many days.

    The tick counter wraps after 12.4 days, and its differences are wrong from 6.2 days on. For tests with a parameter
    `name` that is one of TIMED no time passes.
    """
    from host_tests.scripted_player import ScriptedPlayer

    tap = ScriptedPlayer.tap

    def tap_after_days(player: "ScriptedPlayer", button: int) -> None:
        player.board.elapsed_ms += int(request.param * 86_400_000)
        tap(player, button)

    if request.param and request.node.callspec.params.get("name") not in TIMED:
        monkeypatch.setattr(ScriptedPlayer, "tap", tap_after_days)


@pytest.fixture
def texts_fit(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test in which a console draws a text that does not fit on its OLED, or touches something else."""
    from sixpip.view.text import Canvas
    from tools.play.host.cut_texts import note_cut_texts
    from tools.play.host.touching import note_touching

    make, cut, touching = Canvas.__init__, [], []

    def make_noting(canvas: Canvas, buffer: bytearray) -> None:
        make(canvas, buffer)
        cut.append(note_cut_texts(canvas))
        touching.append(note_touching(canvas))

    monkeypatch.setattr(Canvas, "__init__", make_noting)
    yield
    assert [text for texts in cut for text in texts] == []
    assert [both for found in touching for both in found] == []


@pytest.fixture
def no_own_variants() -> Iterator[None]:
    """Removes all own variants before and after a test."""
    from sixpip.rules.rulebook import variants

    variants.clear_own()
    yield
    variants.clear_own()


@pytest.fixture(scope="session")
def micropython() -> Callable[..., str]:
    """`tools.check.micropython.run`: returns the output of a script under the real MicroPython with the firmware."""
    from tools.check.micropython import MicroPythonMissing, require, run

    try:
        require()
    except MicroPythonMissing as error:
        pytest.skip(str(error))
    return run


@pytest.fixture(scope="session")
def emulator() -> Path:
    """The path of the official MicroPython image for tools.check.emulator.Machine."""
    from tools.check.emulator import emulator_or_skip

    return emulator_or_skip()


@pytest.fixture(scope="session")
def pico2_emulator() -> None:
    """What tools.check.pico2.Pico2 needs, which few computers have."""
    from tools.check.pico2 import missing

    if reason := missing():
        pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium for Playwright (tools.play.simulator.browser)."""
    pytest.importorskip("playwright", reason="Playwright is not installed: run `make setup`.")
    from tools.play.simulator.browser import find_chromium

    path = find_chromium()
    if not path:
        pytest.skip("Chromium not found: install it (Debian: `apt-get install chromium`) or set CHROMIUM to its path.")
    return path


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Sets how much the tests do, and keeps the files of tests in memory on a Linux with enough of it: it is faster."""
    effort.configure(config)
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH_BYTES:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Returns the processes for `-n auto`: one for each core, two more in `make test`, and one in `make sweep`.

    The tests that `make quick` leaves out often wait for mpremote, a browser or a tool.
    """
    return (os.cpu_count() or 1) + {TEST: 2, SWEEP: 1}.get(config.option.markexpr, 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the seed of random examples, and the figures that tests report with record_property(SUMMARY, ...)."""
    if sentence := effort.seed_sentence(terminalreporter.config):
        terminalreporter.write_line(sentence)
    for report in terminalreporter.getreports("passed"):
        for name, text in report.user_properties:
            if name == SUMMARY:
                terminalreporter.write_line(f"{report.nodeid.rpartition('::')[2]}: {text}")
    if any(NO_IMAGE in str(report.longrepr) for report in terminalreporter.getreports("skipped")):
        from tools.check.emulator.image import remedy

        terminalreporter.write_line(remedy())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that need more than Python packages, and puts slow modules first."""
    external_programs.mark(items)
    external_programs.move_slow_modules_first(items)
    effort.scale(items)
    external_programs.limit_short_tests(items)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leaves the tests and modules, which stay until the end, out of garbage collection: it takes less time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def fail_unexpected_skip(report: Report) -> None:
    """Changes a skip to a failure if SIXPIP_ONLY_SKIP is set and does not allow it."""
    allowed = os.environ.get(ONLY_SKIP)
    if allowed is None or not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not any(text and text in reason for text in allowed.split("|")):
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped, but must run in CI. {reason}"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test marked `forked` in a fork of this process."""
    if pyfuncitem.get_closest_marker("forked") is None:
        return None
    from host_tests.forked import run_forked

    run_forked(pyfuncitem)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Checks the report of every test for a skip."""
    report = yield
    fail_unexpected_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Checks the report of every module for a skip of the whole module."""
    report = yield
    fail_unexpected_skip(report)
    return report
