"""House rules that offer what the player before left on the table: pick up (DT-06) and rescue (CT-05)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.errors import BadRecord
from sixpip.rules.stages import bits
from sixpip.rules.validators import MOST, whole, wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game


class _Offer:
    """Dice and points that the next player may take up. `points` 0: nothing is offered."""

    key = ""  # set when the rule is made for a game

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.points = 0
        self.kept = 0

    def turn_opens(self, game: "Game") -> bool:
        """True when there is something to offer."""
        return self.points != 0

    def legal(self, game: "Game") -> "tuple[str, ...]":
        """Take what is offered, or start fresh."""
        return (actions.TAKE, actions.FRESH)

    def act(self, game: "Game", kind: str, detail: int, dice: "Any", events: "list[Event]") -> None:
        """Do as the player chose, and give the floor back."""
        game.pending = None
        if kind == actions.TAKE:
            game.take_up(self.kept, self.points, events)
        self.points = 0

    def offered(self, game: "Game") -> int:
        """The tray positions of the dice left on the table."""
        return game.all & ~self.kept

    def question(self, game: "Game") -> str:
        """The offer in words."""
        left = bits(self.offered(game))
        return f"Take {left} dice and {self.points}?" if left > 1 else f"Take 1 die and {self.points}?"

    def record(self) -> "list[int]":
        """Points and positions kept of the turn that may be taken up."""
        return [self.points, self.kept]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.points, self.kept = wholes(record, 2, 0, MOST, self.key)
        whole(self.kept, 0, game.all, self.key)
        if self.kept == game.all if self.points else game.pending is self:
            raise BadRecord("The saved game offers dice that are not there")

    def stands(self, game: "Game") -> bool:
        """With the offer at the start of a turn, or before the first roll once it is taken."""
        if game.pending is self:
            return self.points != 0 and game.at_start()
        return not game.rolls and game.points != 0 and game.kept == self.kept


class PickUp(_Offer):
    """Offers a player on the table the unused dice and the turn points of the bank just before (DT-06)."""

    def banked(self, game: "Game", points: int, events: "list[Event]") -> None:
        """Remember what is left; nothing is when all dice were kept."""
        self.points = 0 if game.kept == game.all else points
        self.kept = game.kept

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """After a bust nothing is offered, even when it banked its points (HR-05) or followed a roll-off (DT-09)."""
        self.points = 0

    def turn_opens(self, game: "Game") -> bool:
        """True for a player on the table, when there is something to offer: alone there is no player before."""
        if not game.opened[game.player] or game.players == 1:
            self.points = 0
        return self.points != 0

    def stands(self, game: "Game") -> bool:
        """A bank has kept something; a bust need not have."""
        return self.kept != 0 and super().stands(game)


class Rescue(_Offer):
    """Offers the dice of the busting roll just before, with the points it forfeited (CT-05).

    If they score, the turn goes on from those points; if not, it is a bust like any other.
    """

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """Remember what was forfeited, and with which dice."""
        self.points = game.points if game.players > 1 else 0
        self.kept = game.kept
