"""The table of screens, and what is loaded and unloaded as screens are opened and closed."""

import ast
import functools
import importlib
import inspect
import tempfile
from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip import port
from sixpip.app import navigation, preload
from sixpip.screens.screen import Screen
from tools import FIRMWARE
from tools.board.build import board_sources
from tools.check.imports import import_graph, module_imports
from tools.publish.diagrams import SCREENS

IN_PLAY = tuple(start.removeprefix("sixpip.") for start in navigation.IN_PLAY)
GAME_PACKAGES = {
    engine: (f"rules.{engine}", f"players.{engine}", f"screens.{engine}", *IN_PLAY) for engine in preload.PRELOADED
}


def screen_class(name: str) -> type[Screen]:
    """Returns the class of a screen by its name in the table."""
    module, _, kind = SCREENS[name].partition(":")
    found = getattr(importlib.import_module("sixpip.screens." + module), kind)
    assert isinstance(found, type) and issubclass(found, Screen)
    return found


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_of_the_table_exists_and_takes_the_app_first(name: str) -> None:
    parameters = list(inspect.signature(screen_class(name)).parameters)
    assert parameters[0] == "app"


@pytest.mark.long
def test_every_screen_that_is_opened_by_name_is_in_the_table() -> None:
    for path in (FIRMWARE / "sixpip").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                first = node.args[0]
                if node.func.attr in ("open", "replace", "start") and isinstance(first, ast.Constant):
                    if ast.unparse(node.func.value).endswith(("app", "navigation")):
                        assert first.value in SCREENS, f"{path.name}:{node.lineno}"


def test_no_screen_imports_another_one() -> None:
    screens = {target.replace(":", ".") for target in SCREENS.values()}
    for path in (FIRMWARE / "sixpip" / "screens").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                module = (node.module or "").removeprefix("sixpip.screens.")
                assert not {f"{module}.{alias.name}" for alias in node.names} & screens, f"{path.name}:{node.lineno}"


NOT_IN_PLAY = {f"rules.{engine}.{module}" for engine in GAME_PACKAGES for module in ("restore", "log_parser")}
"""Modules of an engine that only restore or replay a game."""


def all_modules() -> set[str]:
    """Returns all modules of the firmware, without the name of its package."""
    return {name.removeprefix("sixpip.") for name in import_graph()}


@functools.cache
def board_firmware() -> Path:
    """The firmware as it is compiled for the board: constants are inlined, and some imports are gone with them."""
    folder = Path(tempfile.mkdtemp())
    for path, source in board_sources(FIRMWARE).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(source)
    return folder


def loaded_with(*modules: str) -> set[str]:
    """Returns the modules that importing `modules` on the board loads, by their imports at module level."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        path = board_firmware() / "sixpip" / (module.replace(".", "/") + ".py")
        if module in found or not path.is_file():
            continue
        found.add(module)
        imports = [each for each in module_imports(path, board_firmware()) if not (each.lazy or each.types_only)]
        waiting += [imported.module.removeprefix("sixpip.") for imported in imports]
    return found


@pytest.mark.long
@pytest.mark.parametrize("engine", GAME_PACKAGES)
def test_nothing_that_a_game_uses_is_unloaded_when_the_game_starts(engine: str) -> None:
    base = loaded_with("app.app", *[name.removeprefix("sixpip.") for name in navigation.SHARED])
    used = loaded_with(*preload.PRELOADED[engine])
    used |= {module for module in all_modules() if module.startswith(f"rules.{engine}.")} - NOT_IN_PLAY
    used = loaded_with(*used)
    assert {module for module in used - base if not module.startswith(GAME_PACKAGES[engine])} == set()


@pytest.mark.long
@pytest.mark.parametrize("engine", GAME_PACKAGES)
def test_a_game_without_computer_players_loads_nothing_of_their_folder(engine: str) -> None:
    assert {name for name in loaded_with(*preload.PRELOADED[engine]) if name.startswith(f"players.{engine}")} == set()


def test_preloading_a_game_imports_its_modules_one_by_one_up_to_its_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    for engine, modules in preload.PRELOADED.items():
        loaded: list[str] = []
        monkeypatch.setattr(preload, "is_loaded", loaded.__contains__)
        monkeypatch.setattr(preload, "load_module", loaded.append)
        while preload.preload(engine):
            pass
        assert loaded == ["sixpip." + module for module in modules]
        assert modules[-1] == f"screens.{engine}.play"


@pytest.mark.long
@pytest.mark.parametrize("player", preload.PLAYERS)
def test_the_modules_of_a_player_are_imported_one_at_a_time(player: str) -> None:
    engine = player.partition(".")[0]
    loaded = loaded_with("app.app", *preload.PRELOADED[engine], "players.styles")
    for module in preload.PLAYERS[player]:
        assert loaded_with(module) - loaded - {module} == set()
        loaded |= loaded_with(module)
    assert preload.PLAYERS[player][-1] == f"players.{player}"


def test_what_a_screen_imported_is_unloaded_when_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = ScriptedPlayer(str(tmp_path)).start()
    loaded = ["sixpip.app.app"]
    unloaded: list[str] = []

    def load(name: str) -> object:
        loaded.append(name)
        return importlib.import_module(name)

    monkeypatch.setattr(navigation, "loaded_modules", lambda: tuple(loaded))
    monkeypatch.setattr(navigation, "load_module", load)
    monkeypatch.setattr(navigation, "unload_modules", unloaded.extend)
    player.press(MENU).pick("House rules").press(BANK)
    table = "sixpip.app.menus.screen_table"
    assert [name for name in unloaded if name != table] == ["sixpip.screens.menus.house_rules"]
    unloaded.clear()
    player.press(BANK)
    assert "sixpip.screens.menus.pause" in unloaded


@pytest.mark.parametrize(
    ("missing", "buttons", "stays"), [("settings", (MENU, 3), "PAUSE"), ("pause", (MENU,), "P1 0")]
)
def test_without_memory_for_a_screen_the_one_below_stays_and_the_console_says_so(
    missing: str, buttons: tuple[int, ...], stays: str, player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = port.load_module

    def load_module(name: str) -> object:
        if name == f"sixpip.screens.{missing}":
            raise MemoryError
        return load(name)

    player.start()
    monkeypatch.setattr(navigation, "load_module", load_module)
    player.press(*buttons)
    assert "There is no memory" in player.screen
    assert player.press(ROLL).lines[0].startswith(stays)


def test_without_memory_for_the_notice_the_press_does_nothing(
    player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.start()
    before = player.screen

    def load_module(name: str) -> object:
        raise MemoryError

    monkeypatch.setattr(navigation, "load_module", load_module)
    assert player.press(MENU).screen == before
