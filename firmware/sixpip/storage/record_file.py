"""The format of one record file: a header line `sixpip 1 LENGTH CRC`, then LENGTH bytes of JSON.

Which of a record's files is valid is decided in records.py and recovery.py.
"""

import os
from binascii import crc32

from sixpip.port import const

IO_ERROR = const(5)  # EIO
MAX_BYTES = const(16384)
"""A larger file is not a record of this console, and would not fit in the Pico's heap."""
_HEADER = const(40)  # no header line is longer
STAT_SIZE = const(6)
"""The index of the size in the result of os.stat."""


def exists(path: str) -> bool:
    """Return whether there is a file or folder at `path`."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def header(content: bytes) -> bytes:
    """Return the first line of a record file with this content."""
    return f"sixpip 1 {len(content)} {crc32(content):08x}\n".encode()


def read(path: str) -> "bytes | None":
    """Return the content of a record file; None when there is no such file or it is damaged (see recovery.diagnose)."""
    try:
        if os.stat(path)[STAT_SIZE] > MAX_BYTES:
            return None
        with open(path, "rb") as stream:
            start = stream.read(_HEADER)
            end = start.find(b"\n") + 1
            stream.seek(end)
            content = stream.read()  # the only large block: memory may be short
    except OSError:
        return None
    return content if start[:end] == header(content) else None
