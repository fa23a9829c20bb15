"""The chip's watchdog: it resets a console that hangs after eight seconds, and the saved game continues.

The first `feed` starts it. MicroPython cannot stop a running watchdog, but its register can. That is needed because
nothing feeds it at the MicroPython prompt or while the board is flashed.
"""

import machine

from sixpip.board.chips import WATCHDOG_CLEAR, WATCHDOG_ENABLE
from sixpip.port import const

_TIMEOUT_MS = const(8000)  # the RP2040 can count to 8388 ms, the RP2350 to twice that


class Watchdog:
    """The watchdog, which does not run until it is fed for the first time."""

    def __init__(self) -> None:
        self._watchdog: machine.WDT | None = None

    def feed(self) -> None:
        """Restart the eight seconds; the first call starts the watchdog."""
        if self._watchdog is None:
            self._watchdog = machine.WDT(timeout=_TIMEOUT_MS)
        self._watchdog.feed()


def stop() -> None:
    """Stop the watchdog, also one that was started before a soft reset."""
    machine.mem32[WATCHDOG_CLEAR] = WATCHDOG_ENABLE
