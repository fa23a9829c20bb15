"""The settings as a list on screen, and their words."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import Menu, Page, Screen

if TYPE_CHECKING:
    from sixpip.app.app import App

_NO_YES = ("no", "yes")
_ROWS = (
    ("bright", "Brightness", ("1", "2", "3", "4", "5")),
    ("sound", "Sound", ("off", "low", "high")),
    ("tumble", "Dice roll", ("long", "short", "no")),
    ("calm", "Flashing", ("full", "reduced")),
    ("hues", "Dice colour", ("rich", "clear")),
    ("signs", "Colour signs", _NO_YES),
    ("sleep", "Sleep after", ("1 min", "5 min", "never")),
    ("leds", "LEDs", ("5050 stock", "2020 tiles")),
    ("rows", "Rows", ("serpentine", "progressive")),
)
"""Name, title and values of each row of settings.py, in its order."""
_LEDS = const(7)


class SettingsScreen(Menu):
    """The settings as a list; picking a line changes it."""

    title = "SETTINGS"
    roll = "change"

    def __init__(self, app: "App", after: Screen) -> None:
        """`after`: the screen to go back to."""
        super().__init__(app)
        self._after = after

    def lines(self) -> "list[str]":
        """One line a setting."""
        values = self.app.settings.values
        return [f"{title}: {words[values[name]]}" for name, title, words in _ROWS]

    def pick(self, line: int) -> None:
        """Change one; ask before the dice may draw more."""
        settings = self.app.settings
        if line == _LEDS and not settings.values["leds"]:
            self.app.go(OwnTiles(self.app, self))
        else:
            settings.turn(line, self.app)

    def back(self) -> None:
        """Leave."""
        self.app.go(self._after)


class OwnTiles(Page):
    """Asks before the current limiter reckons by the smaller LEDs."""

    title = "2020 TILES?"
    words = (
        "Brighter dice, but",
        "only for the small",
        "LEDs of our own tiles",
        "Others would draw too",
        "much current.",
    )
    roll = "yes"

    def do(self) -> None:
        """They are."""
        self.app.go(self.after)
        self.app.settings.turn(_LEDS, self.app)
