"""Exact turns of the phase made by one color, by dynamic programming.

For the chance alone, dice with the same count of each color are equal, so that a roll is one multiset for each kind of
dice. Points need every face: a keep is then one of seven values for each die, the last for a die to roll. The arrays
have one axis per kind of dice, or per die.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sixpip.rules.phase_ten import dice
from tools.research.solve_phases.multisets import Multisets, Values

ENOUGH = 7
_COLORS = range(len(dice.COLORS))
_SIDES = 6
Faces = NDArray[np.float32]


def _sides(die: int) -> tuple[int, ...]:
    """The number of sides of a die in each color."""
    shown = [dice.color(die, face) for face in range(_SIDES)]
    return tuple(shown.count(color) for color in _COLORS)


@cache
def kinds() -> dict[tuple[int, ...], list[int]]:
    """The dice of each kind, by their sides of each color."""
    found: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for die in range(dice.DICE):
        found[_sides(die)].append(die)
    return dict(found)


@cache
def multisets() -> list[Multisets]:
    """The multisets of colors of each kind of dice."""
    return [Multisets(len(alike), sides) for sides, alike in kinds().items()]


def _along(values: Values, axis: int, function: Callable[[Values], Values]) -> Values:
    """Applies a function of the rows of a matrix to one axis."""
    moved = np.moveaxis(values, axis, 0)
    flat = function(moved.reshape(moved.shape[0], -1))
    return np.moveaxis(flat.reshape(-1, *moved.shape[1:]), 0, axis)


def after_keep(values: Values) -> Values:
    """The mean value of every keep; `values`: of every complete roll, by colors."""
    for axis, sets in enumerate(multisets()):
        values = _along(values, axis, lambda rows, sets=sets: sets.roll @ rows)  # type: ignore[misc]
    return values


def best_keep(values: Values) -> Values:
    """The value of every complete roll with the best keep, by colors."""
    for axis, sets in enumerate(multisets()):
        values = _along(values, axis, sets.best_subset)
    return values


@cache
def made() -> Values:
    """1 for every complete roll, by colors, with enough dice of one color, else 0."""
    shape = [len(sets.complete) for sets in multisets()]
    result = np.zeros(shape)
    for color in _COLORS:
        counts = [np.array([counts[color] for counts in sets.complete]) for sets in multisets()]
        result += sum(np.ix_(*counts)) >= ENOUGH
    return result


def chance() -> float:
    """The best chance to make the phase in three rolls."""
    values = made()
    for _ in range(2):
        values = best_keep(after_keep(values))
    return float(after_keep(values)[(-1,) * len(multisets())])


# With points: one axis per die


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


def _mean(values: Faces) -> Faces:
    """The mean value of every keep: appends the value of a rolled die to each axis."""
    for axis in range(dice.DICE):
        values = np.concatenate([values, values.mean(axis=axis, keepdims=True, dtype=np.float32)], axis=axis)
    return values


def _best(values: Faces) -> Faces:
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
        values = _best(_mean(values))
    return float(values.mean(dtype=np.float64))


def indices(faces: bytes, keep: int) -> tuple[int, ...]:
    """The place of some of the dice in the values of every keep, by colors."""
    place = []
    for alike, sets in zip(kinds().values(), multisets(), strict=True):
        shown = [dice.color(die, faces[die]) for die in alike if keep >> die & 1]
        place.append(sets.index[tuple(shown.count(color) for color in _COLORS)])
    return tuple(place)
