"""The size of the compiled firmware: the bytes of each module's .mpy, and of all of them."""

from tools.board.build import COMPILED
from tools.board.image import BLOCK_COUNT, blocks_used
from tools.check.bench import pico
from tools.check.bench.rows import BYTES, Row

PART = ".mpy"
BUDGET = 300 * 1024


def rows() -> list[Row]:
    """All modules together, then each of them, the largest first."""
    package = pico.firmware() / "sixpip"
    sizes = {
        path.relative_to(package).with_suffix("").as_posix(): path.stat().st_size
        for path in package.rglob(f"*{COMPILED}")
    }
    note = f"{len(sizes)} modules on {blocks_used(pico.image({}))} of the disk's {BLOCK_COUNT} blocks"
    return [
        Row(f"{PART}: all modules", sum(sizes.values()), BYTES, BUDGET, note=note),
        *(Row(f"{PART}: {name}", sizes[name], BYTES) for name in sorted(sizes, key=lambda name: (-sizes[name], name))),
    ]
