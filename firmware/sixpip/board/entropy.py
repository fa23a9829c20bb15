"""Random bytes for the dice. Raw bits of the ring oscillator are tested, then hashed by SHA-256 with os.urandom.

Raw bits are gathered and tested a few at a time while the console waits, so that a throw only hashes. No window of raw
bits is used before it has passed the tests, not even at power-on. firmware/RANDOMNESS.md has the reasons and figures.

A window has 1024 bits in 128 bytes, the first bit lowest.
"""

import hashlib

from sixpip.board import health_limits as limits
from sixpip.compat import TYPE_CHECKING, const, micropython, ptr8, ptr16, ptr32

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable
    from typing import Any

_SCAN = const(64)  # the first step of a window after reading it
_COMPARE = const(72)  # after scanning it
_SEARCH = const(104)  # after comparing pairs: two steps
_LAST_STEP = const(106)
_LAGS_A_STEP = const(2)
_BLOCK = const(32)
_FROM_SYSTEM = const(8)  # bytes of os.urandom for each window: 32 for a block
_PROBE = const(3)  # the place of two bytes behind those that `scan` uses
_ENODEV = const(19)


@micropython.viper
def read(register: ptr32, window: ptr8, at: int, pause: int) -> object:
    """Reads 16 raw bits into the bytes `at` and `at` + 1 of a window. health_limits.PAUSE explains `pause`."""
    for place in range(at, at + 2):
        byte = 0
        for bit in range(8):
            byte |= (register[0] & 1) << bit
            left = pause
            while left > 0:
                left -= 1
        window[place] = byte
    return None


@micropython.viper
def scan(window: ptr8, run: ptr8, at: int) -> int:
    """Returns how many bits of the 16 bytes from `at` on are ones, and updates `run`.

    run[0] is the last bit. run[1] is the length of the run of equal bits that it ends, which continues across windows,
    and run[2] is the longest run until now. Both lengths stop at 255.
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
            if length < 255:
                length += 1
            if length > longest:
                longest = length
    run[0] = last
    run[1] = length
    run[2] = longest
    return ones


@micropython.viper
def count_equal(window: ptr16, lag: int) -> int:
    """Returns how many of the first 944 bits of a window are equal to the bit `lag` (1 to 64) places later.

    Adds 1024 when at one of 16 positions all 59 bits are equal, or all are unequal, to the later ones.
    """
    equal = 944
    some_unequal = 0
    all_unequal = 0xFFFF
    for at in range(59):
        later = at + (lag >> 4)
        bits = (window[at] ^ (window[later] | window[later + 1] << 16) >> (lag & 15)) & 0xFFFF
        some_unequal |= bits
        all_unequal &= bits
        bits -= bits >> 1 & 0x5555  # counts the ones of all pairs of bits, then of four, eight and sixteen
        bits = (bits & 0x3333) + (bits >> 2 & 0x3333)
        bits = bits + (bits >> 4) & 0x0F0F
        equal -= bits + (bits >> 8) & 31
    if some_unequal != 0xFFFF or all_unequal != 0:
        equal += 1024
    return equal


@micropython.viper
def most_equal(window: ptr16, sample: ptr16, first: int, enough: int) -> int:
    """Returns how many of the 128 bits of `sample` come again in a window.

    It is the number at the first place with `enough` of them, or else at the place with the most. A place is any bit
    from word `first` (of 16 bits) to bit 895 at which the first 16 bits are all equal to those of the sample. It is 0
    if there is no place.
    """
    wanted = sample[0]
    most = 0
    for at in range(first, 56):
        both = window[at] | window[at + 1] << 16
        for shift in range(16):
            if both & 0xFFFF == wanted:
                equal = 128
                for word in range(8):
                    bits = ((window[at + word] | window[at + word + 1] << 16) >> shift ^ sample[word]) & 0xFFFF
                    while bits != 0:
                        bits &= bits - 1
                        equal -= 1
                if equal > most:
                    most = equal
                    if most >= enough:
                        return most
            both >>= 1
    return most


class Entropy:
    """Gathers, tests and hashes raw bits; `draw` returns random bytes."""

    def __init__(
        self, loops: "Any", register: "Any", urandom: "Callable[[int], bytes]", clock: "Callable[[], Any]"
    ) -> None:
        """`loops` is this module on the Pico and raw_bits on computers; `register` is that of the random bit.

        `clock` returns microseconds, whose low bits depend on when a button was pressed.
        """
        self._loops = loops
        self._register = register
        self._urandom = urandom
        self._clock = clock
        self._window = bytearray(limits.WINDOW // 8)
        self._run = bytearray(_PROBE + 2)
        self._sample = bytearray()
        self._sampled = 0  # windows since the samples began, modulo SAMPLES
        self._block = b""
        self._used = _BLOCK  # bytes of the block that are drawn
        self.pause = limits.PAUSE
        self._reported = False
        self.failed = 0
        """The tests that the bits failed at the slowest pace, one bit each. Nothing is gathered until the next draw."""
        self.counters: array[int] | None = None
        """The counters of the self-test for the raw bits, see health_limits.COUNTERS; None if it does not count."""
        self._restart()

    def count(self, counters: "array[int] | None") -> None:
        """Counts the raw bits from now on. The current window begins again, so that only whole windows are counted."""
        self.counters = counters
        self._step = self._ones = self._found = self._run[2] = 0

    def _restart(self) -> None:
        """Discards all raw bits, and the bytes that are left."""
        self._step = self._ones = self._found = self._windows = 0
        self._used = _BLOCK

    def gather(self) -> bool:
        """Reads 16 raw bits, or takes one step of the tests of a window. Returns False when there is nothing to do.

        Takes less than a millisecond on the Pico, 15 ms at the slowest pace; allocates only at the end of a window.
        """
        if self._windows == limits.WINDOWS or self.failed:
            return False
        step = self._step
        if step < _SCAN:
            self._loops.read(self._register, self._window, step * 2, self.pause)
        elif step < _COMPARE:
            self._ones += self._loops.scan(self._window, self._run, (step - _SCAN) * 16)
        elif step < _SEARCH:
            self._count_pairs((step - _COMPARE) * _LAGS_A_STEP + 1)
        elif step == _SEARCH:
            self._search(self._window, limits.LAGS // 16)
        elif step < _LAST_STEP:
            self._search(self._sample, 0)
        self._step = step + 1
        if step == _LAST_STEP:
            self._end_window()
        return True

    def _count_pairs(self, first: int) -> None:
        """Makes the lag and position tests for some lags: a bit may not be equal, or unequal, to an earlier one too
        often.
        """
        for lag in range(first, first + _LAGS_A_STEP):
            equal = self._loops.count_equal(self._window, lag)
            if equal >= limits.FIXED:
                equal -= limits.FIXED
                self._found |= limits.POSITION
            if equal >= limits.LAG_CUTOFF or limits.PAIRS - equal >= limits.LAG_CUTOFF:
                self._found |= limits.LAG
            if self.counters:
                self.counters[lag] += equal

    def _search(self, sample: bytearray, first: int) -> None:
        """Makes the repeated sample test: the sample may not come again, with all but a few of its bits."""
        cutoff = limits.REPEAT_CUTOFF
        if sample and self._loops.most_equal(self._window, sample, first, cutoff) >= cutoff:
            self._found |= limits.REPEAT

    def _choose_sample(self) -> None:
        """Chooses what to search for in the next windows.

        A sample is replaced after 1, 2, 4, ... windows, so that short distances are found soon and long ones, too. One
        that has come again is searched for longer.
        """
        number = self._sampled
        if self._found & limits.REPEAT:
            number = limits.SAMPLES // 2
        elif number & (number - 1) == 0:
            self._sample = self._window[limits.SAMPLE_AT : limits.SAMPLE_AT + limits.SAMPLE]
        self._sampled = (number + 1) % limits.SAMPLES

    def _end_window(self) -> None:
        """Hashes a window that has passed the tests; after one that has failed discards everything."""
        window, run, ones = self._window, self._run, self._ones
        failed = self._found
        if run[2] >= limits.REPETITION_CUTOFF:  # repetition count test, SP 800-90B 4.4.1
            failed |= limits.REPETITION
        # adaptive proportion test, 4.4.2
        if (ones if window[0] & 1 else limits.WINDOW - ones) >= limits.PROPORTION_CUTOFF:
            failed |= limits.PROPORTION
        self._choose_sample()
        if self.counters:
            self.counters[0] += 1
            self.counters[limits.ONES] += ones
        self._step = self._ones = self._found = run[2] = 0
        if failed:
            self._fail(failed)
            if self.counters and self.failed:
                self.counters[limits.FAILED] += 1
            return
        if not self._windows:
            self._hash = hashlib.sha256(self._block)
        self._hash.update(window)
        self._hash.update(self._urandom(_FROM_SYSTEM))
        self._windows += 1

    def _fail(self, tests: int) -> None:
        """Discards everything, and reads more slowly from now on; at the slowest pace the source has failed."""
        if self.pause == limits.SLOWEST:
            self.pause = limits.PAUSE
            self.failed = tests
        else:
            self.pause = self.pause * 9 // 2
        self._run[1] = self._run[2] = 0
        self._restart()

    def draw(self, count: int) -> bytes:
        """Returns `count` random bytes. Raises OSError when the raw bits fail a test or the oscillator has stopped.

        It raises OSError for a failure while the console waited, too. The next call then begins again at the fastest
        pace.
        """
        if self.failed and not self._reported:
            self._report()
        self.failed = 0
        self._reported = False
        if not self._bits_change():
            self._fail(limits.REPETITION)
        drawn = b""
        while len(drawn) < count:
            if self._used == _BLOCK:
                self._hash_block()
            part = self._block[self._used : self._used + count - len(drawn)]
            self._used += len(part)
            drawn += part
        return drawn

    def _report(self) -> None:
        """Raises OSError for the tests that failed."""
        self._reported = True
        raise OSError(_ENODEV)

    def _bits_change(self) -> bool:
        """Returns whether the raw bits that are read now are not all equal."""
        run = self._run
        for word in range(limits.PROBES + 1):
            self._loops.read(self._register, run, _PROBE, limits.PAUSE if word else 0)
            if run[_PROBE] != run[_PROBE + 1] or run[_PROBE] not in (0, 255):
                return True
        return False

    def _hash_block(self) -> None:
        """Hashes what was gathered into 32 bytes, after gathering the rest. Raises OSError when that fails a test."""
        while self.gather():
            pass
        if self.failed:
            self._report()
        self._hash.update(self._clock().to_bytes(4, "little"))
        self._block = self._hash.digest()
        self._restart()
        self._used = 0
