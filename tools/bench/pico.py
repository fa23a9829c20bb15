"""Runs a script on the emulated Pico beside the compiled firmware, and counts the clocks of what it wants timed.

The script's `timed(words, do, *given)` calls `do` between two edges of a spare pin; clocks are counted from edge to
edge, so that sleep costs nothing and printing is not measured. Its `collect_as_the_console()` comes before all imports
where there are many: else they may not fit into memory.
"""

import atexit
import functools
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools import FIRMWARE
from tools.build import build
from tools.constants import constant
from tools.emulator import Machine
from tools.image import make_image

CLOCK_HZ = 125_000_000
MARK = 22
"""A GPIO that nothing is soldered to."""
NO_EXACT_FRAMES = 1_000_000
"""For Machine: the LED frames are taken from memory, which is many times faster."""
_POLL_MS = 20
_TIMED = "TIMED"
_TOLD = "TOLD"
_DONE = "ALL IS DONE"
_GC_THRESHOLD = constant(FIRMWARE / "main.py", "_GC_THRESHOLD")
_PRELUDE = f"""
import gc, time
from machine import Pin
_mark = Pin({MARK}, Pin.OUT, value=0)

def timed(words, do, *given):
    _mark.on()
    found = do(*given)
    _mark.off()
    print("{_TIMED}", words)
    return found

def told(*words):
    print("{_TOLD}", *words)

def collect_as_the_console():
    gc.threshold({_GC_THRESHOLD})

timed("", lambda: None)
"""


@dataclass(frozen=True)
class Timed:
    """One call that was timed."""

    words: str
    """What the script said of it."""
    cycles: int
    """Clocks of the CPU, without sleep."""
    us: float
    """Microseconds that passed."""


@dataclass(frozen=True)
class Output:
    """What a script gave."""

    timed: list[Timed]
    """What it had timed, in order."""
    told: list[list[str]]
    """The words of the lines that it printed by `told`."""


class ScriptFailed(Exception):
    """A script on the Pico did not come to its end; the message is what it printed."""


@functools.cache
def firmware() -> Path:
    """A folder with the firmware compiled for the Pico, made once a process."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    build(FIRMWARE, Path(folder.name))
    return Path(folder.name)


def image(files: dict[str, str]) -> bytes:
    """The Pico's file system: the firmware, and these files beside it or in place of its own."""
    return make_image(firmware(), {name: text.encode() for name, text in files.items()})


def run(script: str, limit_ms: float = 60_000, beside: dict[str, str] | None = None) -> Output:
    """Run `script` as the Pico's main.py, after `timed` and `told` are defined. Raises ScriptFailed.

    `beside`: other files that it needs, by name.
    """
    main = f'{_PRELUDE}{script}\nprint("{_DONE}")\n'
    machine = Machine(image({"main.py": main, **(beside or {})}), exact_every=NO_EXACT_FRAMES)
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
    told = [line.split()[1:] for line in lines if line.startswith(_TOLD)]
    return Output(paired([line.removeprefix(_TIMED).strip() for line in lines if line.startswith(_TIMED)], edges), told)


def paired(words: list[str], edges: list[tuple[int, float]]) -> list[Timed]:
    """What was said with its pulses; what an empty call costs is taken off."""
    first = len(edges) % 2  # the pin is made an output
    pulses = [(edges[at + 1][0] - edges[at][0], edges[at + 1][1] - edges[at][1]) for at in range(first, len(edges), 2)]
    cycles, us = pulses[0]
    return [
        Timed(said, max(0, pulse[0] - cycles), max(0.0, pulse[1] - us))
        for said, pulse in zip(words[1:], pulses[1:], strict=True)
    ]
