"""Imports the modules of the console from one file, as CPython's zipimport does from an archive.

An import from the disk takes 13 ms before its first byte is read, because MicroPython looks for a folder, a source and
a compiled file, each through four folders. In the file FILE, which tools/board/module_file.py lays out, a table has the
place of each module. Modules in a folder `sixpip` of the current folder come first, because somebody has copied them by
hand or mounted them with mpremote. A folder with a compiled package was left by an older version and does not count.

While MicroPython looks for a module, it takes any exception in `stat` for a missing file, so that the one of Ctrl-C
would be lost. That one is never raised in native code, but as soon as the native code returns.
"""

import os
import sys
from binascii import crc32
from struct import unpack_from

import micropython
import vfs
from micropython import const

FILE = "/sixpip.modules"
FOLDER = "/.sixpip"
"""Where the modules appear in the file system."""
_MAGIC = b"6PM1"
_HEAD = const(40)  # bytes
_IS_FOLDER = const(0x4000)
_IS_FILE = const(0x8000)
_NO_FILE = const(2)  # ENOENT


class Modules:
    """A read-only file system with the modules of the file, for the import of modules and the tables next to them."""

    def __init__(self) -> None:
        """Raises OSError where the file is missing, ValueError where it is damaged."""
        with open(FILE, "rb") as file:
            self._head = file.read(_HEAD)
            if len(self._head) == _HEAD and self._head[:4] == _MAGIC:
                count, check = unpack_from("<II", self._head, 20)
                self._paths = file.read(8 * count)
                if crc32(self._paths) == check:
                    self._by_hand = _exists("sixpip") and not _exists("sixpip/__init__.mpy")
                    return
        raise ValueError(FILE + " is damaged: install Sixpip again")

    def mount(self, _is_read_only: bool, _is_new: bool) -> None:
        """Does nothing; MicroPython calls it."""

    def umount(self) -> None:
        """Does nothing; MicroPython calls it."""

    def ilistdir(self, _path: str) -> "list[tuple[str, int]]":
        """Returns no entries, because a listing of the whole disk shows the file."""
        return []

    @micropython.native
    def stat(self, path: str) -> "object":
        """Returns what `os.stat` returns, with the kind only. Raises OSError."""
        if self._by_hand and _exists(path[1:]):
            return os.stat(path[1:])
        start = self._start(path)
        if start < 0:
            raise OSError(_NO_FILE)
        return (_IS_FILE if start else _IS_FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path: str, mode: str) -> "object":
        """Opens a module at its first byte, of which MicroPython reads no more than it needs. Raises OSError.

        What is not in the file, such as a table, is opened in the current folder.
        """
        start = self._start(path)
        if start <= 0 or (self._by_hand and _exists(path[1:])):
            return open(path[1:], mode)
        file = open(FILE, "rb")
        if file.read(_HEAD) != self._head:
            raise OSError(_NO_FILE)  # another version was installed
        file.seek(start)
        return file

    @micropython.native
    def _start(self, path: str) -> int:
        """Returns where a module begins in the file; 0 for a folder, -1 for what is not there."""
        crc = crc32(path.encode()).to_bytes(4, "little")
        at = self._paths.find(crc)
        while at & 7 and at > 0:
            at = self._paths.find(crc, at + 1)
        return unpack_from("<I", self._paths, at + 4)[0] if at >= 0 else -1


@micropython.native
def _exists(path: str) -> bool:
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def mount() -> None:
    """Makes MicroPython look for modules in the file first, or only on the disk without it. Raises ValueError."""
    try:
        modules = Modules()
    except OSError:
        return
    vfs.mount(modules, FOLDER)
    sys.path.insert(0, FOLDER)
