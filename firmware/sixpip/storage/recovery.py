"""Reads the files of records, with the number of their format, and recovers them after a power cut or damage.

What every save needs is in record_store.py.

There may then be more than the normal files of a record: see the table in record_store.py. A record is given by the
path of its main file, and its other files by their suffix. The self-test asks for the free space.
"""

import json
import os

from sixpip.compat import MICROPYTHON, TYPE_CHECKING, const, exists, replace, to_disk

if TYPE_CHECKING:
    from collections.abc import Callable

FORMAT = const(1)
"""The number of the format of all records. A change that this firmware would not understand needs a new number."""
IO_ERROR = const(5)  # EIO
MAX_BYTES = const(16384)
"""A larger file is not a record of this console, and would not fit in the Pico's heap."""
STAT_SIZE = const(6)
"""The index of the size in the result of os.stat."""
NEWER = "newer"
"""Stands in place of what is wrong with a file, if its format has a later number."""
_MAGIC = const(b"sixpip ")
_HEADER = const(40)  # no header line is longer
_CUT_SHORT = const("cut short")
_BLOCK = const(1)  # indexes in the result of os.statvfs: bytes of a block, free blocks
_FREE = const(4)
_FOLDER = const(0x4000)  # the mode of a folder
_FOLDER_BLOCKS = const(2)
_GAMES = {"game": "the saved game", "parked": "a parked game"}
_SUBJECTS = {
    "settings": "the settings",
    "statistics": "the records",
    "last": "the last game",
    "names": "the names",
    "groups": "the groups",
    "against": "the last opponent",
    "rules": "the house rules",
    "pad": "the score pad",
}
_OTHER = const("some data")
"""What a player calls the record with each name."""


def survey(path: str, read: "Callable[[str], bytes | None]") -> "tuple[bytes | None, str, list[tuple[str, str]]]":
    """Returns the newest valid content (or None), the suffix of its file, and (suffix, reason) of each damaged file.

    If the newest file is of a later format, returns None, its suffix, and only that file with NEWER. `read` is that of
    record_store.py.
    """
    content = None
    source = ""
    damaged = []
    for suffix in (".new", "", ".old"):
        found = read(path + suffix)
        reason = "" if found is not None else diagnose(path + suffix)
        if reason == NEWER:
            return None, suffix, [(suffix, NEWER)]
        if reason and not (suffix == ".new" and reason == _CUT_SHORT and _was_saving(path)):
            damaged.append((suffix, reason))
        if content is None and found is not None:
            content = found
            source = suffix
        if suffix == "" and content is not None:
            break  # .old is not needed
    return content, source, damaged


def _was_saving(path: str) -> bool:
    """Returns whether a power cut can have left NAME.new cut short: NAME moves to .old only once .new is complete."""
    return exists(path) or not exists(path + ".old")


def diagnose(path: str) -> str:
    """Returns what is wrong with a file that is not a valid record, or NEWER; "" when there is no such file."""
    if not exists(path):
        return ""
    try:
        size = os.stat(path)[STAT_SIZE]
        with open(path, "rb") as stream:
            start = stream.read(_HEADER)
    except OSError:
        return "unreadable"
    line = start.split(b"\n")[0]
    words = line.split(b" ")
    number = words[1] if start.startswith(_MAGIC) else b""
    is_cut = len(line) == size or (len(line) < len(start) and _lacks(words, size - len(line) - 1))
    if _is_number(number) and int(number) > FORMAT:
        return _CUT_SHORT if is_cut else NEWER
    if size > MAX_BYTES:
        return "too long"
    if number != b"%d" % FORMAT or len(words) < 3:
        return _CUT_SHORT if (b"sixpip %d " % FORMAT).startswith(start) else "not a record"
    return _CUT_SHORT if is_cut else "wrong checksum"


def _is_number(word: bytes) -> bool:
    return word.isdigit() and len(word) < 6


def _lacks(words: "list[bytes]", size: float) -> bool:
    """Returns whether a content of `size` bytes is shorter than the header line says."""
    return len(words) > 2 and _is_number(words[2]) and size < int(words[2])


def newer_words(name: str) -> str:
    """Returns the sentence for the player about a record of a later format."""
    if _kind(name) in _GAMES:
        return "This game was saved by a newer version of Sixpip: update Sixpip to go on with it."
    return f"A newer version of Sixpip has saved {_SUBJECTS.get(_kind(name), _OTHER)}. Nothing is lost: update Sixpip."


def aside_words(name: str) -> str:
    """Returns the sentence for the player about a record that is set aside."""
    subject = _GAMES.get(_kind(name)) or _SUBJECTS.get(_kind(name), _OTHER)
    return f"You can play on. Sixpip could not use {subject} and has set that data aside."


def _kind(name: str) -> str:
    """Returns the part of a record's name that says what it holds."""
    return name.split("/")[0].split("-")[0]


def restore(path: str, source: str) -> None:
    """Renames the newest valid file, which has the suffix `source`, to NAME. Raises OSError."""
    if source == ".new":
        with open(path + source, "ab") as stream:
            to_disk(stream)  # after a killed program, not a power cut, it may be in a computer's write cache only
        if exists(path):
            replace(path, path + ".old")
    if source:
        replace(path + source, path)


def set_aside(path: str, suffix: str) -> str:
    """Renames a damaged file to NAME.bad, .bad2 and so on. Returns the new suffix, or the old one if that fails."""
    target = ".bad"
    number = 1
    while exists(path + target):  # none is ever overwritten
        number += 1
        target = f".bad{number}"
    try:
        replace(path + suffix, path + target)
    except OSError:
        return suffix
    return target


def move(path: str, source: str, target: str) -> None:
    """Moves all files of a record of a later format, unchanged; `source` is the suffix of the newest. Raises OSError.

    There must be no record at `target`. After a power cut the newest file is in one of the two places.
    """
    if source == ".old":
        set_aside(path, "")  # it is damaged, if it is there
    restore(path, source)
    if exists(path + ".old"):
        replace(path + ".old", target + ".old")
    replace(path, target)


def peek(path: str) -> "object":
    """Returns the value in a file of a later format, None where this firmware cannot read it."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES)
        return json.loads(str(data[data.find(b"\n") + 1 :], "utf-8"))
    except (OSError, ValueError, RuntimeError):
        return None


def delete(path: str) -> int:
    """Deletes the files of a record. Returns 0, or the number of the error that prevented it."""
    try:
        for suffix in (".old", "", ".new"):  # oldest first: a power cut in between must not bring an older value back
            if exists(path + suffix):
                os.remove(path + suffix)
    except OSError as error:
        return error.errno or IO_ERROR
    return 0


def free_bytes(folder: str) -> int:
    """Returns the free bytes on the disk of a folder, which must exist. Raises OSError.

    MicroPython counts the blocks of each folder twice, because os.statvfs on littlefs visits them as if to find lost
    ones.
    """
    disk = os.statvfs(folder or "/")
    free = disk[_FREE]
    if MICROPYTHON:
        free += _FOLDER_BLOCKS * _count_folders("")
    return disk[_BLOCK] * free


def _count_folders(folder: str) -> int:
    """Returns the number of folders in a folder and below. The folder of the modules does not count; its entry has no
    size.
    """
    count = 0
    for entry in os.ilistdir(folder or "/"):
        if entry[1] == _FOLDER and len(entry) > 3:
            count += 1 + _count_folders(f"{folder}/{entry[0]}")
    return count
