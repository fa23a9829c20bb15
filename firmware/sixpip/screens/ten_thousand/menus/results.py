"""Sheets of results: the scores in the pause menu, and the ranking at the end."""

from sixpip.board.contract import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING
from sixpip.screens.menus.menu import Page, score_in_words
from sixpip.screens.menus.ranking import Ranking
from sixpip.view.text import COLUMNS, points

if TYPE_CHECKING:
    from typing import Any


class Scores(Page):
    """The score of each player. ROLL and MENU go back as BANK does."""

    def press(self, button: int) -> None:
        """Goes back for any of the three buttons at the right."""
        super().press(BANK if button in (ROLL, MENU) else button)

    def draw(self) -> None:
        """Draws one line a player in seating order, with a mark at whose turn it is.

        Points that a player has got without a bank, as a head start, are shown.
        """
        super().draw()
        canvas = self.app.canvas
        game: Any = self.app.playing.game
        self.head("SCORES", f"to {points(game.target)}")
        for seat in range(game.players):
            mark = "\u2192" if seat == game.player else " "
            canvas.both(seat + 1, mark + self.app.playing.names[seat], score_in_words(game, seat))


class TenThousandRanking(Ranking):
    """Places and scores; the number of turns and the best one."""

    def summary(self) -> str:
        """How long the game was, and the best turn of all players, in at most 21 letters."""
        game = self.session.game
        turns = max(game.turns)
        best = points(self.session.best)
        if game.winner < 0:
            return "no one wins"
        if turns < 2:
            return "won in one turn" if game.turns[game.winner] else "won without a turn"
        what = "turns" if game.players == 1 else "rounds"
        words = f"{turns} {what}, best {best}"
        return words if len(words) <= COLUMNS else f"{turns} {what}, top {best}"
