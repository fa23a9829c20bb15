"""What the screens of all games have in common: events are shown one after another, then the player is asked.

Which buttons do what in one game, and what is shown of each event, stands in play.py and phases/play.py.
"""

from sixpip.app.dice_source import DeadSource
from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const, ticks_diff
from sixpip.rules.errors import Illegal
from sixpip.rules.stages import READY
from sixpip.screens.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sixpip.app.app import App
    from sixpip.rules.actions import Action
    from sixpip.rules.events import Event
    from sixpip.screens.dice_view import DiceView

ASK = "ask"  # the player decides
MOVE = "move"  # the dice move; any press finishes that
BUST = "bust"  # a result stands on screen until ROLL
PENALTY = "penalty"
BANKED = "banked"  # good news: it goes on by itself
THREW = "threw"

_BREATH_MS = const(300)  # after handing over, so that nobody presses for the next player
_PASSING_MS = const(2500)
_COUNT_MS = const(600)


class GameScreen(Screen):
    """One game, from wherever its session stands.

    `player` and `scores` are what is shown, which lags behind the game while `events` are still to be shown.
    """

    passing: "tuple[str, ...]" = (BANKED, THREW)
    """The modes that go on by themselves."""
    shown: "dict[str, Callable[[Any, Event], bool]]" = {}
    """By kind of event: sets the screen up for it; True when that needs time or a press before the next one."""

    def __init__(self, app: "App") -> None:
        """Takes up the session of the console."""
        super().__init__(app)
        if app.session is None:
            raise ValueError("no game to play")
        self.session = app.session
        self.tray: DiceView = self.make_tray()
        self.chosen = 0  # tray positions
        self.hint = ""  # why the last press did nothing
        self.news = ""  # what comes along with the event shown
        self.threw = [""] * self.session.game.players  # for the start
        self.result = Event("", 0, 0, 0, 0, "")  # the event shown
        self.mode = ASK
        self.events: list[Event] = []
        self._since: int | None = None
        self.look()

    def make_tray(self) -> "DiceView":
        """The dice of this game on the tiles."""
        raise ValueError("a game has dice")

    @property
    def score(self) -> int:
        """The score shown for the player."""
        return self.scores[self.player]

    def paint(self) -> None:
        """The dice, unless they move."""
        self.tray.dress()
        self.tray.paint()

    def look(self) -> None:
        """Show the game as it stands, and ask."""
        game = self.session.game
        self.mode = ASK
        self.news = ""
        self.player: int = game.player
        self.scores: list[int] = list(game.scores)

    # What the player does

    def press(self, button: int) -> None:
        """A button: pause, turn the page, finish what moves, go on after a result, or decide."""
        self.hint = ""
        if button == MENU:
            self.app.acknowledge_press()
            from sixpip.screens.pause import Pause

            self.app.go(Pause(self.app, self))
        elif self.tray.moving:
            self.tray.finish()
            if self.mode == MOVE:
                self._next()
        elif self.tray.turns(button):
            self.tray.turn()
        elif self.mode != ASK:
            if button == ROLL:
                self._next()
            else:
                self.refuse()
        elif self._breathing():
            return
        elif button <= KEEP6:
            self.choose(button)
        elif button == ROLL:
            self.roll()
        elif button == BANK:
            self.bank()

    def choose(self, button: int) -> None:
        """A KEEP button, while the player decides."""

    def roll(self) -> None:
        """ROLL, while the player decides."""

    def bank(self) -> None:
        """BANK, while the player decides."""

    def do(self, *todo: "Action") -> None:
        """Apply actions one after another; what they gave is then shown event by event."""
        try:
            for action in todo:
                self.events += self.session.apply(action, self.app.dice)
                self.chosen = 0
        except Illegal as error:
            self.blip(error.args[0])
            return
        except DeadSource as error:
            self.events.clear()
            self.look()
            self.app.say(f"{error.args[0]}: no dice are thrown. Switch off and on.")
            return
        self._next()

    def blip(self, reason: str) -> None:
        """Say why the press does nothing, with the low tone."""
        self.hint = reason
        self.refuse()

    # What happened

    def tick(self, now_ms: int) -> bool:
        """Move what moves; then the next event, or the question."""
        if self._since is None:
            self._since = now_ms
        if self.tray.move(now_ms):
            return True
        if self.mode == MOVE:
            self._next()
            return True
        if self.mode in self.passing:
            gone = ticks_diff(now_ms, self._since)
            if gone > _PASSING_MS:
                self._next()
            elif self.mode == BANKED and gone < _COUNT_MS + 100:
                self.app.redraw()  # the points count up
                return True
        return False

    def counted(self, points: int) -> int:
        """How many of `points` have been counted up by now."""
        gone = ticks_diff(self.app.board.ticks_ms(), self._since) if self._since is not None else 0
        return points if gone >= _COUNT_MS else points * max(gone, 0) // _COUNT_MS // 10 * 10

    def _breathing(self) -> bool:
        """Whether the dice have only just been handed over."""
        game = self.session.game
        if game.stage != READY or game.rolls or self._since is None or game.players == 1:
            return False
        return ticks_diff(self.app.board.ticks_ms(), self._since) < _BREATH_MS

    def _next(self) -> None:
        """Show events until one needs time or a press; when none is left, ask."""
        self._since = None
        self.app.redraw()
        while self.events:
            event = self.events.pop(0)
            show = self.shown.get(event.kind)
            if show and show(self, event):
                return
        self.look()
