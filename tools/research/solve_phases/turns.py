"""What a turn of a phase gives under one policy: the chance of each number of points, and of a miss.

A policy plays best for a value of the end of the turn by the points made. Its result is computed backwards (the best
keep of every roll), then forwards (the chance of every roll).
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixpip.rules.phase_ten.dice import DICE
from sixpip.rules.phase_ten.game import BONUS, HALF
from sixpip.rules.phase_ten.phases import COLOR, PHASES, goal
from tools.research.compiled import compiled
from tools.research.solve_phases import by_face, by_number
from tools.research.solve_phases.multisets import Multisets, Values

MOST = 64
"""Points of a phase are fewer than MOST - 1."""
CHANCE_ONLY = -1000.0
MISSES = (CHANCE_ONLY, -40.0, -20.0, -10.0, 0.0, 10.0, 20.0, 25.0, 30.0, 35.0, 40.0)
"""What a miss is worth, in points, in the policies of each phase made by numbers."""
COLOR_MISSES = (CHANCE_ONLY, -20.0, 0.0)
"""The same for the phase of one color, of which a policy takes minutes; a miss hardly changes the play."""
_LAST_STEPS = range(20, 62)
_HALF_STEPS = range(15, 53)
_HALF_MISSES = (0.0, 20.0)
_SIDES = 6
_SLIGHTLY = 1e-6

Indices = NDArray[np.int64]
Points = NDArray[np.int16]
Keeps = NDArray[np.int32]


class Kind(NamedTuple):
    """The sets of dice of one kind: the set with one die more and one less of each value (-1: none), by set."""

    more: Indices
    less: Indices
    weights: Values
    """The chance of each value."""
    complete: int
    """How many sets have all dice; they come first."""


def linear(miss: float) -> Values:
    """The value of the end of a turn by the points made, the last for a miss: the points, or `miss`."""
    return np.append(np.arange(MOST - 1) - miss, 0.0)


def step(least: int) -> Values:
    """The value of the end of a turn in which the phase only counts with at least some points."""
    return np.append((np.arange(MOST - 1) >= least) + np.arange(MOST - 1) * _SLIGHTLY, 0.0)


def with_bonus(miss: float, least: int) -> Values:
    """The points, or `miss`, with the bonus at half from some points on."""
    return np.append(np.arange(MOST - 1) - miss + BONUS * (np.arange(MOST - 1) >= least), 0.0)


def result(phase: int, value: Values) -> Values:
    """The chance of each number of points with the best play for a value of them; the last is that of a miss."""
    if goal(phase)[0] == COLOR:
        return _by_face(value)
    points = by_number.points(phase)
    return forward(points, *_backward(points, value, *_kinds())[1:])


def forward(points: Points, first: Keeps, last: Keeps) -> Values:
    """The chance of each number of points with these keeps, with two rolls left and with one; as in `result`."""
    return _forward(points, first, last, *_kinds())


def best_value(phase: int, value: Values) -> float:
    """The mean value of a turn with the best play; only of phases made by numbers."""
    return _backward(by_number.points(phase), value, *_kinds())[0]


@cache
def _kinds() -> tuple[Kind, Kind]:
    """The high and the low dice."""
    return _kind(by_number.HIGH), _kind(by_number.LOW)


def _kind(sets: Multisets) -> Kind:
    found: list[list[list[int]]] = [[], []]
    for counts in sets.all:
        for neighbors, change in zip(found, (1, -1), strict=True):
            changed = [(*counts[:at], counts[at] + change, *counts[at + 1 :]) for at in range(len(counts))]
            neighbors.append([sets.index.get(one, -1) for one in changed])
    weights = np.array(sets.weights) / sum(sets.weights)
    return Kind(np.array(found[0]), np.array(found[1]), weights, len(sets.complete))


@compiled
def _rolled(final: Values, high: Kind, low: Kind) -> Values:
    """The mean value of every keep."""
    values = np.zeros((len(high.more), len(low.more)))
    values[: high.complete, : low.complete] = final
    for row in range(high.complete):
        for column in range(low.complete, len(low.more)):
            for face in range(len(low.weights)):
                values[row, column] += low.weights[face] * values[row, low.more[column, face]]
    for row in range(high.complete, len(high.more)):
        for face in range(len(high.weights)):
            values[row] += high.weights[face] * values[high.more[row, face]]
    return values


@compiled
def _best(values: Values, high: Kind, low: Kind) -> tuple[Values, Keeps]:
    """The value of the best keep of every complete roll, and that keep."""
    rows, columns = values.shape
    best = values.copy()
    choice = np.arange(rows * columns).astype(np.int32).reshape((rows, columns))
    for row in range(rows - 1, -1, -1):
        for face in range(high.less.shape[1]):
            other = high.less[row, face]
            for column in range(columns if other >= 0 else 0):
                if best[other, column] > best[row, column]:
                    best[row, column] = best[other, column]
                    choice[row, column] = choice[other, column]
    for row in range(high.complete):
        for column in range(columns - 1, -1, -1):
            for face in range(low.less.shape[1]):
                other = low.less[column, face]
                if other >= 0 and best[row, other] > best[row, column]:
                    best[row, column] = best[row, other]
                    choice[row, column] = choice[row, other]
    return best[: high.complete, : low.complete].copy(), choice[: high.complete, : low.complete].copy()


@compiled
def _backward(points: Points, value: Values, high: Kind, low: Kind) -> tuple[float, Keeps, Keeps]:
    """The mean value of a turn, and the best keeps with two rolls left and with one."""
    final: Values = np.empty(points.shape)
    for row in range(high.complete):
        for column in range(low.complete):
            final[row, column] = value[points[row, column]]  # -1, a miss, is the last
    final, last = _best(_rolled(final, high, low), high, low)
    final, first = _best(_rolled(final, high, low), high, low)
    return _rolled(final, high, low)[-1, -1], first, last


@compiled
def _roll(keeps: Values, high: Kind, low: Kind) -> object:
    """Changes the chances of keeps to those of complete rolls."""
    for row in range(len(high.more) - 1, high.complete - 1, -1):
        for face in range(len(high.weights)):
            keeps[high.more[row, face]] += high.weights[face] * keeps[row]
    for row in range(high.complete):
        for column in range(len(low.more) - 1, low.complete - 1, -1):
            for face in range(len(low.weights)):
                keeps[row, low.more[column, face]] += low.weights[face] * keeps[row, column]
    return None


@compiled
def _forward(points: Points, first: Keeps, last: Keeps, high: Kind, low: Kind) -> Values:
    """The chance of each number of points when these keeps are played."""
    columns = len(low.more)
    keeps = np.zeros((len(high.more), columns))
    keeps[-1, -1] = 1
    _roll(keeps, high, low)
    for choice in (first, last):
        following = np.zeros(keeps.shape)
        for row in range(high.complete):
            for column in range(low.complete):
                keep = choice[row, column]
                following[keep // columns, keep % columns] += keeps[row, column]
        keeps = following
        _roll(keeps, high, low)
    found = np.zeros(MOST)
    for row in range(high.complete):
        for column in range(low.complete):
            found[points[row, column]] += keeps[row, column]
    return found


# Of one color


def _by_face(value: Values) -> Values:
    """The chance of each number of points of the phase of one color; takes a minute and 6 GB of memory."""
    table = by_face.points()
    values = value.astype(np.float32)[table]
    kept = []
    for _ in range(2):
        values, choices = _best_faces(by_face.after_keep(values))
        kept.append(choices)
    chances = np.full((_SIDES,) * DICE, 1 / _SIDES**DICE, np.float32)
    for choices in reversed(kept):
        chances = _follow(chances, choices)
    found = np.bincount(table.ravel() + 1, chances.ravel(), MOST)
    return np.append(found[1:], found[0])


def _best_faces(values: by_face.Faces) -> tuple[by_face.Faces, list[NDArray[np.bool_]]]:
    """The value of every roll with the best keep, and for each die whether it is kept, after the dice before it."""
    choices = []
    for axis in range(DICE):
        moved = np.moveaxis(values, axis, 0)
        keeps = moved[:_SIDES] >= moved[_SIDES]
        values = np.moveaxis(np.where(keeps, moved[:_SIDES], moved[_SIDES]), 0, axis)
        choices.append(np.moveaxis(keeps, 0, axis))
    return values, choices


def _follow(chances: by_face.Faces, choices: list[NDArray[np.bool_]]) -> by_face.Faces:
    """The chance of every roll after these keeps."""
    for axis in range(DICE - 1, -1, -1):
        kept = np.where(choices[axis], chances, np.float32(0))
        rolled = (chances - kept).sum(axis=axis, keepdims=True)
        chances = np.concatenate([kept, rolled], axis=axis)
    for axis in range(DICE):
        moved = np.moveaxis(chances, axis, 0)
        chances = np.moveaxis(moved[:_SIDES] + moved[_SIDES] / np.float32(_SIDES), 0, axis)
    return chances


def policies(phase: int) -> list[Values]:
    """The value of the end of a turn in each policy of a phase."""
    if goal(phase)[0] == COLOR:
        return [linear(miss) for miss in COLOR_MISSES]
    found = [linear(miss) for miss in MISSES]
    if phase == PHASES:
        found += [step(least) for least in _LAST_STEPS]
    if phase == HALF:
        found += [with_bonus(miss, least) for miss in _HALF_MISSES for least in _HALF_STEPS]
    return found
