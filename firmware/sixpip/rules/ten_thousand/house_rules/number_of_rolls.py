"""House rules on the number of rolls: a single die left has two throws (CT-07), and a turn has a limit (HR-12).

The limits of every game (TT-15) are elsewhere: of a turn in rules/ten_thousand/game.py, of a game in
rules/core/engine.py.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.actions import bits
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule
from sixpip.rules.ten_thousand.scorer import size

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import (
        Event,
        GameState,
        NextRoll,
        Options,
        Scorer,
        TenThousandGame,
    )

LAST_DIE_BONUS = const(500)
_MOST_SUCCESSES = const(10000)


class LastDie(HouseRule):
    """A single die left has two throws; each success in a turn earns 500 points more than the one before."""

    missed = successes = 0
    state = (("missed", 0, 1), ("successes", 0, _MOST_SUCCESSES))

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Notes that the last die busts only after its second throw."""
        if bits(roll.scored) == 1 and not self.missed:
            roll.throws = 2

    def busted(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Lets the player throw a last die once more after its first throw."""
        if self.missed or bits(game.rolled) != 1:
            return False
        self.missed = 1
        game.throw_again(game.kept, "one more roll", events)
        return True

    def bonus_for_keep(self, game: "GameState", multiset: int, kept: int) -> int:
        """Returns the bonus for a last die that scores, which is 500 points more than the last bonus."""
        return LAST_DIE_BONUS * (self.successes + 1) if size(multiset) == 1 and kept == game.all else 0

    def keep_chosen(self, game: "TenThousandGame", multiset: int, points: int, events: "list[Event]") -> None:
        """Adds the bonus when the last die scores."""
        bonus = self.bonus_for_keep(game, multiset, game.kept)
        if bonus:
            self.successes += 1
            game.add_points(bonus, "last die", events)
        self.missed = 0

    def turn_ended(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Starts the next turn with a bonus of 500 again."""
        self.missed = self.successes = 0

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether the second throw of a last die is next."""
        return bool(self.missed) and game.rolls > 0 and game.points > 0 and bits(game.all & ~game.kept) == 1


class MaxRolls(HouseRule):
    """After its last roll the turn must be banked, and it is lost where no keep of that roll allows a bank.

    A roll counts even if another rule throws it again, but that second throw is always made.
    """

    def __init__(self, options: "Options") -> None:
        self.most_rolls = int(options["max_rolls"])

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Notes that the last roll may be lost although dice score, if the points before it cannot be banked yet."""
        if game.rolls + 1 >= self.most_rolls:
            refused = game.house_rules.refuse_bank(game, roll.points, roll.keep) is not None
            roll.is_uncounted = game.must_roll_hot or refused

    def refuse_roll(self, game: "GameState") -> "str | None":
        """Refuses to roll on after the last roll."""
        return f"{game.rolls} rolls: bank now" if game.rolls >= self.most_rolls else None

    def keeps_found(self, game: "GameState", scorer: "Scorer") -> None:
        """Removes the keeps of the last roll with which the turn cannot be banked."""
        if game.rolls >= self.most_rolls:
            game.remove_keeps_without_bank()

    def refuse_keep(self, game: "GameState", multiset: int) -> "str | None":
        """Refuses dice of the last roll that score, but not enough for a bank."""
        if game.rolls < self.most_rolls:
            return None
        game.score_roll()
        points = game.scorer.points_of(multiset)
        return game.refuse_bank_with(game.positions_of(multiset), points) if points > 0 else None

    def dice_rolled(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Ends the turn after the last roll if dice score but none of them allow a bank."""
        if game.rolls < self.most_rolls or game.find_keeps():
            return False
        game.score_roll()
        if game.scorer.found:
            game.lose_turn(events, game.house_rules.points_saved(game), reason="not enough to bank")
        return game.scorer.found > 0
