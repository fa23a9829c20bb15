"""What the game screen of the ten-thousand family remembers between presses: its event handlers and pages read it."""

from sixpip.players.odds import BustOdds
from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.game import Game
from sixpip.screens.game.game_screen import GameScreen
from sixpip.screens.ten_thousand.decision import Decision
from sixpip.screens.ten_thousand.dice import TenThousandDice

if TYPE_CHECKING:
    from sixpip.app.app import App


class TurnScreen(GameScreen):
    """One game of the family. `decision` is what the player can do now: prompts and dice read it and no game."""

    if TYPE_CHECKING:
        dice: TenThousandDice

    def __init__(self, app: "App") -> None:
        """Takes up the game in hand. Raises ValueError when there is none of this engine."""
        game = app.session.game if app.session else None
        if not isinstance(game, Game):
            raise ValueError("no game of the ten-thousand family to play")
        super().__init__(app, TenThousandDice(app, game.dice_set, game.dice, game.variant.ink))
        self.decision = Decision(game, odds_of(game))
        self.options = game.options
        self.dice_set = game.dice_set
        self.again = ""
        """Why dice are thrown once more."""
        self.news = ""
        """What comes along with the event shown."""
        self.closing = False
        """The last turns had begun before this turn."""
        self.low = 5 if self.dice.pages == 1 else 6
        """The row below the strip of little dice, if there is one."""
        self.ask()

    def ask(self) -> None:
        """Shows the game as it is now and asks the player."""
        super().ask()
        self.news = ""
        self.decision.read()
        self.closing = self.decision.last_turn
        self.dice.show(self.decision, self.session.name_now())


def odds_of(game: "Game") -> BustOdds:
    """The odds of a game, with its house rules; they share its scorer."""
    if game.house_rules.change_odds():
        from sixpip.players.changed_odds import ChangedOdds  # few games need it

        return ChangedOdds(game.dice_set, game.options, game.dice, game.scorer)
    return BustOdds(game.dice_set, game.options, game.dice, game.scorer)
