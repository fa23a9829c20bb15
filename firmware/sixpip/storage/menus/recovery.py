"""What storage needs only now and then; what every save needs is in records.py.

After a power cut or damage more than the normal files of a record are there: see the table in records.py. A record is
given by the path of its main file, its other files by their suffix. The self-test asks for the free space.
"""

import os

from sixpip.port import MICROPYTHON, TYPE_CHECKING, const, exists, replace, to_disk

if TYPE_CHECKING:
    from collections.abc import Callable

IO_ERROR = const(5)  # EIO
MAX_BYTES = const(16384)
"""A larger file is not a record of this console, and would not fit in the Pico's heap."""
STAT_SIZE = const(6)
"""The index of the size in the result of os.stat."""
_MAX_BAD = const(4)
_MAGIC = b"sixpip 1 "
_CUT_SHORT = "cut short"
_BLOCK = const(1)  # indexes in the result of os.statvfs: bytes of a block, free blocks
_FREE = const(4)
_FOLDER = const(0x4000)  # the mode of a folder
_FOLDER_BLOCKS = const(2)


def survey(path: str, read: "Callable[[str], bytes | None]") -> "tuple[bytes | None, str, list[tuple[str, str]]]":
    """Return the newest valid content (or None), the suffix of its file, and (suffix, reason) of each damaged file.

    `read`: as in records.py.
    """
    content = None
    source = ""
    damaged = []
    for suffix in (".new", "", ".old"):
        found = read(path + suffix)
        reason = "" if found is not None else diagnose(path + suffix)
        if reason and not (suffix == ".new" and reason == _CUT_SHORT and _was_saving(path)):
            damaged.append((suffix, reason))
        if content is None and found is not None:
            content = found
            source = suffix
        if suffix == "" and content is not None:
            break  # .old is not needed
    return content, source, damaged


def _was_saving(path: str) -> bool:
    """Return whether a power cut can have left NAME.new cut short: NAME moves to .old only once .new is complete."""
    return exists(path) or not exists(path + ".old")


def diagnose(path: str) -> str:
    """Return what is wrong with a file that is not a valid record; "" when there is no such file."""
    if not exists(path):
        return ""
    try:
        if os.stat(path)[STAT_SIZE] > MAX_BYTES:
            return "too long"
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError:
        return "unreadable"
    if not data.startswith(_MAGIC):
        return _CUT_SHORT if _MAGIC.startswith(data) else "not a record"
    line = data.split(b"\n")[0]
    length = line.split(b" ")[2]
    if len(line) == len(data):
        return _CUT_SHORT
    if length.isdigit() and len(length) < 6 and len(data) - len(line) - 1 < int(length):
        return _CUT_SHORT
    return "wrong check sum"


def restore(path: str, source: str) -> None:
    """Rename the newest valid file, which has the suffix `source`, to NAME. Raises OSError."""
    if source == ".new":
        with open(path + source, "ab") as stream:
            to_disk(stream)  # after a killed program, not a power cut, it may be in a computer's write cache only
        if exists(path):
            replace(path, path + ".old")
    if source:
        replace(path + source, path)


def set_aside(path: str, suffix: str) -> str:
    """Rename a damaged file to NAME.bad, .bad2 and so on. Returns its suffix, the old one when it cannot be renamed.

    The first damaged files keep their names; the fourth is replaced by each later one.
    """
    target = ".bad"
    for number in range(2, _MAX_BAD + 1):
        if exists(path + target):
            target = f".bad{number}"
    try:
        replace(path + suffix, path + target)
    except OSError:
        return suffix
    return target


def delete(path: str) -> int:
    """Delete the files of a record. Returns 0, or the number of the error that prevented it."""
    try:
        for suffix in (".old", "", ".new"):  # oldest first: a power cut in between must not bring an older value back
            if exists(path + suffix):
                os.remove(path + suffix)
    except OSError as error:
        return error.errno or IO_ERROR
    return 0


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
    count = 0
    for name, mode, *_ in os.ilistdir(folder or "/"):
        if mode == _FOLDER:
            count += 1 + _count_folders(f"{folder}/{name}")
    return count
