"""What every step of the self-test is: rows of the bring-up, something that is tried, ROLL on and BANK back."""

from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Screen
from sixpip.view import palette, tiles
from sixpip.view.faces import letter

if TYPE_CHECKING:
    from sixpip.app.app import App

_LAST = const(6)  # row above the labels


class Step(Screen):
    """One page. A step may have parts, which ROLL goes through before the next step."""

    title = ""
    rows: "tuple[str, ...]" = ()
    """Code, place and span, as hardware/bringup has them."""
    parts = 1

    def __init__(self, app: "App", after: Screen, number: int) -> None:
        """`number`: its place among STEPS; `after`: the screen to go back to when the test ends."""
        super().__init__(app)
        self.part = 0
        self._after = after
        self._number = number

    def words(self) -> "list[str]":
        """What to look at, below the rows."""
        return []

    def keep(self, button: int) -> None:
        """A KEEP button."""
        self.refuse()

    def press(self, button: int) -> None:
        """On, back, or out."""
        if button == ROLL:
            self.on()
        elif button == BANK:
            self.back()
        elif button == MENU:
            self.go(-1)
        else:
            self.keep(button)

    def on(self) -> None:
        """The next part, or the next step."""
        self.part += 1
        if self.part >= self.parts:
            self.go(self._number + 1)

    def back(self) -> None:
        """The part before, or the step before."""
        if self.part:
            self.part -= 1
        else:
            self.go(self._number - 1)

    def go(self, number: int) -> None:
        """Another step; where there is none, the end."""
        from sixpip.screens.self_test.order import STEPS

        app = self.app
        app.settings.apply(app)  # a step may have had its own light and volume
        app.go(STEPS[number](app, self._after, number) if 0 <= number < len(STEPS) else self._after)

    def paint(self) -> None:
        """The code on the dice: whoever's OLED is dark sees how far it is."""
        self.spell(self.rows[0].split(" ")[0] if self.rows else self.title, palette.INK + 3)

    def spell(self, text: str, colour: int, start: int = 0) -> None:
        """Letters on the tiles from `start` on, all others dark."""
        pixels = self.app.board.pixels
        tiles.clear(pixels)
        for place in range(len(text)):
            tiles.draw(pixels, start + place, letter(text[place]), 0, colour)

    def ways(self) -> "tuple[str, str, str]":
        """What MENU, ROLL and BANK do; "" for nothing yet."""
        return "end", "next", "back"

    def draw(self) -> None:
        """The rows, what to look at, and the way on."""
        from sixpip.screens.self_test.order import STEPS

        out, roll, bank = self.ways()
        self.head(f"{self._number + 1}/{len(STEPS)} {self.title}", "MENU " + out if out else "")
        words = self.words()
        row = 1
        for line in self.rows:
            self.app.canvas.at(0, row, line)
            row += 1
        if 1 < row <= _LAST - len(words):
            row += 1
        for line in words:
            self.app.canvas.at(0, row, line)
            row += 1
        self.labels(roll, bank)
