"""The log of the game in play, and the text files game-1.log, game-2.log ... of the last games.

The lines come from rules/core/log_text.py; the players' names follow the first line as a comment. The record of a
game holds the `position` of its log: after a power cut between the log and the record, `resume` truncates the log
to it. `python -m tools.play.rules replay` prints a log turn by turn.
"""

import os
from binascii import crc32

from sixpip.compat import TYPE_CHECKING, const, replace, to_disk
from sixpip.rules.core import log_text

if TYPE_CHECKING:
    from sixpip.rules.core.engine import Game
    from sixpip.storage.record_store import Store

MAX_LOGS = const(8)
MAX_BYTES = const(24576)
"""Of one log: about two long games of six players. The disk has room for MAX_LOGS of them."""
_CHUNK = const(256)
_NO_SPACE = const(28)  # ENOSPC
_NO_FILE = const(2)  # ENOENT
_PREFIX = const("game-")
_SUFFIX = const(".log")
FOLDER = "logs"
"""The folder of the logs in that of the store."""
_LONGEST = (1 << 30) - 1


class GameLog:
    """The log of one game: the lines that are not written yet, and the file they go to.

    When the log cannot be written, the game goes on without one, and the reason is reported once.
    """

    most_bytes = MAX_BYTES

    def __init__(self) -> None:
        """A new log; its file is made with the first line."""
        self.lines: list[str] = []
        """The lines that are not written yet."""
        self.in_use: list[int] = []
        """The numbers of logs that must stay when this one is begun: those of parked games."""
        self._folder = ""
        self._number = 0
        self._size = 0
        self._crc = 0
        self._active = True
        self._trouble = ""

    def add(self, line: str) -> None:
        """Adds one line, to be written with the next save."""
        if self._active:
            self.lines.append(line)

    def write(self, store: "Store", game: "Game", names: "list[str]", seats: "tuple[str, ...]" = ()) -> "list[int]":
        """Appends the new lines to the file; returns the mark of the log for the saved game ([]: there is no log).

        `seats` are those of log_text.head.

        Call it before the game is saved: after a power cut between the two the log holds too much, never too little.
        """
        if not self._active:
            return []
        mark = self.position(store)  # before the first line too, so that lines written without their save are found
        if self.lines:
            first = [] if self._size else [log_text.head(game, seats), "# " + ", ".join(names)]
            self._trouble = self.append(store, "\n".join(first + self.lines) + "\n")
            self._active = not self._trouble
            mark = self.position(store) if self._active else []
            self.lines.clear()
        return mark

    def position(self, store: "Store") -> "list[int]":
        """Returns [number, size, check sum] of the log for the game's record. The first call chooses the number."""
        self._folder = store.path_of(FOLDER)
        if not self._number:
            self._number = max([0] + numbers_in(self._folder)) + 1
        return [self._number, self._size, self._crc]

    def is_begun(self) -> bool:
        """Returns whether the log has a file with lines, so that no other log is deleted for it."""
        return self._size > 0

    def path(self) -> str:
        """Returns the file that the lines are written to; "" as long as there is none, and after it was given up."""
        return path_of(self._folder, self._number) if self._number and self._active else ""

    def trouble(self) -> str:
        """Returns once why the log was given up, else ""."""
        trouble = self._trouble
        self._trouble = ""
        return trouble

    def resume(self, store: "Store", mark: "object") -> None:
        """Continues the log of a saved game from the position in `mark`; text after that position is deleted.

        A log that has changed since, or cannot be truncated, stays as it is; the game then gets a new log that begins
        with a gap.
        """
        if mark == []:
            self._active = False
            return
        self._folder = store.path_of(FOLDER)
        if not (isinstance(mark, list) and _is_mark(mark) and self._resume_at(*mark)):
            self._number = 0
            self.add(log_text.GAP)

    def _resume_at(self, number: int, size: int, crc: int) -> bool:
        """Truncates the log of that number to what its mark says; False where that is not possible."""
        self._number = number
        try:
            if self._crc_of(size) != (size, crc):
                return False
            if size < os.stat(path_of(self._folder, number))[6]:
                self._truncate(size)
        except OSError as error:
            return not size and error.errno == _NO_FILE  # nothing was ever written
        self._size, self._crc = size, crc
        return True

    def append(self, store: "Store", text: str) -> str:
        """Appends `text`; the first text of a new log deletes the oldest other logs that are not `in_use`.

        Returns "", or why there is no log from now on; it may then end in the middle of a line.
        """
        data = text.encode()
        if self._size + len(data) > self.most_bytes:
            return "This game is too long for a log: it goes on without one."
        try:
            if not self._size:
                store.make_folder(FOLDER + "/")
                self._delete_oldest()
            with open(path_of(self._folder, self._number), "ab") as stream:
                stream.write(data)
                to_disk(stream)
            self._crc = crc32(data, self._crc)
            self._size += len(data)
            return ""
        except OSError as error:
            number = error.errno
        if number == _NO_SPACE:
            return "The disk is full: this game goes on without a log."
        return "The log could not be written: this game goes on without one."

    def _delete_oldest(self) -> None:
        """Deletes the oldest logs until there is room for one more. Raises OSError."""
        numbers = sorted([number for number in numbers_in(self._folder) if number != self._number])
        surplus = max(0, len(numbers) + 1 - MAX_LOGS)
        for number in [number for number in numbers if number not in self.in_use][:surplus]:
            os.remove(path_of(self._folder, number))

    def _crc_of(self, size: int) -> "tuple[int, int]":
        """Returns how many of the first `size` bytes exist, and their check sum. Raises OSError."""
        crc = 0
        left = size
        with open(path_of(self._folder, self._number), "rb") as stream:
            while left:
                chunk = stream.read(min(left, _CHUNK))
                if not chunk:
                    break
                crc = crc32(chunk, crc)
                left -= len(chunk)
        return size - left, crc

    def _truncate(self, size: int) -> None:
        """Truncates the log to `size` bytes, by a copy, because MicroPython cannot truncate a file. Raises OSError."""
        copy = self._folder + "/cut"
        path = path_of(self._folder, self._number)
        with open(path, "rb") as source, open(copy, "wb") as target:
            while size:
                size -= target.write(source.read(min(size, _CHUNK)))
            to_disk(target)
        replace(copy, path)


def numbers_in(folder: str) -> "list[int]":
    """Returns the numbers of all logs in a folder, in no order."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [number for number in [_number_of(name) for name in names] if number]


def path_of(folder: str, number: int) -> str:
    """Returns the path of the log with a number."""
    return f"{folder}/{_PREFIX}{number}{_SUFFIX}"


def _number_of(name: str) -> int:
    """Returns the number in the name of a log; 0 for another file, and for a name that `path` would not make."""
    digits = name[len(_PREFIX) : -len(_SUFFIX)]
    if len(digits) < 9 and digits and all(["0" <= digit <= "9" for digit in digits]):
        number = int(digits)
        if name == f"{_PREFIX}{number}{_SUFFIX}":
            return number
    return 0


def _is_mark(mark: "list[int]") -> bool:
    """Returns whether a list from a save can be from `write`: the number of the log, its length and its checksum."""
    return len(mark) == 3 and all([type(part) is int and part >= 0 for part in mark]) and 0 < mark[0] <= _LONGEST
