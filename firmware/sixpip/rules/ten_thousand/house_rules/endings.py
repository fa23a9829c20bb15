"""Endings: when a game is over and who has won it (TT-20 and after). The exact target is in exact.py."""

from sixpip import points as written
from sixpip.port import TYPE_CHECKING
from sixpip.rules.core.errors import BadRecord
from sixpip.rules.core.events import CLOSING, event
from sixpip.rules.ten_thousand.house_rules.house_rule import LAST_SEAT, HouseRule

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Event, Game, GameState


class _Ending(HouseRule):
    """Notes who has reached the target first. The highest score wins; of equal scores the one reached first."""

    closer = leader = -1
    state = (("closer", -1, LAST_SEAT), ("leader", -1, LAST_SEAT))

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """Begins the last turns, or notes a new highest score in them; the score contains the penalties of the turn."""
        player = game.player
        if game.out[player]:
            return
        if self.closer < 0:
            if game.reaches(game.scores[player]):
                self.closer = self.leader = player
                events.append(event(CLOSING, player))
        elif game.scores[player] > game.scores[self.leader]:
            self.leader = player

    def to_beat(self, game: "GameState") -> int:
        """The highest score once the last turns have begun, -1 before."""
        return game.scores[self.leader] if self.closer >= 0 else -1

    def game_ends(self, game: "Game", following: int, events: "list[Event]") -> bool:
        """After the last turn: the player with the highest score wins."""
        if self.closer < 0 or not self._is_last(game, following):
            return False
        game.winner = self.leader
        return True

    def _is_last(self, game: "GameState", following: int) -> bool:
        """Whether the turn that is over was the last one; `following`: the next player."""
        return not self.later_players(game)

    def check_restored(self, game: "GameState") -> None:
        """The first to reach the target, and who leads since."""
        closing = self.closer >= 0
        if closing != (self.leader >= 0) or (closing and not game.reaches(game.scores[self.closer])):
            raise BadRecord("The saved game has no valid leader in the last turns")


class LastTurn(_Ending):
    """Every player but the first to reach the target has one more turn (TT-20)."""

    def later_players(self, game: "GameState") -> "list[int]":
        """The players up to the one who reached the target first."""
        stop = self._stop(game)
        found = []
        player = (game.player + 1) % game.players
        while player not in (stop, game.player):
            if not game.out[player]:
                found.append(player)
            player = (player + 1) % game.players
        return found

    def _stop(self, game: "GameState") -> int:
        """The player at whose turn the game ends, -1 before the last turns."""
        return self.closer


class SameRound(LastTurn):
    """Only the players after the first to reach the target still have a turn, up to the end of the round (TT-21)."""

    def _stop(self, game: "GameState") -> int:
        return game.first


class BeatOrBust(LastTurn):
    """In the last turns only a total above the highest score can be banked (TT-22)."""

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """The score to beat, while the total is not above it."""
        missing = self.to_beat(game) + 1 - game.scores[game.player] - points
        return f"Beat {written(self.to_beat(game))}" if self.closer >= 0 and missing > 0 else None


class Sudden(_Ending):
    """The first to reach the target wins at once (TT-24)."""


class LastLicks(LastTurn):
    """The last turns begin again whenever another player takes the lead (CW-06)."""

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """Gives all others one more turn after a new leader."""
        super().turn_ended(game, events)
        if self.leader != self.closer:
            self.closer = self.leader
            events.append(event(CLOSING, self.closer))

    def _is_last(self, game: "GameState", following: int) -> bool:
        return following == self.closer

    def _stop(self, game: "GameState") -> int:
        return game.player
