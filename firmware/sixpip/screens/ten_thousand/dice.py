"""The dice of the ten-thousand family on the tiles."""

from sixpip.compat import TYPE_CHECKING
from sixpip.screens.play.dice_view import DiceView
from sixpip.screens.ten_thousand.decision import TurnView
from sixpip.view import palette, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.rulebook.variant import DiceSet


class TenThousandDice(DiceView):
    """Dice that stay kept once they are kept."""

    def __init__(self, app: "App", dice_set: "DiceSet", dice: int, ink: bytes) -> None:
        """Shows `dice` dice of a set in `ink`, the color of their variant."""
        super().__init__(app, dice, [face(name, dice_set.kind) for name in dice_set.faces])
        palette.load(app.board.palette, ink)

    def show(self, decision: "TurnView", name: str) -> None:
        """Shows the dice as they are now, or before the first roll of a turn the first letters of the player's name."""
        self.falling = 0
        self.spell(name if decision.fresh else "", decision.player)
        if decision.fresh:
            return
        for place in range(len(self.faces)):
            self.faces[place] = decision.faces[place]
            self.states[place] = tiles.SCORES if decision.free >> place & 1 else tiles.DULL
            if decision.kept >> place & 1:
                self.states[place] = tiles.KEPT
        if decision.held:
            self.show_chosen(decision, decision.held)
        self.turn_to(decision.free & ~decision.kept or self._all & ~decision.kept)

    def show_chosen(self, decision: "TurnView", chosen: int) -> None:
        """Shows which dice of the last roll are chosen."""
        for place in range(len(self.faces)):
            if decision.rolled >> place & 1:
                free = tiles.SCORES if decision.free >> place & 1 else tiles.DULL
                state = tiles.WRONG if decision.wrong >> place & 1 else tiles.CHOSEN
                self.states[place] = state if chosen >> place & 1 else free
