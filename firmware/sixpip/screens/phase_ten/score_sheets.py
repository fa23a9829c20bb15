"""Sheets of results: the score sheet of Phase 10, and the ranking at the end."""

from sixpip.board.contract import KEEP6, ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.phase_ten.game import BONUS, MISS
from sixpip.rules.phase_ten.phases import PHASES
from sixpip.screens.play.ranking import Ranking
from sixpip.screens.screen import Screen
from sixpip.view import palette
from sixpip.view.text import points_text

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.rules.phase_ten.game import PhaseTenGame


_HALF = const(5)
_RIGHT = const(68)


class ScoreSheet(Screen):
    """What each player has made and missed. ROLL turns to the next player, a KEEP button to one, BANK goes back."""

    def __init__(self, app: "App", player: int = -1) -> None:
        """`player` is the one whose page is open, -1 for the player whose turn it is."""
        super().__init__(app)
        game: Any = app.playing.game
        self._game: PhaseTenGame = game
        self._names = app.playing.names
        self._player = self._game.player if player < 0 else player

    def press(self, button: int) -> None:
        """Turns the page or goes back."""
        players = self._game.players
        if button == ROLL and players > 1:
            self._player = (self._player + 1) % players
        elif button <= KEEP6 and button < players:
            self._player = button
        else:
            super().press(button)

    def draw(self) -> None:
        """Draws ten boxes in two columns, with phase, points and a cross for each miss; below them bonus and misses."""
        canvas = self.app.canvas
        game = self._game
        player = self._player
        self.head(self._names[player], points_text(game.scores[player]))
        for box in range(PHASES):
            x = _RIGHT if box >= _HALF else 0
            row = 1 + box % _HALF
            made = game.boxes[player][box]
            number = str(box + 1)
            canvas.at(x + (6 if len(number) < 2 else 0), row, number)
            text = points_text(made) if made >= 0 else "-"
            canvas.at(x + 36 - 6 * len(text), row, text)
            missed = game.misses[player][box]
            canvas.at(x + 40, row, "x" * missed if missed < 4 else f"x{missed}")
        bonus = BONUS * ((game.half >> player & 1) + (game.finish >> player & 1))
        missed = game.missed(player)
        costs = game.players == 1 and missed
        canvas.both(6, f"bonus {bonus}", f"missed: -{MISS * missed}" if costs else f"missed {missed}")
        canvas.choice("next" if game.players > 1 else "", "back")


BEST_GAME = const(649)  # PH-15
_NEAR = const(600)  # a score that the inventor of the game asks players to report
_GOOD = const(400)


class PhaseTenRanking(Ranking):
    """The ranking with places and totals. The score sheets are opened from the score curves."""

    more = "curves, sheets"

    def __init__(self, app: "App") -> None:
        palette.load(app.board.palette, app.playing.game.variant.ink)  # the dice had all the colors
        super().__init__(app)

    def summary(self) -> str:
        """Returns how good the best total is, in at most 21 letters."""
        game = self.session.game
        best = max(game.scores)
        if best >= BEST_GAME:
            return f"{best}: perfect!"
        if best >= _NEAR:
            return f"600! Only {BEST_GAME - best} to {BEST_GAME}"
        if best >= _GOOD:
            return f"the best game is {BEST_GAME}"
        return f"{max(game.turns)} turns, best {self.session.best}"
