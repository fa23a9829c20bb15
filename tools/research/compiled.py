"""Compiles functions with Numba, and deletes compiled code that is older than a module it was made from.

Numba notices a change of the module that it compiles, but not one of the modules whose functions are compiled into it.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from types import ModuleType
from typing import Generic, ParamSpec, TypeVar, cast

from tools import FIRMWARE, ROOT

_FOLDERS = (
    ROOT / "tools" / "research" / "league",
    ROOT / "tools" / "research" / "solve",
    ROOT / "tools" / "research" / "solve_phases",
    FIRMWARE / "sixpip" / "players" / "phase_ten",
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


def compiled(function: Callable[Inputs, Output]) -> Callable[Inputs, Output]:
    """Compiles a function at its first call and stores the result next to its module, or in the user's cache.

    Until then Numba is not imported: it takes two seconds to start, and many commands call no compiled function.
    """
    return Compiled(function)


class Compiled(Generic[Inputs, Output]):
    """A function that Numba compiles at the first call."""

    def __init__(self, function: Callable[Inputs, Output]) -> None:
        self.py_func = function
        update_wrapper(self, function)

    def __call__(self, *inputs: Inputs.args, **names: Inputs.kwargs) -> Output:
        """Calls the compiled function."""
        return self.dispatcher(*inputs, **names)

    @cached_property
    def dispatcher(self) -> Callable[Inputs, Output]:
        """The function as Numba knows it."""
        numba = _numba()
        try:
            fast = numba.njit(cache=True, nogil=True)(self.py_func)
        except RuntimeError:  # neither of the two can be written
            fast = numba.njit(nogil=True)(self.py_func)
        return cast(Callable[Inputs, Output], fast)


@cache
def _numba() -> ModuleType:
    """Numba, which can then compile a call of one compiled function in another."""
    delete_stale()  # before any stored code is loaded
    os.environ["NUMBA_SLP_VECTORIZE"] = "1"  # computes the lanes of a tuple (lane_pass.py) at once
    _use_wide_registers()
    import numba
    from numba.core.typing.typeof import typeof_impl

    typeof_impl.register(Compiled, lambda function, context: typeof_impl(function.dispatcher, context))
    return numba


def _use_wide_registers() -> None:
    """Lets Numba compute eight lanes at once where the processor can: LLVM computes four, and takes a third longer."""
    from llvmlite.binding import get_host_cpu_features

    features = get_host_cpu_features()
    if features.get("avx512f"):
        os.environ.setdefault("NUMBA_CPU_FEATURES", f"{features.flatten()},-prefer-256-bit")
