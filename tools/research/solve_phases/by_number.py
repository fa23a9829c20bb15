"""Exact turns of the phases made by numbers (all but the one of a color), by dynamic programming.

A complete roll is the multiset of the six high dice (the row) and that of the four low ones (the column).
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.best_use import BestUse
from tools.research.solve_phases.multisets import Multisets, Values

HIGH = Multisets(dice.HIGH, (1, 1, 1, 1, 1, 1))
"""The values are 5 to 10."""
LOW = Multisets(dice.DICE - dice.HIGH, (1, 1, 1, 1, 2))
"""The values are 1, 2, 3, 4 and W."""


def faces_of(high: tuple[int, ...], low: tuple[int, ...]) -> bytes:
    """Faces of ten dice with these counts of each value."""
    shown = [face for face, many in enumerate(high) for _ in range(many)]
    return bytes(shown + [face for face, many in enumerate(low) for _ in range(many)])


@cache
def points(phase: int) -> NDArray[np.int16]:
    """The points of every complete roll for a phase, -1 where it is not made."""
    table: NDArray[np.int16] = np.empty((len(HIGH.complete), len(LOW.complete)), np.int16)
    best = BestUse()
    for row, high in enumerate(HIGH.complete):
        for column, low in enumerate(LOW.complete):
            best.find(faces_of(high, low), phase)
            table[row, column] = best.points
    return table


def after_keep(values: Values) -> Values:
    """The mean value of every keep (all subsets) before the dice left are rolled; `values`: of complete rolls."""
    mean: Values = HIGH.roll @ values @ LOW.roll.T
    return mean


def best_keep(values: Values) -> Values:
    """The value of every complete roll with the best keep; `values`: of every keep."""
    return LOW.best_subset(HIGH.best_subset(values).T).T


def turn(final: Values, rolls: int = 3) -> float:
    """The mean value of a turn with the best play; `final`: the value of every complete roll at the end."""
    values = final
    for _ in range(rolls - 1):
        values = best_keep(after_keep(values))  # all dice kept is a keep as well
    return float(after_keep(values)[-1, -1])


def final(phase: int) -> Values:
    """1 for every complete roll that makes a phase, else 0."""
    return (points(phase) >= 0) * 1.0


def chance(phase: int) -> float:
    """The best chance to make a phase in three rolls."""
    return turn(final(phase))


def indices(faces: bytes, keep: int) -> tuple[int, int]:
    """The row and the column of some of the dice in the values of every keep."""
    high, low = [0] * len(HIGH.weights), [0] * len(LOW.weights)
    for die, face in enumerate(faces):
        if keep >> die & 1:
            counts = high if die < dice.HIGH else low
            counts[min(face, len(counts) - 1)] += 1
    return HIGH.index[tuple(high)], LOW.index[tuple(low)]
