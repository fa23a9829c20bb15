"""The pause menu of a game, and the question before a game is given up."""

from sixpip.app.settings import find
from sixpip.screens.menu import Menu, Page


class Pause(Menu):
    """MENU in a game: play on, scores, house rules, settings, the coach, leave. The turn stays as it is."""

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
        ]

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
