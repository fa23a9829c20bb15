"""Faulty sources of raw bits, for firmware/RANDOMNESS.md: what the firmware finds in them, and their dice.

The dice are made without the health tests: what a fault that no test finds would do to them. The tests of the health
tests and of FAIR? use the same sources.
"""

import hashlib
import math
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import chain, count
from statistics import NormalDist
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sixpip.app.dice_source import DiceSource
from sixpip.board import health_limits as limits
from sixpip.board.entropy import Entropy
from sixpip.board.health_limits import WINDOW, WINDOWS
from sixpip.screens.workshop import fair_dice as fair
from tools.play.host import bit_sources, raw_bits
from tools.play.host.bit_sources import BitRegister, RawBit
from tools.research.fairness.statistical_tests import FACES

BitArray = NDArray[np.uint8]
Bits = Callable[[int], BitArray]
"""Returns this many of the next raw bits."""
Chunks = Callable[[], Iterator[BitArray]]
"""Returns the bits of a source from its start, in arrays of any length; they are the same each time."""
GOOD_BITS = 50_000
"""Bits before a source stops."""
_SEED = 1
_CHUNK = 1 << 16


@dataclass(frozen=True)
class Source:
    """A row of the table."""

    name: str
    entropy: float
    """Min-entropy of a raw bit: of the worst bits if it changes, of the average bit if only some are at fault."""
    chunks: Chunks

    def one_by_one(self) -> RawBit:
        """Returns the source for one bit at a time, as the firmware reads it."""
        return (bit for chunk in self.chunks() for bit in chunk.tolist()).__next__

    def make(self) -> Bits:
        """Returns the source for many bits at a time."""
        chunks = self.chunks()
        left: BitArray = np.zeros(0, np.uint8)

        def bits(wanted: int) -> BitArray:
            nonlocal left
            parts = [left]
            while sum(map(len, parts)) < wanted:
                parts.append(next(chunks))
            joined = np.concatenate(parts)
            left = joined[wanted:]
            return joined[:wanted]

        return bits


def _good_bits(size: int = _CHUNK) -> Iterator[BitArray]:
    """Good bits, in arrays of this size."""
    generator = np.random.default_rng(_SEED)
    while True:
        yield generator.integers(0, 2, size, np.uint8)


def _by_place(make: Callable[[NDArray[np.int64], BitArray], BitArray]) -> Chunks:
    """Returns a source whose bits follow from their places and from good bits; `make` gets both."""
    return lambda: (make(np.arange(at, at + _CHUNK), good) for at, good in zip(count(0, _CHUNK), _good_bits()))


def _biased(share: float, swing: float = 0.0, period: int = 1) -> Chunks:
    """Independent bits with this share of ones, which changes by `swing` up and down in `period` bits."""

    def chunks() -> Iterator[BitArray]:
        generator = np.random.default_rng(_SEED)
        for at in count(0, _CHUNK):
            shares = share + swing * np.sin(2 * np.pi * np.arange(at, at + _CHUNK) / period)
            yield (generator.random(_CHUNK) < shares).astype(np.uint8)

    return chunks


def _correlated(correlation: float) -> Chunks:
    """Bits with this serial correlation, as many ones as zeros."""

    def chunks() -> Iterator[BitArray]:
        generator = np.random.default_rng(_SEED)
        last = 0
        while True:
            changes = generator.random(_CHUNK) < (1 - correlation) / 2
            found = ((np.cumsum(changes) + last) & 1).astype(np.uint8)
            last = int(found[-1])
            yield found

    return chunks


def _each_bit(times: int) -> Chunks:
    """Good bits, each so many times."""
    return lambda: (np.repeat(fresh, times) for fresh in _good_bits(_CHUNK // times + 1))


def _periodic(period: int) -> Chunks:
    """The same bits again and again, as many ones as zeros or one more, so that their share shows nothing."""
    block = np.random.default_rng(period).permutation(np.arange(period, dtype=np.int64) & 1).astype(np.uint8)
    return _by_place(lambda places, good: block[places % period])


def _counter(width: int) -> Chunks:
    """The numbers of a counter with this many bits, the lowest bit first."""
    return _by_place(lambda places, good: (places // width >> places % width & 1).astype(np.uint8))


def _echo(lag: int, every: int) -> Chunks:
    """Good bits, but one of `every` is that of `lag` places earlier; `lag` is no multiple of `every`."""

    def chunks() -> Iterator[BitArray]:
        earlier: BitArray = np.zeros(0, np.uint8)
        place = 0
        for good in _biased(0.5)():
            found = np.concatenate([earlier, good])
            copies = np.flatnonzero(np.arange(place, place + len(found) - lag) % every == 0) + lag
            found[copies] = found[copies - lag]
            yield found[lag:]
            earlier, place = found[-lag:], place + len(found) - lag

    return chunks


def _repeats(share: float, *lags: int, together: bool = False) -> Chunks:
    """Bits of which this share are those of some places earlier, and the others good bits.

    With several lags each in turn or, `together`, the exclusive or of all those bits.
    """

    def chunks() -> Iterator[BitArray]:
        generator = np.random.default_rng(_SEED)
        most = max(lags)
        found = generator.integers(0, 2, most, np.uint8)
        for place in count(0, _CHUNK):
            found = np.concatenate([found[-most:], generator.integers(0, 2, _CHUNK, np.uint8)])
            repeated = generator.random(_CHUNK) < share
            for at in range(0, _CHUNK, min(lags)):
                places = np.arange(at, min(at + min(lags), _CHUNK))
                earlier = np.array([found[most + places - lag] for lag in lags])
                turn = (place + places) % len(lags)
                copied: BitArray = np.bitwise_xor.reduce(earlier) if together else np.choose(turn, earlier)
                found[most + places] = np.where(repeated[places], copied, found[most + places])
            yield found[most:]

    return chunks


def _dead(at: Callable[[NDArray[np.int64]], NDArray[np.bool_]]) -> Chunks:
    """Good bits, but zeros at some places."""
    return _by_place(lambda places, good: np.where(at(places), np.uint8(0), good))


def _share_source(share: float) -> Source:
    return Source(f"{share:.0%} ones".replace("%", " %"), -math.log2(max(share, 1 - share)), _biased(share))


def _correlation_source(correlation: float) -> Source:
    return Source(f"serial correlation {correlation}", -math.log2((1 + correlation) / 2), _correlated(correlation))


def _stuck_source(stuck: int) -> Source:
    return Source(f"{stuck} of 8 bits stuck at 0", 1 - stuck / 8, _dead(lambda places: places % 8 < stuck))


def _repeats_source(share: float, *lags: int, together: bool = False) -> Source:
    places = (" and " if together else " or ").join(f"{lag:,}".replace(",", " ") for lag in lags)
    how = ", added" if together else ", in turn" if len(lags) > 1 else ""
    name = f"{share:.0%} are the bits of {places} places earlier{how}".replace("%", " %")
    return Source(name, -math.log2((1 + share) / 2), _repeats(share, *lags, together=together))


def _periodic_source(period: int) -> Source:
    return Source(f"period {period:,}".replace(",", " "), 0.0, _periodic(period))


SOURCES: tuple[Source, ...] = (
    *map(_share_source, (0.5, 0.51, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9, 0.97)),
    Source("ones from 30 to 70 % and back in 20 000 bits", -math.log2(0.7), _biased(0.5, 0.2, 20_000)),
    *map(_correlation_source, (0.2, 0.4, 0.5, 0.6, 0.8)),
    *map(_stuck_source, (1, 2, 3, 4, 5)),
    Source("alternate bytes dead", 0.5, _dead(lambda places: places % 16 > 7)),
    Source("each bit twice", 0.5, _each_bit(2)),
    Source("each bit three times", 1 / 3, _each_bit(3)),
    Source("one bit of three is that of 22 places earlier", 2 / 3, _echo(22, 3)),
    *(_repeats_source(0.97, lag) for lag in (65, 500, 1000, 5000, 100_003)),
    *(_repeats_source(share, 500) for share in (0.8, 0.7, 0.6)),
    _repeats_source(0.97, 500, 302),
    _repeats_source(0.97, 500, 302, together=True),
    *map(_periodic_source, (2, 7, 64, 65, 100, 128, 1000, 1024, 4096, 10_001, 65_536, 1_000_003)),
    *(Source(f"counter of {width} bits", 0.0, _counter(width)) for width in (8, 16, 32)),
    Source("stuck at 0", 0.0, _dead(lambda places: places >= 0)),
    Source("stuck at 0 after 50 000 good bits", 0.0, _dead(lambda places: places >= GOOD_BITS)),
)
"""All sources, the good one first."""


DICE = 1_000_000
_THROW = 5
_FROM_SYSTEM = bytes(8)
_CLOCK = bytes(4)
_BLOCKS_AT_ONCE = 64

Faces = NDArray[np.uint8]


@dataclass(frozen=True)
class Deviation:
    """How far dice are from fair ones."""

    chi_square: float
    """Of the counts of faces, with five degrees of freedom."""
    largest: float
    """The largest deviation of a face from the expected count, as a share of it."""
    correlation: float
    """The serial correlation of neighbors; 0 if all faces are equal."""


class Conditioner:
    """Makes random bytes as entropy.py does, but of raw bits that no test has passed.

    os.urandom and the clock are left out, so that only the raw bits count.
    """

    def __init__(self, bits: Bits) -> None:
        self._bits = bits
        self._block = b""
        self._left = b""
        self._windows: list[bytes] = []

    def draw(self, count: int) -> bytes:
        """Returns `count` bytes."""
        while len(self._left) < count:
            self._left += self._hash_block()
        drawn, self._left = self._left[:count], self._left[count:]
        return drawn

    def _hash_block(self) -> bytes:
        if not self._windows:
            packed = np.packbits(self._bits(WINDOW * WINDOWS * _BLOCKS_AT_ONCE), bitorder="little").tobytes()
            self._windows = [packed[at : at + WINDOW // 8] for at in range(0, len(packed), WINDOW // 8)]
        hashed = hashlib.sha256(self._block)
        for window in self._windows[:WINDOWS]:
            hashed.update(window + _FROM_SYSTEM)
        del self._windows[:WINDOWS]
        hashed.update(_CLOCK)
        self._block = hashed.digest()
        return self._block


def conditioned_dice(bits: Bits, dice: int = DICE) -> Faces:
    """Returns dice as the console makes them of these raw bits, but with no health test."""
    thrower = DiceSource(Conditioner(bits).draw)
    return np.frombuffer(bytes(chain.from_iterable(thrower.throw(_THROW) for _ in range(dice // _THROW))), np.uint8)


def bare_dice(bits: Bits, dice: int = DICE) -> Faces:
    """Returns dice made of eight raw bits each, without the hash; numbers that would favor a face are rejected.

    They are fewer if more than half of the numbers are rejected.
    """
    numbers = np.packbits(bits(16 * dice), bitorder="little")
    return (numbers[numbers < 256 - 256 % FACES] % FACES)[:dice]


def deviation(faces: Faces) -> Deviation:
    """Compares dice with fair ones."""
    counts = np.bincount(faces, minlength=FACES)
    expected = len(faces) / FACES
    spread = np.ptp(faces) > 0
    return Deviation(
        float(((counts - expected) ** 2).sum() / expected),
        float(abs(counts / expected - 1).max()),
        float(np.corrcoef(faces[:-1], faces[1:])[0, 1]) if spread else 0.0,
    )


MOST_BITS = 4_000_000
"""Raw bits after which a source counts as not found: those of an evening of games."""
SURE = 0.99
"""The chance with which the stated sample of the self-test finds a biased source."""
DRIFTS = (0.1, 0.03, 0.02, 0.01, 0.005, 0.003, 0.002, 0.001)
"""Of the phase of a ring oscillator in 1 us, in periods."""
OSCILLATORS = 20
_HZ = 5_500_000
_HZ_APART = 100_003
_NAMES = {
    limits.REPETITION: "repetition",
    limits.PROPORTION: "proportion",
    limits.LAG: "lag",
    limits.POSITION: "position",
    limits.REPEAT: "repeated sample",
}


def names_of(failed: int) -> str:
    """Returns the names of health tests, from the bits of Entropy.failed."""
    return ", ".join(name for bit, name in _NAMES.items() if failed & bit)


def stopped_after(source: RawBit, most: int = MOST_BITS) -> tuple[str, int]:
    """Runs the health tests until they stop play; returns their names and the raw bits read, or "" and 0."""
    register = BitRegister(source)
    pool = Entropy(raw_bits, register, bytes, lambda: 0)
    while register.reads < most:
        while pool.gather():
            pass
        if pool.failed:
            return names_of(pool.failed), register.reads
        pool.draw(32)
    return "", 0


def seen_after(source: RawBit, most: int = MOST_BITS) -> tuple[str, int]:
    """Watches the self-test until its verdict on the raw bits is bad; returns it and the raw bits, or "" and 0."""
    pool = Entropy(raw_bits, BitRegister(source), bytes, lambda: 0)
    counters = array("i", [0] * limits.COUNTERS)
    pool.counters = counters
    while counters[0] * limits.WINDOW < most:
        before = counters[0]
        while counters[0] == before:
            if not pool.gather():
                pool.draw(32)
        verdict = "TEST FAILED" if counters[limits.FAILED] else fair.bits_verdict(counters)
        if verdict:
            return verdict, counters[0] * limits.WINDOW
    return "", 0


def detect(source: Source, most: int = MOST_BITS) -> dict[str, Any]:
    """Tests one source; returns its row for a JSON file. Raw bits are counted from the first one; 0 is never.

    "tests": what stops play after "stopped_after" bits; "verdict": what the self-test shows after "seen_after" bits.
    """
    tests, stopped = stopped_after(source.one_by_one(), most)
    verdict, seen = seen_after(source.one_by_one(), most)
    return {
        "source": source.name,
        "tests": tests,
        "stopped_after": stopped,
        "verdict": verdict,
        "seen_after": seen,
    }


def dice_of(source: Source) -> dict[str, Any]:
    """Returns how far the dice of a source deviate, conditioned and not, for a JSON file."""
    return {
        "source": source.name,
        "conditioned": asdict(deviation(conditioned_dice(source.make()))),
        "bare": asdict(deviation(bare_dice(source.make()))),
    }


def bits_to_see(share: float, sure: float = SURE) -> int:
    """Returns the raw bits after which the self-test names a source with this share of ones, with this chance."""
    sigmas: float = fair.SIGMAS + NormalDist().inv_cdf(sure) * 2 * math.sqrt(share * (1 - share))
    return math.ceil((sigmas / (2 * abs(share - 0.5))) ** 2)


def slowest_pause_needed(drift: float, bit_us: Mapping[int, float], number: int) -> int:
    """Returns the pause at which a simulated ring oscillator fills a block; 0 if its bits fail at every pace.

    `bit_us`: the time of a raw bit by pause; `number`: gives each oscillator another frequency.
    """
    now_us = 0.0
    pauses = [limits.PAUSE]

    def read(register: BitRegister, window: bytearray, at: int, pause: int) -> object:
        pauses.append(pause)
        return raw_bits.read(register, window, at, pause)

    def clock_us() -> float:
        nonlocal now_us
        now_us += bit_us[pauses[-1]]
        return now_us

    source = bit_sources.ring_oscillator(_HZ + number * _HZ_APART, drift, clock_us, number)
    loops = SimpleNamespace(**{**vars(raw_bits), "read": read})
    pool = Entropy(loops, BitRegister(source), bytes, lambda: 0)
    while pool.gather():
        pass
    return 0 if pool.failed else pauses[-1]


def all_drifts(bit_us: Mapping[int, float]) -> list[dict[str, Any]]:
    """Returns for each drift how many of the simulated oscillators are read at each pace, and how many fail."""
    rows = []
    for drift in DRIFTS:
        pauses = [slowest_pause_needed(drift, bit_us, number) for number in range(OSCILLATORS)]
        rows.append({"drift": drift, "read_at": {str(pause): pauses.count(pause) for pause in [*bit_us, 0]}})
    return rows
