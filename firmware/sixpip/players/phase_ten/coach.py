"""The coach of Phase 10 dice: the chance to make the phase with the rolls left, and which dice to set aside.

It advises what Master would do. Only to a player who plays alone it advises what is best in a game of more than two.
"""

from sixpip import share
from sixpip.compat import TYPE_CHECKING
from sixpip.players.advice import Advice
from sixpip.players.phase_ten.solver.best_play import best_play_of
from sixpip.players.phase_ten.solver.pool import UNIT
from sixpip.players.phase_ten.worths import Race, set_worth
from sixpip.rules.core.actions import ROLLED, bits
from sixpip.rules.phase_ten import dice

if TYPE_CHECKING:
    from sixpip.rules.phase_ten.game import PhaseTenGame


class Coach:
    """Advises the player whose turn it is. Call `think` until it returns False, then `advise`."""

    def __init__(self, game: "PhaseTenGame", shared: "dict[str, object]") -> None:
        """`game` is only read. `shared` is what the players of this game share (best_play.best_play_of)."""
        self._game = game
        self._best = best_play_of(shared)
        self._race = Race()
        self._state = b""
        self._asked = 0
        self._thinking = False

    def think(self) -> bool:
        """Works for some milliseconds on what the player can do now. Returns True while there is more."""
        if not self._is_choice():
            return False
        state = self._read()
        if state != self._state or self._asked != self._best.number:
            self._state = state
            game = self._game
            phase = game.phases[game.player]
            set_worth(self._best.worth, self._race, game)
            self._best.ask(game.faces, phase, game.rolls_left(), game.kept)
            self._asked = self._best.number
            self._thinking = True
        elif self._thinking:
            self._thinking = self._best.step()
        return self._thinking

    def is_ready(self) -> bool:
        """Returns whether `advise` is about the present state of the game."""
        answered = not self._thinking and self._asked == self._best.number
        return answered and self._is_choice() and self._state == self._read()

    def _is_choice(self) -> bool:
        """Returns whether the player can roll again or stop."""
        return self._game.stage == ROLLED and self._game.rolls_left() > 0

    def advise(self) -> Advice:
        """Returns the advice about the dice on the table. Call it only when `is_ready`."""
        best = self._best
        if best.made and self.stops():
            return Advice(0, "", "Stop and score", "the phase is made")
        keep = best.keep
        kept = bits(keep)
        choice = "Roll all ten dice"
        if kept:
            choice = f"{kept} {'die' if kept == 1 else 'dice'} aside, roll {dice.DICE - kept}"
        if best.made:
            odds = "" if self.chance() == 1 else f"still made: {share(self._best.chance, UNIT)} in 100"
            return Advice(keep, odds, choice, "for more points")
        return Advice(keep, f"make it: {share(self._best.chance, UNIT)} in 100", choice, best.reason)

    def stops(self) -> bool:
        """Returns whether the advice about the dice on the table is to end the turn."""
        return self._best.stop

    def chance(self) -> float:
        """Returns the chance to make the phase with the rolls left when the dice of `advise` are set aside."""
        return self._best.chance / UNIT

    def _read(self) -> bytes:
        """Returns the part of the state of the game that the advice depends on."""
        game = self._game
        turn = sum(game.turns) & 255
        phase = game.phases[game.player]
        return bytes(game.faces) + bytes((game.player, phase, game.rolls, turn, game.finisher + 1, len(game.stage)))
