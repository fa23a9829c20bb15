"""Plays turns of the real engine by the policy of the solver, and compares both at every roll."""

import random
from dataclasses import dataclass

from sixpip.rules.game import actions
from sixpip.rules.ten_thousand.game import Game
from tools.research.solve.graph import RollClass
from tools.research.solve.model import Model
from tools.research.solve.points import Turn
from tools.research.solve.probe import Probe
from tools.research.solve.situation import End, Move

SCORE = 20000


class Throws:
    """Random dice with a seed; remembers the last throw."""

    def __init__(self, seed: int, faces: int) -> None:
        self._random = random.Random(seed)
        self._faces = faces
        self.last: tuple[int, ...] = ()

    def throw(self, dice: int) -> list[int]:
        self.last = tuple(self._random.randrange(self._faces) for _ in range(dice))
        return list(self.last)


def over(game: Game) -> bool:
    """Whether the only turn is over."""
    return game.turns[0] > 0


@dataclass
class Player:
    """Plays the turns; `model` and `solved` belong together."""

    model: Model
    solved: Turn

    def __post_init__(self) -> None:
        self.probe = Probe(self.model.variant.name, self.model.row)
        self.numbers = {at: number for number, at in enumerate(self.model.graph.situations)}

    def play(self, throws: Throws) -> int:
        """Plays one turn of a player on the table; returns the change of the score."""
        game = Game(self.model.variant.name, {**self.model.row, "target": 50000, "start": "seated"})
        game.opened[0] = True
        game.scores[0] = SCORE
        at = points = 0
        while not over(game):
            call = self.best_call(at, points)
            if call >= 0:
                game.apply((actions.CALL, call), throws)
            game.apply((actions.ROLL, None), throws)
            outcome = self.probe.outcome(self.model.graph.situations[at], throws.last, call)
            if isinstance(outcome, End):
                assert over(game), "the engine goes on where the solver sees a bust"
                break
            assert not over(game), "the engine sees a bust where the solver goes on"
            move = max(outcome, key=lambda move: self.worth(move, points))
            points += move.points
            at = self.numbers[move.next]
            self.perform(game, move, throws)
            assert game.points == points
            self.bank(game, move, points, throws)
        return game.scores[0] - SCORE

    def worth(self, move: Move, points: int) -> float:
        """What a move is worth to the solver."""
        row = (points + move.points) // self.model.step
        return float(self.solved.value[row, 2 * self.numbers[move.next] + move.can_bank])

    def perform(self, game: Game, move: Move, throws: Throws) -> None:
        """Keeps or holds dice in the engine."""
        if move.key or move.next.held:
            game.apply((actions.KEEP, self.positions(game, move)), throws)

    def positions(self, game: Game, move: Move) -> int:
        """The tray positions of a move, with or without the marked die."""
        hot = move.next.left == game.dice
        for order in (range(game.dice), range(game.dice - 1, -1, -1)):
            wanted = list(move.next.held) or [face for face in range(7) for _ in range(move.key >> (4 * face) & 7)]
            chosen = 0
            for place in order:
                if game.rolled >> place & 1 and game.faces[place] in wanted:
                    wanted.remove(game.faces[place])
                    chosen |= 1 << place
            if hot or not self.probe.with_sun or move.next.marked != bool((game.kept | chosen) & 1):
                return chosen
        raise AssertionError("the dice of the move are not in the roll")

    def bank(self, game: Game, move: Move, points: int, throws: Throws) -> None:
        """Banks where the solver does."""
        at = 2 * self.numbers[move.next]
        row = points // self.model.step
        allowed = move.can_bank and row >= self.model.least_bank(True)
        if not move.next.held and move.key:
            assert allowed == (actions.BANK in game.legal())
        if allowed and self.solved.value[row, at] <= points:
            game.apply((actions.BANK, None), throws)

    def best_call(self, at: int, points: int) -> int:
        """The call that is worth most, -1 for none."""
        modes = self.model.graph.modes[at]
        values = [self.mode_worth(modes, mode, points) for mode in range(len(modes))]
        return values.index(max(values)) - 1

    def mode_worth(self, modes: list[list[RollClass]], mode: int, points: int) -> float:
        """What a roll after a call is worth."""
        ways = total = 0.0
        for one in modes[mode]:
            ways += one.ways
            if isinstance(one.choice, End):
                total -= one.ways * self.model.price(one.choice, 0).steps * self.model.step
            else:
                rows = [(points + option[0]) // self.model.step for option in one.choice]
                total += one.ways * max(
                    float(self.solved.value[row, 2 * option[1] + option[2]]) for row, option in zip(rows, one.choice)
                )
        return total / ways


def simulate(model: Model, solved: Turn, turns: int, seed: int) -> tuple[float, float]:
    """The mean of that many turns, and its standard error."""
    player = Player(model, solved)
    throws = Throws(seed, 6)
    gains = [player.play(throws) for _ in range(turns)]
    mean = sum(gains) / turns
    variance = sum((gain - mean) ** 2 for gain in gains) / (turns - 1)
    return mean, (variance / turns) ** 0.5
