"""Sheets of results: the scores in the pause menu, and the ranking at the end."""

from sixpip.screens.menu import Page, list_scores
from sixpip.screens.play.ranking import Ranking
from sixpip.view.text import COLUMNS, points_text


class Scores(Page):
    """The score of each player."""

    def draw(self) -> None:
        """Draws the target and the scores."""
        super().draw()
        list_scores(self, self.app.playing)


class TenThousandRanking(Ranking):
    """The ranking with places and scores, the number of turns and the best turn."""

    def summary(self) -> str:
        """Returns how long the game was, and the best turn of all players, in at most 21 letters."""
        game = self.session.game
        turns = max(game.turns)
        best = points_text(self.session.best)
        if game.winner < 0:
            return "no one wins"
        if turns < 2:
            return "won in one turn" if game.turns[game.winner] else "won without a turn"
        what = "turns" if game.players == 1 else "rounds"
        words = f"{turns} {what}, best {best}"
        return words if len(words) <= COLUMNS else f"{turns} {what}, top {best}"
