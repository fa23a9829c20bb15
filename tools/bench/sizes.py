"""What the firmware weighs as it lies on the Pico: .mpy bytes of each module, and in all."""

from tools.bench import pico
from tools.bench.rows import BYTES, Row
from tools.image import BLOCK_COUNT, blocks_used

PART = ".mpy"
BUDGET = 120 * 1024


def rows() -> list[Row]:
    """All modules together, then each, the largest first."""
    folder = pico.firmware()
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*.mpy")}
    largest = sorted(sizes.items(), key=lambda size: (-size[1], size[0]))
    note = f"{len(sizes)} modules on {blocks_used(pico.image({}))} of the disk's {BLOCK_COUNT} blocks"
    return [
        Row(f"{PART}: all modules", sum(sizes.values()), BYTES, BUDGET, note=note),
        *[Row(f"{PART}: {name.removeprefix('sixpip/').removesuffix('.mpy')}", size, BYTES) for name, size in largest],
    ]
