"""Games of two equal computer players in the engine, and what their choices lose against the exact solver.

The loss is a chance to win: with 0.5 % a perfect player in its place would win half a game more of 100.
"""

from dataclasses import dataclass

from sixpip.players.menus.styles import MASTER
from sixpip.rules.ten_thousand.game import Game
from tools.play.host.seeded_dice import SeededDice
from tools.research.league.players import new_player
from tools.research.solve.duel import Duel
from tools.research.solve.duel_turns import DuelTurns, Position
from tools.research.solve.model import Model
from tools.research.solve.referee import Referee
from tools.research.solve.simulate import mean


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
        game = Game(self._model.variant.name, {**self._model.graph_row, "start": "seated"}, 2)
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

    def _begin(self, game: Game, counts: list[int]) -> Referee:
        """Values the turn that begins."""
        player, step = game.player, self._model.step
        own, other = (game.scores[who] // step for who in (player, 1 - player))
        referee = self._referees[own > 0]
        referee.begin(self._turns.turn(Position(own, other, counts[player], counts[1 - player], player)))
        return referee


def play(model: Model, duel: Duel, count: int, seed: int, style: int = MASTER) -> Losses:
    """Plays games and sums up what one player loses in one game."""
    games = Games(model, duel, seed, style)
    return Losses(*mean([loss for _ in range(count) for loss in games.play()]))
