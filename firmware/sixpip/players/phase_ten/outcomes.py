"""The inner loops of the last roll. This is the portable version of outcomes_viper.py, with the same results.

`work` has the dice of each number (0 to 10) that are kept. From HIGH_ROWS and LOW_ROWS on it has 8 bytes for each
outcome of the high and of the low dice to roll: how many dice show each number (Ws last), and at 6 how many rolls it
stands for. `job` has the number of high and of low outcomes, at 6 and 7 that of the dice to roll. `best` has for each
pair of outcomes the points made plus 1, or 0 for a miss.
"""

from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from array import array

NUMBERS = const(11)
HIGH_ROWS = const(16)
LOW_ROWS = const(2032)  # HIGH_ROWS + 8 * 252
SIZE = const(2592)  # LOW_ROWS + 8 * 70
_HIGH_SIDES = const(6)
_LEFT = const(5)  # in a row of low dice: Ws that a goal has to spare, plus 8
_WEIGHT = const(6)
_POINTS = const(7)  # in a row of low dice: of the dice that fit


def list_outcomes(work: bytearray, first: int, count: int, sides: int) -> int:
    """Lists the outcomes of `count` dice in the rows from `first` on, and returns how many there are.

    `sides`: 6 for high dice, 5 for low ones: the last, a W, counts twice.
    """
    at = first
    for side in range(8):
        work[at + side] = 0
    work[at] = count
    found = 0
    while True:
        found += 1
        weight = 1
        left = count
        for side in range(sides):
            for part in range(work[at + side]):
                weight = weight * left // (part + 1)
                left -= 1
        if sides < _HIGH_SIDES:
            weight <<= work[at + 4]
        work[at + _WEIGHT] = weight
        if work[at + sides - 1] == count:
            return found
        for side in range(8):
            work[at + 8 + side] = work[at + side]
        at += 8
        side = 0
        while not work[at + side]:
            side += 1
        many = work[at + side]
        work[at + side] = 0
        work[at] = many - 1
        work[at + side + 1] += 1


def clear(best: bytearray, size: int) -> None:
    """Sets the first `size` places to 0."""
    for at in range(size):
        best[at] = 0


def next_goal(work: bytearray, needs: bytearray, job: "array[int]") -> int:
    """Finds the next goal that can be reached, from job[4] on; returns 0 if there is none among the first job[5].

    `needs`: the dice of each number that each goal needs. Notes for each outcome of the low dice the Ws to spare and
    the points, and the most Ws to spare in job[8].
    """
    while job[4] < job[5]:
        need = NUMBERS * job[4]
        left = job[6] + job[7] + work[0]
        for value in range(1, 11):
            if needs[need + value] > work[value]:
                left -= needs[need + value] - work[value]
        if left >= 0:
            break
        job[4] += 1
    else:
        return 0
    job[8] = 0
    for row in range(LOW_ROWS, LOW_ROWS + 8 * job[1], 8):
        left = 8 + work[0] + work[row + 4]
        points = 0
        for value in range(1, 5):
            fits = work[value] + work[row + value - 1]
            if fits >= needs[need + value]:
                fits = needs[need + value]
            else:
                left -= needs[need + value] - fits
            points += fits * value
        left = max(left, 0)
        job[8] = max(job[8], left)
        work[row + _LEFT] = left
        work[row + _POINTS] = points
    return 1


def try_goal(work: bytearray, best: bytearray, needs: bytearray, job: "array[int]") -> int:
    """Raises the points of each pair to those of the goal job[4]; returns how many pairs were compared."""
    need = NUMBERS * job[4]
    at = compared = 0
    for high in range(HIGH_ROWS, HIGH_ROWS + 8 * job[0], 8):
        missing = 8
        points = 1
        for value in range(5, 11):
            fits = work[value] + work[high + value - 5]
            if fits >= needs[need + value]:
                fits = needs[need + value]
            else:
                missing += needs[need + value] - fits
            points += fits * value
        if missing <= job[8]:
            compared += job[1]
            for row in range(LOW_ROWS, LOW_ROWS + 8 * job[1], 8):
                if work[row + _LEFT] >= missing and points + work[row + _POINTS] > best[at]:
                    best[at] = points + work[row + _POINTS]
                at += 1
        else:
            at += job[1]
    job[4] += 1
    return compared


def add_up(work: bytearray, best: bytearray, gains: "array[int]", job: "array[int]") -> None:
    """Adds up all rolls: their gains (by the points made, plus 1) in job[2], those that make the phase in job[3]."""
    total = made = at = 0
    for high in range(HIGH_ROWS, HIGH_ROWS + 8 * job[0], 8):
        for row in range(LOW_ROWS, LOW_ROWS + 8 * job[1], 8):
            if best[at]:
                weight = work[high + _WEIGHT] * work[row + _WEIGHT]
                total += weight * gains[best[at]]
                made += weight
            at += 1
    job[2] = total
    job[3] = made
