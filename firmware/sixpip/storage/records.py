"""Small named records in a folder, safe against a power cut at any moment.

A record is a file NAME: one line `sixpip 1 LENGTH CRC`, then LENGTH bytes of JSON. Beside it may stand NAME.new (being
written, never older than NAME) and NAME.old (the good one before). What the values mean is not known here.

A save writes NAME.new and reads it back, renames NAME to NAME.old, then NAME.new to NAME. So after a cut:

    NAME.new     NAME        NAME.old    newest good one
    cut short    good        any         NAME: the cut came while writing
    complete     good        any         NAME.new: written, not yet renamed
    complete     absent      good        NAME.new: between the two renames
    absent       good        any         NAME: nothing was under way
    any other                            damage, no cut: the newest good one counts, damaged files are set aside

`load` and `save` first bring the newest good one to NAME by the same renames, so a cut in that is one of these again.
What is done about the other lines than `absent good any` stands in recovery.py, which is imported only then.
"""

import json
import os
from binascii import crc32

from sixpip.port import TYPE_CHECKING, const, json_scalar, replace, to_disk

if TYPE_CHECKING:
    from typing import Any

IO_ERROR = const(5)  # EIO
_NO_SPACE = const(28)  # ENOSPC; MicroPython's errno module does not name it
_SIZE = const(6)  # place of the size in what os.stat gives
MOST_BYTES = const(16384)  # a longer file is none of ours, and would crowd the Pico's heap
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_"


class StorageFull(Exception):
    """No room left for a record; the earlier one is still there. The text says so in a sentence."""


class StorageError(Exception):
    """A record could not be written or removed; the earlier one is still there. The text says so in a sentence."""


class Store:
    """The records of one folder: `save`, `load`, `remove` by name (of a-z, 0-9, - and _).

    `damaged` lists the files set aside since the start, in that order; `reasons` says why, by file name.
    """

    def __init__(self, folder: str) -> None:
        """Records in `folder` (no slash at the end; "" is the root of the board). The first save makes the folder."""
        self.folder = folder
        self.damaged: list[str] = []
        self.reasons: dict[str, str] = {}

    def save(self, name: str, value: "Any") -> bool:
        """Keep `value`, made of dicts with str keys, lists, str, int, float, bool, None; True when it was written.

        False when the record holds that value already: flash wears, so nothing is written then. Raises StorageFull or
        StorageError with the earlier record still there; ValueError or TypeError for a value that JSON cannot hold.
        """
        _check_name(name)
        content = _json_text(value).encode()
        if len(header(content)) + len(content) > MOST_BYTES:
            raise StorageError(f"The record {name} is too long to save: the earlier one is kept.")
        try:
            return self._save_content(name, content)
        except OSError as error:
            number = error.errno
        if number == _NO_SPACE:
            raise StorageFull(f"The memory is full: {name} was not saved, the earlier record is kept.")
        raise StorageError(f"The record {name} could not be saved (error {number}): the earlier one is kept.")

    def load(self, name: str) -> "Any":
        """The value last saved under `name`; None when there is none. Sets damaged files aside, see `damaged`."""
        _check_name(name)
        for _ in range(3):  # .new, NAME and .old: there are no more to try
            content, source, bad = self._survey(name)
            try:
                self._mend(name, source, bad)
                source = ""
            except OSError:
                pass  # a disk that cannot be written can still be read; the next save says what is wrong
            if content is None:
                return None
            try:
                return json.loads(str(content, "utf-8"))
            except (ValueError, RuntimeError):  # RuntimeError: nested too deep for the interpreter
                from sixpip.storage import recovery

                recovery.put_aside(self, name, source, "not JSON")
        return None

    def remove(self, name: str) -> None:
        """Forget the record `name`; files set aside stay. Raises StorageError."""
        _check_name(name)
        from sixpip.storage import recovery

        number = recovery.remove(self, name)
        if number:
            raise StorageError(f"The record {name} could not be removed (error {number}).")

    def set_aside(self, name: str, reason: str) -> str:
        """Rename a record whose content the caller cannot use; gives the file's new name, also in `damaged`.

        One more `load` then gives the record before it, if there is one.
        """
        _check_name(name)
        from sixpip.storage import recovery

        return recovery.put_aside(self, name, "", reason)

    def _save_content(self, name: str, content: bytes) -> bool:
        """Write and rename as told at the top; False when NAME holds this content already. Raises OSError."""
        self._make_folder()
        present, source, bad = self._survey(name)
        self._mend(name, source, bad)
        if present == content:
            return False
        self._write(name + ".new", content)
        if present is not None:
            replace(self.path(name), self.path(name + ".old"))
        replace(self.path(name + ".new"), self.path(name))
        return True

    def _write(self, file: str, content: bytes) -> None:
        """Write one record file and read it back. Raises OSError, with what was written removed again."""
        path = self.path(file)
        try:
            with open(path, "wb") as stream:
                stream.write(header(content))
                stream.write(content)
                to_disk(stream)
            if self.read(file) != content:
                raise OSError(IO_ERROR, "not what was written")
        except OSError as error:
            _discard(path)
            raise error

    def _survey(self, name: str) -> "tuple[bytes | None, str, list[tuple[str, str]]]":
        """The newest good content (None without), the suffix of its file, and (suffix, reason) of each damaged file."""
        if not exists(self.path(name + ".new")):
            content = self.read(name)
            if content is not None or not (exists(self.path(name)) or exists(self.path(name + ".old"))):
                return content, "", []  # as it nearly always is
        from sixpip.storage import recovery  # only now: memory is short

        return recovery.survey(self, name)

    def _mend(self, name: str, source: str, bad: "list[tuple[str, str]]") -> None:
        """Set the damaged files aside and bring the newest good one to NAME. Raises OSError."""
        if source or bad:
            from sixpip.storage import recovery

            recovery.mend(self, name, source, bad)

    def read(self, file: str) -> "bytes | None":
        """The content of a record file; None when there is no such file or it is damaged (see recovery.fault)."""
        path = self.path(file)
        try:
            if os.stat(path)[_SIZE] > MOST_BYTES:
                return None
            with open(path, "rb") as stream:
                data = stream.read()
        except OSError:
            return None
        content = data[data.find(b"\n") + 1 :]
        return content if data == header(content) + content else None

    def path(self, file: str) -> str:
        """Where a file of the store lies."""
        return self.folder + "/" + file

    def _make_folder(self) -> None:
        """Make the folder and those above it. Raises OSError."""
        parts = self.folder.split("/")
        for count in range(1, len(parts) + 1):
            path = "/".join(parts[:count])
            if path and not exists(path):
                os.mkdir(path)


def _check_name(name: str) -> None:
    """Raises ValueError for a name that could be no file of ours, or another folder's."""
    if not name or any(letter not in _LETTERS for letter in name):
        raise ValueError(f"{name!r} cannot name a record: use a-z, 0-9, - and _.")


def exists(path: str) -> bool:
    """Whether there is such a file or folder."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _discard(path: str) -> None:
    """Remove an unfinished file if the disk lets us; left behind, it is known by its length."""
    try:
        os.remove(path)
    except OSError:
        pass


def header(content: bytes) -> bytes:
    """The first line of a record file with this content."""
    return f"sixpip 1 {len(content)} {crc32(content):08x}\n".encode()


def _json_text(value: "Any") -> str:
    """JSON with sorted keys, so that equal values are equal text on both interpreters. Raises ValueError, TypeError."""
    if isinstance(value, dict):
        return "{" + ",".join([_json_text(_key(key)) + ":" + _json_text(value[key]) for key in sorted(value)]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([_json_text(item) for item in value]) + "]"
    if isinstance(value, float) and value - value != 0:
        raise ValueError("A record holds no infinite number and no NaN.")
    if value is None or isinstance(value, (str, int, float, bool)):  # on MicroPython a bool is no int
        return json_scalar(value)
    raise TypeError(f"A record holds no {type(value).__name__}.")


def _key(key: "Any") -> str:
    if not isinstance(key, str):
        raise TypeError("The keys of a record are words.")
    return key
