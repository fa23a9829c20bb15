"""Dice made of simulated raw bits without the health tests: what a fault that no test finds would do to dice."""

import hashlib
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sixpip.app.dice_source import DiceSource
from sixpip.board.health_limits import WINDOW, WINDOWS
from tools.research.fairness.faults import Bits
from tools.research.fairness.statistical_tests import FACES

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
