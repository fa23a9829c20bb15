"""The house rule last die: one die left may be thrown twice, and success earns a bonus (CT-07)."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.actions import bits
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule
from sixpip.rules.ten_thousand.scorer import size

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Event, Game, GameState, NextRoll

LAST_DIE_BONUS = const(500)
_MOST_SUCCESSES = const(10000)


class LastDie(HouseRule):
    """A single die left has two throws; each success in a turn earns 500 points more than the one before."""

    missed = successes = 0
    state = (("missed", 0, 1), ("successes", 0, _MOST_SUCCESSES))

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """The last die busts only after its second throw."""
        if bits(roll.scored) == 1 and not self.missed:
            roll.throws = 2

    def busted(self, game: "Game", events: "list[Event]") -> bool:
        """After the first throw of a last die: lets the player throw it once more."""
        if self.missed or bits(game.rolled) != 1:
            return False
        self.missed = 1
        game.throw_again(game.kept, "one more roll", events)
        return True

    def bonus_for_keep(self, game: "GameState", key: int, kept: int) -> int:
        """500 points more than the last bonus, for a last die that scores."""
        return LAST_DIE_BONUS * (self.successes + 1) if size(key) == 1 and kept == game.all else 0

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """Adds the bonus when the last die scores."""
        bonus = self.bonus_for_keep(game, key, game.kept)
        if bonus:
            self.successes += 1
            game.add_points(bonus, "last die", events)
        self.missed = 0

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """Starts the next turn with a bonus of 500 again."""
        self.missed = self.successes = 0

    def is_valid(self, game: "GameState") -> bool:
        """Whether the second throw of a last die is next."""
        return bool(self.missed) and game.rolls > 0 and game.points > 0 and bits(game.all & ~game.kept) == 1
