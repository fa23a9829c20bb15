"""The classes of a graph as arrays, in the order in which the kernels need them."""

from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.research.solve.errors import SolveError
from tools.research.solve.graph import Floats, Graph, Ints, RollClass, options_of
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


@dataclass
class _Lists:
    """The arrays while they grow."""

    first_mode: list[int]
    first_class: list[int]
    first_option: list[int]
    chance: list[float]
    end: list[int]
    gain: list[int]
    target: list[int]

    def add_mode(self, classes: list[RollClass], ends: list[End], step: int) -> None:
        """Adds the classes of one situation and call."""
        self.first_class.append(len(self.chance))
        ways = sum(one.ways for one in classes)
        for one in classes:
            self.chance.append(one.ways / ways)
            self.first_option.append(len(self.gain))
            self.end.append(ends.index(one.choice) if isinstance(one.choice, End) else -1)
            for points, target, can_bank in options_of(one):
                self.gain.append(points // step)
                self.target.append(2 * target + can_bank)


def to_arrays(graph: Graph, step: int) -> Arrays:
    """The arrays of a graph, with points in steps. Raises SolveError if dice can be thrown for ever without points."""
    lists = _Lists([], [], [], [], [], [], [])
    for modes in graph.modes:
        lists.first_mode.append(len(lists.first_class))
        for classes in modes:
            lists.add_mode(classes, graph.ends, step)
    lists.first_mode.append(len(lists.first_class))
    lists.first_class.append(len(lists.chance))
    lists.first_option.append(len(lists.gain))

    def ints(numbers: list[int]) -> Ints:
        return np.array(numbers, dtype=np.int32)

    return Arrays(
        ints(_order(graph)),
        ints(lists.first_mode),
        ints(lists.first_class),
        ints(lists.first_option),
        np.array(lists.chance, dtype=np.float64),
        ints(lists.end),
        np.array(lists.gain, dtype=np.uint64) * np.uint64(2 * len(graph.modes))
        + np.array(lists.target, dtype=np.uint64),
        max(lists.gain, default=0),
    )


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
