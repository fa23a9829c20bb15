"""Turns played in the engine by the computer player Master, and what its choices lose against the exact solver.

Luck is left out: after every decision the exact values of the best choice and of the one taken are compared. So a few
thousand turns show a loss of a tenth of a point.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sixpip.players.styles import MASTER
from sixpip.players.ten_thousand import master
from sixpip.players.ten_thousand.passes import OUTCOME
from sixpip.players.ten_thousand.roll_codes import BUST, CANCELED, OUT, WIN, WRECK
from sixpip.players.ten_thousand.turn_advice import TurnAdvice
from sixpip.players.ten_thousand.turn_solver import MOST_VALUE
from sixpip.rules import actions
from sixpip.rules.ten_thousand.game import Game
from tools.solve import points
from tools.solve.graph import Floats, options_of
from tools.solve.model import Model
from tools.solve.probe import Probe
from tools.solve.situation import End, Move, Outcome

if TYPE_CHECKING:
    from sixpip.rules.actions import Action

SCORE = 20000
"""The score of a player on the table before each turn: enough for every penalty."""
_ZERO = 4000
_STEP = 128
"""The values of no points and of one unit, as in the console's chance to win."""


class _Throws:
    """Random dice with a seed; remembers the last throw."""

    def __init__(self, seed: int, faces: int) -> None:
        self._random = random.Random(seed)
        self._faces = faces
        self.last: tuple[int, ...] = ()

    def throw(self, dice: int) -> list[int]:
        """The faces of the dice."""
        self.last = tuple(self._random.randrange(self._faces) for _ in range(dice))
        return list(self.last)


class _PointsAdvice(TurnAdvice):
    """The console's advice with points as the values of banks."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        while self._solver.build():
            pass
        self._prices = (-1, -1)

    def set_points(self, least: int, bust: int, wreck: int) -> None:
        """Solves a turn with a least bank, where a bust and a bust on all dice cost some points."""
        if self._prices == (bust, wreck):
            return
        self._prices = (bust, wreck)
        solver = self._solver
        for units in range(solver.most + 1):
            solver.values[units] = _ZERO + units * _STEP if units and units * solver.unit >= least else 0
        for outcome, price in ((BUST, bust), (WRECK, wreck), (CANCELED, 0), (OUT, 0)):
            solver.values[OUTCOME + outcome] = _ZERO - price * _STEP // solver.unit
        solver.values[OUTCOME + WIN] = MOST_VALUE
        solver.start(solver.most)
        while solver.step():
            pass

    def is_ready(self) -> bool:
        """Always."""
        return True

    def expected(self) -> float:
        """The expected points of a turn."""
        solver = self._solver
        return (solver.value(0, solver.first_row) - _ZERO) * solver.unit / _STEP


class _PointsPlayer(master.ComputerPlayer):
    """Master, who wants points."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, MASTER)
        self._advice: _PointsAdvice = _PointsAdvice(game)
        self.advice = self._advice


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
    """Turns of one player: the engine, the console's player and the exact values go on together."""

    def __init__(self, model: Model, opened: bool, seed: int) -> None:
        """`opened`: whether the player is on the table before each turn."""
        self.model = model
        self.opened = opened
        self.graph = model.turn_of(opened)[0]
        self.values: Sequence[Floats] = points.long_run_values(model) if opened else [points.turn(model, False).value]
        self._probe = Probe(model.variant.name, model.graph_row, opened)
        self._numbers = {at: number for number, at in enumerate(self.graph.situations)}
        self._throws = _Throws(seed, len(self._probe.dice_set.faces) - self._probe.with_sun)
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
        return self.player.advice.expected()

    def _prepare(self) -> None:
        """Puts the game before a turn and solves it as the console does."""
        options = self.game.options
        self.game.scores[0] = SCORE if self.opened else 0
        self.game.opened[0] = self.opened
        third = options["busts"] != "none" and self._counts // (3 if self.model.on("cold_start") else 1) == 2
        least = self.model.least_bank(self.opened) * self.model.step
        bust = -int(options["busts"]) if third else 0
        self.player.advice.set_points(least, bust, -int(options["train_wreck"]) if self.model.on("train_wreck") else 0)

    def play(self) -> tuple[float, float]:
        """Plays one turn; returns the change of the score and what the choices lost."""
        if not self.game.legal():
            self._begin_game()
        self._prepare()
        before = sum(self.game.turns)
        self.value = self.values[self._counts]
        self.at = self.points = 0
        self.can_bank = False
        self.call = -1
        self.loss = 0.0
        self.moves: Outcome = []
        while sum(self.game.turns) == before:
            for action in self.player.choose()[0]:
                self._act(action)
        return self.game.scores[0] - (SCORE if self.opened else 0), self.loss

    def _act(self, action: "Action") -> None:
        """Performs an action in the engine and compares it with the best one."""
        kind, detail = action
        if kind == actions.CALL:
            self.call = int(detail or 0)
        elif kind == actions.ROLL:
            self.loss += self._best(self.at, self.can_bank) - self._roll_worth()
        elif kind == actions.BANK:
            self.loss += self._best(self.at, self.can_bank) - self.points
            self._counts = 0
        elif kind == actions.KEEP:
            self._keep(int(detail or 0))
        else:
            assert kind == actions.STOP
            self.loss += max(self._worth(move) for move in self._choices())
        self.game.apply(action, self._throws)
        if kind == actions.ROLL:
            self._rolled()

    def _choices(self) -> list[Move]:
        assert not isinstance(self.moves, End)
        return self.moves

    def _rolled(self) -> None:
        """Finds what the roll allows."""
        self.moves = self._probe.outcome(self.graph.situations[self.at], self._throws.last, self.call)
        self.call = -1
        if isinstance(self.moves, End):
            self._counts = self.model.price(self.moves, self._counts).counts if self.opened else 0
        elif len(self.moves) == 1 and not self.moves[0].key and not self.moves[0].next.held:
            self._go_on(self.moves[0])  # the dice are thrown again

    def _keep(self, keep: int) -> None:
        """Finds the move of a keep and what it loses."""
        game = self.game
        places = [place for place in range(game.dice) if keep >> place & 1]
        held = tuple(sorted(game.faces[place] for place in places))
        key = game.multiset_key(keep)
        after = game.kept | keep
        marked = self._probe.with_sun and (after == game.all or not after & 1)
        fitting = [
            move
            for move in self._choices()
            if (move.next.held == held if move.next.held else move.key == key and move.next.marked == marked)
        ]
        (move,) = fitting
        self.loss += max(self._worth(move) for move in self._choices()) - self._worth(move)
        self._go_on(move)

    def _go_on(self, move: Move) -> None:
        self.points += move.points
        self.at = self._numbers[move.next]
        self.can_bank = move.can_bank

    # Exact values

    def _best(self, at: int, can_bank: bool) -> float:
        return float(self.value[self.points // self.model.step, 2 * at + can_bank])

    def _worth(self, move: Move) -> float:
        row = (self.points + move.points) // self.model.step
        return float(self.value[row, 2 * self._numbers[move.next] + move.can_bank])

    def _roll_worth(self) -> float:
        """What the next roll is worth after the call that was made."""
        modes = self.graph.modes[self.at]
        if len(modes) == 1:
            return self._best(self.at, False)
        total = 0.0
        for one in modes[self.call + 1]:
            if isinstance(one.choice, End):
                total -= one.ways * self.model.price(one.choice, 0).steps * self.model.step
            else:
                rows = [(self.points + option[0]) // self.model.step for option in options_of(one)]
                ahead = zip(rows, options_of(one))
                total += one.ways * max(float(self.value[row, 2 * option[1] + option[2]]) for row, option in ahead)
        return total / sum(one.ways for one in modes[self.call + 1])


def simulate(model: Model, opened: bool, count: int, seed: int) -> Result:
    """Plays turns as the console does and sums up what they lose."""
    turns = Turns(model, opened, seed)
    says = turns.says()
    gains, losses = zip(*[turns.play() for _ in range(count)])
    mean, mean_error = _mean(gains)
    loss, error = _mean(losses)
    return Result(says, float(turns.values[0][0, 0]), loss, error, mean, mean_error)


def _mean(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    return mean, float((variance / len(numbers)) ** 0.5)
