"""The log of the game in play, and the text files game-1.log, game-2.log ... of the last games.

The lines come from rules/game/log_writer.py; the players' names follow the first line as a comment. The record of a
game holds the `position` of its log: after a power cut between the log and the record, `resume` truncates the log
to it. `python -m tools.play.rules replay` prints a log turn by turn.
"""

import os
from binascii import crc32

from sixpip.port import TYPE_CHECKING, const, replace, to_disk
from sixpip.rules.game import log_writer
from sixpip.storage.records import StorageError, StorageFull

if TYPE_CHECKING:
    from sixpip.rules.game.engine import AnyGame
    from sixpip.storage.records import Store

_MAX_LOGS = const(8)
_MAX_BYTES = const(49152)  # about five long games of six players; eight such logs leave room on the smallest board
_CHUNK = const(256)
_NO_SPACE = const(28)  # ENOSPC
_NO_FILE = const(2)  # ENOENT
_PREFIX = "game-"
_SUFFIX = ".log"
_FOLDER = "/logs"
_LONGEST = (1 << 30) - 1


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


class GameLog:
    """The lines of one game's log that are not written yet, and the file they go to.

    When the log cannot be written, the game goes on without one, and the reason is reported once.
    """

    def __init__(self) -> None:
        """A new log; its file is made with the first line."""
        self.lines: list[str] = []
        """The lines that are not written yet."""
        self.in_use: list[int] = []
        """The numbers of logs that must stay when this one is begun: those of parked games."""
        self._file: LogFile | None = None
        self._active = True
        self._trouble = ""

    def add(self, line: str) -> None:
        """Adds one line, to be written with the next save."""
        if self._active:
            self.lines.append(line)

    def write(self, store: "Store", game: "AnyGame", names: "list[str]", seats: "tuple[str, ...]" = ()) -> "list[int]":
        """Appends the new lines to the file; returns the mark of the log for the saved game ([]: there is no log).

        `seats`: as in log_writer.head.

        Call it before the game is saved: after a power cut between the two the log holds too much, never too little.
        """
        if not self._active:
            return []
        file = self._file = self._file or LogFile(store.folder + _FOLDER)
        mark = file.position()  # before the first line too, so that lines written without their save are found
        if self.lines:
            first = [log_writer.head(game, seats), "# " + ", ".join(names)] if file.is_empty() else []
            file.in_use = self.in_use
            try:
                file.append("\n".join(first + self.lines) + "\n")
            except (StorageFull, StorageError) as error:
                self._trouble = error.args[0]
                self._active = False
                mark = []
            else:
                mark = file.position()
            self.lines.clear()  # not a new list: it would be allocated in the middle of the free memory
        return mark

    def path(self) -> str:
        """The file that the lines are written to; "" as long as there is none, and after it was given up."""
        return self._file.path() if self._file and self._active else ""

    def resume(self, store: "Store", mark: "object") -> None:
        """Continues the log that a saved game has the mark of.

        A log that has changed since stays as it is; the game then gets a new log that begins with a gap.
        """
        if mark == []:
            self._active = False
            return
        file = LogFile(store.folder + _FOLDER)
        if isinstance(mark, list) and _is_mark(mark) and file.resume(mark):
            self._file = file
        else:
            self.add(log_writer.GAP)

    def is_begun(self) -> bool:
        """Whether the log has a file with lines, so that no other log is deleted for it."""
        return self._file is not None and not self._file.is_empty()

    def trouble(self) -> str:
        """Returns once why the log was given up, else ""."""
        trouble = self._trouble
        self._trouble = ""
        return trouble


def _is_mark(mark: "list[int]") -> bool:
    """Whether a list from a save is what `write` returned: the number of the log, its length and its checksum."""
    return len(mark) == 3 and all([type(part) is int and part >= 0 for part in mark]) and 0 < mark[0] <= _LONGEST
