"""The question before the last decision is taken back. What that does: app/session.py."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.screens.menu import Page

if TYPE_CHECKING:
    from sixpip.app.app import App

_DEEDS = {
    actions.KEEP: "kept dice",
    actions.BANK: "banked",
    actions.FRESH: "started fresh",
    actions.CALL: "called the roll",
    actions.STOP: "ended the turn",
}


class TakeBack(Page):
    """Names the decision; ROLL takes it back and goes to the game."""

    title = "UNDO?"
    words = ("", "", "", "Then choose again,", "with the same dice.")
    roll = "yes"
    bank = "no"

    def __init__(self, app: "App") -> None:
        """The decision is that of Session.undo. Raises ValueError when there is none."""
        super().__init__(app)
        session = app.session
        if session is None or session.undo is None:
            raise ValueError("nothing can be taken back")
        _, action, _, player, _, _ = session.undo
        self._session = session
        self._name = session.names[player]
        self._deed = _DEEDS.get(action[0], "took the dice")

    def confirm(self) -> None:
        """Takes it back."""
        from sixpip.app.session import take_back  # not before it is certain

        take_back(self._session)
        self.app.close()
        self.app.close()  # the pause menu
        self.app.screen.refresh()

    def draw(self) -> None:
        """Draws whose decision it is, and which."""
        super().draw()
        self.app.canvas.center(1, self._name)
        self.app.canvas.center(2, self._deed)
