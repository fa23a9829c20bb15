"""The lists of the settings, which are defined in app/settings.py."""

from sixpip.app.settings import LED_CHAIN, SETTINGS
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.rulebook.variants import PHASE, PIPS
from sixpip.screens.menu import Menu, paint_dice
from sixpip.view import tiles

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.settings import Setting


_OF_PHASE_TEN = const(("hues", "signs"))


class SettingsMenu(Menu):
    """One line per setting. Picking a line takes its next choice. The dice are lit, to show what changes."""

    title = "SETTINGS"
    roll = "change"
    settings: "tuple[Setting, ...]" = SETTINGS

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._palette = bytes(app.board.palette)

    def lines(self) -> "list[str]":
        """Returns the settings with their values."""
        values = self.app.settings.values
        return [f"{setting.label}: {setting.choices[values[setting.name]]}" for setting in self.settings]

    def pick(self, line: int) -> None:
        """Changes a setting. The one of the coach also changes the current game."""
        app, setting = self.app, self.settings[line]
        app.settings.change(setting, app.board, app.sound)
        if app.session and setting.name == "coach":
            app.session.coach = app.settings.values["coach"]
            app.session.unsaved = True

    def back(self) -> None:
        """Closes the list; the screen below it has its colors again."""
        self.app.board.palette[:] = self._palette
        super().back()

    def paint(self) -> None:
        """Paints the dice of the game in play, or those of Dice 10 000; for a color setting those of Phase 10."""
        app = self.app
        app.board.palette[:] = self._palette
        engine = app.session.engine if app.session else PHASE.engine
        if engine == PHASE.engine and self.settings[self.at].name in _OF_PHASE_TEN:
            paint_dice(app, PHASE, tiles.TILES, False)
        elif not app.paint_game():
            paint_dice(app, PIPS, tiles.TILES, False)


_OWN_TILES = const(
    (
        "Brighter dice, but",
        "only for the small",
        "LEDs of our own tiles",
        "Others would draw too",
        "much current.",
    )
)


class LedChain(SettingsMenu):
    """What the builder sets once, from the workshop."""

    title = "LED CHAIN"
    settings = LED_CHAIN

    def pick(self, line: int) -> None:
        """Changes a setting; asks before the current limiter expects the smaller LEDs."""
        setting = self.settings[line]
        if setting.name == "leds" and not self.app.settings.values["leds"]:
            self.app.open("question", "2020 TILES?", _OWN_TILES, "yes", self._use_own_tiles)
        else:
            super().pick(line)

    def _use_own_tiles(self) -> None:
        self.app.close()
        super().pick(0)
