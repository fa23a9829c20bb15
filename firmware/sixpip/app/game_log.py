"""The log of the game in play: its new lines, and how log and saved game stay in step. Files: storage/log_files.py.

The lines come from rules/log_writer.py; the players' names follow the first line as a comment.
`python -m tools.play.rules replay` prints a log turn by turn.
"""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import log_writer
from sixpip.storage.log_files import LogFile
from sixpip.storage.records import StorageError, StorageFull

if TYPE_CHECKING:
    from sixpip.rules.engine import AnyGame
    from sixpip.storage.records import Store

_FOLDER = "/logs"
_LONGEST = (1 << 30) - 1


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
