"""`python -m hardware` runs all parts it can, reports missing tools and failed checks, and names the next step."""

import subprocess
import sys

import pytest

from hardware import __main__ as command
from tools import ROOT


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs `python -m hardware`."""
    line = [sys.executable, "-m", "hardware", *arguments]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_command_writes_the_pages_and_ends_with_the_next_step() -> None:
    done = run("documents")
    assert done.returncode == 0, done.stderr
    assert "[1/1] documents" in done.stdout
    assert done.stdout.strip().splitlines()[-1].startswith("Next: ")


def test_the_command_rejects_an_unknown_part() -> None:
    done = run("toaster")
    assert done.returncode == 2
    assert "There is no part toaster: choose from carrier, documents" in done.stderr


def test_a_part_with_a_missing_tool_is_skipped_with_instructions_and_the_other_parts_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without_tool() -> command.Result:
        raise command.ToolMissing("hammer is not installed (Debian: apt-get install hammer).")

    monkeypatch.setattr(command, "PARTS", {"drawings": without_tool, "documents": lambda: (True, "8 pages")})
    assert command.main(["drawings", "documents"]) == 0
    output = capsys.readouterr().out
    assert "Skipped drawings: hammer is not installed" in output
    assert "8 pages" in output and output.splitlines()[-1].startswith("Next: install")


def test_a_failed_check_fails_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "PARTS", {"carrier": lambda: (False, "clearance: Too near")})
    assert command.main(["carrier"]) == 1
    output = capsys.readouterr().out
    assert "FAILED: clearance: Too near" in output and "make hardware" in output.splitlines()[-1]
