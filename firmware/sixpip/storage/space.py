"""Measures the free space where records are stored. A module of its own, because only the self-test needs it."""

import os

from sixpip.port import const

_BLOCK = const(1)  # indexes in the result of os.statvfs: bytes of a block, free blocks
_FREE = const(4)


def free_bytes(folder: str) -> int:
    """Return the free bytes on the disk of an existing folder ("" is the root of the board). Raises OSError."""
    disk = os.statvfs(folder or "/")
    return disk[_BLOCK] * disk[_FREE]
