"""Turns played in the engine by the computer player Master for points, and what its choices lose (referee.py).

A few thousand turns show a loss of a tenth of a point.
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from sixpip.players.menus.styles import MASTER
from sixpip.players.ten_thousand import master
from sixpip.players.ten_thousand.cleared_rolls import ClearedAdvice
from sixpip.players.ten_thousand.solver.roll_codes import CANCELED, OUT, OUTCOME
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver, set_points
from sixpip.rules.ten_thousand.game import Game
from tools.play.host.seeded_dice import SeededDice
from tools.research.solve import points
from tools.research.solve.graph import Floats
from tools.research.solve.model import Model
from tools.research.solve.referee import Referee
from tools.research.solve.situation import End
from tools.research.solve.turn import Turn

SCORE = 20000
"""The score of a player on the table before each turn: enough for every penalty."""


class _PointsAdvice(ClearedAdvice):
    """The console's advice with points as the values of banks."""

    def __init__(self, game: Game) -> None:
        self.solver = TurnSolver(game)
        super().__init__(game, self.solver, lambda: iter(()))
        while self.solver.build():
            pass
        self._prices = (-1, -1)
        self._cleared = {}

    def set_points(self, least: int, bust: int, wreck: int) -> None:
        """Solves a turn with a least bank, where a bust and a bust on all dice cost some points."""
        if self._prices == (bust, wreck):
            return
        self._prices = (bust, wreck)
        solver = self.solver
        for _ in set_points(solver, solver.most, least, bust, wreck, 0):
            pass
        for outcome in (CANCELED, OUT):
            solver.values[OUTCOME + outcome] = solver.zero
        solver.start(solver.most)
        while solver.step():
            pass

    def think(self) -> bool:
        """Values the next roll where a roll with the face of three alike is thrown again."""
        return self._game.options["clear"] == "yes" and super().think()

    def is_ready(self) -> bool:
        """Always."""
        return True

    def expected(self) -> float:
        """The expected points of a turn."""
        solver = self.solver
        return float((solver.value(0, solver.first_row) - solver.zero) * solver.unit / solver.unit_value)


class _PointsPlayer(master.ComputerPlayer):
    """Master, who wants points."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, MASTER)
        self.points: _PointsAdvice = _PointsAdvice(game)
        self.advice = self.points
        self.solver = self.points.solver


@dataclass(frozen=True)
class Result:
    """What a simulation found, in points a turn."""

    says: float
    """What the console's solver expects of a turn, without bad turns before it."""
    optimum: float
    loss: float
    """What the choices of the console lose against the optimum."""
    error: float
    """The standard error of the loss."""
    mean: float
    """What the turns gained, with all luck."""
    mean_error: float


class Turns:
    """Turns of one player; `opened`: who is on the table before each of them."""

    def __init__(self, model: Model, opened: bool, seed: int) -> None:
        self.model = model
        self.opened = opened
        self.values: Sequence[Floats] = points.long_run_values(model) if opened else [points.turn(model, False).value]
        self._referee = Referee(model, opened)
        self._throws = SeededDice(seed)
        self._counts = 0
        self._begin_game()

    def _begin_game(self) -> None:
        row = {**self.model.graph_row, "target": 50000, "start": "seated"}
        self.game = Game(self.model.variant.name, row)
        self.player = _PointsPlayer(self.game)
        self._counts = 0

    def says(self) -> float:
        """What the console expects of a turn without bad turns before it."""
        self._counts = 0
        self._prepare()
        return self.player.points.expected()

    def _prepare(self) -> None:
        """Puts the game before a turn and solves it as the console does."""
        options = self.game.options
        self.game.scores[0] = SCORE if self.opened else 0
        self.game.opened[0] = self.opened
        third = options["busts"] != "none" and self._counts // (3 if self.model.on("cold_start") else 1) == 2
        least = self.model.least_bank(self.opened) * self.model.step
        bust = -int(options["busts"]) if third else 0
        self.player.points.set_points(least, bust, -int(options["train_wreck"]) if self.model.on("train_wreck") else 0)

    def play(self) -> tuple[float, float]:
        """Plays one turn; returns the change of the score and what the choices lost."""
        if not self.game.legal():
            self._begin_game()
        self._prepare()
        before = sum(self.game.turns)
        referee = self._referee
        referee.begin(Turn(self.values[self._counts], lambda row, _: float(row * self.model.step), self._end_value))
        while sum(self.game.turns) == before:
            while self.player.think():
                pass
            for action in self.player.choose()[0]:
                referee.act(self.game, action, self._throws)
        ended_by = referee.ended_by if self.opened else None
        self._counts = self.model.price(ended_by, self._counts).counts if ended_by else 0
        return self.game.scores[0] - (SCORE if self.opened else 0), referee.loss

    def _end_value(self, end: End) -> float:
        """What a bust costs, and what the counts after it are worth."""
        price = self.model.price(end, self._counts)
        later = self.values[price.counts][0, 0] - self.values[0][0, 0] if self.opened else 0.0
        return float(later - price.steps * self.model.step)


def simulate(model: Model, opened: bool, count: int, seed: int) -> Result:
    """Plays turns as the console does and sums up what they lose."""
    turns = Turns(model, opened, seed)
    says = turns.says()
    gains, losses = zip(*[turns.play() for _ in range(count)])
    gain, gain_error = mean(gains)
    loss, error = mean(losses)
    return Result(says, float(turns.values[0][0, 0]), loss, error, gain, gain_error)


def mean(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return statistics.fmean(numbers), statistics.stdev(numbers) / len(numbers) ** 0.5
