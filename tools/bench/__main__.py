"""`python -m tools.bench`: measures speed and memory and compares them with their budgets.

The firmware runs on the emulated Pico, the exact solver and the demo on this computer.
"""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from tools.bench import (
    baseline,
    boot,
    brains,
    computer_games,
    demo,
    frames,
    hour,
    menus,
    phase_advice,
    phases,
    play,
    scoring,
    sizes,
    solver,
    turns,
)
from tools.bench.rows import Row, table
from tools.emulator import EmulatorUnavailable, find_image
from tools.play.browser import find_chromium
from tools.terminal import Parser, command, print_message

PARTS: dict[str, tuple[Callable[[], list[Row]], tuple[str, ...]]] = {
    "scoring": (scoring.rows, (scoring.PART,)),
    "phases": (phases.rows, (phases.PART,)),
    "frames": (frames.rows, (frames.PART,)),
    "boot": (boot.rows, (boot.PART,)),
    "play": (play.rows, play.PARTS),
    "brains": (brains.rows, (brains.PART,)),
    "advice": (phase_advice.rows, (phase_advice.PART,)),
    "menus": (menus.rows, (menus.PART,)),
    "hour": (hour.rows, (hour.PART,)),
    "games": (computer_games.rows, (computer_games.PART,)),
    "turns": (turns.rows, (turns.PART,)),
    "sizes": (sizes.rows, (sizes.PART,)),
    "solver": (solver.rows, (solver.PART,)),
    "demo": (demo.rows, (demo.PART,)),
}
"""The function that measures each part, and the prefixes of its rows."""
LONGEST_FIRST = (
    "hour",
    "games",
    "turns",
    "menus",
    "brains",
    "advice",
    "play",
    "scoring",
    "phases",
    "frames",
    "boot",
    "sizes",
)
ON_HOST = ("solver", "demo")
"""Parts that measure this computer, not the emulated Pico: after the others, because they use all cores."""
PROCESSES = 2

CAVEATS = """
Measured in clock cycles of an emulated RP2040 at 125 MHz with the official MicroPython: the same on every computer.
A real Pico takes about 1.08 times as long, within 30 %. Not modeled: busy time of the flash (an erase takes about 45 ms
and blocks interrupts), cache misses of the flash, LED current and supply voltage, bouncing buttons, and the start of
MicroPython itself. A second press soon after another can hit a garbage collection or the computation of the next
screen: "soon after" is the worst case. The exact solver and the demo are measured in time of this computer."""


def measure(names: list[str]) -> dict[str, list[Row]]:
    """Measures these parts, two at a time; returns the rows of each."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        running = {name: pool.submit(PARTS[name][0]) for name in LONGEST_FIRST if name in names}
        rows = {name: running[name].result() for name in PARTS if name in running}
    return {**rows, **{name: PARTS[name][0]() for name in ON_HOST if name in names}}


@command
def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns 0 if every budget is met, 1 if one is missed, 2 if a program is missing."""
    parser = Parser(prog="python -m tools.bench", description="Measures the firmware on the emulated Pico.")
    parser.add_argument("--only", metavar="PART", action="append", choices=PARTS, help=f"one of {', '.join(PARTS)}")
    parser.add_argument("--write", action="store_true", help="update tools/bench/baseline.json")
    options = parser.parse_args(arguments)
    names = options.only or list(PARTS)
    try:
        if not set(names) <= set(ON_HOST):
            find_image()
    except EmulatorUnavailable as error:
        print_message(error)
        return 2
    if "demo" in names and not find_chromium():
        print_message("Chromium not found: install it or set CHROMIUM to its path.")
        return 2
    rows = [row for part in measure(names).values() for row in part]
    print("\n".join(table(rows, baseline.read())))
    print(CAVEATS)
    if options.write:
        baseline.write(rows, [part for name in names for part in PARTS[name][1]], baseline.current_commit())
        print(f"Updated {baseline.FILE.name}.")
    missed = [row.name for row in rows if not row.in_budget]
    print(f"Missed: {'; '.join(missed)}." if missed else "All budgets are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
