"""Forgets the modules that a closed screen or a game that has ended needed: memory is short on the Pico.

A mark is the names of the modules that are loaded when a screen opens. When it closes, `drop` forgets the modules that
have come since, and the loop of the console clears them where none of their functions runs. A game that begins drops
what the menus needed. The modules of the board stay.

A later import makes a new module, so what is older than a mark must not refer to what is dropped
(tools/check/imports.py). Nothing is dropped where memory is ample, as on a Pico 2; marks are empty there.
"""

import sys

from sixpip.compat import TYPE_CHECKING, collect_garbage, const, free_memory

if TYPE_CHECKING:
    from collections.abc import Collection
    from types import ModuleType

    from sixpip.board.contract import Board

    Mark = tuple[str, ...]

_PACKAGE = "sixpip."
_BOARD = "sixpip.board"
_AMPLE = const(256 * 1024)

_is_short = 0 < free_memory() < _AMPLE
_dropped: "tuple[ModuleType, ...]" = ()  # not a list: the memory of an empty one would stay where it was last needed


def mark() -> "Mark":
    """The full names of the modules that are loaded now and can be dropped; none where memory is ample."""
    if not _is_short:
        return ()
    ours = [name for name in sys.modules if name.startswith(_PACKAGE)]
    return tuple([name for name in ours if not name.startswith(_BOARD)])


def drop(since: "Mark", kept: "Collection[str]" = ()) -> None:
    """Forgets the modules that have come since a mark, but those with the names in `kept`."""
    global _dropped
    names = [name for name in mark() if name not in since and name not in kept]
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
    """Frees the memory of the modules that were dropped. None of their functions may be running.

    Without this a module stays while any word in memory looks like its address: the garbage collector is conservative.
    """
    global _dropped
    for module in _dropped:
        module.__dict__.clear()
    _dropped = ()


def drop_now(since: "Mark", kept: "Collection[str]" = ()) -> None:
    """As `drop` and `clear_dropped`; what is allocated next begins behind what stays."""
    drop(since, kept)
    clear_dropped()
    collect_garbage()


def needed(board: "Board", modules: "tuple[str, ...]") -> "set[str]":
    """The names of modules and of what they import at their tops; of all loaded ones where the board does not know."""
    return board.needed_modules(modules) or set(mark())
