"""What the players set once for the console: light, sound, how the dice move, which LEDs they have. Kept in the store.

The list on screen and its words are settings_screen.py's.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.storage.records import StorageError, StorageFull

if TYPE_CHECKING:
    from types import ModuleType

    from sixpip.app.app import App
    from sixpip.storage.records import Store

_RECORD = "settings"
_LEVELS = (8, 16, 32, 64, 128)  # of Board.brightness; the current limiter holds above them all
_SLEEP_MS = (60_000, 300_000, 0)
_START = const(2)  # brightness and sound; all others start with their first value

# A record that is lost or damaged gives the first values: of "leds" that is the one under which no LEDs draw too much.
_NAMES = ("bright", "sound", "tumble", "calm", "hues", "signs", "sleep", "leds", "rows")
_VALUES = b"\x05\x03\x03\x02\x02\x02\x03\x02\x02"
"""The settings by name, and how many values each has."""


class Settings:
    """The settings by name, each the place of a value in its row."""

    def __init__(self, store: "Store") -> None:
        """As they were saved; anything that is not known is passed over."""
        self._store = store
        saved = store.load(_RECORD)
        self.values: dict[str, int] = {}
        for row in range(len(_NAMES)):
            value = saved.get(_NAMES[row]) if isinstance(saved, dict) else None
            if not isinstance(value, int) or not 0 <= value < _VALUES[row]:
                value = _START if row < 2 else 0
            self.values[_NAMES[row]] = value

    def apply(self, app: "App") -> None:
        """Make the console follow them."""
        app.board.set_leds(not self.values["leds"], not self.values["rows"])
        app.board.brightness = _LEVELS[self.values["bright"]]
        app.sound.volume = self.values["sound"]

    def sleep_ms(self) -> int:
        """After so long without a press the console sleeps; 0: never."""
        return _SLEEP_MS[self.values["sleep"]]

    def moves(self) -> "ModuleType":
        """What moves the dice: view/animation.py, or its calm twin where flashing is to be reduced."""
        if self.values["calm"]:
            from sixpip.view import reduced_motion

            return reduced_motion
        from sixpip.view import animation

        return animation

    def turn(self, row: int, app: "App") -> None:
        """Put the next value of a row in force and keep it."""
        name = _NAMES[row]
        self.values[name] = (self.values[name] + 1) % _VALUES[row]
        self.apply(app)
        try:
            self._store.save(_RECORD, self.values)
        except (StorageFull, StorageError) as error:
            app.say(error.args[0])
