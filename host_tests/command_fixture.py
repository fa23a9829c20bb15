"""Commands for tests: make with the Python that runs the tests, and `python -m tools.play.rules` in this process."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools import ROOT
from tools.play.rules.__main__ import main
from tools.play.rules.replay import describe
from tools.run_targets import READY

Command = Callable[..., tuple[int, str, str]]
"""Exit status, output and errors of a command, for its words."""


def make(*arguments: str) -> list[str]:
    """Make with this very Python, which is taken as it is."""
    return ["make", f"PYTHON={sys.executable}", f"{READY}={sys.executable}", *arguments]


RECORDER = """#!{python}
import json, os, sys
print(json.dumps(dict(arguments=sys.argv[1:], environment=dict(os.environ), folder=os.getcwd())))
"""


def recorder(folder: Path) -> Path:
    """A program that takes the place of the Python of a target and prints how it was called."""
    program = folder / "recorder"
    program.write_text(RECORDER.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    return program


def recorded(output: str) -> dict[str, Any]:
    """How the recorder was called last."""
    calls = [line for line in output.splitlines() if line.startswith("{")]
    assert calls, output
    return dict(json.loads(calls[-1]))


def copy_launcher(folder: Path) -> None:
    """Copies what runs a target before anything is installed."""
    (folder / "tools").mkdir(parents=True)
    modules = ("__init__", "sixpip", "run_targets", "settings", "targets", "terminal")
    for name in ("Makefile", "pyproject.toml", *(f"tools/{module}.py" for module in modules)):
        shutil.copy(ROOT / name, folder / name)


def outcome(
    capsys: pytest.CaptureFixture[str], command: Callable[[list[str]], int], *words: str
) -> tuple[int, str, str]:
    """Exit status, output and errors of a command."""
    try:
        status = command(list(words))
    except SystemExit as left:
        status = int(left.code or 0)
    return (status, *capsys.readouterr())


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    return outcome(capsys, main, *words)


def replay(capsys: pytest.CaptureFixture[str], path: Path, text: str, *words: str) -> tuple[int, str, str]:
    """Exit status, output and errors of the command on a log with that text."""
    log = path / "game-1.log"
    log.write_text(text)
    status = main(["replay", str(log), *words])
    out, err = capsys.readouterr()
    return status, out, err.replace(str(log), "LOG")


def described(text: str) -> list[str]:
    lines: list[str] = []
    describe(text, lines.append)
    return lines
