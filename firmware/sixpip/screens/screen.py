"""The base classes of all screens: Screen, the list (Menu), and a page of words (Page)."""

from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.view import sound, tiles

if TYPE_CHECKING:
    from sixpip.app.app import App

_LINES = const(6)
_MARK_X = const(10)
_TEXT_X = const(18)


class Screen:
    """What the OLED and the dice show at one time. The app calls the methods below; a screen calls `app` to go on."""

    def __init__(self, app: "App") -> None:
        """`app`: the console that shows it."""
        self.app = app

    def press(self, button: int) -> None:
        """Handles a press of a button (numbers in board/buttons.py)."""

    def tick(self, now_ms: int) -> bool:
        """Paints the next frame of what moves on the dice; True while anything moves."""
        return False

    def idle(self) -> bool:
        """Works ahead for some milliseconds when nothing else is to be done; True while there is more to do."""
        return False

    def paint(self) -> None:
        """Paints the dice at rest. They are shown before `update` and `draw` run. Without an override: dark."""
        tiles.clear(self.app.board.pixels)

    def update(self) -> bool:
        """Computes what `draw` shows and takes long; True when the dice are to be painted again with it."""
        return False

    def draw(self) -> None:
        """Draws the OLED, which was cleared before. Reads only."""

    def labels(self, roll: str, bank: str) -> None:
        """Writes on the bottom line what ROLL and BANK do now; "" for a button that does nothing."""
        self.app.canvas.choice(roll, bank)

    def head(self, left: str, right: str = "") -> None:
        """Draws the top line of menus and notices: a bright bar."""
        self.app.canvas.both(0, left, right)
        self.app.canvas.invert(0)

    def refuse(self) -> None:
        """Sounds the low tone: that button does nothing now."""
        self.app.sound.play(sound.NO)


class Menu(Screen):
    """A list: a KEEP button picks the line next to it, ROLL the marked one, BANK goes back.

    MENU moves the mark down; in a list of more than six lines it turns to the next six.
    """

    title = ""
    roll = "pick"
    bank = "back"

    def __init__(self, app: "App") -> None:
        """The first line is marked."""
        super().__init__(app)
        self.at = 0

    def lines(self) -> "list[str]":
        """The lines to pick from, as they are now."""
        return []

    def pick(self, line: int) -> None:
        """Handles the line that the player picked (0 is the first)."""

    def back(self) -> None:
        """Handles BANK: closes the list."""
        self.app.close()

    def press(self, button: int) -> None:
        """Picks a line, moves the mark or goes back."""
        top = self._top()
        if button == ROLL:
            self.pick(self.at)
        elif button == BANK:
            self.back()
        elif button == MENU:
            lines = len(self.lines())
            self.at = top + _LINES if _pages(lines) > 1 else self.at + 1
            if self.at >= lines:
                self.at = 0
        elif button <= KEEP6 and top + button < len(self.lines()):
            self.at = top + button
            self.pick(self.at)
        else:
            self.refuse()

    def draw(self) -> None:
        """Draws the title, up to six lines with the numbers of their KEEP buttons, and the labels."""
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
        """Writes one line of the list, to the right of the number of its button."""
        canvas = self.app.canvas
        canvas.at(_TEXT_X, row, words)
        canvas.at(_MARK_X, row, "\u2192" if line == self.at else " ")

    def _top(self) -> int:
        """The first line shown."""
        return self.at // _LINES * _LINES


def _pages(lines: int) -> int:
    """The number of pages of six lines."""
    return (lines + _LINES - 1) // _LINES


class Page(Screen):
    """A few words on top of another screen: BANK goes back, ROLL does what the page offers, if anything."""

    title = ""
    words: "tuple[str, ...]" = ()
    roll = ""
    bank = "back"

    def confirm(self) -> None:
        """Handles ROLL, where `roll` names what it does."""

    def press(self, button: int) -> None:
        """Confirms or goes back."""
        if button == ROLL and self.roll:
            self.confirm()
        elif button == BANK:
            self.app.close()
        else:
            self.refuse()

    def draw(self) -> None:
        """Draws the title, the words and the labels."""
        self.head(self.title)
        for row in range(len(self.words)):
            self.app.canvas.at(0, row + 1, self.words[row])
        self.labels(self.roll, self.bank)


def wrap(words: str, width: int) -> "list[str]":
    """Breaks words into lines of at most `width` letters; a longer word is cut."""
    lines = [""]
    for word in words.split():
        while len(word) > width:
            lines.append(word[:width])
            word = word[width:]
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = lines[-1] + " " + word if lines[-1] else word
    return [line for line in lines if line]
