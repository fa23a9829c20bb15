"""The pause menu over a game: go on, scores, house rules, settings, leave."""

from sixpip.app import game_screens
from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING
from sixpip.screens.screen import Menu, Page, Screen
from sixpip.view.text import points

if TYPE_CHECKING:
    from sixpip.app.app import App


class Pause(Menu):
    """MENU in a game: nothing is lost, the turn stands."""

    title = "PAUSE"
    bank = "play on"

    def __init__(self, app: "App", after: Screen) -> None:
        """`after`: the game's screen."""
        super().__init__(app)
        self._after = after

    def lines(self) -> "list[str]":
        """What one can do."""
        return ["Play on", "Scores", "House rules", "Settings", "Leave the game"]

    def pick(self, line: int) -> None:
        """Do it."""
        app = self.app
        if line == 0:
            self.back()
        elif line == 1:
            app.go(game_screens.scores(app, self))
        elif line == 2 and app.session:
            from sixpip.app.rule_choice import RuleChoice
            from sixpip.screens.house_rules import HouseRulesScreen

            game = app.session.game
            app.go(HouseRulesScreen(app, RuleChoice(game.variant, game.row), self, locked=True))
        elif line == 3:
            from sixpip.screens.settings import SettingsScreen

            app.go(SettingsScreen(app, self))
        else:
            app.go(Leave(app, self))

    def back(self) -> None:
        """On with the game."""
        self.app.go(self._after)


class Scores(Page):
    """Who has how many points; ROLL and MENU go back as BANK does."""

    def press(self, button: int) -> None:
        """Any of the three at the right goes back."""
        super().press(BANK if button in (ROLL, MENU) else button)

    def draw(self) -> None:
        """One line a player in seating order, a mark at whose turn it is."""
        super().draw()
        canvas = self.app.canvas
        session = self.app.session
        if session:
            game = session.game
            self.head("SCORES", f"to {points(game.options['target'])}")
            for seat in range(game.players):
                mark = "\u2192" if seat == game.player else " "
                score = points(game.scores[seat]) if game.opened[seat] else "not in yet"
                canvas.both(seat + 1, mark + session.names[seat], score)


class Leave(Page):
    """Asks before a game is given up."""

    title = "LEAVE THE GAME?"
    words = ("", "    The scores of", " this game are lost.")
    roll = "leave"
    bank = "stay"

    def do(self) -> None:
        """Leave."""
        self.app.leave()
