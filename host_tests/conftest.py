"""What tests of several areas share: a new console, parts that a computer may lack, how CI insists on them.

A part that is missing skips its tests and says the remedy. With SIXPIP_ONLY_SKIP set (as .ci/run does), a skip whose
reason contains none of its texts (parted by |) is a failure, so that nothing required goes quietly missing.
"""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from host_tests.scripted_player import ScriptedPlayer

ONLY_SKIP = "SIXPIP_ONLY_SKIP"
SAID = "said"
"""The name of a property: what a test says in pytest's last lines."""

MARKER_OF_FIXTURE = {"emulator": "emulator", "micropython": "micropython", "chromium": "browser"}
"""The marker of every test that uses a fixture, directly or through other fixtures. `make quick` leaves these out."""

Report = pytest.TestReport | pytest.CollectReport


@pytest.fixture
def player(tmp_path: Path) -> "ScriptedPlayer":
    """A player in front of a new console that was just switched on."""
    from host_tests.scripted_player import ScriptedPlayer

    return ScriptedPlayer(str(tmp_path))


@pytest.fixture
def no_own_variants() -> Iterator[None]:
    """A test begins without own variants, and leaves none behind."""
    from sixpip.rules import variants

    variants.forget_own()
    yield
    variants.forget_own()


@pytest.fixture(scope="session")
def micropython() -> Callable[..., str]:
    """`tools.micropython.run`: what a script prints under the real MicroPython, with the firmware beside it."""
    from tools.micropython import MicroPythonMissing, require, run

    try:
        require()
    except MicroPythonMissing as missing:
        pytest.skip(str(missing))
    return run


@pytest.fixture(scope="session")
def emulator() -> Path:
    """The official MicroPython image, once the emulated Pico can run it (tools.emulator.Machine)."""
    from tools.emulator import emulator_or_skip

    return emulator_or_skip()


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium that Playwright can drive (tools.play.browser)."""
    pytest.importorskip("playwright", reason="Playwright is not installed: run `make setup`.")
    from tools.play.browser import chromium as find

    path = find()
    if not path:
        pytest.skip("There is no Chromium: install it (Debian: `apt-get install chromium`) or name one in CHROMIUM.")
    return path


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests found worth saying (record_property "said"): figures that no document types in."""
    for report in terminalreporter.getreports("passed"):
        for name, words in report.user_properties:
            if name == SAID:
                terminalreporter.write_line(f"{report.nodeid.rpartition('::')[2]}: {words}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests by the fixtures that they use."""
    for item in items:
        for fixture, marker in MARKER_OF_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(marker)


def insist(report: Report) -> None:
    """Make a skip a failure, unless it is one that SIXPIP_ONLY_SKIP allows."""
    allowed = os.environ.get(ONLY_SKIP)
    if allowed is None or not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not any(text and text in reason for text in allowed.split("|")):
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped, and it must run here. {reason}"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test marked `forked` in a copy of this process."""
    if pyfuncitem.get_closest_marker("forked") is None:
        return None
    from host_tests.forked import run_forked

    run_forked(pyfuncitem)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Look at the report of every test."""
    report = yield
    insist(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Look at the report of every module: one can be skipped as a whole."""
    report = yield
    insist(report)
    return report
