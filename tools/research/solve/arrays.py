"""The classes of a graph as arrays, in the order in which the kernels need them."""

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.research.solve.errors import SolveError
from tools.research.solve.graph import Floats, Graph, Ints, options_of
from tools.research.solve.situation import End


class Arrays(NamedTuple):
    """The classes of all situations, one after another. A tuple, so that Numba can read it.

    Target t of an option means situation t // 2 with (t % 2 = 1) or without the right to bank.
    """

    order: Ints
    """The situations, those that others reach without points first."""
    first_mode: Ints
    """The first mode (call) of each situation; one entry more at the end, as in the next two."""
    first_class: Ints
    first_option: Ints
    chance: Floats
    """Of each class."""
    end: Ints
    """How each class ends the turn, as a number of Graph.ends; -1: it has options."""
    offset: NDArray[np.uint64]
    """Of each option: from the row before it to its target, in a flat array of rows with all targets."""
    most_gain: int
    """Of an option, in steps."""


def to_arrays(graph: Graph, step: int) -> Arrays:
    """The arrays of a graph, with points in steps. Raises SolveError if dice can be thrown for ever without points."""
    modes = [classes for situation in graph.modes for classes in situation]
    classes = [one for mode in modes for one in mode]
    options = [option for one in classes for option in options_of(one)]
    gains = [points // step for points, _, _ in options]
    targets = [2 * target + can_bank for _, target, can_bank in options]
    ways = [sum(one.ways for one in mode) for mode in modes for _ in mode]
    return Arrays(
        _ints(_order(graph)),
        _starts(graph.modes),
        _starts(modes),
        _starts([options_of(one) for one in classes]),
        np.array([one.ways / all_ways for one, all_ways in zip(classes, ways)], dtype=np.float64),
        _ints([graph.ends.index(one.choice) if isinstance(one.choice, End) else -1 for one in classes]),
        np.array(gains, dtype=np.uint64) * np.uint64(2 * len(graph.modes)) + np.array(targets, dtype=np.uint64),
        max(gains, default=0),
    )


def _ints(numbers: Sequence[int]) -> Ints:
    return np.array(numbers, dtype=np.int32)


def _starts(parts: Sequence[Sequence[object]]) -> Ints:
    """Where each part begins when all are put one after another, and the end of the last one."""
    return _ints([0, *accumulate(map(len, parts))])


def _order(graph: Graph) -> list[int]:
    """The situations so that each follows those that it reaches without points."""
    needs = {
        number: {
            target
            for classes in modes
            for one in classes
            for points, target, _ in options_of(one)
            if points == 0 and target != number
        }
        for number, modes in enumerate(graph.modes)
    }
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        raise SolveError("With these rules dice can be thrown for ever without points.") from error
