"""Which of many rolls is the hardest: the one for which most lines of Python run, the same on every computer."""

import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")


def lines_run(work: Callable[[], object]) -> int:
    """How many lines and calls `work` takes."""
    count = 0

    def trace(_frame: FrameType, _event: str, _detail: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def hardest(rolls: Iterable[T], work: Callable[[T], object], most: int) -> list[T]:
    """The `most` rolls that `work` takes longest for."""
    cost = {roll: lines_run(lambda roll=roll: work(roll)) for roll in rolls}  # type: ignore[misc]
    return sorted(cost, key=lambda roll: -cost[roll])[:most]
