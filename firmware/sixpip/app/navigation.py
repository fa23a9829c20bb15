"""The map of the console: every screen by its name, and the stack of the screens that are open.

A screen opens another one by its name (App.open) and never imports it. Modules are imported when a screen is opened and
unloaded when it is closed, by comparing sys.modules with what was loaded before: memory is short.
"""

from sixpip.port import TYPE_CHECKING, collect_garbage, load_module, loaded_modules, unload_modules

if TYPE_CHECKING:
    from typing import Protocol

    from sixpip.app.session import Session

    class Screen(Protocol):
        """What the app calls on the screen in charge; screens/screen.py says what each method does."""

        def press(self, button: int) -> None:
            """Handles a press."""
            ...

        def tick(self, now_ms: int) -> bool:
            """Animates the dice."""
            ...

        def idle(self) -> bool:
            """Works ahead."""
            ...

        def paint(self) -> None:
            """Paints the dice."""
            ...

        def update(self) -> bool:
            """Computes what the OLED shows."""
            ...

        def draw(self) -> None:
            """Draws the OLED."""
            ...

    class App(Protocol):
        """What the navigation needs of the app."""

        session: "Session | None"


_SCREENS = "sixpip.screens."

SCREENS = {
    "boot_menu": "boot_menu:BootMenu",
    "notice": "notice:Notice",
    "player_count": "player_setup:PlayerCount",
    "player_setup": "player_setup:PlayerSetup",
    "name_entry": "name_entry:NameEntry",
    "house_rules": "house_rules:HouseRules",
    "house_rule": "house_rules:HouseRule",
    "pause": "pause:Pause",
    "leave_game": "pause:LeaveGame",
    "settings": "settings:SettingsMenu",
    "confirm_own_tiles": "settings:ConfirmOwnTiles",
    "workshop": "workshop:Workshop",
    "about": "workshop:About",
    "new_firmware": "workshop:NewFirmware",
    "ten_thousand.play": "ten_thousand.play:TenThousandScreen",
    "ten_thousand.call_menu": "ten_thousand.call_menu:CallMenu",
    "ten_thousand.scores": "ten_thousand.scores:Scores",
    "ten_thousand.ranking": "ten_thousand.ranking:TenThousandRanking",
    "phase_ten.play": "phase_ten.play:PhaseTenScreen",
    "phase_ten.scores": "phase_ten.score_sheet:ScoreSheet",
    "phase_ten.ranking": "phase_ten.ranking:PhaseTenRanking",
    "self_test.oled": "self_test.lights:Display",
    "self_test.buttons": "self_test.checks:Buttons",
    "self_test.buzzer": "self_test.checks:Buzzer",
    "self_test.usb": "self_test.checks:OnUsb",
    "self_test.bench": "self_test.lights:Bench",
    "self_test.dice": "self_test.lights:EachDie",
    "self_test.dark": "self_test.lights:AllDark",
    "self_test.white": "self_test.lights:AllWhite",
    "self_test.chain": "self_test.lights:Travel",
    "self_test.cell": "self_test.checks:Cell",
    "self_test.cell_off": "self_test.checks:CellOff",
    "self_test.heat": "self_test.lights:Heat",
    "self_test.fair": "self_test.checks:Fair",
    "self_test.storage": "self_test.checks:Storage",
}
"""Every screen: its name, its module below screens/ and its class. A name with a dot belongs to an engine or to the
self-test."""

_SHARED = ("sixpip.rules.variant", "sixpip.rules.dice_sets", "sixpip.screens.screen")
"""What menus and games both use: loaded at the start and never unloaded."""

_IN_PLAY = (
    "sixpip.players.",
    "sixpip.rules.actions",
    "sixpip.rules.events",
    "sixpip.rules.stages",
    "sixpip.rules.validators",
    "sixpip.screens.game",
    "sixpip.view.animation",
    "sixpip.view.faces",
)
"""Prefixes of the modules that every game uses: they stay while a game is played. A test checks them."""

_PRELOADED = {
    "ten_thousand": (
        "rules.ten_thousand.combinations",
        "rules.ten_thousand.scorer",
        "rules.ten_thousand.house_rules.house_rule",
        "rules.ten_thousand.house_rules.rule_set",
        "rules.ten_thousand.state",
        "rules.ten_thousand.game",
        "rules.ten_thousand.log_format",
        "screens.game.dice_view",
        "screens.game.game_screen",
        "players.ten_thousand.decision",
        "screens.ten_thousand.turn_screen",
        "screens.ten_thousand.prompts",
        "screens.ten_thousand.result_pages",
        "screens.ten_thousand.event_handlers",
        "screens.ten_thousand.play",
    ),
    "phase_ten": (
        "rules.phase_ten.best_use",
        "rules.phase_ten.state",
        "rules.phase_ten.game",
        "rules.phase_ten.log_format",
        "screens.game.dice_view",
        "screens.game.game_screen",
        "players.phase_ten.decision",
        "screens.phase_ten.turn_screen",
        "screens.phase_ten.pages",
        "screens.phase_ten.play",
    ),
}
"""The modules of a game, each small enough to import between two presses (about 0.1 s on the Pico)."""


_PREVIEWS = (
    "screens.ten_thousand.preview",
    "rules.phase_ten.dice",
    "screens.phase_ten.faces",
    "screens.phase_ten.preview",
)
"""The modules that show the dice of all variants in menus, each small enough to import between two presses."""


def preload_previews() -> bool:
    """Imports the next module of the previews that is not loaded; True while there are more."""
    loaded = loaded_modules()
    for module in _PREVIEWS:
        if "sixpip." + module not in loaded:
            load_module("sixpip." + module)
            return True
    return False


def preload(engine: str, step: int) -> bool:
    """Imports the module number `step` of a game; True while there are more."""
    modules = _PRELOADED[engine]
    if step < len(modules):
        load_module("sixpip." + modules[step])
    elif step == len(modules):
        collect_garbage()  # imports leave much of it: now, and not while a press waits for the game to start
    return step < len(modules)


class Navigation:
    """The open screens, the one in charge on top, each with the modules that were loaded before it was opened."""

    def __init__(self, app: "App") -> None:
        """`app` is handed to every screen. What is loaded now stays loaded."""
        for module in _SHARED:
            load_module(module)
        self._app = app
        self._base = loaded_modules()
        self._stack: list[tuple[Screen, tuple[str, ...]]] = []
        self._brought: list[str] = []  # the screen modules that making the last started screen imported

    def top(self) -> "Screen":
        """The screen in charge."""
        return self._stack[-1][0]

    def open(self, name: str, *args: "object") -> None:
        """Puts the screen of that name in SCREENS on top; `args` follow `app` in its constructor."""
        before = loaded_modules()
        self._stack.append((self._make(name, args), before))

    def replace(self, name: str, *args: "object") -> None:
        """Opens a screen in place of the one in charge."""
        _, before = self._stack.pop()
        self._stack.append((self._make(name, args), before))

    def close(self) -> None:
        """Closes the screen in charge and unloads what was imported since it was opened."""
        _, before = self._stack.pop()
        unload_modules([name for name in loaded_modules() if name not in before])

    def start(self, name: str, *args: "object") -> None:
        """Opens a screen in place of all that are open, and unloads all that it and the game in hand do not need."""
        if self._stack or self._app.session:  # at power-on the boot menu needs what has just been imported
            self._unload_others()
        before = loaded_modules()
        self._stack = [(self._make(name, args), before)]
        self._brought = [name for name in loaded_modules() if name not in before and name.startswith(_SCREENS)]

    def _make(self, name: str, args: "tuple[object, ...]") -> "Screen":
        module, _, kind = SCREENS[name].partition(":")
        screen: Screen = getattr(load_module(_SCREENS + module), kind)(self._app, *args)
        return screen

    def _unload_others(self) -> None:
        """Unloads the screen modules that the last started screen brought, and all else that the game does not need."""
        keep: tuple[str, ...] = ()
        session = self._app.session
        if session:
            engine = session.engine
            keep = ("sixpip.rules." + engine, "sixpip.screens." + engine) + _IN_PLAY
        others = [name for name in loaded_modules() if name not in self._base]
        needed = [name for name in others if any([name.startswith(start) for start in keep])]
        unload_modules([name for name in others if name not in needed or name in self._brought])
