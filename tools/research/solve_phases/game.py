"""The exact optimum of a game alone: the best mean total, phase by phase, and what a miss is worth in each phase.

A miss costs MISS points and the phase is tried again, so the worth V of a phase is the best mean of the points, or
V - MISS. Up to the bonus at half the worth depends on the total so far; the last phase has its bonus at the first try.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sixpip.rules.phase_ten.game import BONUS, MISS
from sixpip.rules.phase_ten.phases import COLOR, PHASES, goal
from tools.research.solve_phases import by_face, by_number
from tools.research.solve_phases.multisets import Values

HALF = 5
PASS = 220
MOST = (60, 57, 59, 49, 52)
"""The most points of phases 1 to 5 (PH-15)."""
_CLOSE = 1e-6
_STEPS = 50


@dataclass(frozen=True)
class Optimum:
    """The optimum of a game alone."""

    total: float
    """The best mean total."""
    worth: dict[int, float]
    """The best mean points of each phase up to its success, misses subtracted, without bonuses."""
    bonus: list[Values]
    """What the bonus at half is worth after 0 to 5 phases, by the total."""

    def tables(self) -> list[tuple[int, list[int]]]:
        """The bonus at half as in the firmware: the first total, and from there on the worth in quarter points."""
        found = []
        for values in self.bonus:
            quarters = np.rint(values * 4).astype(int)
            first = max(0, int(np.argmax(quarters > 1)) - 1)
            last = int(np.argmax(quarters >= quarters.max() - 1))
            found.append((first, [int(worth) for worth in quarters[first : last + 1]]))
        return found


def fixed_point(turn: Callable[[float], float], start: float) -> float:
    """Solves value = turn(value - MISS) by the secant method; `turn` is convex with a slope below 1."""
    low, at_low = start, turn(start - MISS)
    high = at_low
    for _ in range(_STEPS):
        at_high = turn(high - MISS)
        if abs(at_high - high) < _CLOSE:
            break
        slope = (at_high - at_low) / (high - low)
        low, at_low, high = high, at_high, high + (at_high - high) / (1 - slope)
    return high


def value_of_turn(phase: int, gain: Values, miss: float) -> float:
    """The best mean of a turn of a phase made by numbers; `gain`: by the points made."""
    table = by_number.points(phase)
    return by_number.turn(np.where(table >= 0, gain[np.maximum(table, 0)], miss))


def _points(bonus: float = 0) -> Values:
    return np.arange(100) + bonus


def worth(phase: int) -> float:
    """The best mean points of a phase, tried until it is made, without bonuses."""
    if goal(phase)[0] == COLOR:
        return fixed_point(lambda miss: by_face.turn(0, miss), 45)
    return fixed_point(lambda miss: value_of_turn(phase, _points(), miss), 45)


def solve(report: Callable[[str], None] = lambda _: None) -> Optimum:
    """Solves the game; `report` is called with each part that is done."""
    alone = {}
    for phase in range(1, PHASES + 1):
        alone[phase] = worth(phase)
        report(f"phase {phase}")
    last = value_of_turn(PHASES, _points(BONUS), alone[PHASES] - MISS)
    after_half = sum(alone[phase] for phase in range(HALF + 1, PHASES)) + last
    following = np.array([BONUS if total > PASS else 0 for total in range(sum(MOST) + 100)], float)
    bonus = [following]
    for phase in range(HALF, 0, -1):
        values = [_from_total(phase, total, following, alone[phase]) for total in range(sum(MOST[: phase - 1]) + 1)]
        following = np.array(values + [values[-1]] * 100)
        bonus.insert(0, following - sum(alone[after] for after in range(phase, HALF + 1)))
        report(f"phase {phase} with the bonus at half")
    return Optimum(float(following[0]) + after_half, alone, bonus)


def _from_total(phase: int, total: int, following: Values, start: float) -> float:
    """The best mean from a phase on to half, with that total; `following`: by the total in the next phase."""
    gain = np.arange(100) + following[np.minimum(np.arange(100) + total, len(following) - 1)]
    return fixed_point(lambda miss: value_of_turn(phase, gain, miss), start + following[total])
