"""A game of Phase 10 dice on screen: what the player does.

What an event shows is in event_handlers.py, the OLED in pages.py, the dice in dice.py and dice_strip.py.
"""

from sixpip.board.buttons import BANK, ROLL
from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.stages import ROLLED
from sixpip.screens.game_screen import GameScreen
from sixpip.screens.phase_ten import dice_strip, pages
from sixpip.screens.phase_ten.dice import PhaseTenDice
from sixpip.screens.phase_ten.event_handlers import EVENTS

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.phase_ten.game import Game


class PhaseScreen(GameScreen):
    """One game of Phase 10 dice. `best`: the best use of the dice on the table, of dice alike the chosen ones first."""

    shown = EVENTS

    def __init__(self, app: "App") -> None:
        """Takes up the session of the console."""
        self.best = BestUse()
        self._asked = -1  # the button that the player was asked to press again
        self._weighed = True  # `best` is that of the dice now chosen
        super().__init__(app)

    def make_tray(self) -> PhaseTenDice:
        """The dice of this game on the tiles."""
        self.game: Game = self.session.game
        self.dice = PhaseTenDice(self.app, self.game)
        return self.dice

    # What the player does

    def choose(self, button: int) -> None:
        """Set a die aside, or take it back."""
        game = self.game
        place = self.tray.place(button)
        if game.stage != ROLLED:
            self.blip("Throw first" if game.start else "Roll first")
        elif not game.rolls_left():
            self.blip("No roll left")
        elif place >= 0:
            self._asked = -1
            self.chosen ^= 1 << place
            self.dice.choose(self.chosen)
            self._weighed = False  # 10 ms on the Pico: the die is seen to be chosen before

    def roll(self) -> None:
        """Roll what is not set aside; asks before a phase that is made is thrown away with all its dice."""
        game = self.game
        if game.stage != ROLLED:
            self.do((actions.ROLL, None))
        elif not game.rolls_left():
            self.blip("No roll left: press BANK")
        elif self.chosen == game.all:
            self.blip("All dice are set aside")
        elif self.best.points >= 0 and not self.chosen and self._unsure(ROLL):
            self.blip("It is made! ROLL drops it")
        else:
            todo: list[tuple[str, int | None]] = []
            if game.kept & ~self.chosen:
                todo.append((actions.BACK, game.kept & ~self.chosen))
            if self.chosen & ~game.kept:
                todo.append((actions.KEEP, self.chosen & ~game.kept))
            self.do(*todo, (actions.ROLL, None))

    def bank(self) -> None:
        """Take the points, or the miss: of that one is asked while there are rolls left."""
        game = self.game
        if game.stage != ROLLED:
            self.blip("Throw first" if game.start else "Roll first")
        elif self.best.points < 0 and game.rolls_left() and self._unsure(BANK):
            self.blip("BANK again is a miss")
        else:
            self.do((actions.STOP, None))

    def _unsure(self, button: int) -> bool:
        """Whether the button is pressed for the first time."""
        first = self._asked != button
        self._asked = button if first else -1
        return first

    # What is shown

    def look(self) -> None:
        """Show the game as it stands, and ask."""
        super().look()
        self._asked = -1
        self.chosen = self.game.kept
        self.dice.used = 0
        self.dice.look(self.session.names[self.player])
        if self.game.stage == ROLLED:
            self._weigh()

    def _weigh(self) -> None:
        """What the dice make now."""
        self.best.find(self.game.faces, self.game.phases[self.game.player], self.chosen)
        self.dice.used = self.best.used
        self.dice.choose(self.chosen)
        self._weighed = True

    def draw(self) -> None:
        """The page for this moment; below it all the dice."""
        if not self._weighed:
            self._weigh()
            self.paint()
            self.app.board.show_tiles()
        pages.PAGES[self.mode](self, self.app.canvas)
        if self.tray.pages > 1 and not self.tray.name and self.mode in pages.WITH_DICE:
            dice_strip.draw(self.app.canvas, self.dice)
