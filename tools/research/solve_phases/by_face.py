"""Exact turns of the phase made by one color, with the points: dynamic programming over every face of every die.

A keep is one of seven values for each die, the last for a die to roll. The arrays have one axis per die: one of all
keeps takes 1.1 GB.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sixpip.rules.phase_ten import dice
from tools.research.solve_phases.by_color import ENOUGH

_COLORS = range(len(dice.COLORS))
_SIDES = 6
Faces = NDArray[np.float32]


def _enough(color: int) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int16]]]:
    """The rolls with enough dice of a color, and their points."""
    shown = np.array([[dice.color(die, face) == color for face in range(_SIDES)] for die in range(dice.DICE)])
    counts = sum(np.ix_(*[die.astype(np.int8) for die in shown]))
    places = np.flatnonzero(np.asarray(counts) >= ENOUGH)
    faces = np.array(np.unravel_index(places, (_SIDES,) * dice.DICE))
    numbers = np.array([[dice.number(die, face) for face in range(_SIDES)] for die in range(dice.DICE)])
    worth = np.where(shown, numbers, -1)[np.arange(dice.DICE)[:, None], faces]
    yield places, np.sort(worth, axis=0)[-ENOUGH:].sum(axis=0).astype(np.int16)


@cache
def points() -> NDArray[np.int8]:
    """The points of every roll, one axis per die; -1 where the phase is not made."""
    result = np.full(_SIDES**dice.DICE, -1, np.int8)
    for color in _COLORS:
        for places, worth in _enough(color):
            result[places] = worth
    return result.reshape((_SIDES,) * dice.DICE)


def after_keep(values: Faces) -> Faces:
    """The mean value of every keep: appends the value of a rolled die to each axis."""
    for axis in range(dice.DICE):
        values = np.concatenate([values, values.mean(axis=axis, keepdims=True, dtype=np.float32)], axis=axis)
    return values


def best_keep(values: Faces) -> Faces:
    """The value of every roll with the best keep."""
    for axis in range(dice.DICE):
        moved = np.moveaxis(values, axis, 0)
        values = np.moveaxis(np.maximum(moved[:_SIDES], moved[_SIDES]), 0, axis)
    return values


def turn(made_worth: float, miss: float) -> float:
    """The mean value of a turn with the best play: points plus `made_worth` for the phase made, else `miss`."""
    table = points()
    values = np.where(table >= 0, table + np.float32(made_worth), np.float32(miss))
    for _ in range(2):
        values = best_keep(after_keep(values))
    return float(values.mean(dtype=np.float64))


def indices(faces: bytes, keep: int) -> tuple[int, ...]:
    """The place of some of the dice in the values of every keep."""
    return tuple(face if keep >> die & 1 else _SIDES for die, face in enumerate(faces))
