"""The triples of scores of three players, compiled by Numba: one unit is a triple and its two rotations.

A state is (own, next, third): the scores, in steps, of the player to move and of the two who follow. `win` (own, next,
third, 2) is the chance to win of the player to move, and that of the next one. Units are solved side by side, in lanes,
so that the processor computes several at once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.research.compiled import compiled
from tools.research.solve.arrays import Arrays
from tools.research.solve.graph import Floats, Ints

Offsets = NDArray[np.uint64]
LANES = 32
"""Units that are solved side by side."""
_SETTLED = 1e-10
"""A smaller change of what a bust is worth leaves an error of a higher order."""
_MOST_ROUNDS = 16


class Setting(NamedTuple):
    """One game for three players."""

    arrays: Arrays
    """The turn; here an option's offset leads to (row, situation) in a flat array, because each may be banked."""
    least_bank: Ints
    """In steps: of a player who has no points, of one who has some."""
    goal: int
    beyond: int
    """Rows above the target: how far a player may go on to defend the lead."""
    closing: Floats
    """(steps that the next player has to gain, and the third one, to pass the lead; 2): the chances to win of the
    player who has reached the target, and of the next one."""


class Room(NamedTuple):
    """Room to work in for one thread: values of turns, each with several chances in each lane."""

    bank: Floats
    """(rotation, row, chances and lanes): what a bank is worth."""
    lost: Floats
    """(rotation, chance, lane): what a bust is worth."""
    value: Floats
    """(row and situation, chances and lanes), and one row more to work with."""
    total: Floats
    """(chances and lanes), to work with."""
    found: Floats
    """(rotation, chance, lane): what the turn is worth."""


@compiled
def new_room(setting: Setting, chances: int) -> Room:
    """Room for turns in which each state has a number of chances."""
    rows = setting.goal + setting.beyond + setting.arrays.most_gain + 1
    return Room(
        np.zeros((3, rows, chances * LANES)),
        np.zeros((3, chances, LANES)),
        np.zeros((rows * len(setting.arrays.order) + 1, chances * LANES)),
        np.zeros(chances * LANES),
        np.zeros((3, chances, LANES)),
    )


@compiled
def turn_pass(arrays: Arrays, top: int, rotation: int, room: Room) -> None:
    """Fills `room.found` of a rotation with the chances at the start of a turn, from those of a bank and a bust.

    The first chance of each lane is that of the player to move, who makes it as large as possible. The others follow
    the same choices: a bank where it is as good as a roll, and then the first of equally good keeps. From row `top` on
    every player banks.
    """
    bank, value, total = room.bank[rotation], room.value, room.total
    lost = room.lost[rotation].reshape(1, -1)
    situations = len(arrays.order)
    for row in range(top, top + arrays.most_gain):
        for at in range(situations):
            value[row * situations + at] = bank[row]
    for row in range(top - 1, -1, -1):
        base = np.uint64(row * situations)
        for at in arrays.order:
            total[:] = 0.0
            for number in range(arrays.first_class[at], arrays.first_class[at + 1]):
                if arrays.end[number] >= 0:
                    _add(total, arrays.chance[number], lost, np.uint64(0))
                else:
                    first = np.uint64(arrays.first_option[number])
                    place = _best(value, base, arrays.offset, first, np.uint64(arrays.first_option[number + 1]))
                    _add(total, arrays.chance[number], value, place)
            _store_better(total, bank[row], value[row * situations + at])
    room.found[rotation] = value[0].reshape(-1, LANES)


@compiled
def _add(total: Floats, chance: float, chances: Floats, place: np.uint64) -> None:
    """Adds the chances of a place, in all lanes."""
    for i in range(len(total)):
        total[i] += chance * chances[place, i]


@compiled
def _best(value: Floats, base: np.uint64, offset: Offsets, first: np.uint64, end: np.uint64) -> np.uint64:
    """The place with the chances of the best option of a class of rolls: the last place, if the lanes differ."""
    last = np.uint64(len(value) - 1)
    best: np.uint64 = base + offset[first]
    for option in range(first + np.uint64(1), end):
        to = base + offset[option]
        better, worse = False, False
        for lane in range(LANES):
            better |= value[to, lane] > value[best, lane]
            worse |= value[to, lane] <= value[best, lane]
        if better and not worse:
            best = to
        elif better:
            if best != last:
                value[last] = value[best]
                best = last
            for i in range(value.shape[1] - 1, -1, -1):  # the first chance, which decides, is the last to change
                if value[to, i % LANES] > value[last, i % LANES]:
                    value[last, i] = value[to, i]
    return best


@compiled
def _store_better(rolled: Floats, bank: Floats, value: Floats) -> None:
    """Stores the better of a roll and a bank in each lane."""
    for i in range(len(rolled)):
        value[i] = bank[i] if bank[i % LANES] >= rolled[i % LANES] else rolled[i]


# Units


@compiled
def rotated(scores: tuple[int, int, int], rotation: int) -> tuple[int, int, int]:
    """The scores after so many turns that change nothing."""
    if rotation == 0:
        return scores
    own, following, third = scores
    return (following, third, own) if rotation == 1 else (third, own, following)


@compiled
def units_of(total: int, own: int, goal: int) -> tuple[int, int]:
    """The first score of the next player, and the one after the last, in units with a sum that begin with `own`.

    Of the three rotations of a triple the unit begins with the one in which the player to move has the fewest points,
    and the third player more.
    """
    if 3 * own == total:
        return own, own + 1
    return max(own, total - own - goal + 1), min(goal - 1, total - 2 * own - 1) + 1


@compiled
def scores_of(total: int, own: int, following: int, end: int, lane: int) -> tuple[int, int, int]:
    """The scores of a lane; lanes that are left over repeat the last one. `following`: of the first lane."""
    other = min(following + lane, end - 1)
    return own, other, total - own - other


@compiled
def third_wins(win: Floats, scores: tuple[int, int, int]) -> float:
    """The chance to win of the third player."""
    return float(1.0 - win[scores[0], scores[1], scores[2], 0] - win[scores[0], scores[1], scores[2], 1])


@compiled
def after_bank(setting: Setting, win: Floats, own: int, following: int, third: int) -> tuple[float, float]:
    """The chances of the player who has just banked and now has `own`, and of the next one."""
    if own < setting.goal:
        return third_wins(win, (following, third, own)), float(win[following, third, own, 0])
    last = setting.closing.shape[0] - 1
    lead = setting.closing[min(own - following + 1, last), min(own - third + 1, last)]
    return float(lead[0]), float(lead[1])


@compiled
def set_bank(setting: Setting, win: Floats, scores: tuple[int, int, int], rotation: int, lane: int, room: Room) -> None:
    """Sets what banks are worth to the player to move, and the chance of the next one."""
    own, following, third = scores
    least = setting.least_bank[min(own, 1)]
    bank = room.bank[rotation]
    for row in range(bank.shape[0]):
        bank[row, lane], bank[row, LANES + lane] = -np.inf, 0.0
        if row >= least:
            bank[row, lane], bank[row, LANES + lane] = after_bank(setting, win, own + row, following, third)


@compiled
def _guess(win: Floats, scores: tuple[int, int, int]) -> float:
    """What a bust is worth, about: the chance of the third player where everyone has one step more."""
    own, following, third = scores[0] + 1, scores[1] + 1, scores[2] + 1
    if max(own, following, third) >= win.shape[0]:
        return 1.0 / 3.0
    return third_wins(win, (own, following, third))


@compiled
def chances_of_turn(room: Room, rotation: int, lane: int) -> tuple[float, float, float]:
    """The chances of the player to move and the next one to win by a turn, without a bust, and the chance to bust."""
    found = room.found[rotation]
    bust = float(found[2, lane])
    return float(found[0, lane] - bust * room.lost[rotation, 0, lane]), float(found[1, lane]), bust


@compiled
def set_busts(turns: Floats, busts: Floats) -> None:
    """Sets what a bust is worth to the player to move, for each rotation, from the `chances_of_turn` of all three.

    After three busts the unit is back where it was, so that it is a geometric series.
    """
    again = turns[0, 2] * turns[1, 2] * turns[2, 2]
    for rotation in range(3):
        second, third = turns[(rotation + 1) % 3], turns[(rotation + 2) % 3]
        as_third = 1.0 - second[0] - second[1] - second[2]
        busts[rotation] = (as_third + second[2] * (third[1] + third[2] * turns[rotation, 0])) / (1.0 - again)


@compiled
def _newton_step(room: Room, lane: int, turns: Floats, busts: Floats) -> float:
    """Sets what a bust is worth in the three rotations of a lane, from the last passes; returns the change."""
    for rotation in range(3):
        turns[rotation, 0], turns[rotation, 1], turns[rotation, 2] = chances_of_turn(room, rotation, lane)
    set_busts(turns, busts)
    change = 0.0
    for rotation in range(3):
        change = max(change, abs(busts[rotation] - room.lost[rotation, 0, lane]))
        room.lost[rotation, 0, lane] = busts[rotation]
    return change


@compiled
def store(win: Floats, scores: tuple[int, int, int], turns: Floats, busts: Floats) -> None:
    """Stores the chances of a unit. `turns`, `busts`: as in `set_busts`."""
    for rotation in range(3):
        own, following, third = rotated(scores, rotation)
        after = (rotation + 1) % 3
        win[own, following, third, 0] = turns[rotation, 0] + turns[rotation, 2] * busts[rotation]
        as_first = turns[after, 0] + turns[after, 2] * busts[after]
        win[own, following, third, 1] = turns[rotation, 1] + turns[rotation, 2] * as_first


@compiled
def open_units(
    setting: Setting, win: Floats, total: int, own: int, following: int, end: int, room: Room, top: Ints
) -> None:
    """Sets what banks are worth, and about what busts are, in units from `following` up to `end`; sets the top rows."""
    top[:] = 0
    for rotation in range(3):
        for lane in range(LANES):
            scores = rotated(scores_of(total, own, following, end, lane), rotation)
            top[rotation] = max(top[rotation], setting.goal - scores[0] + setting.beyond)
            set_bank(setting, win, scores, rotation, lane, room)
            room.lost[rotation, 0, lane] = _guess(win, rotated(scores, 1))
            room.lost[rotation, 2, lane] = 1.0


@compiled
def pass_all(arrays: Arrays, top: Ints, room: Room) -> None:
    """Passes through the turns of all three rotations."""
    for rotation in range(3):
        turn_pass(arrays, top[rotation], rotation, room)


@compiled
def _solve_units(
    setting: Setting, win: Floats, total: int, own: int, following: int, end: int, room: Room, unsettled: Floats
) -> None:
    """Solves the units from `following` up to `end`, at most LANES; sets `unsettled` of a lane to the last change."""
    top = np.zeros(3, dtype=np.int32)
    turns, busts = np.empty((3, 3)), np.empty(3)
    open_units(setting, win, total, own, following, end, room, top)
    for _ in range(_MOST_ROUNDS):
        pass_all(setting.arrays, top, room)
        for lane in range(LANES):
            unsettled[lane] = _newton_step(room, lane, turns, busts)
            store(win, scores_of(total, own, following, end, lane), turns, busts)
        if unsettled.max() < _SETTLED:
            break


@compiled
def solve_sum(setting: Setting, win: Floats, total: int, start: int, stride: int) -> list[tuple[int, int, int]]:
    """Solves units with a sum of scores, of each `stride` groups one, from number `start`.

    Returns the scores of those that do not settle.
    """
    room = new_room(setting, 3)
    unsettled = np.empty(LANES)
    left = [(0, 0, 0) for _ in range(0)]
    number = 0
    for own in range(max(0, total - 2 * (setting.goal - 1)), total // 3 + 1):
        first, end = units_of(total, own, setting.goal)
        for following in range(first, end, LANES):
            if number % stride == start:
                last = min(end, following + LANES)
                _solve_units(setting, win, total, own, following, last, room, unsettled)
                for lane in range(last - following):
                    if unsettled[lane] >= _SETTLED:
                        left.append(scores_of(total, own, following, last, lane))
            number += 1
    return left
