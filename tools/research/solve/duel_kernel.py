"""The pairs of scores of two players, compiled by Numba: one unit is a pair of scores and the same pair exchanged.

`win` (seat, own counts, other's counts, own score, other score) is the chance of the player to move to win.
"""

from typing import NamedTuple

import numpy as np

from tools.research.compiled import compiled
from tools.research.solve.arrays import Arrays
from tools.research.solve.graph import Floats, Ints
from tools.research.solve.kernel import empty, turn_pass

_SETTLED = 1e-9
"""A smaller Newton step leaves an error of a higher order."""
_MOST_ROUNDS = 2000


class Ends(NamedTuple):
    """How rolls end a turn, one entry per end of the graph (and count)."""

    wins: Ints
    out: Ints
    saved: Ints
    price: Ints
    """(end, counts): taken from the score."""
    counts: Ints
    """(end, counts): the counts after it."""


class Setting(NamedTuple):
    """One game for two players. Of the pairs with two entries the first is for a player who is not on the table."""

    arrays: tuple[Arrays, Arrays]
    ends: tuple[Ends, Ends]
    least_bank: Ints
    opening: int
    goal: int
    beyond: int
    """Rows above the target: how far a player may go on to defend the lead."""
    most: int
    """Rows of a turn, at most: the last one counts as banked."""
    closing: Floats
    """(seat, the other is on the table, points missing to the lead): the chance to win of who reaches the target."""
    repeats: bool
    """Whether the counts of a unit lead back to themselves."""


@compiled
def banked(setting: Setting, win: Floats, seat: int, counts: int, others: int, score: int, other: int) -> float:
    """The chance to win after a turn that ends with `score`."""
    if score >= setting.goal:
        missing = min(score - other + 1, setting.closing.shape[2] - 1)
        return float(setting.closing[seat, min(other, 1), missing])
    next_seat = (seat + 1) % win.shape[0]
    return 1.0 - float(win[next_seat, others, counts, other, score])


@compiled
def _solve_state(
    setting: Setting, win: Floats, seat: int, counts: int, others: int, own: int, other: int
) -> tuple[float, float]:
    """The chance to win at the start of a turn, and the chance that the turn ends with nothing changed."""
    if own > 0:
        opened = turn_values(setting, setting.arrays[1], setting.ends[1], win, seat, counts, others, own, other)
        return opened[0][0, 0], opened[1][0, 0]
    first = turn_values(setting, setting.arrays[0], setting.ends[0], win, seat, counts, others, own, other)
    return first[0][0, 0], first[1][0, 0]


@compiled
def turn_values(
    setting: Setting,
    arrays: Arrays,
    ends: Ends,
    win: Floats,
    seat: int,
    counts: int,
    others: int,
    own: int,
    other: int,
) -> tuple[Floats, Floats]:
    """The chance to win from every state of a turn, and the chance that the turn ends with nothing changed.

    `arrays` and `ends` are those that count for the player. The results are indexed as in kernel.turn_pass.
    """
    opened = min(own, 1)
    least = setting.least_bank[opened]
    top = max(min(setting.goal - own + setting.beyond, setting.most), least)
    bank = np.empty(top + 1)
    for row in range(top + 1):
        bank[row] = -np.inf
        if row >= least:
            bank[row] = banked(setting, win, seat, 0, others, own + row, other)
    lost = np.empty((max(1, len(ends.wins)), top + 1))
    same = np.zeros(lost.shape[0])
    for end in range(len(ends.wins)):
        after = ends.counts[end, counts]
        left = max(0, own - ends.price[end, counts])
        if ends.wins[end] or ends.out[end]:
            lost[end, :] = ends.wins[end]
        elif ends.saved[end]:
            for row in range(top + 1):
                gained = row if opened or row >= setting.opening else 0
                score = max(0, own + gained - ends.price[end, counts])
                lost[end, row] = banked(setting, win, seat, after, others, score, other)
        else:
            lost[end, :] = banked(setting, win, seat, after, others, left, other)
            same[end] = left == own and after == counts
    value = empty(arrays, top + 1)
    share = empty(arrays, top + 1)
    turn_pass(arrays, bank, lost, same, value, share, setting.beyond > 0 or top == setting.most, 0.0)
    return value, share


@compiled
def _guess(win: Floats, first: int, second: int) -> None:
    """Starts a unit with the chances of the pair that has one step more on both sides."""
    if max(first, second) + 1 < win.shape[3]:
        seat = win.shape[0] - 1
        win[0, :, :, first, second] = win[0, :, :, first + 1, second + 1]
        win[seat, :, :, second, first] = win[seat, :, :, second + 1, first + 1]


@compiled
def _solve_unit(setting: Setting, win: Floats, first: int, second: int) -> float:
    """Solves a pair of scores: seat 0 to move with `first` against `second`, and seat 1 with the scores exchanged.

    Returns the largest change.
    """
    seat = win.shape[0] - 1
    kinds = win.shape[1]
    most = 0.0
    for _ in range(_MOST_ROUNDS):
        change = 0.0
        for total in range(2 * kinds - 2, -1, -1):
            for counts in range(max(0, total - kinds + 1), min(kinds - 1, total) + 1):
                change = max(change, _solve_exchange(setting, win, seat, counts, total - counts, first, second))
        most = max(most, change)
        if change < _SETTLED or (kinds > 1 and not (setting.repeats or first == 0 or second == 0)):
            break
    return most


@compiled
def _solve_exchange(
    setting: Setting, win: Floats, seat: int, counts: int, others: int, first: int, second: int
) -> float:
    """One Newton step for the two states that lead to each other when a turn changes nothing; returns the change."""
    x = win[0, counts, others, first, second]
    y = win[seat, others, counts, second, first]
    a, part_a = _solve_state(setting, win, 0, counts, others, first, second)
    if seat == 0 and first == second and counts == others:
        win[0, counts, others, first, second] = (a + part_a * x) / (1.0 + part_a)
        return abs(float(win[0, counts, others, first, second]) - float(x))
    b, part_b = _solve_state(setting, win, seat, others, counts, second, first)
    new_x = (a - part_a * (b - y + part_b * x)) / (1.0 - part_a * part_b)
    new_y = b - part_b * (new_x - x)
    win[0, counts, others, first, second] = new_x
    win[seat, others, counts, second, first] = new_y
    return max(abs(float(new_x) - float(x)), abs(float(new_y) - float(y)))


@compiled
def solve_diagonal(setting: Setting, win: Floats, total: int, start: int, stride: int, fresh: bool) -> float:
    """Solves every `stride`-th pair of scores with a sum of `total`, from number `start`; returns the largest change.

    `fresh`: nothing is known of these pairs yet.
    """
    most = 0.0
    highest = setting.goal - 1
    for first in range(max(0, total - highest) + start, min(highest, total) + 1, stride):
        second = total - first
        if fresh and (win.shape[0] == 2 or first <= second):
            _guess(win, first, second)
        if win.shape[0] == 2 or first <= second:
            most = max(most, _solve_unit(setting, win, first, second))
    return most
