"""Small named records in a folder, safe against a power cut at any moment.

A record is a file NAME: a header line `sixpip 1 LENGTH CRC`, then LENGTH bytes of JSON. There may also be NAME.new
(being written, never older than NAME) and NAME.old (the valid one before). What the values mean is up to the caller.

The 1 is the number of the format of all that the file holds (recovery.FORMAT). It is in the header because a record can
be a list or a number, and so that a later format is recognized without being parsed. A record with a later number is
neither read nor changed: `load` returns None, whatever would replace it raises NewerRecord, and no older file of it
counts in its place. host_tests/records has records of every format that ever was.

A save writes NAME.new and reads it back, renames NAME to NAME.old, then NAME.new to NAME. After a power cut:

    NAME.new     NAME        NAME.old    newest valid file
    cut short    valid       any         NAME: the cut came during the write
    complete     valid       any         NAME.new: written, not yet renamed
    complete     absent      valid       NAME.new: between the two renames
    absent       valid       any         NAME: no save was in progress
    any other                            damage, not a cut: the newest valid file counts, damaged files are set aside

`load` and `save` first bring the newest valid file to NAME by the same renames, so a cut during the recovery leaves one
of these states again. All states but `absent valid any` are handled in recovery.py, which is imported only then.
"""

import json
import os
from binascii import crc32

from sixpip.compat import TYPE_CHECKING, const, exists, json_scalar, replace, to_disk
from sixpip.storage.recovery import FORMAT, IO_ERROR, MAX_BYTES, STAT_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

_HEADER = const(40)  # no header line is longer
_NO_SPACE = const(28)  # ENOSPC; MicroPython's errno module does not have it
_NO_FILE = const("no-file")
_NAME_CHARACTERS = const("abcdefghijklmnopqrstuvwxyz0123456789-_")


class StorageFull(Exception):
    """There is no room for a record; the earlier one is still there. The text is a sentence for the player."""


class StorageError(Exception):
    """A record could not be written or deleted; it is unchanged. The first argument is a sentence for the player."""


class NewerRecord(StorageError):
    """A record is of a later format, so that this firmware does not touch it. The text is a sentence for the player."""


def trouble_of(write: "Callable[..., object]", *args: object) -> str:
    """Calls `write`, which saves, moves or deletes records; returns "" or why it could not, as a sentence."""
    try:
        write(*args)
    except (StorageFull, StorageError) as error:
        return str(error.args[0])
    return ""


class Store:
    """The records of one folder: `save`, `load`, `move` and `delete` by name.

    A name is of a-z, 0-9, - and _; it may begin with the name of a folder and a slash.

    `damaged` lists the files that were set aside since the start, in order; `reasons` has the reason by file name;
    `reports` has a sentence for the player on each of them, on each record of a later format that was to be loaded, and
    what `report` adds.
    """

    def __init__(self, folder: str) -> None:
        """Uses `folder` (no slash at the end; "" is the root of the board). The first save creates it."""
        self.folder = folder
        self.damaged: list[str] = []
        self.reasons: dict[str, str] = {}
        self.reports: list[str] = []
        # Until its first change, littlefs may show the files before a rename that a power cut interrupted. Before any
        # change, also one that fails, it makes itself consistent; there is no other way to ask for that.
        _remove(folder + "/" + _NO_FILE)

    def save(self, name: str, value: "Any") -> bool:
        """Saves `value`, made of dicts with str keys, lists, str, int, float, bool and None. Returns True if written.

        Returns False when the record holds that value already: flash wears, so nothing is written then. Raises
        StorageFull or StorageError with the earlier record still there; ValueError or TypeError for a value that JSON
        cannot hold.
        """
        content = encode(value)
        _check_name(name)
        if len(header(content)) + len(content) > MAX_BYTES:
            raise StorageError("The last change is too long to save. What was saved before stays. Start a new game.")
        try:
            return self.save_content(name, content)
        except OSError as error:
            number = error.errno
        if number == _NO_SPACE:
            raise StorageFull("The disk is full, so the last change is not saved. Delete a saved game.")
        raise StorageError("The last change could not be saved. What was saved before stays. Try again.", number)

    def load(self, name: str, reports: bool = True) -> "Any":
        """Returns the value last saved under `name`, or None. Sets damaged files aside, see `damaged` and `reports`.

        `reports` is False if the caller itself shows the `refusal` of a record of a later format.
        """
        _check_name(name)
        for _ in range(3):  # a record has three files: .new, NAME and .old
            try:
                content, source, damaged = self._survey(name)
            except NewerRecord as error:
                if reports:
                    self.report(error.args[0])
                return None
            try:
                self._repair(name, source, damaged)
                source = ""
            except OSError:
                pass  # a disk that cannot be written can still be read; the next save reports the error
            if content is None:
                return None
            try:
                return json.loads(str(content, "utf-8"))
            except (ValueError, RuntimeError):  # RuntimeError: nested too deep for the interpreter
                self._set_aside(name, source, "not JSON")
        return None

    def has(self, name: str) -> bool:
        """Returns whether there is a file of the record `name`, valid or not."""
        return any([exists(self.path_of(name) + suffix) for suffix in ("", ".new", ".old")])

    def refusal(self, name: str) -> str:
        """Returns a sentence for the player where the record is of a later format, else ""."""
        return trouble_of(self._survey, name)

    def peek(self, name: str) -> "Any":
        """Returns the value of a record of a later format as far as it is JSON, else None."""
        try:
            self._survey(name)
        except NewerRecord as error:
            return _recovery().peek(self.path_of(name) + error.args[1])
        return None

    def names(self, folder: str) -> "list[str]":
        """Returns the names of the records in a folder inside that of the store, sorted, without the folder."""
        try:
            return sorted([file for file in os.listdir(self.folder + "/" + folder) if "." not in file])
        except OSError:
            return []  # nothing has been saved there

    def delete(self, name: str, newer: bool = False) -> None:
        """Deletes the record `name`; files that were set aside stay. Raises StorageError.

        With `newer`, it also deletes a record of a later format.
        """
        _check_name(name)
        if not newer:
            self._survey(name)
        number = _recovery().delete(self.path_of(name))
        if number:
            raise StorageError("It could not be deleted. Try again.", number)

    def move(self, name: str, target: str) -> None:
        """Gives a record the name `target`, whose own record it replaces unless it is newer. Raises StorageError.

        The caller must have loaded or saved it, which brings its newest file to its name. The move is one step, so that
        after a power cut the record has either name. A record of a later format is moved as it is.
        """
        _check_name(name)
        self._survey(target)
        self.load(target)  # sets damaged files aside
        path, target_path = self.path_of(name), self.path_of(target)
        try:
            self.make_folder(target)
            try:
                self._survey(name)
            except NewerRecord as error:
                _recovery().move(path, error.args[1], target_path)
                return
            for older in (target_path + ".old", path + ".old"):  # it would count when there is no other file
                if exists(older):
                    os.remove(older)
            replace(path, target_path)
            return
        except OSError as error:
            number = error.errno
        raise StorageError("The game could not be moved. Try again.", number)

    def set_aside(self, name: str, reason: str) -> str:
        """Renames a record whose content the caller cannot use. Returns the file's new name, which is in `damaged`.

        The next `load` returns the record before it, if there is one. Raises NewerRecord.
        """
        _check_name(name)
        self._survey(name)
        return self._set_aside(name, "", reason)

    def _set_aside(self, name: str, suffix: str, reason: str) -> str:
        """Sets one file of a record aside and adds it to `damaged`. Returns its new name, or its own if that fails."""
        recovery = _recovery()
        file = name + recovery.set_aside(self.path_of(name), suffix)
        if file not in self.damaged:
            self.damaged.append(file)
            self.reports.append(recovery.aside_words(name))
        self.reasons[file] = reason
        return file

    def report(self, sentence: str) -> None:
        """Adds a sentence to `reports`, unless it is there already."""
        if sentence not in self.reports:
            self.reports.append(sentence)

    def save_content(self, name: str, content: "bytes | bytearray") -> bool:
        """Writes and renames as in the module's docstring. Returns False when NAME holds this content already.

        Raises OSError, NewerRecord.
        """
        self.make_folder(name)
        present, source, damaged = self._survey(name)
        self._repair(name, source, damaged)
        if present == content:
            return False
        path = self.path_of(name)
        _write(path + ".new", content)
        if present is not None:
            replace(path, path + ".old")
        replace(path + ".new", path)
        return True

    def _survey(self, name: str) -> "tuple[bytes | None, str, list[tuple[str, str]]]":
        """Returns the newest valid content (or None), the suffix of its file, and (suffix, reason) of damaged files.

        Raises NewerRecord.
        """
        path = self.path_of(name)
        if not exists(path + ".new"):
            content = read(path)
            if content is not None or not (exists(path) or exists(path + ".old")):
                return content, "", []  # the normal case
        recovery = _recovery()
        content, source, damaged = recovery.survey(path, read)
        if damaged and damaged[-1][1] == recovery.NEWER:
            raise NewerRecord(recovery.newer_words(name), source)
        return content, source, damaged

    def _repair(self, name: str, source: str, damaged: "list[tuple[str, str]]") -> None:
        """Sets the damaged files aside and renames the newest valid file to NAME. Raises OSError."""
        for suffix, reason in damaged:
            if self._set_aside(name, suffix, reason) == name + suffix:
                raise OSError(IO_ERROR, "a damaged file is in the way")  # to go on would overwrite it
        if source:
            _recovery().restore(self.path_of(name), source)

    def path_of(self, name: str) -> str:
        """Returns the path of the file of a record."""
        return self.folder + "/" + name

    def make_folder(self, name: str) -> None:
        """Creates the folder of a record and those above it. Raises OSError."""
        parts = self.path_of(name).split("/")
        for count in range(1, len(parts)):
            path = "/".join(parts[:count])
            if path and not exists(path):
                os.mkdir(path)


def _recovery() -> "ModuleType":
    """Returns the module with all that a disk without cuts and damage does not need."""
    from sixpip.storage import recovery

    return recovery


def _write(path: str, content: "bytes | bytearray") -> None:
    """Writes one record file and reads it back. Raises OSError after deleting what was written."""
    try:
        _put(path, content)
        if read(path) != content:
            raise OSError(IO_ERROR, "not what was written")
    except OSError as error:
        _remove(path)  # if it stays, its length shows that it is not complete
        raise error


def header(content: "bytes | bytearray") -> bytes:
    """Returns the first line of a record file with this content."""
    number = FORMAT  # the build puts constants of other modules in place of names, but not inside a text
    return f"sixpip {number} {len(content)} {crc32(content):08x}\n".encode()


def read(path: str) -> "bytes | None":
    """Returns the content of a record file, None if there is no such file or it is damaged (recovery.diagnose)."""
    try:
        size = os.stat(path)[STAT_SIZE]
        if size > MAX_BYTES:
            return None
        with open(path, "rb") as stream:
            start = stream.read(_HEADER)
            end = start.find(b"\n") + 1
            stream.seek(end)
            content = stream.read(size - end)  # the only large block; without its size it would be made several times
    except OSError:
        return None
    return content if start[:end] == header(content) else None


def _put(path: str, content: "bytes | bytearray") -> None:
    """Writes one record file."""
    with open(path, "wb") as stream:
        stream.write(header(content))
        stream.write(content)
        to_disk(stream)


def _remove(path: str) -> None:
    """Deletes a file if possible."""
    try:
        os.remove(path)
    except OSError:
        pass


def _check_name(name: str) -> None:
    """Raises ValueError for a name that is not a record's, for example a path to another folder."""
    parts = name.split("/")
    if len(parts) > 2 or "" in parts or any(letter not in _NAME_CHARACTERS for part in parts for letter in part):
        raise ValueError(f"{name!r} cannot name a record: use a-z, 0-9, - and _.")


def encode(value: "Any") -> bytearray:
    """Returns the content of a record with this value. Raises ValueError or TypeError for one that JSON cannot hold."""
    content = bytearray()  # a text would take as much memory again
    _add(value, content)
    return content


def _add(value: "Any", content: bytearray) -> None:
    """Adds JSON with sorted keys: equal values give equal bytes on both interpreters. Raises ValueError, TypeError."""
    if isinstance(value, dict):
        if not all([isinstance(key, str) for key in value]):
            raise TypeError("The keys of a record are strings.")
        before = "{"
        for key in sorted(value):
            content.extend((before + json_scalar(key) + ":").encode())
            _add(value[key], content)
            before = ","
        content.extend(b"}" if value else b"{}")
    elif isinstance(value, (list, tuple)) and not all([type(item) is int for item in value]):
        before = "["
        for item in value:
            content.extend(before.encode())
            _add(item, content)
            before = ","
        content.extend(b"]")
    else:
        content.extend(_text(value).encode())


def _text(value: "Any") -> str:
    """Returns the JSON of a single value or a list of integers. One text takes less memory than one per item."""
    if isinstance(value, (list, tuple)):
        return str(list(value)).replace(" ", "")
    if isinstance(value, float) and value - value != 0:
        raise ValueError("A record holds no infinite number and no NaN.")
    if value is None or isinstance(value, (str, int, float, bool)):  # a bool is not an int on MicroPython
        return json_scalar(value)
    raise TypeError(f"A record holds no {type(value).__name__}.")
