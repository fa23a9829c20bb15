"""The console's loop: presses go to the screen in charge, then it is drawn, then what changed is saved.

The app owns the board, the store, the settings, the open screens and the game in hand.
"""

from sixpip.app import memory
from sixpip.app.dice_source import DiceSource
from sixpip.app.games.session import RECORD
from sixpip.app.power import ASLEEP, PowerManager
from sixpip.app.screen_stack import ScreenStack
from sixpip.app.settings import Settings
from sixpip.compat import TYPE_CHECKING, Stopwatch, collect_garbage, const, exists, load_module, ticks_diff
from sixpip.rules.core.actions import OVER
from sixpip.rules.rulebook.variant import OWN_VARIANTS
from sixpip.storage.record_store import StorageError, StorageFull, Store
from sixpip.view import palette, sound, text

if TYPE_CHECKING:
    from types import ModuleType

    from sixpip.app.announcer import Announcer
    from sixpip.app.games.game_start import Order
    from sixpip.app.games.session import Session
    from sixpip.board.contract import Board
    from sixpip.screens.screen import Screen

_FRAME_MS = const(30)  # from one frame to the next; the last sleep of a wait may add a little
_THINKING_MS = const(6)  # a step of thinking takes at most 5
_ASLEEP_MS = const(2000)

_GAME_START = const("sixpip.app.games.game_start")
_ANNOUNCER = const("sixpip.app.announcer")
_UNTROUBLED_MS = const(600_000)  # after this time a failure (Board.failures) is not one in a row any more


class App:
    """The running console."""

    _announcer: "Announcer | None" = None  # while somebody listens at the serial port

    def __init__(self, board: "Board", without_game: bool = False) -> None:
        """Starts on `board`: with the saved game if there is one, else with the boot menu.

        With `without_game` it parks the saved game and opens the boot menu.
        """
        self.board = board
        self.canvas = text.Canvas(board.oled)
        self.sound = sound.TunePlayer(board)
        self.store = Store(board.folder)
        self.dice = DiceSource(board.random_bytes)
        self.session: Session | None = None
        self.wins: dict[str, int] = {}
        """The games that each player has won since power-on, by name; a game that is resumed brings its own."""
        self.settings = Settings(self.store)
        self.settings.apply(board, self.sound)
        self.power = PowerManager(self)
        self._stale = True
        self._garbage = True  # the screen has been drawn since the last collection
        self._next_game: tuple[str, Order] | None = None
        self._press = -1
        self.handled = -1
        """The last press."""
        self._unanswered = False  # a press is handled, and nothing shows it yet
        self._reported = 0
        palette.load(board.palette)
        self.screens = screens = ScreenStack(self)
        self.open = screens.open
        self.replace = screens.replace
        self.close = screens.close
        self.leaves_out = board.failures > 1
        """Whether the console starts without the saved game and own variants: the memory ran out twice in a row."""
        self.refused_variants: list[tuple[str, str]] = []
        """The files of own variants that were refused, each with the reason."""
        memory.keep_loaded()
        self._load_variants()
        self._age = Stopwatch()
        if board.failures or self.store.has(RECORD):
            board.run_code_from_flash(App.__init__, run)
            self.load_game_start().open_first(self, without_game)
        else:
            screens.start("boot_menu")
        if self._next_game:
            self._start_next_game(*self._next_game)
        screens.open_ordered()

    def _load_variants(self) -> None:
        OWN_VARIANTS.clear()
        folder = self.board.variants
        if not exists(folder):
            return
        if self.leaves_out:
            self.refused_variants = [("variants", "The memory ran out twice, so your own variants are left out")]
            return
        from sixpip.app.house_rules.custom_variants import load_variants

        self.refused_variants = load_variants(folder)

    def open_game(self, session: "Session | None") -> None:
        """Opens a game as it was left; without one the boot menu."""
        if self.session:
            self.session.drop_players()
        self.session = session
        if not session:
            self.start("boot_menu")
            return
        session.wins = self.wins
        session.import_next = self.board.import_next
        if session.game.stage == OVER:
            palette.load(self.board.palette, session.game.variant.ink)
            self.start_game("ranking")
            return
        self.start_game("play")

    # Screens

    @property
    def screen(self) -> "Screen":
        """The screen in charge."""
        return self.screens.top

    def start(self, name: str) -> None:
        """Opens a screen by its name in place of all that are open."""
        if self.session:
            self.session.drop_players()
        self.screens.start(name)

    def start_game(self, name: str) -> None:
        """Opens a screen of the game in hand, such as "play" or "ranking", in place of all that are open."""
        if self.session:
            self.start(f"{self.session.engine}.{name}")

    def prepare(self, engine: str) -> bool:
        """Imports a module that the start of a game of an engine needs, while the players read; True if more are left.

        It goes with the screen that calls this, unless a game begins.
        """
        for name in engine_modules(engine) + (_GAME_START,):
            if self.board.import_next(name):
                return True  # one at a time: a press waits meanwhile
        return False

    def load_game_start(self) -> "ModuleType":
        """Imports and returns the module that starts games. A press is acknowledged, because that takes a while."""
        self.acknowledge_press()
        return load_module(_GAME_START)

    def load_parking(self) -> "ModuleType":
        """Imports and returns the module that parks games. A press is acknowledged, because that takes a while."""
        self.acknowledge_press()
        return load_module("sixpip.app.games.parking")

    def begin(self, engine: str, order: "Order") -> None:
        """Has a game of an engine made and opened when the press has been handled; it closes all screens."""
        self._next_game = engine, order

    def _start_next_game(self, engine: str, order: "Order") -> None:
        """Makes the game that is about to start and orders its screen; without one, the boot menu and why."""
        self._next_game = None
        self.screens.close_all()
        self.screens.wait()
        stays = self._import_engine(engine)
        session, words = self.session, ""
        try:
            session = self.load_game_start().make(self, order)
            memory.keep_for_game(stays.union(session.game.modules() if session else ()))
            words = "" if session else self.store.refusal(RECORD)
        except StorageError as error:
            words = error.args[0]
        self.open_game(session)
        self.notify(words)

    def _import_engine(self, engine: str) -> "set[str]":
        """Imports what the start of a game needs; drops what only menus and other games need.

        Returns the names of the modules that stay loaded during the game.
        """
        in_use: tuple[str, ...] = ()
        if self.session:
            self.session.drop_players()
            in_use = self.session.game.modules()
        needed = engine_modules(engine)
        listens = self._announcer is not None
        if listens:
            self._stop_listening()
        memory.keep_for_game(self.board.needed_modules(needed + (_GAME_START,)).union(in_use))
        if listens:
            self._start_listening()  # again, so that no holes stay where menus were before it
        for name in needed[:-1]:  # the screen opens later
            load_module(name)
        return self.board.needed_modules(needed) or set(memory.mark())

    def paint_game(self) -> bool:
        """Paints the dice of the game that the screens are open on; False if it is none."""
        bottom = self.screens.bottom
        if bottom.shows_game:
            bottom.paint()
        return bottom.shows_game

    def notify(self, sentence: str, title: str = "Please note") -> None:
        """Shows one sentence on top of the screen in charge, until a press; nothing for ""."""
        if sentence:
            self.open("notice", sentence, title)

    def redraw(self) -> None:
        """Has the whole screen drawn in the next round."""
        self._stale = True

    @property
    def playing(self) -> "Session":
        """The game in hand, for the screens that are opened in a game only. Raises ValueError without one."""
        if not self.session:
            raise ValueError("no game in hand")
        return self.session

    # The loop

    def step(self) -> None:
        """Runs one round of the loop; returns after a frame's time, or at once when a button goes down."""
        board = self.board
        began_ms = board.ticks_ms()
        if self._age.step(began_ms) > _UNTROUBLED_MS and board.failures:
            board.failures = 0
        while self._take_press():
            self.screens.wait()
            self.screen.press(self.handled)
            self.screens.open_ordered()
            self._unanswered = False
        if self._next_game:
            self._start_next_game(*self._next_game)
            self.screens.open_ordered()
        self.power.step(board.ticks_ms())
        if self.power.state == ASLEEP:
            if not self.save():
                self.power.power_off()  # may not return
            board.feed()
            announce_ms = self._announce(True)
            board.wait(min(_ASLEEP_MS, announce_ms) if self.power.state == ASLEEP else 0)
            return
        moving = self.screen.tick(board.ticks_ms())
        if self._stale:
            self._garbage = True
            self._draw()
        elif moving:
            board.show_tiles()
        self.sound.step(board.ticks_ms())
        memory.clear_dropped()  # none of what was dropped runs now
        if (self.save() or (self._garbage and not moving)) and not self.press_pending():
            self._garbage = False
            collect_garbage()  # now, and not while a press waits for its answer or between two frames
        board.feed()  # after input, game and drawing: one that hangs lets the watchdog restart the console
        if self._press >= 0:
            return
        self._end_round(began_ms, moving or self.sound.busy() or self._stale)

    def _end_round(self, began_ms: int, moving: bool) -> None:
        """Lets the screen in charge think for most of what is left of a frame's time, then waits.

        It waits for the end of the frame while something is `moving`, else for a press, unless there is more to think.
        """
        more = True
        left_ms = _FRAME_MS - self._ms_since(began_ms)
        while more and left_ms > _THINKING_MS and not self.press_pending():
            more = self.screen.think() if moving else self.screen.idle()
            left_ms = _FRAME_MS - self._ms_since(began_ms)
        has_time = not moving or left_ms > _THINKING_MS
        announce_ms = self._announce(False) if has_time and self._press < 0 else 0
        if moving:
            self.board.wait(max(0, _FRAME_MS - self._ms_since(began_ms)))
        else:
            self.board.wait(0 if more else min(self.screen.wait_ms, announce_ms))

    # Somebody who listens at the serial port

    def _announce(self, asleep: bool) -> int:
        """Prints what is new if somebody listens. Returns the time until the next call in ms."""
        asked = self.board.enter_pressed()
        if asked and not self._announcer:
            self._start_listening()
        if not self._announcer:
            return _ASLEEP_MS
        if asked:
            self._announcer.repeat()
            self.redraw()
        wait_ms: int = self._announcer.step(self.board.ticks_ms(), asleep)
        if wait_ms < 0:
            self._stop_listening()
        return max(0, wait_ms)

    def _start_listening(self) -> None:
        announcer = load_module(_ANNOUNCER)
        memory.keep_for_listener(self.board.needed_modules((_ANNOUNCER,)) or memory.mark())
        self._announcer = announcer.Announcer(self.board)
        self.canvas = self._announcer.canvas
        self.redraw()

    def _stop_listening(self) -> None:
        self._announcer = None
        self.canvas = text.Canvas(self.board.oled)
        memory.keep_for_listener(())

    def _ms_since(self, began_ms: int) -> int:
        return ticks_diff(self.board.ticks_ms(), began_ms)

    def _take_press(self) -> bool:
        """Takes the next press for the screen in charge; one after the start of a game is for the screen of the game.

        Returns False if there is none.
        """
        while not self._next_game and self.press_pending():
            press = self.power.press(self._press)
            self._press = -1
            self._stale = True  # the last drawing may have been stopped for this press
            if press >= 0:
                self.sound.play(sound.PRESS)
                self._unanswered = True
                self.handled = press
                self.screen.refused = ""
                return True
        return False

    def _draw(self) -> None:
        """Shows the screen in charge, the dice first; the OLED waits for the next round when a press comes."""
        screen = self.screen
        self._stale = False
        screen.paint()
        self.board.show_tiles()
        if self.press_pending():
            return
        if screen.update():
            screen = self.screen  # it may have opened a notice
            screen.paint()
            self.board.show_tiles()
            if self.press_pending():
                return
        self.canvas.clear()
        screen.draw()
        if self.press_pending():  # what is drawn is out of date, or not complete
            return
        if screen.refused:
            screen.draw_refusal()
        self.power.draw(self.canvas)
        self.canvas.finish()
        self.board.show_oled(True)  # last: it takes up to 27 ms

    def press_pending(self) -> bool:
        """Returns whether a press waits for its answer, so that what takes long has to wait."""
        if self._press < 0:
            self.board.keyboard = self.screen.keyboard
            self._press = self.board.next_press()
        return self._press >= 0

    def acknowledge_press(self) -> None:
        """Answers the press that is handled now, if that takes a while: the dice are dimmed, the click is ended.

        They are dimmed to a half; with reduced flashing, by an eighth. Only the first call for a press counts.
        """
        if not self._unanswered:
            return
        self._unanswered = False
        board = self.board
        brightness = board.brightness
        board.brightness -= brightness >> (3 if self.settings.values["calm"] else 1)
        board.show_tiles()
        board.brightness = brightness
        board.wait(sound.length_ms(sound.PRESS))
        self.sound.step(board.ticks_ms())

    def save(self) -> bool:
        """Saves what changed, after the frame, because a flash erase stops everything. True when anything was."""
        saves = False
        for changed in (self.session, self.settings):
            if changed and changed.unsaved:
                saves = True
                self._save(changed)
        if len(self.store.reports) > self._reported:
            self._reported = len(self.store.reports)
            self.notify(self.store.reports[-1])
        return saves

    def _save(self, changed: "Session | Settings") -> None:
        try:
            changed.save(self.store)
        except (StorageFull, StorageError) as error:
            changed.unsaved = False  # report it once; the next change tries again
            self.notify(error.args[0])


def engine_modules(engine: str) -> "tuple[str, ...]":
    """Returns the full names of the modules that every game of an engine needs. That of the screen is last."""
    return "sixpip.app.games.session", f"sixpip.rules.{engine}.game", f"sixpip.screens.{engine}.screen"


def run(board: "Board", without_game: bool = False) -> None:
    """Runs the console on `board`; never returns. `without_game`: as in App.

    Raises MemoryError once the memory has run out: after the second time in a row the console starts without the game.
    """
    try:
        app = App(board, without_game)
        app.step()
        board.run_code_from_flash(run)  # after the first picture, because it takes a twentieth of a second
        while True:
            app.step()
    except MemoryError:
        board.failures += 1
        raise
