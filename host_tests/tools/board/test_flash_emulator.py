"""`make flash` with the real MicroPython of the emulated Pico and the real mpremote, while the cable is pulled.

With a toy firmware, because many interruptions are tried.
"""

import os
import select
import subprocess
import sys

import pytest
from littlefs import lfs

from host_tests.flash_fixture import with_manifest
from host_tests.pico_fixture import PROMPT, repl
from host_tests.toy_firmware import BANNER, NEW, OLD, OTHERS
from sixpip import VERSION
from tools import FIRMWARE, ROOT
from tools.board.build import compile_module
from tools.board.flash import imports
from tools.board.flash.board import Board, connect
from tools.board.flash.errors import PortError
from tools.board.flash.install import install, read_state
from tools.board.flash.plan import MAIN, Plan, make_plan
from tools.board.flash.sentences import ERASE
from tools.board.flash.user_files import read_user_files, restore_user_files
from tools.board.image import make_image, read_image
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving
from tools.check.power_loss.images import cuts, to_operations
from tools.terminal import shown

pytestmark = pytest.mark.usefixtures("emulator")

BOOT_MS = 5000
REPAIR_EVERY = 4
"""One interruption of this many is also repaired in the emulator."""


def update(board: Board, firmware: dict[str, bytes], steps: int = -1) -> Plan:
    """Flash; the program on this computer stops after this many calls of `progress` (-1: never)."""
    remaining = steps

    def progress(name: str, count: int) -> None:
        nonlocal remaining
        if remaining == 0:
            raise InterruptedError(name)
        remaining -= 1

    state = read_state(board, firmware)
    plan = make_plan(state, firmware, VERSION)
    install(board, state, plan, firmware, progress)
    return plan


def check_complete_or_not_started(files: dict[str, bytes]) -> None:
    """If main.py exists, its version is complete; other files are unchanged."""
    if MAIN in files:
        version = OLD if files[MAIN] == OLD[MAIN] else NEW
        assert {path: files.get(path) for path in version} == version
    assert {path: files.get(path) for path in OTHERS} == OTHERS


BEFORE = make_image(None, {**with_manifest(OLD, "old"), **OTHERS})


def flashed(steps: int = -1) -> tuple[Machine, bool]:
    """A board with the old toy after flashing the new one, and whether that was interrupted (after `steps`)."""
    machine = Machine(BEFORE)
    machine.run_until(lambda: BANNER in machine.console_text, BOOT_MS)
    with serving(machine) as address:
        board = connect(address)
        try:
            update(board, NEW, steps)
        except InterruptedError:
            return machine, True
        finally:
            board.close(restart=False)
    return machine, False


def repair(machine: Machine) -> None:
    with serving(machine) as address:
        board = connect(address)
        update(board, NEW)
        board.start(VERSION)
        board.close()
    assert read_image(machine.filesystem()) == {**with_manifest(NEW, VERSION), **OTHERS}
    _, _, after = machine.console_text.partition(BANNER)
    assert after.count("starting new") == after.count(BANNER) == 1
    assert "starting old" not in after


def test_after_an_interruption_at_any_step_no_partial_version_starts_and_the_next_flash_repairs_it() -> None:
    """Steps are before, in the middle of and after a file. test_flash_install.py repairs after every one."""
    steps = 0
    machine, interrupted = flashed(steps)
    while interrupted:
        check_complete_or_not_started(read_image(machine.filesystem()))
        if steps % REPAIR_EVERY == 0:
            repair(machine)
        steps += 1
        machine, interrupted = flashed(steps)
    assert steps > 2 * len([path for path in NEW if NEW[path] != OLD.get(path)])


def test_power_loss_at_any_flash_operation_of_the_real_micropython_never_starts_a_partial_version() -> None:
    machine, _ = flashed()
    images = [cut.image for cut in cuts(BEFORE, to_operations(machine.flash_operations))]
    for image in images:
        check_complete_or_not_started(read_image(image))
    assert images[-1] == machine.filesystem()


# A board with a past


def answers(files: dict[str, bytes], lines: list[str]) -> list[str]:
    """What the prompt of a board with these files answers to each line."""
    machine = Machine(make_image(None, files))
    machine.run_ms(400)
    machine.send("\r")
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), BOOT_MS)
    return [repl(machine, line) for line in lines]


@pytest.mark.parametrize("place", ["", "lib/"])
@pytest.mark.parametrize("end", [".py", ".mpy", "/__init__.py", "/x"])
def test_micropython_imports_a_file_or_folder_in_place_of_each_module_that_is_named_and_of_no_other(
    place: str, end: str
) -> None:
    imported = imports.imported_modules()
    mine = b"mine = 1\n"
    content = {".py": mine, ".mpy": compile_module("x.py", mine.decode()), "/__init__.py": mine, "/x": b""}[end]
    own = "mine" if end != "/x" else "__path__"
    lines = [f"import {name}; print(hasattr({name}, '{own}'))" for name in imported]
    found = answers({f"{place}{name}{end}": content for name in imported}, lines)
    expected = [str(name in imports.hideable_modules()) for name in imported]
    assert dict(zip(imported, found, strict=True)) == dict(zip(imported, expected, strict=True))


def flash_over(files: dict[str, bytes]) -> tuple[Machine, Plan]:
    """Flashes the new toy to a board with these files, and starts it."""
    machine = Machine(make_image(None, files))
    machine.run_ms(400)
    with serving(machine) as address:
        board = connect(address)
        plan = update(board, NEW)
        board.start(VERSION)
        board.close()
    assert BANNER in machine.console_text
    return machine, plan


def test_a_board_with_files_in_place_of_all_modules_is_flashed_and_starts() -> None:
    stop = b"raise ValueError\n"
    machine, plan = flash_over({f"{name}.py": stop for name in imports.hideable_modules()})
    assert sorted(plan.renames) == [f"{name}.py" for name in imports.hideable_modules()]
    assert read_image(machine.filesystem())["os_before_sixpip.py"] == stop


def test_a_boot_py_that_stops_with_an_error_is_renamed_and_the_console_starts() -> None:
    machine, plan = flash_over({"boot.py": b"import network\n"})
    assert plan.boot_fault == "stops with ImportError: no module named 'network'"
    assert read_image(machine.filesystem())["boot_before_sixpip.py"] == b"import network\n"


def test_a_boot_py_that_never_ends_is_renamed_and_the_console_starts() -> None:
    """At power-on MicroPython has no USB before boot.py ends, so only one that was just copied can be reached."""
    machine = Machine(make_image(None, {}))
    machine.run_ms(400)
    with serving(machine) as address:
        board = connect(address)
        board.write("boot.py", b"import time\nwhile True:\n    time.sleep_ms(10)\n")
        board.close(restart=False)
        board = connect(address)
        assert update(board, NEW).boot_fault == "does not end"
        board.start(VERSION)
        board.close()
    assert BANNER in machine.console_text


def test_the_remedy_for_a_program_that_ctrl_c_does_not_stop_is_one_that_a_bare_pico_can_do() -> None:
    stubborn = b"import micropython, time\nmicropython.kbd_intr(-1)\nwhile True:\n    time.sleep_ms(10)\n"
    machine = Machine(make_image(None, {MAIN: stubborn}))
    machine.run_ms(400)
    with serving(machine) as address, pytest.raises(PortError) as caught:
        connect(address)
    assert str(caught.value).endswith(f"if its program cannot be stopped, {ERASE}.")
    assert "BOOTSEL" in ERASE and "make uf2" in ERASE


FEEDS_WATCHDOG = """
import machine, time
time.sleep_ms(100)
print("fed")
dog = machine.WDT(timeout=500)
while True:
    dog.feed()
    time.sleep_ms(50)
"""


def test_a_watchdog_that_the_console_fed_does_not_reset_the_board_while_it_is_flashed() -> None:
    machine = Machine(make_image(None, {MAIN: FEEDS_WATCHDOG.encode()}))
    machine.run_until(lambda: "fed" in machine.console_text, BOOT_MS)
    with serving(machine) as address:
        connect(address).close(restart=False)
    machine.run_ms(3000)
    assert machine.console_text.count("fed") == 1
    machine.send("\x02\x04")
    machine.run_ms(3000)
    assert machine.console_text.count("fed") == 2


# The prompt


def test_make_repl_opens_the_prompt_of_micropython_and_ctrl_x_leaves_it() -> None:
    pty = pytest.importorskip("pty", reason="There are no pseudo-terminals on Windows.")
    machine = Machine(make_image(None, {MAIN: b"import time\nwhile True:\n    time.sleep_ms(10)\n"}))
    machine.run_ms(300)
    near, far = pty.openpty()
    with serving(machine) as address:
        environment = {**os.environ, "PORT": address, "PYTHONPATH": f"{FIRMWARE}{os.pathsep}{ROOT}"}
        command = [sys.executable, "-m", "tools.board.flash", "repl"]
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=far, stdout=far, stderr=far) as child:
            try:
                for typed, answer in ((b"\x03", b">>> "), (b"40 + 2\r", b"\n42")):
                    read_until(near, typed, answer)
                os.write(near, b"\x18")
                assert child.wait(timeout=600) == 0
            finally:
                child.kill()
    for end in (near, far):
        os.close(end)


def read_until(terminal: int, typed: bytes, answer: bytes) -> None:
    output = b""
    for _ in range(600):
        os.write(terminal, typed)
        while select.select([terminal], [], [], 1)[0]:
            output += os.read(terminal, 1000)
            if answer in output:
                return
    raise AssertionError(output)


def test_a_board_with_names_of_any_bytes_and_deep_folders_is_backed_up_and_updated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deep = "/".join(["d"] * 60)
    plain = {"settings": b"loud", f"{deep}/x": b"deep", 'it\'s "ours" $%.txt': b"quotes"}
    odd = ["bad\xff\xfe", "big\xf7\xbf\xbf\xbf", "cut\xe2", "esc\x1b[31m\nx", "\xed\xa0\x80"]
    with monkeypatch.context() as patch:
        patch.setattr(lfs, "FILENAME_ENCODING", "latin-1")  # a byte for each letter
        machine = Machine(make_image(None, {**with_manifest(OLD, "old"), **plain, **dict.fromkeys(odd, b"x")}))
    machine.run_ms(400)
    left_out: list[str] = []
    with serving(machine) as address:
        board = connect(address)
        assert read_user_files(board, left_out.append) == plain
        update(board, NEW)
        restore_user_files(board, {f"{deep}/x": b"other"})
        board.close()
        board = connect(address)
        assert read_user_files(board) == {**plain, f"{deep}/x": b"other"}
        board.close()
    assert len(left_out) == len(odd) and r"esc\x1b[31m\nx" in map(shown, left_out)
