"""The Board for tests: the clock advances only in `wait`, and buttons and dice are scripted.

LEDs and OLED are those of HostBoard.
"""

import random
from collections import deque
from collections.abc import Sequence

from tools.play.host.bit_sources import perfect
from tools.play.host.board import HostBoard
from tools.play.host.faulty_disk import PowerCut

TICK_PERIOD = 1 << 30
START_BEFORE_WRAP_MS = 5000
PRESS_MS = 50
CUT_MS = 1000
FACES = 6
FAIR_BYTES = 252  # the largest multiple of six in a byte: bytes from here on are rejected by the dice


def bytes_for(faces: Sequence[int]) -> bytes:
    """Returns one random byte for each face (1..6), for `face = 1 + byte % 6`; bytes of equal faces differ.

    Raises ValueError for a face outside 1..6.
    """
    for face in faces:
        if not 1 <= face <= FACES:
            raise ValueError(f"a die has no face {face}")
    return bytes((face - 1 + FACES * place) % FAIR_BYTES for place, face in enumerate(faces))


class FakeBoard(HostBoard):
    """A Board whose clock advances only in `wait` and starts five seconds before the tick counter wraps."""

    def __init__(self, folder: str, dice: Sequence[int] = (), seed: int = 1) -> None:
        """`dice`: the first faces, one random byte each; then random bytes from a generator with `seed`."""
        self._stream = random.Random(seed)
        super().__init__(folder, perfect(seed), random.Random(seed).randbytes)
        self._good_source = self.raw_bits.source
        self.elapsed_ms = 0
        """Milliseconds since the board was made."""
        self.tones: list[tuple[int, int]] = []
        """The arguments of each call of tone(): (hz, volume)."""
        self.millivolts = 3900
        """The voltage at the cell that battery_mv() measures."""
        self.on_usb = True
        """Whether the board has USB power, so that power_off() returns."""
        self.cuts_ms: list[int] = []
        """When power_off() was called, in milliseconds since the board was made."""
        self._dice = deque(bytes_for(dice))
        self._edges: list[tuple[int, int, int, bool]] = []
        self._edge_count = 0
        self._presses: deque[int] = deque()
        self.down = 0
        """The buttons held now, one bit each; press() sets and clears them."""

    # For tests

    def press(self, button: int, after_ms: int = 0, hold_ms: int = PRESS_MS) -> None:
        """Schedules a press of `button` (0..8) in `after_ms`, and its release `hold_ms` later."""
        if not 0 <= button <= 8:
            raise ValueError(f"there is no button {button}")
        at_ms = self.elapsed_ms + after_ms
        self._add_edge(at_ms, button, True)
        self._add_edge(at_ms + hold_ms, button, False)
        self._apply_edges()

    def roll_next(self, *faces: int) -> None:
        """Adds `faces` to the scripted dice."""
        self._dice.extend(bytes_for(faces))

    @property
    def dice_left(self) -> int:
        """Count of scripted faces that have not been used yet."""
        return len(self._dice)

    @property
    def presses_left(self) -> int:
        """Count of scripted presses that the console has not read yet, including future ones."""
        return len(self._presses) + sum(1 for edge in self._edges if edge[3])

    # The Board contract

    def next_press(self) -> int:
        """Returns the next pressed button, or -1."""
        return self._presses.popleft() if self._presses else -1

    def held(self) -> int:
        """Returns the buttons held now, one bit each."""
        return self.down

    def tone(self, hz: int, volume: int) -> None:
        """Adds the tone to `tones`."""
        self.tones.append((hz, volume))

    def battery_mv(self) -> int:
        """Returns `millivolts`, calibrated."""
        return self.millivolts + self.millivolts * self.cell_trim // 1000

    def power_off(self) -> None:
        """Switches dice and OLED off; then raises PowerCut, or on USB returns after a second."""
        self.cuts_ms.append(self.elapsed_ms)
        self.switch(False, False)
        if not self.on_usb:
            raise PowerCut
        self.elapsed_ms += CUT_MS
        self._apply_edges()

    def ticks_ms(self) -> int:
        """Returns the simulated time; wraps at 2**30, five seconds after the start."""
        return (TICK_PERIOD - START_BEFORE_WRAP_MS + self.elapsed_ms) % TICK_PERIOD

    def random_bytes(self, count: int) -> bytes:
        """Returns the bytes of the scripted dice, then seeded random bytes.

        Once `raw_bits.source` is replaced, all bytes are made of its bits as on the Pico. Raises OSError if they fail.
        """
        if self.raw_bits.source is not self._good_source:
            return self.entropy.draw(count)
        scripted = bytes(self._dice.popleft() for _ in range(min(count, len(self._dice))))
        return scripted + self._stream.randbytes(count - len(scripted))

    def wait(self, ms: int) -> None:
        """Advances the clock by `ms` or to the next press; not at all while an unread press is queued."""
        until_ms = self.elapsed_ms + ms
        while not self._presses and self._edges and self._edges[0][0] <= until_ms:
            self.elapsed_ms = max(self.elapsed_ms, self._edges[0][0])
            self._apply_edges()
        if not self._presses:
            self.elapsed_ms = until_ms

    def _add_edge(self, at_ms: int, button: int, down: bool) -> None:
        self._edge_count += 1
        self._edges.append((at_ms, self._edge_count, button, down))
        self._edges.sort()

    def _apply_edges(self) -> None:
        while self._edges and self._edges[0][0] <= self.elapsed_ms:
            _, _, button, down = self._edges.pop(0)
            if down:
                self._presses.append(button)
                self.down |= 1 << button
            else:
                self.down &= ~(1 << button)
