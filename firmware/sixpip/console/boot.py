"""The way into a game: the boot menu of variants, then how many play, then who they are."""

from sixpip import VERSION
from sixpip.board.buttons import BANK, KEEP6, ROLL
from sixpip.console.names import Names, NameScreen
from sixpip.console.play import PlayScreen
from sixpip.console.ranking import Ranking
from sixpip.console.screen import Menu, Screen
from sixpip.console.session import Session, resume
from sixpip.console.settings import SettingsScreen
from sixpip.rules.game import Game
from sixpip.rules.variants import VARIANTS
from sixpip.view import palette, tiles
from sixpip.view.faces import face

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App
    from sixpip.rules.variants import Variant


def first_screen(app: "App") -> Screen:
    """What stands on the screen after power-on: the game as it was left, else the boot menu."""
    app.session = resume(app.store)
    if not app.session:
        return BootMenu(app)
    return PlayScreen(app) if app.session.game.winner < 0 else Ranking(app, app.session)


class BootMenu(Menu):
    """The variants; the dice show the faces of the one that is marked."""

    title = f"SIXPIP {VERSION}"
    bank = ""

    def lines(self) -> "list[str]":
        """The variants, and the settings."""
        return [variant.title for variant in VARIANTS] + ["Settings"]

    def pick(self, line: int) -> None:
        """On to the players."""
        if line == len(VARIANTS):
            self.app.go(SettingsScreen(self.app, self))
        else:
            self.app.go(SeatsScreen(self.app, VARIANTS[line]))

    def paint(self) -> None:
        """The faces of the marked variant's dice."""
        variant = VARIANTS[min(self.at, len(VARIANTS) - 1)]
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, face(variant.table.faces[tile], variant.table.kind), tiles.SCORES)


class SeatsScreen(Screen):
    """How many play: KEEP n for n players."""

    def __init__(self, app: "App", variant: "Variant") -> None:
        """`variant`: what they play."""
        super().__init__(app)
        self._variant = variant

    def press(self, button: int) -> None:
        """A KEEP button answers, BANK goes back."""
        if button <= KEEP6:
            self.app.go(WhoScreen(self.app, self._variant, button + 1))
        elif button == BANK:
            self.app.go(BootMenu(self.app))
        else:
            self.refuse()

    def draw(self) -> None:
        """The question, and a die with the number over each KEEP button."""
        canvas = self.app.canvas
        self.head(self._variant.title)
        canvas.centre(2, "How many players?")
        canvas.centre(4, "press the button")
        canvas.centre(5, "under the number")
        self.labels("", "back")
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, face(str(tile + 1)), tiles.SCORES)


class WhoScreen(Menu):
    """The players by name; picking one changes the name, ROLL starts."""

    title = "WHO PLAYS?"
    roll = "start"

    def __init__(self, app: "App", variant: "Variant", players: int) -> None:
        """`players`: how many of them."""
        super().__init__(app)
        self._variant = variant
        self._names = Names(app.store, players)
        self.at = -1

    def lines(self) -> "list[str]":
        """The names."""
        return self._names.names

    def pick(self, line: int) -> None:
        """Change a name."""
        self.at = -1
        self.app.go(NameScreen(self.app, self._names, line, self))

    def press(self, button: int) -> None:
        """ROLL starts; the rest is a list's."""
        if button == ROLL:
            self._names.keep(self.app)
            names = list(self._names.names)
            self.app.session = Session(Game(self._variant.name, players=len(names)), names)
            self.app.go(PlayScreen(self.app))
        elif button <= KEEP6 and button < len(self.lines()):
            self.pick(button)
        elif button == BANK:
            self.app.go(SeatsScreen(self.app, self._variant))
        else:
            self.refuse()

    def draw(self) -> None:
        """The names and how to change one."""
        canvas = self.app.canvas
        self.head(self.title, "KEEP: name")
        names = self.lines()
        for row in range(len(names)):
            canvas.at(12, row + 1, names[row])
            canvas.cap(0, row + 1, str(row + 1))
        self.labels(self.roll, self.bank)
        self.paint()

    def paint(self) -> None:
        """A die with the number, in the player's colour, over the KEEP button of each."""
        for tile in range(tiles.TILES):
            state = tiles.SCORES if tile < len(self.lines()) else tiles.OFF
            tiles.paint(self.app.board.pixels, tile, face(str(tile + 1)), state, palette.SEAT + tile)
