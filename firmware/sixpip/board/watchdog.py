"""The chip's watchdog, which resets a console that hangs for eight seconds; the saved game then continues.

Its block also has a register that keeps a number across a restart. The first `feed` starts the watchdog. MicroPython
cannot stop a running watchdog, but its register can. That is needed because nothing feeds it at the MicroPython prompt
or while the board is flashed.
"""

import sys

import machine

from sixpip.board import chips
from sixpip.compat import const

_TIMEOUT_MS = const(8000)  # the RP2040 can count to 8388 ms, the RP2350 to twice that
_MOST = const(255)
_ENABLE = const(1 << 30)  # in CTRL on both chips: RP2040 datasheet 4.7.6; RP2350 12.9.7, page 1196


class Watchdog:
    """The watchdog, which does not run until it is fed for the first time."""

    def __init__(self) -> None:
        self._watchdog: machine.WDT | None = None

    def feed(self) -> None:
        """Restarts the eight seconds; the first call starts the watchdog."""
        if self._watchdog is None:
            self._watchdog = machine.WDT(timeout=_TIMEOUT_MS)
        self._watchdog.feed()


def stop() -> None:
    """Stops the watchdog, also one that was started before a soft reset."""
    clear = chips.WATCHDOG_CLEAR_RP2350 if _is_rp2350() else chips.WATCHDOG_CLEAR_RP2040
    machine.mem32[clear] = _ENABLE


def read_number() -> int:
    """Returns the number that was written before the restart, 0 after power-on."""
    number: int = machine.mem32[_scratch()]
    return number if number <= _MOST else 0


def write_number(number: int) -> None:
    """Writes a number (0..255) that the next restart keeps."""
    machine.mem32[_scratch()] = number


def _scratch() -> int:
    return chips.SCRATCH_RP2350 if _is_rp2350() else chips.SCRATCH_RP2040


def _is_rp2350() -> bool:
    return chips.RP2350 in sys.implementation._machine
