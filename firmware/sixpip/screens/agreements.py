"""What the players agree on before a game: house rules, a match, who starts, a turn clock, teams of two."""

from sixpip.app.settings import AGREEMENTS
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.menu import Menu, paint_variant

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.screens.player_setup import GameSetup

_RULES = const(0)


class Agreements(Menu):
    """One line each. The house rules have a list of their own; picking another line takes its next choice."""

    title = "TONIGHT"

    def __init__(self, app: "App", setup: "GameSetup") -> None:
        """`setup`: the game to start."""
        super().__init__(app)
        self._setup = setup

    def lines(self) -> "list[str]":
        """The house rules, the settings, then the teams where there can be any."""
        values = self.app.settings.values
        names = self._setup.names
        differing = len(self._setup.choice.differing())
        lines = ["House rules" + (f": {differing}" if differing else "")]
        lines += [f"{setting.label}: {setting.choices[values[setting.name]]}" for setting in AGREEMENTS]
        if names.can_be_teams():
            lines.append(f"Teams of two: {'yes' if names.teams else 'no'}")
        return lines

    def pick(self, line: int) -> None:
        """Opens the house rules, or changes the line."""
        app = self.app
        if line == _RULES:
            app.open("house_rules", self._setup.choice)
        elif line <= len(AGREEMENTS):
            app.settings.change(AGREEMENTS[line - 1], app.board, app.sound)
        else:
            self._setup.names.teams = not self._setup.names.teams

    def draw(self) -> None:
        """Draws the list; ROLL changes every line but the first."""
        self.roll = "change" if self.at else "pick"
        super().draw()

    def paint(self) -> None:
        """Paints the dice of the variant."""
        paint_variant(self.app, self._setup.choice.variant)
