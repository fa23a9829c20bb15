"""Every difference between CPython and MicroPython, in one place.

Modules import from here what the two interpreters name or do differently. No hardware here.
"""

import gc
import json
import os
import sys

MICROPYTHON = sys.implementation.name == "micropython"

if MICROPYTHON:
    from micropython import const
else:

    def const(value: int) -> int:
        """The value itself: mpy-cross folds `const(...)` away, CPython needs a function."""
        return value


TYPE_CHECKING = const(False)
"""True for the type checker only: the compiler leaves out what is under `if TYPE_CHECKING:`."""

if TYPE_CHECKING:
    from typing import Any, BinaryIO

_PERIOD = const(1 << 30)
_HALF = const(1 << 29)


def ticks_diff(later: int, earlier: int) -> int:
    """Milliseconds from `earlier` to `later`, right across the wrap of the tick counter at 2**30."""
    return ((later - earlier + _HALF) & (_PERIOD - 1)) - _HALF


def ticks_add(ticks: int, ms: int) -> int:
    """The tick count `ms` milliseconds after `ticks`, wrapped at 2**30."""
    return ((ticks - _HALF + ms) & (_PERIOD - 1)) ^ _HALF  # never past 2**30: no big integer, so interrupts may call it


def replace(source: str, target: str) -> None:
    """Rename a file over another one in one step. Raises OSError as the file system does."""
    if MICROPYTHON:
        os.rename(source, target)  # littlefs replaces the target; os.replace does not exist there
    else:
        os.replace(source, target)


def to_disk(file: "BinaryIO") -> None:
    """Have what was written to `file` on the disk before it is closed. Raises OSError."""
    if not MICROPYTHON:  # littlefs commits when the file is closed; a flush would only cost a second flash write
        file.flush()
        os.fsync(file.fileno())


def json_scalar(value: "str | int | float | bool | None") -> str:
    """The JSON of one value that holds no others, without escapes beyond ASCII.

    MicroPython reads an escaped surrogate pair as two broken characters, and its dumps has no `ensure_ascii`.
    """
    if MICROPYTHON:
        return json.dumps(value)
    return json.dumps(value, ensure_ascii=False)


_forgotten: "list[Any]" = []


ALL = "*"


def forget(package: str, names: str) -> None:
    """Take modules of a package (with its dot) that are not needed for now out of memory: with the next `sweep`.

    Importing one again makes it anew: nothing that stays may hold on to what such a module defines. Only where memory
    is short. `names`: with spaces between; ALL for every one there is.
    """
    if not MICROPYTHON:
        return
    if names == ALL:
        names = " ".join([module[len(package) :] for module in sys.modules if module.startswith(package)])
    for name in names.split():
        if package + name in sys.modules:
            home = sys.modules[package[:-1]]
            _forgotten.append(sys.modules[package + name])
            setattr(home, name, None)  # what is only deleted stays in its slot, and in memory, until that is used again
            delattr(home, name)
            sys.modules[package + name] = None  # type: ignore[assignment]
            del sys.modules[package + name]


def tidy() -> None:
    """Collect garbage at a moment of one's own choice, where memory is short: 20 ms on the Pico."""
    if MICROPYTHON:
        gc.collect()


def sweep() -> None:
    """Give back the memory of what was forgotten, once none of it runs any more.

    MicroPython takes any number in memory that looks like an address for one: a module must not depend on luck.
    """
    while _forgotten:
        _forgotten.pop().__dict__.clear()


def free_memory() -> int:
    """Bytes that are free after a collection; 0 where memory is not short."""
    if not MICROPYTHON:
        return 0
    gc.collect()
    return int(gc.mem_free())
