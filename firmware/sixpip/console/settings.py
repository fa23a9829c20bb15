"""What the players set once for the console: light, sound, how fast the dice tumble, when to sleep. Kept in the store.

The list on screen is settings_screen.py's.
"""

from sixpip.port import const
from sixpip.storage.records import StorageError, StorageFull

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sixpip.console.app import App
    from sixpip.storage.records import Store

_RECORD = "settings"
_LEVELS = (8, 16, 32, 64, 128)  # of Board.brightness; the current limiter holds above them all
_BOOT_LEVEL = const(2)
_SLEEP_MS = (60_000, 300_000, 0)

_ROWS = (
    ("bright", "Brightness", ("1", "2", "3", "4", "5"), _BOOT_LEVEL),
    ("sound", "Sound", ("off", "low", "high"), 2),
    ("tumble", "Dice roll", ("long", "short", "no"), 0),
    ("hues", "Dice colour", ("rich", "clear"), 0),
    ("signs", "Colour signs", ("no", "yes"), 0),
    ("sleep", "Sleep after", ("1 min", "5 min", "never"), 0),
)


class Settings:
    """The settings by name, each the place of a value in its row."""

    def __init__(self, store: "Store") -> None:
        """As they were saved; anything the rows do not know is passed over."""
        self._store = store
        saved = store.load(_RECORD)
        self.values = {name: start for name, _, _, start in _ROWS}
        if isinstance(saved, dict):
            for name, _, words, _ in _ROWS:
                value = saved.get(name)
                if isinstance(value, int) and 0 <= value < len(words):
                    self.values[name] = value

    def apply(self, app: "App") -> None:
        """Make the console follow them."""
        app.board.brightness = _LEVELS[self.values["bright"]]
        app.sound.volume = self.values["sound"]

    def sleep_ms(self) -> int:
        """After so long without a press the console sleeps; 0: never."""
        return _SLEEP_MS[self.values["sleep"]]

    def turn(self, row: int, app: "App") -> None:
        """Put the next value of a row in force and keep it."""
        name, _, words, _ = _ROWS[row]
        self.values[name] = (self.values[name] + 1) % len(words)
        self.apply(app)
        try:
            self._store.save(_RECORD, self.values)
        except (StorageFull, StorageError) as error:
            app.say(error.args[0])

    def lines(self) -> "list[str]":
        """One line a setting, for the screen."""
        return [f"{title}: {words[self.values[name]]}" for name, title, words, _ in _ROWS]
