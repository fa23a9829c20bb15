"""Makes UF2 files to drop on the drive of a board in BOOTSEL: dist/sixpip-fs.uf2, and one that includes MicroPython.

The format: github.com/microsoft/uf2. tools.image makes the file system; tools.flash updates a running board.
"""

import argparse
import os
import re
import struct
import sys
from pathlib import Path

from sixpip import VERSION
from tools import ROOT
from tools.build import BuildError
from tools.files import DISK, BadFile, read_bytes
from tools.flash import manifest
from tools.flash.errors import UsageError
from tools.flash.source import firmware_files
from tools.image import ImageTooSmall, make_image
from tools.terminal import Parser, command, print_message

DIST = ROOT / "dist"
RP2040 = 0xE48BFF56
FLASH = 0x10000000
FILESYSTEM = FLASH + 0xA0000
"""The start of the file system in MicroPython's RPI_PICO build; it extends to the end of the 2 MB flash."""

_FAMILY_PRESENT = 0x2000
_HEADER = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_END = struct.pack("<I", 0x0AB16F30)
_BLOCK = 512
_PAGE = 256
_ERASED = b"\xff"
_OLDEST = (1, 24)
MOST_BYTES = 2 * DISK
"""Of a UF2 file for the Pico: each block of 512 bytes holds 256 bytes of the flash."""

WARNING = (
    "Dropping it on a board erases everything on the board's disk: saves, settings, own variants and logs. "
    "To save them, run `make backup` before and `make restore` after it, or use `make flash`, which erases nothing."
)


def make_uf2(data: bytes, address: int) -> bytes:
    """A UF2 file for the RP2040 that writes `data` from `address` on, in consecutive pages of 256 bytes."""
    data += _ERASED * (-len(data) % _PAGE)
    count = len(data) // _PAGE
    blocks = []
    for number in range(count):
        header = _HEADER.pack(*_MAGIC, _FAMILY_PRESENT, address + number * _PAGE, _PAGE, number, count, RP2040)
        page = data[number * _PAGE : (number + 1) * _PAGE]
        blocks.append((header + page).ljust(_BLOCK - len(_END), b"\0") + _END)
    return b"".join(blocks)


def read_uf2(file: bytes) -> tuple[int, bytes]:
    """The address and the bytes of a UF2 file for the RP2040, with gaps as erased flash.

    Raises ValueError, with a predicate such as "is not a UF2 file".
    """
    pages: dict[int, bytes] = {}
    if not file or len(file) % _BLOCK:
        raise ValueError("is not a complete UF2 file")
    for start in range(0, len(file), _BLOCK):
        *magic, flags, address, size, _number, _count, family = _HEADER.unpack_from(file, start)
        if tuple(magic) != _MAGIC or file[start + _BLOCK - len(_END) : start + _BLOCK] != _END:
            raise ValueError("is not a UF2 file")
        if not flags & _FAMILY_PRESENT or family != RP2040 or size != _PAGE or address % _PAGE:
            raise ValueError("is not for the RP2040")
        if not FLASH <= address < FLASH + DISK:
            raise ValueError("does not fit into the flash of the Pico")
        pages[address] = file[start + _HEADER.size : start + _HEADER.size + _PAGE]
    first = min(pages)
    data = bytearray(_ERASED * (max(pages) + _PAGE - first))
    for address, page in pages.items():
        data[address - first : address - first + _PAGE] = page
    return first, bytes(data)


def read_micropython(path: Path) -> bytes:
    """The content of an official RPI_PICO image, from the start of the flash. Raises UsageError for any other file."""
    remedy = "name the official RPI_PICO image (.uf2, 1.24 or newer) in MICROPYTHON="
    try:
        address, data = read_uf2(read_bytes(path, MOST_BYTES))
    except (BadFile, ValueError) as error:
        raise UsageError(f"{path} {error}: {remedy}.") from error
    version = re.search(rb"MicroPython v(\d{1,4})\.(\d{1,4})", data)
    if address != FLASH or version is None or b"Raspberry Pi Pico with RP2040" not in data:
        raise UsageError(f"{path} is not MicroPython for the Raspberry Pi Pico: {remedy}.")
    if (int(version[1]), int(version[2])) < _OLDEST:
        raise UsageError(f"{path} is an older MicroPython than 1.24: {remedy}.")
    if address + len(data) > FILESYSTEM:
        raise UsageError(f"{path} overlaps the file system: {remedy}.")
    return data


def make_filesystem(files: dict[str, bytes]) -> bytes:
    """The file system image with the firmware and its manifest."""
    return make_image(None, {**files, manifest.NAME: manifest.manifest_of(files, VERSION).text()})


def combined(micropython: bytes, filesystem: bytes) -> bytes:
    """One UF2 file with MicroPython, the file system, and erased flash between them, so that there is no gap."""
    return make_uf2(micropython.ljust(FILESYSTEM - FLASH, _ERASED) + filesystem, FLASH)


def _write(folder: Path, name: str, content: bytes, description: str) -> None:
    """Write a file, and a line about it in the folder's README.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    note = folder / "README.txt"
    lines = note.read_text(encoding="utf-8", errors="surrogateescape").splitlines() if note.is_file() else []
    lines = [line for line in lines if not line.startswith(f"{name}: ")] + [f"{name}: {description} {WARNING}"]
    note.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8", errors="surrogateescape")
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    print(f"{shown / name}: {len(content)} bytes. {description}")


def make_files(options: argparse.Namespace) -> None:
    """Write the files. Raises UsageError, BuildError, ImageTooSmall."""
    micropython = read_micropython(Path(options.micropython)) if options.micropython else b""
    filesystem = make_filesystem(firmware_files(options.source))
    print(WARNING)
    steps = f"Sixpip {VERSION}: hold BOOTSEL while plugging the Pico in and drop this file on the drive RPI-RP2"
    _write(
        options.output, "sixpip-fs.uf2", make_uf2(filesystem, FILESYSTEM), f"{steps}, after the official MicroPython."
    )
    if micropython:
        _write(
            options.output, "sixpip-full.uf2", combined(micropython, filesystem), f"{steps}; it includes MicroPython."
        )


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Make the files; return the exit status: 2 for wrong arguments."""
    parser = Parser(prog="python -m tools.uf2", description="Makes UF2 files to drop on a Pico.")
    image = os.environ.get("MICROPYTHON")
    parser.add_argument("--micropython", default=image, help="official RPI_PICO .uf2 to include (default: MICROPYTHON)")
    parser.add_argument("--source", type=Path, help="a compiled firmware (default: compile firmware/ now)")
    parser.add_argument("--output", type=Path, default=DIST, help="folder to write to (default: dist)")
    try:
        make_files(parser.parse_args(arguments))
    except UsageError as error:
        print_message(error)
        return 2
    except (BuildError, ImageTooSmall) as error:
        print_message(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
