"""The settings as a list on screen."""

from sixpip.console.screen import Menu, Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App


class SettingsScreen(Menu):
    """The settings as a list; picking a line changes it."""

    title = "SETTINGS"
    roll = "change"

    def __init__(self, app: "App", after: Screen) -> None:
        """`after`: the screen to go back to."""
        super().__init__(app)
        self._after = after

    def lines(self) -> "list[str]":
        """The settings."""
        return self.app.settings.lines()

    def pick(self, line: int) -> None:
        """Change one."""
        self.app.settings.turn(line, self.app)

    def back(self) -> None:
        """Leave."""
        self.app.go(self._after)
