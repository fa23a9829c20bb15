"""All situations of a turn, and the classes of rolls in each: as objects, and as the arrays that the kernels read.

The classes come from the firmware's engine (probe.py). Rolls with the same options are one class. An option with fewer
points than another one counts, too: near the target it can be better, because it begins no last turn.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import accumulate, combinations_with_replacement
from math import factorial, gcd, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.research.solve.probe import End, Outcome, Probe, Situation, SolveError

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options


Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Offsets = NDArray[np.uint64]
Chances = NDArray[np.float32]
Progress = Callable[[int, int], None]
"""Called with the number of steps done and of all steps known so far."""
Bars = Callable[[str], Progress]
"""Gives the callback for a progress bar with some title."""

MOST_SITUATIONS = 20000
_CALLS = range(5)  # without "chance", which is no bet

Choice = End | tuple[tuple[int, int, bool], ...]
"""How a class goes on: an end, or (points, number of the situation, can bank) for each useful option."""


@dataclass(frozen=True)
class RollClass:
    """Rolls with the same useful options."""

    ways: int
    """Number of ordered rolls."""
    choice: Choice


@dataclass(frozen=True)
class Graph:
    """The situations of a turn and their classes. Situation 0 is the start of the turn."""

    situations: list[Situation]
    modes: list[list[list[RollClass]]]
    """For each situation and each call (only one without the rule `calls`) the classes of the roll."""
    ends: list[End]

    def step(self) -> int:
        """The greatest common divisor of all points."""
        points = [option[0] for roll_class in self.classes() for option in options_of(roll_class)]
        return gcd(*points) or 1

    def classes(self) -> Iterator[RollClass]:
        """Those of all situations."""
        for modes in self.modes:
            for classes in modes:
                yield from classes

    def bust_chance(self, situation: int) -> float:
        """The chance that a roll has nothing to keep, without a call. A roll that ends the game is not a bust."""
        classes = self.modes[situation][0]
        lost = sum(one.ways for one in classes if isinstance(one.choice, End) and not one.choice.ends_game)
        return lost / sum(one.ways for one in classes)

    def plain(self, dice: int, marked: bool) -> int:
        """The number of the situation with that many dice left and nothing special; -1 where there is none.

        `marked`: with the marked die among them, if there is one.
        """
        for number, at in enumerate(self.situations):
            if at.left == dice and not at.rules and not at.held and at.marked == (marked and self.situations[0].marked):
                return number
        return -1


def options_of(roll_class: RollClass) -> tuple[tuple[int, int, bool], ...]:
    """The options of a class; none if it ends the turn."""
    return () if isinstance(roll_class.choice, End) else roll_class.choice


def to_json(graph: Graph) -> str:
    """A graph as text. Choices are numbers: of an end, or of a list of options."""
    choices = {choice: number for number, choice in enumerate(dict.fromkeys(one.choice for one in graph.classes()))}
    modes = [[[(one.ways, choices[one.choice]) for one in mode] for mode in modes] for modes in graph.modes]
    return json.dumps([graph.situations, [(isinstance(one, End), one) for one in choices], modes])


def from_json(text: str) -> Graph:
    """The graph of `to_json`."""
    situations, listed, numbers = json.loads(text)
    choices: list[Choice] = [End(*one) if is_end else tuple(map(tuple, one)) for is_end, one in listed]
    modes = [[[RollClass(ways, choices[one]) for ways, one in mode] for mode in modes] for modes in numbers]
    ends = sorted(choice for choice in choices if isinstance(choice, End))
    return Graph([_situation(*fields) for fields in situations], modes, ends)


def _situation(
    left: int, marked: bool, kept: int, rolls: int, rules: list[tuple[str, list[int]]], held: list[int]
) -> Situation:
    states = tuple((key, tuple(state)) for key, state in rules)
    return Situation(left, marked, kept, rolls, states, tuple(held))


class _Builder:
    """Explores the situations that a turn can reach."""

    def __init__(self, probe: Probe, progress: Progress | None) -> None:
        self._probe = probe
        self._progress = progress or (lambda done, total: None)
        self.situations = [probe.start()]
        self._numbers = {self.situations[0]: 0}
        self.modes: list[list[list[RollClass]]] = []

    def build(self) -> Graph:
        """Explores breadth first."""
        if self._probe.dice > 1:
            for dice in range(self._probe.dice - 1, 0, -1):
                self._add_plain(dice)
        while len(self.modes) < len(self.situations):
            at = self.situations[len(self.modes)]
            self.modes.append([self._classes(at, call) for call in self._calls(at)])
            self._progress(len(self.modes), len(self.situations))
        ends = {
            one.choice for modes in self.modes for classes in modes for one in classes if isinstance(one.choice, End)
        }
        return Graph(self.situations, self.modes, sorted(ends))

    def _add_plain(self, dice: int) -> None:
        """Adds the situation with that many dice and nothing else, for the bust chances."""
        rolls = self._probe.rolls_that_matter
        self._number(Situation(dice, self._probe.with_sun, -1 if self._probe.gathers else 0, rolls))

    def _calls(self, at: Situation) -> list[int]:
        may_call = self._probe.options["calls"] == "yes" and not at.held
        return [-1, *_CALLS] if may_call else [-1]

    def _classes(self, at: Situation, call: int) -> list[RollClass]:
        """The classes of the rolls in one situation."""
        number = self._numbers[at]
        found: dict[Choice, int] = {}
        for faces, ways in rolls(self._probe, at):
            choice = self._choice(self._probe.outcome(at, faces, call))
            if not self._repeats(choice, number):
                found[choice] = found.get(choice, 0) + ways
        if not found:
            raise SolveError("With these rules a roll would be thrown again for ever.")
        return [RollClass(ways, choice) for choice, ways in found.items()]

    def _repeats(self, choice: Choice, number: int) -> bool:
        """Whether the same dice are thrown again in the same situation: the chances of the other rolls then grow."""
        return choice == ((0, number, False),)

    def _choice(self, outcome: Outcome) -> Choice:
        if isinstance(outcome, End):
            return outcome
        return tuple(sorted({(option.points, self._number(option.next), option.can_bank) for option in outcome}))

    def _number(self, at: Situation) -> int:
        if at not in self._numbers:
            if len(self.situations) >= MOST_SITUATIONS:
                raise SolveError(f"These rules have more than {MOST_SITUATIONS} situations in a turn.")
            self._numbers[at] = len(self.situations)
            self.situations.append(at)
        return self._numbers[at]


def rolls(probe: Probe, at: Situation) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every roll of a situation (the marked die first, the others as a multiset) and the number of ordered rolls."""
    faces = range(len(probe.dice_set.faces) - (1 if probe.with_sun else 0))
    others = at.left - (1 if at.marked else 0)
    for roll in combinations_with_replacement(faces, others):
        ways = factorial(others) // prod(factorial(roll.count(face)) for face in set(roll))
        for first in faces if at.marked else [None]:
            yield ((*roll,) if first is None else (first, *roll)), ways


def build(variant: str, row: "Options", opened: bool = True, progress: Progress | None = None) -> Graph:
    """Explores all situations of a turn. Raises SolveError when there are too many.

    `opened`: for a player on the table; otherwise for a first bank (only `opening_rolls` makes a difference).
    """
    return _Builder(Probe(variant, row, opened), progress).build()


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
    offset: Offsets
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
