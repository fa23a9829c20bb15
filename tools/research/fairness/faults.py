"""The table of faulty sources of raw bits: for firmware/RANDOMNESS.md, the tests of the health tests and of FAIR?."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from tools.play.host.bit_sources import RawBit

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


def _dead(at: Callable[[NDArray[np.int64]], NDArray[np.bool_]]) -> Chunks:
    """Good bits, but zeros at some places."""
    return _by_place(lambda places, good: np.where(at(places), np.uint8(0), good))


def _share_source(share: float) -> Source:
    return Source(f"{share:.0%} ones".replace("%", " %"), -math.log2(max(share, 1 - share)), _biased(share))


def _correlation_source(correlation: float) -> Source:
    return Source(f"serial correlation {correlation}", -math.log2((1 + correlation) / 2), _correlated(correlation))


def _stuck_source(stuck: int) -> Source:
    return Source(f"{stuck} of 8 bits stuck at 0", 1 - stuck / 8, _dead(lambda places: places % 8 < stuck))


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
    *map(_periodic_source, (2, 7, 64, 65, 100, 128, 1000, 1024, 4096, 10_001, 65_536, 1_000_003)),
    *(Source(f"counter of {width} bits", 0.0, _counter(width)) for width in (8, 16, 32)),
    Source("stuck at 0", 0.0, _dead(lambda places: places >= 0)),
    Source("stuck at 0 after 50 000 good bits", 0.0, _dead(lambda places: places >= GOOD_BITS)),
)
"""All sources, the good one first."""
