"""The open screens, of which the one on top is in charge.

A screen opens another one by its name in screen_table.py and never imports it. The modules that have been imported for
a screen go when it closes. What a screen opens when a button is pressed is opened as soon as it has handled the press:
the functions that handle presses lie deep on the stack, and an import needs 2 KB of it.
"""

from sixpip.app import memory
from sixpip.compat import TYPE_CHECKING, const, load_module

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.memory import Mark
    from sixpip.screens.screen import Screen

_GUARD_MS = const(1000)  # after a menu, in which BANK goes back
_ON_TOP = const(0)  # of the screen in charge
_IN_PLACE = const(1)  # of the screen in charge
_ALONE = const(2)  # in place of all

BOOT_MENU = "start.boot_menu:BootMenu"
"""Its line of the table of screens. The console starts sooner without the table."""


class ScreenStack:
    """The screens that are open, from the bottom up."""

    def __init__(self, app: "App") -> None:
        """No screen is open, and what is opened waits. `app`: the first argument of the constructor of every screen."""
        self._app = app
        self._open: list[tuple[Screen, Mark]] = []  # each with the modules that stay loaded when it is closed
        self._ordered: list[tuple[int, str, tuple[object, ...]]] = []  # what is to be opened: where, name, arguments
        self._waits = True

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
        self._order(_ON_TOP, name, args)

    def replace(self, name: str, *args: "object") -> None:
        """Opens a screen by its name in place of the one in charge."""
        self._order(_IN_PLACE, name, args)

    def start(self, name: str) -> None:
        """Opens a screen in place of all that are open."""
        self._order(_ALONE, name, ())

    def close(self) -> None:
        """Closes the screen in charge, so that the one below it is in charge again."""
        self._app.acknowledge_press()
        memory.drop(self._open.pop()[1])
        self.top.guard(self._app.handled, _GUARD_MS)
        self._app.redraw()

    def close_all(self) -> None:
        """Closes all screens: one is to be opened next."""
        self._open = []

    def wait(self) -> None:
        """Has all that is opened from now on wait for `open_ordered`."""
        self._waits = True

    def open_ordered(self) -> None:
        """Opens the screens that wait, in their order: imports each, makes it and puts it on top."""
        self._waits = False
        while self._ordered:
            where, name, args = self._ordered.pop(0)
            self._app.acknowledge_press()
            if where == _ALONE:
                memory.drop()
            memory.clear_dropped()  # before more is imported
            stays = memory.mark() if where == _ON_TOP else () if where == _ALONE else self._open[-1][1]
            path = BOOT_MENU if name == "boot_menu" else load_module("sixpip.app.screen_table").path_of(name)
            module, _, kind = path.partition(":")
            screen: Screen = getattr(load_module("sixpip.screens." + module), kind)(self._app, *args)
            if where == _ALONE:
                self.close_all()
            elif where == _IN_PLACE:
                self._open.pop()
            self._open.append((screen, stays))
            self._app.redraw()

    def _order(self, where: int, name: str, args: "tuple[object, ...]") -> None:
        self._ordered.append((where, name, args))
        if not self._waits:
            self.open_ordered()
