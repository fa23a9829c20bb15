"""The time of `make flash` for the whole firmware, on an empty emulated board that runs no faster than a real one."""

from tools.board.build import firmware_files
from tools.board.flash.board import connect
from tools.board.flash.install import install, read_state
from tools.board.flash.plan import make_plan
from tools.board.image import make_image
from tools.check.bench.rows import HOST_MS, Row
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving

PART = "make flash"
BUDGET = 60_000
ERASE_MS = 45
"""Of a sector, which the emulator does not model (W25Q16JV data sheet, section 9.6)."""
_VERSION = "bench"


def rows() -> list[Row]:
    """Installs the firmware on a board with MicroPython only, and returns how long that takes there."""
    firmware = firmware_files()
    machine = Machine(make_image(None, {}))
    with serving(machine) as address:
        board = connect(address)
        state = read_state(board, firmware)
        install(board, state, make_plan(state, firmware, _VERSION), firmware, lambda _step, _count: None)
        board.close()
    erased = sum(operation.data is None for operation in machine.flash_operations)
    taken = machine.now_us / 1000 + erased * ERASE_MS
    return [
        Row(
            f"{PART}: whole firmware on an empty board",
            round(taken),
            HOST_MS,
            BUDGET,
            note=f"{len(firmware)} files, with {erased} erases of {ERASE_MS} ms",
        )
    ]
