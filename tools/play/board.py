"""The simulator's Board: LEDs and OLED in memory, the real clock, buttons from the page.

The firmware's thread calls the contract; the server's thread calls press_edge, release_all, power_off. No network here.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Callable

from sixpip.board.buttons import BUTTONS
from tools.host.board import HostBoard

TICK_PERIOD = 1 << 30
CELL_MV = 4000
QUEUE = 15  # as on the Pico: with so many presses not yet taken, the newest is dropped


class SimBoard(HostBoard):
    """A Board for one firmware thread. `watch` tells when something changed that a page should see or hear."""

    def __init__(self, folder: str) -> None:
        """`folder`: an existing directory for the records."""
        super().__init__(folder)
        self.tiles_frame = self.light
        """The light that is shown, as one unchanging piece (safe to read from another thread)."""
        self.oled_frame = bytes(self.oled_shown)
        """The OLED that is shown, likewise."""
        self._changed = threading.Condition(threading.RLock())
        self._presses: deque[int] = deque()
        self._down: set[tuple[object, int]] = set()
        self._powered = True
        self._watchers: list[Callable[[], None]] = []
        self._listeners: list[Callable[[int, int, int], None]] = []

    # What the server does to it

    def watch(self, shown: Callable[[], None], heard: Callable[[int, int, int], None]) -> None:
        """In the firmware's thread: call `shown()` after every new frame, `heard(hz, volume, at_ms)` at every tone."""
        self._watchers.append(shown)
        self._listeners.append(heard)

    def press_edge(self, hand: object, button: int, down: bool) -> None:
        """`hand` (any page) presses or lets go of `button`. A press counts once however many hands are on it."""
        if not 0 <= button < BUTTONS:
            return
        with self._changed:
            was_down = self.held() >> button & 1
            if not down:
                self._down.discard((hand, button))
                return
            self._down.add((hand, button))
            if not was_down and len(self._presses) < QUEUE:
                self._presses.append(button)
                self._changed.notify_all()

    def release_all(self, hand: object) -> None:
        """`hand` is gone: whatever it held is up."""
        with self._changed:
            self._down = {touch for touch in self._down if touch[0] is not hand}

    def power_off(self) -> None:
        """End the firmware's thread at its next wait, between two frames."""
        with self._changed:
            self._powered = False
            self._changed.notify_all()

    # What the console asks of it

    def show_tiles(self) -> None:
        """Send `pixels`; the frame is complete when watchers hear of it."""
        super().show_tiles()
        frame = self.light
        if frame != self.tiles_frame:
            self.tiles_frame = frame
            self._tell()

    def show_oled(self, may_stop: bool = False) -> None:
        """Send the changed pages."""
        super().show_oled(may_stop)
        if self.oled_shown != self.oled_frame:
            self.oled_frame = bytes(self.oled_shown)
            self._tell()

    def next_press(self) -> int:
        """The next button that went down, or -1."""
        with self._changed:
            return self._presses.popleft() if self._presses else -1

    def held(self) -> int:
        """The buttons that any hand holds down, one bit each."""
        with self._changed:
            bits = 0
            for _, button in self._down:
                bits |= 1 << button
            return bits

    def tone(self, hz: int, volume: int) -> None:
        """Pass the tone on to the pages, with the time it was made."""
        for heard in self._listeners:
            heard(hz, volume, self.ticks_ms())

    def battery_mv(self) -> int:
        """A cell that is always well charged."""
        return CELL_MV

    def ticks_ms(self) -> int:
        """The machine's steady clock, wrapped at 2**30."""
        return time.monotonic_ns() // 1_000_000 % TICK_PERIOD

    def random_bytes(self, count: int) -> bytes:
        """The operating system's entropy."""
        return os.urandom(count)

    def wait(self, ms: int) -> None:
        """Sleep `ms` or until a button goes down. Raises SystemExit once the power is off."""
        with self._changed:
            self._changed.wait_for(lambda: self._presses or not self._powered, ms / 1000)
            if not self._powered:
                raise SystemExit

    def _tell(self) -> None:
        for shown in self._watchers:
            shown()
