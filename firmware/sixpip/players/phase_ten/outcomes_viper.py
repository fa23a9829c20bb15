"""The inner loops of the last roll on the Pico: the viper version of outcomes.py, which documents the functions.

last_roll.py imports it on the Pico only, because MicroPython's WebAssembly build cannot compile viper. viper functions
have at most four parameters and no `None` annotation. NUMBERS, HIGH_ROWS and LOW_ROWS of outcomes.py are numbers here.
"""

import micropython


@micropython.viper
def list_outcomes(work: ptr8, first: int, count: int, sides: int) -> int:
    """See outcomes.list_outcomes."""
    at = first
    side = 0
    while side < 8:
        work[at + side] = 0
        side += 1
    work[at] = count
    found = 0
    while True:
        found += 1
        weight = 1
        left = count
        side = 0
        while side < sides:
            part = 1
            while part <= work[at + side]:
                weight = weight * left // part
                left -= 1
                part += 1
            side += 1
        if sides < 6:
            weight = weight << work[at + 4]
        work[at + 6] = weight
        if work[at + sides - 1] == count:
            return found
        side = 0
        while side < 8:
            work[at + 8 + side] = work[at + side]
            side += 1
        at += 8
        side = 0
        while not work[at + side]:
            side += 1
        many = work[at + side]
        work[at + side] = 0
        work[at] = many - 1
        work[at + side + 1] = work[at + side + 1] + 1
    return found


@micropython.viper
def clear(best: ptr8, size: int) -> object:
    """See outcomes.clear."""
    while size:
        size -= 1
        best[size] = 0
    return None


@micropython.viper
def next_goal(work: ptr8, needs: ptr8, job: ptr32) -> int:
    """See outcomes.next_goal."""
    left = -1
    need = 11 * job[4] - 11
    job[4] = job[4] - 1
    while left < 0:
        need += 11
        job[4] = job[4] + 1
        if job[4] == job[5]:
            return 0
        left = job[6] + job[7] + work[0]
        value = 10
        while value:
            missing = needs[need + value] - work[value]
            if missing > 0:
                left -= missing
            value -= 1
    most = 0
    row = 2032
    low_end = 2032 + 8 * job[1]
    while row < low_end:
        left = 8 + work[0] + work[row + 4]
        points = 0
        value = 1
        while value < 5:
            fits = work[value] + work[row + value - 1]
            missing = needs[need + value]
            if fits >= missing:
                fits = missing
            left -= missing - fits
            points += fits * value
            value += 1
        if left < 0:
            left = 0
        if left > most:
            most = left
        work[row + 5] = left
        work[row + 7] = points
        row += 8
    job[8] = most
    return 1


@micropython.viper
def try_goal(work: ptr8, best: ptr8, needs: ptr8, job: ptr32) -> int:
    """See outcomes.try_goal."""
    need = 11 * job[4]
    low_end = 2032 + 8 * job[1]
    most = job[8]
    compared = 0
    at = 0
    high = 16
    high_end = 16 + 8 * job[0]
    while high < high_end:
        left = 8
        points = 1
        value = 5
        while value < 11:
            missing = needs[need + value]
            if missing:
                fits = work[value] + work[high + value - 5]
                if fits >= missing:
                    fits = missing
                left += missing - fits
                points += fits * value
            value += 1
        if left <= most:
            compared += job[1]
            row = 2032
            while row < low_end:
                if work[row + 5] >= left:
                    total = points + work[row + 7]
                    if total > best[at]:
                        best[at] = total
                at += 1
                row += 8
        else:
            at += job[1]
        high += 8
    job[4] = job[4] + 1
    return compared


@micropython.viper
def add_up(work: ptr8, best: ptr8, gains: ptr32, job: ptr32) -> object:
    """See outcomes.add_up."""
    total = 0
    made = 0
    at = 0
    high = 16
    high_end = 16 + 8 * job[0]
    low_end = 2032 + 8 * job[1]
    while high < high_end:
        row = 2032
        while row < low_end:
            if best[at]:
                weight = work[high + 6] * work[row + 6]
                total += weight * gains[best[at]]
                made += weight
            at += 1
            row += 8
        high += 8
    job[2] = total
    job[3] = made
    return None
