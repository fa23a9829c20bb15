"""The game on screen: events are shown one after another, then the player is asked what to do.

The flow stands here; what the OLED says at each moment stands in pages.py, what the dice show in tray.py.
"""

from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.console import pages
from sixpip.console.dice import DeadSource
from sixpip.console.pause import Pause
from sixpip.console.ranking import Ranking
from sixpip.console.screen import Screen
from sixpip.console.tray import Tray
from sixpip.players.odds import BustOdds
from sixpip.port import const, ticks_diff
from sixpip.rules import actions
from sixpip.rules.position import READY, ROLLED
from sixpip.rules.refusal import Illegal
from sixpip.view import sound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App
    from sixpip.rules.game import Action, Event

_BREATH_MS = const(300)  # after handing over, so that nobody presses for the next player
_BANKED_MS = const(2500)  # a bank is good news: it goes on by itself
_COUNT_MS = const(600)

ASK = "ask"  # the player decides
MOVE = "move"  # the dice move; any press finishes that
BUST = "bust"  # a result stands on screen until ROLL
BANKED = "banked"
PENALTY = "penalty"


class PlayScreen(Screen):
    """One game, from wherever its session stands.

    `player`, `score` and `points` are what is shown, which lags behind the game while events are shown.
    """

    def __init__(self, app: "App") -> None:
        """Takes up the session of the console."""
        super().__init__(app)
        if app.session is None:
            raise ValueError("no game to play")
        self.session = app.session
        self.game = app.session.game
        self.tray = Tray(app, self.game)
        self.odds = BustOdds(self.game.sheet)
        self.chosen = 0
        self.hint = ""
        self.news = ""
        self.result: Event = ()
        self.mode = ASK
        self._events: list[Event] = []
        self._since: int | None = None
        self._look()

    # What the player does

    def press(self, button: int) -> None:
        """A button: pause, finish what moves, go on after a result, or decide."""
        self.hint = ""
        if button == MENU:
            self.app.go(Pause(self.app, self))
        elif self.tray.moving:
            self.tray.finish()
            if self.mode == MOVE:
                self._next()
        elif self.mode != ASK:
            if button == ROLL:
                self._next()
            else:
                self.refuse()
        elif self._breathing():
            return
        elif button <= KEEP6:
            self._toggle(button)
        elif button == ROLL:
            self._roll()
        elif button == BANK:
            self._bank()

    def _toggle(self, place: int) -> None:
        """Choose a die of the last roll, or put it back."""
        if self.game.stage == ROLLED and self.game.rolled >> place & 1:
            self.chosen ^= 1 << place
            try:
                if self.chosen:
                    self.game.worth(self.chosen)
            except Illegal as error:
                self.hint = error.args[0]
            self.tray.choose(self.chosen)
        else:
            self._refuse("Kept dice stay" if self.game.kept >> place & 1 else "Roll first")

    def _roll(self) -> None:
        """Keep what is chosen and throw the rest; with an offer: take it up and throw."""
        legal = self.game.legal()
        first = actions.TAKE if actions.TAKE in legal else actions.KEEP if self.game.stage == ROLLED else ""
        if first == actions.KEEP and not self.chosen:
            self._refuse("Choose scoring dice")
        elif first:
            self._do((first, self.chosen), actions.ROLL)
        else:
            self._do((actions.ROLL, None))

    def _bank(self) -> None:
        """Bank with what is chosen, or the best keep; with an offer: refuse it."""
        if actions.FRESH in self.game.legal():
            self._do((actions.FRESH, None))
            return
        try:
            reason = self.game.bank_refusal(self.chosen)
        except Illegal as error:
            reason = error.args[0]
        if reason:
            self._refuse(reason)
        elif self.chosen:
            self._do((actions.KEEP, self.chosen), actions.BANK)
        else:
            self._do((actions.BANK, None))

    def _do(self, action: "Action", then: str = "") -> None:
        """Apply one action, or two; what they gave is then shown event by event."""
        try:
            self._events += self.session.apply(action, self.app.dice)
            self.chosen = 0
            if then:
                self._events += self.session.apply((then, None), self.app.dice)
        except Illegal as error:
            self._refuse(error.args[0])
            return
        except DeadSource as error:
            self._look()
            self.app.say(f"{error.args[0]}: no dice are thrown. Switch off and on.")
            return
        self._next()

    def _refuse(self, reason: str) -> None:
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
        if self.mode == BANKED:
            gone = ticks_diff(now_ms, self._since)
            if gone > _BANKED_MS:
                self._next()
            elif gone < _COUNT_MS + 100:
                self.app.redraw()  # the points count up
                return True
        return False

    def counted(self, points: int) -> int:
        """How many of `points` have been counted up by now."""
        gone = ticks_diff(self.app.board.ticks_ms(), self._since) if self._since is not None else 0
        return points if gone >= _COUNT_MS else points * max(gone, 0) // _COUNT_MS // 10 * 10

    def _breathing(self) -> bool:
        """Whether the dice have only just been handed over."""
        if self.game.stage != READY or self.game.rolls or self._since is None or self.session.game.players == 1:
            return False
        return ticks_diff(self.app.board.ticks_ms(), self._since) < _BREATH_MS

    def _next(self) -> None:
        """Show events until one needs time or a press; when none is left, ask."""
        self._since = None
        self.app.redraw()
        while self._events:
            event = self._events.pop(0)
            show = getattr(self, "_on_" + event[0], None)
            if show and show(event):
                return
        self._look()

    def _look(self) -> None:
        """Show the game as it stands, and ask."""
        self.mode = ASK
        self.news = ""
        self.player = self.game.player
        self.score = self.game.scores[self.player]
        self.points = self.game.points
        self.tray.look(self.session.names[self.player])

    def _on_rolled(self, event: "Event") -> bool:
        self.mode = MOVE
        self.news = ""
        self.tray.tumble(event[1], event[2])
        return True

    def _on_took(self, event: "Event") -> bool:
        self.points = event[2]
        return False

    def _on_kept(self, event: "Event") -> bool:
        self.points += event[2]
        self.tray.keep(event[1])
        return False

    def _on_hot(self, event: "Event") -> bool:
        self.mode = MOVE
        self.news = "HOT DICE!"
        self.app.sound.play(sound.HOT)
        self.tray.hot()
        return True

    def _on_bust(self, event: "Event") -> bool:
        self.mode = BUST
        self.result = event
        self.app.sound.play(sound.BUST)
        self.tray.drain()
        return True

    def _on_banked(self, event: "Event") -> bool:
        self.mode = BANKED
        self.result = event
        opened = self._events and self._events[0][0] == actions.OPENED
        if any([following[0] == actions.CLOSING for following in self._events]):
            self.news = "the target is passed!"
        elif opened and self.game.options["opening"]:
            self.news = "you are in!"
        self.app.sound.play(sound.POINTS)
        self.tray.rest()
        return True

    def _on_penalty(self, event: "Event") -> bool:
        self.mode = PENALTY
        self.result = event
        self.app.sound.play(sound.BUST)
        return True

    def _on_over(self, event: "Event") -> bool:
        self.app.go(Ranking(self.app, self.session))
        return True

    def draw(self) -> None:
        """The page for this moment."""
        pages.PAGES[self.mode](self, self.app.canvas)
        self.tray.paint()
