"""Reads raw bits of the ring oscillator and counts what the health tests of entropy.py need: the portable version.

A window is 1024 bits in 128 bytes, the first bit lowest. The Pico uses raw_bits_viper.py; tests compare the two.
"""

from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Protocol

    class Register(Protocol):
        """A register whose lowest bit is random at each read; on the Pico its address."""

        def __getitem__(self, at: int) -> int:
            """Reads it; `at` is 0."""
            ...


_MOST = const(255)
_COMPARED = (1 << 944) - 1  # whole words of 16 bits that have a later bit at every lag


def read(register: "Register", window: bytearray, at: int, pause: int) -> object:
    """Reads 16 raw bits into a window, into the bytes `at` and `at` + 1; `pause`: see health_limits.PAUSE."""
    for place in range(at, at + 2):
        byte = 0
        for bit in range(8):
            byte |= (register[0] & 1) << bit
        window[place] = byte
    return None


def scan(window: bytearray, run: bytearray, at: int) -> int:
    """Returns how many bits of the 16 bytes from `at` on are ones, and updates `run`.

    run[0]: the last bit; run[1]: the length of the run of equal bits that it ends, which continues across windows;
    run[2]: the longest run until now. Both lengths stop at 255.
    """
    ones = 0
    last, length, longest = run[0], run[1], run[2]
    for place in range(at, at + 16):
        byte = window[place]
        for _ in range(8):
            bit = byte & 1
            byte >>= 1
            ones += bit
            if bit != last:
                last = bit
                length = 0
            if length < _MOST:
                length += 1
            if length > longest:
                longest = length
    run[0] = last
    run[1] = length
    run[2] = longest
    return ones


def count_equal(window: bytearray, lag: int) -> int:
    """Returns how many of the first 944 bits of a window are equal to the bit `lag` (1 to 64) places later.

    Adds 1024 when at one of 16 positions all 59 bits are equal, or all are unequal, to the later ones.
    """
    bits = int.from_bytes(window, "little")
    unequal = (bits ^ bits >> lag) & _COMPARED
    equal = 944 - bin(unequal).count("1")
    some_unequal, some_equal = _any_of_16(unequal), _any_of_16(unequal ^ _COMPARED)
    return equal if some_unequal & some_equal == 0xFFFF else equal + 1024


def _any_of_16(bits: int) -> int:
    """Returns which of 16 positions are set in any word of 16 bits."""
    for places in (512, 256, 128, 64, 32, 16):
        bits |= bits >> places
    return bits & 0xFFFF
