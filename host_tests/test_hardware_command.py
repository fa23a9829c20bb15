"""`python -m hardware`: it makes what it can, names what is missing, fails on faults and says what to do next."""

import subprocess
import sys

import pytest

from hardware import __main__ as command
from tools import ROOT


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """`python -m hardware` as make runs it."""
    line = [sys.executable, "-m", "hardware", *arguments]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


def fine() -> command.Made:
    """A part that could be made."""
    return True, "8 pages"


def test_the_command_runs_our_rules_and_ends_with_what_to_do_next() -> None:
    done = run("rules")
    assert done.returncode == 0, done.stderr
    assert "[1/1] rules" in done.stdout
    assert done.stdout.strip().splitlines()[-1].startswith("Next: ")


def test_when_nothing_is_missing_the_command_leads_to_the_build_guide(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "PARTS", {"documents": fine})
    assert command.main([]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Next: hardware/BUILD.md;") and (ROOT / "hardware" / "BUILD.md").exists()


def test_the_command_refuses_a_part_that_it_does_not_know() -> None:
    done = run("toaster")
    assert done.returncode == 2
    assert "There is no part toaster: name documents, drawings" in done.stderr


def test_a_missing_tool_is_named_with_how_to_install_it_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone() -> command.Made:
        raise command.Missing("There is no hammer: install it (Debian: apt-get install hammer).")

    monkeypatch.setattr(command, "PARTS", {"drawings": gone, "documents": fine})
    assert command.main(["drawings", "documents"]) == 0
    said = capsys.readouterr().out
    assert "Left out drawings: There is no hammer: install it" in said
    assert "8 pages" in said and said.splitlines()[-1].startswith("Next: install")


def test_a_check_that_finds_something_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "PARTS", {"rules": lambda: (False, "5V has two sources.")})
    assert command.main(["rules"]) == 1
    said = capsys.readouterr().out
    assert "FAILED: 5V has two sources." in said and "make hardware" in said.splitlines()[-1]
