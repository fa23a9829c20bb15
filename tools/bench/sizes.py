"""What the firmware weighs as it lies on the Pico: the bytes of each module's .mpy, packed, and in all."""

from pathlib import Path

from tools.bench import pico
from tools.bench.rows import BYTES, Row
from tools.image import BLOCK_COUNT, blocks_used
from tools.pack import PACKED, unpacked

PART = ".mpy"
BUDGET = 120 * 1024


def rows() -> list[Row]:
    """All modules together, then each, the largest first; beside it what it weighs before it is packed."""
    folder = pico.firmware()
    paths = [path for path in folder.rglob("*") if path.suffix in (".mpy", PACKED)]
    sizes = sorted((-path.stat().st_size, _name(path, folder), _unpacked(path)) for path in paths)
    disk = f"{len(sizes)} modules on {blocks_used(pico.image({}))} of the disk's {BLOCK_COUNT} blocks"
    plain = sum(whole for _size, _name, whole in sizes)
    return [
        Row(f"{PART}: all modules", -sum(size for size, *_ in sizes), BYTES, BUDGET, note=f"{_said(plain)}; {disk}"),
        *[Row(f"{PART}: {name}", -size, BYTES, note=_said(whole)) for size, name, whole in sizes],
    ]


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).with_suffix("").as_posix().removeprefix("sixpip/")


def _unpacked(path: Path) -> int:
    """The bytes of a module's code as MicroPython reads it."""
    data = path.read_bytes()
    return len(unpacked(data)) if path.suffix == PACKED else len(data)


def _said(size: int) -> str:
    return f"{size:,d} B unpacked".replace(",", " ")
