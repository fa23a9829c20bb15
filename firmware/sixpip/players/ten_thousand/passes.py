"""The inner loops of the turn solver. This is the portable version of passes_viper.py, with the same results.

`stream` holds the classes of rolls (roll_classes.py). `values` holds at [turn points in units] the value of a bank,
from OUTCOME on the value of each outcome, and at [NEXT + (turn points << shift) + row] the value of the next roll. All
values are from 0 to 32 767; a bank that is not allowed has 0. `job` holds turn points, highest turn points, shift, the
places in `job` of the first row to do and behind the last one, then for each row its number, its first and last place
in the stream, the sum of its weights.
"""

from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from array import array

MOST_STEPS = const(220)
"""Turn points, in units, above which a turn has no other values: more than a whole game of 10 000."""
OUTCOME = const(221)  # MOST_STEPS + 1
NEXT = const(226)  # OUTCOME + OUTCOMES
ROWS_IN_JOB = const(5)
"""The place in `job` of the first row."""


def solve_points(stream: "array[int]", values: "array[int]", job: "array[int]") -> None:
    """Computes the value of each roll with some turn points: the mean, over all faces, of the best that can follow."""
    points = job[0]
    for i in range(job[3], job[4], 4):
        at = job[i + 1]
        total = 0
        while at < job[i + 2]:
            weight = stream[at]
            last = at + 1 + stream[at + 1]
            at += 2
            best = 0
            while at <= last:
                code = stream[at]
                at += 1
                if code & 15:
                    then = min(points + (code >> 5), job[1])
                    value = values[NEXT + (then << job[2]) + (code & 15)]
                    if not code & 16:
                        value = max(value, values[then])
                else:
                    value = values[OUTCOME + (code >> 5)]
                best = max(best, value)
            total += weight * best
        values[NEXT + (points << job[2]) + job[i]] = total // job[i + 3]


def follow_points(stream: "array[int]", values: "array[int]", chances: "array[int]", job: "array[int]") -> None:
    """Distributes the chance to throw each roll with some turn points on what the best choice leads to.

    `chances`: at the places of `values`, of the next rolls, of banks and of outcomes; 32 768 is certain. Call it for 0
    turn points first, then for each larger number.
    """
    points = job[0]
    for i in range(job[3], job[4], 4):
        chance = chances[NEXT + (points << job[2]) + job[i]]
        at = job[i + 1] if chance else job[i + 2]
        rest = (points * 40503 + i * 9973) % job[i + 3]  # no class gets more than its share because of its place
        while at < job[i + 2]:
            weight = stream[at]
            last = at + 1 + stream[at + 1]
            at += 2
            best = -1
            place = 0
            while at <= last:
                code = stream[at]
                at += 1
                there = OUTCOME + (code >> 5)
                if code & 15:
                    then = min(points + (code >> 5), job[1])
                    there = NEXT + (then << job[2]) + (code & 15)
                    if not code & 16 and values[then] > values[there]:
                        there = then
                if values[there] > best:
                    best = values[there]
                    place = there
            rest += chance * weight
            chances[place] += rest // job[i + 3]
            rest %= job[i + 3]  # for the next class: no chance is lost
