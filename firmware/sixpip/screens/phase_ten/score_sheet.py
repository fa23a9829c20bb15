"""The score sheet of Phase 10 dice, a page for each player; and the ranking that leads to it."""

from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.phase_ten.game import BONUS, MISS
from sixpip.rules.phase_ten.phases import PHASES
from sixpip.screens.ranking import Ranking
from sixpip.screens.screen import Screen
from sixpip.view import palette
from sixpip.view.text import points

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.session import Session
    from sixpip.rules.phase_ten.game import Game

BEST_GAME = const(649)  # PH-15
_NEAR = const(600)  # a score that the maker of the dice wanted to hear of
_GOOD = const(400)
_HALF = const(5)
_RIGHT = const(68)


class ScoreSheet(Screen):
    """What each player has made and missed: ROLL or MENU turns to the next player, KEEP to one, BANK goes back."""

    def __init__(self, app: "App", session: "Session", after: Screen, player: int = 0) -> None:
        """`after`: where to go back to; `player`: whose page is open."""
        super().__init__(app)
        self._session = session
        self._after = after
        self._player = player

    def press(self, button: int) -> None:
        """Turn the page, or leave."""
        players = self._session.game.players
        if button == BANK:
            self.app.go(self._after)
        elif button in (ROLL, MENU) and players > 1:
            self._player = (self._player + 1) % players
        elif button <= KEEP6 and button < players:
            self._player = button
        else:
            self.refuse()

    def draw(self) -> None:
        """Ten boxes in two columns: phase, points, a cross for each miss; below, bonus and misses."""
        canvas = self.app.canvas
        game: Game = self._session.game
        player = self._player
        self.head(self._session.names[player], points(game.scores[player]))
        for box in range(PHASES):
            x = _RIGHT if box >= _HALF else 0
            row = 1 + box % _HALF
            made = game.boxes[player][box]
            number = str(box + 1)
            canvas.at(x + (6 if len(number) < 2 else 0), row, number)
            text = points(made) if made >= 0 else "-"
            canvas.at(x + 36 - 6 * len(text), row, text)
            missed = game.misses[player][box]
            canvas.at(x + 40, row, "x" * missed if missed < 4 else f"x{missed}")
        canvas.both(6, f"bonus {self._bonus(game)}", self._missed(game))
        self.labels("next" if game.players > 1 else "", "back")

    def _bonus(self, game: "Game") -> int:
        return BONUS * ((game.half >> self._player & 1) + (game.finish >> self._player & 1))

    def _missed(self, game: "Game") -> str:
        """How many misses, and alone what they cost."""
        missed = game.missed(self._player)
        return f"missed {missed}: -{MISS * missed}" if game.players == 1 and missed else f"missed {missed}"


class PhaseRanking(Ranking):
    """Places and totals; MENU leads to the score sheets."""

    def __init__(self, app: "App", session: "Session") -> None:
        """`session`: the finished game."""
        palette.load(app.board.palette, session.game.variant.ink)  # the dice had all the colours
        super().__init__(app, session)

    def press(self, button: int) -> None:
        """The sheets; else as in every game."""
        if button == MENU:
            self.app.go(ScoreSheet(self.app, self._session, self, self._session.game.winner))
        else:
            super().press(button)

    def draw(self) -> None:
        """As in every game, with the way to the sheets."""
        super().draw()
        canvas = self.app.canvas
        canvas.blank(6)
        canvas.at(canvas.cap(0, 6, "MENU") + 4, 6, "score sheets")
        if self._session.game.players < _HALF:
            canvas.center(5, self._summary())

    def _summary(self) -> str:
        """How good the best total is."""
        game = self._session.game
        best = max(game.scores)
        if best >= BEST_GAME:
            return f"{best}: perfect!"
        if best >= _NEAR:
            return f"600! Only {BEST_GAME - best} to {BEST_GAME}"
        if best >= _GOOD:
            return f"the best game is {BEST_GAME}"
        return f"{max(game.turns)} turns, best {self._session.best}"
