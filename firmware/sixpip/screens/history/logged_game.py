"""Applies the actions of a log (app/games/game_log.py) to a new game, one by one. The log is read in pieces."""

from sixpip.app.games.lineup import NAME_LETTERS
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions, events, replay
from sixpip.rules.core.errors import BadLine, BadRecord, Illegal, sentence

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.events import Event

_LONGEST = const(1024)
"""Bytes of a line, and of the actions from one roll to the next."""

BROKEN = (BadLine, BadRecord, Illegal, OSError, ValueError)
"""The errors of a log that is damaged or outdated; ValueError if it is not text."""


def reason_of(error: Exception) -> str:
    """Returns why a log cannot be replayed, without the number of a line or a list of what would be possible."""
    if isinstance(error, (OSError, ValueError)):
        return "The log cannot be read."
    reason = sentence(error).split(": use ")[0]
    return reason.split(": ")[-1] if reason.startswith("Line ") else reason


def read_head(path: str) -> "tuple[list[str], list[str], int]":
    """Returns the words of the first line after "game", the names, and the length of that line. Raises BROKEN."""
    with open(path, "rb") as stream:
        first = stream.readline(_LONGEST)
        second = stream.readline(_LONGEST).decode().rstrip()
    words = replay.words_of(first.decode())
    if len(words) < 2 or words[0] != "game" or first[-1:] != b"\n":
        raise BadLine("The log has no first line.")
    return words[1:], second[2:].split(", ") if second.startswith("# ") else [], len(first)


class LoggedGame:
    """A game at some step of its log, where a step is an action. `happened` are the events of the last one.

    `player` did the last action. `kept` and `free` are the dice on the table after it, one bit each, and `turn_over`
    says whether it ended the turn.
    """

    def __init__(self, path: str) -> None:
        """Begins at step 0, before the first action. Raises BROKEN."""
        self._path = path
        words, names, self.offset = read_head(path)  # `offset`: of what is to be read next
        self.game: Any = replay.start(words)
        fits = len(names) == self.game.players
        self.names = [names[seat][:NAME_LETTERS] if fits else f"P{seat + 1}" for seat in range(self.game.players)]
        self.begin(0)

    def begin(self, step: int) -> None:
        """Notes that the game is at a step before a roll."""
        self.step = step
        self.lines: list[str] = []
        """The actions that come next, up to a roll."""
        self.has_read_all = self.turn_over = False
        self.happened: list[Event] = []
        self.player = self.game.player
        self.kept = self.free = 0

    def at_end(self) -> bool:
        """Returns whether there is no further action. Raises BROKEN."""
        while not self.lines and not self.has_read_all:
            self._read()
        return not self.lines

    def next_action(self) -> "Action":
        """Returns the action that `forward` applies. Call it only before the end. Raises BROKEN."""
        return replay.action_of(self.game, replay.words_of(self.lines[0]))[0]

    def forward(self) -> None:
        """Applies the next action, if there is one. Raises BROKEN; the game is as before then."""
        if self.at_end():
            return
        game = self.game
        player, turns, kept = game.player, sum(game.turns), game.kept
        free = getattr(game, "rolled", game.all & ~kept if game.rolls else 0)
        self.happened = game.apply(*replay.action_of(game, replay.words_of(self.lines[0])))
        del self.lines[0]
        self.step += 1
        self.player, self.kept, self.free = player, kept, free
        self._note_dice()
        self.turn_over = sum(game.turns) != turns

    def _note_dice(self) -> None:
        """Finds the dice that are kept, and the others that were thrown, after what has happened."""
        for each in self.happened:
            if each.kind == events.ROLLED:
                self.kept &= ~each.positions
                self.free = each.positions
            elif each.kind == events.KEPT:
                self.kept |= each.positions
                self.free &= ~each.positions
            elif each.kind in (events.ASIDE, events.MADE):
                self.kept = each.positions
                self.free = self.game.all & ~self.kept
            elif each.kind == events.TOOK:
                self.kept, self.free = self.game.kept, 0

    def _read(self) -> None:
        """Reads the lines up to the next roll, without what was taken back. Nothing before a roll can be taken back."""
        lines: list[str] = []
        size = 0
        ends = False
        offset = self.offset
        with open(self._path, "rb") as stream:
            stream.seek(offset)
            while not ends:
                data = stream.readline(_LONGEST)
                line = data.decode().rstrip()
                if lines and line.startswith(actions.ROLL):
                    break
                ends = data[-1:] != b"\n" and len(data) < _LONGEST  # also in the middle of a line
                if not ends:
                    offset += len(data)
                    if replay.words_of(line):
                        lines.append(line)
                        size += len(data)
                        if size > _LONGEST:
                            raise BadLine("There are too many words between two rolls.")
        self.lines = [line for line in replay.without_undone(lines) if line]
        self.has_read_all = ends
        self.offset = offset
