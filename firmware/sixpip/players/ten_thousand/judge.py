"""Judges what was done in a game by its log: what each choice cost, and what each roll gave.

The judge is Master: with other players it counts the chance to win, alone the points. A choice is what to keep and
whether to roll then, or whether to take up an offer; where only one thing is possible there is none. It costs the
value of the best choice less that of the player's choice.

The luck of a roll is what it is worth when it lies, with the best choice, less what it was worth before it was thrown.
A player who wins against one other began with half a game: the rest came from luck and lost choices of both. Luck is
not known for rolls that were called and for busts that another house rule can save. Not judged are calls, and the dice
held for a second chance.
"""

from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.styles import MASTER
from sixpip.players.ten_thousand.master import MasterPlayer
from sixpip.players.ten_thousand.solver import roll_codes
from sixpip.players.ten_thousand.solver.turn_advice import choices
from sixpip.players.ten_thousand.solver.turn_solver import MOST_VALUE, points_of
from sixpip.rules.core import actions, events
from sixpip.rules.core.actions import READY, ROLLED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.players.ten_thousand.solver.turn_advice import TurnAdvice
    from sixpip.rules.core.actions import Action
    from sixpip.rules.core.events import Event
    from sixpip.rules.ten_thousand.game import TenThousandGame

    Todo = tuple[int, str]
    """The dice to keep, and the action that follows."""

_THOUSAND = const(1000)


class TurnJudge:
    """Judges the actions of a game while they are applied to it: `before` each one, `after` it."""

    def __init__(self, game: "TenThousandGame") -> None:
        """`game`: before its first turn."""
        self.game = game
        self._master = MasterPlayer(game, MASTER)
        self.decides: Todo | None = None
        """What the player decides with the action that `before` was called for; None for no choice that is judged."""
        self._expected: int | None = None
        self._before: int | None = None
        self._throws_all = False

    def before(self, action: "Action", rest: "list[str]") -> "Iterator[None]":
        """Judges the action that is applied next; yields every few milliseconds.

        `rest`: the lines of the actions after it in the log, up to the next roll at least.
        """
        self.decides = self.todo(action, rest)
        self._before = None
        throws = action[0] == actions.ROLL and self._has_luck()
        if self.decides or throws:
            yield from self.prepare()
        if self.decides:
            self._expect(self.decides)
        if throws:
            self._before = self._worth_of_roll()

    def after(self, happened: "list[Event]") -> "float | None":
        """Returns what the roll that was thrown gave; None where it is not known, and after other actions.

        In thousandths of a game, alone in points.
        """
        before = self._before
        game, advice = self.game, self._advice()
        if before is None:
            return None
        if events.BUST in [event.kind for event in happened] and not self._changes_busts():
            outcome = roll_codes.WRECK if self._throws_all else roll_codes.BUST
            return self._difference(self._master.solver.values[roll_codes.OUTCOME + outcome], before)
        if game.stage != ROLLED or game.pending or not advice:
            return None
        advice.compare()
        return self._difference(max(advice.roll_value, advice.bank_value), before)

    def todo(self, action: "Action", rest: "list[str]") -> "Todo | None":
        """Returns what a player decides with an action and those after it, None for no choice that is judged."""
        kind, detail = action
        game = self.game
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
        return None  # the log ends before the choice is made

    def prepare(self) -> "Iterator[None]":
        """Computes what this turn is worth; yields every few milliseconds."""
        while self._master.prepare():
            yield
        while self._master.think():
            yield

    def find_loss(self, todo: "Todo") -> "tuple[Todo, float] | None":
        """Returns the best choice and what this one costs, in the unit of `after`.

        None where there is no choice, and where the house rules are too much for Master.
        """
        advice = self._advice()
        game = self.game
        if not advice:
            return None
        if actions.TAKE in game.legal():
            gain = advice.offer_value(game.offered_points(), game.offered())
            best = (0, actions.TAKE if gain > 0 else actions.FRESH)
            return best, self._difference(max(0, -gain if todo[1] == actions.TAKE else gain), 0)
        values = self._values(advice)
        if len(values) < 2:
            return None
        value = self._value(advice, todo)
        best, best_value = max(values, key=lambda pair: pair[1])
        if value >= best_value:
            best, best_value = todo, value
        return best, self._difference(best_value, value)

    def _advice(self) -> "TurnAdvice | None":
        """Returns the values of this turn; None while they are not known."""
        advice = self._master.advice
        return advice if advice and advice.is_ready() else None

    def _has_luck(self) -> bool:
        """Returns whether the luck of the roll that is thrown next is known."""
        game = self.game
        is_fresh = game.stage == READY and not game.rolls
        return not game.pending and game.called() < 0 and (self._expected is not None or is_fresh)

    def _expect(self, todo: "Todo") -> None:
        """Notes what a roll is worth before it is thrown, if that is what the player decides."""
        self._expected = None
        advice = self._advice()
        if not advice:
            return
        game = self.game
        if todo[1] == actions.TAKE:
            self._expected = advice.value_of(game.offered_points(), game.offered())
        elif todo[1] == actions.ROLL:
            self._expected = self._value(advice, todo)

    def _worth_of_roll(self) -> "int | None":
        """Returns what the roll that is thrown next is worth; None where that is not known."""
        expected, self._expected = self._expected, None
        advice = self._advice()
        self._throws_all = self.game.throws() == self.game.all
        if expected is None and advice:
            expected = advice.value_of(0, self.game.all)
        return expected

    def _changes_busts(self) -> bool:
        """Returns whether a bust can do something else than end the turn, at one price."""
        game = self.game
        return bool(game.pending) or game.saves_points() or game.options["four_twos"] == "yes"

    def _values(self, advice: "TurnAdvice") -> "list[tuple[Todo, int]]":
        """Returns all choices with their values."""
        game = self.game
        advice.compare()
        found: list[tuple[Todo, int]] = []
        for key in [game.scorer.keeps[at] for at in range(game.find_keeps())]:
            for keep in choices(game, key):
                if not game.bank_refusal(keep):
                    found.append(((keep, actions.BANK), self._value(advice, (keep, actions.BANK))))
                if game.roll_refusal() is None:
                    found.append(((keep, actions.ROLL), self._value(advice, (keep, actions.ROLL))))
        return found

    def _value(self, advice: "TurnAdvice", todo: "Todo") -> int:
        """Returns the value of a choice."""
        game = self.game
        keep, then = todo
        points = game.points_after(keep)
        left = game.all & ~(game.kept | keep)
        if then == actions.BANK:
            return advice.bank_after(keep, points, left)
        return advice.roll_after(keep, points, left or game.all)

    def _difference(self, value: int, other: int) -> float:
        """Returns what one value is worth more than another, in the unit of `after`."""
        if self.game.players > 1:
            return (value - other) * _THOUSAND / MOST_VALUE
        solver = self._master.solver
        return float(points_of(solver, value) - points_of(solver, other))
