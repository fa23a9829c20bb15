"""The package for `mpremote mip install`: the files of the firmware with their package.json.

mip copies file by file and does not verify. `make flash` (tools.flash) does, and deletes stale files.
"""

import json

from sixpip import VERSION
from tools.flash import manifest
from tools.flash.plan import MAIN

PLACEHOLDER = "placeholder.py"
PACKAGE = "package.json"
COMMAND = "mpremote mip install --target / package.json"

_PLACEHOLDER_TEXT = f"""# Replaces main.py while the other files are copied.
print("The installation of Sixpip is incomplete. In the folder of the release, run again: {COMMAND}")
"""

_README = f"""Sixpip {VERSION} for a Raspberry Pi Pico with MicroPython 1.24 or newer. In this folder:

    {COMMAND}
    mpremote reset

Saves, settings, own variants and logs stay on the board. If the first command fails, run it again. The paths in
package.json are relative: mpremote also installs it by its address when this folder is on a web server.
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
        "README.txt": _README,
        PACKAGE: json.dumps(package(firmware, version), indent=1) + "\n",
    }
    added = {name: text.encode() for name, text in texts.items()}
    return {**firmware, manifest.NAME: manifest.manifest_of(firmware, version).text(), **added}
