"""The end of a game of Phase 10 dice."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.menus.ranking import Ranking
from sixpip.view import palette

if TYPE_CHECKING:
    from sixpip.app.app import App

BEST_GAME = const(649)  # PH-15
_NEAR = const(600)  # a score that the inventor of the game asks players to report
_GOOD = const(400)


class PhaseTenRanking(Ranking):
    """Places and totals; the score sheets are opened from the score curves."""

    more = "curves, sheets"

    def __init__(self, app: "App") -> None:
        """Starts the tune and the light show. Raises ValueError when there is no game."""
        if app.session:
            palette.load(app.board.palette, app.session.game.variant.ink)  # the dice had all the colors
        super().__init__(app)

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
