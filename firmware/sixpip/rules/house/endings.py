"""Endings: when a game is over and who has won it (TT-20 and after)."""

from sixpip.rules import actions
from sixpip.rules.checks import wholes
from sixpip.rules.refusal import BadRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.game import Event, Game


def reached(game: "Game", score: int) -> bool:
    """Whether a score is at the target, or above it where only that counts (TT-12)."""
    target = game.options["target"]
    return score > target if game.options["reach"] == "above" else score >= target


class LastTurn:
    """Who reaches the target first ends the round: every other player has one more turn (TT-20).

    The highest score wins; an equal one does not top it, so the earlier holder of it wins.
    """

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.closer = -1
        self.leader = -1

    def banked(self, game: "Game", points: int, events: "list[Event]") -> None:
        """Begin the last turns, or note a new highest score in them."""
        player = game.player
        if self.closer < 0:
            if reached(game, game.scores[player]):
                self.closer = self.leader = player
                events.append((actions.CLOSING, player))
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
        if (self.closer < 0) != (self.leader < 0):
            raise BadRecord("The saved game does not say who leads in the last turns")
