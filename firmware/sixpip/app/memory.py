"""Unloads the modules that a closed screen or an ended game needed: RAM is short on the Pico.

A mark is the names of the modules that are loaded when a screen opens. When it closes, those that have come since are
dropped, and the loop of the console clears them where none of their functions runs. A later import makes a new module,
so what is older than a mark must not refer to what is dropped (tools/check/imports.py). The modules of the board stay,
and all modules where RAM is ample, as on a Pico 2. If RAM runs out all the same, main.py and app.py handle the error.
"""

import sys

from sixpip.compat import TYPE_CHECKING, collect_garbage, free_memory

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from types import ModuleType

    Mark = Sequence[str]

_is_short = 0 < free_memory() < 256 * 1024  # a Pico 2 has more
_of_console: "Mark" = ()
_of_game: "Collection[str]" = ()
"""What stays when all screens are closed: the modules of the console, and those of the last game that was made."""
_of_listener: "Collection[str]" = ()
"""What prints for a listener at the serial port: menus and games begin and end meanwhile."""
_dropped: "tuple[ModuleType, ...]" = ()  # not a list: the memory of an empty one would stay where it was last needed


def mark() -> "Mark":
    """Returns the full names of the modules that are loaded and can be dropped; none where RAM is ample."""
    ours = [name for name in sys.modules if name.startswith("sixpip.") and not name.startswith("sixpip.board")]
    return tuple(ours) if _is_short else ()


def keep_loaded() -> None:
    """Lets the modules that are loaded now stay for good."""
    global _of_console
    _of_console = mark()


def drop(since: "Mark" = ()) -> None:
    """Forgets the modules that have come since a mark; without a mark all but those of the console and the game."""
    global _dropped
    names = [name for name in mark() if name not in (since or _of_console) and name not in _of_listener]
    names = [name for name in names if since or name not in _of_game]
    _dropped += tuple([sys.modules[name] for name in names])
    for name in sorted(names, reverse=True):  # the modules of a package before the package
        package, _, module = name.rpartition(".")
        home = sys.modules.get(package)
        if home:
            setattr(home, module, None)  # a slot that is only deleted holds its value until it is used again
            delattr(home, module)
        sys.modules[name] = None  # type: ignore[assignment]
        del sys.modules[name]


def clear_dropped() -> None:
    """Frees the modules that were dropped, which else stay while any word in memory looks like their address.

    None of their functions may be running.
    """
    global _dropped
    for module in _dropped:
        module.__dict__.clear()
    _dropped = ()


def keep_for_listener(modules: "Collection[str]") -> None:
    """Keeps these modules until this is called again; what no other mark keeps is then dropped when a screen closes."""
    global _of_listener
    _of_listener = modules


def keep_for_game(modules: "Collection[str]") -> None:
    """Drops all modules except those of the console and these, which stay until this is called for another game."""
    global _of_game
    _of_game = modules
    drop()
    clear_dropped()
    collect_garbage()
