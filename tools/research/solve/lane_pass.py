"""The backward pass over eight turns at once, each in a lane: as in kernel.py, with the same dice and other values.

The processor computes all lanes of a number in one step, if they are a tuple. A class of rolls often has all options of
another one and a few more: only these are compared.
"""

from typing import NamedTuple

import numpy as np

from tools.research.compiled import compiled
from tools.research.solve.graph import Arrays, Floats, Ints, Offsets

LANES = 8
_SETTLED = 1e-13
_MOST_SWEEPS = 5000

Lanes = tuple[float, float, float, float, float, float, float, float]


class LaneArrays(NamedTuple):
    """The classes of all situations, as in graph.Arrays. Those with fewer options are the first of a mode."""

    order: Ints
    first_mode: Ints
    first_class: Ints
    first_option: Ints
    """Of those options that the base has not."""
    base: Ints
    """Of each class: another one before it, all of whose options it has; -1: none."""
    chance: Floats
    end: Ints
    offset: Offsets
    target: Offsets
    """Of each option: the target, without the rows."""
    most_gain: int


def to_lanes(arrays: Arrays) -> LaneArrays:
    """The same turn for `pass_turns`."""
    options = [
        frozenset(arrays.offset[first:end].tolist())
        for first, end in zip(arrays.first_option[:-1], arrays.first_option[1:])
    ]
    order: list[int] = []
    base: list[int] = []
    others: list[list[int]] = []
    for first, end in zip(arrays.first_class[:-1], arrays.first_class[1:]):
        start = len(order)
        for one in sorted(range(first, end), key=lambda number: len(options[number])):
            inside = [place for place in range(start, len(order)) if options[order[place]] <= options[one]]
            best = max(inside, key=lambda place: len(options[order[place]]), default=-1)
            known = options[order[best]] if best >= 0 else frozenset()
            base.append(best if known else -1)
            others.append(sorted(options[one] - known))
            order.append(one)
    offset = np.array([place for places in others for place in places], dtype=np.uint64)
    return LaneArrays(
        arrays.order,
        arrays.first_mode,
        arrays.first_class,
        np.cumsum([0, *map(len, others)]).astype(np.int32),
        np.array(base, dtype=np.int32),
        arrays.chance[order],
        arrays.end[order],
        offset,
        offset % np.uint64(2 * len(arrays.order)),
        arrays.most_gain,
    )


class Room(NamedTuple):
    """Room for the turns of one thread; the last index is the lane."""

    bank: Floats
    """(row, lane): what a bank is worth, -inf where it is not allowed."""
    lost: Floats
    """(end, row, lane): what an end is worth."""
    value: Floats
    """(row and target, lane): what each state is worth."""
    best: Floats
    """(class, lane): what the best option is worth."""
    slope: Floats
    """(side, lane): the chance that a turn changes nothing, of the pairs solved last."""


def room_for(arrays: tuple[LaneArrays, LaneArrays], rows: int, ends: int) -> Room:
    """Room for turns of a number of rows."""
    states = max((rows + one.most_gain) * 2 * len(one.order) for one in arrays)
    classes = max(len(one.chance) for one in arrays)
    return Room(
        np.empty((rows, LANES)),
        np.empty((ends, rows, LANES)),
        np.empty((states, LANES)),
        np.empty((classes, LANES)),
        np.full((2, LANES), 0.4),
    )


@compiled
def load(table: Floats, at: np.uint64) -> Lanes:
    """The lanes of one number."""
    return (
        table[at, 0],
        table[at, 1],
        table[at, 2],
        table[at, 3],
        table[at, 4],
        table[at, 5],
        table[at, 6],
        table[at, 7],
    )


@compiled
def _store(table: Floats, at: np.uint64, x: Lanes) -> None:
    table[at, 0] = x[0]
    table[at, 1] = x[1]
    table[at, 2] = x[2]
    table[at, 3] = x[3]
    table[at, 4] = x[4]
    table[at, 5] = x[5]
    table[at, 6] = x[6]
    table[at, 7] = x[7]


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
def _roll_value(arrays: LaneArrays, offset: Offsets, mode: int, row: int, base: np.uint64, room: Room) -> Lanes:
    """What a roll is worth in one mode."""
    worth = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    chance, ends, bases, first_option = arrays.chance, arrays.end, arrays.base, arrays.first_option
    lost, value, best_of = room.lost, room.value, room.best
    for place in range(arrays.first_class[mode], arrays.first_class[mode + 1]):
        number = np.uint64(place)
        end = ends[number]
        if end >= 0:
            best = load(lost[np.uint64(end)], np.uint64(row))
        else:
            first = np.uint64(first_option[number])
            if bases[number] >= 0:
                best = load(best_of, np.uint64(bases[number]))
            else:
                best = load(value, base + offset[first])
                first += np.uint64(1)
            for option in range(first, np.uint64(first_option[number + np.uint64(1)])):
                best = _larger(best, load(value, base + offset[option]))
            _store(best_of, number, best)
        worth = _add(worth, chance[number], best)
    return worth


@compiled
def _pass_row(arrays: LaneArrays, offset: Offsets, row: int, room: Room) -> None:
    """Computes one row."""
    base = np.uint64(row * 2 * len(arrays.order))
    for at in arrays.order:
        worth = _roll_value(arrays, offset, arrays.first_mode[at], row, base, room)
        for mode in range(arrays.first_mode[at] + 1, arrays.first_mode[at + 1]):
            worth = _larger(worth, _roll_value(arrays, offset, mode, row, base, room))
        state = base + np.uint64(2 * at)
        _store(room.value, state, worth)
        _store(room.value, state + np.uint64(1), _larger(worth, load(room.bank, np.uint64(row))))


@compiled
def pass_turns(arrays: LaneArrays, tops: Ints, room: Room, top_is_banked: bool) -> Lanes:
    """Fills `room.value`; returns what the turns are worth at their start.

    `tops`: the top row of each lane, which stands for itself and everything above, as in kernel.turn_pass: with
    `top_is_banked` it counts as banked, otherwise the turn goes on there until it can be banked.
    """
    width = 2 * len(arrays.order)
    top, lowest = tops.max(), tops.min()
    if top_is_banked:
        for row in range(top, top + arrays.most_gain):
            room.value[row * width : (row + 1) * width] = room.bank[top]
    else:
        _settle_top(arrays, top, room)
    for row in range(top - 1, -1, -1):
        _pass_row(arrays, arrays.offset, row, room)
        if top_is_banked and row >= lowest:
            for lane in range(LANES):
                if row >= tops[lane]:
                    room.value[row * width : (row + 1) * width, lane] = room.bank[row, lane]
    return load(room.value, np.uint64(0))


@compiled
def _settle_top(arrays: LaneArrays, top: int, room: Room) -> None:
    """Repeats the top row, which leads back to itself, until it no longer changes."""
    width = 2 * len(arrays.order)
    row = room.value[top * width : (top + 1) * width]
    for lane in range(LANES):
        row[:, lane] = room.lost[:, top, lane].min()
        row[1::2, lane] = max(room.lost[:, top, lane].min(), room.bank[top, lane])
    for _ in range(_MOST_SWEEPS):
        before = row.copy()
        _pass_row(arrays, arrays.target, top, room)
        if np.abs(row - before).max() < _SETTLED:
            break
    for above in range(top + 1, top + arrays.most_gain):
        room.value[above * width : (above + 1) * width] = row
