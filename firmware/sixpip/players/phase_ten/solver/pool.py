"""The chances of the dice of one kind (high or low) to get the numbers that a goal still needs, counted die by die.

A goal needs some dice of one number and, from the same kind of dice, a second part: some dice of a second number, some
different numbers of a run, or some dice of any other number. In the last roll, the dice that fit count, and all Ws.

A grid holds the chance (_FINE is 1) of each state of the high or of the low dice. The index of a state is (dice the
first part lacks * (most of the second + 1) + dice the second part lacks) * wilds + Ws. `job` says what they need, at
the indexes named below.
"""

from array import array

from sixpip.compat import const, micropython, ptr8, ptr32

SECOND_SET = const(0)
RUN = const(1)
ANY_SET = const(2)
"""Kinds of the second part. ANY_SET is for high dice only: the number that most of the rolled dice show."""
SLOTS = const(5)
"""The slots of `sums`. High dice have one for each number of missing dice, 0 to 4; low dice have one for at least 0, 1,
2, 3 and 4 Ws to spare."""
UNIT = const(1 << 14)
"""The integer for a chance of 1."""
_FINE = const(1 << 24)
_SIDES = const(6)
_WILD_SIDES = const(2)
_GRID = const(180)
_ONE = const(0)
_OTHER = const(1)
_RUN = const(2)
_COUNT = const(3)
_WILD = const(4)
_WILDS = const(5)
_W_SIDES = const(6)
_LEFT = const(7)  # dice left to roll
_MOST_ALIKE = const(
    (
        (1,),
        (0, 5),
        (0, 20, 5),
        (0, 60, 60, 5),
        (0, 120, 420, 80, 5),
        (0, 120, 2100, 800, 100, 5),
        (0, 0, 8100, 6200, 1200, 120, 5),
    )
)
"""How many rolls of dice with five sides (a row for 0 to 6 dice) have 0, 1, 2... dice of their most frequent side."""


class Pool:
    """The dice of one kind. `find` computes the distribution of what is missing after a roll."""

    def __init__(self, low: bool, other: "Pool | None" = None) -> None:
        """`low` is True for the low dice, which have Ws. `other` is a pool that lends its arrays for the work."""
        self._grid: array[int] = other._grid if other else array("i", [0] * _GRID)
        self._following: array[int] = other._following if other else array("i", [0] * _GRID)
        self._job = array("i", [0] * 8)
        self._job[_WILDS] = SLOTS if low else 1
        self._job[_W_SIDES] = _WILD_SIDES if low else 0
        self._key = -1
        self.sums = array("i", [0] * 3 * SLOTS)
        """What `find` computes: see sum_up."""

    def find(self, one: int, other: int, kind: int, count: int, wild: int) -> None:
        """Computes the distribution.

        `one` and `other` are the numbers of dice that the first and the second part lack; `kind` is the kind of the
        second part. `count` dice are rolled, and `wild` Ws are set aside.
        """
        key = (((one << 4 | other) << 2 | kind) << 3 | count) << 3 | wild
        if key == self._key:
            return
        self._key = key
        job, grid, following = self._job, self._grid, self._following
        job[_ONE] = one
        job[_OTHER] = other
        job[_RUN] = int(kind == RUN)
        job[_COUNT] = count
        job[_WILD] = wild
        size = (one + 1) * (other + 1) * job[_WILDS]
        clear(following, size)
        if kind == ANY_SET:
            self._spread_any(one, other, count)
        else:
            following[size - job[_WILDS] + wild] = _FINE
            self._roll(following, grid, size)
            following = grid
        sum_up(following, self.sums, job)

    def _roll(self, source: "array[int]", grid: "array[int]", size: int) -> None:
        """Fills `grid` with the chance of each state after one roll from the states of `source`, die by die."""
        job = self._job
        clear(grid, size)
        for left in range(job[_COUNT], -1, -1):
            job[_LEFT] = left
            add_states(source, grid, job)
            if left:
                roll_die(grid, job)

    def _spread_any(self, one: int, other: int, count: int) -> None:
        """Adds the chances after one roll of `count` high dice when the second part is of any number."""
        following = self._following
        fine = _FINE // _SIDES**count
        ways = 1  # of `others` dice among `count`
        for others in range(count + 1):
            left = max(0, one - (count - others))
            for alike, rolls in enumerate(_MOST_ALIKE[others]):
                following[left * (other + 1) + max(0, other - alike)] += ways * rolls * fine
            ways = ways * (count - others) // (others + 1)


# The inner loops


@micropython.viper
def clear(grid: ptr32, size: int) -> object:
    """Sets the first `size` places to 0."""
    while size:
        size -= 1
        grid[size] = 0
    return None


@micropython.viper
def add_states(source: ptr32, grid: ptr32, job: ptr32) -> object:
    """Adds the states of `source` in which job[_LEFT] dice are left to roll: those that do not fit and are no Ws."""
    wilds = job[_WILDS]
    at = 0
    left = 0 - job[_ONE]
    while left <= 0:
        left_other = 0 - job[_OTHER]
        while left_other <= 0:
            wild = job[_COUNT] + left + left_other + job[_WILD] - job[_LEFT]
            if wild >= 0:
                if wild < wilds:
                    grid[at + wild] = grid[at + wild] + source[at + wild]
            at += wilds
            left_other += 1
        left += 1
    return None


@micropython.viper
def roll_die(grid: ptr32, job: ptr32) -> object:
    """Changes the chances by the roll of one die; it is kept if it fits or is a W."""
    one = job[_ONE]
    other = job[_OTHER]
    run = job[_RUN]
    wilds = job[_WILDS]
    sides = job[_W_SIDES]
    wide = (other + 1) * wilds
    place = 0
    left = 0
    while left <= one:
        left_other = 0
        while left_other <= other:
            gains = 1
            stays = _SIDES - sides
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
                grid[at] = total // _SIDES
            place += wilds
            left_other += 1
        left += 1
    return None


@micropython.viper
def sum_up(grid: ptr32, sums: ptr32, job: ptr32) -> object:
    """Sums the states of a grid by slot: the chance, and the mean dice that each part lacks, times the chance.

    For high dice there is a slot for each number of missing dice, for low dice one for each least number of Ws to
    spare.
    """
    at = 0
    while at < 15:
        sums[at] = 0
        at += 1
    at = 0
    left = 0
    while left <= job[_ONE]:
        left_other = 0
        while left_other <= job[_OTHER]:
            wild = 0
            while wild < job[_WILDS]:
                slot = left + left_other
                if job[_W_SIDES]:
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
        if job[_W_SIDES]:
            if at % 5 != 4:
                sums[at] = sums[at] + sums[at + 1]
        at -= 1
    return None


@micropython.viper
def join(high: ptr32, low: ptr32, result: ptr32) -> object:
    """Joins the sums of high and low dice in `result`.

    They are the chance that nothing is missing (14 binary digits), then the mean number of dice that were replaced by
    Ws, times the chance: for the first part, and for the second part on high and on low dice.
    """
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
    """Compares the dice needed of each number (0 to 10) with those on the table.

    `lacks` has at 0 the number of the first part, which the caller sets. From 1 on it gets for low dice what the first
    part lacks, what the second part lacks, the sum of the numbers that it lacks, and the dice that fit; from 5 on the
    same for high dice; at 9 the sum of what fits.
    """
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
