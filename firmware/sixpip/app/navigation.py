"""The stack of the open screens, and the screen in charge, which is the one on top.

A screen opens another one by its name in screen_table.py (App.open) and never imports it.
"""

from sixpip import loader
from sixpip.port import TYPE_CHECKING, collect_garbage, const, free_memory

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.screens.screen import Screen

_NOTICE = "notice"
_ROOM = const(48 * 1024)
"""Free bytes with which every screen can be opened; with less the computer players and the coach are released."""


class Navigation:
    """The open screens, the one in charge on top, each with the modules that were loaded before it was opened."""

    def __init__(self, app: "App") -> None:
        """`app` is handed to every screen."""
        self._app = app
        self.stack: list[tuple[Screen, tuple[str, ...]]] = []
        """The open screens from the bottom up, each with the modules that stay loaded when it is closed."""

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
        self._push(name, args, None)

    def replace(self, name: str, *args: "object") -> None:
        """Opens a screen in place of the one in charge."""
        if self._push(name, args, self.stack[-1][1]):
            del self.stack[-2]

    def _push(self, name: str, args: "tuple[object, ...]", before: "tuple[str, ...] | None") -> bool:
        """Puts a screen on top; False without the memory for it.

        `before`: the modules that stay loaded when it is closed; None: those that are loaded now.
        """
        loaded: tuple[str, ...] = ()
        try:
            loaded = loader.loaded()
            screen = self._make(name, args)
        except MemoryError:
            if loaded:
                loader.keep_only(before=loaded)
                loader.clear_unloaded()
            if name != _NOTICE:
                self._app.notify("There is no memory left for this now. Leave the game, then go on with it.")
            return False
        self.stack.append((screen, loaded if before is None else before))
        return True

    def close(self) -> None:
        """Closes the screen in charge and unloads what was imported for it."""
        self._app.acknowledge_press()
        _, before = self.stack.pop()
        loader.keep_only(*self._in_hand(), before=before)

    def start(self, name: str, *args: "object") -> None:
        """Opens a screen in place of all that are open, and unloads what it and the game in hand do not need."""
        if self.stack or self._app.session:  # at power-on the boot menu needs what has just been imported
            self._unload_all_but(*self._in_hand())
        screen = self._make(name, args)
        if screen.shows_game:
            loader.unload(loader.MENUS)  # such as the table of screens
        self.stack = [(screen, loader.loaded())]

    def leave_menus(self, engine: str) -> None:
        """Closes all screens and unloads all that is not needed to make and play a game.

        Call it from the app's loop, where no function of a screen runs; then start a screen.
        """
        self.stack = []
        self._unload_all_but(loader.SETUP, loader.GAME, engine)

    def leave_setup(self) -> None:
        """Unloads all that the game in hand does not need. What called this only returns."""
        self._unload_all_but(*self._in_hand())

    def _in_hand(self) -> "tuple[str, ...]":
        """The lifetimes of the modules that the game in hand needs."""
        session = self._app.session
        return (loader.GAME, session.engine, loader.PLAYERS, loader.BUILDERS) if session else ()

    def _unload_all_but(self, *lifetimes: str) -> None:
        """Unloads the modules with any other lifetime and frees their memory at once: what called this only returns."""
        loader.keep_only(*lifetimes)
        loader.clear_unloaded()
        collect_garbage()

    def _make(self, name: str, args: "tuple[object, ...]") -> "Screen":
        """Acknowledges the press, then imports and makes the screen of that name in the table."""
        self._app.acknowledge_press()
        session = self._app.session
        free = free_memory()  # after a collection: a module must not be allocated behind garbage
        if session and session.has_players() and 0 < free < _ROOM:
            session.release_players()
        module, _, kind = loader.load("app.menus.screen_table").find(name).partition(":")
        screen: Screen = getattr(loader.load("screens." + module), kind)(self._app, *args)
        return screen
