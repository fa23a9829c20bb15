"""The last words before the console switches itself off."""

from sixpip.port import TYPE_CHECKING, Stopwatch, const
from sixpip.screens.menu import Page

if TYPE_CHECKING:
    from sixpip.app.app import App

READ_MS = const(3000)
"""Time to read the page; BANK goes back until then."""


class SwitchOff(Page):
    """Shows how to switch on again, then switches off."""

    title = "SWITCHING OFF"

    def __init__(self, app: "App") -> None:
        """The time to read starts with the first drawing."""
        super().__init__(app)
        self._watch = Stopwatch()

    def tick(self, now_ms: int) -> bool:
        """Switches off when the page has been read."""
        if self._watch.step(now_ms) >= READ_MS:
            self.app.close()  # shown again where the console stays on
            self.app.power.sleep(True)
        return False

    def draw(self) -> None:
        """Draws the page."""
        super().draw()
        canvas = self.app.canvas
        if self.app.session:
            canvas.center(2, "The game is saved.")
        canvas.center(4, "Press ROLL")
        canvas.center(5, "to switch on.")
