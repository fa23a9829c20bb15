"""Commands for the tests: make with the Python that runs the tests, and `python -m tools.rules` in this process."""

import sys
from pathlib import Path

import pytest

from tools.rules.__main__ import main
from tools.rules.replay import describe


def make(*arguments: str) -> list[str]:
    """Make with this very Python in place of the one in .venv, which is taken as it is."""
    stamps = [word for group in ("play", "pico", "dev") for word in ("-o", f".venv/{group}.stamp")]
    return ["make", *stamps, f"RUN={sys.executable}", *arguments]


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, output and errors of a command."""
    try:
        status = main(list(words))
    except SystemExit as left:
        status = int(left.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


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
