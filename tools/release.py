"""A release folder that `mpremote mip install` puts on a board: dist/sixpip-VERSION with its package.json.

mip copies file by file and compares nothing; `make flash` (tools.flash) does more, from the sources.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

from sixpip import VERSION
from tools import ROOT
from tools.build import BuildError
from tools.flash import manifest
from tools.flash.errors import UsageError
from tools.flash.plan import MAIN
from tools.flash.source import firmware

DIST = ROOT / "dist"
HOLD = "hold.py"
PACKAGE = "package.json"
COMMAND = "mpremote mip install --target / package.json"

_HOLD_TEXT = f"""# Stands in for main.py while the other files are copied.
print("Sixpip is installed only in part. In the folder of the release, run again: {COMMAND}")
"""

_README = f"""Sixpip {VERSION} for a Raspberry Pi Pico with MicroPython 1.24 or newer. In this folder:

    {COMMAND}
    mpremote reset

Saves, settings, own variants and logs stay on the board. If it breaks off, run the first line again.
"""


def package(files: dict[str, bytes], version: str) -> dict[str, object]:
    """What package.json says. mip copies in this order, so main.py is the stand-in first and itself last."""
    urls = [[MAIN, HOLD], [manifest.NAME, manifest.NAME]]
    urls += [[path, path] for path in sorted(files) if path != MAIN]
    return {"version": version, "urls": [*urls, [MAIN, MAIN]], "deps": []}


def make_release(files: dict[str, bytes], folder: Path, version: str = VERSION) -> None:
    """Write the release of `files` (path on the board: content) into `folder`, in place of an older one there.

    Raises UsageError for a folder with other things in it.
    """
    if folder.exists() and any(folder.iterdir()):
        if not (folder / PACKAGE).is_file():
            raise UsageError(f"{folder} is not empty and no release: name another folder.")
        shutil.rmtree(folder)
    texts = {HOLD: _HOLD_TEXT, "README.txt": _README, PACKAGE: json.dumps(package(files, version), indent=1) + "\n"}
    contents = {name: text.encode() for name, text in texts.items()}
    for path, data in {**files, manifest.NAME: manifest.manifest_of(files, version).text(), **contents}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def main(arguments: list[str]) -> int:
    """Make the release and say how to install it; the exit status: 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Makes a release for mpremote mip.")
    parser.add_argument("--source", type=Path, help="a compiled firmware (default: compile firmware/ now)")
    parser.add_argument("--output", type=Path, default=DIST / f"sixpip-{VERSION}", help="folder to write")
    chosen = parser.parse_args(arguments)
    try:
        files = firmware(chosen.source)
        make_release(files, chosen.output)
    except UsageError as error:
        print(error, file=sys.stderr)
        return 2
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    shown = chosen.output.relative_to(ROOT) if chosen.output.is_relative_to(ROOT) else chosen.output
    print(f"{shown}: {len(files)} files. Install them from that folder with `{COMMAND}`.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
