"""`make check`: each check finds the faults that it is for."""

import sys
import zlib
from pathlib import Path

import pytest

from tools.check import __main__ as check
from tools.check import clean
from tools.check import files as check_files
from tools.check import types as check_types

SLASH = "/"  # so that the check does not find the examples below


@pytest.mark.long
def test_no_file_has_a_local_path_or_a_registry_host() -> None:
    assert list(check_files.local_names()) == []


@pytest.mark.parametrize(
    "line", [f"see {SLASH}root/notes", f'"{SLASH}home/me/x"', f"{SLASH}tmp/log", "from py" + "pi.org", "npm" + "js.com"]
)
def test_a_line_with_a_local_path_or_a_registry_host_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "guide.md").write_text(f"first\n{line}\n")
    findings = list(check_files.local_names(tmp_path))
    assert len(findings) == 1
    assert findings[0].startswith("guide.md:2: names ")


@pytest.mark.parametrize("line", ["docs/home/page", "firmware/root/x", "www.raspberrypi.com", "the /variants folder"])
def test_a_line_with_similar_text_is_not_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "guide.md").write_text(line)
    assert list(check_files.local_names(tmp_path)) == []


def test_every_step_runs_and_the_failed_ones_are_returned(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [(name, [sys.executable, "-c", f"print('of', '{name}'); exit({name == 'two'})"]) for name in ("one", "two")]
    assert check.run_steps(steps) == ["two"]
    assert "[2/2] two\nof two\n      FAILED" in capsys.readouterr().out


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
each_group = pytest.mark.parametrize("group", [check_types.NEWEST, check_types.OLDEST, check_types.PICO2_W])


def type_errors(group: str, tmp_path: Path, source: str, *allowed: str) -> str:
    """What the check of a module with the stubs of a group finds; skips the test when they cannot be installed."""
    module = (
        tmp_path / f"module_{zlib.crc32(source.encode())}.py"
    )  # mypy takes a file of the same size and second as read
    module.write_text(source)
    try:
        return "\n".join(check_types.errors(group, allowed, [str(module)]))
    except check_types.StubsMissing as error:
        pytest.skip(str(error))


@pytest.mark.long
@each_group
def test_the_type_check_accepts_the_modules_of_the_pico_and_finds_faults(group: str, tmp_path: Path) -> None:
    assert type_errors(group, tmp_path, PICO) == ""
    found = type_errors(group, tmp_path, "\n".join(WRONG))
    assert [word for word in WRONG.values() if word not in found] == []


@pytest.mark.long
def test_what_only_the_newest_micropython_has_is_found(tmp_path: Path) -> None:
    newer = "import machine\n\nTARGET = machine.I2CTarget\n"  # since 1.26
    assert type_errors(check_types.NEWEST, tmp_path, newer) == ""
    assert "I2CTarget" in type_errors(check_types.OLDEST, tmp_path, newer)


@pytest.mark.long
def test_a_message_that_is_allowed_is_left_out_and_must_occur(tmp_path: Path) -> None:
    wrong = "x: int = 'seven'\n"
    assert type_errors(check_types.OLDEST, tmp_path, wrong, "Incompatible types") == ""
    unused = type_errors(check_types.OLDEST, tmp_path, wrong, "Incompatible types", "gone")
    assert unused == "No message matches 'gone': delete it from tools/check/types.py."


def test_clean_deletes_results_and_caches_but_not_saved_games_and_what_links_lead_to(tmp_path: Path) -> None:
    elsewhere, project = tmp_path / "elsewhere", tmp_path / "project"
    for folder in ("build/firmware", "dist", "firmware/sixpip/__pycache__", ".play", ".venv"):
        (project / folder).mkdir(parents=True)
    elsewhere.mkdir()
    (project / ".ruff_cache").symlink_to(elsewhere, target_is_directory=True)
    clean.clean(project)
    assert {path.name for path in project.iterdir()} == {"firmware", ".play", ".venv"}
    assert not list(project.rglob("__pycache__")) and elsewhere.exists()
