"""Endings: when a game is over and who has won it (TT-20 and after). The one that must be hit is in exact.py."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadRecord
from sixpip.rules.events import CLOSING, event
from sixpip.rules.validators import wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game


def reached(game: "Game", score: int) -> bool:
    """Whether a score is at the target, or above it where only that counts (TT-12)."""
    target = game.options["target"]
    return bool(score > target if game.options["reach"] == "above" else score >= target)


class LastTurn:
    """Who reaches the target first ends the round: every other player has one more turn (TT-20).

    The highest score wins; an equal one does not top it, so the earlier holder of it wins.
    """

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.closer = -1
        self.leader = -1

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """Begin the last turns, or note a new highest score in them; penalties of the turn are taken by now."""
        player = game.player
        if game.out[player]:
            return
        if self.closer < 0:
            if reached(game, game.scores[player]):
                self.closer = self.leader = player
                events.append(event(CLOSING, player))
        elif game.scores[player] > game.scores[self.leader]:
            self.leader = player

    def to_beat(self, game: "Game") -> int:
        """The highest score once the last turns have begun, -1 before."""
        return game.scores[self.leader] if self.closer >= 0 else -1

    def game_ends(self, game: "Game", following: int, events: "list[Event]") -> bool:
        """True when the turn would come back to the player who reached the target."""
        if following != self.closer:
            return False
        game.winner = self.leader
        return True

    def record(self) -> "list[int]":
        """The player who reached the target first and the one with the highest score since, -1 for none."""
        return [self.closer, self.leader]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.closer, self.leader = wholes(record, 2, -1, game.players - 1, "end")
        closing = self.closer >= 0
        if closing != (self.leader >= 0) or (closing and not reached(game, game.scores[self.closer])):
            raise BadRecord("The saved game does not say who leads in the last turns")


class SameRound(LastTurn):
    """Only the players later in the seating order of that round still have a turn (TT-21)."""

    def game_ends(self, game: "Game", following: int, events: "list[Event]") -> bool:
        """True when the next turn would begin a new round."""
        if self.closer < 0 or self._seat(game, following) > self._seat(game, game.player):
            return False
        game.winner = self.leader
        return True

    def _seat(self, game: "Game", player: int) -> int:
        return (player - game.first) % game.players


class BeatOrBust(LastTurn):
    """In the last turns only a total above the highest so far can be banked: roll until above it, or bust (TT-22)."""

    def refuse_bank(self, game: "Game", points: int, keep: int) -> "str | None":
        """How much is missing, or None."""
        missing = self.to_beat(game) + 1 - game.scores[game.player] - points
        return f"Beat {self.to_beat(game)}" if self.closer >= 0 and missing > 0 else None


class Sudden(LastTurn):
    """Who reaches the target first wins at once (TT-24)."""

    def game_ends(self, game: "Game", following: int, events: "list[Event]") -> bool:
        """True as soon as somebody has."""
        if self.closer < 0:
            return False
        game.winner = self.closer
        return True


class LastLicks(LastTurn):
    """The last turns begin anew whenever the lead is passed (CW-06)."""

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """A new leader gives all others one more turn."""
        super().turn_ended(game, events)
        if self.leader != self.closer:
            self.closer = self.leader
            events.append(event(CLOSING, self.closer))
