"""Multisets of dice of one kind, and the two operators of a turn on functions of them: mean over a roll, best keep.

A multiset is a tuple of counts, one for each value. `complete` are those of all dice of the kind, `all` those of any
subset of them, the complete ones first.
"""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.floating[Any]]
Counts = tuple[int, ...]


class Multisets:
    """All multisets of up to `dice` equal dice whose values have these weights."""

    def __init__(self, dice: int, weights: tuple[int, ...]) -> None:
        """`weights`: the number of sides of a die that show each value."""
        self.dice = dice
        self.weights = weights
        by_size = [_of_size(size, len(weights)) for size in range(dice + 1)]
        self.complete = by_size[dice]
        self.all = [counts for size in range(dice, -1, -1) for counts in by_size[size]]
        self.index = {counts: at for at, counts in enumerate(self.all)}

    def _with(self, counts: Counts, value: int, change: int) -> int:
        """The index of a multiset with one die more or less of a value."""
        return self.index[(*counts[:value], counts[value] + change, *counts[value + 1 :])]

    @cached_property
    def roll(self) -> Values:
        """The matrix with the chance that rolling the dice missing in each multiset gives each complete multiset."""
        matrix = np.zeros((len(self.all), len(self.complete)))
        matrix[: len(self.complete)] = np.eye(len(self.complete))
        for at, counts in enumerate(self.all):
            if sum(counts) < self.dice:  # those with one die more come before
                for value, weight in enumerate(self.weights):
                    matrix[at] += weight / sum(self.weights) * matrix[self._with(counts, value, 1)]
        return matrix

    @cached_property
    def _layers(self) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """For each size from 1: the multisets of that size, and those with one die less (padded with themselves)."""
        layers = []
        for size in range(1, self.dice + 1):
            nodes = [at for at, counts in enumerate(self.all) if sum(counts) == size]
            less = [
                [self._with(self.all[at], value, -1) if many else at for value, many in enumerate(self.all[at])]
                for at in nodes
            ]
            layers.append((np.array(nodes), np.array(less)))
        return layers

    def best_subset(self, values: Values) -> Values:
        """The highest value of all subsets of each complete multiset; a row of `values` is one multiset of `all`."""
        best = values.copy()
        for nodes, less in self._layers:
            for column in range(less.shape[1]):
                np.maximum(best[nodes], best[less[:, column]], out=(row := best[nodes]))
                best[nodes] = row
        return best[: len(self.complete)]


def _of_size(size: int, values: int) -> list[Counts]:
    """All tuples of `values` counts with this sum."""
    if values == 1:
        return [(size,)]
    return [(many, *rest) for many in range(size + 1) for rest in _of_size(size - many, values - 1)]
