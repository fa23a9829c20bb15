"""Shows what happened in a game: events one after another, each in a mode of the screen.

What each event looks like in one game: screens/ten_thousand and screens/phase_ten.
"""

from sixpip.port import TYPE_CHECKING, Stopwatch, const
from sixpip.rules import events
from sixpip.screens.game.scoreboard import Scoreboard
from sixpip.screens.screen import Screen
from sixpip.view import sound

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.events import Event
    from sixpip.screens.game.dice_view import DiceView

ASK = "ask"  # the player decides
MOVE = "move"  # the dice move; any press finishes that
BUST = "bust"  # a result stays on screen until ROLL
PENALTY = "penalty"
BANKED = "banked"  # good news: it goes on by itself
THREW = "threw"

PASSING_MS = const(2500)
"""How long a result is shown that goes on by itself."""
COUNT_MS = const(600)
"""How long points count up."""


class EventScreen(Screen):
    """The session, its dice and scores, and the events of the last actions that are still to be shown."""

    def __init__(self, app: "App", dice: "DiceView") -> None:
        """`dice`: the dice of the game on the tiles. Raises ValueError when there is no game."""
        super().__init__(app)
        if app.session is None:
            raise ValueError("no game to play")
        self.session = app.session
        self.dice = dice
        self.event: Event | None = None
        """The event that is shown."""
        self.mode = ASK
        self.scoreboard = Scoreboard(self.session.game)
        self._queue: list[Event] = []
        self._shown = Stopwatch()

    def ask(self) -> None:
        """Shows the game as it is now and asks the player."""

    def show(self, event: "Event") -> bool:
        """Sets the screen up for an event; True when that needs time or a press before the next one."""
        return False

    def shown_event(self) -> "Event":
        """The event whose result is on the screen. Raises ValueError when there is none."""
        if self.event is None:
            raise ValueError("no event to show")
        return self.event

    def follows(self, kind: str) -> bool:
        """Whether an event of that kind is still to be shown."""
        return any([event.kind == kind for event in self._queue])

    def show_result(self, mode: str, event: "Event", tune: bytes) -> bool:
        """Shows the page of `mode` for an event, with a tune; returns True, as `show` does then."""
        self.mode = mode
        self.event = event
        self.app.sound.play(sound.LEAD if self.takes_lead() else tune)
        return True

    def takes_lead(self) -> bool:
        """Whether the event on the screen puts its player in the lead, and does not win the game."""
        return self.scoreboard.takes_lead and not self.follows(events.GAME_OVER)

    def _count_win(self, winner: int) -> None:
        """Counts a game that one of several players has won; `winner` -1: no one has."""
        names = self.session.names
        if winner >= 0 and len(names) > 1:
            self.app.wins[names[winner]] = self.app.wins.get(names[winner], 0) + 1

    def counted(self, points: int) -> int:
        """How many of `points` have been counted up by now."""
        elapsed_ms = self._shown.ms
        return points if elapsed_ms >= COUNT_MS else points * elapsed_ms // COUNT_MS // 10 * 10

    def _show_next(self) -> None:
        """Shows events until one needs time or a press; when none is left, asks."""
        self._shown.start(self.app.board.ticks_ms())
        self.app.redraw()
        while self._queue:
            event = self._queue.pop(0)
            if event.kind == events.GAME_OVER:
                self._count_win(event.player)
                self.app.start_game("ranking")
                return
            self.scoreboard.show(event)
            if self.show(event):
                return
        self.ask()
