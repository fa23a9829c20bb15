"""Shortens a list of events that causes a fault: drops events as long as the same fault comes."""

import time
from collections.abc import Callable

from tools.check.soak.fault import Event, Fault

Replay = Callable[[list[Event]], Fault | None]

_SHORTER = {"wait": (0, 400, 1300), "press": (50,)}
"""Smaller values for the last argument of an event."""


def shrink(events: list[Event], fault: Fault, replay: Replay, seconds: float = 60.0) -> list[Event]:
    """Returns the shortest list found within `seconds` that still causes a fault of the same name.

    First drops halves, quarters and so on down to single events, then makes what is left smaller.
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
        events = _simplify(_drop(events, fails), fails)
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


def _simplify(events: list[Event], fails: Callable[[list[Event]], bool]) -> list[Event]:
    """Gives each event the smallest last argument with which the fault still comes."""
    for place, event in enumerate(events):
        for value in _SHORTER.get(event[0], ()):
            if event[-1] <= value or (event[0] == "press" and len(event) < 3):
                break
            tried = [*events[:place], [*event[:-1], value], *events[place + 1 :]]
            if fails(tried):
                events = tried
                break
    return events
