"""`make check`: each check finds the faults that it is for."""

import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import FIRMWARE
from tools.check import __main__ as check
from tools.check import clean, dead_code
from tools.check import files as check_files
from tools.check import types as check_types
from tools.check.imports import LACKING, cycle, lacking_in_the_page, violations
from tools.check.micropython import MicroPythonFailed

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


# Dead code


DEAD = {
    "firmware/game.py": "from tools.kinds import Kind\ndef bank(kind: 'Kind'):\n    return kind\n    return 2\n",
    "tools/kinds.py": "class Kind:\n    pass\nclass PickUp:\n    pass\ndef help_a_test():\n    lost = 1\n",
    "host_tests/test_game.py": "from game import bank\nfrom tools.kinds import help_a_test\nbank(help_a_test())\n",
}


def test_what_nothing_uses_is_dead_but_not_what_a_text_an_annotation_or_a_test_names(tmp_path: Path) -> None:
    for name, source in DEAD.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)
    dead = [
        ("firmware/game.py", "return", "firmware/game.py:4: unreachable code after 'return'"),
        ("tools/kinds.py", "PickUp", "tools/kinds.py:3: unused class 'PickUp'"),
        ("tools/kinds.py", "lost", "tools/kinds.py:6: unused variable 'lost'"),
    ]
    assert dead_code.findings(tmp_path) == dead
    assert dead_code.findings(tmp_path, ["PickUp"]) == [dead[0], dead[2]]


def test_an_exception_leaves_out_a_finding_and_must_have_one() -> None:
    found = [("a.py", "_on_bust", "a.py:1: unused"), ("b.py", "_on_bust", "b.py:1: unused")]
    assert dead_code.excused(found, [("a.py", "_on_*")]) == ["b.py:1: unused"]
    assert dead_code.excused(found[:1], [("a.py", "_on_*"), ("b.py", "cfg")]) == [
        "b.py: 'cfg' is not dead code any more: delete it from EXCEPTIONS"
    ]


def test_the_classes_of_house_rules_screens_and_games_are_used_by_their_names() -> None:
    assert {"PickUp", "LastLicks", "BootMenu", "OnUsb", "PhaseTenGame"} <= dead_code.named_classes()


def test_clean_deletes_results_and_caches_but_not_saved_games_and_what_links_lead_to(tmp_path: Path) -> None:
    elsewhere, project = tmp_path / "elsewhere", tmp_path / "project"
    for folder in ("build/firmware", "dist", "firmware/sixpip/__pycache__", ".play", ".venv"):
        (project / folder).mkdir(parents=True)
    elsewhere.mkdir()
    (project / ".ruff_cache").symlink_to(elsewhere, target_is_directory=True)
    clean.clean(project)
    assert {path.name for path in project.iterdir()} == {"firmware", ".play", ".venv"}
    assert not list(project.rglob("__pycache__")) and elsewhere.exists()


# Imports


def test_modules_that_import_each_other_are_a_cycle_even_inside_functions(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "one.py").write_text("def late():\n    from tools import two")
    (tmp_path / "tools" / "two.py").write_text("from tools.one import late")
    assert set(cycle(tmp_path, "tools")) == {"tools.one", "tools.two"}


def tree(folder: Path, path: str, source: str) -> Path:
    """A firmware with one file of interest, and the modules that the examples name."""
    firmware = folder / "firmware"
    modules = (
        "compat rules/ten_thousand/game rules/core view/tiles players/human storage/record_store app/app board/contract"
    )
    for module in [*modules.split(), "board/pico", "board/pins"]:
        file = firmware / "sixpip" / f"{module}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    changed = firmware / path
    changed.parent.mkdir(parents=True, exist_ok=True)
    changed.write_text(source)
    return firmware


BROKEN = [
    ("rules", "import sixpip.view.tiles"),
    ("rules", "from sixpip.players import human"),
    ("rules", "from ..view import tiles"),
    ("rules", "import time"),
    ("rules", 'x = __import__("sixpip.view." + name)'),
    ("rules", "x = __import__(name)"),
    ("rules", "def late():\n    import machine"),
    ("players", "from sixpip.storage.record_store import Store"),
    ("view", "from sixpip.board import contract"),
    ("storage", "from sixpip.rules.ten_thousand.game import TenThousandGame"),
    ("screens", "from sixpip.board.pico import PicoBoard"),
    ("screens", "import neopixel"),
    ("board", "from sixpip.app.app import run"),
    ("board", "from tools.play.rules import cases"),
    ("screens", "from typing import Protocol"),
    ("view", "if TYPE_CHECKING:\n    from sixpip.rules.ten_thousand.game import TenThousandGame"),
    ("rules", "if TYPE_CHECKING:\n    import machine"),
    ("view", "if TYPE_CHECKING:\n    pass\nelse:\n    from sixpip.board.contract import Board"),
    ("view", 'x = "7".rjust(3)'),
    ("storage", "x = os.path.join(a, b)"),
]


@pytest.mark.parametrize(("part", "source"), BROKEN)
def test_a_broken_wall_is_named_with_its_place(tmp_path: Path, part: str, source: str) -> None:
    found = violations(tree(tmp_path, f"sixpip/{part}/new.py", f"# first line\n{source}\n"))
    assert len(found) == 1
    line = next(number for number, text in enumerate(source.splitlines(), 2) if "import" in text or "x = " in text)
    assert str(found[0]).startswith(f"firmware/sixpip/{part}/new.py:{line}: ")


KEPT = [
    ("rules", "from sixpip.compat import const\nfrom sixpip.rules.game import Game\nimport array"),
    ("rules", 'x = __import__("sixpip.rules." + name)'),
    ("view", "from sixpip.view import tiles\nif TYPE_CHECKING:\n    from sixpip.board.contract import Board"),
    ("storage", "import os\nfrom sixpip.compat import replace"),
    ("screens", "from sixpip.board.contract import ROLL\nfrom sixpip.view import tiles"),
    ("screens", "if TYPE_CHECKING:\n    from collections.abc import Iterator"),
    ("board", "import machine\nfrom sixpip.board import pins\nfrom sixpip import VERSION"),
    ("view", "x = self.title(3)"),
]


@pytest.mark.parametrize(("part", "source"), KEPT)
def test_what_the_walls_allow_passes(tmp_path: Path, part: str, source: str) -> None:
    assert violations(tree(tmp_path, f"sixpip/{part}/new.py", source)) == []


def test_main_may_start_everything(tmp_path: Path) -> None:
    source = "import machine\nfrom sixpip.app.app import run\nfrom sixpip.board.pins import LED_DATA\n"
    assert violations(tree(tmp_path, "main.py", source)) == []


def test_a_new_folder_needs_its_walls_first(tmp_path: Path) -> None:
    found = violations(tree(tmp_path, "sixpip/radio/link.py", ""))
    assert [str(violation) for violation in found] == [
        "firmware/sixpip/radio/link.py:1: radio is not a part of the firmware that tools/check/imports.py knows"
    ]


def test_the_methods_said_to_be_missing_are_missing_in_micropython(micropython: Callable[..., str]) -> None:
    present = micropython(
        f"print([n for n in {sorted(LACKING)!r} if hasattr('', n) or hasattr(b'', n) or hasattr(1, n)])"
    )
    assert present == "[]\n"


def test_the_modules_of_the_page_of_the_demo_use_nothing_that_micropython_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert lacking_in_the_page() == []
    (tmp_path / "page.py").write_text("def digits(number):\n    return number.bit_length()\n")
    monkeypatch.setattr("tools.check.imports.OF_THE_PAGE", {"page.py": tmp_path / "page.py"})
    monkeypatch.setattr("tools.check.imports.ROOT", tmp_path)
    assert [str(violation) for violation in lacking_in_the_page()] == [
        "page.py:2: .bit_length() is missing in MicroPython's str, bytes and int"
    ]


# MicroPython


Run = Callable[..., str]

NEEDS_A_PICO = {
    # use machine or rp2: tested in the emulator (tools/check/emulator)
    "sixpip.board.button_driver",
    "sixpip.board.flash_code",
    "sixpip.board.flash_file",
    "sixpip.board.leds",
    "sixpip.board.pico",
    "sixpip.board.watchdog",
}


def modules() -> list[str]:
    names = []
    for path in sorted((FIRMWARE / "sixpip").rglob("*.py")):
        parts = path.relative_to(FIRMWARE).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


PROBE = """
import sys
for name in NAMES:
    try:
        __import__(name)
        print(name, "ok")
    except Exception as error:
        print(name, type(error).__name__, error)
"""


@pytest.fixture(scope="module")
def imported(micropython: Run) -> dict[str, str]:
    lines = micropython(f"NAMES = {modules()!r}\n{PROBE}").splitlines()
    return {line.partition(" ")[0]: line.partition(" ")[2] for line in lines}


def test_every_module_without_hardware_imports_under_micropython(imported: dict[str, str]) -> None:
    assert "sixpip.compat" in imported
    assert {name: result for name, result in imported.items() if result != "ok" and name not in NEEDS_A_PICO} == {}


def test_scripts_run_under_the_expected_version_of_micropython(micropython: Run) -> None:
    output = micropython(
        "import sys\nfrom sixpip.compat import MICROPYTHON\nprint(sys.implementation[:2], MICROPYTHON)"
    )
    assert output == "('micropython', (1, 24, 1, '')) True\n"


def test_a_script_that_raises_fails_with_its_traceback(micropython: Run) -> None:
    with pytest.raises(MicroPythonFailed, match=r'File "<stdin>", line 2[\s\S]*ZeroDivisionError'):
        micropython("print('before')\n1 / 0")
