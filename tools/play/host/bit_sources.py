"""Simulated sources of raw bits, good and bad: for the emulated Pico, the fake board and the table of detections."""

import os
import random
from collections.abc import Callable

RawBit = Callable[[], int]
"""Returns the next raw bit."""


def perfect(seed: int = 1) -> RawBit:
    """Independent bits, ones and zeros equally likely, from a generator with this seed."""
    generator = random.Random(seed)
    return lambda: generator.getrandbits(1)


def from_system() -> RawBit:
    """Bits of the operating system."""
    bits: list[int] = []

    def next_bit() -> int:
        if not bits:
            bits.extend(byte >> place & 1 for byte in os.urandom(128) for place in range(8))
        return bits.pop()

    return next_bit


def biased(share: float, seed: int = 1) -> RawBit:
    """Independent bits of which this share are ones."""
    generator = random.Random(seed)
    return lambda: int(generator.random() < share)


def periodic(period: int, seed: int = 1) -> RawBit:
    """The same `period` bits again and again; as many ones as zeros, or one more, so that their share shows nothing."""
    bits: list[int] = []
    place = -1

    def next_bit() -> int:
        nonlocal place
        if not bits:  # only now: shuffling a long period takes a while
            bits.extend(at & 1 for at in range(period))
            random.Random(seed).shuffle(bits)
        place = (place + 1) % period
        return bits[place]

    return next_bit


def stuck_after(count: int, value: int = 0, seed: int = 1) -> RawBit:
    """`count` perfect bits, then only `value`."""
    good = perfect(seed)
    left = count

    def next_bit() -> int:
        nonlocal left
        left -= 1
        return good() if left >= 0 else value

    return next_bit


def ring_oscillator(hz: float, drift: float, clock_us: Callable[[], float], seed: int = 1) -> RawBit:
    """The level of an oscillator at the times of a clock when it is read.

    `drift`: the standard deviation of its phase after 1 us, in periods; it grows with the root of the time. Without
    drift the bits repeat; the slower they are read, the less one tells about the next.
    """
    generator = random.Random(seed)
    phase, last_us = 0.0, clock_us()

    def next_bit() -> int:
        nonlocal phase, last_us
        now_us = clock_us()
        elapsed_us = now_us - last_us
        phase += elapsed_us * hz / 1e6 + generator.gauss(0, drift * max(elapsed_us, 0.0) ** 0.5)
        last_us = now_us
        return int(phase % 1 < 0.5)

    return next_bit


class BitRegister:
    """The register of the random bit, for tools.play.host.raw_bits."""

    def __init__(self, source: RawBit) -> None:
        """`source`: its bits."""
        self.source = source
        self.reads = 0

    def __getitem__(self, at: int) -> int:
        """Returns the next bit; there is one register only, at 0."""
        self.reads += 1
        return self.source()
