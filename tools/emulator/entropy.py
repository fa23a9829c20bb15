"""The ring oscillator's random bit, seeded: what `os.urandom` draws from on the Pico.

The package does not model it and reads give a constant, which would make every test of the dice worthless.
"""

import random
from typing import Any

from rp2040py.peripherals.peripheral import UnimplementedPeripheral

ROSC_INDEX = 0x40060
_RANDOMBIT = 0x1C


class RingOscillator(UnimplementedPeripheral):
    """The oscillator's registers; only RANDOMBIT does anything."""

    def __init__(self, mcu: Any, seed: int) -> None:
        super().__init__(mcu, "ROSC_BASE")
        self._random = random.Random(seed)
        self.bits_read = 0
        self.stuck = False
        """True: the bit no longer changes, as when the oscillator has died."""

    def read_uint32(self, offset: int) -> int:
        """One random bit for RANDOMBIT; what an unmodelled register gives for the rest."""
        if offset != _RANDOMBIT:
            return int(super().read_uint32(offset))
        self.bits_read += 1
        return 0 if self.stuck else self._random.getrandbits(1)
