"""The house rule second chance: after a bust, hold two or more dice and throw the others once (HR-03)."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED, bits
from sixpip.rules.core.errors import Illegal
from sixpip.rules.core.events import AGAIN, event
from sixpip.rules.ten_thousand.house_rules.house_rule import ALL_DICE, DecisionRule
from sixpip.rules.ten_thousand.scorer import fits

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.house_rules.house_rule import Dice, Event, Game, GameState, NextRoll, Scorer


class SecondChance(DecisionRule):
    """The dice thrown must make a combination of three or more with all the dice held, or it stays a bust.

    No die of a bust scores alone, so any keep that holds them all is such a combination.
    """

    held = used = 0
    state = (("held", 0, ALL_DICE), ("used", 0, 1))

    def next_roll(self, game: "GameState", roll: "NextRoll") -> None:
        """Every keep contains the dice held."""
        roll.held = game.multiset_key(roll.hold)

    def busted(self, game: "Game", events: "list[Event]") -> bool:
        """When there are two dice to hold and one to throw: waits for the player's decision."""
        if self.used or bits(game.rolled) < 3:
            return False
        game.pending = self
        self.used = 1
        events.append(event(AGAIN, game.player, why="a second chance"))
        return True

    def legal(self, game: "GameState") -> "tuple[str, ...]":
        """Hold dice or accept the bust; then throw."""
        return (actions.ROLL,) if self.held else (actions.KEEP, actions.STOP)

    def act(self, game: "Game", kind: str, detail: int, dice: "Dice", events: "list[Event]") -> None:
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

    def _throw(self, game: "Game", dice: "Dice", events: "list[Event]") -> None:
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
            held = game.multiset_key(self.held)
            for i in range(scorer.found - 1, -1, -1):
                if not fits(held, scorer.keys[i]):
                    scorer.remove(i)

    def refuse_keep(self, game: "GameState", key: int) -> "str | None":
        """Refuses keeps without the held dice."""
        if self.held and not fits(game.multiset_key(self.held), key):
            return "Keep what you held"
        return None

    def keep_chosen(self, game: "Game", key: int, points: int, events: "list[Event]") -> None:
        """After a chance that was used well a later bust has one again."""
        self.held = self.used = 0

    def turn_ended(self, game: "Game", events: "list[Event]") -> None:
        """Gives the next turn its own chance."""
        self.held = self.used = 0

    def throws(self, game: "GameState") -> int:
        """The dice that are not held."""
        return game.rolled & ~self.held

    def question(self, game: "GameState") -> str:
        """What the player has to do."""
        return "Roll the others" if self.held else "Hold 2 dice or more"

    def is_valid(self, game: "GameState") -> bool:
        """Whether there is a bust of three dice or more, some of them perhaps held."""
        rolled = game.rolled
        bust = game.pending is self and game.stage == ROLLED and rolled == game.all & ~game.kept and game.rolls > 0
        holds = not self.held or (bits(self.held) > 1 and not self.held & ~rolled and self.held != rolled)
        return bust and holds and self.used == 1 and bits(rolled) > 2 and not game.find_keeps()
