"""The file of the modules on the emulated Pico: beside modules of an older version, damaged, missing and replaced."""

import functools
import re
from pathlib import Path

import pytest

from host_tests.flash_fixture import with_manifest
from host_tests.pico_fixture import BOOT_MS, PROMPT, boot, mpremote, new_board, repl, saved_turn, screen_text, tap
from sixpip import VERSION
from sixpip.board.contract import KEEP1, MENU, ROLL
from tools import FIRMWARE, ROOT
from tools.board.build import board_sources, compiled_modules, firmware_files
from tools.board.flash.board import connect
from tools.board.flash.install import install, read_state
from tools.board.flash.plan import make_plan
from tools.board.image import make_image, read_image
from tools.board.module_file import MODULES
from tools.check.bench.pico import firmware
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving

pytestmark = pytest.mark.usefixtures("emulator")

OLD_MAIN = b"from sixpip import VERSION\nprint('Sixpip', VERSION)\n"


@functools.cache
def one_by_one() -> dict[str, bytes]:
    """The modules as an older version has installed them: a file for each, in folders."""
    return compiled_modules(board_sources(FIRMWARE))


def module_file() -> bytes:
    return (firmware() / MODULES).read_bytes()


def code_in_flash(machine: Machine) -> str:
    """What Workshop > About says on a board with the boot menu."""
    return screen_text(tap(machine, MENU, MENU, 3, KEEP1))


def test_an_update_of_a_version_with_a_file_for_each_module_leaves_none_of_them() -> None:
    older = with_manifest({**one_by_one(), "main.py": OLD_MAIN}, "0.0.1")
    machine = Machine(make_image(None, {**older, **saved_turn()}))
    machine.run_ms(400)
    machine.send("\r")  # MicroPython 1.26 may print its first prompt before the port is open
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), BOOT_MS)
    new = firmware_files(firmware())
    with serving(machine) as address:
        board = connect(address)
        state = read_state(board, new)
        install(board, state, make_plan(state, new, VERSION), new, lambda _path, _count: None)
        board.start(VERSION)
        board.close()
    files = read_image(machine.filesystem())
    assert {path: files[path] for path in new} == new
    assert not [path for path in files if path.startswith("sixpip/")]
    assert "ANNA" in screen_text(boot(machine))


def test_modules_that_an_older_version_has_left_are_not_imported() -> None:
    left = {path: b"damaged" if path != "sixpip/__init__.mpy" else module for path, module in one_by_one().items()}
    assert re.search(r"Code in flash \d\d+ KB", code_in_flash(boot(new_board(left))))


def test_a_damaged_file_of_modules_ends_at_the_prompt_with_a_sentence_and_make_doctor_names_it() -> None:
    damaged = bytes(100) + module_file()[100:]
    machine = Machine(make_image(firmware(), {MODULES: damaged}))
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), BOOT_MS)
    assert "ValueError: /sixpip.modules is damaged: install Sixpip again" in machine.console_text


def test_nothing_of_another_version_is_imported_when_the_file_is_replaced_while_the_console_runs(
    tmp_path: Path,
) -> None:
    machine = boot(new_board())
    machine.send("\x03")
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), BOOT_MS)
    other = module_file()[:4] + bytes(8) + module_file()[12:]
    (tmp_path / MODULES).write_bytes(other)
    with serving(machine) as address:
        mpremote(f"resume cp {MODULES} :{MODULES}", address, tmp_path)
    machine.send("\r\x02\r")
    machine.run_ms(200)
    assert "OSError: [Errno 2] ENOENT" in repl(machine, "import sixpip.screens.workshop.self_test")
    assert repl(machine, "print(6 * 7)") == "42"


def test_the_command_in_the_guide_replaces_one_module_and_about_names_it() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    command = next(line for line in guide.splitlines() if line.startswith("    mpremote mkdir"))
    machine = boot(new_board())
    with serving(machine) as address:
        mpremote(command.strip().removeprefix("mpremote ").replace(" + reset", ""), address, ROOT)
    copy = Machine(machine.filesystem())
    assert "Code in flash" in code_in_flash(boot(copy))
    tap(copy, ROLL)
    assert "sixpip.view.text" in screen_text(copy)


def test_modules_of_a_folder_that_mpremote_mounts_go_first() -> None:
    machine = boot(new_board())
    script = (
        "import sixpip_importer; sixpip_importer.mount(); import sixpip.rules.core.errors as errors; "
        "print(errors.__file__)"
    )
    with serving(machine) as address:
        printed = mpremote(f"mount . exec '{script}'", address, FIRMWARE)
    assert printed.strip().endswith("/sixpip/rules/core/errors.py")
