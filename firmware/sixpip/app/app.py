"""The console's loop: presses go to the screen in charge, then it draws, then what changed is saved.

It owns the board, the store and the settings, and hands them to the screens. What is shown when stands in the
screens.
"""

from sixpip.app.dice_source import Dice
from sixpip.app.power import ASLEEP, PowerManager
from sixpip.app.session import Session, forget
from sixpip.app.settings import Settings
from sixpip.port import TYPE_CHECKING, const, sweep, ticks_diff, tidy
from sixpip.storage.records import StorageError, StorageFull, Store
from sixpip.view import palette, sound, text

if TYPE_CHECKING:
    from sixpip.board.contract import Board
    from sixpip.screens.screen import Screen

_FRAME_MS = const(30)  # from one frame to the next; the last nap of a wait may add a little
_IDLE_MS = const(500)
_ASLEEP_MS = const(2000)


class App:
    """The running console: one screen in charge at a time."""

    def __init__(self, board: "Board") -> None:
        """Starts on `board`: with the saved game if there is one, else with the boot menu."""
        self.board = board
        self.canvas = text.Canvas(board.oled)
        self.sound = sound.TunePlayer(board)
        self.store = Store(board.folder)
        self.dice = Dice(board.random_bytes)
        self.session: Session | None = None
        self.settings = Settings(self.store)
        self.settings.apply(self)
        from sixpip.app.custom_variants import load_own  # here, so that they are forgotten in play

        self.refused_variants = load_own(board.variants)
        palette.load(board.palette)
        self.power = PowerManager(self)
        self._stale = True
        self._untidy = True
        self._press = -1
        self._said = 0
        from sixpip.screens.boot_menu import first_screen  # here, because the screens know this module

        self.screen: Screen = first_screen(self)

    def go(self, screen: "Screen") -> None:
        """Put another screen in charge."""
        self.screen = screen
        self.redraw()

    def leave(self) -> None:
        """Give up the game and go to the boot menu."""
        from sixpip.screens.boot_menu import BootMenu

        self.session = None
        try:
            forget(self.store)
        except StorageError as error:
            self.say(error.args[0])
        self.go(BootMenu(self))

    def redraw(self) -> None:
        """Draw the whole screen with the next step."""
        self._stale = True

    def step(self) -> None:
        """One round of the loop; returns after a frame's time, or at once when a button goes down."""
        board = self.board
        care = self.power
        began_ms = board.ticks_ms()
        while self._press_pending():
            press = care.press(self._press)
            self._press = -1
            self._stale = True  # the screen may have been left half done for it
            if press >= 0:
                self.sound.play(sound.PRESS)
                self.screen.press(press)
        care.step(board.ticks_ms())
        if care.state == ASLEEP:
            self._save()
            board.feed()
            board.wait(_ASLEEP_MS)
            return
        moving = self.screen.tick(board.ticks_ms())
        if self._stale:
            self._untidy = True
            self._draw()
        elif moving:
            board.show_tiles()
        self.sound.step(board.ticks_ms())
        sweep()  # here, where nothing of what was forgotten runs any more, and before memory is tidied up
        if (self._save() or (self._untidy and not moving)) and not self._press_pending():
            self._untidy = False
            tidy()  # now, so that it is not to be done when a press waits for its answer, or between two frames
        board.feed()  # here, after input, game and drawing: one that hangs keeps the others from being fed for
        if self._press >= 0:
            return
        if moving or self.sound.busy() or self._stale:
            board.wait(max(0, _FRAME_MS - ticks_diff(board.ticks_ms(), began_ms)))
        else:
            board.wait(0 if self.screen.idle() else _IDLE_MS)

    def _draw(self) -> None:
        """Show the screen in charge; its words wait for the next round where a press does."""
        self._stale = False
        self.screen.paint()
        self.board.show_tiles()  # at once: what the OLED says may have to be worked out
        if self._press_pending():
            self._stale = True
            return
        self.canvas.clear()
        self.screen.draw()
        self.board.show_oled(True)  # last: it takes up to 27 ms

    def _press_pending(self) -> bool:
        """Whether a press waits for its answer: what takes long has to wait then."""
        if self._press < 0:
            self._press = self.board.next_press()
        return self._press >= 0

    def acknowledge_press(self) -> None:
        """Answer a press at once where the next screen takes a while to come: the dice go half dark, the click ends.

        Where flashing is to be reduced they lose an eighth.
        """
        board = self.board
        brightness = board.brightness
        board.brightness -= brightness >> (3 if self.settings.values["calm"] else 1)
        board.show_tiles()
        board.brightness = brightness
        board.wait(sound.length_ms(sound.PRESS))
        self.sound.step(board.ticks_ms())

    def _save(self) -> bool:
        """Keep what changed: after the frame, because a flash erase stops everything. True when there was something."""
        session = self.session
        saves = session is not None and session.unsaved
        if session:
            try:
                session.save(self.store)
            except (StorageFull, StorageError) as error:
                session.unsaved = False  # say it once; the next action tries again
                self.say(error.args[0])
        if len(self.store.damaged) > self._said:
            self._said = len(self.store.damaged)
            name = self.store.damaged[-1]
            self.say(f"A save is set aside as {name}: {self.store.reasons[name]}.")
        return saves

    def say(self, words: str) -> None:
        """Show one sentence over the screen in charge, until a press."""
        from sixpip.screens.notice import Notice

        self.go(Notice(self, words, self.screen))


def run(board: "Board") -> None:
    """Be a console for ever."""
    app = App(board)
    while True:
        app.step()
