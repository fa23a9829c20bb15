"""The house rule last die: one die left may be thrown twice, and success earns a bonus (CT-07)."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.stages import bits
from sixpip.rules.ten_thousand.scorer import size
from sixpip.rules.validators import whole, wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game

_BONUS = const(500)


class LastDie:
    """With all dice but one kept, the one left has two throws; each success in a turn earns 500 more than the last."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.missed = 0
        self.successes = 0

    def busted(self, game: "Game", events: "list[Event]") -> bool:
        """True for the first throw of a last die: it may be thrown once more."""
        if self.missed or bits(game.rolled) != 1:
            return False
        self.missed = 1
        game.throw_again(game.kept, "one more throw", events)
        return True

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """The last die scores: the bonus."""
        if size(key) == 1 and game.kept == game.all:
            self.successes += 1
            game.gain(_BONUS * self.successes, "last die", events)
        self.missed = 0

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """The next turn starts with a bonus of 500 again."""
        self.missed = self.successes = 0

    def stands(self, game: "Game") -> bool:
        """Before the second throw of a last die."""
        return bool(self.missed) and game.rolls > 0 and game.points > 0 and bits(game.all & ~game.kept) == 1

    def record(self) -> "list[int]":
        """Whether the last die has missed once, successes in this turn."""
        return [self.missed, self.successes]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.missed, self.successes = wholes(record, 2, 0, 10000, "last_die")
        whole(self.missed, 0, 1, "last_die")
