"""What the decisions of a game cost, found by replaying its log. Runs under CPython and, in the page, MicroPython.

The judge of the ten-thousand family is that of the console (players/ten_thousand/judge.py), which says what a decision
and luck are. In Phase 10 a decision is what to set aside and whether to roll, and its loss is counted in points. Its
luck is not known, and the last turns and choices that keep several colors in the phase of one color are not judged.

The rating of a player is the mean loss of a decision, as in backgammon: in thousandths of a game with other players, in
points alone and in Phase 10. 0 is perfect.
"""

from sixpip.players.phase_ten.solver import two_rolls
from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.players.phase_ten.solver.pool import UNIT
from sixpip.players.phase_ten.worths import Race, set_alone, set_worth
from sixpip.players.ten_thousand.judge import TurnJudge
from sixpip.rules.core import actions, replay
from sixpip.rules.core.actions import ROLLED, bits
from sixpip.rules.phase_ten import dice as phase_dice
from sixpip.rules.phase_ten.phases import COLOR, goal
from sixpip.rules.rulebook.variant import PHASE_KIND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Todo = tuple[int, str]
    """The dice to keep, and the action that follows."""

_PARTS_START = 4620
_PART = 1282
_LAST_LOW = 4
_LOW_ROW = 10
_HIGH_ROW = 5
_LOWS = 11
"""As in two_rolls.py, whose private constants MicroPython does not keep."""


class Decision:
    """A decision of `player`: what was done (`chosen`), the best choice (`best`), both in words, and the `loss`."""

    def __init__(self, player: int, chosen: str, best: str, loss: float) -> None:
        """`loss`: in thousandths of a game, or in points."""
        self.player = player
        self.chosen = chosen
        self.best = best
        self.loss = loss


class Step:
    """An action of a game and what it led to.

    `line`: of the log; `player`: who did it; `faces`: of the dice before it; `events`: what happened; `scores`:
    after it; `decision`: judged here, None where there is none; `luck`: of a roll, in the unit of losses, None where it
    is not known; `ends_turn`: whether the turn of the player is over.
    """

    def __init__(self, line: str, game: "Any") -> None:
        """Before the action of this line."""
        self.line = line
        self.player = game.player
        self.faces: list[int] = list(game.faces)
        self.events: list[Any] = []
        self.scores: list[int] = []
        self.decision: Decision | None = None
        self.luck: float | None = None
        self.ends_turn = False


def unit_of(game: "Any") -> str:
    """The unit of losses and ratings in a game."""
    return "points" if game.players == 1 or game.dice_set.kind == PHASE_KIND else "thousandths of a game"


def ratings(decisions: "list[Decision]", players: int) -> "list[tuple[int, float]]":
    """For each player the number of decisions and the mean loss."""
    losses: list[list[float]] = [[] for _ in range(players)]
    for decision in decisions:
        losses[decision.player].append(decision.loss)
    return [(len(own), sum(own) / len(own) if own else 0.0) for own in losses]


def balances(steps: "list[Step]", players: int) -> "list[tuple[float, float]]":
    """For each player what the dice gave in all, and what the choices cost, which is 0 or more."""
    luck, cost = [0.0] * players, [0.0] * players
    for step in steps:
        luck[step.player] += step.luck or 0.0
        cost[step.player] += step.decision.loss if step.decision else 0.0
    return list(zip(luck, cost))


def review(game: "Any", lines: "list[str]", judges: bool = True) -> "Iterator[Step | None]":
    """Plays the actions of a log in a new game; yields each as a Step, and None every few milliseconds.

    `judges`: False for steps without decisions, which takes far less time. Raises BadLine, Illegal.
    """
    judge = PhaseJudge(game) if game.dice_set.kind == PHASE_KIND else Judge(game)
    for number in range(len(lines)):
        words = replay.words_of(lines[number])
        action, dice = replay.action_of(game, words)
        step = Step(" ".join(words), game)
        if judges:
            for _ in judge.before(action, lines[number + 1 :]):
                yield None
            step.decision = judge.decide(judge.decides) if judge.decides else None
        turns = sum(game.turns)
        step.events = game.apply(action, dice)
        step.luck = judge.after(step.events) if judges else None
        step.scores = list(game.scores)
        step.ends_turn = sum(game.turns) != turns
        yield step


class Judge(TurnJudge):
    """Judges decisions of the ten-thousand family."""

    def decide(self, todo: "Todo") -> "Decision | None":
        """The decision of game.player; None where there is no choice, or the house rules are too much for Master."""
        found = self.find_loss(todo)
        if not found:
            return None
        best, loss = found
        return Decision(self.game.player, self._words(todo), self._words(best), loss)

    def _words(self, todo: "Todo") -> str:
        game = self.game
        keep, then = todo
        if actions.TAKE in game.legal():
            return "take the offer" if then == actions.TAKE else "start fresh"
        shown = [game.dice_set.faces[game.faces[place]] for place in range(game.dice) if keep >> place & 1]
        dice = game.dice_next(keep)
        follows = "bank" if then == actions.BANK else f"roll {dice} {'die' if dice == 1 else 'dice'}"
        return f"keep {' '.join(sorted(shown))}, {follows}" if shown else follows


class OneChoice(two_rolls.TwoRolls):
    """The worth of setting certain dice aside with two rolls left."""

    def __init__(self, keep: int) -> None:
        """`keep`: not all dice."""
        super().__init__()
        self._only = keep

    def _judge_part(self, file: "Any", start: int, part: int, faces: "bytes | bytearray", kept: int) -> "Iterator[int]":
        """Judges the choice with a part of the tables."""
        high, low = (phase_dice.HIGH, phase_dice.DICE)
        job = self._job
        head = start + _PARTS_START + part * _PART
        file.seek(head)
        file.readinto(self._head)
        for at in range(len(self._head)):
            job[at] = self._head[at]
        file.seek(head + two_rolls.HEAD + self._place(faces, range(high, low), _LAST_LOW) * _LOW_ROW)
        file.readinto(self._low_row)
        self._lows[:_LOW_ROW] = self._low_row
        job[_LOWS] = 1
        file.seek(start + self._place(faces, range(high), high - 1) * _HIGH_ROW)
        file.readinto(self._row)
        two_rolls.best_low(self._row, self._lows, self._gains, job)
        yield 1

    def _place(self, faces: "bytes | bytearray", kind: range, last: int) -> int:
        """The place of the dice of a kind that are kept; `last`: the last face that differs."""
        kept = sorted([min(faces[die], last) for die in kind if self._only >> die & 1])
        return two_rolls.place_of(bytes(kept + [last + 1] * (len(kind) - len(kept))))


class PhaseJudge:
    """Judges decisions of Phase 10. In the phase of one color it knows only the worth of keeping one color."""

    def __init__(self, game: "Any") -> None:
        """A game before its first turn."""
        self._game = game
        self._best = BestPlay()
        self._race = Race()
        self.decides: Todo | None = None
        """As in TurnJudge."""

    def prepare(self) -> "Iterator[None]":
        """Finds the best play; yields every few milliseconds."""
        game = self._game
        best = self._best
        phase = game.phases[game.player]
        if game.players == 1:
            set_alone(best.worth, phase, game.scores[0], game.misses[0][phase - 1] > 0)
        else:
            set_worth(best.worth, self._race, game)
        best.ask(game.faces, phase, game.rolls_left(), game.kept)
        while best.step():
            yield

    def before(self, action: "tuple[str, int | None]", rest: "list[str]") -> "Iterator[None]":
        """Works as TurnJudge.before."""
        del rest
        game = self._game
        is_last = game.players > 1 and game.finisher >= 0  # there the chance counts, not the points
        kind = action[0]
        decides = game.stage == ROLLED and game.rolls_left() and kind in (actions.ROLL, actions.STOP)
        self.decides = (game.kept, kind) if decides and not is_last else None
        if self.decides:
            yield from self.prepare()

    def after(self, happened: "list[Any]") -> None:
        """Does nothing: the worth of a turn that begins is not known."""

    def decide(self, todo: "Todo") -> "Decision | None":
        """The decision of game.player; None where its worth is not known."""
        best = self._best
        value = self._value(todo)
        if value is None:
            return None
        found = (0 if best.stop else best.keep, actions.STOP if best.stop else actions.ROLL)
        loss = max(0.0, (best.value - value) / (POINT * UNIT))
        if not loss:
            found = todo
        return Decision(self._game.player, self._words(todo), self._words(found), loss)

    def _value(self, todo: "Todo") -> "int | None":
        """The worth of a choice above that of a miss, as in BestPlay.value; None where it is not known."""
        game, best = self._game, self._best
        keep, then = todo
        phase = game.phases[game.player]
        if then == actions.STOP:
            points = game.best().points
            return best.worth.gain(points * POINT) * UNIT if points >= 0 else 0
        if keep == best.keep and not best.stop:
            return best.value
        if goal(phase)[0] == COLOR:
            return None
        if game.rolls_left() == 2:
            two = OneChoice(keep)
            for _ in two.judge(game.faces, keep, phase, best.worth):
                pass
            return two.value
        last = best._last
        for _ in last.start(best.worth, phase):
            pass
        if not last.can_judge(keep):
            return None
        for _ in last.judge(game.faces, keep):
            pass
        return last.value

    def _words(self, todo: "Todo") -> str:
        keep, then = todo
        if then == actions.STOP:
            return "stop"
        shown = [phase_dice.written(die, self._game.faces[die]) for die in range(phase_dice.DICE) if keep >> die & 1]
        thrown = phase_dice.DICE - bits(keep)
        follows = f"roll {thrown} {'die' if thrown == 1 else 'dice'}"
        return f"set aside {' '.join(shown)}, {follows}" if shown else follows
