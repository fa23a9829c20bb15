"""The base classes of menus: a list to pick from (Menu), and a page of words (Page). No game in play needs them."""

from sixpip.board.buttons import BANK, KEEP6, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Screen
from sixpip.view import palette

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import Variant

_LINES = const(6)
_MARK_X = const(10)
_TEXT_X = const(18)
_ROOM = const(19)  # with fewer letters on both sides of a title there is room for a sign


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

    def head(self, left: str, right: str = "") -> None:
        """Draws the top line, with a sign of the charger where there is room: a bolt, a full battery once charged."""
        sign = ("", " \u26a1", " \u25ae")[self.app.power.charge]
        super().head(left + sign if len(left) + len(right) < _ROOM else left, right)

    def back(self) -> None:
        """Handles BANK: closes the list."""
        self.app.close()

    def press(self, button: int) -> None:
        """Picks a line, moves the mark or goes back."""
        top = self._top()
        if button == ROLL and self.lines():
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
        self.labels(self.roll if lines else "", self.bank)

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


def paint_variant(app: "App", variant: "Variant") -> None:
    """Paints the dice of a variant by its rule sheet, in its own color."""
    palette.load(app.board.palette, variant.ink)
    marked = variant.written("wild_die", "no") == "yes"
    app.preview(variant.dice_set, int(variant.written("dice", "6")), marked)


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
