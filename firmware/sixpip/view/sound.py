"""The tunes of the buzzer, and a player that sounds them while the console does other things.

A tune is a bytes object with two bytes for each note: the pitch in tens of hertz (0 is a rest) and the length in units
of five milliseconds. Only the tune of a win is longer than half a second.
"""

from sixpip.compat import TYPE_CHECKING, Stopwatch, const

if TYPE_CHECKING:
    from sixpip.board.contract import Board

OFF = const(0)
LOW = const(1)
HIGH = const(2)
"""Volumes."""

HZ = const(10)
MS = const(5)
"""The units of the two bytes of a note."""

PRESS = b"\x78\x03"
"""A button went down."""
TICK = b"\xc8\x02"
"""A die has stopped."""
POINTS = b"\x69\x0e\x9d\x18"
"""Points are scored: a rising interval."""
HOT = b"\x69\x0b\x84\x0b\x9d\x0b\xd1\x0b\x9d\x0b\xd1\x1c"
"""Hot dice: a bright run of notes."""
LEAD = b"\x69\x08\x00\x03\x69\x08\x00\x03\x8c\x0c\xb0\x28"
"""Another player takes the lead: a short fanfare."""
BUST = b"\x42\x0e\x3b\x0e\x34\x0e\x2e\x0e\x27\x0e\x21\x1e"
"""A bust: falling notes."""
WIN = b"\x4e\x18\x00\x04\x4e\x0c\x00\x02\x4e\x0c\x00\x02\x69\x30\x00\x04\x5d\x18\x69\x18\x84\x18\x9d\x50"
"""The game is won: a small fanfare, under two seconds."""
NO = b"\x16\x0c\x00\x04\x12\x14"
"""The action is not possible now: a low sound."""


def length_ms(tune: bytes) -> int:
    """Returns the length of a tune in milliseconds."""
    total = 0
    for place in range(1, len(tune), 2):
        total += tune[place]
    return total * MS


class TunePlayer:
    """Plays one tune at a time on a Board; a new tune ends the old one."""

    def __init__(self, board: "Board", volume: int = HIGH) -> None:
        """`volume` is OFF, LOW or HIGH; the attribute may be set at any time."""
        self.volume = volume
        self._board = board
        self._tune = b""
        self._place = 0
        self._watch = Stopwatch()
        self._ends_ms = 0  # the end of the note, since the start of the tune

    def play(self, tune: bytes) -> None:
        """Starts a tune; its first note sounds before this returns."""
        if self.volume == OFF:
            self.stop()
            return
        self._tune = tune
        self._place = 0
        self._watch.start(self._board.ticks_ms())
        self._ends_ms = 0
        self._note()

    def step(self, now_ms: int) -> None:
        """Sounds the next note when it is due. Call it in every pass of the main loop with the Board's ticks."""
        while self._tune and self._watch.step(now_ms) >= self._ends_ms:
            self._place += 2
            if self._place >= len(self._tune) or self.volume == OFF:
                self.stop()
            else:
                self._note()

    def stop(self) -> None:
        """Ends the tune."""
        if self._tune:
            self._tune = b""
            self._board.tone(0, self.volume)

    def busy(self) -> bool:
        """Returns whether a tune is playing."""
        return len(self._tune) > 0

    def _note(self) -> None:
        self._ends_ms += self._tune[self._place + 1] * MS
        self._board.tone(self._tune[self._place] * HZ, self.volume)
