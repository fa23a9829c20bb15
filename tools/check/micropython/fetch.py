"""`python -m tools.check.micropython.fetch`: installs the WebAssembly MicroPython pinned in package-lock.json.

Does nothing if the pinned version is already installed.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.check.micropython import HERE, PACKAGE, MicroPythonMissing, node
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


def _npm(node_program: Path) -> list[str]:
    """The command that runs npm: the one that comes with Node, where Unix or Windows has it, or else from PATH."""
    for folder in (node_program.parent.parent / "lib", node_program.parent):
        script = folder / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if script.is_file():
            return [str(node_program), str(script)]
    return [shutil.which("npm") or "npm"]


def fetch() -> None:
    """Installs the packages of the lock file with npm. Raises MicroPythonMissing with npm's error message."""
    program = node()
    npm = _npm(program)
    options = ["--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts", "--fetch-retries=1"]
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        done = subprocess.run(
            [*npm, "ci", *options],
            cwd=HERE,
            env={**os.environ, "PATH": path},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise MicroPythonMissing(f"npm could not be started ({error}): run `make setup`.") from error
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
