"""The computer players of Phase 10 dice: four styles, each with a human weakness but Master."""

from sixpip.players.phase_ten.alone import set_worth
from sixpip.players.phase_ten.best_play import BestPlay, best_play_of
from sixpip.players.phase_ten.nearest import Nearest
from sixpip.players.phase_ten.worth import POINT
from sixpip.players.styles import BOLD, MASTER, STEADY, TIMID
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import actions
from sixpip.rules.stages import ROLLED

if TYPE_CHECKING:
    from sixpip.players.phase_ten.question import Question
    from sixpip.players.phase_ten.worth import Worth
    from sixpip.rules.actions import Action
    from sixpip.rules.phase_ten.game import Game

_GREED = const(36)  # Bold would rather miss than score less


class ComputerPlayer:
    """A computer player of one style: `think` until it returns False, then `choose`.

    Timid keeps what comes nearest to the phase and stops as soon as it is made. Steady never takes a die back. Bold
    rolls on for more points and gives up low ones. Master plays the best of BestPlay.
    """

    def __init__(self, game: "Game", style: int, shared: "dict[str, object] | None" = None) -> None:
        """`style`: one of players/styles.py; `shared`: what the players of this game share (best_play.best_play_of)."""
        self._game = game
        self._style = style
        self._asked = -1
        self._nearest = Nearest() if style in (TIMID, STEADY) else None
        self._best = best_play_of(shared if shared is not None else {}) if style in (BOLD, MASTER) else None

    def prepare(self) -> bool:
        """Works ahead in the turn of another player; True while more can be done. There is nothing to prepare."""
        return False

    def think(self) -> bool:
        """Works for a few milliseconds; True while more is needed before `choose`."""
        game = self._game
        if game.stage != ROLLED or not game.rolls_left():
            return False
        if self._asked != self.question().number:
            self._ask()
            self._asked = self.question().number
            return True
        return self.question().step()

    def choose(self) -> "tuple[tuple[Action, ...], str]":
        """The next actions of the player whose turn it is, and the reason in at most 21 letters."""
        while self.think():
            pass
        self._asked = -1
        game = self._game
        if game.stage != ROLLED:
            return ((actions.ROLL, None),), "roll for the start" if game.start else "all ten dice"
        if not game.rolls_left():
            return ((actions.STOP, None),), "no rolls left"
        keep = self._keep()
        question = self.question()
        if keep < 0 or keep == game.all:
            return ((actions.STOP, None),), "the phase is made" if question.made else "better try again"
        return self._roll(keep), "for more points" if question.made else question.reason

    def question(self) -> "Question":
        """The question about the present roll, which is worked on in steps."""
        question = self._nearest or self._best
        assert question
        return question

    def _ask(self) -> None:
        """Asks about the dice on the table."""
        game = self._game
        phase = game.phases[game.player]
        if self._nearest:
            self._nearest.ask(game.faces, phase, game.kept)
        elif self._best:
            self._set_worth(self._best.worth, phase)
            self._best.ask(game.faces, phase, game.rolls_left(), game.kept)

    def _set_worth(self, worth: "Worth", phase: int) -> None:
        """Sets what the end of the turn is worth to the player."""
        game = self._game
        if self._style == BOLD:
            worth.set(_GREED * POINT)
        elif game.players == 1:
            set_worth(worth, phase, game.scores[0], game.misses[0][phase - 1] > 0)
        else:
            worth.set_race(phase, game.finisher >= 0)

    def _keep(self) -> int:
        """The dice to set aside before the next roll, -1 to stop."""
        if self._best:
            return -1 if self._best.stop or self._gives_up(self._best) else self._best.keep
        nearest = self._nearest
        assert nearest
        if nearest.made and (self._style == TIMID or nearest.natural):
            return -1
        keep = nearest.keep
        if self._style == STEADY and not nearest.made and keep | self._game.kept != self._game.all:
            keep |= self._game.kept
        return keep

    def _gives_up(self, best: BestPlay) -> bool:
        """Whether Master, alone, takes a miss before the last roll: that could make the phase with few points."""
        game = self._game
        alone = self._style == MASTER and game.players == 1
        return alone and game.rolls_left() == 1 and not best.made and best.value < 0

    def _roll(self, keep: int) -> "tuple[Action, ...]":
        """The actions that set these dice aside and roll the others."""
        kept = self._game.kept
        todo: tuple[Action, ...] = ()
        if kept & ~keep:
            todo += ((actions.BACK, kept & ~keep),)
        if keep & ~kept:
            todo += ((actions.KEEP, keep & ~kept),)
        return todo + ((actions.ROLL, None),)
