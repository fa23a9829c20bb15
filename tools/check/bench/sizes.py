"""The size of the compiled firmware: the bytes of the .mpy files of all modules."""

from tools.board.build import COMPILED
from tools.board.image import BLOCK_COUNT, blocks_used
from tools.check.bench import pico
from tools.check.bench.rows import BYTES, Row

PART = ".mpy"
BUDGET = 300 * 1024


def rows() -> list[Row]:
    """One row."""
    sizes = [path.stat().st_size for path in (pico.firmware() / "sixpip").rglob(f"*{COMPILED}")]
    note = f"{len(sizes)} modules on {blocks_used(pico.image({}))} of the disk's {BLOCK_COUNT} blocks"
    return [Row(f"{PART}: all modules", sum(sizes), BYTES, BUDGET, note=note)]
