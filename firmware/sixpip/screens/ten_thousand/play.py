"""A game of the ten-thousand family on screen: what the player does.

What an event shows is in event_handlers.py, the OLED in prompts.py and result_pages.py, the dice in dice.py.
"""

from sixpip.players.odds import BustOdds
from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.errors import Illegal
from sixpip.rules.stages import ROLLED
from sixpip.screens.game_screen import ASK, GameScreen
from sixpip.screens.ten_thousand import result_pages
from sixpip.screens.ten_thousand.dice import TenThousandDice
from sixpip.screens.ten_thousand.event_handlers import EVENTS, PASSING, THREW
from sixpip.screens.ten_thousand.prompts import follow

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.ten_thousand.game import Game


class PlayScreen(GameScreen):
    """One game of the family; `points` are those of the turn as shown."""

    passing = PASSING
    shown = EVENTS

    def __init__(self, app: "App") -> None:
        """Takes up the session of the console."""
        self.again = ""  # why dice are thrown once more
        super().__init__(app)
        game = self.game
        if self.tray.pages > 1:
            from sixpip.screens.ten_thousand import dice_strip  # here, because six dice or fewer need none

            self.strip = dice_strip.draw
        self.low = 5 if self.tray.pages == 1 else 6  # the row below the strip of little dice, where that is
        self.odds = (
            None if game.house_rules.changes_odds() else BustOdds(game.dice_set, game.options, game.dice, game.scorer)
        )

    def make_tray(self) -> TenThousandDice:
        """The dice of this game on the tiles."""
        self.game: Game = self.session.game
        return TenThousandDice(self.app, self.game)

    def marked(self, dice: int) -> bool:
        """Whether the die with a sun is one of these."""
        return self.game.dice_set.wild >= 0 and dice & 1 == 1

    def choose(self, button: int) -> None:
        """Choose a die of the last roll or put it back; where there is nothing to choose, call the next roll."""
        game = self.game
        place = self.tray.place(button)
        if actions.CALL in game.legal():
            self._ask_call()
        elif game.stage == ROLLED and place >= 0 and game.rolled >> place & 1:
            self._toggle(place)
        elif game.offered():
            self.blip("ROLL or BANK")
        elif place < 0:
            self.blip("No die there")
        else:
            self.blip("Kept dice stay" if game.kept >> place & 1 else "Roll first")

    def _toggle(self, place: int) -> None:
        """Choose a die, or put it back, and say what is wrong with the choice."""
        if actions.ROLL in self.game.legal():  # held for a second chance
            self.blip("Throw the others")
            return
        self.chosen ^= 1 << place
        try:
            if self.chosen and not self.game.pending:
                self.game.keep_points(self.chosen)
        except Illegal as error:
            self.hint = error.args[0]
        self.tray.choose(self.chosen)

    def _ask_call(self) -> None:
        """The list of calls."""
        from sixpip.screens.ten_thousand.call_menu import CallMenu

        self.app.go(CallMenu(self.app, self, self._call))

    def _call(self, number: int) -> None:
        """Call the next roll."""
        self.do((actions.CALL, number))

    def roll(self) -> None:
        """Keep (or hold) what is chosen and throw the rest; with an offer: take it up and throw."""
        game = self.game
        legal = game.legal()
        if actions.TAKE in legal:
            self.do((actions.TAKE, None), (actions.ROLL, None))
        elif actions.KEEP not in legal:
            self.do((actions.ROLL, None))
        elif not self.chosen:
            self.blip(game.pending.question(game) if game.pending else "Choose scoring dice")
        elif not game.pending and follow(game):
            self.do((actions.KEEP, self.chosen))
        else:
            self.do((actions.KEEP, self.chosen), (actions.ROLL, None))

    def bank(self) -> None:
        """Bank with what is chosen, or the best keep; with an offer: refuse it; where neither can be: call."""
        legal = self.game.legal()
        for refusal in (actions.FRESH, actions.STOP):
            if refusal in legal:
                self.do((refusal, None))
                return
        try:
            reason = self.game.bank_refusal(self.chosen)
        except Illegal as error:
            reason = error.args[0]
        if reason and actions.CALL in legal:
            self._ask_call()
        elif reason:
            self.blip(reason)
        elif self.chosen:
            self.do((actions.KEEP, self.chosen), (actions.BANK, None))
        else:
            self.do((actions.BANK, None))

    def idle(self) -> bool:
        """While the player thinks, the odds that he may ask for next are worked out."""
        return self.odds is not None and self.mode == ASK and self.odds.prepare(self.game.dice)

    def look(self) -> None:
        """Show the game as it stands, and ask."""
        super().look()
        game = self.game
        self.points = game.points
        self.closing = game.to_beat() >= 0
        self.tray.look(self.session.names[self.player])

    def draw(self) -> None:
        """The page for this moment; all dice in small where the tiles cannot show them."""
        result_pages.PAGES[self.mode](self, self.app.canvas)
        if self.tray.pages > 1 and not self.tray.name and self.mode != THREW:
            self.strip(self.app.canvas, self.tray, self.game.dice_set)
