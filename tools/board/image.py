"""Makes the file system image for the flash of a board: build/sixpip.img, from build/firmware.

A littlefs with the geometry that MicroPython uses on the board. tools.board.build compiles the firmware.
"""

import sys
from pathlib import Path, PurePosixPath
from typing import Any

from littlefs import LittleFS, LittleFSError

from tools import ROOT
from tools.board.boards import PICO, Board, add_board_argument
from tools.board.build import TARGET
from tools.terminal import Parser, command, print_message

BLOCK_SIZE = 4096
BLOCK_COUNT = (PICO.disk_kb << 10) // BLOCK_SIZE
"""Of the Pico; the file systems of other boards have other sizes."""
IMAGE = ROOT / "build" / "sixpip.img"
GEOMETRY: dict[str, Any] = {
    "block_size": BLOCK_SIZE,
    "prog_size": 256,
    "read_size": 32,
    "cache_size": 1024,
    "lookahead_size": 32,
    "block_cycles": 100,
    "disk_version": 0x00020001,
}
"""As MicroPython mounts it on all boards, without the number of blocks."""
_NO_SPACE = -28


class ImageTooSmall(Exception):
    """The files do not fit into the file system; the message gives their size and that of the file system."""


def _mounted(data: bytes) -> LittleFS:
    """Mount the file system in `data` with MicroPython's geometry."""
    filesystem = LittleFS(mount=False, block_count=len(data) // BLOCK_SIZE, **GEOMETRY)
    filesystem.context.buffer[:] = data
    filesystem.mount()
    return filesystem


def _formatted(board: Board) -> LittleFS:
    """Mount a new, empty file system of the size that MicroPython uses on a board."""
    filesystem = LittleFS(mount=False, block_count=(board.disk_kb << 10) // BLOCK_SIZE, **GEOMETRY)
    filesystem.format()
    filesystem.mount()
    return filesystem


def _write_all(filesystem: LittleFS, files: dict[str, bytes]) -> None:
    """Write `files` and make their folders, in the order of their names."""
    for name in sorted(files):
        folder = str(PurePosixPath(name).parent)
        if folder not in (".", "/"):
            filesystem.makedirs(folder, exist_ok=True)
        with filesystem.open(name, "wb") as file:
            file.write(files[name])


def make_image(folder: Path | None, extra: dict[str, bytes] | None = None, board: Board = PICO) -> bytes:
    """An image with every file of `folder` (None: no folder) and of `extra` (content by path on the board).

    `board`: whose file system it is. The same files give the same bytes. Raises ImageTooSmall.
    """
    files: dict[str, bytes] = {}
    if folder is not None:
        paths = [path for path in folder.rglob("*") if path.is_file()]
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    for name, content in (extra or {}).items():
        files[name.lstrip("/")] = content
    filesystem = _formatted(board)
    try:
        _write_all(filesystem, files)
    except LittleFSError as error:
        if error.code != _NO_SPACE:
            raise
        total = sum(len(content) for content in files.values())
        capacity = f"the file system of {board.build}, which has {board.disk_kb} KB"
        raise ImageTooSmall(f"{len(files)} files of {total} bytes do not fit into {capacity}.") from error
    filesystem.unmount()
    return bytes(filesystem.context.buffer)


def read_image(data: bytes) -> dict[str, bytes]:
    """The content of every file in an image, by its path on the board ("sixpip/compat.mpy").

    Raises LittleFSError when `data` holds no file system.
    """
    return files_in(_mounted(data))


def blocks_used(data: bytes) -> int:
    """The number of an image's blocks in use. Raises LittleFSError when `data` holds no file system."""
    return int(_mounted(data).used_block_count)


def files_in(filesystem: LittleFS) -> dict[str, bytes]:
    """The content of every file of a mounted file system, by its path without a leading slash."""
    files: dict[str, bytes] = {}
    for root, _folders, names in filesystem.walk("/"):
        for name in names:
            path = f"{root.rstrip('/')}/{name}"
            with filesystem.open(path, "rb") as file:
                files[path.lstrip("/")] = file.read()
    return files


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Write the image and print its size; return the exit status."""
    parser = Parser(prog="python -m tools.board.image", description="Makes the file system image of a board.")
    add_board_argument(parser)
    parser.add_argument("--source", type=Path, default=TARGET, help="folder to read (default: build/firmware)")
    parser.add_argument("--output", type=Path, default=IMAGE, help="file to write (default: build/sixpip.img)")
    options = parser.parse_args(arguments)
    if not (options.source / "main.py").is_file():
        print_message(f"There is no main.py in {options.source}: run `make build` first.")
        return 1
    try:
        data = make_image(options.source, board=options.board)
    except ImageTooSmall as error:
        print_message(error)
        return 1
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_bytes(data)
    used = sum(len(content) for content in read_image(data).values())
    output = options.output.relative_to(ROOT) if options.output.is_relative_to(ROOT) else options.output
    print(f"{output}: {used} bytes of files in the file system of the {options.board.title} ({len(data)} bytes).")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
