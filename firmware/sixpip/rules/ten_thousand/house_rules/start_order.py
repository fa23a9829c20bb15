"""The house rule start order: who throws highest starts, the tied throw again (TT-13, TG-07, FT-01)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.errors import BadRecord
from sixpip.rules.events import ROLLED, THREW, event
from sixpip.rules.stages import bits
from sixpip.rules.validators import MOST, wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.actions import Dice
    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game


class StartOrder:
    """Every player throws once, with all dice for points or with one for its face; play goes round from the highest."""

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.all_dice = options["start"] == "all-dice"
        self.left = 0
        self.best = -1
        self.tied = 0

    def game_opens(self, game: "Game") -> bool:
        """True when there is anything to find out."""
        self.left = (1 << game.players) - 1
        return game.players > 1

    def legal(self, game: "Game") -> "tuple[str, ...]":
        """The next one throws."""
        return (actions.ROLL,)

    def act(self, game: "Game", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Throw for game.player, then go on to the next, to the tied, or to the first turn."""
        places = self.throws(game)
        game.lay(places, dice.throw(bits(places)))
        events.append(event(ROLLED, game.player, positions=places))
        worth = self._worth(game, places)
        game.rolled = 0
        events.append(event(THREW, game.player, worth))
        if worth > self.best:
            self.best = worth
            self.tied = 0
        if worth == self.best:
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

    def offered(self, game: "Game") -> int:
        """No dice are offered."""
        return 0

    def throws(self, game: "Game") -> int:
        """The tray positions thrown for the start."""
        return game.all if self.all_dice else 1

    def question(self, game: "Game") -> str:
        """What to do."""
        return "Throw for the start"

    def record(self) -> "list[int]":
        """The players still to throw, the highest throw so far, and who has it (sets are one bit a player)."""
        return [self.left, self.best, self.tied]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.left, self.best, self.tied = wholes(record, 3, -1, MOST, "start")
        if (self.left | self.tied) >> game.players or (game.pending is self and not self.left >> game.player & 1):
            raise BadRecord("The saved game does not say who throws for the start")

    def stands(self, game: "Game") -> bool:
        """Before the first turn."""
        return game.pending is self and game.at_start()

    def _worth(self, game: "Game", places: int) -> int:
        if not self.all_dice:
            return game.faces[0]
        game.scorer.score(game.key_of(places))
        best = game.scorer.best()
        return game.scorer.worth(best) if best else 0


def _first(players: int) -> int:
    """The lowest seat in a set of players."""
    seat = 0
    while not players >> seat & 1:
        seat += 1
    return seat
