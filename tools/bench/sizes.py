"""What the firmware weighs as it lies on the Pico: the bytes of each module's .mpy, packed, and in all."""

from pathlib import Path

from tools.bench import pico
from tools.bench.rows import BYTES, Row
from tools.image import BLOCK_COUNT, blocks_used
from tools.pack import COMPILED, PACKED, unpacked

PART = ".mpy"
BUDGET = 120 * 1024


def rows() -> list[Row]:
    """All modules together, then each, the largest first; beside it what it weighs before it is packed."""
    folder = pico.firmware()
    paths = sorted(path for path in folder.rglob("*") if path.suffix in COMPILED)
    disk = f"{len(paths)} modules on {blocks_used(pico.image({}))} of the disk's {BLOCK_COUNT} blocks"
    whole = f"{_said(sum(map(_unpacked, paths)))}; {disk}"
    modules = [Row(f"{PART}: {_name(path)}", path.stat().st_size, BYTES, note=_said(_unpacked(path))) for path in paths]
    return [
        Row(f"{PART}: all modules", sum(row.value for row in modules), BYTES, BUDGET, note=whole),
        *sorted(modules, key=lambda row: -row.value),
    ]


def _name(path: Path) -> str:
    return path.relative_to(pico.firmware() / "sixpip").with_suffix("").as_posix()


def _unpacked(path: Path) -> int:
    """The bytes of a module's code as MicroPython reads it."""
    data = path.read_bytes()
    return len(unpacked(data)) if path.suffix == PACKED else len(data)


def _said(size: int) -> str:
    return f"{size:,d} B unpacked".replace(",", " ")
