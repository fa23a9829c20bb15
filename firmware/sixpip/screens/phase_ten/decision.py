"""What a player of Phase 10 dice can do now.

Screens and dice read a TurnView and nothing else of the game. A TurnView only reads the game.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core import actions
from sixpip.rules.core.actions import READY, bits
from sixpip.rules.core.errors import Illegal
from sixpip.rules.phase_ten.game import PhaseTenGame
from sixpip.view.text import points_text

if TYPE_CHECKING:
    from sixpip.rules.core.actions import Action


START = const(0)
THROW = const(1)
CHOOSE = const(2)
"""The kinds of decision: to throw for the order of play; to throw all dice; to set dice aside, throw again or stop."""


class TurnView:
    """What the player whose turn it is can do now. Call `read` after every change of the game, and `choose` after a
    press.

    Sets of dice are tray positions, one bit each. `update` computes what takes long: the best use of the dice.
    """

    def __init__(self, game: "PhaseTenGame") -> None:
        self._game = game
        self.players = game.players
        self.all = game.all
        self.read()

    def read(self) -> None:
        """Reads what the game allows now; the dice set aside are chosen."""
        game = self._game
        self.kind = START if game.start else THROW if game.stage == READY else CHOOSE
        self.player = game.player
        self.phase = game.phases[game.player]
        self.faces = game.faces
        self.kept = game.kept
        self.rolls = game.rolls
        self.rolls_left = game.rolls_left()
        self.closing = game.finisher >= 0
        """Whether somebody has made all phases, so that the others play on to the first miss."""
        self.dice_next = game.dice_next()
        self.points = 0
        """Points of the phase with the dice on the table, -1 where it is not made."""
        self.short = 0
        """Dice that the phase still lacks."""
        self.used = 0
        """The dice that make the phase or come nearest to it."""
        self.choose(game.kept)

    def choose(self, chosen: int) -> None:
        """Notes the dice that are to be set aside. Among equal dice, `update` uses these first."""
        self.chosen = chosen
        self._stale = self.kind == CHOOSE

    def update(self) -> bool:
        """Computes the best use of the dice (8 ms on the Pico) if it is not known. Returns whether it was computed."""
        if not self._stale:
            return False
        self._stale = False
        best = self._game.best(self.phase, self.chosen)
        self.points = best.points
        self.short = best.short
        self.used = best.used
        self.dice_next = bits(self.all & ~self.chosen)
        return True

    @property
    def made(self) -> bool:
        """Whether the dice on the table make the phase."""
        return self.points >= 0

    def discards_made(self) -> bool:
        """Returns whether a roll throws away a phase that is made, with all its dice."""
        if self.kind != CHOOSE or self.chosen:
            return False
        self.update()
        return self.made

    # What a press does

    def can_choose(self) -> bool:
        """Returns whether dice can be set aside and taken back. Raises Illegal with the reason why not."""
        if self.kind != CHOOSE:
            raise Illegal("Roll first")
        if not self.rolls_left:
            raise Illegal("No rolls left")
        return True

    def roll(self) -> "tuple[Action, ...]":
        """Returns the actions of ROLL: set aside what is chosen and throw the rest. Raises Illegal for none."""
        if self.kind != CHOOSE:
            return ((actions.ROLL, None),)
        if not self.rolls_left:
            raise Illegal("No rolls left: BANK")
        if self.chosen == self.all:
            raise Illegal("All dice are set aside")
        todo: tuple[Action, ...] = ()
        if self.kept & ~self.chosen:
            todo += ((actions.BACK, self.kept & ~self.chosen),)
        if self.chosen & ~self.kept:
            todo += ((actions.KEEP, self.chosen & ~self.kept),)
        return todo + ((actions.ROLL, None),)

    def bank(self) -> "tuple[Action, ...]":
        """Returns the actions of BANK: end the turn with the phase made or missed. Raises Illegal for none."""
        if self.kind != CHOOSE:
            raise Illegal("Roll first")
        return ((actions.STOP, None),)

    def standing(self) -> str:
        """Returns how the player is doing: against the best of the others, or alone."""
        game = self._game
        others = [game.scores[other] for other in range(game.players) if other != game.player]
        if not others:
            missed = game.missed(game.player)
            return f"turn {game.turns[game.player] + 1}" + (f", {missed} missed" if missed else "")
        lead = game.scores[game.player] - max(others)
        if not lead:
            return ""
        return f"ahead by {points_text(lead)}" if lead > 0 else f"behind by {points_text(-lead)}"

    # Before the first turn

    def order(self) -> "list[int]":
        """Returns the players in the order of play, in seating order while that is not known."""
        return list(range(self.players)) if self._game.start else self._game.order

    def start_throw(self, seat: int) -> int:
        """Returns the number that a player has thrown in this round for the order of play, -1 for none."""
        start = self._game.start
        return start.thrown[seat] if start else -1
