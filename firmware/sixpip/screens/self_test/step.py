"""The base class of the steps of the self-test, and their order."""

from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Screen
from sixpip.view import palette, tiles
from sixpip.view.faces import letter

if TYPE_CHECKING:
    from sixpip.app.app import App

_LAST = const(6)  # row above the labels


STEPS = (
    "oled",
    "buttons",
    "buzzer",
    "usb",
    "bench",
    "dice",
    "dark",
    "white",
    "chain",
    "cell",
    "cell_off",
    "charge",
    "heat",
    "fair",
    "storage",
)
"""The steps in the order of the bring-up, then those that need no meter: "self_test." and the name is the screen."""


class Step(Screen):
    """One step: the rows of the bring-up guide, something to try, ROLL for the next and BANK for the previous step.

    A step may have parts, which ROLL goes through before the next step.
    """

    title = ""
    rows: "tuple[str, ...]" = ()
    """Code, test point and range, as in hardware/BRINGUP.md."""
    parts = 1

    def __init__(self, app: "App", number: int = 0) -> None:
        """`number`: the place in STEPS."""
        super().__init__(app)
        self.part = 0
        self._number = number

    def words(self) -> "list[str]":
        """What to look at: the lines below the rows."""
        return []

    def handle_keep(self, button: int) -> None:
        """Handles a KEEP button (0 to 5)."""
        self.refuse()

    def press(self, button: int) -> None:
        """ROLL goes on, BANK back, MENU ends the self-test."""
        if button == ROLL:
            self.next()
        elif button == BANK:
            self.back()
        elif button == MENU:
            self.go(-1)
        else:
            self.handle_keep(button)

    def next(self) -> None:
        """Goes to the next part or the next step."""
        self.part += 1
        if self.part >= self.parts:
            self.go(self._number + 1)

    def back(self) -> None:
        """Goes to the previous part or the previous step."""
        if self.part:
            self.part -= 1
        else:
            self.go(self._number - 1)

    def go(self, number: int) -> None:
        """Opens the step of that number; ends the self-test where there is none."""
        app = self.app
        app.settings.apply(app.board, app.sound)  # a step may have set its own brightness and volume
        if 0 <= number < len(STEPS):
            app.replace("self_test." + STEPS[number], number)
        else:
            app.close()

    def paint(self) -> None:
        """Spells the code of the step on the dice, for a console whose OLED is dark."""
        self.spell(self.rows[0].split(" ")[0] if self.rows else self.title, palette.INK + 3)

    def spell(self, text: str, color: int, start: int = 0) -> None:
        """Paints letters on the tiles from `start` on, all others dark."""
        pixels = self.app.board.pixels
        tiles.clear(pixels)
        for place in range(len(text)):
            tiles.draw(pixels, start + place, letter(text[place]), 0, color)

    def button_labels(self) -> "tuple[str, str, str]":
        """The labels of MENU, ROLL and BANK; "" for a button that does nothing yet."""
        return "end", "next", "back"

    def draw(self) -> None:
        """Draws the rows, what to look at, and the labels."""
        out, roll, bank = self.button_labels()
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
