"""Power and input faults: an idle console dims, sleeps and switches itself off; watches the battery and the charger;
leaves out buttons that are stuck.

In menus it dims after half a minute without a press and sleeps after a minute; in a game, paused or not, it dims after
a minute and sleeps after the time of the setting. No press is lost silently:

- asleep, any press only wakes the console, because the screen does not show what the button does; the OLED reports
  that. For a second after that ROLL and BANK are ignored, so that two quick presses of ROLL do not roll;
- dimmed, a press counts, because the screen can be read;
- switched off, ROLL starts the console from cold. One that still runs, on USB power, has its converter switched off:
  its dice stay dark until ROLL is pressed, and no other button counts until then.
"""

from sixpip.board.contract import BANK, MENU, ROLL, button_name
from sixpip.compat import TYPE_CHECKING, Stopwatch, const
from sixpip.rules.core.actions import OVER
from sixpip.view import palette
from sixpip.view.sound import NO

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.view.text import Canvas

AWAKE = const(0)
DIM = const(1)
ASLEEP = const(2)

DIM_MS = const(30_000)
SLEEP_MS = const(60_000)
"""In menus; for a game Settings.sleep_ms."""
DIM_IN_GAME_MS = const(60_000)
WOKEN_MS = const(1000)
"""After waking, ROLL and BANK are ignored for this long."""
# Asleep for this long the console switches itself off: the 20 mA of sleep empty the cell in days. Five minutes cost
# 2 mAh, and in a short break any button wakes it at once. After a failed attempt it tries again as much later.
_OFF_MS = const(300_000)
# A button that is down at the start and for this long after it is stuck; ROLL, which switches the console on, has been
# released by then. Shorter than SAMPLE_MS.
_STUCK_MS = const(3000)
SAMPLE_MS = const(5000)
SAMPLES = const(3)
"""Samples of the battery in a row that must agree: a bright roll pulls the cell down for a moment."""

FULL = const(0)
_DARK = const(2)
FLAT = const(3)
LEVELS_MV = (3400, 3300, 3200)
"""The battery is low (1), so low that the dice stay dark, or FLAT below these voltages of the cell."""
_RECOVERED_MV = const(3500)

CHARGE_WORDS = ("none", "Charging", "Charged")
_CHARGED = const(2)
# With a charger the cell counts as charged from here on, a little early: no pin can read the charge light.
_CHARGED_MV = const(4150)
_RELAXED_MV = const(4100)  # a charged cell stays charged down to this voltage: it relaxes when the charger has ended
# While a charger is plugged in, the dice go dark at this temperature of the chip: then the cell may be at its limit of
# 45 degrees, which no sensor measures (hardware/HEAT.md). They light again below the lower one.
HOT_C = const(54)
COOL_C = const(50)
_FLAT_SLEEP_MS = const(6000)  # time to read the last sentence

_NOTE_MS = const(2000)


TOO_HOT = "Too hot for charging with lit dice: they stay dark until it is cooler."
"""What is shown when the dice go dark because of the temperature."""

STILL_ON = "It stays on: USB gives it power. Unplug USB, or use the switch."
"""What is shown when the console could not switch off."""

SENTENCES = (
    "",
    "Battery low: charge it soon.",
    "Battery very low: the dice stay dark until you charge it. The game is saved.",
    "Battery empty: charge it. The game is saved, and the console switches off.",
)
"""What is shown when the battery reaches a level, by level."""


def about_buttons(stuck: int) -> "tuple[str, int]":
    """Returns a sentence about stuck buttons (one bit each), and the most important of them, whose work MENU does.

    The button is -1 when MENU is stuck, too.
    """
    names = [button_name(button) for button in range(MENU + 1) if stuck >> button & 1]
    words = " and ".join(names) + (" is stuck: free it" if len(names) == 1 else " are stuck: free them")
    words += ", then switch off and on."
    if stuck >> MENU & 1:
        return words, -1
    button = [button for button in (ROLL, BANK, 0, 1, 2, 3, 4, 5) if stuck >> button & 1][0]
    return words + f" Until then use MENU for {button_name(button)}.", button


class PowerManager:
    """Manages one console: `press` gets every press first, `step` runs in every round of the loop."""

    def __init__(self, app: "App") -> None:
        self._app = app
        board = app.board
        self.state = AWAKE
        self.battery = FULL
        """FULL to FLAT; FULL while a charger is plugged in, which supplies the console."""
        self.charge = 0
        """A place in CHARGE_WORDS; 0 also without a cell."""
        self._has_charger = False
        self.hot = False
        """Whether the dice are dark because it is hot while a charger is plugged in."""
        self._since_sample = Stopwatch()
        self._different = 0  # samples in a row of another level than `battery`
        self._measure(0)
        self.hot = False  # the first sample in the loop decides
        self._note = ""
        self._off_ordered = False
        self._latched_off = False  # it was switched off and still runs: without its converter until ROLL is pressed
        self._woken = False  # a press has just ended the sleep
        self._since_waking = Stopwatch()
        self._since_press = Stopwatch()
        self._held = board.held()
        self._replaced = -1  # the stuck button whose work MENU does

    def press(self, button: int) -> int:
        """Returns the button that a press counts as; -1 when it only wakes the console."""
        self.keep_awake()
        self._note = ""
        self._off_ordered = False
        self._held &= ~(1 << button)  # it has been up since the start
        before = self.state
        relit = self._latched_off and button == ROLL
        if relit:
            self._latched_off = False
        if before != AWAKE:
            self._wake()
        if relit or before == ASLEEP:
            self._light()
            self._woken = True
            self._since_waking.start()
            return -1
        if self._latched_off:
            self._app.sound.play(NO)
            return -1
        if button == MENU and self._replaced >= 0:
            button = self._replaced
        if self._woken and button in (ROLL, BANK):
            self._app.sound.play(NO)
            return -1
        self._woken = False
        return button

    def draw(self, canvas: "Canvas") -> None:
        """Draws over the bottom line that the last press only woke the console, or that a charger was plugged in."""
        words = self._note
        if self._latched_off:
            words = "ROLL lights the dice"
        elif self._woken:
            words = "Awake: press again"
        if words:
            canvas.blank(7)
            canvas.center(7, words)

    def keep_awake(self) -> None:
        """Starts the time without a press again."""
        self._since_press.start()

    def step(self, now_ms: int) -> None:
        """Checks buttons, battery, charger and the time since the last press."""
        if self._held:
            self._held &= self._app.board.held()
            if self._held and self._since_sample.ms >= _STUCK_MS:
                sentence, self._replaced = about_buttons(self._held)
                self._app.notify(sentence)
                self._held = 0
        self._check_cell(now_ms)
        elapsed_ms = self._since_press.step(now_ms)
        if (self._woken or self._note) and self._since_waking.step(now_ms) >= (WOKEN_MS if self._woken else _NOTE_MS):
            self._woken = False
            self._note = ""
            self._app.redraw()  # also sends the dice again: a converter that ROLL has started needs a moment
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
            self.sleep()

    def sleep(self, off: bool = False) -> None:
        """Makes dice and OLED dark. With `off` the console then switches off; if it still runs, it reports that."""
        self.state = ASLEEP
        self._off_ordered = off
        self._note = ""
        self.keep_awake()  # from now on the time asleep is counted
        self._app.sound.stop()
        self._app.board.switch(False, False)

    def power_off(self) -> None:
        """Switches a sleeping console off when it is time to. Call it in each round of its sleep if all is saved."""
        board = self._app.board
        is_empty = self.battery == FLAT and not self._latched_off
        if not (self._off_ordered or is_empty or self._since_press.ms >= _OFF_MS) or board.held() >> ROLL & 1:
            return  # the latch cannot hold while ROLL, which releases it, is down
        board.power_off()
        self._latched_off = True
        self.keep_awake()
        if self._off_ordered:
            self._off_ordered = False
            self._wake()
            self._app.notify(STILL_ON)

    def _wake(self) -> None:
        """Lights up as before; with an empty cell only the OLED, with the reason."""
        app = self._app
        asleep = self.state == ASLEEP
        self.state = AWAKE
        app.settings.apply(app.board, app.sound)
        if asleep:
            self._light()
            if self.battery == FLAT:
                app.notify(SENTENCES[self.battery])
            elif self.hot:
                app.notify(TOO_HOT)
        app.redraw()

    def _light(self) -> None:
        """Switches the OLED on, and the dice if they have a supply."""
        self._app.board.switch(self.battery < _DARK and not self.hot and not self._latched_off, True)

    # Battery and charger

    def _check_cell(self, now_ms: int) -> None:
        """Shows a charger that is plugged in or unplugged, and what the samples of the cell have changed.

        A charger wakes nothing. With it a low battery forbids nothing; unplugged, the next samples decide.
        """
        before, charge, hot = self.battery, self.charge, self.hot
        plugged = self._measure(now_ms)
        changed = self.battery != before or self.hot != hot
        if self.state == ASLEEP or not (plugged or changed or self.charge != charge):
            return
        if plugged and self.charge:
            self._note = CHARGE_WORDS[self.charge]
            self._since_waking.start()
        if changed:
            if not plugged:
                self.keep_awake()  # time to read
                if self.state == DIM:
                    self._wake()
            self._light()
            if self.battery > before:
                self._app.notify(SENTENCES[self.battery])
            elif self.hot and not hot:
                self._app.notify(TOO_HOT)
        self._app.redraw()  # also sends the dice again, with another limit of their current

    def _measure(self, now_ms: int) -> bool:
        """Measures when it is time to, and at once when a charger is plugged in or unplugged; True for the latter."""
        board = self._app.board
        has_charger = board.check_charger()
        plugged = has_charger != self._has_charger
        if plugged:
            self._has_charger = has_charger
            self._different = SAMPLES if has_charger else 0  # the charger counts at once, an empty cell does not
        elif self._since_sample.step(now_ms) < SAMPLE_MS:
            return False
        self._since_sample.start(now_ms)
        cell_mv = board.battery_mv()
        if has_charger and cell_mv:
            self.charge = 1 + (cell_mv >= (_RELAXED_MV if self.charge == _CHARGED else _CHARGED_MV))
        else:
            self.charge = 0
        self.hot = has_charger and board.chip_celsius() >= (COOL_C if self.hot else HOT_C)
        self._sample(0 if has_charger else cell_mv)
        return plugged

    def _sample(self, cell_mv: int) -> None:
        """Takes one sample in millivolts; it counts when the samples before it agree. 0: the cell does not matter."""
        level = FULL
        if cell_mv:
            for limit in LEVELS_MV:
                level += cell_mv < limit
        if self.battery and level < self.battery and cell_mv and cell_mv < _RECOVERED_MV:
            level = self.battery  # without its load a cell comes up a little: it has not been charged
        self._different = self._different + 1 if level != self.battery else 0
        if self._different >= SAMPLES:
            self._different = 0
            self.battery = level


def dimmed(brightness: int) -> int:
    """Returns the brightness of an idle console."""
    return max(palette.DIMMEST, brightness >> 2)
