"""Damaged copies of a file for the tests, the same ones in each run."""

from collections.abc import Iterator
from random import Random

_EXTREMES = (b"\0", b"\xff", b"\x7f", b"\x80", b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"9" * 5000)


def mutations(data: bytes, count: int, seed: int = 1) -> Iterator[bytes]:
    """Yields `count` copies of `data` with one to three damages each."""
    chance = Random(seed)
    for _ in range(count):
        copy = bytearray(data)
        for _ in range(chance.randint(1, 3)):
            _damage(copy, chance)
        yield bytes(copy)


def _damage(data: bytearray, chance: Random) -> None:
    """Flips a bit, replaces, inserts, deletes or repeats bytes, or cuts the end off."""
    start = chance.randrange(len(data) + 1)
    end = min(len(data), start + chance.choice((1, 2, 4, 30, 500)))
    kind = chance.randrange(6)
    if kind == 0 and start < len(data):
        data[start] ^= 1 << chance.randrange(8)
    elif kind == 1:
        extreme = chance.choice(_EXTREMES)
        data[start : start + len(extreme)] = extreme
    elif kind == 2:
        data[start:start] = chance.randbytes(chance.choice((1, 4, 200)))
    elif kind == 3:
        del data[start:end]
    elif kind == 4:
        data[start:start] = data[start:end]
    else:
        del data[start:]
