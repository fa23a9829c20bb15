"""Compiles functions with Numba, and deletes compiled code that is older than a module it was made from.

Numba notices a change of the module that it compiles, but not one of the modules whose functions are compiled into it.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import numba

from tools import FIRMWARE, ROOT

_FOLDERS = (
    ROOT / "tools" / "research" / "league",
    ROOT / "tools" / "research" / "solve",
    FIRMWARE / "sixpip" / "players" / "ten_thousand",
)


def delete_stale(folders: tuple[Path, ...] = _FOLDERS) -> None:
    """Deletes the stored code of some folders that is older than the newest module in all of them."""
    newest = max(path.stat().st_mtime for folder in folders for path in folder.glob("*.py"))
    for folder in folders:
        for file in (folder / "__pycache__").glob("*.nb[ic]"):
            with suppress(OSError):  # another process deletes them, too
                if file.stat().st_mtime < newest:
                    file.unlink()


Inputs = ParamSpec("Inputs")
Output = TypeVar("Output")

delete_stale()  # before any stored code is loaded


def compiled(function: Callable[Inputs, Output]) -> Callable[Inputs, Output]:
    """Compiles a function and stores the result next to its module, or in the user's cache, if one can be written."""
    try:
        fast = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # neither can
        fast = numba.njit(nogil=True)(function)
    return cast(Callable[Inputs, Output], fast)
