"""The inner loops of the advice on the Pico: the viper version of spread.py, which documents the functions.

pool.py imports it on the Pico only, because MicroPython's WebAssembly build cannot compile viper. viper functions have
at most four parameters and no `None` annotation.
"""

import micropython


@micropython.viper
def clear(grid: ptr32, size: int) -> object:
    """See spread.clear."""
    while size:
        size -= 1
        grid[size] = 0
    return None


@micropython.viper
def add_states(source: ptr32, grid: ptr32, job: ptr32) -> object:
    """See spread.add_states."""
    wilds = job[5]
    at = 0
    left = 0 - job[0]
    while left <= 0:
        left_other = 0 - job[1]
        while left_other <= 0:
            wild = job[3] + left + left_other + job[4] - job[7]
            if wild >= 0:
                if wild < wilds:
                    grid[at + wild] = grid[at + wild] + source[at + wild]
            at += wilds
            left_other += 1
        left += 1
    return None


@micropython.viper
def roll_die(grid: ptr32, job: ptr32) -> object:
    """See spread.roll_die."""
    one = job[0]
    other = job[1]
    run = job[2]
    wilds = job[5]
    sides = job[6]
    wide = (other + 1) * wilds
    place = 0
    left = 0
    while left <= one:
        left_other = 0
        while left_other <= other:
            gains = 1
            stays = 6 - sides
            if left:
                stays -= 1
            if run:
                gains = left_other + 1
                stays -= left_other
            elif left_other:
                stays -= 1
            if left_other == other:
                gains = 0
            at = place + wilds
            while at > place:
                at -= 1
                total = grid[at] * stays
                if left < one:
                    total += grid[at + wide]
                if gains:
                    total += grid[at + wilds] * gains
                if at > place:
                    total += grid[at - 1] * sides
                grid[at] = total // 6
            place += wilds
            left_other += 1
        left += 1
    return None


@micropython.viper
def sum_up(grid: ptr32, sums: ptr32, job: ptr32) -> object:
    """See spread.sum_up."""
    at = 0
    while at < 15:
        sums[at] = 0
        at += 1
    at = 0
    left = 0
    while left <= job[0]:
        left_other = 0
        while left_other <= job[1]:
            wild = 0
            while wild < job[5]:
                slot = left + left_other
                if job[6]:
                    slot = wild - slot
                if slot >= 0:
                    if slot < 5:
                        chance = grid[at]
                        sums[slot] = sums[slot] + chance
                        sums[5 + slot] = sums[5 + slot] + chance * left
                        sums[10 + slot] = sums[10 + slot] + chance * left_other
                at += 1
                wild += 1
            left_other += 1
        left += 1
    at = 14
    while at >= 0:
        if at >= 5:
            sums[at] = sums[at] >> 12
        else:
            sums[at] = sums[at] >> 10
        if job[6]:
            if at % 5 != 4:
                sums[at] = sums[at] + sums[at + 1]
        at -= 1
    return None


@micropython.viper
def join(high: ptr32, low: ptr32, result: ptr32) -> object:
    """See spread.join."""
    chance = 0
    one = 0
    other_high = 0
    other_low = 0
    slot = 0
    while slot < 5:
        chance += high[slot] * low[slot] >> 14
        one += (high[5 + slot] * low[slot] + high[slot] * low[5 + slot]) >> 12
        other_high += high[10 + slot] * low[slot] >> 12
        other_low += high[slot] * low[10 + slot] >> 12
        slot += 1
    result[0] = chance
    result[1] = one
    result[2] = other_high
    result[3] = other_low
    return None


@micropython.viper
def compare(need: ptr8, have: ptr8, lacks: ptr32) -> object:
    """See spread.compare."""
    at = 1
    while at < 10:
        lacks[at] = 0
        at += 1
    value = 1
    while value < 11:
        fits = need[value]
        if fits:
            at = 1
            if value >= 5:
                at = 5
            missing = 0
            if fits > have[value]:
                missing = fits - have[value]
                fits = have[value]
            lacks[at + 3] = lacks[at + 3] + fits
            lacks[9] = lacks[9] + fits * value
            if value == lacks[0]:
                lacks[at] = missing
            else:
                lacks[at + 1] = lacks[at + 1] + missing
                lacks[at + 2] = lacks[at + 2] + missing * value
        value += 1
    return None
