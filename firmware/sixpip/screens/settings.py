"""The list of the settings, and the question before the current limit is raised. The settings: app/settings.py."""

from sixpip.app.settings import SETTINGS
from sixpip.port import TYPE_CHECKING
from sixpip.screens.menu import Menu, Page

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.settings import Setting


class SettingsMenu(Menu):
    """One line a setting; picking a line takes its next choice."""

    title = "SETTINGS"
    roll = "change"

    def lines(self) -> "list[str]":
        """The settings with their values."""
        values = self.app.settings.values
        return [f"{setting.label}: {setting.choices[values[setting.name]]}" for setting in SETTINGS]

    def pick(self, line: int) -> None:
        """Changes a setting; asks first where its row says so."""
        setting = SETTINGS[line]
        if setting.confirm and self.app.settings.values[setting.name] == setting.default:
            self.app.open(setting.confirm, setting)
        else:
            self.app.settings.change(setting, self.app.board, self.app.sound)


class ConfirmOwnTiles(Page):
    """Asks before the current limiter expects the smaller LEDs."""

    title = "2020 TILES?"
    words = (
        "Brighter dice, but",
        "only for the small",
        "LEDs of our own tiles",
        "Others would draw too",
        "much current.",
    )
    roll = "yes"

    def __init__(self, app: "App", setting: "Setting") -> None:
        """`setting`: the row to change."""
        super().__init__(app)
        self._setting = setting

    def confirm(self) -> None:
        """Changes the setting."""
        self.app.close()
        self.app.settings.change(self._setting, self.app.board, self.app.sound)
