"""`python -m tools.check.bench`: measures speed and memory and compares them with their budgets.

The firmware runs on the emulated Pico, the exact solver and the demo on this computer. The exit status tells whether a
row has become worse than in the baseline; a budget that is missed is shown, and does not set it.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from playwright.sync_api import Error as BrowserError

from tools.check.bench import (
    baseline,
    boot,
    brains,
    code_speed,
    demo,
    evening,
    flash,
    frames,
    hour,
    master,
    menus,
    pace,
    phase_advice,
    play,
    scoring,
    sizes,
    solver,
    starts,
    turns,
)
from tools.check.bench.pico import ScriptFailed
from tools.check.bench.rows import Row, regressed, summary, table, worst_of
from tools.check.emulator import EmulatorTimeout, EmulatorUnavailable, find_image
from tools.play.host.screen_reader import Stuck
from tools.play.simulator.browser import find_chromium
from tools.settings import JOBS
from tools.terminal import Parser, command, print_message, whole

Task = Callable[[], list[Row]]


class Part(NamedTuple):
    """A part of the bench that is measured and recorded on its own."""

    tasks: Sequence[Task]
    """What is measured, in any order and in several processes. Rows of the same name are merged into the worst."""
    prefixes: Sequence[str]
    """The prefixes of its rows."""
    on_host: bool = False
    """Whether the result depends on the speed of this computer: it is measured after the others, alone."""


PARTS: dict[str, Part] = {
    "turns": Part((turns.rows,), (turns.PART,)),
    "hour": Part(hour.tasks(hour.MINUTES), (hour.PART,)),
    "evening": Part(evening.TASKS, (evening.PART, evening.NEXT)),
    "play": Part(play.TASKS, play.PARTS),
    "advice": Part((phase_advice.rows,), (phase_advice.PART,)),
    "thinking": Part(menus.THINKING_TASKS, (menus.THINKING,)),
    "menus": Part(menus.TASKS, (menus.PART,)),
    "memory": Part(menus.IN_MEMORY_TASKS, (menus.IN_MEMORY,)),
    "pace": Part(pace.TASKS, (pace.PART,)),
    "master": Part(master.TASKS, (master.PART,)),
    "starts": Part(starts.TASKS, (starts.PART,)),
    "brains": Part(brains.TASKS, (brains.PART,)),
    "scoring": Part((scoring.rows,), (scoring.PART,)),
    "frames": Part((frames.rows,), (frames.PART,)),
    "boot": Part((boot.rows,), (boot.PART,)),
    "sizes": Part((sizes.rows,), (sizes.PART,)),
    "code": Part((code_speed.rows,), (code_speed.PART,)),
    "flash": Part((flash.rows,), (flash.PART,), on_host=True),
    "solver": Part((solver.rows,), (solver.PART,), on_host=True),
    "demo": Part((demo.rows,), (demo.PART,), on_host=True),
}
"""In the order in which they are begun, the longest first: no process is left with a long one in the end."""
FAILURES = (Stuck, ScriptFailed, EmulatorTimeout, BrowserError)
"""What a part raises that cannot be measured: the others are measured all the same."""

CAVEATS = """
Measured in clock cycles of an emulated RP2040 at 125 MHz with the official MicroPython: the same on every computer.
A real Pico takes about 1.08 times as long, within 30 %. Not modeled: busy time of the flash (an erase takes about 45 ms
and blocks interrupts), cache misses of the flash, LED current and supply voltage, bouncing buttons, and the start of
MicroPython itself. A second press soon after another can hit a garbage collection or the computation of the next
screen: "soon after" is the worst case. The exact solver, the demo and make flash are measured in time of this
computer."""


class Measured(NamedTuple):
    """The result of all parts."""

    rows: dict[str, list[Row]]
    """By part; of one that failed, those that could be measured."""
    failed: dict[str, str]
    """The reason by part."""


def measure(parts: Mapping[str, Part], jobs: int) -> Measured:
    """Measures the parts, `jobs` tasks at a time."""
    measured = Measured({}, {})
    with ProcessPoolExecutor(jobs) as pool:
        emulated = {name: part for name, part in parts.items() if not part.on_host}
        running = {name: [pool.submit(task) for task in part.tasks] for name, part in emulated.items()}
        for name, tasks in running.items():
            _collect(name, [task.result for task in tasks], measured)
    for name, part in parts.items():
        if part.on_host:
            _collect(name, part.tasks, measured)
    return measured


def _collect(name: str, tasks: Sequence[Task], measured: Measured) -> None:
    """Waits for the tasks of a part and adds their rows."""
    found: list[Row] = []
    for task in tasks:
        try:
            found += task()
        except FAILURES as error:
            measured.failed[name] = str(error)
    measured.rows[name] = worst_of(found)
    print(f"Measured: {name}", flush=True)


@command
def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns 0, 1 if a row is worse than in the baseline or a part failed, 2 without a program."""
    parser = Parser(prog="python -m tools.check.bench", description="Measures the firmware on the emulated Pico.")
    parser.add_argument("--only", metavar="PART", action="append", choices=PARTS, help=f"one of {', '.join(PARTS)}")
    parser.add_argument("--write", action="store_true", help="update tools/check/bench/baseline.json")
    parser.add_argument(
        "--jobs", type=JOBS, default=os.cpu_count() or 1, help="processes at a time (one for each core)"
    )
    minutes = whole(hour.LEAST_MINUTES, 10_000, "number of minutes")
    parser.add_argument(
        "--minutes", type=minutes, default=hour.MINUTES, help=f"of play in the part hour ({hour.MINUTES})"
    )
    options = parser.parse_args(arguments)
    names = options.only or list(PARTS)
    parts = {name: part for name, part in PARTS.items() if name in names}
    if "hour" in parts:
        parts["hour"] = parts["hour"]._replace(tasks=hour.tasks(options.minutes))
    try:
        if not all(part.on_host for part in parts.values()):
            find_image()
        if "demo" in names and not find_chromium():
            print_message("Chromium not found: install it or set CHROMIUM to its path.")
            return 2
        measured = measure(parts, options.jobs)
    except EmulatorUnavailable as error:
        print_message(error)
        return 2
    before = baseline.read(baseline.FILE)
    rows = [row for name in parts for row in measured.rows.get(name, [])]
    print("\n".join(table(rows, before)))
    print(CAVEATS)
    if options.write:
        complete = [name for name in parts if name not in measured.failed]
        prefixes = [prefix for name in complete for prefix in parts[name].prefixes]
        recorded = [row for name in complete for row in measured.rows.get(name, [])]
        baseline.write(recorded, prefixes, baseline.current_commit(), baseline.FILE)
        print(f"Updated {baseline.FILE.name}.")
    for name, reason in measured.failed.items():
        print(f"{name} failed: {reason}")
    print("\n".join(summary(rows, before)))
    return 1 if measured.failed or (regressed(rows, before) and not options.write) else 0


if __name__ == "__main__":
    raise SystemExit(main())
