"""Every difference between CPython and MicroPython, in one place.

Modules import from here what the two interpreters name or do differently. No hardware here.
"""

import os
import sys

MICROPYTHON = sys.implementation.name == "micropython"

if MICROPYTHON:
    from micropython import const
else:

    def const(value: int) -> int:
        """The value itself: mpy-cross folds `const(...)` away, CPython needs a function."""
        return value


_PERIOD = const(1 << 30)
_HALF = const(1 << 29)


def ticks_diff(later: int, earlier: int) -> int:
    """Milliseconds from `earlier` to `later`, right across the wrap of the tick counter at 2**30."""
    return ((later - earlier + _HALF) & (_PERIOD - 1)) - _HALF


def ticks_add(ticks: int, ms: int) -> int:
    """The tick count `ms` milliseconds after `ticks`, wrapped at 2**30."""
    return (ticks + ms) & (_PERIOD - 1)


def replace(source: str, target: str) -> None:
    """Rename a file over another one in one step. Raises OSError as the file system does."""
    if MICROPYTHON:
        os.rename(source, target)  # littlefs replaces the target; os.replace does not exist there
    else:
        os.replace(source, target)
