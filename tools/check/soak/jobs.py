"""Plays runs in several processes for a given time, shows the progress, and shortens each new fault."""

import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

from tools import ROOT
from tools.check.soak.coverage import Coverage
from tools.check.soak.fault import Event, Fault, save_events
from tools.check.soak.run import Run, play, replay
from tools.check.soak.shrink import shrink
from tools.research.compiled_loops import compile_loops

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
