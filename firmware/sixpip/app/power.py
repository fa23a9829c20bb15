"""Power and input faults: dims and sleeps an idle console, watches the battery, leaves out buttons that are stuck.

In menus it dims after half a minute without a press and sleeps after a minute; in a game, paused or not, it dims after
a minute and sleeps after the time of the setting. No press is lost silently:

- asleep, any press only wakes the console, because the screen does not show what the button does; the OLED reports
  that. For a second after that ROLL and BANK are ignored, so that two quick presses of ROLL do not roll;
- dimmed, a press counts, because the screen can be read. Only where ROLL would roll or BANK would bank, they have to be
  pressed again (GameScreen.guard).
"""

from sixpip.board.buttons import BANK, MENU, ROLL
from sixpip.port import TYPE_CHECKING, Stopwatch, const
from sixpip.rules.stages import OVER
from sixpip.view import palette
from sixpip.view.sound import NO

if TYPE_CHECKING:
    from typing import Protocol

    from sixpip.app.navigation import Screen
    from sixpip.app.session import Session
    from sixpip.app.settings import Settings
    from sixpip.board.contract import Board
    from sixpip.view.sound import TunePlayer
    from sixpip.view.text import Canvas

    class Console(Protocol):
        """What power management needs of the app."""

        board: Board
        session: Session | None
        settings: Settings
        sound: TunePlayer

        @property
        def screen(self) -> Screen:
            """The screen in charge."""
            ...

        def notify(self, sentence: str) -> None:
            """Shows one sentence until a press."""
            ...

        def redraw(self) -> None:
            """Has the whole screen drawn in the next round."""
            ...


AWAKE = const(0)
DIM = const(1)
ASLEEP = const(2)

DIM_MS = const(30_000)
SLEEP_MS = const(60_000)
"""In menus."""
DIM_IN_GAME_MS = const(60_000)
WOKEN_MS = const(1000)
"""After waking, ROLL and BANK are ignored for this long."""
_AGAIN_MS = const(400)  # two presses of ROLL that wake a dimmed console are closer
STUCK_MS = const(2000)
"""A button that is down at the start and for this long after it is stuck."""
SAMPLE_MS = const(5000)
SAMPLES = const(3)
"""Samples of the battery in a row that must agree: a bright roll pulls the cell down for a moment."""

FULL = const(0)
LOW = const(1)
DARK = const(2)
FLAT = const(3)
LEVELS_MV = (3400, 3300, 3200)
"""The cell is LOW, DARK or FLAT below these voltages."""
_CHARGED_MV = const(3500)
SENTENCES = (
    "",
    "Battery low: charge it soon.",
    "Battery very low: the dice stay dark until you charge it. The game is saved.",
    "Battery empty: charge it. The game is saved, and the console goes to sleep.",
)
"""What is shown when the battery reaches a level."""
_FLAT_SLEEP_MS = const(6000)  # time to read the last sentence


class PowerManager:
    """Manages one console: `press` gets every press first, `step` runs in every round of the loop."""

    def __init__(self, app: "Console") -> None:
        """The console is awake from now on."""
        self._app = app
        board = app.board
        self.state = AWAKE
        self.battery = FULL
        self._woken = False  # a press has just ended the sleep
        self._since_waking = Stopwatch()
        self._since_press = Stopwatch()
        self._since_start = Stopwatch()
        self._since_sample = Stopwatch()
        self._different = 0  # samples in a row of another level than `battery`
        self._held = board.held()
        self._replaced = -1  # the stuck button whose work MENU does

    def press(self, button: int) -> int:
        """Returns the button that a press counts as; -1 when it only wakes the console."""
        self.keep_awake()
        before = self.state
        if before != AWAKE:
            self._wake()
        if before == ASLEEP:
            self._woken = True
            self._since_waking.start()
            return -1
        if button == MENU and self._replaced >= 0:
            button = self._replaced
        if self._woken and button in (ROLL, BANK):
            self._app.sound.play(NO)
            return -1
        self._woken = False
        if before == DIM:
            self._app.screen.guard(button, _AGAIN_MS)
        return button

    def draw(self, canvas: "Canvas") -> None:
        """Draws over the bottom line that the last press only woke the console."""
        if self._woken:
            canvas.blank(7)
            canvas.center(7, "Awake: press again")

    def keep_awake(self) -> None:
        """Starts the time without a press again."""
        self._since_press.start()

    def step(self, now_ms: int) -> None:
        """Checks buttons, battery and the time since the last press."""
        if self._held and self._since_start.step(now_ms) >= STUCK_MS:
            self._leave_out(self._held & self._app.board.held())
        if self._since_sample.step(now_ms) >= SAMPLE_MS:
            self._since_sample.start(now_ms)
            self._sample(self._app.board.battery_mv())
        elapsed_ms = self._since_press.step(now_ms)
        if self._woken and self._since_waking.step(now_ms) >= WOKEN_MS:
            self._woken = False
            self._app.redraw()
        session = self._app.session
        playing = session is not None and session.game.stage != OVER
        if self.state == AWAKE and elapsed_ms >= (DIM_IN_GAME_MS if playing else DIM_MS):
            self.state = DIM
            self._app.board.brightness = dimmed(self._app.board.brightness)
            self._app.redraw()
        sleep_ms = self._app.settings.sleep_ms()
        if self.battery == FLAT:
            sleep_ms = _FLAT_SLEEP_MS
        elif sleep_ms and not playing:
            sleep_ms = SLEEP_MS
        if self.state != ASLEEP and sleep_ms and elapsed_ms >= sleep_ms:
            self.state = ASLEEP
            self._app.sound.stop()
            self._app.board.switch(False, False)

    def _wake(self) -> None:
        """Lights up as before; with an empty cell only the OLED, with the reason."""
        app = self._app
        asleep = self.state == ASLEEP
        self.state = AWAKE
        app.settings.apply(app.board, app.sound)
        if asleep:
            app.board.switch(self.battery < DARK, True)
            if self.battery == FLAT:
                app.notify(SENTENCES[FLAT])
        app.redraw()

    # Buttons

    def _leave_out(self, stuck: int) -> None:
        """Reports the buttons that never came up; MENU does the work of the most important one."""
        self._held = 0
        if not stuck:
            return
        names = [_name(button) for button in range(MENU + 1) if stuck >> button & 1]
        words = " and ".join(names) + (" is stuck: free it" if len(names) == 1 else " are stuck: free them")
        words += ", then switch off and on."
        for button in (ROLL, BANK, 0, 1, 2, 3, 4, 5):
            if stuck >> button & 1 and not stuck >> MENU & 1:
                self._replaced = button
                words += f" Until then use MENU for {_name(button)}."
                break
        self._app.notify(words)

    # Battery

    def _sample(self, cell_mv: int) -> None:
        """Takes one sample in millivolts; it counts when the samples before it agree."""
        level = FULL
        if cell_mv:  # 0: there is no cell
            for limit in LEVELS_MV:
                level += cell_mv < limit
        if self.battery and level < self.battery and cell_mv and cell_mv < _CHARGED_MV:
            level = self.battery  # without its load a cell comes up a little: it has not been charged
        self._different = self._different + 1 if level != self.battery else 0
        if self._different < SAMPLES:
            return
        self._different = 0
        worse = level > self.battery
        self.battery = level
        if self.state == ASLEEP:
            return
        self.keep_awake()  # time to read
        if self.state == DIM:
            self._wake()
        self._app.board.switch(level < DARK, True)
        if worse:
            self._app.notify(SENTENCES[level])
        self._app.redraw()


def dimmed(brightness: int) -> int:
    """The brightness of an idle console."""
    return max(palette.DIMMEST, brightness >> 2)


def _name(button: int) -> str:
    """The label of a button on the case."""
    return ("ROLL", "BANK", "MENU")[button - ROLL] if button >= ROLL else f"Button {button + 1}"
