"""The random bit of the ring oscillator, from a seeded generator: the source of `os.urandom` on the Pico.

rp2040py does not model it: reads return a constant, which would make every test of the dice worthless.
"""

from typing import Any

from rp2040py.peripherals.peripheral import UnimplementedPeripheral

from tools.play.host.bit_sources import RawBit, perfect

ROSC_INDEX = 0x40060
_RANDOMBIT = 0x1C


class RingOscillator(UnimplementedPeripheral):
    """The oscillator's registers; only RANDOMBIT is modeled."""

    def __init__(self, mcu: Any, seed: int) -> None:
        super().__init__(mcu, "ROSC_BASE")
        self.source: RawBit = perfect(seed)
        """The bits; tests replace it by a source that is biased or periodic (tools.play.host.bit_sources)."""
        self.bits_read = 0
        self.stuck = False
        """True: the bit no longer changes, as with a dead oscillator."""

    def read_uint32(self, offset: int) -> int:
        """Returns a random bit for RANDOMBIT and the package's default for every other register."""
        if offset != _RANDOMBIT:
            return int(super().read_uint32(offset))
        self.bits_read += 1
        return 0 if self.stuck else self.source()
