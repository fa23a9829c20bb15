"""Every difference between CPython and MicroPython, in one place.

Modules import from here what the two interpreters name or do differently. It uses no hardware.
"""

import gc
import json
import os
import sys

MICROPYTHON = sys.implementation.name == "micropython"

if MICROPYTHON:
    import micropython
    from micropython import const

    # MicroPython searches the disk at each import of these built-in modules (2 to 8 ms), unless they are registered.
    for _name in ("array", "binascii", "json", "os", "time"):
        sys.modules[_name] = __import__(_name)
else:

    def const(value: "Constant") -> "Constant":
        """Returns the value itself. mpy-cross folds `const(...)` away, but CPython needs a function."""
        return value

    class micropython:
        """The decorator of functions that the Pico runs as machine code; CPython runs them as they are."""

        @staticmethod
        def viper(function: "Function") -> "Function":
            """Returns the function itself."""
            return function


TYPE_CHECKING = const(False)
"""True for the type checker only. The compiler leaves out what is under `if TYPE_CHECKING:`."""

# viper_types: how a function decorated with @micropython.viper reads a buffer, by 8, 16 or 32 bits on the Pico. CPython
# reads it by its own items, which must have that size.
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO, TypeVar
    from typing import Any as ptr8
    from typing import Any as ptr16
    from typing import Any as ptr32

    Function = TypeVar("Function", bound=Callable[..., Any])
    Constant = TypeVar("Constant")

    def ticks_ms() -> int:
        """Returns the milliseconds since power-on, wrapped at 2**30; on the Pico only. The stubs have another type."""
        ...

else:
    ptr8 = ptr16 = ptr32 = object

    if MICROPYTHON:
        from time import ticks_ms  # noqa: F401

_PERIOD = const(1 << 30)
_HALF = const(1 << 29)


def ticks_diff(later: int, earlier: int) -> int:
    """Returns the milliseconds from `earlier` to `later`, even across the wrap of the tick counter at 2**30."""
    return ((later - earlier + _HALF) & (_PERIOD - 1)) - _HALF


def ticks_add(ticks: int, ms: int) -> int:
    """Returns the tick count `ms` milliseconds after `ticks`, wrapped at 2**30."""
    return ((ticks - _HALF + ms) & (_PERIOD - 1)) ^ _HALF  # never past 2**30, so no big integer


_GAP_MS = const(60_000)


class Stopwatch:
    """Counts the milliseconds since a moment, from one call of `step` to the next.

    It compares a tick only with that of the last call, because ticks_diff is wrong from 6.2 days on. A gap of more than
    a minute between two calls counts as a minute or less.
    """

    def __init__(self) -> None:
        """The stopwatch starts with the first `step`."""
        self.start()

    def start(self, now_ms: int = -1) -> None:
        """Starts again, at the tick `now_ms` or with the next `step`."""
        self.ms = 0
        """The milliseconds at the last `step`; it stops at six days."""
        self._last_ms = now_ms

    def step(self, now_ms: int) -> int:
        """Returns the milliseconds at the tick `now_ms`."""
        if self._last_ms >= 0 and self.ms < _HALF - _GAP_MS:
            passed = ticks_diff(now_ms, self._last_ms)
            if passed > 0:
                self.ms += passed if passed < _GAP_MS else _GAP_MS
        self._last_ms = now_ms
        return self.ms


class _SliceMaker:
    """Returns the slice that it is indexed with, because MicroPython's `slice` cannot be called."""

    def __getitem__(self, item: slice) -> slice:
        return item


def first_items(count: int) -> slice:
    """Returns the slice of the first `count` items. `a[FIRST] = b` allocates nothing; `a[:count] = b` makes a slice
    each time.
    """
    return _SliceMaker()[0:count]


def replace(source: str, target: str) -> None:
    """Renames a file over another one in one step. Raises OSError as the file system does."""
    if MICROPYTHON:
        os.rename(source, target)  # littlefs replaces the target; os.replace does not exist there
    else:
        os.replace(source, target)


def to_disk(file: "BinaryIO") -> None:
    """Makes sure that what was written to `file` is on the disk before it is closed. Raises OSError."""
    if not MICROPYTHON:  # littlefs commits when the file is closed; a flush would only cost a second flash write
        file.flush()
        os.fsync(file.fileno())


def json_scalar(value: "str | int | float | bool | None") -> str:
    """Returns the JSON of one value that holds no others, without escapes beyond ASCII.

    MicroPython reads an escaped surrogate pair as two broken characters, and its dumps has no `ensure_ascii`.
    """
    if MICROPYTHON:
        return json.dumps(value)
    return json.dumps(value, ensure_ascii=False)


def exists(path: str) -> bool:
    """Returns whether there is a file or folder at `path`."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def table_path(name: str) -> str:
    """Returns the path of a file of tables; the folder lies next to that of the package.

    Where the modules are imported from one file, it is in the current folder.
    """
    folder = __file__.rpartition("sixpip/")[0]
    return ("" if folder == "/.sixpip/" else folder) + "tables/" + name


def load_module(name: str) -> "Any":
    """Imports a module by its full name and returns it. Raises ImportError."""
    return __import__(name, None, None, ("*",))


def collect_garbage() -> None:
    """Collects garbage where memory is short: about 20 ms on the Pico."""
    if MICROPYTHON:
        gc.collect()


def free_memory() -> int:
    """Returns the bytes that are free after a collection; 0 where memory is not short."""
    if not MICROPYTHON:
        return 0
    gc.collect()
    return int(gc.mem_free())
