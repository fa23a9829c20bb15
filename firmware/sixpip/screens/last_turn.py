"""The last turn once more: its rolls, what was kept, and what it brought. How it is read: app/last_turn.py."""

from sixpip.app.last_turn import last_turn
from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.log_writer import TURN_END
from sixpip.screens.screen import Screen, wrap
from sixpip.view.text import COLUMNS, points

if TYPE_CHECKING:
    from sixpip.app.app import App

_ROWS = const(6)


class LastTurn(Screen):
    """The lines of the turn as they are in the log, six at a time; ROLL shows the next ones, BANK goes back."""

    def __init__(self, app: "App") -> None:
        """Reads the log."""
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
            self._gain = ("+" if gain >= 0 else "") + points(gain)
        for line in lines:
            self._rows += wrap(line, COLUMNS)
        self._top = 0

    def press(self, button: int) -> None:
        """Turns the page or goes back."""
        if button == BANK:
            self.app.close()
        elif button in (ROLL, MENU) and len(self._rows) > _ROWS:
            self._top = self._top + _ROWS if self._top + _ROWS < len(self._rows) else 0
        else:
            self.refuse()

    def draw(self) -> None:
        """Draws the player and the change of the score, then the rolls and decisions."""
        canvas = self.app.canvas
        self.head(self._title, self._gain)
        shown = self._rows[self._top : self._top + _ROWS]
        for row in range(len(shown)):
            canvas.at(0, row + 1, shown[row])
        self.labels("more" if len(self._rows) > _ROWS else "", "back")
