"""Imports the modules that are needed next, one at a time, while no button is pressed."""

from sixpip.port import (
    collect_garbage,
    const,
    free_memory,
    free_modules,
    is_loaded,
    load_module,
    loaded_modules,
    unload_modules,
)

_ROOM = const(32 * 1024)
"""Free bytes that are left to the menus of a game: the rest of the game is imported when they are closed."""

ROOM_IN_BOOT_MENU = const(64 * 1024)
"""Free bytes that are left when a game may still be chosen and set up."""

_PREVIEWS = (
    "rules.phase_ten.dice",
    "screens.phase_ten.faces",
)
"""The modules that show the dice of all variants in menus, each small enough to import between two presses."""

_SESSION = ("rules.engine", "rules.log_writer", "app.game_log", "app.session")
"""What the games of all engines begin with; the boot menu does not need it."""

PRELOADED = {
    "ten_thousand": _SESSION
    + (
        "rules.ten_thousand.scorer",
        "rules.ten_thousand.house_rules.house_rule",
        "rules.ten_thousand.game",
        "rules.ten_thousand.log_format",
        "screens.game.game_screen",
        "screens.ten_thousand.decision",
        "screens.ten_thousand.play",
    ),
    "phase_ten": _SESSION
    + (
        "rules.phase_ten.best_use",
        "rules.phase_ten.game",
        "rules.phase_ten.log_format",
        "screens.game.game_screen",
        "screens.phase_ten.decision",
        "screens.phase_ten.play",
    ),
}
"""The modules of a game, each small enough to import between two presses (about 0.1 s on the Pico)."""

_SOLVER = (
    "players.temporary_worker",
    "players.ten_thousand.turn_tables",
    "players.ten_thousand.turn_solver",
    "players.ten_thousand.turn_advice",
)
_BEST_PLAY = (
    "players.phase_ten.pool",
    "players.phase_ten.goals",
    "players.phase_ten.last_roll",
    "players.phase_ten.best_play",
)
PLAYERS = {
    "ten_thousand.computer": ("players.ten_thousand.computer",),
    "ten_thousand.master": _SOLVER
    + (
        "players.ten_thousand.computer",
        "players.ten_thousand.win_chance",
        "players.ten_thousand.master",
    ),
    "ten_thousand.coach": _SOLVER + ("players.ten_thousand.coach",),
    "phase_ten.computer": _BEST_PLAY + ("players.phase_ten.computer",),
    "phase_ten.coach": _BEST_PLAY + ("players.phase_ten.coach",),
}
"""The modules of the computer players and the coaches; the last one is that of the player."""


def preload_previews() -> bool:
    """Imports the next module of the previews that is not loaded; True while there are more."""
    for module in _PREVIEWS:
        if not is_loaded("sixpip." + module):
            load_module("sixpip." + module)
            return True
    return False


def preload(engine: str, room: int = _ROOM) -> bool:
    """Imports the next module of a game that is not loaded; False when all are, or less than `room` bytes are free.

    Unloads the games of other engines first: there is no room for both.
    """
    others = _of_other_engines(engine)
    if others:
        unload_modules(others)
        return True
    return import_next(PRELOADED[engine], room)


def unload_games() -> None:
    """Unloads what has been imported of games, and frees its memory. Only while no game is in hand."""
    free_modules(_of_other_engines(""))


def _of_other_engines(engine: str) -> "list[str]":
    """The loaded modules of all engines but `engine`, without their packages and what the previews need."""
    folders = ["." + other + "." for other in PRELOADED if other != engine]
    previews = ["sixpip." + module for module in _PREVIEWS]
    return [name for name in loaded_modules() if name not in previews and any([folder in name for folder in folders])]


def preload_player(engine: str, name: str) -> bool:
    """Imports the next module of a computer player or a coach; True while there are more. `name`: its module."""
    collect_garbage()  # a module must not be allocated behind the garbage of the import before it
    return import_next(PLAYERS[f"{engine}.{name}"], 0)


def import_next(modules: "tuple[str, ...]", room: int = _ROOM) -> bool:
    """Imports the first of some modules that is not loaded; False when all are, or less than `room` bytes are free.

    With a `room` of 0 it does not measure, which takes a garbage collection.
    """
    for module in modules:
        if not is_loaded("sixpip." + module):
            if room and 0 < free_memory() < room:
                return False
            load_module("sixpip." + module)
            return True
    return False
