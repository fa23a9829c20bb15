"""The flash images after a power cut: before an operation, or with half of it done.

Half an erase leaves the first half of the block blank and the rest unchanged; half a program writes the first half of
its bytes. Unstable bits, which a cut can leave on a real chip, are not modeled.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tools.board.image import BLOCK_SIZE
from tools.check.emulator.flash import FlashOperation
from tools.check.power_loss.disk import Operation


@dataclass(frozen=True)
class Cut:
    """A power cut at operation `index` (0: the first), with half of it done or just before it."""

    index: int
    half: bool
    image: bytes


def to_operations(operations: Iterable[FlashOperation]) -> list[Operation]:
    """Converts recorded operations of the emulator. Raises ValueError for an erase of more than one block."""
    recorded = list(operations)
    if any(operation.data is None and operation.size != BLOCK_SIZE for operation in recorded):
        raise ValueError("littlefs erases one block at a time")
    return [(operation.offset, operation.data) for operation in recorded]


def apply(image: bytearray, place: int, data: bytes | None, done: int = BLOCK_SIZE) -> bytes:
    """Applies the first `done` bytes of an operation; returns the bytes before it. A program can only clear bits."""
    done = min(done, BLOCK_SIZE if data is None else len(data))
    before = bytes(image[place : place + done])
    if data is None:
        image[place : place + done] = b"\xff" * done
    else:
        image[place : place + done] = bytes(old & new for old, new in zip(before, data[:done]))
    return before


def cuts(start: bytes, operations: list[Operation]) -> Iterator[Cut]:
    """Yields every distinct image in chronological order, from `start` to the image without a cut.

    An operation that changes nothing, such as the second half of an erase of a half blank block, yields no image.
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
