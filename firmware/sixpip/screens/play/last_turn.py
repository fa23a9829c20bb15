"""Shows the last turn again, as it is in the log of the game: its rolls, what was kept, and what it scored."""

from sixpip.board.contract import ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.errors import is_whole
from sixpip.rules.core.log_text import GAP, TURN_END, UNDO
from sixpip.screens.screen import Screen, wrap
from sixpip.view.text import points_text

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.games.session import Session

# In the log

_TAIL = const(1536)
"""Bytes at the end of a log that have the last turn and what follows it: a turn of Phase 10 takes 250."""


def last_turn(session: "Session") -> "list[str]":
    """Returns the lines of the last turn, its end (log_text.turn_end) last; none if no turn has ended."""
    lines = _last_lines(session.log.path(), session.log.lines)
    while lines and not is_turn_end(lines[-1]):
        lines.pop()
    for place in range(len(lines) - 2, -1, -1):
        if is_turn_end(lines[place]):
            return lines[place + 1 :]
    return lines


def last_scores(path: str, players: int) -> "dict[int, int]":
    """Returns the score of each seat after its last turn, if that turn is near the end of the log."""
    scores = {}
    for line in _last_lines(path, []):
        seat = line[2:].partition(" ")[0]
        if is_turn_end(line) and is_whole(seat) and 0 < int(seat) <= players:
            scores[int(seat) - 1] = int(line.rpartition(TURN_END)[2])
    return scores


def _last_lines(path: str, unwritten: "list[str]") -> "list[str]":
    """Returns the actions and ends of turns at the end of a log and after it, without what was taken back.

    Of a turn longer than the end of the log that is read, the first lines are missing.
    """
    lines: list[str] = []
    for line in _tail(path) + unwritten:
        word, _, rest = line.partition(" ")
        if word == UNDO:
            undone = int(rest) if is_whole(rest) else 0
            while lines and undone:
                if not is_turn_end(lines.pop()):
                    undone -= 1
        elif is_turn_end(line) or not (line.startswith("#") or word in ("game", GAP)):
            lines.append(line)
    return lines


def is_turn_end(line: str) -> bool:
    """Returns whether a line is the comment at the end of a turn."""
    before, arrow, after = line.rpartition(": ")[2].partition(TURN_END)
    return line.startswith("# ") and bool(arrow) and is_whole(before) and is_whole(after)


def _tail(path: str) -> "list[str]":
    """Returns the last whole lines of a log; none of one that cannot be read."""
    try:
        with open(path, "rb") as stream:
            size = stream.seek(0, 2)
            stream.seek(max(0, size - _TAIL))
            lines = stream.read().split(b"\n")
        return [line.decode() for line in lines[1 if size > _TAIL else 0 : -1]]
    except (OSError, ValueError):  # ValueError: it is not text
        return []


# On the screen

_ROWS = const(6)


class LastTurn(Screen):
    """The lines of the turn as they are in the log, six at a time; ROLL shows the next ones, BANK goes back."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        lines = last_turn(app.session) if app.session else []
        self._title = "LAST TURN"
        self._gain = ""
        self._rows = ["", "", "   No turn is over", "   yet."] if not lines else []
        if lines:
            player, _, scores = lines.pop()[2:].rpartition(": ")
            self._title = player.partition(" ")[2]  # without the seat
            before, _, after = scores.partition(TURN_END)
            gain = int(after) - int(before)
            self._gain = ("+" if gain >= 0 else "") + points_text(gain)
        for line in lines:
            self._rows += wrap(line)
        self._top = 0

    def press(self, button: int) -> None:
        """Turns the page or goes back."""
        if button == ROLL and len(self._rows) > _ROWS:
            self._top = self._top + _ROWS if self._top + _ROWS < len(self._rows) else 0
        else:
            super().press(button)

    def draw(self) -> None:
        """Draws the player and the change of the score, then the rolls and decisions."""
        self.head(self._title, self._gain)
        self.app.canvas.write(1, self._rows[self._top : self._top + _ROWS])
        self.app.canvas.choice("more" if len(self._rows) > _ROWS else "", "back")
