"""The table of screens, and what is loaded and unloaded as screens are opened and closed."""

import ast
from pathlib import Path

import pytest

from host_tests.game_fixture import switch_on
from host_tests.scripted_player import MENU, ROLL, ScriptedPlayer
from sixpip import loader
from sixpip.app import app
from sixpip.app.game.session import Session
from sixpip.players.menus.styles import MASTER
from sixpip.rules.ten_thousand.game import Game
from tools import FIRMWARE
from tools.check import imports
from tools.publish.diagrams import SCREENS


@pytest.mark.long
def test_every_screen_that_is_opened_by_name_is_in_the_table() -> None:
    for path in (FIRMWARE / "sixpip").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                first = node.args[0]
                if node.func.attr in ("open", "replace", "start") and isinstance(first, ast.Constant):
                    if ast.unparse(node.func.value).endswith("app"):
                        assert first.value in SCREENS, f"{path.name}:{node.lineno}"


def test_the_boot_menu_that_the_start_opens_without_the_table_is_that_of_the_table() -> None:
    assert SCREENS["boot_menu"] == app.BOOT_MENU


def test_no_screen_imports_another_one() -> None:
    screens = {target.replace(":", ".") for target in SCREENS.values()}
    for path in (FIRMWARE / "sixpip" / "screens").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                module = (node.module or "").removeprefix("sixpip.screens.")
                assert not {f"{module}.{alias.name}" for alias in node.names} & screens, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(
    ("path", "source", "fault"),
    [
        (
            "screens/game/new",
            "import sixpip.rules.ten_thousand.other",
            "(game) imports sixpip.rules.ten_thousand.other (engine)",
        ),
        ("rules/setup/new", "from sixpip.app.menus import other", "(setup) imports sixpip.app.menus.other (menus)"),
        ("app/new", "def f() -> None:\n    from sixpip.app.menus.other import f\n", ""),
        ("app/new", "from sixpip.app.menus.other import LIMIT\n\nTWICE = 2 * LIMIT\n", ""),
    ],
)
def test_an_import_of_what_stays_shorter_is_found_unless_it_is_of_a_constant(
    path: str, source: str, fault: str, tmp_path: Path
) -> None:
    modules = {
        "app/menus/other": "from sixpip.port import const\n\nLIMIT = const(3)\n",
        "port": "const = int\n",
        "rules/ten_thousand/other": "",
        path: source,
    }
    for name, text in modules.items():
        file = tmp_path / "sixpip" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    found = list(imports.faults(tmp_path))
    assert len(found) == bool(fault) and fault in "".join(found)


@pytest.mark.parametrize(
    ("missing", "buttons", "stays"), [("settings", (MENU, 3), "PAUSE"), ("pause", (MENU,), "P1 0")]
)
def test_without_memory_for_a_screen_the_one_below_stays_and_the_console_says_so(
    missing: str, buttons: tuple[int, ...], stays: str, player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = loader.load

    def load_or_fail(name: str) -> object:
        if name == f"screens.menus.{missing}":
            raise MemoryError
        return load(name)

    player.start()
    monkeypatch.setattr(loader, "load", load_or_fail)
    player.press(*buttons)
    assert "There is no memory" in player.screen
    assert player.press(ROLL).lines[0].startswith(stays)


def test_a_screen_takes_the_memory_that_is_kept_for_saves_when_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load, free_room = loader.load, Session.free_room
    freed: list[bool] = []

    def note_room(session: Session) -> bool:
        freed.append(free_room(session))
        return freed[-1]

    def load_with_room(name: str) -> object:
        if name == "screens.menus.pause" and True not in freed:
            raise MemoryError
        return load(name)

    player = switch_on(str(tmp_path), Game("dice-10000", {}, 2), [0, MASTER])
    player.wait(2000)
    monkeypatch.setattr(Session, "free_room", note_room)
    monkeypatch.setattr(loader, "load", load_with_room)
    assert player.press(MENU).lines[0].startswith("PAUSE")
    assert freed == [True]
    assert player.app.session and not player.app.session.free_room()  # until the next save keeps it again


def test_without_memory_for_the_notice_the_press_does_nothing(
    player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.start()
    before = player.screen

    def load(name: str) -> object:
        raise MemoryError

    monkeypatch.setattr(loader, "load", load)
    assert player.press(MENU).screen == before
