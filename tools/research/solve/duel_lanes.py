"""Solves pairs of scores for two players, eight side by side: those with the same sum of scores.

One unit is a pair of scores and the same pair exchanged. `win` (seat, own counts, other's counts, own score, other
score) is the chance of the player to move to win. All is compiled by Numba.
"""

from typing import TYPE_CHECKING

import numpy as np

from tools.research.compiled import compiled
from tools.research.solve.graph import Floats, Ints
from tools.research.solve.lane_pass import LANES, Room, pass_turns

if TYPE_CHECKING:
    from tools.research.solve.duel import Ends, Setting

_SETTLED = 1e-9
"""A smaller Newton step leaves an error of a higher order."""
_MOST_ROUNDS = 2000


@compiled
def banked(setting: "Setting", win: Floats, seat: int, counts: int, others: int, score: int, other: int) -> float:
    """The chance to win after a turn that ends with `score`."""
    if score >= setting.goal:
        missing = min(score - other + 1, setting.closing.shape[2] - 1)
        return float(setting.closing[seat, int(other > setting.zero), missing])
    next_seat = (seat + 1) % win.shape[0]
    return 1.0 - float(win[next_seat, others, counts, other, score])


@compiled
def top_row(setting: "Setting", own: int) -> int:
    """The top row of a turn, which stands for all above it."""
    least = setting.least_bank[int(own > setting.zero)]
    return int(max(min(setting.goal - own + setting.beyond, setting.most), least))


@compiled
def set_ends(
    setting: "Setting",
    ends: "Ends",
    win: Floats,
    seat: int,
    counts: int,
    others: int,
    own: int,
    other: int,
    lost: Floats,
) -> None:
    """Sets what the ends of a turn are worth: `lost` (end, row)."""
    for end in range(len(ends.wins)):
        after, price = ends.counts[end, counts], ends.price[end, counts]
        if ends.wins[end] or ends.out[end]:
            lost[end, :] = ends.wins[end]
        elif ends.saved[end]:
            for row in range(lost.shape[1]):
                gained = row if own > setting.zero or row >= setting.opening else 0
                lost[end, row] = banked(setting, win, seat, after, others, max(0, own + gained - price), other)
        else:
            lost[end, :] = banked(setting, win, seat, after, others, max(0, own - price), other)


@compiled
def _set_banks(setting: "Setting", win: Floats, own: Ints, other: Ints, side: int, room: Room) -> None:
    """Sets what banks are worth, for each count of bad turns of the other player; `own`, `other`: as in _solve_turns.

    A bank leads to other pairs and ends the bad turns: this holds for all states of a unit, until it is solved.
    """
    kinds, seat, rows = win.shape[1], min(side, win.shape[0] - 1), room.lost.shape[1]
    least = setting.least_bank[int(own[0] > setting.zero)]
    highest = 0
    for lane in range(LANES):
        highest = max(highest, top_row(setting, own[lane]))
    for others in range(kinds):
        first = (side * kinds + others) * rows * LANES
        for lane in range(LANES):
            top = top_row(setting, own[lane])
            for row in range(least):
                room.table[first + row * LANES + lane] = -np.inf
            for row in range(least, highest + 1):
                chance = banked(setting, win, seat, 0, others, own[lane] + min(row, top), other[lane])
                room.table[first + row * LANES + lane] = chance


@compiled
def _solve_turns(
    setting: "Setting", win: Floats, side: int, counts: int, others: int, own: Ints, other: Ints, room: Room
) -> Floats:
    """The chances to win at the start of a turn; `own`, `other`: the scores in each lane."""
    opened = int(own[0] > setting.zero)
    seat, kinds, rows = min(side, win.shape[0] - 1), win.shape[1], room.lost.shape[1]
    lanes, ends = setting.lanes[opened], setting.ends[opened]
    tops = np.empty(LANES, dtype=np.int32)
    for lane in range(LANES):
        tops[lane] = top_row(setting, own[lane])
    top = tops.max()
    for lane in range(LANES):
        set_ends(setting, ends, win, seat, counts, others, own[lane], other[lane], room.lost)
        for end in range(len(ends.wins)):
            first = (lanes.layout.banks + end) * rows * LANES + lane
            for row in range(top + 1):
                room.table[first + row * LANES] = room.lost[end, row]
    pass_turns(lanes, tops, side * kinds + others, room, setting.beyond > 0 or top == setting.most)
    return room.table[lanes.states : lanes.states + LANES]


@compiled
def _guess(win: Floats, first: int, second: int) -> None:
    """Starts a unit with the chances that the pairs with one and two steps more on both sides lead to."""
    seat = win.shape[0] - 1
    if max(first, second) + 2 >= win.shape[3]:
        return
    for counts in range(win.shape[1]):
        for others in range(win.shape[1]):
            chances = win[0, counts, others]
            chances[first, second] = 2 * chances[first + 1, second + 1] - chances[first + 2, second + 2]
            chances = win[seat, counts, others]
            chances[second, first] = 2 * chances[second + 1, first + 1] - chances[second + 2, first + 2]


@compiled
def _solve_without_counts(setting: "Setting", win: Floats, first: Ints, second: Ints, room: Room) -> float:
    """Solves units in which nothing is counted; returns the largest change.

    Two states lead to each other when a turn changes nothing. Each round is a Newton step; the chance that nothing
    changes, of each side, is the slope between the last two rounds.
    """
    seat = win.shape[0] - 1
    chances, before = np.empty((2, LANES)), np.empty((2, LANES))
    found, found_before = np.empty((2, LANES)), np.empty((2, LANES))
    slope, none = room.slope, win.shape[1] - 1  # there are no counts but 0
    for lane in range(LANES):
        chances[0, lane] = win[0, 0, 0, first[lane], second[lane]]
        chances[1, lane] = win[seat, 0, 0, second[lane], first[lane]]
    most = 0.0
    for number in range(_MOST_ROUNDS):
        for side in range(2):
            own, other = (first, second) if side == 0 else (second, first)
            wins = _solve_turns(setting, win, side, none, none, own, other, room)
            for lane in range(LANES):
                found[side, lane] = wins[lane]
        change = 0.0
        for lane in range(LANES):
            for side in range(2):
                step = before[1 - side, lane] - chances[1 - side, lane]
                if number and abs(step) > _SETTLED:
                    slope[side, lane] = min(max((found[side, lane] - found_before[side, lane]) / step, 0.0), 0.999)
                found_before[side, lane] = found[side, lane]
            x, y = chances[0, lane], chances[1, lane]
            a, b = found[0, lane], found[1, lane]
            p, q = slope[0, lane], slope[1, lane]
            new_x = (a - p * (b - y + q * x)) / (1.0 - p * q)
            new_y = b - q * (new_x - x)
            change = max(change, abs(new_x - x), abs(new_y - y))
            before[0, lane], before[1, lane] = x, y
            chances[0, lane], chances[1, lane] = new_x, new_y
            win[0, 0, 0, first[lane], second[lane]] = new_x
            win[seat, 0, 0, second[lane], first[lane]] = new_y
        most = max(most, change)
        if change < _SETTLED:
            break
    return most


@compiled
def _solve_with_counts(setting: "Setting", win: Floats, first: Ints, second: Ints, room: Room) -> float:
    """Solves units for all counts of bad turns, those with the most first; returns the largest change."""
    kinds = win.shape[1]
    repeats = setting.repeats or first.min() == 0 or second.min() == 0
    most = 0.0
    for _ in range(_MOST_ROUNDS):
        change = 0.0
        for total in range(2 * kinds - 2, -1, -1):
            for counts in range(max(0, total - kinds + 1), min(kinds - 1, total) + 1):
                others = total - counts
                for side in range(2):
                    own, other = (first, second) if side == 0 else (second, first)
                    at = (counts, others) if side == 0 else (others, counts)
                    change = max(change, _update(setting, win, side, at[0], at[1], own, other, room))
        most = max(most, change)
        if change < _SETTLED or not repeats:
            break
    return most


@compiled
def _update(
    setting: "Setting", win: Floats, side: int, counts: int, others: int, own: Ints, other: Ints, room: Room
) -> float:
    """Computes one state in each lane; returns the largest change."""
    found = _solve_turns(setting, win, side, counts, others, own, other, room)
    chances = win[min(side, win.shape[0] - 1), counts, others]
    change = 0.0
    for lane in range(LANES):
        change = max(change, abs(found[lane] - chances[own[lane], other[lane]]))
    for lane in range(LANES):
        chances[own[lane], other[lane]] = found[lane]
    return change


@compiled
def solve_diagonal(
    setting: "Setting", win: Floats, total: int, start: int, stride: int, fresh: bool, room: Room
) -> float:
    """Solves the pairs with a sum of `total`, of each `stride` groups one, from number `start`.

    `fresh`: nothing is known of these pairs yet. Returns the largest change.
    """
    most = 0.0
    highest = setting.goal - 1
    last = min(highest, total) if win.shape[0] == 2 else total // 2
    first, second = np.empty(LANES, dtype=np.int32), np.empty(LANES, dtype=np.int32)
    number = 0
    begin = max(0, total - highest)
    while begin <= last:
        end = begin + 1  # of the group: in its pairs the same players are on the table
        while (
            end <= min(last, begin + LANES - 1)
            and (end > setting.zero) == (begin > setting.zero)
            and (total - end > setting.zero) == (total - begin > setting.zero)
        ):
            end += 1
        if number % stride == start:
            for lane in range(LANES):
                first[lane] = min(begin + lane, end - 1)
                second[lane] = total - first[lane]
                if fresh:
                    _guess(win, first[lane], second[lane])
            for side in range(2):
                own, other = (first, second) if side == 0 else (second, first)
                _set_banks(setting, win, own, other, side, room)
            if win.shape[1] == 1:
                most = max(most, _solve_without_counts(setting, win, first, second, room))
            else:
                most = max(most, _solve_with_counts(setting, win, first, second, room))
        number += 1
        begin = end
    return most
