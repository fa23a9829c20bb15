"""The house rule "calls": a player names what the roll will show, for a bet of 50 (DT-07)."""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions
from sixpip.rules.core.errors import Illegal
from sixpip.rules.core.events import CALL_MISSED, CALLED, event
from sixpip.rules.ten_thousand.house_rules.house_rule import HouseRule
from sixpip.rules.ten_thousand.scorer import PAIRS, count, groups, most_of_a_kind, one_each, readings

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Dice, Event, GameState, Options, TenThousandGame

CALLS = ("one", "five", "alike", "pairs", "straight", "chance")
WORDS = ("a 1", "a 5", "three alike", "three pairs", "a straight", "chance: no bet")
"""What can be called, by its number: CALLS has the words in logs, WORDS those that players see."""

_ALIKE = const(2)
_PAIRS = const(3)
_STRAIGHT = const(4)
CHANCE = const(5)
_FEWEST_ALIKE = const(3)
_SIX = const(6)
BET = const(50)
_NONE = const(-1)


def possible(options: "Options", dice: int) -> "list[int]":
    """Returns the numbers of the calls that score in a game and that a roll of `dice` dice can show. Chance is always
    one.
    """
    needed = {_ALIKE: _FEWEST_ALIKE, _PAIRS: _SIX, _STRAIGHT: _SIX}
    scores = {_PAIRS: int(options["three_pairs"]), _STRAIGHT: int(options["straight"])}
    return [call for call in range(len(CALLS)) if dice >= needed.get(call, 1) and scores.get(call, 1)]


class Calls(HouseRule):
    """A roll that shows what was called earns 50 turn points. A bust on a called roll costs 50 points. Chance is no
    bet.
    """

    call = _NONE
    bet = 0  # 1 if there is a bet on the last roll
    state = (("call", _NONE, CHANCE), ("bet", 0, 1))

    def __init__(self, options: "Options") -> None:
        self.pairs = PAIRS[str(options["pairs_count"])]

    def extra_actions(self, game: "GameState") -> "tuple[str, ...]":
        """Makes one call legal before each roll."""
        return (actions.CALL,) if self.call == _NONE else ()

    def act(self, game: "TenThousandGame", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Makes the call with the number `detail`. Raises Illegal when there is none with that number."""
        if not 0 <= detail < len(CALLS):
            raise Illegal("There is no such call")
        self.call = detail
        events.append(event(CALLED, game.player, number=detail, why=CALLS[detail]))

    def refuse_bank(self, game: "GameState", points: int, keep: int) -> "str | None":
        """Refuses to bank before a called roll is thrown."""
        return None if self.call == _NONE else "Called: press ROLL"

    def dice_rolled(self, game: "TenThousandGame", events: "list[Event]") -> bool:
        """Adds the points for a call that the roll shows. The bet lasts until the roll is kept or busts."""
        self.bet = 1 if self.call not in (_NONE, CHANCE) else 0
        if self.bet:
            rolls = readings(game.multiset_of(game.rolled), game.dice_set.wild)
            if any([self._shown(roll) for roll in rolls]):
                game.add_points(BET, f"called {WORDS[self.call]}", events)
            else:
                events.append(event(CALL_MISSED, game.player, why=f"missed: {WORDS[self.call]}"))
        self.call = _NONE
        return False

    def turn_lost(self, game: "TenThousandGame", events: "list[Event]") -> None:
        """Subtracts the bet after a bust on a called roll."""
        if self.bet:
            game.change_score(game.player, -BET, "called and bust", events)

    def _shown(self, roll: int) -> bool:
        """Returns whether the roll shows what was called."""
        if self.call == 0:
            return count(roll, 0) > 0
        if self.call == 1:
            return count(roll, 4) > 0
        if self.call == 2:
            return most_of_a_kind(roll) >= 3
        if self.call == 3:
            return any([groups(roll, shape) for shape in self.pairs])
        return bool(one_each(roll, (0, 6)))
