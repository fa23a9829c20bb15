"""Loads and unloads modules: memory is short on the Pico, and not all of them fit into it at a time.

How long a module stays is read off the folders in its path:

- `menus`: while the menu or page that imported it is open; `setup`: and on until the game chosen there is made
- `game`: while a game is in hand
- `builders`: while tables of a computer player are built
- any other folder in players/: while the computer players and the coach of a game exist
- any other folder in rules/ or screens/, the name of an engine: while a game of that engine is in hand
- all others: always

A module imports at its top only what stays as long as itself (tools/check/imports.py). A Pico 2 unloads nothing.
"""

import os
import sys

from sixpip.port import MICROPYTHON, TYPE_CHECKING, const, free_memory, load_module

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Any

ALWAYS = ""
MENUS = "menus"
SETUP = "setup"
GAME = "game"
BUILDERS = "builders"
PLAYERS = "players"
_FOLDERS = (".menus.", ".setup.", ".builders.", ".game.", ".players.")  # the first that a name has counts
_PACKAGE = "sixpip."
_ROOT = __file__.rpartition("/")[0]
_AMPLE = const(256 * 1024)

_unloads = 0 < free_memory() < _AMPLE
_unloaded: "tuple[ModuleType, ...]" = ()  # not a list: the memory of an empty one would stay where it was last needed


def lifetime(module: str) -> str:
    """How long the module of that full name stays: one of the names above, or that of an engine."""
    if not module.startswith(_PACKAGE):
        return ALWAYS
    for folder in _FOLDERS:
        if folder in module:
            return folder[1:-1]
    start = module.find(".", len(_PACKAGE)) + 1  # split() takes five times as long: it makes texts
    return module[start : module.find(".", start)] if module.count(".") > 2 else ALWAYS


def load(module: str) -> "Any":
    """Returns a module by its name below sixpip; imports it if it is not loaded. Raises ImportError, MemoryError."""
    return load_module(_PACKAGE + module)


def loaded() -> "tuple[str, ...]":
    """The full names of the loaded modules; none where nothing is unloaded."""
    return tuple([name for name in sys.modules if name.startswith(_PACKAGE)]) if _unloads else ()


def load_folder(folder: str) -> "Iterator[None]":
    """Imports the modules in a folder, such as rules.game; yields after each."""
    for file in os.listdir(f"{_ROOT}/{folder.replace('.', '/')}") if MICROPYTHON else ():
        name, _, kind = file.partition(".")
        name = f"{_PACKAGE}{folder}.{name}"
        if kind in ("mpy", "py") and name not in sys.modules:
            load_module(name)
            yield


def unload(ended: str, before: "tuple[str, ...]" = (), part: str = "") -> None:
    """Unloads the modules whose lifetime has ended, if their names have `part` in them; not those in `before`.

    `clear_unloaded` then frees them. A new import makes a new module: nothing that stays may refer to the old one.
    """
    if _unloads:
        _unload([name for name in sys.modules if lifetime(name) == ended and part in name and name not in before])


def keep_only(*lifetimes: str, before: "tuple[str, ...]" = ()) -> None:
    """Unloads the modules with another lifetime than these and ALWAYS, except those in `before`, as `unload` does."""
    lifetimes += (ALWAYS,)
    if _unloads:  # without a list of all modules: there may be no memory for it
        _unload([name for name in sys.modules if lifetime(name) not in lifetimes and name not in before])


def _unload(names: "list[str]") -> None:
    """Removes modules from sys.modules and from their packages."""
    global _unloaded
    _unloaded += tuple([sys.modules[name] for name in names])
    for name in sorted(names, reverse=True):  # the modules of a package before the package
        package, _, module = name.rpartition(".")
        home = sys.modules.get(package)
        if home:
            setattr(home, module, None)  # a slot that is only deleted holds its value until it is used again
            delattr(home, module)
        sys.modules[name] = None  # type: ignore[assignment]
        del sys.modules[name]


def clear_unloaded() -> None:
    """Frees the memory of unloaded modules. None of their functions may be running, unless it only returns.

    Without this a module stays while any word in memory looks like its address: the garbage collector is conservative.
    """
    global _unloaded
    for module in _unloaded:
        module.__dict__.clear()
    _unloaded = ()
