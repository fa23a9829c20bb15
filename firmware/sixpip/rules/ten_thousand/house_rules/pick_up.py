"""House rules that offer the dice and points of the player before: pick up (DT-06) and rescue (CT-05)."""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core import actions
from sixpip.rules.core.actions import bits
from sixpip.rules.core.errors import MOST, BadRecord
from sixpip.rules.ten_thousand.house_rules.house_rule import ALL_DICE, DecisionRule

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Dice, Event, GameState, TenThousandGame


class _Offer(DecisionRule):
    """Dice and points that the next player may take over. There is no offer if `points` is 0."""

    points = kept = 0
    state = (("points", 0, MOST), ("kept", 0, ALL_DICE))

    def turn_opens(self, game: "GameState") -> bool:
        """Waits when there is an offer."""
        return self.points != 0

    def act(self, game: "TenThousandGame", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Takes or refuses the offer."""
        game.pending = None
        if kind == actions.TAKE:
            game.take_offer(self.kept, self.points, events)
        self.points = 0

    def offered(self, game: "GameState") -> int:
        """Returns the dice left on the table."""
        return game.all & ~self.kept

    def question(self, game: "GameState") -> str:
        """Returns the offer, with the number of dice and the points."""
        left = bits(self.offered(game))
        return f"Take {left} {'dice' if left > 1 else 'die'} + {points_text(self.points)}?"

    def check_restored(self, game: "GameState") -> None:
        """Raises BadRecord when an offer has no dice, or when the game waits without an offer."""
        if self.kept == game.all if self.points else game.pending is self:
            raise BadRecord("The saved game offers dice that are not there")

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether the offer is open at the start of a turn, or was taken and the first roll is next."""
        if game.pending is self:
            return game.at_turn_start()
        return not game.rolls and game.points != 0 and game.kept == self.kept


class PickUp(_Offer):
    """Offers a player on the table the unused dice and the turn points of the bank just before (DT-06)."""

    def banked(self, game: "TenThousandGame", points: int, events: "list[Event]") -> None:
        """Notes the dice left; there is no offer when all dice were kept."""
        self.points = 0 if game.kept == game.all else points
        self.kept = game.kept

    def turn_lost(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Makes no offer after a bust, even if its points were banked (HR-05) or it was a roll-off (DT-09)."""
        self.points = 0

    def turn_opens(self, game: "GameState") -> bool:
        """Waits when there is an offer and the player is on the table. A player who plays alone gets no offer."""
        if not game.opened[game.player] or game.players == 1:
            self.points = 0
        return self.points != 0

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether dice are kept, as after every bank, and the offer is open or was just taken."""
        return self.kept != 0 and super().is_valid(game)


class Rescue(_Offer):
    """Offers the dice of the busting roll just before, with the points it forfeited (CT-05).

    If they score, the turn goes on from those points; if not, it is a bust.
    """

    def turn_lost(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Notes the points lost, and the dice of the roll."""
        self.points = game.points if game.players > 1 else 0
        self.kept = game.kept
