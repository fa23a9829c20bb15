"""The random number generator of the RP2350 (TRNG), used next to the ring oscillator. A Pico with an RP2040 never
imports this module.

Its raw bits are gathered, tested and hashed by an `Entropy` of their own. firmware/RANDOMNESS.md has the reasons.
"""

import os
import sys
import time

from sixpip.board.chips import TRNG_RP2350
from sixpip.board.entropy import Entropy
from sixpip.board.entropy import count_equal as count_equal
from sixpip.board.entropy import most_equal as most_equal
from sixpip.board.entropy import scan as scan
from sixpip.compat import const, micropython, ptr8, ptr32

# Registers, counted in words from chips.TRNG_RP2350: RP2350 datasheet 12.12.5
_VALID = const(4)
_DATA0 = const(5)
_DATA5 = const(10)  # reading it clears DATA0 to DATA5, and the generator fills them again: 12.12.3
_ENABLE = const(11)
_SAMPLE_COUNT = const(12)  # clock cycles between two bits
_DEBUG = const(14)
_RAW = const(14)  # in DEBUG: no von Neumann corrector and no tests, which would hide from ours what is wrong
_FEWEST_CYCLES = const(17)  # without the corrector
_WAIT_SHIFT = const(6)  # 192 bits take less time than 64 rounds of the loop that waits for each cycle of a bit


@micropython.viper
def read(registers: ptr32, window: ptr8, at: int, pause: int) -> object:
    """Reads 16 raw bits into a window, into the bytes `at` and `at` + 1, as entropy.read does.

    Two bits are `pause` + 17 clock cycles apart. They are zeros when the generator gives nothing.
    """
    cycles = pause + _FEWEST_CYCLES
    if registers[_SAMPLE_COUNT] != cycles:  # only for a new pace, because it starts the collection again
        registers[_DEBUG] = _RAW
        registers[_SAMPLE_COUNT] = cycles
        registers[_ENABLE] = 1
        cleared = registers[_DATA5]  # bits of another pace
    left = cycles << _WAIT_SHIFT
    while left > 0 and registers[_VALID] & 1 == 0:
        left -= 1
    bits = registers[_DATA0]
    cleared = registers[_DATA5]  # noqa: F841
    window[at] = bits & 0xFF
    window[at + 1] = bits >> 8 & 0xFF
    return None


class TwoSources:
    """Random bytes of the ring oscillator and of the generator; has the methods of Entropy that the board uses."""

    def __init__(self, oscillator: Entropy, generator: Entropy) -> None:
        self._oscillator = oscillator
        self._generator: Entropy | None = generator
        self.count = oscillator.count

    def gather(self) -> bool:
        """Gathers raw bits as Entropy.gather does, of the generator when the oscillator needs none."""
        generator = self._generator
        return self._oscillator.gather() or (generator is not None and generator.gather())

    def draw(self, count: int) -> bytes:
        """Returns `count` random bytes: those of both sources, combined by exclusive or.

        Raises OSError when the oscillator fails, as Entropy.draw does. A generator that fails is not used any more.
        """
        drawn = self._oscillator.draw(count)
        if self._generator is not None:
            try:
                more = self._generator.draw(count)
            except OSError:
                self._generator = None
            else:
                drawn = bytes([one ^ other for one, other in zip(drawn, more)])
        return drawn


def add_generator(oscillator: Entropy) -> TwoSources:
    """Returns the sources of a board with an RP2350: this `oscillator`, and its generator."""
    return TwoSources(oscillator, Entropy(sys.modules[__name__], TRNG_RP2350, os.urandom, time.ticks_us))
