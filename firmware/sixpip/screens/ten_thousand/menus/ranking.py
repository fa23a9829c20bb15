"""The end of a game of the ten-thousand family."""

from sixpip.screens.menus.ranking import Ranking
from sixpip.view.text import COLUMNS, points


class TenThousandRanking(Ranking):
    """Places and scores; the number of turns and the best one."""

    def summary(self) -> str:
        """How the game ended, in at most 21 letters."""
        game = self.session.game
        turns = max(game.turns)
        best = points(self.session.best)
        if game.winner < 0:
            return "no one wins"
        if turns < 2:
            return "won in one turn" if game.turns[game.winner] else "won without a turn"
        words = f"{turns} turns, best {best}"
        return words if len(words) <= COLUMNS else f"{turns} turns, top {best}"
