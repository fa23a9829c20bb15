"""A file system area that is blank, damaged or in another format.

MicroPython formats it silently before our firmware starts, so only `make doctor` can report it. Disks with other files
are in test_flash_user_files and test_flash_install.
"""

import random

import pytest

from sixpip import VERSION
from sixpip.board import pins
from tools.board.flash.board import connect
from tools.board.flash.doctor import Findings, examine
from tools.board.image import BLOCK_COUNT, BLOCK_SIZE, make_image
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving
from tools.check.power_loss.disk import Disk
from tools.check.power_loss.images import to_operations
from tools.check.power_loss.session import used_files

pytestmark = pytest.mark.usefixtures("emulator")

SIZE = BLOCK_COUNT * BLOCK_SIZE
ROOT = 2 * BLOCK_SIZE
FAT = (b"\xeb\xfe\x90MSDOS5.0" + (512).to_bytes(2, "little") + b"\x08").ljust(510, b"\0") + b"\x55\xaa"
INVALID = {
    "blank": b"\xff" * SIZE,
    "FAT": FAT.ljust(SIZE, b"\xff"),
    "garbage": random.Random(1).randbytes(SIZE),
    "without the blocks of the root": bytes(ROOT) + make_image(None, used_files())[ROOT:],
}
_BOOT_MS = 1000


def start(image: bytes) -> Machine:
    """Returns a Pico one second after power-on."""
    machine = Machine(image)
    machine.run_ms(_BOOT_MS)
    assert not any(machine.oled) and not machine.led_frames and not machine.pin(pins.LED_EN)
    return machine


def doctor(machine: Machine) -> Findings:
    """Returns the findings of `make doctor`, which writes nothing."""
    before = machine.filesystem()
    with serving(machine) as address:
        board = connect(address)
        found = examine(board, VERSION)
        board.close()
    assert machine.filesystem() == before
    return found


NOT_THERE = ["Sixpip is not installed on this board: run make flash."]


@pytest.mark.parametrize("name", INVALID)
def test_an_area_without_littlefs_is_formatted_and_doctor_reports_that_the_firmware_is_missing(name: str) -> None:
    machine = start(INVALID[name])
    assert Disk(machine.filesystem()).files() == {}
    erased = {place // BLOCK_SIZE for place, data in to_operations(machine.flash_operations) if data is None}
    assert erased == {0, 1}, "all other blocks are unchanged"
    assert doctor(machine).faults == NOT_THERE


def test_saved_games_without_the_firmware_are_unchanged_and_listed_by_doctor() -> None:
    image = make_image(None, used_files())
    machine = start(image)
    assert machine.flash_operations == []
    assert machine.filesystem() == image
    found = doctor(machine)
    assert found.faults == NOT_THERE
    assert dict(found.facts)["Your files"].startswith("game, logs/game-1.log, ")
