"""The free space on the disk, for the self-test."""

import os

from sixpip.port import MICROPYTHON, const

_BLOCK = const(1)  # indexes in the result of os.statvfs: bytes of a block, free blocks
_FREE = const(4)
_FOLDER = const(0x4000)  # the mode of a folder
_FOLDER_BLOCKS = const(2)


def free_bytes(folder: str) -> int:
    """Return the free bytes on the disk of a folder, which must exist. Raises OSError.

    MicroPython counts the blocks of each folder twice: os.statvfs on littlefs visits them as if to find lost ones.
    """
    disk = os.statvfs(folder or "/")
    free = disk[_FREE]
    if MICROPYTHON:
        free += _FOLDER_BLOCKS * _count_folders("")
    return disk[_BLOCK] * free


def _count_folders(folder: str) -> int:
    """The number of folders in a folder, at all depths."""
    count = 0
    for name, mode, *_ in os.ilistdir(folder or "/"):
        if mode == _FOLDER:
            count += 1 + _count_folders(f"{folder}/{name}")
    return count
