"""The house rule "start order": the highest throw starts, and tied players throw again (TT-13, TG-07, FT-01).

That of Phase 10 is in rules/phase_ten/game.py.
"""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core import actions
from sixpip.rules.core.actions import bits
from sixpip.rules.core.errors import MOST, BadRecord
from sixpip.rules.core.events import ROLLED, THREW, event
from sixpip.rules.ten_thousand.house_rules.house_rule import DecisionRule

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Dice, Event, GameState, Options, TenThousandGame


class StartOrder(DecisionRule):
    """Every player throws once, either all dice for points or one die for its face. The highest throw has the first
    turn.
    """

    left = tied = 0  # the players still to throw, and those with the highest throw so far, one bit each
    best = -1
    state = (("left", 0, MOST), ("best", -1, MOST), ("tied", 0, MOST))

    def __init__(self, options: "Options") -> None:
        self.all_dice = options["start"] == "all-dice"

    def turn_opens(self, game: "GameState") -> bool:
        """Waits at the start of a game of several players, unless the first one was chosen in advance."""
        if game.players == 1 or game.starter >= 0 or self.left or self.tied:
            return False
        self.left = (1 << game.players) - 1
        return True

    def legal(self, game: "GameState") -> "tuple[str, ...]":
        """Returns the only legal action, a roll."""
        return (actions.ROLL,)

    def act(self, game: "TenThousandGame", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Throws for game.player; then the next player, the tied players or the first turn follow."""
        places = self.throws(game)
        game.place_dice(places, dice.throw(bits(places)))
        events.append(event(ROLLED, game.player, positions=places))
        points = self._points(game, places)
        game.rolled = 0
        events.append(event(THREW, game.player, points))
        if points > self.best:
            self.best = points
            self.tied = 0
        if points == self.best:
            self.tied |= 1 << game.player
        self.left &= ~(1 << game.player)
        if self.left == 0 and bits(self.tied) > 1:
            self.left = self.tied
            self.best = -1
            self.tied = 0
        if self.left:
            game.player = _first(self.left)
        else:
            game.first = _first(self.tied)
            game.open_turn(game.first, events)

    def throws(self, game: "GameState") -> int:
        """Returns the positions of all dice, or of the first one."""
        return game.all if self.all_dice else 1

    def question(self, game: "GameState") -> str:
        """Returns what the player has to do."""
        return "Roll for the start"

    def check_restored(self, game: "GameState") -> None:
        """Raises BadRecord when the players who have to throw are not valid."""
        if (self.left | self.tied) >> game.players or (game.pending is self and not self.left >> game.player & 1):
            raise BadRecord("The saved game has no valid throws for the start")

    def is_valid(self, game: "GameState") -> bool:
        """Returns whether all players are in the game and the first turn is still to come."""
        return game.pending is self and game.at_turn_start() and not any(game.out)

    def _points(self, game: "GameState", places: int) -> int:
        if not self.all_dice:
            return game.faces[0]
        game.scorer.score(game.multiset_of(places))
        best = game.scorer.best()
        return game.scorer.points_of(best) if best else 0


def _first(players: int) -> int:
    """Returns the first seat in a set of players."""
    return bits((players & -players) - 1)
