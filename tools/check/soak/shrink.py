"""Shortens a list of events that causes a fault: drops events as long as the same fault comes."""

import time
from collections.abc import Callable

from tools.check.soak.fault import Event, Fault

Replay = Callable[[list[Event]], Fault | None]


def shrink(events: list[Event], fault: Fault, replay: Replay, seconds: float = 60.0) -> list[Event]:
    """Returns the shortest list found within `seconds` that still causes a fault of the same name.

    Drops halves, quarters and so on down to single events.
    """
    ends = time.monotonic() + seconds

    def fails(tried: list[Event]) -> bool:
        if time.monotonic() > ends:
            return False
        found = replay(tried)
        return found is not None and found.name == fault.name

    before: list[Event] = []
    while events != before and time.monotonic() < ends:
        before = events
        events = _drop(events, fails)
    return events


def _drop(events: list[Event], fails: Callable[[list[Event]], bool]) -> list[Event]:
    """Drops pieces of the list, from the end, each half as long as the one before."""
    size = max(1, len(events) // 2)
    while events:
        end = len(events)
        while end > 0:
            tried = events[: max(0, end - size)] + events[end:]
            if fails(tried):
                events = tried
            end -= size
        if size == 1:
            break
        size = (size + 1) // 2
    return events
