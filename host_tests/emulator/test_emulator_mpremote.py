"""The real mpremote with the emulated Pico: `make flash` to a factory-new board, and the commands of VARIANTS.md."""

import re
import subprocess
from pathlib import Path

import pytest

from host_tests.command_fixture import make
from host_tests.pico_fixture import mpremote, wait_for_text
from sixpip import VERSION
from tools import FIRMWARE, ROOT
from tools.board.build import firmware_files
from tools.board.flash import manifest
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, make_image, read_image
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving

pytestmark = pytest.mark.usefixtures("emulator")

FACTORY_FLASH = b"\xff" * (BLOCK_COUNT * BLOCK_SIZE)
EXACT_EVERY = 64
BANNER = f"Sixpip {VERSION}\r\n"
VARIANTS = (FIRMWARE / "VARIANTS.md").read_text(encoding="utf-8")


@pytest.mark.sweep
def test_make_flash_installs_the_firmware_on_a_factory_new_pico_and_it_boots_to_the_menu() -> None:
    machine = Machine(FACTORY_FLASH, exact_every=EXACT_EVERY)
    machine.run_ms(300)
    with serving(machine) as address:
        command = make("-s", "flash", f"PORT={address}")
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"Sixpip {VERSION} is running" in done.stdout
    wait_for_text(machine, "Dice 10 000")
    on_board = read_image(machine.filesystem())
    assert {path: data for path, data in on_board.items() if path != manifest.NAME} == firmware_files()
    assert "Traceback" not in machine.console_text.rpartition(BANNER)[2]


def test_the_commands_on_the_variants_page_copy_an_own_variant_to_the_board(tmp_path: Path) -> None:
    commands = re.findall(r"^ {4}mpremote (.*)$", VARIANTS, re.MULTILINE)
    example = re.findall(r"```json\n(.*?)```", VARIANTS, re.DOTALL)[0]
    (tmp_path / "grandma.json").write_text(example, encoding="utf-8")
    machine = Machine(make_image(None), exact_every=EXACT_EVERY)
    machine.run_ms(300)
    with serving(machine) as address:
        for command in commands:
            mpremote(command, address, tmp_path)
    assert len(commands) == 3
    assert read_image(machine.filesystem())["variants/grandma.json"] == example.encode()
