"""The first question to a single person: which computer to play against, or none. A line starts the game."""

from sixpip.app.lineup import Lineup
from sixpip.board.buttons import MENU
from sixpip.players.styles import HABITS, NAMES, color_of
from sixpip.port import TYPE_CHECKING
from sixpip.screens.new_game import GameSetup
from sixpip.view import palette, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import Variant


class Opponent(GameSetup):
    """A person against a computer, or alone; the choice of the last game is marked. MENU: the rules."""

    title = "AGAINST"

    def __init__(self, app: "App", variant: "Variant") -> None:
        """`variant`: what is played."""
        super().__init__(app, variant, 1)
        self._offered = self.names.offered
        if self.names.against in self._offered:
            self.at = self._offered.index(self.names.against)

    def lines(self) -> "list[str]":
        """The styles, to play alone, the name of the person."""
        styles = [f"{NAMES[style]}: {HABITS[style]}" for style in self._offered]
        return styles + ["play alone", f"name: {self.names.names[0]}"]

    def press(self, button: int) -> None:
        """MENU opens the rules and what is agreed on; the other buttons are those of every list."""
        if button == MENU:
            self.app.open("agreements", self)
        else:
            super().press(button)

    def pick(self, line: int) -> None:
        """Starts the game, or asks for the name."""
        person = self.names.names[0]
        if line < len(self._offered):
            style = self.names.against = self._offered[line]
            self.begin(Lineup([person, NAMES[style]], [0, style]))
        elif line == len(self._offered):
            self.begin(Lineup([person]))
        else:
            self.app.open("name_entry", self.names, 0)

    def draw(self) -> None:
        """Draws the list, and in the top line what MENU does."""
        super().draw()
        differing = len(self.choice.differing())
        rules = f"{differing} rule" + ("" if differing == 1 else "s") if differing else "rules"
        self.head(self.title, "MENU: " + rules)

    def paint(self) -> None:
        """Paints the number of each line above its KEEP button, in the color of the style."""
        board = self.app.board
        palette.load(board.palette, self.choice.variant.ink)
        for tile in range(tiles.TILES):
            state = tiles.SCORES if tile < len(self._offered) + 2 else tiles.OFF
            ramp = palette.SEAT  # the color of the person
            if tile < len(self._offered):
                ramp += tile + 1
                palette.set_seat(board.palette, tile + 1, color_of(self._offered[tile]))
            tiles.paint(board.pixels, tile, face(str(tile + 1)), state, ramp)
