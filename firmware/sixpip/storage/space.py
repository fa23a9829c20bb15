"""How much room is left where records are stored. Alone here because only the self-test asks."""

import os

from sixpip.port import const

_BLOCK = const(1)  # places in what os.statvfs gives: bytes of a block, blocks that are free for us
_FREE = const(4)


def free_bytes(folder: str) -> int:
    """Bytes free on the disk of an existing folder ("" is the root of the board). Raises OSError."""
    disk = os.statvfs(folder or "/")
    return disk[_BLOCK] * disk[_FREE]
