"""What the game screen of Phase 10 dice remembers between presses: its event handlers and pages read it."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.phase_ten.game import Game
from sixpip.screens.game.game_screen import GameScreen
from sixpip.screens.phase_ten.decision import Decision
from sixpip.screens.phase_ten.dice import PhaseTenDice

if TYPE_CHECKING:
    from sixpip.app.app import App


class TurnScreen(GameScreen):
    """One game of Phase 10 dice. `decision` is what the player can do now: pages and dice read it and no game."""

    if TYPE_CHECKING:
        dice: PhaseTenDice

    def __init__(self, app: "App") -> None:
        """Takes up the game in hand. Raises ValueError when there is none of this engine."""
        game = app.session.game if app.session else None
        if not isinstance(game, Game):
            raise ValueError("no game of Phase 10 dice to play")
        super().__init__(app, PhaseTenDice(app, game.player))
        self.decision = Decision(game)
        self.asked_again = -1
        """The button that the player was asked to press again."""
        self.ask()

    def guard(self, button: int, ms: int) -> None:
        """Also forgets the question of a first press, which is no longer on the screen."""
        super().guard(button, ms)
        self.asked_again = -1

    def ask(self) -> None:
        """Shows the game as it is now and asks the player."""
        super().ask()
        self.asked_again = -1
        self.decision.read()
        self.dice.show(self.decision, self.session.name_now())
