"""The house rule most rolls: a turn ends after a number of rolls."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Event, Game, GameState, NextRoll, Options, Scorer


class MaxRolls(HouseRule):
    """After its last roll the turn must be banked, and it is lost where no keep of that roll allows a bank.

    A roll that another rule has thrown again counts, but that one more throw is always made.
    """

    def __init__(self, options: "Options") -> None:
        self.most_rolls = int(options["max_rolls"])

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """The last roll can be lost, although dice score, where the points before it cannot be banked yet."""
        if game.rolls + 1 >= self.most_rolls:
            refused = game.house_rules.refuse_bank(game, roll.points, roll.keep) is not None
            roll.is_uncounted = game.must_roll_hot or refused

    def refuse_roll(self, game: "GameState") -> "str | None":
        """Refuses to roll on after the last roll."""
        return f"{game.rolls} rolls: bank now" if game.rolls >= self.most_rolls else None

    def keeps_found(self, game: "GameState", scorer: "Scorer") -> None:
        """Removes the keeps of the last roll with which the turn cannot be banked."""
        if game.rolls < self.most_rolls:
            return
        for i in range(scorer.found - 1, -1, -1):
            if game.refuse_bank_with(game.positions_of(scorer.keys[i]), scorer.points[i]):
                scorer.remove(i)

    def refuse_keep(self, game: "GameState", key: int) -> "str | None":
        """Refuses dice of the last roll that score, but not enough for a bank."""
        if game.rolls < self.most_rolls:
            return None
        game.score_roll()
        points = game.scorer.points_of(key)
        return game.refuse_bank_with(game.positions_of(key), points) if points > 0 else None

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """On the last roll: ends the turn where dice score, but none of them allow a bank."""
        if game.rolls < self.most_rolls or game.find_keeps():
            return False
        game.score_roll()
        if game.scorer.found:
            game.lose_turn(events, game.house_rules.points_saved(game), reason="not enough to bank")
        return game.scorer.found > 0
