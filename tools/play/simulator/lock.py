"""The lock on a folder of saves: two consoles that save into one folder would overwrite the game of each other.

The operating system holds the lock for the process and releases it when that ends, however it ends: a file that is left
over locks nothing.
"""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

FILE = ".lock"
"""The file in the folder of saves. It has the address of the page that was served last."""
_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_FAR = 1 << 20
"""The byte that is locked on Windows, where the locked bytes of a file cannot be read: behind the address."""
_MOST_SHOWN = 80

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderInUse(Exception):
    """Another console plays with the folder; the message is one sentence with the remedy."""


class FolderLock:
    """A folder of saves that this process holds."""

    def __init__(self, file: int) -> None:
        """`file`: the number of the open file."""
        self._file = file

    def write(self, words: str) -> None:
        """Writes where this console plays, for the sentence that another start prints."""
        with contextlib.suppress(OSError):  # on a full disk the sentence does not name the address
            os.lseek(self._file, 0, os.SEEK_SET)
            os.truncate(self._file, 0)
            os.write(self._file, words.encode())


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[FolderLock]:
    """Locks the folder inside the `with` block. Raises FolderInUse; OSError where no file can be made in it.

    A disk that knows no locks, as some network drives, is used without one.
    """
    file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            _lock(file)
        except OSError as error:
            if error.errno in _HELD:
                raise FolderInUse(_in_use(folder, file)) from None
        lock = FolderLock(file)
        lock.write(f"process {os.getpid()}")
        yield lock
    finally:
        os.close(file)


def _in_use(folder: Path, file: int) -> str:
    os.lseek(file, 0, os.SEEK_SET)
    where = os.read(file, _MOST_SHOWN).decode("utf-8", "replace") or "another process"
    return (
        f"Sixpip plays with the saves in {folder} already ({where}): go on there, stop it with Ctrl-C, or choose "
        "another folder with --folder, or with make play SAVES=folder."
    )
