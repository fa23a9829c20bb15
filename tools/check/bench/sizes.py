"""The size of the firmware on the disk: the file of the modules, and all files."""

from tools import FIRMWARE
from tools.board.build import board_sources
from tools.board.image import BLOCK_COUNT, blocks_used
from tools.board.module_file import MODULES
from tools.check.bench import pico
from tools.check.bench.rows import BYTES, Row

PART = "disk"
BUDGET = 750 * 1024


def rows() -> list[Row]:
    """Two rows."""
    files = {path.name: path.stat().st_size for path in pico.firmware().rglob("*") if path.is_file()}
    note = f"{len(board_sources(FIRMWARE))} modules"
    blocks = f"{blocks_used(pico.image({}))} of the disk's {BLOCK_COUNT} blocks"
    return [
        Row(f"{PART}: all modules", files[MODULES], BYTES, note=note),
        Row(f"{PART}: all files", sum(files.values()), BYTES, BUDGET, note=blocks),
    ]
