"""The settings of the console, one row each: its name in the record, what the list shows and its choices.

Values are places in a row's choices. How the list looks is in screens/settings.py.
"""

from sixpip.app.games.session import LAST
from sixpip.app.games.session import RECORD as GAME
from sixpip.compat import TYPE_CHECKING, const, load_module

if TYPE_CHECKING:
    from types import ModuleType

    from sixpip.board.contract import Board
    from sixpip.storage.record_store import Store
    from sixpip.view.sound import TunePlayer

RECORD = "settings"
"""The record of all values."""
BRIGHTNESSES = (16, 24, 32, 64, 128)
"""Of Board.brightness, from palette.DIMMEST on; the current limiter acts on top of it."""
_SLEEP_MS = const((300_000, 900_000, 0))
_NO_YES = const(("no", "yes"))
_MEDIUM = const(2)
_NORMAL = const(1)


class Setting:
    """One setting as data."""

    def __init__(self, name: str, label: str, choices: "tuple[str, ...]", default: int = 0) -> None:
        """`name` is the key in the record, `label` what the list shows, and `default` a place in `choices`."""
        self.name = name
        self.label = label
        self.choices = choices
        self.default = default


SETTINGS = (
    Setting("bright", "Brightness", ("1", "2", "3", "4", "5"), _MEDIUM),
    Setting("sound", "Sound", ("off", "low", "high"), _MEDIUM),
    Setting("tumble", "Dice roll", ("long", "short", "no")),
    Setting("pace", "Computers", ("slow", "normal", "quick"), _NORMAL),
    Setting("calm", "Flashing", ("full", "reduced")),
    Setting("hues", "Dice color", ("rich", "clear")),
    Setting("signs", "Color signs", _NO_YES),
    Setting("coach", "Coach", ("off", "on request", "always")),
    Setting("undo", "Undo", ("on", "off")),
    Setting("hints", "First hints", ("on", "off")),
    Setting("sleep", "Sleep", ("5 min", "15 min", "never")),
)
"""The settings for players."""

AGREEMENTS = (
    Setting("match", "Match", ("one game", "best of 3", "best of 5", "best of 7")),
    Setting("starts", "Starts", ("in turn", "loser", "by rules")),
    Setting("clock", "Turn clock", ("off", "30 s", "1 min", "2 min")),
)
"""What the players agree on before a game, for this one and the next."""

LED_CHAIN = (
    Setting("leds", "LEDs", ("5050 stock", "2020 tiles")),
    Setting("rows", "Rows", ("serpentine", "progressive")),
)
"""What the builder sets once, in the workshop: with wrong values the dice show nothing readable.

A record that is lost or damaged gives the defaults: for "leds" the type with which no LEDs draw too much current.
"""

CELL = "cell"
"""The name of the calibration of the cell voltage in the record: per mille, by which the maker's meter shows more."""
MOST_TRIM = const(50)
"""The divider (2 x 1 %) and the reference of the ADC (1 %) are off by 3 % at most: 5 % is a wrong part."""

TO_GET_IN = const(1)
BUSTED = const(2)
HOT_DICE = const(4)
LAST_ROUND = const(8)
SIMPLE_RULE = const(16)
FIRST_TURN = const(32)
SECOND_TURN = const(64)
"""The hints for beginners: each is shown once, when it helps."""
_HINTED = const("hinted")  # the name in the record of those that were shown, one bit each
_HAS_TURNS = const(128)  # the record is of a version with FIRST_TURN and SECOND_TURN
_ALL_HINTS = const(255)

_ALL = SETTINGS + AGREEMENTS + LED_CHAIN


def setting_named(name: str) -> Setting:
    """Returns the row of that name."""
    return [setting for setting in _ALL if setting.name == name][0]


class Settings:
    """The values of all settings by name."""

    def __init__(self, store: "Store") -> None:
        """Loads the saved values; names and values that are not known are ignored."""
        self.unsaved = False
        saved = store.load(RECORD)
        self.values: dict[str, int] = {}
        for setting in _ALL:
            value = saved.get(setting.name) if isinstance(saved, dict) else None
            if not isinstance(value, int) or not 0 <= value < len(setting.choices):
                value = setting.default
            self.values[setting.name] = value
        value = saved.get(CELL) if isinstance(saved, dict) else None
        self.values[CELL] = value if isinstance(value, int) and -MOST_TRIM <= value <= MOST_TRIM else 0
        value = saved.get(_HINTED) if isinstance(saved, dict) else None
        shown = value & _ALL_HINTS if isinstance(value, int) else 0
        if not shown & _HAS_TURNS and (shown or store.has(GAME) or store.has(LAST)):
            shown |= FIRST_TURN | SECOND_TURN  # games were played before there were these hints
        self.values[_HINTED] = shown | _HAS_TURNS
        self.turns_to_try = 0
        """The turns that are still to be explained because a player has asked for it (screens/start/how_to_play.py)."""

    def is_on(self, name: str) -> bool:
        """Returns whether a setting with the choices "on" and "off" is on."""
        return setting_named(name).choices[self.values[name]] == "on"

    def apply(self, board: "Board", sound: "TunePlayer") -> None:
        """Puts the settings in force that board and buzzer know; the code that needs another value reads it."""
        values = self.values
        board.cell_trim = values[CELL]
        board.brightness = BRIGHTNESSES[values["bright"]]
        board.set_leds(not values["leds"], not values["rows"])
        sound.volume = values["sound"]

    def sleep_ms(self) -> int:
        """Milliseconds without a press after which the console sleeps in a game; 0: never, not even in menus."""
        return _SLEEP_MS[self.values["sleep"]]

    def takes_hint(self, hint: int) -> bool:
        """Returns whether a hint is to be shown, which it is only once."""
        if not self.is_on("hints") or self.values[_HINTED] & hint:
            return False
        self.values[_HINTED] |= hint
        self.unsaved = True
        return True

    def takes_first_turn(self) -> bool:
        """Returns whether a turn that begins is to be explained: the first two on the console, and those to try."""
        if self.turns_to_try:
            self.turns_to_try -= 1
            return True
        return self.takes_hint(FIRST_TURN) or self.takes_hint(SECOND_TURN)

    def animations(self) -> "ModuleType":
        """Returns the module that animates the dice, view/animation.py or view/reduced_motion.py."""
        return load_module("sixpip.view." + ("reduced_motion" if self.values["calm"] else "animation"))

    def change(self, setting: Setting, board: "Board", sound: "TunePlayer") -> None:
        """Takes the next choice of a setting and puts it in force; the app saves it after the next frame.

        Hints that are switched on again are all shown again.
        """
        if setting.name == "hints":
            self.values[_HINTED] = _HAS_TURNS
        self.values[setting.name] = (self.values[setting.name] + 1) % len(setting.choices)
        self.apply(board, sound)
        self.unsaved = True

    def reset(self, names: "tuple[str, ...]") -> None:
        """Gives these settings their first choice."""
        for name in names:
            self.values[name] = 0
        self.unsaved = True

    def save(self, store: "Store") -> None:
        """Saves the values if they changed since the last save. Raises StorageFull, StorageError."""
        if self.unsaved:
            store.save(RECORD, self.values)
            self.unsaved = False
