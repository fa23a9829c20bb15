"""Prints what the console shows as lines of text on the serial port, for people who do not see it.

It is imported when somebody presses Enter in a terminal at the port, and ends when the port is not read any more. A
picture is read when it has been at rest for a while, so no frame of an animation is printed. What counts as new, and
the words, are those of the page of the simulator (tools/play/simulator/page/words.js).
"""

from binascii import crc32

from sixpip.compat import TYPE_CHECKING, const, ticks_diff
from sixpip.view import words
from sixpip.view.words import DiceReader, Recorder

if TYPE_CHECKING:
    from sixpip.board.contract import Board

ASLEEP = const("The console is asleep: any button wakes it.")
GONE = const(-1)
"""What `step` returns when no one has read the port for a while."""

_REST_MS = const(150)
_STEP_MS = const(25)  # while something is being printed, or a picture is not at rest
_IDLE_MS = const(500)
_GONE_MS = const(10_000)
_FEW = const(2)  # up to so many changed dice are printed without the others
_SELECTED = const(", selected")
_WORTH = const(
    (", does not score", ", scores", ", does not fit", ", fits")
)  # means something among dice to choose from


class Picture:
    """Tells when a picture in memory has changed and is at rest again."""

    is_new = True
    """Whether it is still to be read."""

    def __init__(self, source: bytearray) -> None:
        """`source` is the picture in memory."""
        self._source = source
        self._changed_ms = 0
        self.read_again()

    def read_again(self) -> None:
        """Has the picture read once more when it has been at rest for a while."""
        self._sum = -1

    def is_readable(self, now_ms: int) -> bool:
        """Returns whether it is new and has been at rest for a while. Call it in each round."""
        checksum = crc32(self._source)
        if checksum != self._sum:
            self._sum = checksum
            self._changed_ms = now_ms
            self.is_new = True
            return False
        return self.is_new and ticks_diff(now_ms, self._changed_ms) >= _REST_MS


class Announcer:
    """Reads OLED and dice, and prints what is new."""

    def __init__(self, board: "Board") -> None:
        """Prints to the serial port of `board` what its OLED and its dice show."""
        self.canvas = Recorder(board.oled)
        """The OLED is to be drawn on it."""
        self._board = board
        self._oled = Picture(board.oled)
        self._tiles = Picture(board.pixels)
        self._lines: list[int] = []  # the checksums of the lines that were printed last, and of the dice
        self._dice: list[int] = []
        self._reader: DiceReader | None = None
        self._is_list = False
        self._chooses = True
        self._is_asleep = False
        self._text = b""
        self._sent = 0
        self._sent_ms = 0

    def repeat(self) -> None:
        """Has all lines and dice printed, also those that have been. The OLED has to be drawn again."""
        self._lines = []
        self._dice = []
        self._is_asleep = False
        self._oled.read_again()
        self._tiles.read_again()

    def step(self, now_ms: int, asleep: bool = False) -> int:
        """Does a part of the work. Returns the time until it has to be called again in milliseconds, or GONE.

        `asleep`: OLED and dice are switched off.
        """
        if self._sent < len(self._text):
            return self._send(now_ms)
        if asleep:
            if not self._is_asleep:
                self._print([ASLEEP], "", now_ms)
            self._is_asleep = True
            return 0 if self._sent < len(self._text) else _IDLE_MS
        self._is_asleep = False
        if self._oled.is_readable(now_ms):
            self._oled.is_new = False
            self._print(self._oled_news(self.canvas.lines()), "\r\n", now_ms)
            self.canvas.forget()
        elif not self._tiles.is_readable(now_ms):
            self._reader = None
        elif not self._reader:
            self._reader = DiceReader(self._board.pixels)
        elif not self._reader.read_next():
            self._tiles.is_new = False
            self._print(self._dice_news(self._reader.dice()), ", ", now_ms)
            self._reader = None
        if self._reader or self._sent < len(self._text):
            return 0
        return _STEP_MS if self._oled.is_new or self._tiles.is_new else _IDLE_MS

    def _send(self, now_ms: int) -> int:
        """Sends a part of the text, if the port is read."""
        sent = self._board.send_text(self._text, self._sent)
        if sent:
            self._sent += sent
            if self._sent == len(self._text):
                self._sent, self._text = 0, b""
            self._sent_ms = now_ms
            return 0
        return GONE if ticks_diff(now_ms, self._sent_ms) >= _GONE_MS else _STEP_MS

    def _print(self, parts: "list[str]", between: str, now_ms: int) -> None:
        if parts:
            self._text = (between.join(parts) + "\r\n").encode()
            self._sent = 0
            self._sent_ms = now_ms

    def _oled_news(self, lines: "list[str]") -> "list[str]":
        """Returns the lines that are new, except numbers that move while no button does anything."""
        roll, bank = words.labels(lines[-1])
        is_passing = not roll and not bank
        self._is_list = self.canvas.is_list()
        self._chooses = words.chooses(words.is_titled(self.canvas.buffer), roll, bank)
        known, shown = self._lines, [line for line in lines if line]
        self._lines = [_checksum(line) for line in shown]
        self._lines += [_checksum(line[: -len(_SELECTED)]) for line in shown if line.endswith(_SELECTED)]
        return [line for line in shown if _checksum(line) not in known and not (is_passing and _is_number(line))]

    def _dice_news(self, shown: "list[str] | None") -> "list[str]":
        """Returns the dice that changed; after a roll, those that show the same as before, too."""
        if shown is None:  # they move, or show a picture
            return []
        before = self._dice or [-1] * len(shown)
        self._dice = [_checksum(die) for die in shown]
        changed = [new != old for new, old in zip(self._dice, before)]
        are_many = sum(changed) > _FEW
        if self._is_list:  # its lines say more than the dice
            return []
        are_alike = not self._chooses and len({_worth(die) for die in shown if _worth(die)}) < 2
        return [
            die.replace(_worth(die), "") if are_alike else die  # none is to be chosen: all are bright, or all are dim
            for die, is_new in zip(shown, changed)
            if ": a" in die and (is_new or (are_many and not die.endswith("kept")))
        ]


def _checksum(words: str) -> int:
    return crc32(words.encode()) & 0x3FFFFFFF


def _worth(die: str) -> str:
    for worth in _WORTH:
        if worth in die:
            return worth
    return ""


def _is_number(line: str) -> bool:
    digits = line[1:] if line[:1] in ("+", "-") else line
    return digits.replace(" ", "").isdigit()
