"""The Board of the tests: time stands still until the test or the console waits, buttons and dice are scripted.

It does what the real parts do and nothing more; LEDs and OLED are HostBoard's.
"""

import random
from collections import deque
from collections.abc import Sequence

from tools.host.board import HostBoard

TICK_PERIOD = 1 << 30
START_BEFORE_WRAP_MS = 5000
PRESS_MS = 50
FACES = 6
FAIR_BYTES = 252  # the largest multiple of six in a byte: bytes from here on are rejected by the dice


def bytes_for(faces: Sequence[int]) -> bytes:
    """One byte a face (1..6) that `face = 1 + byte % 6` turns into it; equal faces give unequal bytes in a row.

    Raises ValueError for a face that a die does not have.
    """
    for face in faces:
        if not 1 <= face <= FACES:
            raise ValueError(f"a die has no face {face}")
    return bytes((face - 1 + FACES * place) % FAIR_BYTES for place, face in enumerate(faces))


class FakeBoard(HostBoard):
    """A Board whose clock is stepped by `wait`, and starts five seconds before the tick counter wraps."""

    def __init__(self, folder: str, dice: Sequence[int] = (), seed: int = 1) -> None:
        """`dice`: the faces that fall first, one random byte each; then a stream that follows from `seed`."""
        super().__init__(folder)
        self.elapsed_ms = 0
        """Milliseconds since the board was made."""
        self.tones: list[tuple[int, int]] = []
        """Every call of tone(): (hz, volume)."""
        self.millivolts = 3900
        """What battery_mv() gives; set by the test."""
        self._dice = deque(bytes_for(dice))
        self._stream = random.Random(seed)
        self._edges: list[tuple[int, int, int, bool]] = []
        self._edges_made = 0
        self._presses: deque[int] = deque()
        self._held = 0

    # What a test does to it

    def press(self, button: int, after_ms: int = 0, hold_ms: int = PRESS_MS) -> None:
        """A person presses `button` (0..8) `after_ms` from now and lets go `hold_ms` later."""
        if not 0 <= button <= 8:
            raise ValueError(f"there is no button {button}")
        at_ms = self.elapsed_ms + after_ms
        self._edge(at_ms, button, True)
        self._edge(at_ms + hold_ms, button, False)
        self._act()

    def roll_next(self, *faces: int) -> None:
        """Put `faces` behind the dice already scripted."""
        self._dice.extend(bytes_for(faces))

    @property
    def dice_left(self) -> int:
        """Scripted faces that have not fallen yet."""
        return len(self._dice)

    @property
    def presses_left(self) -> int:
        """Scripted presses that the console has not taken yet, future ones included."""
        return len(self._presses) + sum(1 for edge in self._edges if edge[3])

    # What the console asks of it

    def next_press(self) -> int:
        """The next button that went down, or -1."""
        return self._presses.popleft() if self._presses else -1

    def held(self) -> int:
        """The buttons down now, one bit each."""
        return self._held

    def tone(self, hz: int, volume: int) -> None:
        """Noted in `tones`."""
        self.tones.append((hz, volume))

    def battery_mv(self) -> int:
        """`millivolts`."""
        return self.millivolts

    def ticks_ms(self) -> int:
        """The stepped clock; wraps at 2**30, five seconds after the start."""
        return (TICK_PERIOD - START_BEFORE_WRAP_MS + self.elapsed_ms) % TICK_PERIOD

    def random_bytes(self, count: int) -> bytes:
        """The bytes of the scripted dice, then the seeded stream."""
        scripted = bytes(self._dice.popleft() for _ in range(min(count, len(self._dice))))
        return scripted + self._stream.randbytes(count - len(scripted))

    def wait(self, ms: int) -> None:
        """Step the clock by `ms`, or up to the next press; not at all while a press waits to be taken."""
        until_ms = self.elapsed_ms + ms
        while not self._presses and self._edges and self._edges[0][0] <= until_ms:
            self.elapsed_ms = max(self.elapsed_ms, self._edges[0][0])
            self._act()
        if not self._presses:
            self.elapsed_ms = until_ms

    # Inside

    def _edge(self, at_ms: int, button: int, down: bool) -> None:
        self._edges_made += 1
        self._edges.append((at_ms, self._edges_made, button, down))
        self._edges.sort()

    def _act(self) -> None:
        """Let every edge happen whose time has come."""
        while self._edges and self._edges[0][0] <= self.elapsed_ms:
            _, _, button, down = self._edges.pop(0)
            if down:
                self._presses.append(button)
                self._held |= 1 << button
            else:
                self._held &= ~(1 << button)
