"""The pause menu of a game, and the question before a game is left where that loses something."""

from sixpip.app.settings import find
from sixpip.port import TYPE_CHECKING
from sixpip.screens.menu import Menu, Page

if TYPE_CHECKING:
    from sixpip.app.app import App


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
            "Leave: go on later",
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
            self._leave()
        else:
            app.close()

    def _leave(self) -> None:
        """Parks the game; asks first if another one is lost by that."""
        app = self.app
        app.acknowledge_press()
        if not app.session:
            return
        from sixpip.app import parking  # once in a game at most

        lost = parking.lost_by_leaving(app.store, app.session)
        if lost:
            app.open("leave_game", lost)
        else:
            parking.leave_game(app)


class LeaveGame(Page):
    """Asks before a game is left, when there is no room to park it: the scores of one game are lost."""

    title = "LEAVE THE GAME?"
    roll = "leave"
    bank = "stay"

    def __init__(self, app: "App", lost: "tuple[str, list[str], list[int]]") -> None:
        """`lost`: as parking.lost_by_leaving returns it."""
        super().__init__(app)
        self._reason, self._names, self._scores = lost

    def draw(self) -> None:
        """Draws the page, and the scores of the game that is lost."""
        from sixpip.screens.score_list import draw_scores

        super().draw()
        self.app.canvas.center(2, self._reason)
        draw_scores(self.app.canvas, self._names, self._scores)

    def confirm(self) -> None:
        """Leaves the game."""
        self.app.acknowledge_press()  # the import takes a while
        from sixpip.app import parking

        parking.leave_game(self.app)
