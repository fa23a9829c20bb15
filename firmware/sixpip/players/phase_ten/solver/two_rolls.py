"""Looks up what it is worth to set dice aside with two rolls left, in tables that are shipped with the firmware.

The file (tools/research/solve_phases/tables.py) has for each phase a row for every set of high dice kept, then a part
for each of two or three worths of a miss, on which the best play depends: RACE with other players, ALONE, and up to the
bonus at half also EAGER, for more points. A part has a head, and a row for every set of low dice. The chance to make
the phase is a sum of PRODUCTS products of a number in the row of the high dice and one in that of the low dice; so are
the points above a miss, times the chance.
"""

from array import array

from sixpip.compat import TYPE_CHECKING, const, micropython, ptr8, ptr32, table_path
from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.players.phase_ten.solver.pool import UNIT
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import HALF
from sixpip.rules.phase_ten.phases import COLOR, goal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader

    from sixpip.players.phase_ten.solver.goals import TurnWorth

TABLES = table_path("phase_ten.bin")
RACE = const(0)
ALONE = const(1)
EAGER = const(2)
"""The parts of the tables of a phase."""
HEAD = const(22)
"""The bytes of a part before its rows: what a miss is worth, and what each product is multiplied by, in 16 bits."""
PRODUCTS = const(5)
_HIGH_ROW = PRODUCTS
_LOW_ROW = const(10)  # the factors of the points and of the chance
MIDDLE = const(128)
"""The byte for a factor of 0."""
SHIFT = const(12)
"""Binary digits of a sum of products that are dropped."""
WORTH_UNIT = const(1024)
"""The integer for one point, times the chance."""
_HIGH_SETS = const(924)
_LOW_SETS = const(126)
_PARTS_START = _HIGH_SETS * _HIGH_ROW
_PART = HEAD + _LOW_SETS * _LOW_ROW
_MOST_LOWS = const(16)
_MOST_POINTS = const(80)
_SPREAD = const(10)  # points, how far those made are from their mean in most turns
_HIGH_DICE = const(63)  # one bit each
_LOW_MISS = const(320)  # 20 points, about half of what a miss is worth alone
_LAST_LOW = const(4)  # the face of the first W
_NOTHING = const(-(1 << 29))

# The indexes in `job`: what a miss is worth, the factors of the ten products, the number of rows of low dice,
# the best value so far, its chance, and its row of low dice (-1 for none in this call).
_MISS = const(0)
_SCALES = const(1)
_LOWS = const(11)
_VALUE = const(12)
_CHANCE = const(13)
_LOW = const(14)


def start_of(phase: int) -> int:
    """Returns the first byte of the tables of a phase. They are in the order of the phases, without the color phase."""
    before = sum([goal(earlier)[0] != COLOR for earlier in range(1, phase)])
    return before * (_PARTS_START + 2 * _PART) + min(before, HALF) * _PART  # up to half also EAGER


def _choose(many: int, few: int) -> int:
    """Returns the number of ways to choose `few` of `many` items."""
    ways = 1
    for at in range(few):
        ways = ways * (many - at) // (at + 1)
    return ways


def place_of(digits: bytes | bytearray) -> int:
    """Returns the index of a set of dice among all sets. `digits` has the values in order, the highest for dice to
    roll.
    """
    return sum([_choose(digits[at] + at, at + 1) for at in range(len(digits))])


class TwoRolls:
    """Finds the dice to `keep` with two rolls left, their `chance` (UNIT is 1) and `value` (see BestPlay)."""

    def __init__(self) -> None:
        self.keep = self.chance = self.value = 0
        self._gains = array("i", [0] * (_MOST_POINTS + 2 + 2 * _SPREAD))
        self._job = array("i", [0] * (_LOW + 1))
        self._head = array("H", [0] * (HEAD // 2))
        self._row = bytearray(_HIGH_ROW)
        self._low_row = bytearray(_LOW_ROW)
        self._lows = bytearray(_MOST_LOWS * _LOW_ROW)
        self._low_keeps = [0] * _MOST_LOWS

    def judge(self, faces: "bytes | bytearray", kept: int, phase: int, worth: "TurnWorth") -> "Iterator[int]":
        """Judges every set of dice except all; among equal dice, those in `kept` come first. Yields the cost of each
        step.
        """
        yield from self._note_gains(worth)
        self._job[_VALUE] = _NOTHING
        start = start_of(phase)
        with open(TABLES, "rb") as file:
            for part in _parts(worth, phase):
                yield from self._judge_part(file, start, part, faces, kept)
        self.value = self._job[_VALUE]
        self.chance = self._job[_CHANCE]

    def _judge_part(
        self, file: "BufferedReader", start: int, part: int, faces: "bytes | bytearray", kept: int
    ) -> "Iterator[int]":
        """Judges every set of dice except all, with a part of the tables that begin at `start`."""
        job, row = self._job, self._row
        head = start + _PARTS_START + part * _PART
        file.seek(head)
        file.readinto(self._head)
        for at in range(len(self._head)):
            job[at] = self._head[at]
        yield 4
        yield from self._read_lows(file, head + HEAD, faces, kept)
        for keep, place in _sets(faces, kept, range(dice.HIGH), dice.HIGH - 1):
            file.seek(start + place * _HIGH_ROW)
            file.readinto(row)
            if keep == _HIGH_DICE:
                job[_LOWS] -= 1  # the last set is all low dice
            best_low(row, self._lows, self._gains, job)
            if job[_LOW] >= 0:
                self.keep = keep | self._low_keeps[job[_LOW]]
            yield 4

    def _note_gains(self, worth: "TurnWorth") -> "Iterator[int]":
        """Notes what the end of the turn is worth by the mean points, around which those made are spread."""
        gains = self._gains
        for at in range(len(gains)):
            gains[at] = worth.gain((at - _SPREAD) * POINT)
            if at % 16 == 0:
                yield 4
        left = len(gains)
        for _ in range(2):  # the mean of neighbors twice: far points count less
            left -= _SPREAD
            total = sum(gains[:_SPREAD])
            for at in range(left):
                total += gains[at + _SPREAD]
                first = gains[at]
                gains[at] = total // (_SPREAD + 1)
                total -= first
            yield 4

    def _read_lows(self, file: "BufferedReader", start: int, faces: "bytes | bytearray", kept: int) -> "Iterator[int]":
        """Reads the rows of the sets of low dice."""
        count = 0
        row = self._low_row
        for keep, place in _sets(faces, kept, range(dice.HIGH, dice.DICE), _LAST_LOW):
            file.seek(start + place * _LOW_ROW)
            file.readinto(row)
            self._lows[count * _LOW_ROW : (count + 1) * _LOW_ROW] = row
            self._low_keeps[count] = keep
            count += 1
            yield 4
        self._job[_LOWS] = count


def _parts(worth: "TurnWorth", phase: int) -> "tuple[int, ...]":
    """Returns the parts of the tables to use. The best play for their worths of a miss is good for this worth, too."""
    if worth.gains:
        return (RACE, ALONE, EAGER) if phase <= HALF else (RACE, ALONE)
    if worth.is_open():
        return (ALONE, EAGER)
    return (ALONE,) if worth.miss > _LOW_MISS else (RACE,)


def _sets(faces: "bytes | bytearray", kept: int, kind: range, last: int) -> "Iterator[tuple[int, int]]":
    """Yields each set of dice of one kind with its index, from no die to all. `last` is the last face that differs."""
    order = sorted(kind, key=lambda die: (min(faces[die], last) * 2 + 1 - (kept >> die & 1)) * dice.DICE + die)
    digits = bytearray(len(order))
    for choice in range(1 << len(order)):
        keep = count = 0
        skipped = -1  # of equal dice the first ones are kept
        for at, die in enumerate(order):
            value = min(faces[die], last)
            if not choice >> at & 1:
                skipped = value
            elif value == skipped:
                break
            else:
                keep |= 1 << die
                digits[count] = value
                count += 1
        else:
            for at in range(count, len(digits)):
                digits[at] = last + 1
            yield keep, place_of(digits)


# The inner loop


@micropython.viper
def best_low(row: ptr8, lows: ptr8, gains: ptr32, job: ptr32) -> object:
    """Joins a row of high dice with each of low dice, and notes the best value, its chance and its row of low dice."""
    job[_LOW] = -1
    low = 0
    at = 0
    while low < job[_LOWS]:
        worth = 0
        chance = 0
        product = 0
        while product < PRODUCTS:
            high = row[product] - MIDDLE
            worth += high * (lows[at + product] - MIDDLE) * job[_SCALES + product]
            other = PRODUCTS + product
            chance += high * (lows[at + other] - MIDDLE) * job[_SCALES + other]
            product += 1
        worth = worth >> SHIFT
        chance = chance >> SHIFT
        if chance > UNIT:
            chance = UNIT
        if chance > 0:
            points = job[_MISS] + (worth << 8) // chance
            if points < 0:
                points = 0
            place = points >> 4
            if place > _MOST_POINTS:
                place = _MOST_POINTS
            part = points & 15
            value = chance * ((gains[place] * (16 - part) + gains[place + 1] * part) >> 4)
            if value > job[_VALUE]:
                job[_VALUE] = value
                job[_CHANCE] = chance
                job[_LOW] = low
        at += _LOW_ROW
        low += 1
    return None
