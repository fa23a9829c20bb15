"""The log of the game in play: its lines as they come, and how it goes with the saved game. Files are storage's.

The lines are those of rules/log_writer.py, with the players' names as a comment below the first; `python -m tools.rules
replay` tells them.
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import log_writer
from sixpip.storage.log_files import LogFile
from sixpip.storage.records import StorageError, StorageFull

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.engine import AnyGame
    from sixpip.storage.records import Store

_FOLDER = "/logs"
_LONGEST = (1 << 30) - 1


class GameLog:
    """What is still to be written of one game's log, and the file it goes to.

    A log that cannot be written is given up: the game goes on without, and that is said once.
    """

    def __init__(self) -> None:
        """A log without a line yet."""
        self.lines: list[str] = []
        """Those that are still to be written."""
        self._file: LogFile | None = None
        self._kept = True
        self._trouble = ""

    def note(self, line: str) -> None:
        """One more line, to be written with the next save."""
        if self._kept:
            self.lines.append(line)

    def write(self, store: "Store", game: "AnyGame", names: "list[str]") -> "list[int]":
        """Append what is new to the log; returns what the saved game has to remember of it (nothing: there is none).

        To be called before the game is saved: after a cut between the two the log holds too much, never too little.
        """
        if not self._kept:
            return []
        file = self._file = self._file or LogFile(store.folder + _FOLDER)
        mark = file.position()  # before the first line too, so that lines written without their save are found
        if self.lines:
            first = [log_writer.head(game), "# " + ", ".join(names)] if file.is_empty() else []
            try:
                file.append("\n".join(first + self.lines) + "\n")
            except (StorageFull, StorageError) as error:
                self._trouble = error.args[0]
                self._kept = False
                mark = []
            else:
                mark = file.position()
            self.lines = []
        return mark

    def take_up(self, store: "Store", mark: "Any") -> None:
        """Go on with the log that a saved game remembers.

        One that is not what it was stays as it is, and the game has a new log that says it begins with a gap.
        """
        if mark == []:
            self._kept = False
        else:
            file = LogFile(store.folder + _FOLDER)
            if _is_mark(mark) and file.resume(mark):
                self._file = file
            else:
                self.note(log_writer.GAP)

    def trouble(self) -> str:
        """Why the log was given up, the first time one asks; else nothing."""
        trouble = self._trouble
        self._trouble = ""
        return trouble


def _is_mark(mark: "Any") -> bool:
    """Whether a save holds what `write` gave: the number of the log, its length and its check sum."""
    if not isinstance(mark, list) or len(mark) != 3:
        return False
    return all([type(part) is int and part >= 0 for part in mark]) and 0 < mark[0] <= _LONGEST
