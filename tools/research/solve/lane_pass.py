"""The backward pass over eight turns at once, each in a lane: as in kernel.py, with the same dice and other values.

The processor computes all lanes of a number in one step (compiled.py). A class of rolls often has all options of
another one and a few more: only these are compared. All numbers are in one table, so that every class begins alike:
with the lanes of an end, of another class or of an option.
"""

from typing import NamedTuple

import numpy as np

from tools.research.compiled import compiled
from tools.research.solve.graph import Arrays, Floats, Ints, Offsets

LANES = 8
_LINE = 64
"""Bytes that the processor reads at once: numbers that begin in one line and end in the next take twice as long."""
_SETTLED = 1e-13
_MOST_SWEEPS = 5000

Lanes = tuple[float, float, float, float, float, float, float, float]


class Layout(NamedTuple):
    """The parts of the table, in this order. Each has a place for LANES numbers per entry."""

    banks: int
    """What a bank is worth in each row, several times: -inf where it is not allowed."""
    ends: int
    """What an end is worth in each row."""
    rows: int
    """Of one bank or end."""


class Options(NamedTuple):
    """Where the options of all classes are in the table: at a place that grows with the row."""

    start: Offsets
    """Of each class: what its options are compared with."""
    growth: Offsets
    """By how much `start` grows with each row."""
    offset: Offsets
    """Of each option: from the first state of the row."""


class LaneArrays(NamedTuple):
    """The classes of all situations, as in graph.Arrays. Those with fewer options are the first of a mode."""

    order: Ints
    first_mode: Ints
    first_class: Ints
    first_option: Ints
    """Of those options that `start` does not stand for."""
    chance: Floats
    options: Options
    top_options: Options
    """The options in the top row, which leads back to itself."""
    most_gain: int
    layout: Layout
    classes: int
    """The place of the first class in the table."""
    states: int
    """The place of the first state in the table."""


def to_lanes(arrays: Arrays, layout: Layout) -> LaneArrays:
    """The same turn for `pass_turns`."""
    width = 2 * len(arrays.order)
    classes = LANES * layout.rows * (layout.banks + layout.ends)
    states = classes + LANES * len(arrays.chance)
    order, bases, others = _shared(arrays)
    start, growth, top_start, offset = [], [], [], []
    first_option = [0]
    for end, base, options in zip(arrays.end[order].tolist(), bases, others):
        if end >= 0:
            begins = LANES * layout.rows * (layout.banks + end), LANES
        elif base >= 0:
            begins = classes + LANES * base, 0
        else:
            begins = states + LANES * options[0], LANES * width
        start.append(begins[0])
        growth.append(begins[1])
        top_start.append(states + LANES * (options[0] % width) if end < 0 and base < 0 else begins[0])
        offset += [LANES * option for option in (options if base >= 0 else options[1:])]
        first_option.append(len(offset))
    places = np.array(offset, dtype=np.uint64)
    growths = np.array(growth, dtype=np.uint64)
    return LaneArrays(
        arrays.order,
        arrays.first_mode,
        arrays.first_class,
        np.array(first_option, dtype=np.int32),
        arrays.chance[order],
        Options(np.array(start, dtype=np.uint64), growths, places),
        Options(np.array(top_start, dtype=np.uint64), growths, places % np.uint64(LANES * width)),
        arrays.most_gain,
        layout,
        classes,
        states,
    )


def _shared(arrays: Arrays) -> tuple[list[int], list[int], list[list[int]]]:
    """The order of the classes, and of each the number of another one before it and the options that it adds.

    -1: there is no other one whose options it has, too.
    """
    options = [
        frozenset(arrays.offset[first:end].tolist())
        for first, end in zip(arrays.first_option[:-1], arrays.first_option[1:])
    ]
    order: list[int] = []
    bases: list[int] = []
    others: list[list[int]] = []
    for first, end in zip(arrays.first_class[:-1], arrays.first_class[1:]):
        start = len(order)
        for one in sorted(range(first, end), key=lambda number: len(options[number])):
            inside = [place for place in range(start, len(order)) if options[order[place]] <= options[one]]
            best = max(inside, key=lambda place: len(options[order[place]]), default=-1)
            known = options[order[best]] if best >= 0 else frozenset()
            bases.append(best if known else -1)
            others.append(sorted(options[one] - known))
            order.append(one)
    return order, bases, others


class Room(NamedTuple):
    """Room for the turns of one thread."""

    table: Floats
    """All numbers, as in `Layout`; after the ends what the best option of each class and each state are worth."""
    lost: Floats
    """(end, row): what an end is worth, for one lane."""
    slope: Floats
    """(side, lane): the chance that a turn changes nothing, of the pairs solved last."""


def room_for(arrays: tuple[LaneArrays, LaneArrays]) -> Room:
    """Room for the turns of a game."""
    layout = arrays[0].layout
    size = max(one.states + LANES * (layout.rows + one.most_gain) * 2 * len(one.order) for one in arrays)
    spacious = np.zeros(size + _LINE // 8)
    first = -spacious.ctypes.data % _LINE // 8
    return Room(spacious[first : first + size], np.empty((layout.ends, layout.rows)), np.full((2, LANES), 0.4))


@compiled
def _load(table: Floats, at: np.uint64) -> Lanes:
    """The lanes at one place."""
    return (
        table[at],
        table[at + np.uint64(1)],
        table[at + np.uint64(2)],
        table[at + np.uint64(3)],
        table[at + np.uint64(4)],
        table[at + np.uint64(5)],
        table[at + np.uint64(6)],
        table[at + np.uint64(7)],
    )


@compiled
def _store(table: Floats, at: np.uint64, x: Lanes) -> None:
    table[at] = x[0]
    table[at + np.uint64(1)] = x[1]
    table[at + np.uint64(2)] = x[2]
    table[at + np.uint64(3)] = x[3]
    table[at + np.uint64(4)] = x[4]
    table[at + np.uint64(5)] = x[5]
    table[at + np.uint64(6)] = x[6]
    table[at + np.uint64(7)] = x[7]


@compiled
def _larger(x: Lanes, y: Lanes) -> Lanes:
    """The larger one in each lane."""
    return (
        y[0] if y[0] > x[0] else x[0],
        y[1] if y[1] > x[1] else x[1],
        y[2] if y[2] > x[2] else x[2],
        y[3] if y[3] > x[3] else x[3],
        y[4] if y[4] > x[4] else x[4],
        y[5] if y[5] > x[5] else x[5],
        y[6] if y[6] > x[6] else x[6],
        y[7] if y[7] > x[7] else x[7],
    )


@compiled
def _add(x: Lanes, factor: float, y: Lanes) -> Lanes:
    return (
        x[0] + factor * y[0],
        x[1] + factor * y[1],
        x[2] + factor * y[2],
        x[3] + factor * y[3],
        x[4] + factor * y[4],
        x[5] + factor * y[5],
        x[6] + factor * y[6],
        x[7] + factor * y[7],
    )


@compiled
def _pass_rows(arrays: LaneArrays, options: Options, table: Floats, banks: int, top: int, bottom: int) -> None:
    """Computes the rows from `top` down to `bottom`; `banks`: the place of what a bank is worth."""
    one, lanes = np.uint64(1), np.uint64(LANES)
    first_class, first_option, chance = arrays.first_class, arrays.first_option, arrays.chance
    start, growth, offset = options.start, options.growth, options.offset
    for row in range(top, bottom - 1, -1):
        rows = np.uint64(row)
        base = np.uint64(arrays.states + row * 2 * LANES * len(arrays.order))
        banked = _load(table, np.uint64(banks + row * LANES))
        for place in range(len(arrays.order)):
            at = np.uint64(arrays.order[place])
            value = (-np.inf, -np.inf, -np.inf, -np.inf, -np.inf, -np.inf, -np.inf, -np.inf)
            mode, modes = np.uint64(arrays.first_mode[at]), np.uint64(arrays.first_mode[at + one])
            while mode < modes:  # a range of unsigned numbers is slower
                worth = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
                number, classes = np.uint64(first_class[mode]), np.uint64(first_class[mode + one])
                best_place = np.uint64(arrays.classes) + number * lanes
                while number < classes:
                    best = _load(table, start[number] + growth[number] * rows)
                    option, end = np.uint64(first_option[number]), np.uint64(first_option[number + one])
                    while option < end:
                        best = _larger(best, _load(table, base + offset[option]))
                        option += one
                    _store(table, best_place, best)
                    worth = _add(worth, chance[number], best)
                    best_place += lanes
                    number += one
                value = _larger(value, worth)
                mode += one
            state = base + np.uint64(2) * lanes * at
            _store(table, state, value)
            _store(table, state + lanes, _larger(value, banked))


@compiled
def pass_turns(arrays: LaneArrays, tops: Ints, bank: int, room: Room, top_is_banked: bool) -> None:
    """Sets what each state is worth; the start of the turn is at the place `arrays.states` of the table.

    `bank`: the number of what a bank is worth. `tops`: the top row of each lane, which stands for itself and everything
    above, as in kernel.turn_pass: with `top_is_banked` it counts as banked, otherwise the turn goes on there until it
    can be banked.
    """
    table, layout = room.table, arrays.layout
    width = 2 * LANES * len(arrays.order)
    banks = bank * layout.rows * LANES
    top, lowest = int(tops.max()), int(tops.min())
    if top_is_banked:
        for place in range(arrays.states + top * width, arrays.states + (top + arrays.most_gain) * width):
            table[place] = table[banks + top * LANES + place % LANES]
    else:
        _settle_top(arrays, top, banks, table)
    row = top - 1
    while row >= 0:
        bottom = row if top_is_banked and row >= lowest else 0
        _pass_rows(arrays, arrays.options, table, banks, row, bottom)
        for lane in range(LANES if top_is_banked else 0):
            if bottom >= tops[lane]:
                first = arrays.states + bottom * width + lane
                for place in range(first, first + width, LANES):
                    table[place] = table[banks + bottom * LANES + lane]
        row = bottom - 1


@compiled
def _settle_top(arrays: LaneArrays, top: int, banks: int, table: Floats) -> None:
    """Repeats the top row, which leads back to itself, until it no longer changes."""
    layout = arrays.layout
    width = 2 * LANES * len(arrays.order)
    first = arrays.states + top * width
    for place in range(width):
        lane = place % LANES
        least = np.inf
        for end in range(layout.ends):
            least = min(least, table[((layout.banks + end) * layout.rows + top) * LANES + lane])
        with_bank = place // LANES % 2 == 1
        table[first + place] = max(least, table[banks + top * LANES + lane]) if with_bank else least
    before = np.full(width, np.inf)
    for _ in range(_MOST_SWEEPS):
        change = 0.0
        for place in range(width):
            change = max(change, abs(table[first + place] - before[place]))
            before[place] = table[first + place]
        if change < _SETTLED:
            break
        _pass_rows(arrays, arrays.top_options, table, banks, top, top)
    for place in range(first + width, first + arrays.most_gain * width):
        table[place] = table[place - width]
