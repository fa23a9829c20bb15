"""House rules on what a bust costs, or does not: no risk (HR-05), train wreck (HR-06), nothing at all (section 8)."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.ten_thousand.house_rules.house_rule import WRECK, HouseRule

if TYPE_CHECKING:
    from sixpip.rules.game.events import Event
    from sixpip.rules.setup.options import Options
    from sixpip.rules.ten_thousand.game import Game, GameState
    from sixpip.rules.ten_thousand.house_rules.next_roll import NextRoll


_MEAN_SCORE = const(5000)


class EmptySix(HouseRule):
    """All dice thrown with nothing among them score, and the turn goes on (section 8, `zilch`)."""

    def __init__(self, options: "Options") -> None:
        self.value = int(options["empty_six"])

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """A roll of all dice cannot bust."""
        roll.safe = roll.scored == game.all

    def busted(self, game: "Game", events: "list[Event]") -> bool:
        """When all dice were thrown: adds the points and lets the player throw all again."""
        if game.rolled != game.all:
            return False
        game.add_points(self.value, "no die scores", events)
        game.throw_again(0, "all dice again", events)
        return True

    def is_valid(self, game: "GameState") -> bool:
        """Whether all dice are thrown again after a roll with nothing."""
        return game.rolls > 0 and not game.kept and game.points >= self.value


class NoRisk(HouseRule):
    """A bust ends the turn, but the points gathered before it are banked (HR-05)."""

    def __init__(self, options: "Options") -> None:
        self.opening = int(options["opening"])
        self.rolls = int(options["opening_rolls"])

    def points_saved(self, game: "GameState") -> int:
        """All turn points, if the player is on the table or gets there with them."""
        opens = game.points >= self.opening and game.rolls >= self.rolls
        return game.points if opens or game.opened[game.player] else 0


class TrainWreck(HouseRule):
    """A bust on a roll of all dice costs points (HR-06)."""

    def __init__(self, options: "Options") -> None:
        self.price = options["train_wreck"]

    def loss(self, game: "GameState", outcome: int, on_average: bool) -> int:
        """The price of a bust on all dice."""
        if outcome != WRECK:
            return 0
        if self.price != "all":
            return -int(self.price)
        return _MEAN_SCORE if on_average else max(game.scores[game.player], 0)

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """Takes the price after a roll of all dice."""
        if game.rolled == game.all:
            game.change_score(game.player, -self.loss(game, WRECK, False), "bust with all dice", events)
