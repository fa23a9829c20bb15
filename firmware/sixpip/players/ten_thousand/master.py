"""The computer player that plays to win: every choice by the chance to win from the scores of all players."""

from sixpip import points as written
from sixpip.players.menus.styles import STEADY
from sixpip.players.ten_thousand import computer
from sixpip.players.ten_thousand.solver.turn_advice import TurnAdvice, percent, solver_of, wins_at_once
from sixpip.players.ten_thousand.solver.turn_solver import MOST_VALUE
from sixpip.players.ten_thousand.win_chance import WinChance
from sixpip.port import TYPE_CHECKING, const
from sixpip.rules.game import actions
from sixpip.rules.stages import ROLLED, bits

if TYPE_CHECKING:
    from sixpip.players.ten_thousand.computer import Choice, Todo
    from sixpip.rules.ten_thousand.game import Game

_PATIENCE = const(180)  # steps of preparation, of at most 5 ms each, that people wait for once in a game


class ComputerPlayer(computer.ComputerPlayer):
    """Chooses what TurnAdvice finds best. It plays like Steady until that is ready, for calls, and in games for one."""

    def __init__(self, game: "Game", style: int, shared: "dict[str, object] | None" = None) -> None:
        """`style`: always MASTER; `shared`: what the players of this game share (turn_advice.solver_of)."""
        del style
        super().__init__(game, STEADY)
        self.solver = solver_of(game, shared if shared is not None else {})
        self._chance: WinChance | None = None
        self.advice: TurnAdvice | None = None
        self._steps = 0

    def prepare(self) -> bool:
        """Works ahead in the turn of another player; True while more can be done."""
        if self.advice or self.solver.classes.is_too_large or self._game.players == 1:
            return False
        try:
            self._prepare()
        except MemoryError:
            self._chance = None
            self.solver.give_up()
        return True

    def _prepare(self) -> None:
        if self._chance is None:
            if not self.solver.build() and not self.solver.classes.is_too_large:
                self._chance = WinChance(self._game, self.solver)
        elif not self._chance.prepare():
            self.advice = TurnAdvice(self._game, self.solver, self._chance.values)

    def think(self) -> bool:
        """Works for some milliseconds; True while a choice needs more, but not for longer than people wait."""
        if not self.prepare():
            return self.advice is not None and self.advice.think()
        if self._game.stage != ROLLED:  # every style throws
            return False
        self._steps += 1
        return self._steps < _PATIENCE

    def _ready_advice(self) -> "TurnAdvice | None":
        """The advice for this turn, None where there was no time or memory for it."""
        return self.advice if self.advice and self.advice.is_ready() else None

    def _answer_offer(self) -> "Choice":
        game = self._game
        advice = self._ready_advice()
        if game.winner_to_roll_off() >= 0 or not advice:
            return super()._answer_offer()
        dice = game.offered()
        points = game.offered_points()
        if advice.offer_value(points, dice) > 0:
            named = "1 die" if bits(dice) == 1 else f"{bits(dice)} dice"
            return ((actions.TAKE, None), (actions.ROLL, None)), f"{named} with {written(points)}"
        return ((actions.FRESH, None),), "all dice are better"

    def _keep(self) -> "Choice":
        advice = self._ready_advice()
        if not advice:
            return super()._keep()
        advice.compare()
        game = self._game
        keep = (actions.KEEP, advice.keep())
        if advice.banks():
            return (keep, (actions.BANK, None)), self._why_bank(advice.bank_value, game.points_after(advice.keep()))
        dice = game.dice_next(advice.keep())
        todo: Todo = (keep,) + self._call_first(dice, game.can_call_after_keep()) + ((actions.ROLL, None),)
        return todo, self._reason(advice.roll_value, "roll")

    def _go_on(self) -> "Choice":
        advice = self._ready_advice()
        if not advice:
            return super()._go_on()
        advice.compare()
        legal = self._game.legal()
        if actions.BANK in legal and advice.banks():
            return ((actions.BANK, None),), self._why_bank(advice.bank_value, self._game.points)
        todo = self._call_first(self._game.dice_next(), actions.CALL in legal) + ((actions.ROLL, None),)
        return todo, self._reason(advice.roll_value, "roll")

    def _why_bank(self, value: int, points: int) -> str:
        """The reason to bank some points."""
        game = self._game
        wins = wins_at_once(game, game.scores[game.player] + game.bank_value(points))
        return "that wins the game" if wins else self._reason(value, "bank")

    def _reason(self, value: int, what: str) -> str:
        """The chance to win, as a reason; against several players it is an estimate."""
        chance = percent(min(value, MOST_VALUE - 1))
        return f"{what}: {chance} to win" if self._game.players == 2 else f"{what} wins about {chance}"
