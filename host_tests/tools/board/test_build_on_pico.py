"""The compiled firmware on the emulated Pico: modules load, and can be replaced, as any MicroPython user expects."""

from pathlib import Path

import pytest

from host_tests.pico_fixture import mpremote
from sixpip import VERSION
from tools import FIRMWARE
from tools.board.build import board_sources, compile_module, compiled_path
from tools.board.image import read_image
from tools.check.bench import pico
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving

pytestmark = pytest.mark.usefixtures("emulator")

MODULE = "sixpip/board/watchdog.py"
"""A module that main.py imports."""
MARK = 'print("this is the replaced module")\n'
CTRL_C = "\x03"
BOOT_MS = 5000
STOP_MS = 400
"""Within which the console has stopped after Ctrl-C."""

IMPORT_ALL = """
set_gc_threshold()
import gc, sys

half = len(names) // 2
for name in names[:half] if FIRST else names[half:]:
    report(name, __import__(name, None, None, ("*",)).__name__)
    gc.collect()
    if gc.mem_free() < 90_000:  # more than the largest module with all that it imports
        for loaded in list(sys.modules):
            if loaded.partition(".")[0] == "sixpip":
                sys.modules.pop(loaded).__dict__.clear()  # else any word that looks like its address keeps it
"""


@pytest.mark.parametrize("is_first", [True, False], ids=["first half", "second half"])
def test_the_pico_imports_every_module(is_first: bool) -> None:
    names = sorted(
        path.removesuffix(".py").replace("/", ".").removesuffix(".__init__") for path in board_sources(FIRMWARE)
    )
    expected = names[: len(names) // 2] if is_first else names[len(names) // 2 :]
    assert pico.run(f"FIRST, names = {is_first}, {names}\n{IMPORT_ALL}").reports == [[name, name] for name in expected]


@pytest.mark.parametrize("name", [compiled_path(MODULE), MODULE])
def test_mpremote_cp_of_one_module_takes_effect_compiled_or_as_source(tmp_path: Path, name: str) -> None:
    source = (FIRMWARE / MODULE).read_text(encoding="utf-8") + MARK
    (tmp_path / "module").write_bytes(compile_module(MODULE, source) if name != MODULE else source.encode())
    machine = Machine(pico.image({}), exact_every=pico.NO_EXACT_FRAMES)
    machine.run_until(lambda: f"Sixpip {VERSION}" in machine.console_text, BOOT_MS)
    with serving(machine) as address:
        mpremote(f"mkdir :sixpip + mkdir :sixpip/board + cp module :{name} + soft-reset", address, tmp_path)
    assert "replaced module" not in machine.console_text
    machine.send("\x02\x04")
    machine.run_until(lambda: machine.console_text.count(f"Sixpip {VERSION}") == 2, BOOT_MS)
    assert machine.console_text.count("this is the replaced module") == 1


@pytest.mark.parametrize("after_ms", [30, 75, 120, 240, 410, 555, 700])
def test_ctrl_c_while_modules_are_imported_stops_the_console_without_a_crash_log(after_ms: int) -> None:
    machine = Machine(pico.image({}), exact_every=pico.NO_EXACT_FRAMES)
    machine.run_until(lambda: "Sixpip" in machine.console_text, BOOT_MS, 1)
    machine.run_ms(after_ms)
    machine.send(CTRL_C)
    machine.run_ms(STOP_MS)
    output = machine.console_text
    assert "KeyboardInterrupt" in output and "Error:" not in output and output.endswith(">>> ")
    assert "crash.log" not in read_image(machine.filesystem())
