"""What every screen is, and the list screen that all menus are made of."""

from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import const
from sixpip.view import sound, tiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App

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

    def draw(self) -> None:
        """Draw the OLED (cleared before) and, when nothing moves, the dice."""

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
    """A list: a KEEP button picks the line beside it, ROLL the marked line, MENU moves the mark, BANK goes back."""

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
            self.pick(self.at)
        elif button == BANK:
            self.back()
        elif button == MENU:
            self.at = (self.at + 1) % len(self.lines())
        elif button <= KEEP6 and top + button < len(self.lines()):
            self.at = top + button
            self.pick(self.at)
        else:
            self.refuse()

    def draw(self) -> None:
        """Title, up to six lines with the number of their KEEP button, and the labels."""
        canvas = self.app.canvas
        lines = self.lines()
        top = self._top()
        self.head(self.title, "MENU \u2193" if len(lines) > 1 else "")
        for row in range(min(_LINES, len(lines) - top)):
            canvas.at(_TEXT_X, row + 1, lines[top + row])
            canvas.at(_MARK_X, row + 1, "\u2192" if top + row == self.at else " ")
            canvas.cap(0, row + 1, str(row + 1))
        self.labels(self.roll, self.bank)
        self.paint()

    def paint(self) -> None:
        """Paint the dice that go with the list: dark unless a screen does otherwise."""
        tiles.clear(self.app.board.pixels)

    def _top(self) -> int:
        """The first line shown."""
        return self.at // _LINES * _LINES
