"""The open screens, of which the one on top is in charge.

A screen opens another one by its name in screen_table.py and never imports it. The modules that have been imported for
a screen go when it closes.
"""

from sixpip.app import memory
from sixpip.compat import TYPE_CHECKING, const, load_module

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.memory import Mark
    from sixpip.screens.screen import Screen

_GUARD_MS = const(1000)  # after a menu, in which BANK goes back

BOOT_MENU = "start.boot_menu:BootMenu"
"""Its line of the table of screens. The console starts sooner without the table."""


class ScreenStack:
    """The screens that are open, from the bottom up."""

    def __init__(self, app: "App") -> None:
        """No screen is open. `app`: the first argument of the constructor of every screen."""
        self._app = app
        self._open: list[tuple[Screen, Mark]] = []  # each with the modules that stay loaded when it is closed

    @property
    def top(self) -> "Screen":
        """The screen in charge."""
        return self._open[-1][0]

    @property
    def bottom(self) -> "Screen":
        """The screen on which all others are open."""
        return self._open[0][0]

    def __len__(self) -> int:
        return len(self._open)

    def open(self, name: str, *args: "object") -> None:
        """Opens a screen by its name on top of the one in charge; `args` follow `app` in its constructor."""
        self._push(name, args, memory.mark())

    def replace(self, name: str, *args: "object") -> None:
        """Opens a screen by its name in place of the one in charge."""
        self._push(name, args, self._open[-1][1])
        del self._open[-2]

    def close(self) -> None:
        """Closes the screen in charge, so that the one below it is in charge again."""
        self._app.acknowledge_press()
        memory.drop(self._open.pop()[1])
        self.top.guard(self._app.handled, _GUARD_MS)
        self._app.redraw()

    def close_all(self) -> None:
        """Closes all screens: one is to be opened next."""
        self._open = []

    def start(self, name: str) -> None:
        """Opens a screen in place of all that are open."""
        memory.drop_menus()
        self._push(name, (), ())
        del self._open[:-1]

    def _push(self, name: str, args: "tuple[object, ...]", before: "Mark") -> None:
        """Imports a screen, makes it and puts it on top. `before`: the modules that stay loaded when it is closed."""
        self._app.acknowledge_press()
        path = BOOT_MENU if name == "boot_menu" else load_module("sixpip.app.screen_table").path_of(name)
        module, _, kind = path.partition(":")
        screen: Screen = getattr(load_module("sixpip.screens." + module), kind)(self._app, *args)
        self._open.append((screen, before))
        self._app.redraw()
