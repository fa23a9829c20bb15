"""The dice of the ten-thousand family on the tiles: which can score, which are chosen, which are kept."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.stages import READY
from sixpip.screens.dice_view import DiceView
from sixpip.view import palette, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.ten_thousand.game import Game


class TenThousandDice(DiceView):
    """A tray whose dice are kept once and for all."""

    def __init__(self, app: "App", game: "Game") -> None:
        """The dice of `game` in their colour."""
        super().__init__(app, game, [face(name, game.dice_set.kind) for name in game.dice_set.faces])
        palette.load(app.board.palette, game.variant.ink)

    def look(self, name: str) -> None:
        """The dice as the game has them; before the first roll of a turn the first letters of the player's name."""
        game = self._game
        self.falling = 0
        offered = game.offered()
        fresh = game.stage == READY and not (game.kept or game.rolls or offered)
        self.spell(name if fresh else "", game.player)
        if fresh:
            return
        kept = game.all & ~offered if offered else game.kept
        free = offered or self._free()
        for place in range(game.dice):
            self.faces[place] = game.faces[place]
            self.states[place] = tiles.SCORES if free >> place & 1 else tiles.DULL
            if kept >> place & 1:
                self.states[place] = tiles.KEPT
        if game.pending and actions.ROLL in game.legal():
            self.choose(game.rolled & ~game.throws())  # held for a second chance
        self._turn_to(free & ~kept or game.all & ~kept)

    def choose(self, chosen: int) -> None:
        """Turn the chosen dice inside out, and the others back."""
        can = self._free()
        for place in range(self._game.dice):
            if self._game.rolled >> place & 1:
                free = tiles.SCORES if can >> place & 1 else tiles.DULL
                self.states[place] = tiles.CHOSEN if chosen >> place & 1 else free

    def _free(self) -> int:
        """The dice that can be chosen now, or that must be thrown again."""
        game = self._game
        if game.stage == READY:
            return game.throws()
        return game.rolled if game.pending else game.can_score()
