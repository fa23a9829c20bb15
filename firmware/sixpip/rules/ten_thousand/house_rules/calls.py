"""The house rule calls: name what the roll will show, for a bet of 50 (DT-07)."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import actions
from sixpip.rules.errors import Illegal
from sixpip.rules.events import CALLED, event
from sixpip.rules.ten_thousand.combinations import PAIRS, groups, one_each
from sixpip.rules.ten_thousand.scorer import alike, count, readings
from sixpip.rules.validators import wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game

CALLS = ("one", "five", "alike", "pairs", "straight", "chance")
WORDS = ("a 1", "a 5", "three alike", "three pairs", "a straight", "chance: no bet")
"""What can be called, by number; as written in logs and as shown to players."""

_CHANCE = const(5)
_BET = const(50)
_NONE = const(-1)


class Calls:
    """Called and shown: 50 turn points more. A bust on a called roll: 50 from the score. Chance is no bet."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.pairs = PAIRS[options["pairs_count"]]
        self.called = _NONE
        self.bet = 0

    def more_actions(self, game: "Game") -> "tuple[str, ...]":
        """One call before each roll."""
        return (actions.CALL,) if self.called == _NONE else ()

    def act(self, game: "Game", kind: str, detail: int, dice: "Any", events: "list[Event]") -> None:
        """Make the call. Raises Illegal for one there is not."""
        if not 0 <= detail < len(CALLS):
            raise Illegal("There is no such call")
        self.called = detail
        events.append(event(CALLED, game.player, number=detail))

    def refuse_bank(self, game: "Game", points: int, keep: int) -> "str | None":
        """The reason once a call is made."""
        return None if self.called == _NONE else "Called: roll"

    def dice_rolled(self, game: "Game", events: "list[Event]") -> bool:
        """Pay for a call that is shown; the bet stands until the roll is kept or busts."""
        self.bet = 1 if self.called not in (_NONE, _CHANCE) else 0
        if self.bet and any([self._shown(roll) for roll in readings(game.key_of(game.rolled), game.dice_set.wild)]):
            game.gain(_BET, f"called {WORDS[self.called]}", events)
        self.called = _NONE
        return False

    def turn_lost(self, game: "Game", events: "list[Event]") -> None:
        """A bust on a called roll costs the bet."""
        if self.bet:
            game.change_score(game.player, -_BET, "called and bust", events)

    def record(self) -> "list[int]":
        """The number of the call (-1: none), and whether a bet lies on the last roll."""
        return [self.called, self.bet]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.called, self.bet = wholes(record, 2, _NONE, _CHANCE, "calls")

    def _shown(self, roll: int) -> bool:
        """Whether the roll shows what was called."""
        if self.called == 0:
            return count(roll, 0) > 0
        if self.called == 1:
            return count(roll, 4) > 0
        if self.called == 2:
            return alike(roll) >= 3
        if self.called == 3:
            return any([groups(roll, shape) for shape in self.pairs])
        return bool(one_each(roll, (0, 6)))
