"""Arithmetic coding of whole numbers with adaptive frequencies: the packed bytes of a link (codec.py).

`Writer` and `Reader` have the same methods, so that a format is described once for both directions: a method gets the
number to write and returns it; the reader ignores what it gets and returns the number that was written.
tools/play/demo/page/range_coder.js is its twin and gives the same bytes.
"""

from collections.abc import Sequence

_TOP = 1 << 32
_BOTTOM = 1 << 24
"""The range is from _BOTTOM to _TOP between two numbers; the sum of the weights of a number is at most _BOTTOM."""
_GAIN = 24
"""What a number that occurs adds to its weight."""
_MOST = 1 << 13
"""Of the sum of adaptive weights; then all are halved."""
_MOST_NUMBERS = 100_000
"""That are read: far more than a game of the most lines has, so that no link keeps its reader busy for long."""


class Damaged(Exception):
    """The bytes are not those of a Writer."""


class _Coder:
    """What both directions have in common: the adaptive weights."""

    def __init__(self) -> None:
        self._range = _TOP
        self._weights: dict[str, list[int]] = {}

    def number(self, context: str, count: int, value: int = 0) -> int:
        """Codes a number below `count`; the more often it occurred in this context, the fewer bits it takes."""
        weights = self._weights.setdefault(context, [1] * count)
        value = self.weighted(weights, value)
        weights[value] += _GAIN
        if sum(weights) > _MOST:
            weights[:] = [(weight + 1) // 2 for weight in weights]
        return value

    def uniform(self, count: int, value: int = 0) -> int:
        """Codes a number below `count`, all of which are equally probable."""
        return self.weighted([1] * count, value)

    def weighted(self, weights: Sequence[int], value: int) -> int:
        """Codes the number `value`, whose probability is proportional to weights[value]."""
        raise NotImplementedError


class Writer(_Coder):
    """Packs numbers into bytes."""

    writes = True

    def __init__(self) -> None:
        super().__init__()
        self._low = 0
        self._bytes = 4

    def weighted(self, weights: Sequence[int], value: int) -> int:
        """Writes a number and returns it."""
        self._range //= sum(weights)
        self._low += sum(weights[:value]) * self._range
        self._range *= weights[value]
        while self._range < _BOTTOM:
            self._range <<= 8
            self._low <<= 8
            self._bytes += 1
        return value

    def packed(self) -> bytes:
        """The fewest bytes from which all numbers can be read."""
        for cut in (1 << 32, 1 << 24, 1 << 16, 1 << 8, 1):
            end = (self._low + self._range - 1) // cut * cut
            if end >= self._low:
                break
        return end.to_bytes(self._bytes, "big").rstrip(b"\0")


class Reader(_Coder):
    """Reads the numbers from packed bytes; behind their end it reads zeros."""

    writes = False

    def __init__(self, packed: bytes) -> None:
        super().__init__()
        self._packed = packed
        self._at = 4
        self._numbers = 0
        self._code = int.from_bytes(packed[:4].ljust(4, b"\0"), "big")

    def weighted(self, weights: Sequence[int], value: int = 0) -> int:
        """Reads a number. Raises Damaged."""
        self._numbers += 1
        if self._numbers > _MOST_NUMBERS:
            raise Damaged
        self._range //= sum(weights)
        wanted = self._code // self._range
        found = below = 0
        while found < len(weights) and wanted >= below + weights[found]:
            below += weights[found]
            found += 1
        if found == len(weights):
            raise Damaged
        self._code -= below * self._range
        self._range *= weights[found]
        while self._range < _BOTTOM:
            self._range <<= 8
            self._code = self._code << 8 | (self._packed[self._at] if self._at < len(self._packed) else 0)
            self._at += 1
        return found
