"""The game on screen: events are shown one after another, then the player is asked what to do.

What the player does stands here; what is shown of each event in telling.py, what the OLED says in asking.py and
pages.py, what the dice show in tray.py.
"""

from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.console import calls, pages, strip
from sixpip.console.dice import DeadSource
from sixpip.console.screen import Screen
from sixpip.console.telling import ASK, BANKED, EVENTS, MOVE, PASSING, THREW
from sixpip.console.tray import Tray
from sixpip.players.odds import BustOdds
from sixpip.port import const, ticks_diff
from sixpip.rules import actions
from sixpip.rules.position import READY, ROLLED
from sixpip.rules.refusal import Illegal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App
    from sixpip.rules.game import Action, Event

_BREATH_MS = const(300)  # after handing over, so that nobody presses for the next player
_PASSING_MS = const(2500)
_COUNT_MS = const(600)


class PlayScreen(Screen):
    """One game, from wherever its session stands.

    `player`, `scores` and `points` are what is shown, which lags behind the game while `events` are still to be shown.
    """

    def __init__(self, app: "App") -> None:
        """Takes up the session of the console."""
        super().__init__(app)
        if app.session is None:
            raise ValueError("no game to play")
        self.session = app.session
        game = self.game = app.session.game
        self.tray = Tray(app, game)
        self.low = 5 if self.tray.pages == 1 else 6  # the row below the strip of little dice, where that is
        self.odds = None if game.houses.keeps_depend() else BustOdds(game.table, game.options, game.dice)
        self.chosen = 0  # tray positions
        self.hint = ""  # why the last press did nothing
        self.news = ""  # what comes along with the event shown
        self.again = ""  # why dice are thrown once more
        self.threw = [""] * game.players  # for the start
        self.result: Event = ()  # the event shown
        self.mode = ASK
        self.events: list[Event] = []
        self._since: int | None = None
        self._look()

    @property
    def score(self) -> int:
        """The banked score shown for the player."""
        return self.scores[self.player]

    def marked(self, dice: int) -> bool:
        """Whether the die with a sun is one of these."""
        return self.game.table.wild >= 0 and dice & 1 == 1

    # What the player does

    def press(self, button: int) -> None:
        """A button: pause, turn the page, finish what moves, go on after a result, or decide."""
        self.hint = ""
        if button == MENU:
            from sixpip.console.pause import Pause

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
            self._keep_button(button)
        elif button == ROLL:
            self._roll()
        elif button == BANK:
            self._bank()

    def _keep_button(self, button: int) -> None:
        """Choose a die of the last roll or put it back; where there is nothing to choose, call the next roll."""
        game = self.game
        place = self.tray.place(button)
        if actions.CALL in game.legal():
            self.app.go(calls.CallMenu(self.app, self, self._call))
        elif game.stage == ROLLED and place >= 0 and game.rolled >> place & 1:
            self._toggle(place)
        elif game.offered():
            self._refuse("ROLL or BANK")
        elif place < 0:
            self._refuse("No die there")
        else:
            self._refuse("Kept dice stay" if game.kept >> place & 1 else "Roll first")

    def _toggle(self, place: int) -> None:
        """Choose a die, or put it back, and say what is wrong with the choice."""
        if actions.ROLL in self.game.legal():  # held for a second chance
            self._refuse("Throw the others")
            return
        self.chosen ^= 1 << place
        try:
            if self.chosen and not self.game.floor:
                self.game.worth(self.chosen)
        except Illegal as error:
            self.hint = error.args[0]
        self.tray.choose(self.chosen)

    def _call(self, number: int) -> None:
        """Call the next roll."""
        self._do((actions.CALL, number))

    def _roll(self) -> None:
        """Keep (or hold) what is chosen and throw the rest; with an offer: take it up and throw."""
        game = self.game
        legal = game.legal()
        if actions.TAKE in legal:
            self._do((actions.TAKE, None), actions.ROLL)
        elif actions.KEEP not in legal:
            self._do((actions.ROLL, None))
        elif not self.chosen:
            self._refuse(game.floor.question(game) if game.floor else "Choose scoring dice")
        elif not game.floor and calls.follow(game):
            self._do((actions.KEEP, self.chosen))
        else:
            self._do((actions.KEEP, self.chosen), actions.ROLL)

    def _bank(self) -> None:
        """Bank with what is chosen, or the best keep; with an offer: refuse it; where neither can be: call."""
        legal = self.game.legal()
        for refusal in (actions.FRESH, actions.STOP):
            if refusal in legal:
                self._do((refusal, None))
                return
        try:
            reason = self.game.bank_refusal(self.chosen)
        except Illegal as error:
            reason = error.args[0]
        if reason and actions.CALL in legal:
            self.app.go(calls.CallMenu(self.app, self, self._call))
        elif reason:
            self._refuse(reason)
        elif self.chosen:
            self._do((actions.KEEP, self.chosen), actions.BANK)
        else:
            self._do((actions.BANK, None))

    def _do(self, action: "Action", then: str = "") -> None:
        """Apply one action, or two; what they gave is then shown event by event."""
        try:
            self.events += self.session.apply(action, self.app.dice)
            self.chosen = 0
            if then:
                self.events += self.session.apply((then, None), self.app.dice)
        except Illegal as error:
            self._refuse(error.args[0])
            return
        except DeadSource as error:
            self.events.clear()
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
        if self.mode in PASSING:
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
        if self.game.stage != READY or self.game.rolls or self._since is None or self.session.game.players == 1:
            return False
        return ticks_diff(self.app.board.ticks_ms(), self._since) < _BREATH_MS

    def _next(self) -> None:
        """Show events until one needs time or a press; when none is left, ask."""
        self._since = None
        self.app.redraw()
        while self.events:
            event = self.events.pop(0)
            show = EVENTS.get(event[0])
            if show and show(self, event):
                return
        self._look()

    def _look(self) -> None:
        """Show the game as it stands, and ask."""
        game = self.game
        self.mode = ASK
        self.news = ""
        self.player = game.player
        self.scores = list(game.scores)
        self.points = game.points
        self.closing = game.to_beat() >= 0
        self.tray.look(self.session.names[self.player])

    def draw(self) -> None:
        """The page for this moment; all dice in small where the tiles cannot show them."""
        pages.PAGES[self.mode](self, self.app.canvas)
        if self.tray.pages > 1 and not self.tray.name and self.mode != THREW:
            strip.draw(self.app.canvas, self.tray, self.game.table)
        self.tray.paint()
