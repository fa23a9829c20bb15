"""The flash as a power cut leaves it: before an operation, or with half of it done.

Half an erase is half a block blank and the other half as it was, half a program the first half of its bytes; what a
cut leaves on a real chip in between (bits that read one way today and the other tomorrow) is not modelled.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tools.cuts.disk import Operation
from tools.emulator.flash import FlashOperation
from tools.image import BLOCK_SIZE


@dataclass(frozen=True)
class Cut:
    """Power goes at operation `index` (0: the first): with half of it done, or else just before it."""

    index: int
    half: bool
    image: bytes


def plain(operations: Iterable[FlashOperation]) -> list[Operation]:
    """What the emulator recorded, as places and bytes. Raises ValueError for an erase of more than one block."""
    found = list(operations)
    if any(operation.data is None and operation.size != BLOCK_SIZE for operation in found):
        raise ValueError("littlefs erases one block at a time")
    return [(operation.offset, operation.data) for operation in found]


def apply(image: bytearray, place: int, data: bytes | None, done: int = BLOCK_SIZE) -> bytes:
    """Do the first `done` bytes of an operation; what was there before. A program can only clear bits."""
    done = min(done, BLOCK_SIZE if data is None else len(data))
    before = bytes(image[place : place + done])
    if data is None:
        image[place : place + done] = b"\xff" * done
    else:
        image[place : place + done] = bytes(old & new for old, new in zip(before, data[:done]))
    return before


def cuts(start: bytes, operations: list[Operation]) -> Iterator[Cut]:
    """Every different image, in the order of time: at first `start`, at the end the one without a cut.

    An operation that changes nothing (an erase of a block half blank already) gives no image of its own.
    """
    now = bytearray(start)
    yield Cut(0, False, start)
    for index, (place, data) in enumerate(operations):
        half = (BLOCK_SIZE if data is None else len(data)) // 2
        before = apply(now, place, data, half)
        if before != now[place : place + half]:
            yield Cut(index, True, bytes(now))
        middle = bytes(now[place : place + BLOCK_SIZE])
        apply(now, place, data)
        if middle != now[place : place + BLOCK_SIZE]:
            yield Cut(index + 1, False, bytes(now))
