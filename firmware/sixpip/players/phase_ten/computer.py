"""The computer players of Phase 10 dice. There are four styles, and all but Master have a human weakness.

Only Master plays for what follows: alone for the highest mean of it, and for two to win (worths.py). With more players
it plays for the most points in each turn.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.phase_ten.solver.best_play import BestPlay, best_play_of
from sixpip.players.phase_ten.solver.goals import POINT, goal_text
from sixpip.players.phase_ten.worths import Race, set_alone, set_worth
from sixpip.players.styles import BOLD, MASTER, STEADY, TIMID
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.phases import COLOR, goal

if TYPE_CHECKING:
    from sixpip.players.phase_ten.solver.goals import TurnWorth
    from sixpip.rules.core.actions import Action
    from sixpip.rules.phase_ten.game import PhaseTenGame

_GREED = const(36)  # points; Bold would rather miss than score less


class PhaseTenPlayer:
    """A computer player of one style. Call `think` until it returns False, then `choose`.

    Timid keeps what comes nearest to the phase and stops as soon as it is made. Steady never takes a die back. Bold
    rolls on for more points and gives up low ones. Master plays what BestPlay finds best.
    """

    def __init__(self, game: "PhaseTenGame", style: int, shared: "dict[str, object] | None" = None) -> None:
        """`style` is one of those in players/styles.py. `shared` is what the players of this game share
        (best_play.best_play_of).
        """
        self._game = game
        self._style = style
        self._asked = -1
        self.best = best_play_of(shared if shared is not None else {}) if style in (BOLD, MASTER) else None
        """What computes the best play in steps; None for a style that does not need it."""
        self._race = Race()

    def prepare(self) -> bool:
        """Returns False: there is nothing to prepare in the turn of another player."""
        return False

    def think(self) -> bool:
        """Works for a few milliseconds. Returns True while more is needed before `choose`."""
        game = self._game
        best = self.best
        if not best or game.stage != ROLLED or not game.rolls_left():
            return False
        if self._asked == best.number:
            return best.step()
        phase = game.phases[game.player]
        self._set_worth(best.worth, phase)
        best.ask(game.faces, phase, game.rolls_left(), game.kept)
        self._asked = best.number
        return True

    def choose(self) -> "tuple[tuple[Action, ...], str]":
        """Returns the next actions of the player whose turn it is, and the reason in at most 21 letters."""
        while self.think():
            pass
        self._asked = -1
        game = self._game
        if game.stage != ROLLED:
            return ((actions.ROLL, None),), "roll for the start" if game.start else "all ten dice"
        if not game.rolls_left():
            return ((actions.STOP, None),), "no rolls left"
        best = self.best
        if best:
            keep, made, reason = best.keep, best.made, best.reason
            stops = best.stop or self._gives_up(best)
        else:
            keep, made, reason = self._nearest()
            stops = keep < 0
        if stops or keep == game.all:
            return ((actions.STOP, None),), "the phase is made" if made else "better try again"
        return self._roll(keep), "for more points" if made else reason

    def _set_worth(self, worth: "TurnWorth", phase: int) -> None:
        """Sets what the end of the turn is worth to the player."""
        game = self._game
        if self._style == BOLD:
            worth.set(_GREED * POINT)
        elif game.players == 1:
            set_alone(worth, phase, game.scores[0], game.misses[0][phase - 1] > 0)
        else:
            set_worth(worth, self._race, game)

    def _nearest(self) -> "tuple[int, bool, str]":
        """Returns the dice to set aside for the nearest goal (-1 to stop), whether they make the phase, and the goal in
        words.

        The dice are all that fit, and all Ws.
        """
        game = self._game
        phase = game.phases[game.player]
        found = game.best()
        made = found.points >= 0
        keep = found.used
        wilds = [] if goal(phase)[0] == COLOR else range(dice.HIGH, dice.DICE)
        ws = sum([1 << die for die in wilds if dice.number(die, game.faces[die]) == dice.WILD])
        if made and (self._style == TIMID or not keep & ws):
            return -1, True, ""
        keep |= ws
        if self._style == STEADY and not made and keep | game.kept != game.all:
            keep |= game.kept
        return keep, made, goal_text(phase, found.one, found.other)

    def _gives_up(self, best: BestPlay) -> bool:
        """Returns whether Master, alone or with one other player, rather takes a miss than a last roll that could make
        the phase with few points.
        """
        game = self._game
        knows = self._style == MASTER and game.players <= 2
        return knows and game.rolls_left() == 1 and not best.made and best.value < 0

    def _roll(self, keep: int) -> "tuple[Action, ...]":
        """Returns the actions that set these dice aside and roll the others."""
        kept = self._game.kept
        todo: tuple[Action, ...] = ()
        if kept & ~keep:
            todo += ((actions.BACK, kept & ~keep),)
        if keep & ~kept:
            todo += ((actions.KEEP, keep & ~kept),)
        return todo + ((actions.ROLL, None),)
