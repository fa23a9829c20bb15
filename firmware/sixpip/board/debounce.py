"""Debounces nine buttons: a press counts at its first edge, then the contact has 50 ms to settle.

It uses no pins and no clock of its own, so it also runs on a computer. The pins are read in button_driver.py.
"""

from sixpip.board.buttons import BUTTONS
from sixpip.port import const, ticks_add, ticks_diff

SETTLE_MS = const(50)
"""How long further changes of a button are ignored as bounce after a change that counted."""

_QUEUE = const(16)  # places in the queue of presses, one of which stays empty; a power of two


class Debounce:
    """The state of the buttons and a queue of presses.

    Call `sample` at every edge of a pin and before reading the state; it allocates nothing and may run in an
    interrupt. Between two calls a level does not change, because a change is an edge. `sample` must not interrupt
    itself.
    """

    def __init__(self, down: int) -> None:
        """`down`: the buttons that are down at the start, one bit each; they count as presses only after a release."""
        self.down = down
        """The buttons that are down, one bit each, without bounce."""
        self.settling = 0
        """The buttons that may still bounce, one bit each."""
        self._level = down
        self._changed_ms = [0] * BUTTONS
        self._queue = bytearray(_QUEUE)
        self._head = 0
        self._tail = 0

    def sample(self, down: int, fell: int, now_ms: int) -> None:
        """Process the levels of the pins at `now_ms` (a clock that port.ticks_diff can compare).

        `down`: one bit for each button that is down now. `fell`: the buttons that went down since the last call, even
        if they are up again (the chip remembers an edge that came while interrupts were off).
        """
        if self.settling or fell or down != self.down:
            for button in range(BUTTONS):
                self._sample_one(button, 1 << button, down, fell, now_ms)
        self._level = down

    def _sample_one(self, button: int, bit: int, down: int, fell: int, now_ms: int) -> None:
        """Process one button of `sample`."""
        while self.settling & bit:
            since_ms = self._changed_ms[button]
            if 0 <= ticks_diff(now_ms, since_ms) < SETTLE_MS:
                return
            self.settling &= ~bit
            if (self._level ^ self.down) & bit:  # it settled at the other level
                self._change(button, bit, ticks_add(since_ms, SETTLE_MS))
        if (down ^ self.down) & bit or (fell & bit and not self.down & bit):
            self._change(button, bit, now_ms)

    def _change(self, button: int, bit: int, now_ms: int) -> None:
        """Flip the state of a button, start its settling time, and queue a press when it went down."""
        self.down ^= bit
        self.settling |= bit
        self._changed_ms[button] = now_ms
        after = (self._tail + 1) & (_QUEUE - 1)
        if self.down & bit and after != self._head:  # with a full queue the newest press is dropped
            self._queue[self._tail] = button
            self._tail = after

    def has_press(self) -> bool:
        """Return whether `next_press` has a button to give."""
        return self._tail != self._head

    def next_press(self) -> int:
        """Remove the oldest press from the queue and return its button (0..8); -1 when the queue is empty."""
        if self._tail == self._head:
            return -1
        button = self._queue[self._head]
        self._head = (self._head + 1) & (_QUEUE - 1)
        return button
