"""The firmware's advice against the exact optimum, one turn of one phase at a time.

In each simulated turn the loss of every decision is known exactly: the value of the best keep minus that of the keep
advised, with the best play afterwards. The mean value of the advised play is the optimum minus the mean sum of losses.
"""

import random
import statistics
from dataclasses import dataclass

import numpy as np

from sixpip.players.menus.styles import MASTER
from sixpip.players.phase_ten.coach import OTHER_GOALS, PARTS, Coach
from sixpip.players.phase_ten.computer import ComputerPlayer
from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.dice import COLOR, goal
from sixpip.rules.phase_ten.game import Game
from sixpip.rules.stages import ROLLED
from tools.play.host.seeded_dice import SeededDice
from tools.research.solve_phases import by_color, by_number
from tools.research.solve_phases.multisets import Values

ROLLS = 3
CONFIDENCE = 1.96
"""Standard errors on each side of a mean: 95 %."""


@dataclass(frozen=True)
class Estimate:
    """A mean with the half width of its 95 % interval."""

    mean: float
    margin: float


def estimate(values: list[float]) -> Estimate:
    """The mean of independent values."""
    return Estimate(statistics.fmean(values), CONFIDENCE * statistics.stdev(values) / len(values) ** 0.5)


class Referee:
    """The exact value of every keep of a phase, by the rolls left."""

    def __init__(self, phase: int, miss: float | None = None) -> None:
        """`miss`: the worth of a miss in points, of a phase made by numbers; None: only the chance counts."""
        self._solver = by_color if goal(phase)[0] == COLOR else by_number
        final = by_color.made() if goal(phase)[0] == COLOR else by_number.final(phase, miss)
        self.keeps: list[Values] = []
        self.bests: list[Values] = []
        for _ in range(ROLLS):
            self.keeps.append(self._solver.after_keep(final))
            final = self._solver.best_keep(self.keeps[-1])
            self.bests.append(final)
        self.optimum = float(self.keeps[-1][(-1,) * self.keeps[-1].ndim])

    def value(self, faces: bytes, keep: int, rolls: int) -> float:
        """The value of a keep with the best play afterwards, with that many rolls left."""
        return float(self.keeps[rolls - 1][self._solver.indices(faces, keep)])

    def loss(self, faces: bytes, keep: int, rolls: int) -> float:
        """What a keep loses against the best one, with that many rolls left."""
        return float(self.bests[rolls - 1][self._solver.indices(faces, dice.ALL)]) - self.value(faces, keep, rolls)


def losses(phase: int, turns: int, seed: int, miss: float | None = None) -> tuple[float, Estimate]:
    """The optimum of a turn, and the mean of the advised play; `miss` as for Referee."""
    referee = Referee(phase, miss)
    chance = random.Random(seed)
    best = BestPlay()
    if miss is not None:
        best.worth.set(round(miss * POINT))
    lost = [_turn(referee, best, phase, chance) for _ in range(turns)]
    found = estimate(lost)
    return referee.optimum, Estimate(referee.optimum - found.mean, found.margin)


def _turn(referee: Referee, best: BestPlay, phase: int, chance: random.Random) -> float:
    """Plays one turn as advised; returns the sum of losses."""
    keep, lost = 0, 0.0
    faces = bytearray(dice.DICE)
    for rolls in (2, 1):
        for die in range(dice.DICE):
            if not keep >> die & 1:
                faces[die] = chance.randrange(6)
        best.ask(faces, phase, rolls, keep)
        while best.step():
            pass
        keep = dice.ALL if best.stop else best.keep
        lost += referee.loss(bytes(faces), keep, rolls)
        if best.stop:
            break
    return lost


@dataclass(frozen=True)
class Coached:
    """The chances that the coach shows against the exact ones."""

    exponent: float
    """With two rolls left: the number of goals (see coach.OTHER_GOALS) that fits best."""
    gaps: tuple[float, float]
    """The mean gap with one and with two rolls left."""


def coached(phase: int, positions: int, seed: int) -> Coached:
    """Compares the chances that the coach shows for random dice with the exact chances."""
    referee = Referee(phase)
    chance = random.Random(seed)
    game = Game("phase-10")
    game.phases[0], game.stage = phase, ROLLED
    coach = Coach(game, {})
    shown: list[list[float]] = [[], []]
    exact: list[list[float]] = [[], []]
    for number in range(2 * positions):
        left = number % 2 + 1
        game.rolls = ROLLS - left
        game.faces[:] = bytes(chance.randrange(6) for _ in range(dice.DICE))
        while coach.think():
            pass
        keep = coach.advise().dice
        if not coach.stops():
            shown[left - 1].append(coach.chance())
            exact[left - 1].append(referee.value(bytes(game.faces), keep, left))
    one, two = (np.abs(np.array(shown[at]) - np.array(exact[at])).mean() for at in (0, 1))
    goals = OTHER_GOALS[phase - 1] / PARTS
    missed = (1 - np.array(shown[1])) ** (1 / goals)
    fits = {part / PARTS: np.abs(1 - missed ** (part / PARTS) - exact[1]).mean() for part in range(PARTS, 3 * PARTS)}
    return Coached(min(fits, key=lambda exponent: fits[exponent]), (float(one), float(two)))


def totals(games: int, seed: int, style: int = MASTER) -> Estimate:
    """The mean total of games alone of a computer player."""
    return estimate([_total(style, SeededDice(seed * 1_000_003 + number)) for number in range(games)])


def _total(style: int, source: SeededDice) -> float:
    """Plays one game alone; returns the total."""
    game = Game("phase-10")
    player = ComputerPlayer(game, style)
    while game.legal():
        for action in player.choose()[0]:
            game.apply(action, source)
    return game.scores[0]
