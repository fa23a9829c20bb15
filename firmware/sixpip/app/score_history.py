"""Reads the scores of a finished game, turn by turn, from its log. Imported only to show them.

Lines stay bytes: on the Pico a new str takes 0.15 ms, because it is looked up among the interned ones.
"""

from array import array

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.actions import ROLL
from sixpip.rules.log_writer import TURN_END, UNDO

if TYPE_CHECKING:
    from sixpip.app.session import Session

SAMPLES = const(96)
"""The most scores that are stored of a player, the one before the first turn included."""
_CHUNK = const(512)  # bytes of the log that are read at a time
_ROLL = ROLL.encode()
_UNDO = UNDO.encode()
_TURN_END = TURN_END.encode()


class ScoreHistory:
    """The score of each player before the first turn and after each of their turns.

    `samples` has an array for each seat. In a game with more turns than SAMPLES some turns share a sample, which has
    the score after the last of them. Where a player had fewer turns than others, the last score is repeated.
    """

    def __init__(self, session: "Session") -> None:
        """Reads the log. `complete` is False when the log does not have all turns of the game."""
        game = session.game
        self._game = game
        self._read = [0] * game.players  # turns read, by seat
        self._lines: list[bytes] = []  # since the last roll, so they can be taken back: ends of turns, b"" for actions
        self.turns = max(game.turns)
        """The most turns that a player had."""
        self.last = min(self.turns, SAMPLES - 1)
        """The index of the last sample."""
        self.samples = [array("i", [score] * (self.last + 1)) for score in game.scores]
        self.ends = [self.position(turns) for turns in game.turns]
        """The index of the sample after the last turn of each player."""
        try:
            self._read_log(session.log.path(), session.log.lines)
            self.complete = self._read == game.turns
        except (OSError, ValueError, OverflowError):
            self.complete = False  # the file is missing, or a line of it is damaged
        self._fill_ends()

    def position(self, turn: int) -> int:
        """The index of the sample after turn number `turn` of a player; 0: before the first turn."""
        return turn if self.turns < SAMPLES else turn * self.last // self.turns

    def _read_log(self, path: str, unwritten: "list[str]") -> None:
        """Reads the file in pieces, then the lines that are not written yet."""
        rest = b""
        with open(path, "rb") as stream:
            while True:
                chunk = stream.read(_CHUNK)
                if not chunk:
                    break
                rest = self._add_lines(rest + chunk)
        for line in unwritten:
            self._add(line.encode(), 0, len(line.encode()))
        self._store_turns()

    def _add_lines(self, data: bytes) -> bytes:
        """Handles all whole lines; returns the rest. It does not split them: garbage would cost the most time here."""
        start = 0
        end = data.find(b"\n")
        while end >= 0:
            self._add(data, start, end)
            start = end + 1
            end = data.find(b"\n", start)
        return data[start:]

    def _add(self, data: bytes, start: int, end: int) -> None:
        """Handles one line of the log."""
        if data.startswith(_ROLL, start):
            if self._lines:
                self._store_turns()  # a roll is never taken back, nor what was before it
        elif data.startswith(b"#", start):
            if data.find(_TURN_END, start, end) >= 0:
                self._lines.append(data[start + 2 : end])
        elif data.startswith(_UNDO, start):
            self._take_back(int(data[start + len(_UNDO) : end]))
        else:
            self._lines.append(b"")

    def _take_back(self, actions: int) -> None:
        """Drops the last actions, and the ends of turns after them."""
        while self._lines and actions:
            if not self._lines.pop():
                actions -= 1

    def _store_turns(self) -> None:
        """Stores the turns that have ended since the last roll."""
        for line in self._lines:
            if line:
                player, _, scores = line.rpartition(b": ")
                before, _, after = scores.partition(_TURN_END)
                self._store(int(player.split(b" ")[0]) - 1, int(before), int(after))
        self._lines.clear()

    def _store(self, seat: int, before: int, after: int) -> None:
        """Stores the score of a player after a turn; of the first turn also the score before it. Raises ValueError."""
        if not 0 <= seat < len(self.samples) or self._read[seat] == self._game.turns[seat]:
            raise ValueError("no turn of the game")
        samples = self.samples[seat]
        if not self._read[seat]:
            samples[0] = before
        self._read[seat] += 1
        samples[self.position(self._read[seat])] = after

    def _fill_ends(self) -> None:
        """Repeats the last score of each player to the end; it can have changed in the turn of another player."""
        for seat in range(len(self.samples)):
            for place in range(min(self.ends[seat] + 1, self.last), self.last + 1):
                self.samples[seat][place] = self._game.scores[seat]
