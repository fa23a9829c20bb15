"""The last games as text files game-1.log, game-2.log ... in a folder, written line by line as they are played.

What the lines say is the caller's matter. A game's own record holds the `mark` of its log; by it a log is taken up
again and cut back to what belongs to that record, because power may go between the two.
"""

import os
from binascii import crc32

from sixpip.port import const, replace, to_disk
from sixpip.storage.records import StorageError, StorageFull

_MOST_LOGS = const(8)
_MOST_BYTES = const(49152)  # some five times a long game of six; eight such logs still leave room on the smallest board
_PIECE = const(256)
_NO_SPACE = const(28)  # ENOSPC
_NO_FILE = const(2)  # ENOENT
_FIRST = "game-"
_LAST = ".log"


class LogFile:
    """The log of one game. What a power cut leaves of a text that was being appended is cut off when it is taken up."""

    def __init__(self, folder: str) -> None:
        """`folder` holds the logs of all games (no slash at the end); the first line written makes it."""
        self._folder = folder
        self._number = 0
        self._size = 0
        self._crc = 0

    def mark(self) -> "list[int]":
        """Which log this is and how far it goes, for the game's record. Chooses the log's number at the first call."""
        if not self._number:
            self._number = max([0] + self._numbers()) + 1
        return [self._number, self._size, self._crc]

    def empty(self) -> bool:
        """Whether nothing has been written yet."""
        return not self._size

    def take_up(self, mark: "list[int]") -> bool:
        """Go on with the log of that mark, without what was written after it.

        False when the log is not what it was at the mark, or cannot be cut back: it stays, and nothing is taken up.
        """
        number, size, crc = mark
        self._number = number
        try:
            found = self._crc_of(size)
            if found == (size, crc):
                if size < os.stat(self._path())[6]:
                    self._cut_back(size)
                self._size, self._crc = size, crc
                return True
        except OSError as error:
            if not size and error.errno == _NO_FILE:  # not begun when the record was made, nor later
                return True
        self._number = 0
        return False

    def append(self, text: str) -> None:
        """Write more of the log; the first text of a new one removes the oldest others.

        Raises StorageFull or StorageError, with the log perhaps broken off in the middle of a line.
        """
        data = text.encode()
        if self._size + len(data) > _MOST_BYTES:
            raise StorageError("This game is too long for a log: it goes on without one.")
        try:
            if not self._size:
                self._make_room()
            with open(self._path(), "ab") as stream:
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
        """Make the folder, and remove the oldest logs until one more is not too many. Raises OSError."""
        parts = self._folder.split("/")
        for many in range(1, len(parts) + 1):
            try:
                os.mkdir("/".join(parts[:many]))
            except OSError:
                pass  # it is there; if not, opening the file says so
        numbers = sorted([number for number in self._numbers() if number != self._number])
        for number in numbers[: max(0, len(numbers) + 1 - _MOST_LOGS)]:
            os.remove(self._path(number))

    def _numbers(self) -> "list[int]":
        """The numbers of the logs there are, in no order."""
        try:
            names = os.listdir(self._folder)
        except OSError:
            return []
        middles = [
            name[len(_FIRST) : -len(_LAST)] for name in names if name.startswith(_FIRST) and name.endswith(_LAST)
        ]
        return [int(middle) for middle in middles if middle.isdigit() and len(middle) < 9]

    def _crc_of(self, size: int) -> "tuple[int, int]":
        """How many of the first `size` bytes there are, and their check sum. Raises OSError."""
        crc = 0
        left = size
        with open(self._path(), "rb") as stream:
            while left:
                piece = stream.read(min(left, _PIECE))
                if not piece:
                    break
                crc = crc32(piece, crc)
                left -= len(piece)
        return size - left, crc

    def _cut_back(self, size: int) -> None:
        """Keep the first `size` bytes only: by a copy, because MicroPython cannot shorten a file. Raises OSError."""
        copy = self._folder + "/cut"
        with open(self._path(), "rb") as source, open(copy, "wb") as target:
            while size:
                size -= target.write(source.read(min(size, _PIECE)))
            to_disk(target)
        replace(copy, self._path())

    def _path(self, number: int = 0) -> str:
        return f"{self._folder}/{_FIRST}{number or self._number}{_LAST}"
