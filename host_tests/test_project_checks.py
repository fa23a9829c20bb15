"""`make check`: each of its checks finds what it is there to find."""

import subprocess
from pathlib import Path

import pytest

from tools import ROOT, check, check_files, check_types

SLASH = "/"  # so that the examples below are no findings themselves


def test_no_file_names_a_machine_or_a_registry() -> None:
    assert list(check_files.foreign_names()) == []


@pytest.mark.parametrize(
    "line", [f"see {SLASH}root/notes", f'"{SLASH}home/me/x"', f"{SLASH}tmp/log", "from py" + "pi.org", "npm" + "js.com"]
)
def test_a_line_that_names_a_machine_or_a_registry_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "guide.md").write_text(f"first\n{line}\n")
    found = list(check_files.foreign_names(tmp_path))
    assert len(found) == 1
    assert found[0].startswith("guide.md:2: names ")


@pytest.mark.parametrize("line", ["docs/home/page", "firmware/root/x", "www.raspberrypi.com", "the /variants folder"])
def test_an_innocent_line_is_not_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "guide.md").write_text(line)
    assert list(check_files.foreign_names(tmp_path)) == []


def test_an_overlong_module_is_found(tmp_path: Path) -> None:
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware" / "long.py").write_text("x = 1\n" * 301)
    (tmp_path / "firmware" / "right.py").write_text("x = 1\n" * 300)
    assert [line.partition(":")[0] for line in check_files.overlong(tmp_path)] == ["firmware/long.py"]


def test_every_step_runs_and_the_failed_ones_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [("one", lambda: 0), ("two", lambda: 1), ("three", lambda: 0)]
    assert check.run_steps(steps) == ["two"]
    assert "[3/3] three" in capsys.readouterr().out


PICO = """
import machine
import micropython
import rp2


def blink(pin: machine.Pin) -> rp2.DMA:
    pin.toggle()
    return rp2.DMA()
"""

WRONG = {
    "import dataclasses": "dataclasses",
    "import pathlib": "pathlib",
    "import aiohttp": "aiohttp",
    "import machine\nmachine.Pin(2).blink()": "blink",
    "def f(x):\n    return x": "annotation",
    "x: int = 'seven'": "Incompatible types",
}


def checked(folder: Path, source: str) -> "subprocess.CompletedProcess[str]":
    """Mypy's answer to a module, checked as firmware."""
    check_types.copy_stubs()
    module = folder / "module.py"
    module.write_text(source)
    command = [*check_types.firmware_command(str(module)), f"--cache-dir={folder}"]
    return subprocess.run(
        command, cwd=ROOT, env=check_types.firmware_environment(), capture_output=True, text=True, check=False
    )


def test_the_type_check_knows_the_pico(tmp_path: Path) -> None:
    done = checked(tmp_path, PICO)
    assert done.returncode == 0, done.stdout


def test_the_type_check_refuses_what_the_pico_has_not(tmp_path: Path) -> None:
    said = checked(tmp_path, "\n".join(WRONG)).stdout
    for source, word in WRONG.items():
        assert word in said, f"{source} was not refused:\n{said}"
