"""What the console minds by itself: a button that is stuck, the battery, and that nobody plays any more.

It dims after half a minute without a press, and goes dark when it is time to sleep; a press then only wakes it.
"""

from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING, const, ticks_diff

if TYPE_CHECKING:
    from sixpip.app.app import App

AWAKE = const(0)
DIM = const(1)
ASLEEP = const(2)

DIM_MS = const(30_000)
STUCK_MS = const(2000)
"""A button that is down at the start and for so long after it is stuck."""
SAMPLE_MS = const(5000)
SAMPLES = const(3)
"""So many samples of the battery running must say the same: a bright roll pulls the cell down for a moment."""

FULL = const(0)
LOW = const(1)
DARK = const(2)
FLAT = const(3)
LEVELS_MV = (3400, 3300, 3200)  # below: LOW, DARK, FLAT
_CHARGED_MV = const(3500)
_SAID = (
    "",
    "Battery low: charge me soon.",
    "Battery very low: the dice stay dark now. Charge me, the game is saved.",
    "Battery empty: charge me. The game is saved, I go to sleep.",
)
_LAST_WORDS_MS = const(6000)


class PowerManager:
    """Looks after one console: `press` sees every press first, `step` every round of the loop."""

    def __init__(self, app: "App") -> None:
        """Awake, from now on."""
        self._app = app
        board = app.board
        now = board.ticks_ms()
        self.state = AWAKE
        self.battery = FULL
        self._pressed_ms = self._started_ms = self._sampled_ms = now
        self._doubt = 0
        self._held = board.held()
        self._stands_for = -1

    def press(self, button: int) -> int:
        """The button that a press stands for; -1 when it only wakes the console."""
        self._pressed_ms = self._app.board.ticks_ms()
        before = self.state
        if before != AWAKE:
            self._wake()
        if before == ASLEEP:
            return -1
        return self._stands_for if button == MENU and self._stands_for >= 0 else button

    def step(self, now_ms: int) -> None:
        """Look at everything that may have changed by itself."""
        if self._held and ticks_diff(now_ms, self._started_ms) >= STUCK_MS:
            self._leave_out(self._held & self._app.board.held())
        if ticks_diff(now_ms, self._sampled_ms) >= SAMPLE_MS:
            self._sampled_ms = now_ms
            self._weigh(self._app.board.battery_mv())
        gone = ticks_diff(now_ms, self._pressed_ms)
        if self.state == AWAKE and gone >= DIM_MS:
            self.state = DIM
            self._app.board.brightness = max(4, self._app.board.brightness >> 2)
            self._app.redraw()
        sleep_ms = _LAST_WORDS_MS if self.battery == FLAT else self._app.settings.sleep_ms()
        if self.state != ASLEEP and sleep_ms and gone >= sleep_ms:
            self.state = ASLEEP
            self._app.sound.stop()
            self._app.board.switch(False, False)

    def _wake(self) -> None:
        """Light up as it was; with an empty cell only to say so."""
        app = self._app
        asleep = self.state == ASLEEP
        self.state = AWAKE
        app.settings.apply(app)
        if asleep:
            app.board.switch(self.battery < DARK, True)
            if self.battery == FLAT:
                app.say(_SAID[FLAT])
        app.redraw()

    # Buttons

    def _leave_out(self, stuck: int) -> None:
        """Name the buttons that never came up; MENU does the work of one that is needed most."""
        self._held = 0
        if not stuck:
            return
        names = [_name(button) for button in range(MENU + 1) if stuck >> button & 1]
        words = " and ".join(names) + (" is" if len(names) == 1 else " are") + " stuck and left out."
        for button in (ROLL, BANK, 0, 1, 2, 3, 4, 5):
            if stuck >> button & 1 and not stuck >> MENU & 1:
                self._stands_for = button
                words += f" MENU does the work of {_name(button)}."
                break
        self._app.say(words)

    # Battery

    def _weigh(self, cell_mv: int) -> None:
        """Take one sample; it counts when others before it said the same."""
        level = FULL
        if cell_mv:  # 0: there is no cell
            for limit in LEVELS_MV:
                level += cell_mv < limit
        if self.battery and level < self.battery and cell_mv and cell_mv < _CHARGED_MV:
            level = self.battery  # without its load a cell comes up a little; that is no charge
        self._doubt = self._doubt + 1 if level != self.battery else 0
        if self._doubt < SAMPLES:
            return
        self._doubt = 0
        worse = level > self.battery
        self.battery = level
        if self.state == ASLEEP:
            return
        self._pressed_ms = self._app.board.ticks_ms()  # time to read
        if self.state == DIM:
            self._wake()
        self._app.board.switch(level < DARK, True)
        if worse:
            self._app.say(_SAID[level])
        self._app.redraw()


def _name(button: int) -> str:
    """What stands beside a button."""
    return ("ROLL", "BANK", "MENU")[button - ROLL] if button >= ROLL else f"KEEP {button + 1}"
