"""The inner loops of the advice. This is the portable version of spread_viper.py, with the same results.

A grid holds the chance (FINE is 1) of each state of the high or of the low dice: at
[(dice the first part lacks * (most of the second + 1) + dice the second part lacks) * wilds + Ws]. `job` says what
they need: the places are named in pool.py.
"""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from array import array


def clear(grid: "array[int]", size: int) -> None:
    """Sets the first `size` places to 0."""
    for at in range(size):
        grid[at] = 0


def add_states(source: "array[int]", grid: "array[int]", job: "array[int]") -> None:
    """Adds the states of `source` in which job[7] dice are left to roll: those that do not fit and are no Ws."""
    one, other, wilds = job[0], job[1], job[5]
    at = 0
    for left in range(one + 1):
        for left_other in range(other + 1):
            wild = job[3] - (one - left) - (other - left_other) + job[4] - job[7]
            if 0 <= wild < wilds:
                grid[at + wild] += source[at + wild]
            at += wilds


def roll_die(grid: "array[int]", job: "array[int]") -> None:
    """Changes the chances by the roll of one die; it is kept if it fits or is a W."""
    one, other, run, wilds, sides = job[0], job[1], job[2], job[5], job[6]
    wide = (other + 1) * wilds
    place = 0
    for left in range(one + 1):
        for left_other in range(other + 1):
            gains = left_other + 1 if run else 1
            fits = (left_other if run else left_other > 0) + (left > 0)
            for at in range(place + wilds - 1, place - 1, -1):
                total = grid[at] * (6 - sides - fits)
                if left < one:
                    total += grid[at + wide]
                if left_other < other:
                    total += grid[at + wilds] * gains
                if at > place:
                    total += grid[at - 1] * sides
                grid[at] = total // 6
            place += wilds


def sum_up(grid: "array[int]", sums: "array[int]", job: "array[int]") -> None:
    """Sums the states of a grid by slot: the chance, and the mean dice that each part lacks, times the chance.

    High dice: a slot for each number of dice missing. Low dice: a slot for each number of Ws to spare, or more.
    """
    one, other, wilds, sides = job[0], job[1], job[5], job[6]
    for at in range(15):
        sums[at] = 0
    at = 0
    for left in range(one + 1):
        for left_other in range(other + 1):
            for wild in range(wilds):
                slot = wild - left - left_other if sides else left + left_other
                if 0 <= slot < 5:
                    chance = grid[at]
                    sums[slot] += chance
                    sums[5 + slot] += chance * left
                    sums[10 + slot] += chance * left_other
                at += 1
    for slot in range(5):
        sums[slot] >>= 10
        sums[5 + slot] >>= 12
        sums[10 + slot] >>= 12
    if sides:
        for slot in range(13, -1, -1):
            if slot % 5 != 4:
                sums[slot] += sums[slot + 1]


def join(high: "array[int]", low: "array[int]", result: "array[int]") -> None:
    """Joins the sums of high and low dice in `result`.

    The chance that nothing is missing (14 binary digits), then the mean number of dice that were replaced by Ws, times
    the chance: of the first part, of the second part on high and on low dice.
    """
    chance = one = other_high = other_low = 0
    for slot in range(5):
        chance += high[slot] * low[slot] >> 14
        one += (high[5 + slot] * low[slot] + high[slot] * low[5 + slot]) >> 12
        other_high += high[10 + slot] * low[slot] >> 12
        other_low += high[slot] * low[10 + slot] >> 12
    result[0] = chance
    result[1] = one
    result[2] = other_high
    result[3] = other_low


def compare(need: "bytes | bytearray", have: "bytes | bytearray", lacks: "array[int]") -> None:
    """Compares the dice needed of each number (0 to 10) with those on the table.

    `lacks`: at 0 the number of the first part (given). From 1 on for low dice: what the first part lacks, the second
    part lacks, the sum of the numbers it lacks, the dice that fit. From 5 on for high dice. At 9: the sum of what fits.
    """
    for at in range(1, 10):
        lacks[at] = 0
    for value in range(1, 11):
        if need[value]:
            at = 5 if value >= 5 else 1
            fits = min(need[value], have[value])
            missing = need[value] - fits
            lacks[at + 3] += fits
            lacks[9] += fits * value
            if value == lacks[0]:
                lacks[at] = missing
            else:
                lacks[at + 1] += missing
                lacks[at + 2] += missing * value
