"""Finds a file of the disk in the flash, which the processor can read without a copy in memory.

littlefs stores a large file in blocks of 4096 bytes anywhere on the disk. Every block but the first begins with
pointers to other blocks. The files that tools/board/module_file.py lays out have no function across a border of blocks.
"""

from array import array
from binascii import crc32
from struct import unpack_from

import rp2
import uctypes
import vfs

from sixpip.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Any

_BLOCK = const(4096)
_HEAD = const(40)  # bytes; the last four are a checksum
_MAGIC = const(0x314D5036)
_DISK_END = const(0x10200000)  # on a Pico with MicroPython 1.24, which does not report it
_READ_SIZE = const(1024)  # bytes; the mount takes longer with fewer
_READ_ONLY = const(30)  # EROFS


class _Disk:
    """The disk, read-only; `last` is the block that was read last."""

    def __init__(self) -> None:
        self.flash = rp2.Flash()
        self.last = 0

    def readblocks(self, number: int, buffer: bytearray, offset: int = 0) -> None:
        self.last = number
        self.flash.readblocks(number, buffer, offset)

    def writeblocks(self, *_: "Any") -> None:
        raise OSError(_READ_ONLY)

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == 6:  # erase
            raise OSError(_READ_ONLY)
        return (self.flash.ioctl(operation, argument) or 0) if operation in (4, 5) else 0  # number, size of blocks

    def address(self) -> int:
        """Returns the address of the disk. Raises OSError if it cannot be found out."""
        try:
            address: int = uctypes.addressof(self.flash)
        except TypeError:  # MicroPython 1.24
            address = _DISK_END - self.ioctl(4, 0) * _BLOCK
        sample = bytearray(64)
        self.flash.readblocks(0, sample)
        if uctypes.bytearray_at(address, len(sample)) != sample:
            raise OSError("the disk was not found in the flash")
        return address


def block_addresses(path: str) -> "array[int]":
    """Returns the addresses of the blocks of a large file, in order, as the file system itself finds them. Raises
    OSError.

    They stay the same until the file is written or deleted.
    """
    disk = _Disk()
    start = disk.address()
    file = vfs.VfsLfs2(disk, readsize=_READ_SIZE).open(path, "rb")  # type: ignore[abstract, arg-type]
    size = file.seek(0, 2)
    if size <= _BLOCK:  # it may be in the block of its folder, which moves
        raise OSError("the file of the modules is damaged")
    blocks = array("I")
    position = 0
    while position < size:
        file.seek(position)
        file.read(1)
        number = len(blocks)
        blocks.append(start + disk.last * _BLOCK)
        position += _BLOCK - pointer_bytes(number)
    file.close()
    return blocks


def is_valid(blocks: "array[int]") -> bool:
    """Returns whether the file has all its blocks, and the tables in the first ones are those that were written."""
    head = uctypes.bytearray_at(blocks[0], _HEAD)
    magic, tables, count, check = unpack_from("<I24xIII", head)
    if magic != _MAGIC or count != len(blocks):
        return False
    found = crc32(head[: _HEAD - 4])
    for number in range(min(tables, count)):
        start = pointer_bytes(number) if number else _HEAD
        found = crc32(uctypes.bytearray_at(blocks[number] + start, _BLOCK - start), found)
    return bool(found == check)


def pointer_bytes(number: int) -> int:
    """Returns how many bytes at the start of a block of a file are pointers of littlefs to other blocks: ctz(number) +
    1 words.
    """
    size = 4 if number else 0
    while number and not number & 1:
        number >>= 1
        size += 4
    return size
