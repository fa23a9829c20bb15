"""The files of a release: file system for the BOOTSEL drive, package for mpremote, hardware files, checksums.

The same commit gives the same bytes on every computer: nothing in a file depends on time, path, system or compression.
"""

from collections.abc import Callable
from typing import NamedTuple

from sixpip import VERSION
from tools import ROOT
from tools.archives import check_sums, zipped
from tools.board import boards
from tools.board.boards import BOARDS, CHIPS, Board
from tools.board.uf2 import WARNING, filesystem_uf2, make_filesystem
from tools.check.files import files as repository_files
from tools.play.demo import demo_files
from tools.publish.release import mip

NAME = f"sixpip-{VERSION}"
SUMS = "SHA256SUMS"

Files = dict[str, bytes]
"""Contents by relative path."""


class Archive(NamedTuple):
    """A zip file of a release."""

    description: str
    contents: Callable[[Files], Files]
    """Makes the contents from the compiled firmware."""


def hardware_files(_firmware: Files) -> Files:
    """The files of hardware/ that need no tools: guides, drawings, parts list, files to order, case sources."""
    folder = ROOT / "hardware"
    paths = [path for path in repository_files() if path.is_relative_to(folder) and path.suffix != ".py"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def page_files(_firmware: Files) -> Files:
    """The demo."""
    return demo_files()


ARCHIVES = {
    "demo": Archive("the demo: put the folder on any web server and open it in a browser.", page_files),
    "mip": Archive(f"the firmware for mpremote. Unzip it; in its folder, run `{mip.COMMAND}`.", mip.package_files),
    "hardware": Archive(
        "guides, drawings, parts list, case sources and, in `production`, the files to order and print.", hardware_files
    ),
}


def uf2_name(board: Board) -> str:
    """The name of the file for the BOOTSEL drive of a board."""
    return f"{NAME}-{board.name}-fs.uf2"


def release_files(firmware: Files) -> Files:
    """All files of a release, by name. Raises ImageTooSmall."""
    made = {uf2_name(board): filesystem_uf2(make_filesystem(firmware, board), board) for board in BOARDS}
    for name, (_, contents) in ARCHIVES.items():
        files = {f"{NAME}-{name}/{path}": data for path, data in contents(firmware).items()}
        made[f"{NAME}-{name}.zip"] = zipped(files, compressed=False)
    return {**made, SUMS: check_sums(made).encode()}


def _uf2_description(board: Board) -> str:
    micropython = f"the official MicroPython ({boards.official(board)})"
    drive = CHIPS[board.chip].drive
    return f"the firmware for a {board.title}. Drop it on the drive {drive} in BOOTSEL mode, after {micropython}."


def descriptions() -> str:
    """The list of the files for the page of the release, in Markdown."""
    lines = [
        *(f"- `{uf2_name(board)}`: {_uf2_description(board)}" for board in BOARDS),
        *(f"- `{NAME}-{name}.zip`: {description}" for name, (description, _) in ARCHIVES.items()),
        f"- `{SUMS}`: checksums for `sha256sum --check {SUMS}`.",
    ]
    return "## Files\n\n" + "\n".join(lines) + f"\n\nAbout the `.uf2` files: {WARNING}\n"
