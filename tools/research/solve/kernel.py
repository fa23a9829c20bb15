"""The backward pass over one turn, compiled by Numba.

Rows are turn points in steps. The top row stands for itself and everything above.
"""

from typing import Any

import numpy as np

from tools.research.compiled import compiled
from tools.research.solve.graph import Arrays, Floats

_SETTLED = 1e-13
_MOST_SWEEPS = 5000


@compiled
def roll_value(arrays: Arrays, mode: int, row: int, value: Floats, share: Floats, ends: Floats, counts: Floats) -> Any:
    """What a roll is worth in one mode, and the chance that it leads to an end that counts.

    `value` and `share` are flat here.
    """
    worth = 0.0
    part = 0.0
    base = np.uint64(row * 2 * len(arrays.order))
    for number in range(arrays.first_class[mode], arrays.first_class[mode + 1]):
        chance = arrays.chance[number]
        end = arrays.end[number]
        if end >= 0:
            worth += chance * ends[end, row]
            part += chance * counts[end]
        else:
            first = np.uint64(arrays.first_option[number])
            best = base + arrays.offset[first]
            most = value[best]
            for option in range(first + np.uint64(1), np.uint64(arrays.first_option[number + 1])):
                to = base + arrays.offset[option]
                if value[to] > most:
                    most = value[to]
                    best = to
            worth += chance * most
            part += chance * share[best]
    return worth, part


@compiled
def turn_pass(
    arrays: Arrays,
    bank: Floats,
    ends: Floats,
    counts: Floats,
    value: Floats,
    share: Floats,
    top_is_banked: bool,
    top_share: float,
) -> None:
    """Fills `value` (row, target) with what every state of a turn is worth, and `share` with chances of some ends.

    `bank`: what a bank in each row is worth, -inf where it is not allowed. `ends` (end, row): what an end is worth.
    `counts`: 1 for the ends whose chance, under the best play, goes to `share`. `top_is_banked`: the top row counts
    as banked, allowed or not, with `top_share` as its share; otherwise the turn goes on there until it can be banked,
    with the points of the top row. `value` and `share` have arrays.most_gain more rows, which repeat the top row.
    """
    top = bank.shape[0] - 1
    if top_is_banked:
        value[top:, :] = bank[top]
        share[top:, :] = top_share
    else:
        _settle_top(arrays, bank, ends, counts, value, share)
    for row in range(top - 1, -1, -1):
        pass_row(arrays, row, bank, ends, counts, value, share)


@compiled
def _settle_top(arrays: Arrays, bank: Floats, ends: Floats, counts: Floats, value: Floats, share: Floats) -> None:
    """Repeats the top row, which leads back to itself, until it no longer changes."""
    top = bank.shape[0] - 1
    value[top:, :] = ends[:, top].min()
    share[top:, :] = 0.0
    for target in range(1, value.shape[1], 2):
        value[top:, target] = max(bank[top], value[top, target])
    for _ in range(_MOST_SWEEPS):
        change = pass_row(arrays, top, bank, ends, counts, value, share)
        for row in range(top + 1, value.shape[0]):
            value[row, :] = value[top, :]
            share[row, :] = share[top, :]
        if change < _SETTLED:
            break


@compiled
def pass_row(
    arrays: Arrays, row: int, bank: Floats, ends: Floats, counts: Floats, value: Floats, share: Floats
) -> float:
    """Computes one row; returns the largest change."""
    change = 0.0
    flat_value = value.reshape(-1)
    flat_share = share.reshape(-1)
    for at in arrays.order:
        worth, part = -np.inf, 0.0
        for mode in range(arrays.first_mode[at], arrays.first_mode[at + 1]):
            one, its_part = roll_value(arrays, mode, row, flat_value, flat_share, ends, counts)
            if one > worth:
                worth, part = one, its_part
        change = max(change, abs(worth - value[row, 2 * at]), abs(part - share[row, 2 * at]))
        value[row, 2 * at] = value[row, 2 * at + 1] = worth
        share[row, 2 * at] = share[row, 2 * at + 1] = part
        if bank[row] >= worth:
            value[row, 2 * at + 1] = bank[row]
            share[row, 2 * at + 1] = 0.0
    return change


@compiled
def _roll_worth(arrays: Arrays, mode: int, row: int, value: Floats, ends: Floats) -> float:
    """What a roll is worth in one mode, as in roll_value."""
    worth = 0.0
    base = np.uint64(row * 2 * len(arrays.order))
    for number in range(arrays.first_class[mode], arrays.first_class[mode + 1]):
        end = arrays.end[number]
        if end >= 0:
            worth += arrays.chance[number] * ends[end, row]
            continue
        first = np.uint64(arrays.first_option[number])
        most = value[base + arrays.offset[first]]
        for option in range(first + np.uint64(1), np.uint64(arrays.first_option[number + 1])):
            most = max(most, value[base + arrays.offset[option]])
        worth += arrays.chance[number] * most
    return worth


@compiled
def offer_pass(arrays: Arrays, bank: Floats, ends: Floats, value: Floats) -> None:
    """Like turn_pass, but the worth of a bank (row, situation) depends on the dice that are left.

    In the top row the player rolls once more: a turn may begin there, with points from the player before.
    """
    top = bank.shape[0] - 1
    flat = value.reshape(-1)
    for at in range(bank.shape[1]):
        value[top:, 2 * at] = bank[top, at]
        value[top:, 2 * at + 1] = bank[top, at]
    for row in range(top, -1, -1):
        for at in arrays.order:
            worth = -np.inf
            for mode in range(arrays.first_mode[at], arrays.first_mode[at + 1]):
                worth = max(worth, _roll_worth(arrays, mode, row, flat, ends))
            value[row, 2 * at] = worth
            value[row, 2 * at + 1] = bank[top, at] if row == top else max(worth, bank[row, at])
    for row in range(top + 1, value.shape[0]):
        value[row, :] = value[top, :]


@compiled
def best_option(arrays: Arrays, number: int, row: int, value: Floats) -> tuple[int, int]:
    """The row and the target of the best option of a class, as in roll_value."""
    targets = 2 * len(arrays.order)
    best_row = best_target = 0
    most = -np.inf
    for option in range(arrays.first_option[number], arrays.first_option[number + 1]):
        gained = row + int(arrays.offset[option]) // targets
        target = int(arrays.offset[option]) % targets
        if value[gained, target] > most:
            most, best_row, best_target = value[gained, target], gained, target
    return best_row, best_target


@compiled
def empty(arrays: Arrays, rows: int) -> Floats:
    """Room for the values of `rows` rows and those above them."""
    return np.zeros((rows + arrays.most_gain, 2 * len(arrays.order)))
