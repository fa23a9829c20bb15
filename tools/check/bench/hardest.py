"""Finds the rolls that take longest to evaluate, by the count of executed Python lines: the same on every computer."""

import gc
import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")


def count_lines(function: Callable[[], object]) -> int:
    """Counts the lines and calls that `function` executes, without those of finalizers."""
    count = 0

    def trace(_frame: FrameType, _event: str, _detail: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    collects = gc.isenabled()
    gc.disable()
    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
        if collects:
            gc.enable()
    return count


def hardest(rolls: Iterable[T], function: Callable[[T], object], count: int) -> list[T]:
    """Returns the `count` rolls that `function` takes longest for."""
    cost = {roll: count_lines(lambda roll=roll: function(roll)) for roll in rolls}  # type: ignore[misc]
    return sorted(cost, key=lambda roll: -cost[roll])[:count]
