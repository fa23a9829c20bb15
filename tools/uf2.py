"""UF2 files to drop on the drive of a board in BOOTSEL: dist/sixpip-fs.uf2, and one that holds MicroPython too.

The format: github.com/microsoft/uf2. The file system inside is tools.image's; a running board is tools.flash's.
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
from tools.flash import manifest
from tools.flash.errors import UsageError
from tools.flash.source import firmware
from tools.image import ImageTooSmall, make_image

DIST = ROOT / "dist"
RP2040 = 0xE48BFF56
FLASH = 0x10000000
FILESYSTEM = FLASH + 0xA0000
"""Where MicroPython's RPI_PICO build looks for its file system; it takes the rest of the 2 MB."""

_FAMILY_PRESENT = 0x2000
_HEADER = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_END = struct.pack("<I", 0x0AB16F30)
_BLOCK = 512
_PAGE = 256
_ERASED = b"\xff"
_OLDEST = (1, 24)

REPLACES = (
    "Dropped on a board it replaces everything on the board's disk: saves, settings, own variants and logs. "
    "Run `make backup` before and `make restore` after it to keep them (or `make flash`, which leaves them alone)."
)


def make_uf2(data: bytes, address: int) -> bytes:
    """The UF2 file for `data` from `address` on: pages of 256 bytes, each following the last, for the RP2040."""
    data += _ERASED * (-len(data) % _PAGE)
    count = len(data) // _PAGE
    blocks = []
    for number in range(count):
        header = _HEADER.pack(*_MAGIC, _FAMILY_PRESENT, address + number * _PAGE, _PAGE, number, count, RP2040)
        page = data[number * _PAGE : (number + 1) * _PAGE]
        blocks.append((header + page).ljust(_BLOCK - len(_END), b"\0") + _END)
    return b"".join(blocks)


def read_uf2(file: bytes) -> tuple[int, bytes]:
    """The address and the bytes of a UF2 file for the RP2040, gaps as erased flash.

    Raises ValueError, with half a sentence.
    """
    pages: dict[int, bytes] = {}
    if not file or len(file) % _BLOCK:
        raise ValueError("is not a whole UF2 file")
    for at in range(0, len(file), _BLOCK):
        *magic, flags, address, size, _number, _count, family = _HEADER.unpack_from(file, at)
        if tuple(magic) != _MAGIC or file[at + _BLOCK - len(_END) : at + _BLOCK] != _END:
            raise ValueError("is not a UF2 file")
        if not flags & _FAMILY_PRESENT or family != RP2040 or size != _PAGE or address % _PAGE:
            raise ValueError("is not for the RP2040")
        pages[address] = file[at + _HEADER.size : at + _HEADER.size + _PAGE]
    first = min(pages)
    data = bytearray(_ERASED * (max(pages) + _PAGE - first))
    for address, page in pages.items():
        data[address - first : address - first + _PAGE] = page
    return first, bytes(data)


def read_micropython(path: Path) -> bytes:
    """The flash from its start as an official RPI_PICO image fills it. Raises UsageError for any other file."""
    remedy = "name the official RPI_PICO image (.uf2, 1.24 or newer) in MICROPYTHON="
    try:
        address, data = read_uf2(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}): {remedy}.") from error
    except ValueError as error:
        raise UsageError(f"{path} {error}: {remedy}.") from error
    version = re.search(rb"MicroPython v(\d+)\.(\d+)", data)
    if address != FLASH or version is None or b"Raspberry Pi Pico with RP2040" not in data:
        raise UsageError(f"{path} is not MicroPython for the Raspberry Pi Pico: {remedy}.")
    if (int(version[1]), int(version[2])) < _OLDEST:
        raise UsageError(f"{path} is an older MicroPython than 1.24: {remedy}.")
    if address + len(data) > FILESYSTEM:
        raise UsageError(f"{path} takes the place of the file system: {remedy}.")
    return data


def make_filesystem(files: dict[str, bytes]) -> bytes:
    """The file system image with the firmware and the list by which make flash knows its files."""
    return make_image(None, {**files, manifest.NAME: manifest.manifest_of(files, VERSION).text()})


def combined(micropython: bytes, filesystem: bytes) -> bytes:
    """One UF2 file with MicroPython and the file system; between them erased flash, so that no address is left out."""
    return make_uf2(micropython.ljust(FILESYSTEM - FLASH, _ERASED) + filesystem, FLASH)


def _write(folder: Path, name: str, content: bytes, words: str) -> None:
    """Write a file, with a line about it in the folder's README.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    note = folder / "README.txt"
    lines = note.read_text(encoding="utf-8").splitlines() if note.is_file() else []
    lines = [line for line in lines if not line.startswith(f"{name}: ")] + [f"{name}: {words} {REPLACES}"]
    note.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    print(f"{shown / name}: {len(content)} bytes. {words}")


def make_files(chosen: argparse.Namespace) -> None:
    """Write what was asked for. Raises UsageError, BuildError, ImageTooSmall."""
    micropython = read_micropython(Path(chosen.micropython)) if chosen.micropython else b""
    filesystem = make_filesystem(firmware(chosen.source))
    print(REPLACES)
    words = f"Sixpip {VERSION}: hold BOOTSEL while plugging the Pico in and drop it on the drive RPI-RP2"
    _write(
        chosen.output, "sixpip-fs.uf2", make_uf2(filesystem, FILESYSTEM), f"{words}, after the official MicroPython."
    )
    if micropython:
        _write(chosen.output, "sixpip-full.uf2", combined(micropython, filesystem), f"{words}; MicroPython is in it.")


def main(arguments: list[str]) -> int:
    """Make the files; the exit status: 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="python -m tools.uf2", description="Makes UF2 files to drop on a Pico.")
    given = os.environ.get("MICROPYTHON")
    parser.add_argument("--micropython", default=given, help="official RPI_PICO .uf2 to put in (default: MICROPYTHON)")
    parser.add_argument("--source", type=Path, help="a compiled firmware (default: compile firmware/ now)")
    parser.add_argument("--output", type=Path, default=DIST, help="folder to write to (default: dist)")
    try:
        make_files(parser.parse_args(arguments))
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    except (BuildError, ImageTooSmall) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
