"""What every screen is, and the list screen that all menus are made of."""

from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.dice_sets import PHASE
from sixpip.view import sound, tiles
from sixpip.view.faces import face

if TYPE_CHECKING:
    from typing import Any

    from sixpip.app.app import App
    from sixpip.rules.dice_sets import DiceSet

_LINES = const(6)
_MARK_X = const(10)
_TEXT_X = const(18)


class Screen:
    """One thing at a time on the OLED and the dice. A screen is told of presses and of time, and draws itself."""

    def __init__(self, app: "App") -> None:
        """`app`: the console it belongs to."""
        self.app = app

    def press(self, button: int) -> None:
        """A button (buttons.py) went down."""

    def tick(self, now_ms: int) -> bool:
        """Time passes: paint the next frame of what moves on the dice; True while anything moves."""
        return False

    def idle(self) -> bool:
        """Nothing is to be done just now: work ahead for some milliseconds; True while there is more of that."""
        return False

    def paint(self) -> None:
        """Paint the dice, unless they move: dark unless a screen does otherwise. They are shown before `draw`."""
        tiles.clear(self.app.board.pixels)

    def draw(self) -> None:
        """Draw the OLED (cleared before), which takes its time."""

    def labels(self, roll: str, bank: str) -> None:
        """Say on the bottom line what ROLL and BANK do now; "" for nothing."""
        self.app.canvas.choice(roll, bank)

    def head(self, left: str, right: str = "") -> None:
        """The top line of a screen that is not the game's: a bright bar."""
        self.app.canvas.both(0, left, right)
        self.app.canvas.invert(0)

    def refuse(self) -> None:
        """The low blip: that button does nothing now."""
        self.app.sound.play(sound.NO)


class Menu(Screen):
    """A list: a KEEP button picks the line beside it, ROLL the marked one, BANK goes back.

    MENU moves the mark down; in a list of more than six lines it turns to the next six.
    """

    title = ""
    roll = "pick"
    bank = "back"

    def __init__(self, app: "App") -> None:
        """The mark stands on the first line."""
        super().__init__(app)
        self.at = 0

    def lines(self) -> "list[str]":
        """The lines to pick from, as they are now."""
        return []

    def pick(self, line: int) -> None:
        """The player picked a line."""

    def back(self) -> None:
        """The player wants to leave."""
        self.refuse()

    def press(self, button: int) -> None:
        """Pick, move or leave."""
        top = self._top()
        if button == ROLL:
            self._pick()
        elif button == BANK:
            self.back()
        elif button == MENU:
            lines = len(self.lines())
            self.at = top + _LINES if _pages(lines) > 1 else self.at + 1
            if self.at >= lines:
                self.at = 0
        elif button <= KEEP6 and top + button < len(self.lines()):
            self.at = top + button
            self._pick()
        else:
            self.refuse()

    def _pick(self) -> None:
        self.app.acknowledge_press()  # what is picked may have to be imported first
        self.pick(self.at)

    def draw(self) -> None:
        """Title, up to six lines with the number of their KEEP button, and the labels."""
        canvas = self.app.canvas
        lines = self.lines()
        top = self._top()
        pages = _pages(len(lines))
        if pages > 1:
            self.head(self.title, f"MENU {top // _LINES + 1}/{pages}")
        else:
            self.head(self.title, "MENU \u2193" if len(lines) > 1 else "")
        for row in range(min(_LINES, len(lines) - top)):
            self.write(row + 1, top + row, lines[top + row])
            canvas.cap(0, row + 1, str(row + 1))
        self.labels(self.roll, self.bank)

    def write(self, row: int, line: int, words: str) -> None:
        """Write one line of the list, right of the number of its button."""
        canvas = self.app.canvas
        canvas.at(_TEXT_X, row, words)
        canvas.at(_MARK_X, row, "\u2192" if line == self.at else " ")

    def _top(self) -> int:
        """The first line shown."""
        return self.at // _LINES * _LINES


def _pages(lines: int) -> int:
    """How many times six lines there are."""
    return (lines + _LINES - 1) // _LINES


class Page(Screen):
    """Words over the screen before: BANK goes back to it, ROLL does what the page offers, if anything."""

    title = ""
    words: "tuple[str, ...]" = ()
    roll = ""
    bank = "back"

    def __init__(self, app: "App", after: Screen) -> None:
        """`after`: the screen to go back to."""
        super().__init__(app)
        self.after = after

    def do(self) -> None:
        """What ROLL does."""

    def press(self, button: int) -> None:
        """Do it, or go back."""
        if button == ROLL and self.roll:
            self.do()
        elif button == BANK:
            self.app.go(self.after)
        else:
            self.refuse()

    def draw(self) -> None:
        """The title and the words."""
        self.head(self.title)
        for row in range(len(self.words)):
            self.app.canvas.at(0, row + 1, self.words[row])
        self.labels(self.roll, self.bank)


def show_dice(app: "App", table: "DiceSet", values: "dict[str, Any]") -> None:
    """The faces of a game's dice on the tiles: a marked die first, a tile dark where dice are fewer than tiles.

    `values`: the house rules by key. More dice than tiles show the mark of a further page.
    """
    pixels = app.board.pixels
    if table is PHASE:
        from sixpip.screens.phase_ten.dice import show

        show(app)
        return
    dice = values["dice"]
    if values["wild_die"] == "yes":
        table = table.with_sun()
    names = list(table.faces)
    if table.wild >= 0:
        names = [names.pop()] + [name for name in names if name != "3"]
    for tile in range(tiles.TILES):
        if tile < dice and tile < len(names):
            tiles.paint(pixels, tile, face(names[tile], table.kind), tiles.SCORES)
        else:
            tiles.clear_tile(pixels, tile)
    tiles.page_mark(pixels, 0, 2 if dice > tiles.TILES else 1)
