"""A file system area that is blank, foreign or broken: what MicroPython makes of it before our first line runs.

It formats the area without a word, so nothing of ours on the board can speak: `make doctor` says it. What it and
`make flash` say of disks with other files on them: test_flash_own, test_flash_install.
"""

import random

import pytest

from sixpip import VERSION
from sixpip.board import pins
from tools.cuts.disk import Disk
from tools.cuts.images import plain
from tools.cuts.session import used_files
from tools.emulator import Machine
from tools.emulator.serial_port import serving
from tools.flash.board import connect
from tools.flash.doctor import Findings, examine
from tools.image import BLOCK_COUNT, BLOCK_SIZE, make_image

pytestmark = pytest.mark.usefixtures("emulator")

SIZE = BLOCK_COUNT * BLOCK_SIZE
ROOT = 2 * BLOCK_SIZE
FAT = (b"\xeb\xfe\x90MSDOS5.0" + (512).to_bytes(2, "little") + b"\x08").ljust(510, b"\0") + b"\x55\xaa"
FOREIGN = {
    "blank": b"\xff" * SIZE,
    "FAT": FAT.ljust(SIZE, b"\xff"),
    "garbage": random.Random(1).randbytes(SIZE),
    "without the blocks of the root": bytes(ROOT) + make_image(None, used_files())[ROOT:],
}
_BOOT_MS = 1000


def start(image: bytes) -> Machine:
    """A Pico a second after it was switched on."""
    machine = Machine(image)
    machine.run_ms(_BOOT_MS)
    assert not any(machine.oled) and not machine.led_frames and not machine.pin(pins.LED_EN)
    return machine


def doctor(machine: Machine) -> Findings:
    """What `make doctor` finds; it writes nothing."""
    before = machine.filesystem()
    with serving(machine) as address:
        board = connect(address)
        found = examine(board, VERSION)
        board.leave()
    assert machine.filesystem() == before
    return found


NOT_THERE = ["Sixpip is not on this board: make flash puts it there."]


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_littlefs_is_formatted_the_console_stays_dark_and_doctor_says_why(name: str) -> None:
    machine = start(FOREIGN[name])
    assert Disk(machine.filesystem()).files() == {}
    erased = {place // BLOCK_SIZE for place, data in plain(machine.flash_operations) if data is None}
    assert erased == {0, 1}, "what the other blocks held is still there"
    assert doctor(machine).faults == NOT_THERE


def test_saves_without_the_firmware_stay_as_they_are_and_doctor_names_them() -> None:
    image = make_image(None, used_files())
    machine = start(image)
    assert machine.flash_operations == []
    assert machine.filesystem() == image
    found = doctor(machine)
    assert found.faults == NOT_THERE
    assert dict(found.facts)["Your own"].startswith("game, logs/game-1.log, ")
