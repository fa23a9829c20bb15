"""The firmware's advice against the exact optimum: turns of one phase for the chance to make it, and whole games alone.

In each simulated turn the loss of every decision is known exactly: the value of the best keep minus that of the keep
advised, with the best play afterwards. The mean value of the advised play is the optimum minus the mean sum of losses.
"""

import random
import statistics
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from sixpip.players.phase_ten.coach import Coach
from sixpip.players.phase_ten.computer import PhaseTenPlayer
from sixpip.players.phase_ten.solver.best_play import BestPlay
from sixpip.players.phase_ten.solver.goals import POINT, TurnWorth
from sixpip.players.phase_ten.worths import HALF_BONUS, WORTHS, set_alone
from sixpip.players.styles import MASTER
from sixpip.rules.core import actions
from sixpip.rules.core.actions import ROLLED
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import BONUS, PhaseTenGame
from sixpip.rules.phase_ten.phases import COLOR, PHASES, goal
from tools.play.host.seeded_dice import SeededDice
from tools.research.solve_phases import by_color, by_face, by_number
from tools.research.solve_phases.game import HALF
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
    """The exact value of every keep of a phase, by the rolls left: in points above a miss, or the chance."""

    def __init__(self, phase: int, worth: TurnWorth | None = None, final: Values | None = None) -> None:
        """`worth`: of the end of the turn (of one color: takes 3 GB of memory), or `final`: of every complete roll;
        None: only the chance counts.
        """
        is_color = goal(phase)[0] == COLOR
        self._solver = by_number if not is_color else by_face if worth else by_color
        if worth:
            points = by_face.points() if is_color else by_number.points(phase)
            gains = [worth.gain(made * POINT) / POINT for made in range(int(points.max()) + 1)]
            final = np.array([*gains, 0], np.float32)[points]  # -1, a miss, is the last
        elif final is None:
            final = by_color.made() if is_color else by_number.final(phase)
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


def losses(phase: int, turns: int, seed: int) -> tuple[float, Estimate]:
    """The best chance to make a phase, and that of the advised play."""
    referee = Referee(phase)
    chance = random.Random(seed)
    best = BestPlay()
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


def coached(phase: int, positions: int, seed: int) -> tuple[float, float]:
    """The mean gap between the chance that the coach shows and the exact one, with one and with two rolls left."""
    referee = Referee(phase)
    chance = random.Random(seed)
    game = PhaseTenGame("phase-10")
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
    one, two = (float(np.abs(np.array(shown[at]) - np.array(exact[at])).mean()) for at in (0, 1))
    return one, two


# Games alone


@dataclass(frozen=True)
class Games:
    """What simulated games alone of Master came to."""

    total: Estimate
    lost: Estimate
    """What its choices lost in a game, by their exact values."""
    by_choice: dict[tuple[int, int], float]
    """The mean of that by the phase and the rolls left."""


def worth_alone(phase: int, total: int, missed: bool) -> TurnWorth:
    """What the end of a turn is worth in a game alone; `total`, `missed`: as for set_alone."""
    worth = TurnWorth()
    set_alone(worth, phase, total, missed)
    return worth


@cache
def _referee_alone(phase: int, total: int, missed: bool) -> Referee:
    """The exact values of a turn in a game alone."""
    return Referee(phase, worth_alone(phase, total, missed))


def best_total() -> float:
    """The best mean total of a game alone, by the worths in the firmware, which `--game` computes."""
    before = sum(WORTHS[: PHASES - 1]) / POINT + HALF_BONUS[0][0] / 4
    first_try = worth_alone(PHASES, 0, False)
    return float(before + _referee_alone(PHASES, 0, False).optimum + first_try.miss / POINT + BONUS)


def games(count: int, seed: int, phases: Iterable[int] = range(1, PHASES + 1)) -> Games:
    """Simulates games alone of Master; `phases`: whose choices are compared with the best ones."""
    found = [_game(SeededDice(seed * 1_000_003 + number), set(phases)) for number in range(count)]
    choices = sorted({choice for _, lost in found for choice in lost})
    return Games(
        estimate([float(total) for total, _ in found]),
        estimate([sum(lost.values()) for _, lost in found]),
        {choice: statistics.fmean(lost.get(choice, 0.0) for _, lost in found) for choice in choices},
    )


def _game(source: SeededDice, phases: set[int]) -> tuple[int, dict[tuple[int, int], float]]:
    """Plays one game; returns the total, and what the choices lost by the phase and the rolls left."""
    game = PhaseTenGame("phase-10")
    player = PhaseTenPlayer(game, MASTER)
    lost: defaultdict[tuple[int, int], float] = defaultdict(float)
    while game.legal():
        todo = player.choose()[0]
        phase, rolls = game.phases[0], game.rolls_left()
        if game.stage == ROLLED and rolls and phase in phases:
            state = (game.scores[0] if phase <= HALF else 0, phase == PHASES and game.misses[0][phase - 1] > 0)
            lost[phase, rolls] += _referee_alone(phase, *state).loss(bytes(game.faces), kept_by(game.kept, todo), rolls)
        for action in todo:
            game.apply(action, source)
    return int(game.scores[0]), lost


def kept_by(kept: int, todo: "tuple[actions.Action, ...]") -> int:
    """The dice that are kept after some actions: all of them when the turn ends."""
    for kind, detail in todo:
        if kind == actions.STOP:
            return int(dice.ALL)
        if detail is not None and kind in (actions.KEEP, actions.BACK):
            kept ^= detail
    return kept
