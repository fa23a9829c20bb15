"""The Makefile, the pinned tools and the setup of .venv. test_project_targets.py tests the targets without make."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from host_tests.command_fixture import copy_launcher, recorded, recorder
from tools import ROOT, sixpip, venv
from tools.check.emulator.image import TAG
from tools.check.micropython.fetch import pinned
from tools.run_targets import READY
from tools.targets import TARGETS

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]


def targets() -> list[str]:
    """The Makefile's targets."""
    listed = re.search(r"^TARGETS = ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE)
    assert listed
    return listed[1].replace("\\", "").split()


def run_make(*words: str, folder: Path = ROOT, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs make; the variables of another make that runs these tests are left out."""
    clean = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return subprocess.run(
        ["make", *words], cwd=folder, env={**clean, **environment}, capture_output=True, text=True, check=False
    )


def test_the_makefile_has_the_targets_of_the_table() -> None:
    assert targets() == [target.name for target in TARGETS]


def test_make_without_a_target_lists_every_target_with_a_description() -> None:
    output = run_make("-s").stdout
    listed = dict(re.findall(r"^  make ([a-z0-9-]+) +(\S.*)$", output, re.MULTILINE))
    assert listed == {target.name: target.help for target in TARGETS}
    assert {"help", "play", "test", "check", "build", "image", "flash", "clean"} <= set(listed)


def test_make_passes_settings_with_spaces_and_quotes_unchanged(tmp_path: Path) -> None:
    python = recorder(tmp_path)
    file = 'my "results" & it\'s ; `x`.json'
    done = run_make("-s", "league", f"SAVE={file}", "VARIANTS=pure 'my own'", "PLAYERS=2 3", f"{READY}={python}")
    assert recorded(done.stdout)["arguments"] == [
        "-m",
        "tools.research.league",
        "pure",
        "my own",
        "--players",
        "2",
        "3",
        f"--save={file}",
    ]
    done = run_make("-s", "test", f"{READY}={python}", ARGS="-k 'menu and not coach' -n 0")
    assert recorded(done.stdout)["arguments"][-4:] == ["-k", "menu and not coach", "-n", "0"]


def test_make_passes_settings_for_the_environment(tmp_path: Path) -> None:
    done = run_make("-s", "restore", "FROM=a b's.zip", f"{READY}={recorder(tmp_path)}", PORT="socket://host:1")
    environment = recorded(done.stdout)["environment"]
    assert (environment["FROM"], environment["PORT"]) == ("a b's.zip", "socket://host:1")


def test_make_refuses_a_setting_that_no_target_has() -> None:
    done = run_make("flash", "POTR=/dev/ttyACM1")
    assert done.returncode == 2
    assert done.stderr.startswith("There is no setting POTR: see the list of targets (`make help`).\n")


def test_make_prints_a_hint_after_success_unless_it_is_silent(tmp_path: Path) -> None:
    ready = f"{READY}={recorder(tmp_path)}"
    assert run_make("wear", ready).stdout.endswith("\nNext: make bench\n")
    assert "Next" not in run_make("-s", "wear", ready).stdout


def test_every_host_tool_is_pinned_to_one_version_with_a_comment_on_its_purpose() -> None:
    source = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    entries = [entry for group in GROUPS.values() for entry in group if isinstance(entry, str)]
    assert entries
    for entry in entries:
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", entry)
        assert re.search(rf'"{re.escape(entry)}", *# \S', source), f"{entry} has no comment"


def test_make_play_installs_only_aiohttp() -> None:
    assert [entry.partition("==")[0] for entry in venv.requirements("play")] == ["aiohttp"]


def test_the_group_for_tests_includes_the_others() -> None:
    assert set(venv.requirements("dev")) > {
        pinned for group in ("play", "pico", "solve") for pinned in venv.requirements(group)
    }


def test_an_unknown_group_is_reported_in_one_sentence() -> None:
    with pytest.raises(venv.SetupError) as caught:
        venv.requirements("dve")
    assert str(caught.value) == (
        "pyproject.toml has no dependency group dve; it has dev, fairness, hardware, pico, play, solve, "
        "stubs-oldest, stubs-pico2-w."
    )


def test_every_group_of_the_table_exists() -> None:
    assert {target.group for target in TARGETS} - {""} <= set(GROUPS)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records what is installed into a .venv that is made by writing its Python."""
    calls: list[str] = []

    def make_venv() -> None:
        calls.append("venv")
        venv.interpreter().parent.mkdir(parents=True, exist_ok=True)
        venv.interpreter().touch()

    monkeypatch.setattr(venv, "VENV", tmp_path)
    monkeypatch.setattr(venv, "make_venv", make_venv)
    monkeypatch.setattr(venv, "install", lambda pinned: calls.extend(pinned))
    return calls


def test_the_second_start_of_a_target_installs_nothing(installed: list[str]) -> None:
    venv.ensure("play")
    assert installed == ["venv", *venv.requirements("play")]
    installed.clear()
    venv.ensure("play")
    assert installed == []


def test_other_versions_and_a_missing_python_install_again(
    installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    venv.ensure("play")
    venv.ensure("solve")
    installed.clear()
    venv.interpreter().unlink()
    venv.ensure("play")
    assert installed[0] == "venv"
    before = venv.groups()
    monkeypatch.setattr(venv, "groups", lambda: {"play": ["aiohttp==0"]})
    installed.clear()
    venv.ensure("play")
    assert installed == ["venv", "aiohttp==0"]
    monkeypatch.setattr(venv, "groups", lambda: before)
    installed.clear()
    venv.ensure("solve")  # its packages may have been replaced in between
    assert "venv" in installed


def test_a_failed_installation_is_repeated(installed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(pinned: list[str]) -> None:
        raise venv.SetupError("no network")

    record = venv.install
    monkeypatch.setattr(venv, "install", fail)
    with pytest.raises(venv.SetupError):
        venv.ensure("play")
    monkeypatch.setattr(venv, "install", record)
    installed.clear()
    venv.ensure("play")
    assert installed == ["venv", *venv.requirements("play")]


def test_an_old_python_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert sixpip.main(["play"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("Sixpip's tools need Python 3.11 or newer, and this is 3.9: ")
    assert message.count("\n") == 1


def test_an_old_python_can_compile_the_file_that_refuses_it() -> None:
    source = (ROOT / "tools" / "sixpip.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 6))
    assert not any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in ast.walk(tree))
    assert not any(isinstance(node, ast.Import | ast.ImportFrom) and "tools" in ast.unparse(node) for node in tree.body)


def test_make_reports_the_remedy_when_python_is_too_old(tmp_path: Path) -> None:
    copy_launcher(tmp_path)
    file = tmp_path / "tools" / "sixpip.py"
    source = file.read_text(encoding="utf-8").replace("NEEDED = (3, 11)", "NEEDED = (99, 0)")
    file.write_text(source, encoding="utf-8")
    done = run_make("play", folder=tmp_path)
    assert done.returncode == 2
    assert "need Python 3.11 or newer" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_make_reports_the_remedy_when_there_is_no_python(tmp_path: Path) -> None:
    done = run_make("play", "PYTHON=no-such-python")
    assert done.returncode == 2
    assert done.stdout == "Sixpip needs Python 3.11 or newer: install it first.\n"


def test_the_webassembly_tests_and_the_emulator_run_the_same_micropython() -> None:
    assert pinned() == TAG


def test_the_lock_file_pins_the_packages_of_package_json() -> None:
    lock = json.loads((ROOT / "tools" / "check" / "micropython" / "package-lock.json").read_text(encoding="utf-8"))
    package = lock["packages"]["node_modules/@micropython/micropython-webassembly-pyscript"]
    assert package["version"] == pinned()
    assert package["integrity"].startswith("sha512-")
    assert "resolved" not in package
