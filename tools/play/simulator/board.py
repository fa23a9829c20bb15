"""The Board of the simulator: LEDs and OLED in memory, the real clock, buttons from the page.

The firmware runs on it in a thread, which calls the Board contract and stores the traceback if it crashes; the server's
thread calls press_edge, release_all and stop. show_frame shows a recorded frame.
"""

import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any

from sixpip.board import limiter
from sixpip.board.contract import BUTTONS, LETTER, ROLL
from tools.play.host.board import HostBoard, Restarted

TICK_PERIOD = 1 << 30
CELL_MV = 4000
QUEUE = 15  # as on the Pico: further presses are dropped while this many are unread


class SwitchedOff(Exception):
    """The console has switched itself off: its firmware has ended, until `wait_for_start` returns."""


class SimBoard(HostBoard):
    """A Board for one firmware thread. `subscribe` registers callbacks for new frames and tones."""

    def __init__(self, folder: str) -> None:
        """`folder`: an existing directory for the records."""
        super().__init__(folder)
        self.tiles_frame = self.light
        """The current light of the LEDs as immutable bytes, safe to read from another thread."""
        self.oled_frame = bytes(self.oled_shown)
        """The current picture on the OLED as immutable bytes."""
        self.pixels_frame = bytes(self.pixels)
        """The color indices of `tiles_frame`, all 0 while the LEDs are off."""
        self._changed = threading.Condition(threading.RLock())
        self._presses: deque[int] = deque()
        self._down: set[tuple[object, int]] = set()
        self._stopped = False
        self.is_off = False
        """Whether the console has switched itself off until ROLL is pressed."""
        self.reports: dict[str, Any] = {}
        """What the page has to know of the game, by name: the log of one that is over, and more of a game apart."""
        self.finished_path = ""
        """The path of the log in `reports`."""
        self._frame_callbacks: list[Callable[[], None]] = []
        self._tone_callbacks: list[Callable[[int, int, int], None]] = []

    # For the server

    @property
    def rest(self) -> str:
        """Returns "off" (until ROLL is pressed), "asleep" (dark until any button is pressed) or ""."""
        if self.is_off:
            return "off"
        return "" if self.dice_on or self.screen_on else "asleep"

    def subscribe(self, on_frame: Callable[[], None], on_tone: Callable[[int, int, int], None]) -> None:
        """Registers callbacks for every new frame and every tone (hz, volume, at_ms), in the firmware's thread."""
        self._frame_callbacks.append(on_frame)
        self._tone_callbacks.append(on_tone)

    def press_edge(self, source: object, button: int, down: bool) -> None:
        """Presses or releases `button` for `source` (a page). A button held by several sources counts as one press.

        A letter (LETTER) is only typed: it is not held.
        """
        with self._changed:
            if button >= LETTER and down and not self.is_off and self.keyboard:
                self._queue(button)
            if not 0 <= button < BUTTONS:
                return
            was_down = self.held() >> button & 1
            if not down:
                self._down.discard((source, button))
                return
            self._down.add((source, button))
            if self.is_off and button != ROLL:
                return
            if not was_down:
                self._queue(button)

    def _queue(self, press: int) -> None:
        """Adds a press to those that the firmware has not read yet."""
        if len(self._presses) < QUEUE:
            self._presses.append(press)
            self._changed.notify_all()

    def release_all(self, source: object) -> None:
        """Releases all buttons that `source` holds."""
        with self._changed:
            self._down = {pressed for pressed in self._down if pressed[0] is not source}

    def show_frame(self, light: bytes, oled: bytes) -> None:
        """Shows a recorded frame, and calls the frame callbacks, when no firmware runs on this board."""
        self.tiles_frame, self.oled_frame = light, oled
        self._notify_frame()

    def report(self, name: str, value: Any) -> None:
        """Notes what the page has to know, and calls the frame callbacks if that has changed."""
        if self.reports.get(name) != value:
            self.reports[name] = value
            self._notify_frame()

    def go(self) -> None:
        """Resets the console after `stop`, so that the firmware can run again."""
        with self._changed:
            self._stopped = False
            self._presses.clear()
        self._reset()

    def stop(self) -> None:
        """Ends the firmware's thread at its next wait, between two frames."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def wait_for_start(self) -> None:
        """Waits until ROLL switches the console on again, then resets it. Raises SystemExit after stop."""
        with self._changed:
            self._changed.wait_for(lambda: self._presses or self._stopped)
            if self._stopped:
                raise SystemExit
            self._presses.clear()  # this press only switches on
        self._reset()

    def _reset(self) -> None:
        """Switches dice and OLED on, dark and as bright as after power-on."""
        self.pixels[:] = bytes(len(self.pixels))
        self.oled[:] = bytes(len(self.oled))
        self.brightness = limiter.BOOT_BRIGHTNESS
        self.is_off = False
        self.switch(True, True)

    # The Board contract

    def show_tiles(self) -> None:
        """Sends `pixels` and calls the frame callbacks if the light changed."""
        super().show_tiles()
        frame = self.light
        if frame != self.tiles_frame:
            self.tiles_frame = frame
            self.pixels_frame = bytes(self.pixels) if self.dice_on else bytes(len(self.pixels))
            self._notify_frame()

    def show_oled(self, may_stop: bool = False) -> None:
        """Sends the changed pages and calls the frame callbacks if there are any."""
        super().show_oled(may_stop)
        if self.oled_shown != self.oled_frame:
            self.oled_frame = bytes(self.oled_shown)
            self._notify_frame()

    def next_press(self) -> int:
        """Returns the next press, or -1. Letters typed after the last one of a name are dropped."""
        with self._changed:
            while self._presses and self._presses[0] >= LETTER and not self.keyboard:
                self._presses.popleft()
            return self._presses.popleft() if self._presses else -1

    def held(self) -> int:
        """Returns the buttons held by any source, one bit each."""
        with self._changed:
            bits = 0
            for _, button in self._down:
                bits |= 1 << button
            return bits

    def tone(self, hz: int, volume: int) -> None:
        """Calls the tone callbacks with the current time."""
        for callback in self._tone_callbacks:
            callback(hz, volume, self.ticks_ms())

    def battery_mv(self) -> int:
        """Returns the voltage of a full cell, calibrated."""
        return CELL_MV + CELL_MV * self.cell_trim // 1000

    def power_off(self) -> None:
        """Switches dice and OLED off, then ends the firmware. Raises SwitchedOff."""
        with self._changed:
            self._presses.clear()
            self.is_off = True
        self.switch(False, False)
        self._notify_frame()  # also when it was dark before
        raise SwitchedOff

    def ticks_ms(self) -> int:
        """Returns the computer's monotonic clock, wrapped at 2**30."""
        return time.monotonic_ns() // 1_000_000 % TICK_PERIOD

    def random_bytes(self, count: int) -> bytes:
        """Returns random bytes that the firmware makes of bits of the operating system. Raises OSError if they fail."""
        return self.entropy.draw(count)

    def wait(self, ms: int) -> None:
        """Sleeps `ms` or until a button is pressed. Raises SystemExit after stop."""
        with self._changed:
            self._changed.wait_for(lambda: self._presses or self._stopped, ms / 1000)
            if self._stopped:
                raise SystemExit

    def _notify_frame(self) -> None:
        for callback in self._frame_callbacks:
            callback()


Run = Callable[[SimBoard], None]
STOP_SECONDS = 3.0


class FirmwareThread:
    """A thread that runs the firmware on `board`. `crash` is the traceback after a crash, otherwise empty."""

    def __init__(self, board: SimBoard, run: Run) -> None:
        """Does not start the thread: see start()."""
        self.board = board
        self.crash = ""
        self.on_crash: Callable[[], None] = lambda: None
        self._run = run
        self._thread = self._new_thread()

    def _new_thread(self) -> threading.Thread:
        return threading.Thread(target=self._main, name="firmware", daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the firmware's thread is alive."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Starts the firmware."""
        self._thread.start()

    def start_again(self) -> None:
        """Starts the firmware after `stop`, unless it has crashed."""
        if not self.crash and not self.is_running:
            self.board.go()
            self._thread = self._new_thread()
            self._thread.start()

    def stop(self) -> None:
        """Stops the firmware at its next wait; returns after three seconds even if it never waits."""
        self.board.stop()
        if self.is_running:
            self._thread.join(STOP_SECONDS)

    def _run_until_stopped(self) -> None:
        """Runs the firmware, again from its start whenever it has switched itself off and ROLL is pressed."""
        while True:
            self.board.keyboard = ""
            try:
                self._run(self.board)
            except SwitchedOff:
                self.board.wait_for_start()
            except Restarted:
                continue
            else:
                return

    def _main(self) -> None:
        try:
            self._run_until_stopped()
        except SystemExit:
            return  # raised by SimBoard after stop
        except Exception:  # noqa: BLE001 - any crash is shown on the page and in the terminal
            self.crash = traceback.format_exc()
        else:
            self.crash = "The console's run() returned unexpectedly.\n"
        print(self.crash, file=sys.stderr, end="", flush=True)
        self.on_crash()
