"""One sentence over the screen in charge: something went wrong or is worth knowing."""

from sixpip.board.buttons import ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Screen

if TYPE_CHECKING:
    from sixpip.app.app import App

_WIDTH = const(21)
_ROWS = const(6)


class Notice(Screen):
    """Shows a sentence until ROLL is pressed, then the screen that was there before comes back."""

    def __init__(self, app: "App", words: str, after: Screen, title: str = "Please note") -> None:
        """`words`: six lines of the OLED at a time; `after`: what comes back."""
        super().__init__(app)
        self._title = title
        self._lines = wrap(words, _WIDTH)
        self._after = after

    def press(self, button: int) -> None:
        """ROLL goes on, first to the rest of a long sentence."""
        if button == ROLL and len(self._lines) > _ROWS:
            self._lines = self._lines[_ROWS:]
        elif button == ROLL:
            self.app.go(self._after)
        else:
            self.refuse()

    def draw(self) -> None:
        """The sentence, and the way on."""
        canvas = self.app.canvas
        self.head(self._title)
        for row in range(min(_ROWS, len(self._lines))):
            canvas.at(0, row + 1 if len(self._lines) > 4 else row + 2, self._lines[row])
        self.labels("more" if len(self._lines) > _ROWS else "on", "")


def wrap(words: str, width: int) -> "list[str]":
    """Lines of at most `width` letters; a longer word is cut."""
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
