"""The logs of the last games: text files game-1.log, game-2.log ... in a folder, written while a game is played.

The content of the lines is up to the caller. The record of a game holds the `position` of its log. After a power cut
between the log and the record, `resume` truncates the log to that position.
"""

import os
from binascii import crc32

from sixpip.port import const, replace, to_disk
from sixpip.storage.records import StorageError, StorageFull

_MAX_LOGS = const(8)
_MAX_BYTES = const(49152)  # about five long games of six players; eight such logs leave room on the smallest board
_CHUNK = const(256)
_NO_SPACE = const(28)  # ENOSPC
_NO_FILE = const(2)  # ENOENT
_PREFIX = "game-"
_SUFFIX = ".log"


class LogFile:
    """The log of one game."""

    def __init__(self, folder: str) -> None:
        """`folder` holds the logs of all games (no slash at the end); the first `append` creates it."""
        self.in_use: list[int] = []
        """The numbers of logs that stay when this one is begun."""
        self._folder = folder
        self._number = 0
        self._size = 0
        self._crc = 0

    def position(self) -> "list[int]":
        """Return [number, size, check sum] of the log for the game's record. The first call chooses the number."""
        if not self._number:
            self._number = max([0] + self._numbers()) + 1
        return [self._number, self._size, self._crc]

    def is_empty(self) -> bool:
        """Return whether nothing has been written yet."""
        return not self._size

    def resume(self, position: "list[int]") -> bool:
        """Continue the log at a `position` from the game's record; text after it is deleted.

        Returns False when the text before the position has changed or the log cannot be truncated: it then stays as it
        is, and the next `append` begins a new log.
        """
        number, size, crc = position
        self._number = number
        try:
            found = self._crc_of(size)
            if found == (size, crc):
                if size < os.stat(self.path())[6]:
                    self._truncate(size)
                self._size, self._crc = size, crc
                return True
        except OSError as error:
            if not size and error.errno == _NO_FILE:  # nothing was ever written
                return True
        self._number = 0
        return False

    def append(self, text: str) -> None:
        """Append `text`; the first text of a new log deletes the oldest other logs that are not `in_use`.

        Raises StorageFull or StorageError; the log may then end in the middle of a line.
        """
        data = text.encode()
        if self._size + len(data) > _MAX_BYTES:
            raise StorageError("This game is too long for a log: it goes on without one.")
        try:
            if not self._size:
                self._make_room()
            with open(self.path(), "ab") as stream:
                stream.write(data)
                to_disk(stream)
            self._crc = crc32(data, self._crc)
            self._size += len(data)
            return
        except OSError as error:
            number = error.errno
        if number == _NO_SPACE:
            raise StorageFull("The memory is full: this game goes on without a log.")
        raise StorageError(f"The log could not be written (error {number}): this game goes on without one.")

    def _make_room(self) -> None:
        """Create the folder, and delete the oldest logs until there is room for one more. Raises OSError."""
        parts = self._folder.split("/")
        for count in range(1, len(parts) + 1):
            try:
                os.mkdir("/".join(parts[:count]))
            except OSError:
                pass  # it exists; if not, opening the file fails
        numbers = sorted([number for number in self._numbers() if number != self._number])
        surplus = max(0, len(numbers) + 1 - _MAX_LOGS)
        for number in [number for number in numbers if number not in self.in_use][:surplus]:
            os.remove(self.path(number))

    def _numbers(self) -> "list[int]":
        """Return the numbers of all logs, in no order."""
        try:
            names = os.listdir(self._folder)
        except OSError:
            return []
        return [number for number in [_number_of(name) for name in names] if number]

    def _crc_of(self, size: int) -> "tuple[int, int]":
        """Return how many of the first `size` bytes exist, and their check sum. Raises OSError."""
        crc = 0
        left = size
        with open(self.path(), "rb") as stream:
            while left:
                chunk = stream.read(min(left, _CHUNK))
                if not chunk:
                    break
                crc = crc32(chunk, crc)
                left -= len(chunk)
        return size - left, crc

    def _truncate(self, size: int) -> None:
        """Truncate the log to `size` bytes, by a copy, because MicroPython cannot truncate a file. Raises OSError."""
        copy = self._folder + "/cut"
        with open(self.path(), "rb") as source, open(copy, "wb") as target:
            while size:
                size -= target.write(source.read(min(size, _CHUNK)))
            to_disk(target)
        replace(copy, self.path())

    def path(self, number: int = 0) -> str:
        """The path of this log, or of the one with a number."""
        return f"{self._folder}/{_PREFIX}{number or self._number}{_SUFFIX}"


def _number_of(name: str) -> int:
    """Return the number in the name of a log; 0 for another file, and for a name that `path` would not make."""
    digits = name[len(_PREFIX) : -len(_SUFFIX)]
    if len(digits) < 9 and digits and all(["0" <= digit <= "9" for digit in digits]):
        number = int(digits)
        if name == f"{_PREFIX}{number}{_SUFFIX}":
            return number
    return 0
