"""Makes UF2 files to drop on the drive of a board in BOOTSEL: the file system, and one that includes MicroPython.

The format: github.com/microsoft/uf2. image.py makes the file system; the package flash updates a running board.
"""

import argparse
import os
import re
import struct
import sys
from pathlib import Path
from typing import NamedTuple

from sixpip import VERSION
from sixpip.board.chips import RP2350
from tools import ROOT
from tools.board import boards
from tools.board.boards import BOARDS, CHIPS, Board
from tools.board.build import BuildError, firmware_files
from tools.board.flash import manifest
from tools.board.flash.errors import UsageError
from tools.board.image import ImageTooSmall, make_image
from tools.files import DISK, BadFile, read_bytes
from tools.terminal import Parser, command, print_message

DIST = ROOT / "dist"
FLASH = 0x10000000
"""The address of the flash on both chips."""

_RISCV = 0xE48BFF5A
_ABSOLUTE = 0xE48BFF57
"""The family of a block that picotool puts first in files for the RP2350 (erratum RP2350-E10). It has no content."""

_FAMILY_PRESENT = 0x2000
_HEADER = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_END = struct.pack("<I", 0x0AB16F30)
_BLOCK = 512
_PAGE = 256
_ERASED = b"\xff"
MOST_BYTES = 2 * DISK + _BLOCK
"""Of a UF2 file for any board: each block of 512 bytes holds 256 bytes of the flash."""

WARNING = (
    "Dropping it on a board erases everything on the board's disk: saves, settings, own variants and logs. "
    "To save them, run `make backup` before and `make restore` after it, or use `make flash`, which erases nothing."
)


class Uf2(NamedTuple):
    """The content of a UF2 file."""

    chip: str
    """RP2040 or RP2350."""
    address: int
    data: bytes
    """With gaps as erased flash."""


def make_uf2(data: bytes, address: int, chip: str) -> bytes:
    """A UF2 file for a chip that writes `data` from `address` on, in consecutive pages of 256 bytes."""
    data += _ERASED * (-len(data) % _PAGE)
    count = len(data) // _PAGE
    family = CHIPS[chip].family
    blocks = []
    for number in range(count):
        header = _HEADER.pack(*_MAGIC, _FAMILY_PRESENT, address + number * _PAGE, _PAGE, number, count, family)
        page = data[number * _PAGE : (number + 1) * _PAGE]
        blocks.append((header + page).ljust(_BLOCK - len(_END), b"\0") + _END)
    return b"".join(blocks)


def read_uf2(file: bytes) -> Uf2:
    """The content of a UF2 file for one of the chips. Raises ValueError, with a predicate: "is not a UF2 file"."""
    pages: dict[int, bytes] = {}
    families = set()
    numbers: dict[int, set[int]] = {}  # by the number of blocks
    if not file or len(file) % _BLOCK:
        raise ValueError("is not a complete UF2 file")
    for start in range(0, len(file), _BLOCK):
        *magic, flags, address, size, number, count, family = _HEADER.unpack_from(file, start)
        if tuple(magic) != _MAGIC or file[start + _BLOCK - len(_END) : start + _BLOCK] != _END:
            raise ValueError("is not a UF2 file")
        if family == _ABSOLUTE and start == 0:
            continue
        numbers.setdefault(count, set()).add(number)
        families.add(family if flags & _FAMILY_PRESENT and size == _PAGE and not address % _PAGE else 0)
        if not FLASH <= address < FLASH + DISK:
            raise ValueError("does not fit into the flash of any of the boards")
        pages[address] = file[start + _HEADER.size : start + _HEADER.size + _PAGE]
    chip = _chip_of(families)
    if not all(_is_whole(count, found) for count, found in numbers.items()):
        raise ValueError("is not a complete UF2 file")
    first = min(pages)
    data = bytearray(_ERASED * (max(pages) + _PAGE - first))
    for address, page in pages.items():
        data[address - first : address - first + _PAGE] = page
    return Uf2(chip, first, bytes(data))


def _is_whole(count: int, numbers: set[int]) -> bool:
    """Whether no block is missing. A file may count the block of picotool, which comes first, as number 0."""
    return max(numbers) == count - 1 and len(numbers) >= count - (min(numbers) == 1)


def _chip_of(families: set[int]) -> str:
    """The chip that all blocks of a file are for. Raises ValueError for another one, or several."""
    for chip, entry in CHIPS.items():
        if families == {entry.family}:
            return chip
    if families == {_RISCV}:
        raise ValueError(f"is for the RISC-V processors of the {RP2350}, and Sixpip is compiled for Arm")
    raise ValueError(f"is not for one chip, {' or '.join(CHIPS)}")


def read_micropython(path: Path, board: Board) -> bytes:
    """The content of an official image for a board, from the start of the flash. Raises UsageError for other files."""
    remedy = f"name the official image for the {board.title} ({boards.official(board)}) in MICROPYTHON="
    try:
        found = read_uf2(read_bytes(path, MOST_BYTES))
    except (BadFile, ValueError) as error:
        raise UsageError(f"{path} {error}: {remedy}.") from error
    if boards.PICO_W_MACHINE.encode() in found.data:
        raise UsageError(f"{path} is {boards.PICO_W_REFUSED}.")
    version = re.search(rb"MicroPython v(\d{1,4})\.(\d{1,4})", found.data)
    if found.address != FLASH or version is None or boards.machine_of(board).encode() not in found.data:
        raise UsageError(_not_for(path, board, found, version is not None, remedy))
    if (int(version[1]), int(version[2])) < board.oldest:
        raise UsageError(f"{path} is an older MicroPython than {board.oldest[0]}.{board.oldest[1]}: {remedy}.")
    if len(found.data) > boards.disk_offset(board):
        raise UsageError(f"{path} overlaps the file system: {remedy}.")
    return found.data


def _not_for(path: Path, board: Board, found: Uf2, is_micropython: bool, remedy: str) -> str:
    """The message for a file that is no MicroPython for `board`; it names the board that it is for."""
    for other in BOARDS:
        if is_micropython and other != board and boards.machine_of(other).encode() in found.data:
            return f"{path} is MicroPython for the {other.title}: use BOARD={other.name}, or {remedy}."
    return f"{path} is for the {found.chip}, and not MicroPython for the {board.title}: {remedy}."


def make_filesystem(files: dict[str, bytes], board: Board) -> bytes:
    """The file system image of a board with the firmware and its manifest."""
    return make_image(None, {**files, manifest.NAME: manifest.manifest_of(files, VERSION).text()}, board)


def filesystem_uf2(filesystem: bytes, board: Board) -> bytes:
    """The UF2 file that writes the file system of a board."""
    return make_uf2(filesystem, FLASH + boards.disk_offset(board), board.chip)


def combined(micropython: bytes, filesystem: bytes, board: Board) -> bytes:
    """One UF2 file with MicroPython, the file system, and erased flash between them, so that there is no gap."""
    return make_uf2(micropython.ljust(boards.disk_offset(board), _ERASED) + filesystem, FLASH, board.chip)


def _write(folder: Path, name: str, content: bytes, description: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    print(f"{shown / name}: {len(content)} bytes. {description}")


def make_files(options: argparse.Namespace) -> None:
    """Write the files. Raises UsageError, BuildError, ImageTooSmall."""
    board = options.board
    micropython = read_micropython(Path(options.micropython), board) if options.micropython else b""
    filesystem = make_filesystem(firmware_files(options.source), board)
    print(WARNING)
    name = f"sixpip-{board.name}"
    steps = (
        f"Sixpip {VERSION} for the {board.title}: hold BOOTSEL while plugging the board in and drop this file on the"
    )
    steps += f" drive {CHIPS[board.chip].drive}"
    after = f"{steps}, after the official MicroPython ({boards.official(board)})."
    _write(options.output, f"{name}-fs.uf2", filesystem_uf2(filesystem, board), after)
    if micropython:
        file = combined(micropython, filesystem, board)
        _write(options.output, f"{name}-full.uf2", file, f"{steps}; it includes MicroPython.")


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Make the files; return the exit status: 2 for wrong arguments."""
    parser = Parser(prog="python -m tools.board.uf2", description="Makes UF2 files to drop on a Pico.")
    boards.add_board_argument(parser)
    image = os.environ.get("MICROPYTHON")
    parser.add_argument("--micropython", default=image, help="official .uf2 of the board to include (MICROPYTHON)")
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
