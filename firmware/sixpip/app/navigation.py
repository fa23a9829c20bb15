"""The stack of the open screens, and what is imported and unloaded as they come and go.

A screen opens another one by its name in screen_table.py (App.open) and never imports it. Modules are imported when a
screen is opened and unloaded when it is closed, by comparing sys.modules with what was loaded before: memory is short.
"""

from sixpip.port import (
    TYPE_CHECKING,
    clear_unloaded,
    collect_garbage,
    const,
    free_memory,
    free_modules,
    load_module,
    loaded_modules,
    unload_modules,
)

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.screens.screen import Screen

_SCREENS = "sixpip.screens."
_TABLE = "sixpip.app.menus.screen_table"
_PRELOAD = "sixpip.app.preload"
_NOTICE = "notice"


SHARED = (
    "sixpip.rules.variant",
    "sixpip.screens.screen",
)
"""What menus and games both use: loaded at the start and never unloaded."""

IN_PLAY = (
    "sixpip.app.game.game_log",
    "sixpip.app.game.players.game_players",
    "sixpip.app.game.session",
    "sixpip.rules.ten_thousand.odds",
    "sixpip.rules.game.actions",
    "sixpip.rules.game.engine",
    "sixpip.rules.game.errors",
    "sixpip.rules.game.events",
    "sixpip.rules.game.log_writer",
    "sixpip.rules.stages",
    "sixpip.rules.game.validators",
    "sixpip.screens.game",
    "sixpip.view.game.animation",
    "sixpip.view.game.faces",
)
"""Prefixes of the modules that every game uses: they stay while a game is played. A test checks them."""

_GAME_MADE = (
    "sixpip.app.setup.game_start",
    "sixpip.app.preload",
    "sixpip.rules.setup.conflicts",
    "sixpip.rules.setup.head_start",
    "sixpip.rules.setup.options",
    "sixpip.rules.setup.variants",
)
"""Prefixes of the modules with which a game is made."""

_ROOM = const(48 * 1024)
"""Free bytes with which every screen can be opened; with less the computer players and the coach are released."""


class Navigation:
    """The open screens, the one in charge on top, each with the modules that were loaded before it was opened."""

    def __init__(self, app: "App") -> None:
        """`app` is handed to every screen. What is loaded now stays loaded."""
        for module in SHARED:
            load_module(module)
        self._app = app
        self._base = set(loaded_modules())
        self.stack: list[tuple[Screen, tuple[str, ...]]] = []
        """The open screens from the bottom up, each with the modules that stay loaded when it is closed."""
        self._brought: list[str] = []  # the screen modules that making the last started screen imported

    def top(self) -> "Screen":
        """The screen in charge."""
        return self.stack[-1][0]

    def paint_game(self) -> bool:
        """Paints the dice of the game that the screens are open on; False if it is none."""
        bottom = self.stack[0][0]
        if bottom.shows_game:
            bottom.paint()
        return bottom.shows_game

    def open(self, name: str, *args: "object") -> None:
        """Puts the screen of that name in the table on top; `args` follow `app` in its constructor."""
        self._push(name, args, loaded_modules())

    def replace(self, name: str, *args: "object") -> None:
        """Opens a screen in place of the one in charge."""
        if self._push(name, args, self.stack[-1][1]):
            del self.stack[-2]

    def _push(self, name: str, args: "tuple[object, ...]", before: "tuple[str, ...]") -> bool:
        """Puts a screen on top; `before`: what stays loaded when it is closed. False without the memory for it."""
        loaded = loaded_modules()
        try:
            screen = self._make(name, args)
        except MemoryError:
            _free_since(loaded)
            if name != _NOTICE:
                self._app.notify("There is no memory left for this now. Leave the game, then go on with it.")
            return False
        self.stack.append((screen, before))
        return True

    def load(self, name: str) -> "Any":
        """Imports a module. Where memory is short and no game is in hand, unloads games first. Raises MemoryError."""
        before = loaded_modules()
        try:
            return load_module(name)
        except MemoryError:
            _free_since(before)
            if self._app.session:
                raise
        load_module(_PRELOAD).unload_games()
        return load_module(name)

    def close(self) -> None:
        """Closes the screen in charge and unloads what was imported since it was opened."""
        self._app.acknowledge_press()
        _, before = self.stack.pop()
        unload_modules([name for name in loaded_modules() if name not in before])

    def start(self, name: str, *args: "object") -> None:
        """Opens a screen in place of all that are open, and unloads all that it and the game in hand do not need."""
        if self.stack or self._app.session:  # at power-on the boot menu needs what has just been imported
            session = self._app.session
            self._unload(_needed_by(session.engine) if session else ())  # what called this only returns
        before = loaded_modules()
        self.stack = [(self._make(name, args), before)]
        self._brought = [name for name in loaded_modules() if name not in before and name.startswith(_SCREENS)]

    def leave_menus(self, engine: str) -> None:
        """Closes all screens and unloads all that is not needed to make and play a game.

        Call it from the app's loop, where no function of a screen runs; then start a screen.
        """
        self.stack = []
        self._unload(_needed_by(engine) + _GAME_MADE)

    def _unload(self, keep: "tuple[str, ...]") -> None:
        """Unloads all modules without a prefix in `keep` and frees their memory at once."""
        self._unload_others(keep)
        clear_unloaded()
        collect_garbage()

    def _make(self, name: str, args: "tuple[object, ...]") -> "Screen":
        """Acknowledges the press, then imports and makes the screen of that name in the table."""
        self._app.acknowledge_press()
        session = self._app.session
        free = free_memory()  # after a collection: a module must not be allocated behind garbage
        if session and session.has_players() and 0 < free < _ROOM:
            session.release_players()
        module, _, kind = load_module(_TABLE).find(name).partition(":")
        unload_modules([_TABLE])
        screen: Screen = getattr(self.load(_SCREENS + module), kind)(self._app, *args)
        return screen

    def _unload_others(self, keep: "tuple[str, ...]") -> None:
        """Unloads the screen modules that the last started screen brought, and all else without a prefix in `keep`."""
        others = [name for name in loaded_modules() if name not in self._base]
        needed = [name for name in others if any([name.startswith(start) for start in keep])]
        unload_modules([name for name in others if name not in needed or name in self._brought])
        self._brought = []


def _free_since(before: "tuple[str, ...]") -> None:
    """Frees the modules that have been imported since the modules in `before` were all."""
    free_modules([name for name in loaded_modules() if name not in before])


def _needed_by(engine: str) -> "tuple[str, ...]":
    """Prefixes of the modules that a game of an engine needs in play."""
    return ("sixpip.rules." + engine, "sixpip.players." + engine, "sixpip.screens." + engine) + IN_PLAY
