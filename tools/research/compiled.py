"""Compiles functions with Numba."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

from tools.research.compile_cache import delete_stale

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
