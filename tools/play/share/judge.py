"""What the decisions of a game cost, found by replaying its log. Runs under CPython and, in the page, MicroPython.

The judge is Master: with other players it counts the chance to win, alone and in Phase 10 the points. A decision is
what to keep and whether to roll then, or whether to take up an offer; where only one thing is possible there is none.
Its loss is the worth of the best choice less that of the player's choice. The rating of a player is the mean loss of a
decision, as in backgammon: in thousandths of a game with other players, in points alone and in Phase 10. 0 is perfect.

The luck of a roll is what it is worth when it lies, with the best choice, less what it was worth before it was thrown.
A player who wins against one other began with half a game: the rest came from luck and lost choices of both. Luck is
not known in Phase 10, nor for rolls that were called and busts that another house rule can save.

Not judged are calls, the dice held for a second chance, the last turns of Phase 10, and in its phase of one color the
choices that keep several colors.
"""

from sixpip.players.phase_ten.solver import two_rolls
from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.players.phase_ten.solver.pool import UNIT
from sixpip.players.phase_ten.worths import Race, set_alone, set_worth
from sixpip.players.styles import MASTER
from sixpip.players.ten_thousand.master import MasterPlayer
from sixpip.players.ten_thousand.solver import roll_codes
from sixpip.players.ten_thousand.solver.turn_advice import choices
from sixpip.players.ten_thousand.solver.turn_solver import MOST_VALUE, points_of
from sixpip.rules.core import actions, events, replay
from sixpip.rules.core.actions import READY, ROLLED, bits
from sixpip.rules.phase_ten import dice as phase_dice
from sixpip.rules.phase_ten.phases import COLOR, goal
from sixpip.rules.rulebook.variant import PHASE_KIND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Todo = tuple[int, str]
    """The dice to keep, and the action that follows."""

_THOUSAND = 1000

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
        todo = _todo(game, action, lines[number + 1 :]) if judges else None
        throws = judges and action[0] == actions.ROLL and judge.has_luck()
        judged = judge.prepare() if todo or throws else ()
        for _ in judged:
            yield None
        if todo:
            step.decision = judge.decide(todo)
            judge.expect(todo)
        turns = sum(game.turns)
        before = judge.expected() if throws else None
        step.events = game.apply(action, dice)
        if before is not None:
            step.luck = judge.luck(before, step)
        step.scores = list(game.scores)
        step.ends_turn = sum(game.turns) != turns
        yield step


def _todo(game: "Any", action: "tuple[str, int | None]", rest: "list[str]") -> "Todo | None":
    """What a player decides with an action, and the action that follows it; None for no decision that is judged."""
    kind, detail = action
    if game.dice_set.kind == PHASE_KIND:
        is_last = game.players > 1 and game.finisher >= 0  # there the chance counts, not the points
        decides = game.stage == ROLLED and game.rolls_left() and kind in (actions.ROLL, actions.STOP)
        return (game.kept, kind) if decides and not is_last else None
    if actions.TAKE in game.legal():
        return (0, kind) if game.winner_to_roll_off() < 0 else None
    if game.stage != ROLLED or game.pending:
        return None
    if kind == actions.BANK:
        return game.best_keep(), kind
    for line in rest:
        following = line.split(" ")[0]
        if following in (actions.ROLL, actions.BANK):
            return detail or 0, following
    return None  # the log ends before the decision is made


class Judge:
    """Judges decisions of the ten-thousand family."""

    def __init__(self, game: "Any") -> None:
        """A game before its first turn."""
        self._game = game
        self._master = MasterPlayer(game, MASTER)
        self._expected: int | None = None
        self._throws_all = False

    def prepare(self) -> "Iterator[None]":
        """Computes what this turn is worth; yields every few milliseconds."""
        while self._master.prepare():
            yield
        while self._master.think():
            yield

    def decide(self, todo: "Todo") -> "Decision | None":
        """The decision of game.player; None where there is no choice, or the house rules are too much for Master."""
        advice = self._master.advice
        if not advice or not advice.is_ready():
            return None
        game = self._game
        if todo[1] in (actions.TAKE, actions.FRESH) or actions.TAKE in game.legal():
            gain = advice.offer_value(game.offered_points(), game.offered())
            takes = todo[1] == actions.TAKE
            loss = max(0, -gain if takes else gain)
            words = ("start fresh", "take the offer")
            return Decision(game.player, words[takes], words[gain > 0], self._loss(loss, 0))
        values = self._values(advice)
        if len(values) < 2:
            return None
        value = self._value(advice, todo)
        best, best_value = max(values, key=lambda pair: pair[1])
        if value >= best_value:
            best, best_value = todo, value
        return Decision(game.player, self._words(todo), self._words(best), self._loss(best_value, value))

    def has_luck(self) -> bool:
        """Whether the luck of the roll that is thrown next is known."""
        game = self._game
        is_fresh = game.stage == READY and not game.rolls
        return not game.pending and game.called() < 0 and (self._expected is not None or is_fresh)

    def expect(self, todo: "Todo") -> None:
        """Notes what a roll is worth before it is thrown, if that is what the player decides."""
        self._expected = None
        advice = self._master.advice
        if not advice or not advice.is_ready():
            return
        game = self._game
        if todo[1] == actions.TAKE:
            self._expected = advice.value_of(game.offered_points(), game.offered())
        elif todo[1] == actions.ROLL:
            self._expected = self._value(advice, todo)

    def expected(self) -> "int | None":
        """What the roll that is thrown next is worth; None where that is not known."""
        expected, self._expected = self._expected, None
        advice = self._master.advice
        self._throws_all = self._game.throws() == self._game.all
        if expected is None and advice and advice.is_ready():
            expected = advice.value_of(0, self._game.all)
        return expected

    def luck(self, before: int, step: "Step") -> "float | None":
        """What a roll gave that was worth `before` when it was thrown; None where that is not known."""
        game = self._game
        advice = self._master.advice
        if events.BUST in [event.kind for event in step.events] and not self._changes_busts():
            outcome = roll_codes.WRECK if self._throws_all else roll_codes.BUST
            return self._loss(self._master.solver.values[roll_codes.OUTCOME + outcome], before)
        if game.stage != ROLLED or game.pending or not advice or not advice.is_ready():
            return None
        advice.compare()
        return self._loss(max(advice.roll_value, advice.bank_value), before)

    def _changes_busts(self) -> bool:
        """Whether a bust can do something else than end the turn, at one price."""
        game = self._game
        return bool(game.pending) or game.saves_points() or game.options["four_twos"] == "yes"

    def _values(self, advice: "Any") -> "list[tuple[Todo, int]]":
        """All choices with their values."""
        game = self._game
        advice.compare()
        found: list[tuple[Todo, int]] = []
        for key in [game.scorer.keeps[at] for at in range(game.find_keeps())]:
            for keep in choices(game, key):
                if not game.bank_refusal(keep):
                    found.append(((keep, actions.BANK), self._value(advice, (keep, actions.BANK))))
                if game.roll_refusal() is None:
                    found.append(((keep, actions.ROLL), self._value(advice, (keep, actions.ROLL))))
        return found

    def _value(self, advice: "Any", todo: "Todo") -> int:
        """The value of a choice."""
        game = self._game
        keep, then = todo
        points = game.points_after(keep)
        left = game.all & ~(game.kept | keep)
        if then == actions.BANK:
            return int(advice._bank(points, left, keep))
        return int(advice.roll_after(keep, points, left or game.all))

    def _loss(self, best: int, value: int) -> float:
        if self._game.players > 1:
            return float((best - value) * _THOUSAND / MOST_VALUE)
        solver = self._master.solver
        return float(points_of(solver, best) - points_of(solver, value))

    def _words(self, todo: "Todo") -> str:
        game = self._game
        keep, then = todo
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

    def has_luck(self) -> bool:
        """Whether the luck of the roll that is thrown next is known."""
        return False

    def expect(self, todo: "Todo") -> None:
        """Notes nothing: the worth of a turn that begins is not known."""

    def expected(self) -> "int | None":
        """Nothing is known."""
        return None

    def luck(self, before: int, step: "Step") -> "float | None":
        """Nothing is known."""
        return None

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
