"""Sentences on top of another screen: something went wrong or is worth knowing."""

from sixpip.board.contract import ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.screens.screen import Screen, wrap

if TYPE_CHECKING:
    from sixpip.app.app import App

_ROWS = const(6)


class Notice(Screen):
    """Shows one sentence or more until ROLL is pressed, six lines at a time."""

    def __init__(self, app: "App", words: str, title: str) -> None:
        """`words` is the sentence, or several with line breaks between them, and `title` the words in the top line."""
        super().__init__(app)
        self._title = title
        self._lines = [line for sentence in words.split("\n") for line in wrap(sentence)]

    def press(self, button: int) -> None:
        """Shows the rest of the lines with ROLL, then closes the notice."""
        if button == ROLL and len(self._lines) > _ROWS:
            self._lines = self._lines[_ROWS:]
        elif button == ROLL:
            self.app.close()
        else:
            self.refuse()

    def draw(self) -> None:
        """Draws the sentences."""
        lines = self._lines
        self.head(self._title)
        self.app.canvas.write(1 if len(lines) > 4 else 2, lines[:_ROWS])
        self.app.canvas.choice("more" if len(lines) > _ROWS else "next", "")
