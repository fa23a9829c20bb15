"""Runs one list of events, drawn or given, on a new console."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple

from tools.check.soak.console import SoakConsole
from tools.check.soak.coverage import Coverage
from tools.check.soak.fault import Event, Fault, cpu_limit, fault_of
from tools.check.soak.player import FAULTS, SoakPlayer

_EVENTS = (300, 600, 600, 600, 600, 2500)
"""Events of one run: then a new console starts with an empty disk."""
CPU_SECONDS = 30.0
"""For one event: a computer player computes for some seconds at most."""


Source = Callable[[SoakConsole], Iterable[Event]]


class Run(NamedTuple):
    """What one run has reached, and the fault that ended it."""

    seed: int
    events: list[Event]
    fault: Fault | None
    coverage: Coverage


def play(seed: int, faults: float = FAULTS) -> Run:
    """Plays a run of random events, of which a share are `faults`; equal seeds give equal runs."""
    coverage = Coverage()
    events: list[Event] = []
    chance = Random(seed)
    count = chance.choice(_EVENTS)
    player = SoakPlayer(chance, faults)

    def drawn(console: SoakConsole) -> Iterator[Event]:
        for _ in range(count):
            event = player.next(console.app)
            events.append(event)
            yield event

    fault = _apply(seed, coverage, drawn)
    return Run(seed, events, fault, coverage)


def replay(events: list[Event], seed: int) -> Fault | None:
    """Applies given events to a new console; returns the fault that they cause."""
    return _apply(seed, Coverage(), lambda console: events)


def _apply(seed: int, coverage: Coverage, events: Source) -> Fault | None:
    """Applies events until one causes a fault; returns it."""
    try:
        with cpu_limit(CPU_SECONDS) as start_limit:
            start_limit()
            console = SoakConsole(seed, coverage)
            with console.mounted():
                for event in events(console):
                    start_limit()
                    console.apply(event)
    except Exception as error:  # noqa: BLE001  # any exception of the firmware is a finding
        return fault_of(error)
    return None
