"""Runs lists of events, drawn or given, on new consoles in several processes, and shortens each new fault."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from random import Random
from typing import NamedTuple

from tools import ROOT
from tools.check.soak.console import SoakConsole
from tools.check.soak.coverage import Coverage
from tools.check.soak.fault import Event, Fault, cpu_limit, fault_of, save_events
from tools.check.soak.player import FAULTS, SoakPlayer
from tools.research.compiled_loops import compile_loops

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


_PROGRESS_S = 10.0
_SEEDS = 1_000_000
"""Runs for each value of --seed."""
_MOST_FINDINGS = 20


class Result:
    """What all runs together have reached, and what they found."""

    def __init__(self) -> None:
        self.coverage = Coverage()
        self.seconds = 0.0
        self.findings: dict[str, Path] = {}
        """The file of each fault by its name."""

    def line(self) -> str:
        """Returns the result in one line, with what to do next."""
        speed = self.coverage.events["press"] / max(self.seconds, 0.001)
        line = f"Soak: {self.coverage.line()}, {speed:.0f} presses/s, {len(self.findings)} findings."
        if self.findings:
            return f"{line} {', '.join(self.findings)}. Next: make soak REPLAY={next(iter(self.findings.values()))}"
        return line + " Next: play longer, or with another seed."


def soak(seconds: float, seed: int, jobs: int, folder: Path) -> Result:
    """Plays runs from `seed` on for `seconds`; writes each new fault to `folder`, shortened."""
    result = Result()
    began = shown = time.monotonic()
    for run in _runs(seed * _SEEDS, jobs, began + seconds):
        now = time.monotonic()
        result.coverage.add(run.coverage)
        result.seconds = now - began
        if run.fault and run.fault.name not in result.findings and len(result.findings) < _MOST_FINDINGS:
            result.findings[run.fault.name] = _report(run, run.fault, folder, len(result.findings) + 1)
        if now - shown >= _PROGRESS_S:
            shown = now
            _show(f"{result.seconds / 60:5.1f} min: {result.coverage.line()}, {len(result.findings)} findings")
    return result


def _runs(first: int, jobs: int, ends: float) -> Iterator[Run]:
    """Yields runs of consecutive seeds as they end, until `ends`."""
    with ProcessPoolExecutor(jobs, initializer=compile_loops, initargs=(True,)) as pool:
        number = first
        waiting: set[Future[Run]] = set()
        while waiting or time.monotonic() < ends:
            while len(waiting) < 2 * jobs and time.monotonic() < ends:
                waiting.add(pool.submit(play, number))
                number += 1
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def _report(run: Run, fault: Fault, folder: Path, number: int) -> Path:
    """Shortens a run that failed, writes it to a file and shows it; returns its path."""
    _show(f"{fault.name} (seed {run.seed}, {len(run.events)} events): looking for a shorter way ...")
    compile_loops(True)

    def again(events: list[Event]) -> Fault | None:
        return replay(events, run.seed)

    events = shrink(run.events, fault, again)
    path = folder / f"finding-{number}.json"
    save_events(path, events, again(events) or fault, run.seed)
    path = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    _show(f"{fault.name}: {len(events)} events in {path}")
    return path


def _show(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
