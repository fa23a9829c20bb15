"""The pause menu of a game, and the question before a game is given up."""

from sixpip.app.settings import find
from sixpip.port import const
from sixpip.screens.menu import Menu, Page

_PAGE = const(6)


class Pause(Menu):
    """MENU in a game: play on, scores, house rules, settings, the coach, leave. The turn stays as it is.

    On the next page the last turn; before it, where a decision can be taken back, the line for that.
    """

    title = "PAUSE"
    bank = "play on"

    def lines(self) -> "list[str]":
        """What a player can do."""
        coach = self.app.session.coach if self.app.session else 0
        return [
            "Play on",
            "Scores",
            "House rules",
            "Settings",
            f"Coach: {find('coach').choices[coach]}",
            "Leave the game",
        ] + (["Take back", "Last turn"] if self._can_take_back() else ["Last turn"])

    def _can_take_back(self) -> bool:
        """Whether the last decision can be taken back."""
        app = self.app
        return bool(app.session and app.session.undo and not app.settings.values["undo"])

    def draw(self) -> None:
        """Draws the list; its title shows where a decision can be taken back."""
        super().draw()
        if self.at < _PAGE and self._can_take_back():
            self.head(self.title, "MENU: take back")

    def pick(self, line: int) -> None:
        """Opens the screen of a line."""
        app = self.app
        session = app.session
        if line == 1 and session:
            app.open(session.engine + ".scores")
        elif line == 2 and session:
            app.open("house_rules")
        elif line == 3:
            app.open("settings")
        elif line == 4 and session:
            app.settings.values["coach"] = session.coach
            app.settings.change(find("coach"), app.board, app.sound)
            session.set_coach(app.settings.values["coach"])
        elif line == 5:
            app.open("leave_game")
        elif line == _PAGE and self._can_take_back():
            app.open("take_back")
        elif line >= _PAGE:
            app.open("last_turn")
        else:
            app.close()


class LeaveGame(Page):
    """Asks before a game is given up."""

    title = "LEAVE THE GAME?"
    words = ("", "    The scores of", " this game are lost.")
    roll = "leave"
    bank = "stay"

    def confirm(self) -> None:
        """Deletes the game."""
        self.app.leave_game()
