"""Every reset of the chip that its watchdog block brings about, and what for; a board sent to BOOTSEL stays there.

Pulling the battery is a new Machine. The drive RPI-RP2 itself is not emulated.
"""

from dataclasses import dataclass
from typing import Any

HUNG = "hung"
"""Nobody fed the watchdog in time."""
ORDERED = "ordered"
"""The firmware asked for it: machine.reset()."""
BOOTSEL = "bootsel"
"""The firmware asked the boot ROM for its USB drive: machine.bootloader()."""

_TIMER = 1  # RP2040 datasheet 4.7.6, REASON
_VECTOR = 0xB007C0D3  # datasheet 2.8.1.1: with this in SCRATCH4 the boot ROM jumps to the address in SCRATCH7
_ROM_BYTES = 0x4000


@dataclass(frozen=True)
class Reset:
    """One reset."""

    us: float
    """Emulated time, microseconds since power-on."""
    cause: str
    """HUNG, ORDERED or BOOTSEL."""


class Resets:
    """Stands between the watchdog block and what resets the chip."""

    def __init__(self, mcu: Any) -> None:
        """`mcu`: of a device that has hung its own reset on the watchdog already."""
        self.seen: list[Reset] = []
        self._mcu = mcu
        self._reset = mcu.watchdog.on_watchdog_trigger
        mcu.watchdog.on_watchdog_trigger = self._on_trigger

    def _on_trigger(self) -> None:
        """The watchdog fires: note why; a chip that goes to BOOTSEL does not run MicroPython again."""
        watchdog = self._mcu.watchdog
        cause = HUNG if watchdog._reason == _TIMER else ORDERED
        if watchdog.scratch_data[4] == _VECTOR and 0 < watchdog.scratch_data[7] < _ROM_BYTES:
            cause = BOOTSEL
        self.seen.append(Reset(float(self._mcu.clock.micros), cause))
        self._reset()
        if cause == BOOTSEL:
            self._mcu.core.waiting = True  # asleep, with every interrupt off
