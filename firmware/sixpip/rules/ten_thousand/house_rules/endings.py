"""Endings: when a game is over and who has won it (TT-20 and after). The exact target is in exact.py."""

from sixpip import points as written
from sixpip.port import TYPE_CHECKING
from sixpip.rules.errors import BadRecord
from sixpip.rules.events import CLOSING, event
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule
from sixpip.rules.validators import check_numbers

if TYPE_CHECKING:
    from sixpip.rules.events import Event
    from sixpip.rules.options import Options
    from sixpip.rules.ten_thousand.house_rules.house_rule import TurnGame, TurnState


def reached(game: "TurnState", score: int) -> bool:
    """Whether a score is at the target, or above it where the option `reach` asks for that (TT-12)."""
    target = int(game.options["target"])
    return score > target if game.options["reach"] == "above" else score >= target


class LastTurn(HouseRule):
    """Every player but the first to reach the target has one more turn (TT-20).

    The highest score wins; of equal scores the one that was reached first.
    """

    def __init__(self, options: "Options") -> None:
        self.closer = -1
        self.leader = -1

    def turn_ended(self, game: "TurnGame", events: "list[Event]") -> None:
        """Begins the last turns, or notes a new highest score in them; the score contains the penalties of the turn."""
        player = game.player
        if game.out[player]:
            return
        if self.closer < 0:
            if reached(game, game.scores[player]):
                self.closer = self.leader = player
                events.append(event(CLOSING, player))
        elif game.scores[player] > game.scores[self.leader]:
            self.leader = player

    def to_beat(self, game: "TurnState") -> int:
        """The highest score once the last turns have begun, -1 before."""
        return game.scores[self.leader] if self.closer >= 0 else -1

    def game_ends(self, game: "TurnGame", following: int, events: "list[Event]") -> bool:
        """When the turn would come back to the player who reached the target first."""
        if following != self.closer:
            return False
        game.winner = self.leader
        return True

    def record(self) -> "list[int]":
        """The player who reached the target first and the one with the highest score since, -1 for none."""
        return [self.closer, self.leader]

    def restore(self, game: "TurnState", record: "list[int]") -> None:
        """Restores them from such a list. Raises BadRecord."""
        self.closer, self.leader = check_numbers(record, 2, -1, game.players - 1, "end")
        closing = self.closer >= 0
        if closing != (self.leader >= 0) or (closing and not reached(game, game.scores[self.closer])):
            raise BadRecord("The saved game has no valid leader in the last turns")


class SameRound(LastTurn):
    """Only the players after the first to reach the target still have a turn, up to the end of the round (TT-21)."""

    def game_ends(self, game: "TurnGame", following: int, events: "list[Event]") -> bool:
        """When the next turn would begin a new round."""
        if self.closer < 0 or self._seat(game, following) > self._seat(game, game.player):
            return False
        game.winner = self.leader
        return True

    def _seat(self, game: "TurnState", player: int) -> int:
        return (player - game.first) % game.players


class BeatOrBust(LastTurn):
    """In the last turns only a total above the highest score can be banked (TT-22)."""

    def refuse_bank(self, game: "TurnState", points: int, keep: int) -> "str | None":
        """The score to beat, while the total is not above it."""
        missing = self.to_beat(game) + 1 - game.scores[game.player] - points
        return f"Beat {written(self.to_beat(game))}" if self.closer >= 0 and missing > 0 else None


class Sudden(LastTurn):
    """The first to reach the target wins at once (TT-24)."""

    def game_ends(self, game: "TurnGame", following: int, events: "list[Event]") -> bool:
        """As soon as a player has reached the target."""
        if self.closer < 0:
            return False
        game.winner = self.closer
        return True


class LastLicks(LastTurn):
    """The last turns begin again whenever another player takes the lead (CW-06)."""

    def turn_ended(self, game: "TurnGame", events: "list[Event]") -> None:
        """Gives all others one more turn after a new leader."""
        super().turn_ended(game, events)
        if self.leader != self.closer:
            self.closer = self.leader
            events.append(event(CLOSING, self.closer))
