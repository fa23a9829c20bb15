"""The end of a game of Phase 10 dice: the ranking, with the way to the score sheets."""

from sixpip.board.buttons import MENU
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.game.ranking import Ranking
from sixpip.view import palette

if TYPE_CHECKING:
    from sixpip.app.app import App

BEST_GAME = const(649)  # PH-15
_NEAR = const(600)  # a score that the inventor of the game asks players to report
_GOOD = const(400)
_ROOM = const(5)  # with fewer players a line is free for the summary


class PhaseTenRanking(Ranking):
    """Places and totals; MENU opens the score sheets."""

    def __init__(self, app: "App") -> None:
        """Starts the tune and the light show. Raises ValueError when there is no game."""
        if app.session:
            palette.load(app.board.palette, app.session.game.variant.ink)  # the dice had all the colors
        super().__init__(app)

    def press(self, button: int) -> None:
        """MENU opens the score sheets; the other buttons are those of every game."""
        if button == MENU:
            self.app.open("phase_ten.scores", self.session.game.winner)
        else:
            super().press(button)

    def draw(self) -> None:
        """Draws the ranking of every game and the label of MENU."""
        super().draw()
        canvas = self.app.canvas
        players = self.session.game.players
        if players > _ROOM or (self.fallen and players == _ROOM):
            return  # no line is free for the label
        canvas.blank(6)
        canvas.at(canvas.cap(0, 6, "MENU") + 4, 6, "score sheets")
        if players < _ROOM:
            canvas.blank(5)
            canvas.center(5, self.fallen or self.summary())

    def summary(self) -> str:
        """How good the best total is, in at most 21 letters."""
        game = self.session.game
        best = max(game.scores)
        if best >= BEST_GAME:
            return f"{best}: perfect!"
        if best >= _NEAR:
            return f"600! Only {BEST_GAME - best} to {BEST_GAME}"
        if best >= _GOOD:
            return f"the best game is {BEST_GAME}"
        return f"{max(game.turns)} turns, best {self.session.best}"
