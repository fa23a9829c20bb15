"""The package for `mpremote mip install`: the files of the firmware with their package.json.

mip copies file by file and does not verify. `make flash` (tools.board.flash) does, and deletes stale files.
"""

import json

from sixpip import VERSION
from sixpip.board.chips import RP2040, RP2350
from tools.board import boards
from tools.board.boards import BOARDS
from tools.board.flash import manifest
from tools.board.flash.plan import MAIN

PLACEHOLDER = "placeholder.py"
PACKAGE = "package.json"
CHECK = "check_board.py"
CHECK_COMMAND = f"mpremote run {CHECK}"
COMMAND = "mpremote mip install --target / package.json"

_PLACEHOLDER_TEXT = f"""# Replaces main.py while the other files are copied.
print("The installation of Sixpip is incomplete. In the folder of the release, run again: {COMMAND}")
"""

_OFFICIAL = "\n".join(f"    {board.title + ':':24}{boards.official(board)}" for board in BOARDS)

_KNOWN = {
    **{boards.machine_of(board): (board.title, boards.official(board)) for board in BOARDS},
    boards.PICO_W_MACHINE: ("Pico W", boards.official(boards.PICO)),
}
_TABLE = "\n".join(f"    {machine!r}: {row!r}," for machine, row in _KNOWN.items())

_CHECK_TEXT = f"""# Prints which board this is, and whether Sixpip runs on it: {CHECK_COMMAND}
import sys

BOARDS = {{
{_TABLE}
}}
found = sys.implementation
machine = getattr(found, "_machine", "")
title, build = BOARDS.get(machine.replace("-RISCV", ""), ("An unknown board", "that of your board"))
print(title, "(" + machine + "), MicroPython", ".".join([str(part) for part in found.version[:3]]))
if machine == "{boards.PICO_W_MACHINE}":
    print("The board runs {boards.PICO_W_REFUSED}.")
elif found.version[:2] < {min(board.oldest for board in BOARDS)} or "RISCV" in machine:
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
stay on the board. If the second command fails, run it again. The paths in package.json are relative: mpremote also
installs it by its address when this folder is on a web server.
"""


def package(files: dict[str, bytes], version: str) -> dict[str, object]:
    """The content of package.json in the order of copying: main.py is a placeholder until the other files exist."""
    urls = [[MAIN, PLACEHOLDER], [manifest.NAME, manifest.NAME]]
    urls += [[path, path] for path in sorted(files) if path != MAIN]
    return {"version": version, "urls": [*urls, [MAIN, MAIN]], "deps": []}


def package_files(firmware: dict[str, bytes], version: str = VERSION) -> dict[str, bytes]:
    """All files of the package, for a firmware (content by path on the board)."""
    texts = {
        PLACEHOLDER: _PLACEHOLDER_TEXT,
        CHECK: _CHECK_TEXT,
        "README.txt": _README,
        PACKAGE: json.dumps(package(firmware, version), indent=1) + "\n",
    }
    added = {name: text.encode() for name, text in texts.items()}
    return {**firmware, manifest.NAME: manifest.manifest_of(firmware, version).text(), **added}
