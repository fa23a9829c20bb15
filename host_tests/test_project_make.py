"""The Makefile's help, the pinned tools and the setup of .venv."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import ROOT, venv
from tools.emulator.image import TAG
from tools.micropython.fetch import pinned

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]


def targets() -> set[str]:
    """The Makefile's targets for users."""
    phony = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony
    return set(" ".join(phony).split()) - {"always"}


def test_make_without_a_target_lists_every_target_with_a_description() -> None:
    output = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    listed = dict(re.findall(r"^  make ([a-z0-9-]+) +(\S.*)$", output, re.MULTILINE))
    assert set(listed) == targets()
    assert {"help", "play", "test", "check", "build", "image", "flash", "clean"} <= set(listed)


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


def test_an_unknown_group_is_reported_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert venv.main(["dve"]) == 1
    assert (
        capsys.readouterr().err
        == "pyproject.toml has no dependency group dve; it has dev, fairness, hardware, pico, play, solve, "
        "stubs-oldest, stubs-pico2-w.\n"
    )


def test_an_old_python_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert venv.main(["play"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("Sixpip's tools need Python 3.11 or newer, and this is 3.9: ")
    assert message.count("\n") == 1


def test_make_reports_the_remedy_when_python_is_too_old(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml"):
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "tools").mkdir()
    source = (ROOT / "tools" / "venv.py").read_text(encoding="utf-8").replace("NEEDED = (3, 11)", "NEEDED = (99, 0)")
    (tmp_path / "tools" / "venv.py").write_text(source, encoding="utf-8")
    done = subprocess.run(["make", "play"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "need Python 3.11 or newer" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_the_webassembly_tests_and_the_emulator_run_the_same_micropython() -> None:
    assert pinned() == TAG


def test_the_lock_file_pins_the_packages_of_package_json() -> None:
    lock = json.loads((ROOT / "tools" / "micropython" / "package-lock.json").read_text(encoding="utf-8"))
    package = lock["packages"]["node_modules/@micropython/micropython-webassembly-pyscript"]
    assert package["version"] == pinned()
    assert package["integrity"].startswith("sha512-")
    assert "resolved" not in package
