"""`python -m tools.bench`: what is measured, against budgets and ledger; the exit status says whether all hold."""

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from tools.bench import boot, frames, ledger, phases, play, scoring, sizes, turns
from tools.bench.rows import Row, table
from tools.emulator import EmulatorUnavailable, find_image

PARTS: dict[str, tuple[Callable[[], list[Row]], tuple[str, ...]]] = {
    "scoring": (scoring.rows, (scoring.PART,)),
    "phases": (phases.rows, (phases.PART,)),
    "frames": (frames.rows, (frames.PART,)),
    "boot": (boot.rows, (boot.PART,)),
    "play": (play.rows, play.PARTS),
    "turns": (turns.rows, (turns.PART,)),
    "sizes": (sizes.rows, (sizes.PART,)),
}
"""What measures each part, and how the names of its rows begin."""
LONGEST_FIRST = ("turns", "play", "scoring", "phases", "frames", "boot", "sizes")
PROCESSES = 2

CAVEATS = """
Measured on an emulated RP2040 at 125 MHz that runs the official MicroPython, by its count of clocks: the same on every
computer. A real Pico takes about 1.08 times as long, known to within 30 %. Not modelled: the time that the flash is
busy (an erase takes some 45 ms and stops interrupts), misses of the cache in front of the flash, what the LEDs draw
and how the rail sags, the bounce of buttons, MicroPython's own start. A press soon after another may fall into a
garbage collection, or into the reckoning of what the OLED is to say: "soon after" is the worst of such moments."""


def measure(names: list[str]) -> dict[str, list[Row]]:
    """The rows of these parts, two parts at a time."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        running = {name: pool.submit(PARTS[name][0]) for name in LONGEST_FIRST if name in names}
        return {name: running[name].result() for name in PARTS if name in running}


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 when every budget holds, 1 when one is missed, 2 when it cannot run here."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Measures the firmware on a Pico.")
    parser.add_argument("--only", metavar="NAME", action="append", choices=PARTS, help=f"one of {', '.join(PARTS)}")
    parser.add_argument("--write", action="store_true", help="renew tools/bench/ledger.json")
    chosen = parser.parse_args(arguments)
    names = chosen.only or list(PARTS)
    try:
        find_image()
    except EmulatorUnavailable as error:
        print(error, file=sys.stderr)
        return 2
    rows = [row for found in measure(names).values() for row in found]
    print("\n".join(table(rows, ledger.read())))
    print(CAVEATS)
    if chosen.write:
        ledger.write(rows, [part for name in names for part in PARTS[name][1]])
        print(f"Written to {ledger.LEDGER.name}.")
    missed = [row.name for row in rows if not row.held]
    print(f"Missed: {'; '.join(missed)}." if missed else "All budgets hold.")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
