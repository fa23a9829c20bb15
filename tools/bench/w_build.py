"""Measures the free heap in play with as little memory as MicroPython leaves on a Pico W, whose chip is emulated too.

The emulator boots only the image of the Pico: an allocation at the start takes what the image of the Pico W has less.
A Pico 2 W has more memory than any Pico.
"""

from sixpip.rules.variants import find
from tools.bench.menus import measure_menus, menus_rows, start_against_master, start_game
from tools.bench.player import BenchPlayer
from tools.bench.rows import Row
from tools.emulator.machine import EmulatorTimeout
from tools.screen_reader import Stuck

PART = "heap on a Pico W"
GAMES = ("dice-10000", "phase-10")
_HEAP_START = 0x200059C0
_W_HEAP_START = 0x20010A64
"""__GcHeapStart of MicroPython 1.24.1 for RPI_PICO and RPI_PICO_W: the heap extends from there to the end of the RAM.

From 1.25 to 1.28 it starts at about 0x2000CB00 on the Pico W, so 1.24 has the smallest heap."""
_POOL = 128 / 131
"""The part of a heap that the tables of the collector leave: they take 12 bits for 64 bytes, py/gc.c."""
BALLAST = int((_W_HEAP_START - _HEAP_START) * _POOL)


def rows() -> list[Row]:
    """Does in two games what menus.rows does in all."""
    return [row for name in GAMES for against_master in (False, True) for row in _measure(name, against_master)]


def _measure(variant: str, against_master: bool) -> list[Row]:
    """Starts a game and measures it; a console that runs out of memory has no byte free."""
    player = BenchPlayer(ballast=BALLAST)
    start = start_against_master if against_master else start_game
    try:
        start(player, find(variant).title)
        return measure_menus(PART, player, variant, against_master)
    except (Stuck, EmulatorTimeout):
        if "MemoryError" not in player.machine.console_text:
            raise
    return menus_rows(PART, variant, against_master, free=0, largest=0, note="out of memory")
