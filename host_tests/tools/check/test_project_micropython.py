"""The real MicroPython on this computer (tools/check/micropython), and the import of the firmware under it."""

from collections.abc import Callable

import pytest

from tools import FIRMWARE
from tools.check.micropython import MicroPythonFailed

Run = Callable[..., str]

NEEDS_A_PICO = {
    # use machine or rp2: tested in the emulator (tools/check/emulator)
    "sixpip.board.button_driver",
    "sixpip.board.leds",
    "sixpip.board.pico",
    "sixpip.board.watchdog",
}


def modules() -> list[str]:
    names = []
    for path in sorted((FIRMWARE / "sixpip").rglob("*.py")):
        parts = path.relative_to(FIRMWARE).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


PROBE = """
import sys
for name in NAMES:
    try:
        __import__(name)
        print(name, "ok")
    except Exception as error:
        print(name, type(error).__name__, error)
"""


@pytest.fixture(scope="module")
def imported(micropython: Run) -> dict[str, str]:
    """Returns "ok" or the error for each module imported under MicroPython."""
    lines = micropython(f"NAMES = {modules()!r}\n{PROBE}").splitlines()
    return {line.partition(" ")[0]: line.partition(" ")[2] for line in lines}


def test_every_module_without_hardware_imports_under_micropython(imported: dict[str, str]) -> None:
    assert "sixpip.port" in imported
    assert {name: result for name, result in imported.items() if result != "ok" and name not in NEEDS_A_PICO} == {}


def test_scripts_run_under_the_expected_version_of_micropython(micropython: Run) -> None:
    output = micropython("import sys\nfrom sixpip.port import MICROPYTHON\nprint(sys.implementation[:2], MICROPYTHON)")
    assert output == "('micropython', (1, 24, 1, '')) True\n"


def test_a_script_that_raises_fails_with_its_traceback(micropython: Run) -> None:
    with pytest.raises(MicroPythonFailed, match=r'File "<stdin>", line 2[\s\S]*ZeroDivisionError'):
        micropython("print('before')\n1 / 0")
