"""Makes a release folder for `mpremote mip install`: dist/sixpip-VERSION with its package.json.

mip copies file by file and does not verify. `make flash` (tools.flash) does, and deletes stale files.
"""

import json
import shutil
import sys
from pathlib import Path

from sixpip import VERSION
from sixpip.board.chips import RP2040, RP2350
from tools import ROOT, boards
from tools.boards import BOARDS
from tools.build import BuildError
from tools.flash import manifest
from tools.flash.errors import UsageError
from tools.flash.plan import MAIN
from tools.flash.source import firmware_files
from tools.terminal import Parser, command, print_message

DIST = ROOT / "dist"
PLACEHOLDER = "placeholder.py"
PACKAGE = "package.json"
CHECK = "check_board.py"
CHECK_COMMAND = f"mpremote run {CHECK}"
COMMAND = "mpremote mip install --target / package.json"

_PLACEHOLDER_TEXT = f"""# Replaces main.py while the other files are copied.
print("The installation of Sixpip is incomplete. In the folder of the release, run again: {COMMAND}")
"""

_OFFICIAL = "\n".join(f"    {board.title + ':':16}{boards.official(board)}" for board in BOARDS)

_TABLE = "\n".join(
    f"    {boards.machine_of(board)!r}: ({board.title!r}, {boards.official(board)!r})," for board in BOARDS
)

_CHECK_TEXT = f"""# Prints which board this is, and whether Sixpip runs on it: {CHECK_COMMAND}
import sys

BOARDS = {{
{_TABLE}
}}
found = sys.implementation
machine = getattr(found, "_machine", "")
title, build = BOARDS.get(machine.replace("-RISCV", ""), ("An unknown board", "that of your board"))
print(title, "(" + machine + "), MicroPython", ".".join([str(part) for part in found.version[:3]]))
if found.version[:2] < {min(board.oldest for board in BOARDS)} or "RISCV" in machine:
    print("Sixpip does not run on this MicroPython: install the official one for Arm (" + build + ").")
elif "{RP2040}" in machine or "{RP2350}" in machine:
    print("Sixpip can be installed.")
else:
    print("Sixpip does not run on this board: use a {boards.NAMES}.")
"""

_README = f"""Sixpip {VERSION} for a Raspberry Pi {boards.NAMES}. First install the official MicroPython:

{_OFFICIAL}

Then, in this folder:

    {CHECK_COMMAND}
    {COMMAND}
    mpremote reset

The first command prints which board is found, and whether Sixpip runs on it. Saves, settings, own variants and logs
stay on the board. If the second command fails, run it again.
"""


def package(files: dict[str, bytes], version: str) -> dict[str, object]:
    """The content of package.json in the order of copying: main.py is a placeholder until the other files exist."""
    urls = [[MAIN, PLACEHOLDER], [manifest.NAME, manifest.NAME]]
    urls += [[path, path] for path in sorted(files) if path != MAIN]
    return {"version": version, "urls": [*urls, [MAIN, MAIN]], "deps": []}


def make_release(files: dict[str, bytes], folder: Path, version: str = VERSION) -> None:
    """Write a release of `files` (content by path on the board) to `folder`, and replace an older release there.

    Raises UsageError when the folder contains anything else.
    """
    if folder.exists() and any(folder.iterdir()):
        if not all((folder / name).is_file() for name in (PACKAGE, manifest.NAME)):
            raise UsageError(f"{folder} is not empty and not a release: name another folder.")
        shutil.rmtree(folder)
    texts = {
        PLACEHOLDER: _PLACEHOLDER_TEXT,
        CHECK: _CHECK_TEXT,
        "README.txt": _README,
        PACKAGE: json.dumps(package(files, version), indent=1) + "\n",
    }
    contents = {name: text.encode() for name, text in texts.items()}
    for path, data in {**files, manifest.NAME: manifest.manifest_of(files, version).text(), **contents}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Make the release and print how to install it; return the exit status: 2 for wrong arguments."""
    parser = Parser(prog="python -m tools.release", description="Makes a release for mpremote mip.")
    parser.add_argument("--source", type=Path, help="a compiled firmware (default: compile firmware/ now)")
    parser.add_argument("--output", type=Path, default=DIST / f"sixpip-{VERSION}", help="folder to write")
    options = parser.parse_args(arguments)
    try:
        files = firmware_files(options.source)
        make_release(files, options.output)
    except UsageError as error:
        print_message(error)
        return 2
    except BuildError as error:
        print_message(error)
        return 1
    shown = options.output.relative_to(ROOT) if options.output.is_relative_to(ROOT) else options.output
    print(f"{shown}: {len(files)} files. Install them from that folder with `{COMMAND}`, after `{CHECK_COMMAND}`.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
