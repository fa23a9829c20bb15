"""The house rule second chance: after a bust hold two dice or more and throw the others once (HR-03)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules import actions
from sixpip.rules.errors import Illegal
from sixpip.rules.events import AGAIN, event
from sixpip.rules.stages import ROLLED, bits
from sixpip.rules.ten_thousand.scorer import fits
from sixpip.rules.validators import whole, wholes

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.actions import Dice
    from sixpip.rules.events import Event
    from sixpip.rules.ten_thousand.game import Game
    from sixpip.rules.ten_thousand.scorer import Scorer


class SecondChance:
    """The dice thrown must make a combination of three or more with all the dice held, or it stays a bust.

    No die of a bust scores alone, so any keep that holds them all is such a combination.
    """

    def __init__(self, options: "dict[str, Any]") -> None:
        """`options`: a value for every key."""
        self.held = 0
        self.used = 0

    def busted(self, game: "Game", events: "list[Event]") -> bool:
        """True when there are dice to hold and one to throw: the player is asked."""
        if self.used or bits(game.rolled) < 3:
            return False
        game.pending = self
        self.used = 1
        events.append(event(AGAIN, game.player, why="a second chance"))
        return True

    def legal(self, game: "Game") -> "tuple[str, ...]":
        """Hold dice, or let the bust be; then throw."""
        return (actions.ROLL,) if self.held else (actions.KEEP, actions.STOP)

    def act(self, game: "Game", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
        """Do as the player chose. Raises Illegal for too few or too many dice."""
        if kind == actions.KEEP:
            if detail & ~game.rolled or bits(detail) < 2 or detail == game.rolled:
                raise Illegal("Leave dice to throw" if detail == game.rolled else "Hold 2 dice or more")
            self.held = detail
        elif kind == actions.STOP:
            game.pending = None
            game.bust(events)
        else:
            self._throw(game, dice, events)

    def _throw(self, game: "Game", dice: "Dice", events: "list[Event]") -> None:
        rest = self.throws(game)
        thrown = dice.throw(bits(rest))
        together = game.rolled
        game.pending = None
        game.lay(rest, thrown)
        game.rolled = together
        game.look(rest, events, False)

    def keeps_found(self, game: "Game", scorer: "Scorer") -> None:
        """Only keeps with all the held dice count."""
        if self.held & game.rolled:
            held = game.key_of(self.held)
            for i in range(scorer.found - 1, -1, -1):
                if not fits(held, scorer.keys[i]):
                    scorer.drop(i)

    def why_not_keep(self, game: "Game", key: int) -> "str | None":
        """The reason, while dice are held."""
        if self.held and not fits(game.key_of(self.held), key):
            return "Keep what you held"
        return None

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """The chance was used well: a later bust has one again."""
        self.held = self.used = 0

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """The next turn has its own chance."""
        self.held = self.used = 0

    def offered(self, game: "Game") -> int:
        """No dice are offered."""
        return 0

    def throws(self, game: "Game") -> int:
        """The tray positions of the dice that are not held."""
        return game.rolled & ~self.held

    def question(self, game: "Game") -> str:
        """What to do."""
        return "Throw the others" if self.held else "Hold 2 dice or more"

    def stands(self, game: "Game") -> bool:
        """Beside a bust of three dice or more, some perhaps held."""
        rolled = game.rolled
        lies = game.pending is self and game.stage == ROLLED and rolled == game.all & ~game.kept and game.rolls > 0
        holds = not self.held or (bits(self.held) > 1 and not self.held & ~rolled and self.held != rolled)
        return lies and holds and self.used == 1 and bits(rolled) > 2 and not game.find_keeps()

    def record(self) -> "list[int]":
        """Positions held, and whether the chance is used."""
        return [self.held, self.used]

    def restore(self, game: "Game", record: "list[int]") -> None:
        """Put that back. Raises BadRecord."""
        self.held, self.used = wholes(record, 2, 0, game.all, "second_chance")
        whole(self.used, 0, 1, "second_chance")
