"""House rules on what a bust costs, or does not.

No risk (HR-05), train wreck (HR-06), nothing at all (section 8); three busts (DT-05) and cold starts (CT-06) in a row.
"""

from sixpip import points as written
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.core.errors import check_numbers
from sixpip.rules.ten_thousand.house_rules.house_rule import BUST, WRECK, HouseRule

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Event, Game, GameState, NextRoll, Options


_MEAN_SCORE = const(5000)
_RUNNING = const(3)
_COLD_PRICE = const(-1000)
_SCORE_AFTER_BUSTS = const(2000)  # of a player with two busts
_BUSTS_A_PENALTY = const(10)  # about


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


class _Running(HouseRule):
    """Counts bad turns in a row for each player; every third costs points, then the count starts again."""

    def __init__(self, options: "Options") -> None:
        self.running: list[int] = []
        self.counted = False  # in this turn; turn_ended follows before anything is saved

    def _count(self, game: "GameState") -> bool:
        """Counts a bad turn of game.player; True when it is the third in a row."""
        self.counted = True
        running = self._of(game)
        running[game.player] = (running[game.player] + 1) % _RUNNING
        return running[game.player] == 0

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """Sets the count of the player to 0 after any other turn."""
        if not self.counted:
            self._of(game)[game.player] = 0
        self.counted = False

    def record(self) -> "list[int]":
        """The counts, one per player (none before the first turn has ended)."""
        return list(self.running)

    def restore(self, game: "GameState", record: "list[int]") -> None:
        """Restores them from such a list. Raises BadRecord."""
        self.running = check_numbers(record, game.players, 0, _RUNNING - 1, self.key) if record != [] else []

    def _count_of(self, player: int) -> int:
        """How many bad turns in a row a player has now, 0 to 2."""
        return self.running[player] if self.running else 0

    def _of(self, game: "GameState") -> "list[int]":
        if not self.running:
            self.running = [0] * game.players
        return self.running


class ThreeBusts(_Running):
    """Every third bust of a player in a row costs the points of the option."""

    def __init__(self, options: "Options") -> None:
        super().__init__(options)
        self.price = options["busts"]

    def _cost(self, game: "GameState", player: int) -> int:
        """The price of a third bust of a player."""
        return max(game.scores[player], 0) if self.price == "all" else -int(self.price)

    def loss(self, game: "GameState", outcome: int, on_average: bool) -> int:
        """The price of the third bust, 0 for the others."""
        cost = self._cost(game, game.player)
        if on_average:
            return (_SCORE_AFTER_BUSTS if self.price == "all" else cost) // _BUSTS_A_PENALTY
        return cost if self._count_of(game.player) == _RUNNING - 1 else 0

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """Counts a bust, and takes the price of the third."""
        cost = self.loss(game, BUST, False)
        if self._count(game):
            game.change_score(game.player, -cost, "3 busts in a row", events)

    def standing(self, game: "GameState", player: int) -> "tuple[int, str]":
        """The busts in a row, or what the third one costs."""
        busts = self._count_of(player)
        cost = game.taken(player, self._cost(game, player))
        if busts < _RUNNING - 1 or cost <= 0:
            return busts, f"{busts} of 3 busts in a row"
        return busts, f"next bust costs {self.price if self.price == 'all' else written(cost)}"


class ColdStart(_Running):
    """Three turns in a row whose first roll scores nothing cost 1000."""

    price = _COLD_PRICE

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """Counts a bust on the first roll, and takes the price of the third."""
        if game.rolls == 1 and self._count(game):
            game.change_score(game.player, _COLD_PRICE, "3 cold starts", events)

    def standing(self, game: "GameState", player: int) -> "tuple[int, str]":
        """The cold starts in a row."""
        return self._count_of(player), f"{self._count_of(player)} of 3 cold starts"
