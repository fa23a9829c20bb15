"""The ending with an exact target: hitting it wins at once, unless the win is rolled off (TT-23, DT-09)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.core import actions
from sixpip.rules.core.actions import bits
from sixpip.rules.core.errors import MOST, BadRecord
from sixpip.rules.ten_thousand.house_rules.house_rule import ALL_DICE, LAST_SEAT, DecisionRule

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Dice, Event, Game, GameState, NextRoll, Options


class Exact(DecisionRule):
    """A bank past the target scores nothing for that turn; exactly the target wins.

    When the winner leaves dice, the next player may roll them once (the roll-off). If they score, the winner's turn is
    cancelled and the roller plays on; if not, the win is final.
    """

    hitter = -1
    won = kept = rolling = 0
    state = (("hitter", -1, LAST_SEAT), ("won", 0, MOST), ("kept", 0, ALL_DICE), ("rolling", 0, 1))

    def __init__(self, options: "Options") -> None:
        self.target = int(options["target"])

    def bank_value(self, game: "GameState", points: int) -> int:
        """Nothing for a bank that would pass the target."""
        return points if game.scores[game.player] + points <= self.target else 0

    def banked(self, game: "Game", points: int, events: "list[Event]") -> None:
        """Notes who has hit the target, with how many points, and the dice left."""
        if game.scores[game.player] == self.target:
            self.hitter = game.player
            self.won = points
            self.kept = game.kept

    def game_ends(self, game: "Game", following: int, events: "list[Event]") -> bool:
        """When the target was hit and no dice or no other player are left for a roll-off, or it has failed."""
        if self.hitter < 0:
            return False
        if not self.rolling and self.kept != game.all and following != self.hitter:
            return False
        game.winner = self.hitter
        return True

    def turn_opens(self, game: "GameState") -> bool:
        """When the player may roll off a win."""
        return self.hitter >= 0

    def act(self, game: "Game", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Begins the roll-off, or ends the game."""
        game.pending = None
        if kind == actions.TAKE:
            self.rolling = 1
            game.take_offer(self.kept, 0, events)
        else:
            game.end_game(self.hitter, events)

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """A roll-off is one roll: no other rule gives it a second throw."""
        if game.pending is self:
            roll.throws = 1

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """After a roll-off that scores: takes back the points of the winner's turn."""
        if self.rolling and game.find_keeps():
            self.rolling = 0
            game.change_score(self.hitter, -self.won, "the win is undone", events)
            self.hitter = -1
        return False

    def busted(self, game: "Game", events: "list[Event]") -> bool:
        """A roll-off is one roll: no other rule gives it a second throw."""
        if self.rolling:
            game.lose_turn(events)
        return bool(self.rolling)

    def offered(self, game: "GameState") -> int:
        """The dice that the winner left."""
        return game.all & ~self.kept

    def question(self, game: "GameState") -> str:
        """The offer, with the number of dice."""
        left = bits(self.offered(game))
        return f"Roll the {left} {'dice' if left > 1 else 'die'} left?"

    def check_restored(self, game: "GameState") -> None:
        """A win that is to be rolled off."""
        if (game.pending is self or self.rolling) and (self.hitter < 0 or self.kept == game.all):
            raise BadRecord("The saved game has no win to roll off")

    def is_valid(self, game: "GameState") -> bool:
        """Whether the offer is open at the start of a turn, or the roll-off is next."""
        if game.pending is self:
            return game.at_turn_start() and not self.rolling
        return bool(self.rolling) and not game.rolls and not game.points and game.kept == self.kept
