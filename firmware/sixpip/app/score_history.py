"""Reads the scores of a finished game, turn by turn, from its log. Imported only to show them."""

from array import array

from sixpip.app.last_turn import drop_actions, is_turn_end
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.actions import ROLL
from sixpip.rules.log_writer import TURN_END, UNDO

if TYPE_CHECKING:
    from sixpip.app.session import Session

SAMPLES = const(96)
"""The most scores that are stored of a player, the one before the first turn included."""
_CHUNK = const(512)  # bytes of the log that are read at a time
_ROLL = ROLL.encode()


class ScoreHistory:
    """The score of each player before the first turn and after each of their turns.

    `samples` has an array for each seat. In a game with more turns than SAMPLES some turns share a sample, which has
    the score after the last of them. Where a player had fewer turns than others, the last score is repeated.
    """

    def __init__(self, session: "Session") -> None:
        """Reads the log. `complete` is False when the log does not have all turns of the game."""
        game = session.game
        self._game = game
        self._names = session.names
        seats = [(game.first + place) % game.players for place in range(game.players)]
        self._order: list[int] = getattr(game, "order", seats)  # in Phase 10 the dice decide the order of play
        self._scores = list(game.scores)
        self._read = [0] * game.players  # turns read, by seat
        self._lines: list[str] = []  # the actions and the ends of turns since the last roll: these can be taken back
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
        except (OSError, ValueError):
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
                lines = (rest + chunk).split(b"\n")
                rest = lines.pop()
                for line in lines:
                    self._add(line)
        for text in unwritten:
            self._add(text.encode())
        self._store_turns()

    def _add(self, line: bytes) -> None:
        """Handles one line of the log."""
        if line.startswith(_ROLL):
            self._store_turns()  # a roll is never taken back, nor what was before it
            return
        text = line.decode()
        if text.startswith(UNDO):
            drop_actions(self._lines, int(text.split(" ")[1]))
        elif is_turn_end(text) or not text.startswith("#"):
            self._lines.append(text)

    def _store_turns(self) -> None:
        """Stores the turns that have ended since the last roll."""
        for line in self._lines:
            if is_turn_end(line):
                name, _, scores = line[2:].rpartition(": ")
                before, _, after = scores.partition(TURN_END)
                self._store(self._seat_of(name, int(before)), int(before), int(after))
        self._lines.clear()

    def _store(self, seat: int, before: int, after: int) -> None:
        """Stores the score of a player after a turn; of the first turn also the score before it."""
        samples = self.samples[seat]
        if not self._read[seat]:
            samples[0] = before
        self._read[seat] += 1
        self._scores[seat] = after
        samples[self.position(self._read[seat])] = after

    def _seat_of(self, name: str, before: int) -> int:
        """The seat whose turn has ended. Raises ValueError when no player of that name had so many turns.

        Of players of the same name: the one with that score before the turn, with fewer turns, earlier in the order.
        """
        found = []
        for place in range(len(self._order)):
            seat = self._order[place]
            if self._names[seat] == name and self._read[seat] < self._game.turns[seat]:
                changed = self._read[seat] > 0 and self._scores[seat] != before
                found.append((changed, self._read[seat], place, seat))
        return min(found)[3]

    def _fill_ends(self) -> None:
        """Repeats the last score of each player to the end; it can have changed in the turn of another player."""
        for seat in range(len(self.samples)):
            for place in range(min(self.ends[seat] + 1, self.last), self.last + 1):
                self.samples[seat][place] = self._game.scores[seat]
