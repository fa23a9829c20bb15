"""Reads and compares raw bits on computers: the same results as the loops of entropy.py, in a tenth of the time.

Entropy takes it in place of those. It does not pause after a bit.
"""

from sixpip.board.entropy import scan as scan
from sixpip.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Register(Protocol):
        """A register whose lowest bit is random at each read; on the Pico its address."""

        def __getitem__(self, at: int) -> int:
            """Reads it; `at` is 0."""
            ...


_COMPARED = (1 << 944) - 1  # whole words of 16 bits that have a later bit at every lag

_PLACES = (1 << 896) - 1  # where a window has a sample's 128 bits, and a word more
_SAMPLE = (1 << 128) - 1


def read(register: "Register", window: bytearray, at: int, pause: int) -> object:
    """See entropy.read."""
    for place in range(at, at + 2):
        byte = 0
        for bit in range(8):
            byte |= (register[0] & 1) << bit
        window[place] = byte
    return None


def count_equal(window: bytearray, lag: int) -> int:
    """See entropy.count_equal."""
    bits = int.from_bytes(window, "little")
    unequal = (bits ^ bits >> lag) & _COMPARED
    equal = 944 - bin(unequal).count("1")
    some_unequal, some_equal = _any_of_16(unequal), _any_of_16(unequal ^ _COMPARED)
    return equal if some_unequal & some_equal == 0xFFFF else equal + 1024


def most_equal(window: bytearray, sample: bytearray, first: int, enough: int) -> int:
    """See entropy.most_equal."""
    bits = int.from_bytes(window, "little")
    wanted = int.from_bytes(sample[:16], "little")
    places = _PLACES >> 16 * first << 16 * first
    for bit in range(16):
        places &= bits >> bit if wanted >> bit & 1 else ~(bits >> bit)
    most = 0
    while places and most < enough:
        place = len(bin(places & -places)) - 3  # of the lowest bit; MicroPython's int has no bit_length
        places &= places - 1
        most = max(most, 128 - bin((bits >> place ^ wanted) & _SAMPLE).count("1"))
    return most


def _any_of_16(bits: int) -> int:
    """Returns which of 16 positions are set in any word of 16 bits."""
    for places in (512, 256, 128, 64, 32, 16):
        bits |= bits >> places
    return bits & 0xFFFF
