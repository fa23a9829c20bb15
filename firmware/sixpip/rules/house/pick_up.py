"""The house rule pick up: start with what the player before left on the table when he banked (DT-06)."""

from sixpip.rules import actions
from sixpip.rules.checks import MOST, whole, wholes
from sixpip.rules.refusal import BadRecord
from sixpip.rules.sheet import bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.game import Event, Game


class PickUp:
    """Offers a player on the table the unused dice and the turn points of the bank just before."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.points = 0
        self.kept = 0

    def banked(self, game: "Game", points: int, events: "list[Event]") -> None:
        """Remember what is left; nothing is when all dice were kept."""
        self.points = points
        self.kept = 0 if game.kept == game.all else game.kept

    def turn_opens(self, game: "Game", kept: int) -> bool:
        """True when there is something to offer: alone there is no player before."""
        if not game.opened[game.player] or game.players == 1:
            self.kept = 0
        return self.kept != 0

    def legal(self, game: "Game") -> "tuple[str, ...]":
        """Take what is offered, or start fresh."""
        return (actions.TAKE, actions.FRESH)

    def act(self, game: "Game", kind: str, events: "list[Event]") -> None:
        """Do as the player chose, and give the floor back: what is left now waits for the next bank."""
        game.floor = None
        if kind == actions.TAKE:
            game.take_up(self.kept, self.points, events)
        self.kept = 0

    def offered(self, game: "Game") -> int:
        """The tray positions of the dice left on the table."""
        return game.all & ~self.kept

    def question(self, game: "Game") -> str:
        """The offer in words."""
        left = bits(self.offered(game))
        return f"Take {left} dice and {self.points}?" if left > 1 else f"Take 1 die and {self.points}?"

    def record(self) -> "list[int]":
        """Points and positions kept of the bank that may be taken up."""
        return [self.points, self.kept]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.points, self.kept = wholes(record, 2, 0, MOST, "pick_up")
        whole(self.kept, 0, game.all - 1, "pick_up")
        if game.floor is self and not self.kept:
            raise BadRecord("The saved game offers dice that are not there")
