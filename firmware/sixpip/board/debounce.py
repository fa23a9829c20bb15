"""From edges of nine buttons to presses: acts on the first edge, then lets the contact settle for 50 ms.

Pure: no pins and no clock of its own, so it is tested on a computer. Reading the pins is keys.py's.
"""

from sixpip.board.buttons import BUTTONS
from sixpip.port import const, ticks_add, ticks_diff

SETTLE_MS = const(50)
"""For so long after a change that was acted on, a button's further changes are bounce."""

_QUEUE = const(16)  # presses nobody has asked for yet; a power of two


class Debounce:
    """Which buttons are down, and the presses not yet fetched.

    Call `sample` at every edge of a pin and before every look; it may run in an interrupt: nothing here allocates.
    Between two calls a level does not change, because a change is an edge. `sample` must not interrupt itself.
    """

    def __init__(self, down: int) -> None:
        """`down`: the buttons down at the start, one bit each; they count as presses only after a release."""
        self.down = down
        """The buttons that are down, one bit each, without bounce."""
        self.settling = 0
        """The buttons that may still bounce, one bit each."""
        self._level = down
        self._changed_ms = [0] * BUTTONS
        self._queue = bytearray(_QUEUE)
        self._put = 0
        self._got = 0

    def sample(self, down: int, fell: int, now_ms: int) -> None:
        """Take the pins as they are at `now_ms` (any wrapping clock of port.ticks_diff).

        `down`: one bit for each button down now. `fell`: buttons that went down since the last call, even if they
        have come up again meanwhile (the chip remembers an edge that came while interrupts were off).
        """
        if self.settling or fell or down != self.down:
            for button in range(BUTTONS):
                self._sample_one(button, 1 << button, down, fell, now_ms)
        self._level = down

    def _sample_one(self, button: int, bit: int, down: int, fell: int, now_ms: int) -> None:
        """One button of `sample`."""
        while self.settling & bit:
            since_ms = self._changed_ms[button]
            if 0 <= ticks_diff(now_ms, since_ms) < SETTLE_MS:
                return
            self.settling &= ~bit
            if (self._level ^ self.down) & bit:  # it came to rest otherwise than it began
                self._change(button, bit, ticks_add(since_ms, SETTLE_MS))
        if (down ^ self.down) & bit or (fell & bit and not self.down & bit):
            self._change(button, bit, now_ms)

    def _change(self, button: int, bit: int, now_ms: int) -> None:
        """The button goes down or up: from now on it settles."""
        self.down ^= bit
        self.settling |= bit
        self._changed_ms[button] = now_ms
        after = (self._put + 1) & (_QUEUE - 1)
        if self.down & bit and after != self._got:  # with a full queue the newest press is dropped
            self._queue[self._put] = button
            self._put = after

    def waiting(self) -> bool:
        """Whether `next_press` has a button to give."""
        return self._put != self._got

    def next_press(self) -> int:
        """The next button that went down (0..8), or -1."""
        if self._put == self._got:
            return -1
        button = self._queue[self._got]
        self._got = (self._got + 1) & (_QUEUE - 1)
        return button
