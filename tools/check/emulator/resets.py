"""Records every reset by the chip's watchdog block, with its cause. A board that enters BOOTSEL stays there.

For a power cycle, make a new Machine. The USB drive RPI-RP2 itself is not emulated.
"""

from dataclasses import dataclass
from typing import Any

TIMEOUT = "timeout"
"""The watchdog was not fed in time."""
REQUESTED = "requested"
"""The firmware called machine.reset()."""
BOOTSEL = "bootsel"
"""The firmware called machine.bootloader(), which starts the boot ROM's USB drive."""

_TIMER = 1  # RP2040 datasheet 4.7.6, REASON
_VECTOR = 0xB007C0D3  # datasheet 2.8.1.1: with this in SCRATCH4 the boot ROM jumps to the address in SCRATCH7
_ROM_BYTES = 0x4000


@dataclass(frozen=True)
class Reset:
    """One reset."""

    us: float
    """Emulated time, microseconds since power-on."""
    cause: str
    """TIMEOUT, REQUESTED or BOOTSEL."""


class Resets:
    """Hooks into the watchdog's reset of the chip."""

    def __init__(self, mcu: Any) -> None:
        """`mcu`: of a device that has already installed its own watchdog callback."""
        self.recorded: list[Reset] = []
        self._held = False
        self._mcu = mcu
        self._reset = mcu.watchdog.on_watchdog_trigger
        mcu.watchdog.on_watchdog_trigger = self._on_trigger

    def _on_trigger(self) -> None:
        """Records the cause of the reset, then resets; a chip in BOOTSEL does not run MicroPython again."""
        if self._held:
            return  # the watchdog of a chip without a supply
        watchdog = self._mcu.watchdog
        cause = TIMEOUT if watchdog._reason == _TIMER else REQUESTED
        if watchdog.scratch_data[4] == _VECTOR and 0 < watchdog.scratch_data[7] < _ROM_BYTES:
            cause = BOOTSEL
        self.recorded.append(Reset(float(self._mcu.clock.micros), cause))
        self._reset()
        if cause == BOOTSEL:
            self._mcu.core.waiting = True  # asleep, with every interrupt off

    def hold(self) -> None:
        """Resets the chip for good, as without a supply: nothing runs any more."""
        self._held = True
        self._reset()
        self._mcu.core.waiting = True
