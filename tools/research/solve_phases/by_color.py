"""Exact turns of the phase made by one color, by dynamic programming.

Only the chance: dice with the same count of each color are then equal, so that a roll is one multiset for each kind of
dice. The arrays have one axis per kind of dice. With points: by_face.py.
"""

from collections import defaultdict
from collections.abc import Callable
from functools import cache

import numpy as np

from sixpip.rules.phase_ten import dice
from tools.research.solve_phases.multisets import Multisets, Values

ENOUGH = 7
_COLORS = range(len(dice.COLORS))
_SIDES = 6


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


def indices(faces: bytes, keep: int) -> tuple[int, ...]:
    """The place of some of the dice in the values of every keep, by colors."""
    place = []
    for alike, sets in zip(kinds().values(), multisets(), strict=True):
        shown = [dice.color(die, faces[die]) for die in alike if keep >> die & 1]
        place.append(sets.index[tuple(shown.count(color) for color in _COLORS)])
    return tuple(place)
