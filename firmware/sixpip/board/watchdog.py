"""The chip's watchdog: a console that hangs starts anew after eight seconds, with the game as it was saved.

It starts with the first feeding. MicroPython cannot stop one that runs; its register can, and at the REPL and while
the board is flashed nobody would feed it.
"""

import machine

from sixpip.port import const

_TIMEOUT_MS = const(8000)  # the most the RP2040 can count is 8388
_CTRL_CLEAR = const(0x4005B000)  # RP2040 datasheet 4.7.6: CTRL at 0x40058000, its alias that clears bits 0x3000 on
_ENABLE = 1 << 30


class Watchdog:
    """Asleep until it is fed for the first time."""

    def __init__(self) -> None:
        self._dog: machine.WDT | None = None

    def feed(self) -> None:
        """The console is alive."""
        if self._dog is None:
            self._dog = machine.WDT(timeout=_TIMEOUT_MS)
        self._dog.feed()


def stop() -> None:
    """Put it to sleep, whoever started it."""
    machine.mem32[_CTRL_CLEAR] = _ENABLE
