"""The computer player that plays to win. It makes every choice by the chance to win from the scores of all players.

What a bank is worth, also in the last turns: win_chance.py.
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.ten_thousand.computer import BANK, ROLL, BasePlayer
from sixpip.players.ten_thousand.solver.turn_advice import TurnAdvice, percent, solver_of
from sixpip.players.ten_thousand.solver.turn_solver import (
    MOST_VALUE,
    losses,
    points_of,
    set_points,
    value_the_end,
    wins_at_once,
)
from sixpip.players.ten_thousand.win_chance import WinChance, win_chance_of
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED, bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sixpip.players.ten_thousand.computer import Choice
    from sixpip.rules.ten_thousand.game import TenThousandGame

_PATIENCE = const(180)  # steps of preparation, of at most 5 ms each, that people wait for once in a game
_ENOUGH = const(7)  # units
_FEW_DICE = const(2)


class MasterPlayer(BasePlayer):
    """Chooses what TurnAdvice finds best. Until that is ready it plays by two limits.

    A Master who plays alone plays for the most points in each turn.
    """

    def __init__(self, game: "TenThousandGame", style: int, shared: "dict[str, object] | None" = None) -> None:
        """`style` is always MASTER; `shared` is what the players of this game share (turn_advice.solver_of)."""
        del style
        super().__init__(game)
        self._shared = {} if shared is None else shared
        self.solver = solver_of(game, self._shared)
        self._chance: WinChance | None = None
        self.advice: TurnAdvice | None = None
        self._steps = 0

    def prepare(self) -> bool:
        """Works ahead in the turn of another player. Returns True while more can be done."""
        if self.advice or self.solver.classes.gave_up:
            return False
        if self._chance is None:
            if self.solver.build() or self.solver.classes.gave_up:
                return True
            if self._game.players == 1:
                self._advise(self._values_alone)
            else:
                self._chance = win_chance_of(self._game, self.solver, self._shared)
        elif not self._chance.prepare():
            self._advise(self._chance.values)
        return True

    def _advise(self, set_values: "Callable[[], Iterator[None]]") -> None:
        """Makes the advice. `set_values` sets the values of all ends of a turn."""
        make_advice = TurnAdvice
        if self._game.options["clear"] == "yes":
            from sixpip.players.ten_thousand.cleared_rolls import ClearedAdvice

            make_advice = ClearedAdvice
        self.advice = make_advice(self._game, self.solver, set_values)

    def _values_alone(self) -> "Iterator[None]":
        """Sets the values of the solver for a turn without other players; yields every few milliseconds."""
        game = self._game
        most = self.solver.most_of(game)
        yield from set_points(self.solver, most, game.least_bank(game.player), *losses(game))
        yield from value_the_end(self.solver, most, game)
        self.solver.start(most)

    def think(self) -> bool:
        """Works for some milliseconds. Returns True while a choice needs more, but not for longer than people wait."""
        if not self.prepare():
            return self.advice is not None and self.advice.think()
        if self._game.stage != ROLLED:  # every style rolls then
            return False
        self._steps += 1
        return self._steps < _PATIENCE

    def _ready_advice(self) -> "TurnAdvice | None":
        """Returns the advice for this turn, None where there was no time for it."""
        return self.advice if self.advice and self.advice.is_ready() else None

    def answer_offer(self) -> "Choice":
        """Takes up the dice of the player before if they are worth more than all dice."""
        game = self._game
        advice = self._ready_advice()
        if not advice:
            return ((actions.FRESH, None),), "all dice are safer"
        dice = game.offered()
        points = game.offered_points()
        if advice.offer_value(points, dice) > 0:
            named = "1 die" if bits(dice) == 1 else f"{bits(dice)} dice"
            return ((actions.TAKE, None), ROLL), f"{named} with {points_text(points)}"
        return ((actions.FRESH, None),), "all dice are better"

    def go_on(self) -> "Choice":
        """Makes the keep that is best together with the bank or roll after it."""
        advice = self._ready_advice()
        if not advice:
            return self._go_on_by_limits()
        advice.compare()
        keep = advice.keep()
        if advice.banks():
            return self._keep(keep) + (BANK,), self._why_bank(advice.bank_value, self._game.points_after(keep))
        return self._roll_on(keep), self._reason(advice.roll_value, "roll")

    def _go_on_by_limits(self) -> "Choice":
        """Plays without advice: keeps the most points that may be banked, and banks enough points or before a roll of
        few dice.
        """
        game = self._game
        keys = game.scorer.keeps
        keeps = [game.positions_of(keys[i]) for i in range(game.find_keeps())] or [0]
        keeps.sort(key=game.points_after, reverse=True)
        for keep in keeps:
            if not game.bank_refusal(keep):  # not all dice where hot dice must be rolled, and nothing past a target
                reason = self._limit_reached(keep)
                return (self._keep(keep) + (BANK,), reason) if reason else (self._roll_on(keep), "not enough to bank")
        return self._roll_on(keeps[0]), "it may not bank yet"

    def _limit_reached(self, keep: int) -> str:
        """Returns the reason to bank with `keep` if there is no advice, "" to roll on."""
        game = self._game
        points = game.points_after(keep)
        score = game.scores[game.player] + points
        beat = game.to_beat()
        enough = points >= _ENOUGH * self.solver.unit or game.dice_next(keep) <= _FEW_DICE or game.reaches(score)
        if not enough or (beat >= 0 and score <= beat):
            return game.roll_refusal() or ""
        return f"{points_text(points)} is enough"

    def _why_bank(self, value: int, points: int) -> str:
        """Returns the reason to bank some points."""
        game = self._game
        if not wins_at_once(game, game.scores[game.player] + game.bank_value(points)):
            return self._reason(value, "bank")
        return "that is the target" if game.players == 1 else "that wins the game"

    def _reason(self, value: int, what: str) -> str:
        """Returns the chance to win as a reason; against several players it is an estimate. For a single player it is
        points.
        """
        if self._game.players == 1:
            return f"{what}: worth {points_text(points_of(self.solver, value))}"
        chance = percent(min(value, MOST_VALUE - 1))
        return f"{what}: {chance} to win" if self._game.players == 2 else f"{what} wins about {chance}"
