"""Compiles functions with Numba."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

Inputs = ParamSpec("Inputs")
Output = TypeVar("Output")


def compiled(function: Callable[Inputs, Output]) -> Callable[Inputs, Output]:
    """Compiles a function and stores the result next to its module, or in the user's cache, if one can be written."""
    try:
        fast = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # neither can
        fast = numba.njit(nogil=True)(function)
    return cast(Callable[Inputs, Output], fast)
