"""House rules on what a bust costs.

They are: no risk (HR-05), train wreck (HR-06), points for a roll of all dice without a scoring die (section 8), three
busts (DT-05) and three cold starts (CT-06) in a row, and a second chance (HR-03).
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED, bits
from sixpip.rules.core.errors import Illegal, check_numbers
from sixpip.rules.core.events import AGAIN, event
from sixpip.rules.ten_thousand.house_rules.house_rule import ALL_DICE, BUST, WRECK, DecisionRule, HouseRule
from sixpip.rules.ten_thousand.scorer import fits

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import (
        Dice,
        Event,
        GameState,
        NextRoll,
        Options,
        Scorer,
        TenThousandGame,
    )


_MEAN_SCORE = const(5000)
_RUNNING = const(3)
_COLD_PRICE = const(-1000)
_SCORE_AFTER_BUSTS = const(2000)  # the mean score of a player with two busts
_BUSTS_A_PENALTY = const(10)  # about this many busts lead to one penalty


class EmptySix(HouseRule):
    """A roll of all dice in which no die scores earns points, and the turn continues (section 8, `zilch`)."""

    def __init__(self, options: "Options") -> None:
        self.value = int(options["empty_six"])

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Notes that a roll of all dice cannot bust."""
        roll.safe = roll.scored == game.all

    def busted(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Adds the points and lets the player throw all dice again, if all were thrown."""
        if game.rolled != game.all:
            return False
        game.add_points(self.value, "no die scores", events)
        game.throw_again(0, "all dice again", events)
        return True

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether all dice are thrown again after a roll with nothing."""
        return game.rolls > 0 and not game.kept and game.points >= self.value


class NoRisk(HouseRule):
    """A bust ends the turn, but the points gathered before it are banked (HR-05)."""

    def __init__(self, options: "Options") -> None:
        self.opening = int(options["opening"])
        self.rolls = int(options["opening_rolls"])

    def points_saved(self, game: "GameState") -> int:
        """Returns all turn points, if the player is on the table or gets there with them."""
        opens = game.points >= self.opening and game.rolls >= self.rolls
        return game.points if opens or game.opened[game.player] else 0


class TrainWreck(HouseRule):
    """A bust on a roll of all dice costs points (HR-06)."""

    def __init__(self, options: "Options") -> None:
        self.price = options["train_wreck"]

    def loss(self, game: "GameState", outcome: int, on_average: bool) -> int:
        """Returns the price of a bust on all dice."""
        if outcome != WRECK:
            return 0
        if self.price != "all":
            return -int(self.price)
        return _MEAN_SCORE if on_average else max(game.scores[game.player], 0)

    def turn_lost(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Takes the price after a roll of all dice."""
        if game.rolled == game.all:
            game.change_score(game.player, -self.loss(game, WRECK, False), "bust with all dice", events)


class _Running(HouseRule):
    """Counts bad turns in a row for each player; every third costs points, then the count starts again."""

    def __init__(self, options: "Options") -> None:
        self.running: list[int] = []
        self.counted = False  # whether this turn is counted; not saved, because turn_ended follows first

    def _count(self, game: "GameState") -> bool:
        """Counts a bad turn of game.player. Returns whether it is the third in a row."""
        self.counted = True
        running = self._of(game)
        running[game.player] = (running[game.player] + 1) % _RUNNING
        return running[game.player] == 0

    def turn_ended(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Sets the count of the player to 0 after any other turn."""
        if not self.counted:
            self._of(game)[game.player] = 0
        self.counted = False

    def record(self) -> "list[int]":
        """Returns the counts, one per player (none before the first turn has ended)."""
        return list(self.running)

    def restore(self, game: "GameState", record: "list[int]") -> None:
        """Restores the counts from such a list. Raises BadRecord for any other value."""
        self.running = check_numbers(record, game.players, 0, _RUNNING - 1, self.key) if record != [] else []

    def _count_of(self, player: int) -> int:
        """Returns how many bad turns in a row a player has now, 0 to 2."""
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
        """Returns the price of a third bust of a player."""
        return max(game.scores[player], 0) if self.price == "all" else -int(self.price)

    def loss(self, game: "GameState", outcome: int, on_average: bool) -> int:
        """Returns the price of the third bust, 0 for the others."""
        cost = self._cost(game, game.player)
        if on_average:
            return (_SCORE_AFTER_BUSTS if self.price == "all" else cost) // _BUSTS_A_PENALTY
        return cost if self._count_of(game.player) == _RUNNING - 1 else 0

    def turn_lost(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Counts a bust, and takes the price of the third."""
        cost = self.loss(game, BUST, False)
        if self._count(game):
            game.change_score(game.player, -cost, "3 busts in a row", events)

    def standing(self, game: "GameState", player: int) -> "tuple[int, str]":
        """Returns the busts in a row, or what the third one costs."""
        busts = self._count_of(player)
        cost = game.taken(player, self._cost(game, player))
        if busts < _RUNNING - 1 or cost <= 0:
            return busts, f"{busts} of 3 busts in a row"
        return busts, f"next bust costs {self.price if self.price == 'all' else points_text(cost)}"


class ColdStart(_Running):
    """Three turns in a row whose first roll scores nothing cost 1000."""

    def turn_lost(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Counts a bust on the first roll, and takes the price of the third."""
        if game.rolls == 1 and self._count(game):
            game.change_score(game.player, _COLD_PRICE, "3 cold starts", events)

    def standing(self, game: "GameState", player: int) -> "tuple[int, str]":
        """Returns the cold starts in a row."""
        return self._count_of(player), f"{self._count_of(player)} of 3 cold starts"


class SecondChance(DecisionRule):
    """After a bust the player may hold dice and throw the others once more.

    It is still a bust unless all dice held are then part of a combination of three or more. No die of a bust scores
    alone, so any keep that contains all dice held is such a combination.
    """

    held = used = 0
    state = (("held", 0, ALL_DICE), ("used", 0, 1))

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Notes that every keep must contain the dice held."""
        roll.held = game.multiset_of(roll.hold)

    def busted(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Waits for the player's decision if there are two dice to hold and one to throw."""
        if self.used or bits(game.rolled) < 3:
            return False
        game.pending = self
        self.used = 1
        events.append(event(AGAIN, game.player, why="a second chance"))
        return True

    def legal(self, game: "GameState") -> "tuple[str, ...]":
        """Returns the actions that hold dice or accept the bust; once dice are held, a roll."""
        return (actions.ROLL,) if self.held else (actions.KEEP, actions.STOP)

    def act(self, game: "TenThousandGame", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Holds dice, accepts the bust, or throws. Raises Illegal for too few or too many dice to hold."""
        if kind == actions.KEEP:
            if detail & ~game.rolled or bits(detail) < 2 or detail == game.rolled:
                raise Illegal("Leave dice to roll" if detail == game.rolled else "Hold 2 dice or more")
            self.held = detail
        elif kind == actions.STOP:
            game.pending = None
            game.bust(events)
        else:
            self._throw(game, dice, events)

    def _throw(self, game: "TenThousandGame", dice: "Dice", events: "list[Event]") -> None:
        rest = self.throws(game)
        thrown = dice.throw(bits(rest))
        together = game.rolled
        game.pending = None
        game.place_dice(rest, thrown)
        game.rolled = together
        game.resolve_roll(rest, events, run_hooks=False)

    def keeps_found(self, game: "GameState", scorer: "Scorer") -> None:
        """Removes the keeps without all the held dice."""
        if self.held & game.rolled:
            held = game.multiset_of(self.held)
            for i in range(scorer.found - 1, -1, -1):
                if not fits(held, scorer.keeps[i]):
                    scorer.remove(i)

    def refuse_keep(self, game: "GameState", multiset: int) -> "str | None":
        """Refuses keeps without the held dice."""
        if self.held and not fits(game.multiset_of(self.held), multiset):
            return "Keep what you held"
        return None

    def keep_chosen(self, game: "TenThousandGame", multiset: int, points: int, events: "list[Event]") -> None:
        """Gives a later bust of this turn a new chance, once this chance was successful."""
        self.held = self.used = 0

    def turn_ended(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Gives the next turn its own chance."""
        self.held = self.used = 0

    def throws(self, game: "GameState") -> int:
        """Returns the dice that are not held."""
        return game.rolled & ~self.held

    def question(self, game: "GameState") -> str:
        """Returns what the player has to do."""
        return "Roll the others" if self.held else "Hold 2 dice or more"

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether there is a bust of three dice or more, some of them perhaps held."""
        rolled = game.rolled
        bust = game.pending is self and game.stage == ROLLED and rolled == game.all & ~game.kept and game.rolls > 0
        holds = not self.held or (bits(self.held) > 1 and not self.held & ~rolled and self.held != rolled)
        return bust and holds and self.used == 1 and bits(rolled) > 2 and not game.find_keeps()
