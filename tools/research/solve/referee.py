"""Follows turns and games in the engine and adds up what the choices lose against the exact solver.

Luck is left out: at every decision the values of the best choice and of the one taken are compared. A few thousand
turns of Master for points show a loss of a tenth of a point. In games of two equal players the loss is a chance to win:
with 0.5 % a perfect player in its place would win half a game more of 100.
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sixpip.players.styles import MASTER
from sixpip.players.ten_thousand import master
from sixpip.players.ten_thousand.cleared_rolls import ClearedAdvice
from sixpip.players.ten_thousand.solver.roll_codes import CANCELED, OUT, OUTCOME
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver, set_points
from sixpip.rules.core import actions
from sixpip.rules.core.actions import bits
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.play.host.seeded_dice import SeededDice
from tools.research.league.players import new_player
from tools.research.solve import points
from tools.research.solve.duel import Duel
from tools.research.solve.duel_turns import DuelTurns, Position
from tools.research.solve.graph import Floats, options_of
from tools.research.solve.model import Model
from tools.research.solve.points import Turn
from tools.research.solve.probe import End, Move, Outcome, Probe

if TYPE_CHECKING:
    from sixpip.rules.core.actions import Action


class Referee:
    """Compares the actions of one turn after another: `begin` before the first, then `act` for each.

    `loss` is the sum for the turn; `ended_by` is set when a roll ended it.
    """

    def __init__(self, model: Model, opened: bool) -> None:
        """`opened`: of turns of a player on the table; otherwise of turns before the first bank."""
        self.model = model
        self.graph = model.turn_of(opened)[0]
        self._probe = Probe(model.variant.name, model.graph_row, opened)
        self._numbers = {at: number for number, at in enumerate(self.graph.situations)}

    def begin(self, turn: Turn, row: int = 0, at: int = 0) -> None:
        """Begins a turn, or goes on with one before a roll: `row`, `at`: its points and situation."""
        self._turn = turn
        self._row = row
        self._at = at
        self._can_bank = False
        self._call = -1
        self._outcome: Outcome = []
        self.loss = 0.0
        self.ended_by: End | None = None

    def act(self, game: TenThousandGame, action: "Action", throws: SeededDice) -> None:
        """Compares an action with the best one, then applies it."""
        kind, detail = action
        if kind == actions.CALL:
            self._call = int(detail or 0)
        elif kind == actions.ROLL:
            self.loss += self._now() - self._roll_worth()
        elif kind == actions.BANK:
            self.loss += self._now() - self._turn.bank(self._row, self._at)
        elif kind == actions.KEEP:
            self._keep(game, int(detail or 0))
        elif kind == actions.STOP:
            self._stop(game)
        elif kind in (actions.TAKE, actions.FRESH):
            self._answer_offer(game, kind == actions.TAKE)
        game.apply(action, throws)
        if kind == actions.ROLL:
            self.rolled(throws.last)

    def _choices(self) -> list[Move]:
        assert not isinstance(self._outcome, End)
        return self._outcome

    def rolled(self, faces: Sequence[int]) -> None:
        """Finds what a roll allows."""
        self._outcome = self._probe.outcome(self.graph.situations[self._at], tuple(faces), self._call)
        self._call = -1
        if isinstance(self._outcome, End):
            self.ended_by = self._outcome
        elif len(self._outcome) == 1 and not self._outcome[0].key and not self._outcome[0].next.held:
            self._go_on(self._outcome[0])  # the dice are thrown again

    def _keep(self, game: TenThousandGame, keep: int) -> None:
        """Finds the move that keeps or holds some dice, and what it loses."""
        held = tuple(sorted(game.faces[place] for place in range(game.dice) if keep >> place & 1))
        key = game.multiset_of(keep)
        after = game.kept | keep
        marked = self._probe.with_sun and (after == game.all or not after & 1)
        move = next(
            move
            for move in self._choices()
            if (move.next.held == held if move.next.held else move.key == key and move.next.marked == marked)
        )
        self.loss += max(self._worth(move) for move in self._choices()) - self._worth(move)
        self._go_on(move)

    def _stop(self, game: TenThousandGame) -> None:
        """A bust that is accepted although some dice could be thrown again."""
        self.ended_by = End(
            on_all=self.model.on("train_wreck") and game.rolled == game.all,
            first=self.model.on("cold_start") and game.rolls == 1,
        )
        self.loss += max(self._worth(move) for move in self._choices()) - self._turn.end(self.ended_by)

    def _answer_offer(self, game: TenThousandGame, takes: bool) -> None:
        """Compares a turn that begins with the dice of the player before with one that begins with all."""
        row = self._row + game.offered_points() // self.model.step
        at = self.graph.plain(bits(game.offered()), self._probe.with_sun and bool(game.offered() & 1))
        worth = self._turn.expected, self._turn.value_at(row, 2 * at)
        self.loss += max(worth) - worth[takes]
        if takes:
            self._row, self._at = row, at

    def _go_on(self, move: Move) -> None:
        self._row += move.points // self.model.step
        self._at = self._numbers[move.next]
        self._can_bank = move.can_bank

    # Exact values

    def _now(self) -> float:
        return self._turn.value_at(self._row, 2 * self._at + self._can_bank)

    def _worth(self, move: Move) -> float:
        return self._turn.value_at(
            self._row + move.points // self.model.step, 2 * self._numbers[move.next] + move.can_bank
        )

    def _roll_worth(self) -> float:
        """What the next roll is worth after the call that was made."""
        modes = self.graph.modes[self._at]
        if len(modes) == 1:
            return self._turn.value_at(self._row, 2 * self._at)
        total = 0.0
        for one in modes[self._call + 1]:
            if isinstance(one.choice, End):
                total += one.ways * self._turn.end(one.choice)
            else:
                ahead = [(self._row + gain // self.model.step, 2 * to + may) for gain, to, may in options_of(one)]
                total += one.ways * max(self._turn.value_at(row, target) for row, target in ahead)
        return total / sum(one.ways for one in modes[self._call + 1])


SCORE = 20000
"""The score of a player on the table before each turn: enough for every penalty."""


class _PointsAdvice(ClearedAdvice):
    """The console's advice with points as the values of banks."""

    def __init__(self, game: TenThousandGame) -> None:
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


class _PointsPlayer(master.MasterPlayer):
    """Master, who wants points."""

    def __init__(self, game: TenThousandGame) -> None:
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
        self.game = TenThousandGame(self.model.variant.name, row)
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


@dataclass(frozen=True)
class Losses:
    """What a player loses in one game, as a chance to win."""

    loss: float
    error: float
    """The standard error."""


class Games:
    """Games of one variant; `duel` is the solution of the same model."""

    def __init__(self, model: Model, duel: Duel, seed: int, style: int = MASTER) -> None:
        """`style`: of both players."""
        self._style = style
        self._model = model
        self._turns = DuelTurns(model, duel)
        self._referees = [Referee(model, opened) for opened in (False, True)]
        self._throws = SeededDice(seed)

    def play(self) -> list[float]:
        """Plays one game; returns what each player lost."""
        game = TenThousandGame(self._model.variant.name, {**self._model.graph_row, "start": "seated"}, 2)
        players = [new_player(game, self._style) for _ in range(2)]
        losses = [0.0, 0.0]
        counts = [0, 0]
        while game.legal():
            seat = game.player
            referee = self._begin(game, counts)
            before = sum(game.turns)
            while sum(game.turns) == before and game.legal():
                while players[seat].think():
                    pass
                for action in players[seat].choose()[0]:
                    referee.act(game, action, self._throws)
            ended_by = referee.ended_by
            counts[seat] = self._model.price(ended_by, counts[seat]).counts if ended_by else 0
            losses[seat] += referee.loss
        return losses

    def _begin(self, game: TenThousandGame, counts: list[int]) -> Referee:
        """Values the turn that begins."""
        player, step = game.player, self._model.step
        own, other = (game.scores[who] // step for who in (player, 1 - player))
        referee = self._referees[own > 0]
        referee.begin(self._turns.turn(Position(own, other, counts[player], counts[1 - player], player)))
        return referee


def play_games(model: Model, duel: Duel, count: int, seed: int, style: int = MASTER) -> Losses:
    """Plays games and sums up what one player loses in one game."""
    games = Games(model, duel, seed, style)
    return Losses(*mean([loss for _ in range(count) for loss in games.play()]))
