"""The computer players of Phase 10 dice: four styles, each with a human weakness but Master.

Master alone plays for the mean of all that follows with the best play. A miss costs MISS points and the phase is tried
again. Up to the bonus at half the worth depends on the total so far. `python -m tools.research.solve_phases --game`
prints the tables for that.
"""

from sixpip.players.menus.styles import BOLD, MASTER, STEADY, TIMID
from sixpip.players.phase_ten.solver.best_play import BestPlay, Question, best_play_of
from sixpip.players.phase_ten.solver.goals import (
    ENOUGH,
    NUMBERS,
    POINT,
    ColorGoals,
    Goal,
    color_in_words,
    count_numbers,
)
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.game import actions
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.dice import COLOR, PHASES, goal
from sixpip.rules.phase_ten.game import BONUS, MISS
from sixpip.rules.stages import ROLLED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.players.phase_ten.solver.goals import Worth
    from sixpip.rules.game.actions import Action
    from sixpip.rules.phase_ten.game import Game

_GREED = const(36)  # Bold would rather miss than score less
_MOST_POINTS = const(100)  # more than a phase can score
_HALF = const(5)  # phases up to the bonus at half
WORTHS = (673, 740, 744, 666, 696, 697, 685, 557, 704, 697)
"""The best mean points of each phase, misses subtracted and without bonuses, times POINT."""
FIRST = b"\x00\x0e\x41\x77\xa8\xdc"
HALF_BONUS = (
    b"\x90",
    b"\x01\x02\x03\x04\x06\x09\x0c\x10\x15\x1a\x21\x28\x30\x37\x3f\x47\x4f\x56\x5e\x64\x6b\x70\x76\x7b\x7f\x84\x87\x8b"
    b"\x8e\x90\x93\x95\x97\x98\x99\x9b\x9c\x9c\x9d\x9e\x9e\x9f",
    b"\x01\x02\x03\x06\x08\x0c\x11\x17\x1f\x27\x30\x3a\x44\x4e\x58\x61\x69\x71\x78\x7e\x83\x88\x8c\x8f\x92\x94\x97\x98"
    b"\x9a\x9b\x9c\x9d\x9e\x9e\x9f",
    b"\x00\x09\x09\x09\x0d\x14\x25\x2f\x3a\x43\x50\x5d\x69\x74\x7e\x86\x8c\x91\x95\x98\x9a\x9c\x9d\x9e\x9e\x9f",
    b"\x00\x2a\x2a\x2a\x3d\x50\x68\x77\x81\x8d\x95\x99\x9b\x9d\x9e\x9f",
    b"\x00\xa0",
)
"""What the bonus at half is worth, in quarter points, after 0 to 5 phases: by the total, from FIRST on."""


class ComputerPlayer:
    """A computer player of one style: `think` until it returns False, then `choose`.

    Timid keeps what comes nearest to the phase and stops as soon as it is made. Steady never takes a die back. Bold
    rolls on for more points and gives up low ones. Master plays the best of BestPlay.
    """

    def __init__(self, game: "Game", style: int, shared: "dict[str, object] | None" = None) -> None:
        """`style`: one of players/menus/styles.py; `shared`: by all players of a game (best_play.best_play_of)."""
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

    def question(self) -> Question:
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


class Nearest(Question):
    """Finds the dice of the nearest goal, with all Ws: see Question. `natural`: no W is needed."""

    def __init__(self) -> None:
        """Without a question."""
        super().__init__()
        self.natural = False
        self._goal = Goal()
        self._have = bytearray(NUMBERS)

    def ask(self, faces: "bytes | bytearray", phase: int, kept: int) -> None:
        """Asks about ten dice; of equal dice those in the set `kept` are used first."""
        self.number += 1
        self._faces = faces
        self._kept = kept
        self._task = self._colors() if goal(phase)[0] == COLOR else self._numbers(phase)

    def _numbers(self, phase: int) -> "Iterator[int]":
        have = self._have
        count_numbers(self._faces, have)
        best = -_MOST_POINTS * dice.DICE
        for _ in self._goal.all_of(phase):
            missing = self._goal.missing(have)
            rank = self._goal.points(have) - _MOST_POINTS * max(0, missing - have[dice.WILD])
            if not self._goal.any and rank > best:
                best = rank
                self.made = missing <= have[dice.WILD]
                self.natural = not missing
                self.keep = self._goal.serving(self._faces, self._kept, dice.DICE)
                self.reason = self._goal.in_words()
            yield 2

    def _colors(self) -> "Iterator[int]":
        best = -1
        colors = ColorGoals()
        for color in range(len(dice.COLORS)):
            colors.choose(self._faces, color)
            rank = colors.count * _MOST_POINTS + colors.points
            if rank > best:
                best = rank
                self.made = self.natural = colors.count == ENOUGH
                self.keep = colors.serving
                self.reason = color_in_words(color)
            yield 2


def set_worth(worth: "Worth", phase: int, total: int, missed: bool) -> None:
    """Sets the worth of a turn of a phase; `total`: points so far; `missed`: whether the phase was missed before."""
    miss = WORTHS[phase - 1] - MISS * POINT
    if phase > _HALF:
        worth.set(miss if phase < PHASES or missed else miss - BONUS * POINT)
        return
    table = HALF_BONUS[phase - 1]
    more = table[max(0, min(total - FIRST[phase - 1], len(table) - 1))]
    worth.set(miss + more * POINT // 4, HALF_BONUS[phase], FIRST[phase] - total)
