"""Runs a script on the emulated Pico with the compiled firmware, and counts the clock cycles of function calls.

In the script, `timed(label, function, *args)` calls the function between two edges of a spare pin. The CPU cycles
between the edges are counted, without sleep and without printing. `set_gc_threshold()` sets the console's threshold of
the garbage collector; call it before many imports, which may otherwise not fit into memory. `report(*values)` prints
values for Output.reports.
"""

import atexit
import functools
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools import FIRMWARE
from tools.board.build import build
from tools.board.image import make_image
from tools.board.inline_constants import read_constant
from tools.check.emulator import Machine

CLOCK_HZ = 125_000_000
MARK = 14
"""A GPIO that is not connected."""
NO_EXACT_FRAMES = 1_000_000
"""For Machine: all LED frames but the first are copied from memory, which is many times faster."""
_POLL_MS = 20
_TIMED = "TIMED"
_REPORT = "REPORT"
_DONE = "SCRIPT DONE"
_GC_THRESHOLD = read_constant(FIRMWARE / "main.py", "_GC_THRESHOLD")
MOUNT = "import sixpip_importer; sixpip_importer.mount()\n"
"""How a script has MicroPython find the modules of the firmware."""
_PRELUDE = f"""{MOUNT}
import gc, time
from machine import Pin
_mark = Pin({MARK}, Pin.OUT, value=0)

def timed(label, function, *args):
    _mark.on()
    result = function(*args)
    _mark.off()
    print("{_TIMED}", label)
    return result

def report(*values):
    print("{_REPORT}", *values)

def set_gc_threshold():
    gc.threshold({_GC_THRESHOLD})

timed("", lambda: None)
"""


@dataclass(frozen=True)
class Timed:
    """One timed call."""

    label: str
    cycles: int
    """CPU clock cycles, without sleep."""
    us: float
    """Elapsed microseconds."""


@dataclass(frozen=True)
class Output:
    """The output of a script."""

    timed: list[Timed]
    """The timed calls, in order."""
    reports: list[list[str]]
    """The values of each call of `report`."""


class ScriptFailed(Exception):
    """The script raised an exception; the message is the console output."""


@functools.cache
def firmware() -> Path:
    """Compiles the firmware for the Pico and returns its folder; done once per process."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    build(FIRMWARE, Path(folder.name))
    return Path(folder.name)


def image(files: Mapping[str, str | bytes]) -> bytes:
    """Returns a file system image with the firmware, and with these files added or replaced."""
    return make_image(
        firmware(), {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    )


def run(script: str, limit_ms: float = 60_000, files: dict[str, str] | None = None) -> Output:
    """Runs `script` as the Pico's main.py and returns its output. Raises ScriptFailed.

    `files`: other files to add, by name.
    """
    main = f'{_PRELUDE}{script}\nprint("{_DONE}")\n'
    machine = Machine(image({"main.py": main, **(files or {})}), exact_every=NO_EXACT_FRAMES)
    core, clock = machine.mcu.core, machine.mcu.clock
    edges: list[tuple[int, float]] = []
    machine.mcu.gpio[MARK].add_listener(lambda _value, _last: edges.append((int(core.cycles), clock.micros)))
    machine.run_until(
        lambda: _DONE in machine.console_text or "Traceback" in machine.console_text, limit_ms, poll_ms=_POLL_MS
    )
    if _DONE not in machine.console_text:
        machine.run_ms(_POLL_MS)  # the rest of the traceback
        raise ScriptFailed(machine.console_text)
    lines = machine.console_text.splitlines()
    labels = [line.removeprefix(_TIMED).strip() for line in lines if line.startswith(_TIMED)]
    reports = [line.split()[1:] for line in lines if line.startswith(_REPORT)]
    return Output(match_pulses(labels, edges), reports)


def match_pulses(labels: list[str], edges: list[tuple[int, float]]) -> list[Timed]:
    """Combines labels with the pulses on the pin and subtracts the time of the first call, which is empty."""
    first = len(edges) % 2  # an edge when the pin becomes an output
    pulses = [(edges[at + 1][0] - edges[at][0], edges[at + 1][1] - edges[at][1]) for at in range(first, len(edges), 2)]
    cycles, us = pulses[0]
    return [
        Timed(label, max(0, pulse[0] - cycles), max(0.0, pulse[1] - us))
        for label, pulse in zip(labels[1:], pulses[1:], strict=True)
    ]
