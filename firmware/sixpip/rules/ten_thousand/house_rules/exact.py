"""The ending that must be hit: exactly the target wins at once, but for a roll-off (TT-23, DT-09)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.errors import BadRecord
from sixpip.rules.stages import bits
from sixpip.rules.validators import MOST, whole, wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game


class Exact:
    """A bank past the target scores nothing for that turn; exactly the target wins.

    If that winner leaves dice, the next player may roll them once: a score there cancels the winner's turn and play
    goes on with the roller's turn; no score, and the win stands.
    """

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.target = options["target"]
        self.hitter = -1
        self.points = 0
        self.kept = 0
        self.rolling = 0

    def banking(self, game: "Game", points: int) -> int:
        """Nothing for a bank that would pass the target."""
        return points if game.scores[game.player] + points <= self.target else 0

    def banked(self, game: "Game", points: int, events: "list[Event]") -> None:
        """Note who hit the target, and what he left."""
        if game.scores[game.player] == self.target:
            self.hitter = game.player
            self.points = points
            self.kept = game.kept

    def game_ends(self, game: "Game", following: int, events: "list[Event]") -> bool:
        """True when the target is hit and there is nothing, or nobody, to roll it off with; or that has failed."""
        if self.hitter < 0:
            return False
        if not self.rolling and self.kept != game.all and following != self.hitter:
            return False
        game.winner = self.hitter
        return True

    def turn_opens(self, game: "Game") -> bool:
        """True when the player may roll the score off."""
        return self.hitter >= 0

    def legal(self, game: "Game") -> "tuple[str, ...]":
        """Roll it off, or let the win stand."""
        return (actions.TAKE, actions.FRESH)

    def act(self, game: "Game", kind: str, detail: int, dice: "Any", events: "list[Event]") -> None:
        """Do as the player chose."""
        game.pending = None
        if kind == actions.TAKE:
            self.rolling = 1
            game.take_up(self.kept, 0, events)
        else:
            game.finish(self.hitter, events)

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """A roll-off that scores takes the winner's turn back."""
        if self.rolling and game.find_keeps():
            self.rolling = 0
            game.change_score(self.hitter, -self.points, "rolled off", events)
            self.hitter = -1
        return False

    def busted(self, game: "Game", events: "list[Event]") -> bool:
        """True for a roll-off with nothing: the dice are rolled once, whatever gives other busts a second throw."""
        if self.rolling:
            game.lose_turn(events)
        return bool(self.rolling)

    def offered(self, game: "Game") -> int:
        """The tray positions of the dice that the winner left."""
        return game.all & ~self.kept

    def question(self, game: "Game") -> str:
        """The offer in words."""
        left = bits(self.offered(game))
        return f"Roll it off with {left}?"

    def record(self) -> "list[int]":
        """Who hit the target (-1: nobody), with how many points, what he kept, whether the roll-off runs."""
        return [self.hitter, self.points, self.kept, self.rolling]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.hitter, self.points, self.kept, self.rolling = wholes(record, 4, -1, MOST, "end")
        whole(self.hitter, -1, game.players - 1, "end")
        whole(self.points, 0, MOST, "end")
        whole(self.kept, 0, game.all, "end")
        whole(self.rolling, 0, 1, "end")
        if (game.pending is self or self.rolling) and (self.hitter < 0 or self.kept == game.all):
            raise BadRecord("The saved game has no win to roll off")

    def stands(self, game: "Game") -> bool:
        """With the offer at the start of a turn, or before the roll-off."""
        if game.pending is self:
            return game.at_start() and not self.rolling
        return bool(self.rolling) and not game.rolls and not game.points and game.kept == self.kept
