"""The import walls (tools/check/imports.py): each stops what it is there to stop. make check tests the firmware."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.check.imports import LACKING, cycle, violations


def test_modules_that_import_each_other_are_a_cycle_even_inside_functions(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "one.py").write_text("def late():\n    from tools import two")
    (tmp_path / "tools" / "two.py").write_text("from tools.one import late")
    assert set(cycle(tmp_path, "tools")) == {"tools.one", "tools.two"}


def tree(folder: Path, path: str, source: str) -> Path:
    """A firmware with one file of interest, and the modules that the examples name."""
    firmware = folder / "firmware"
    modules = "port rules/ten_thousand/game rules/game view/tiles players/human storage/records app/app board/contract"
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
    ("players", "from sixpip.storage.records import Store"),
    ("view", "from sixpip.board import contract"),
    ("storage", "from sixpip.rules.ten_thousand.game import Game"),
    ("screens", "from sixpip.board.pico import PicoBoard"),
    ("screens", "import neopixel"),
    ("board", "from sixpip.app.app import run"),
    ("board", "from tools.play.rules import cases"),
    ("screens", "from typing import Protocol"),
    ("view", "if TYPE_CHECKING:\n    from sixpip.rules.ten_thousand.game import Game"),
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
    ("rules", "from sixpip.port import const\nfrom sixpip.rules.game import Game\nimport array"),
    ("rules", 'x = __import__("sixpip.rules." + name)'),
    ("view", "from sixpip.view import tiles\nif TYPE_CHECKING:\n    from sixpip.board.contract import Board"),
    ("storage", "import os\nfrom sixpip.port import replace"),
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
