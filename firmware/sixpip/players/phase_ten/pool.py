"""The chances of the dice of one kind (high or low) to get the numbers that a goal still needs, counted die by die.

A goal needs some dice of one number and, from the same kind of dice, a second part: some dice of a second number, some
different numbers of a run, or some dice of any other number. After each roll the dice that fit are set aside, and so
are all Ws; the others are rolled again.
"""

from array import array

from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Iterator

SECOND_SET = const(0)
RUN = const(1)
ANY_SET = const(2)
"""Kinds of the second part. ANY_SET is for high dice only: the number that most of the rolled dice show."""
SLOTS = const(5)
"""High dice: one for each number of dice missing at the end, 0 to 4. Low dice: one for each number of Ws to spare."""
_UNIT_BITS = const(14)
UNIT = const(1 << 14)
"""The integer for a chance of 1."""
PART = const(1 << 12)
"""The integer for one missing die in the sums."""
_FINE = const(1 << 24)
_TO_UNIT = const(10)  # from _FINE
_TO_PART = const(12)  # from _FINE
_SIDES = const(6)
_WILD_SIDES = const(2)
_HIGH_GRID = const(64)
_LOW_GRID = const(180)
_STEP_OF_ANY = const(7)
_MOST = const(16)  # distributions that stay in memory
_MOST_ALIKE = (
    (1,),
    (0, 5),
    (0, 20, 5),
    (0, 60, 60, 5),
    (0, 120, 420, 80, 5),
    (0, 120, 2100, 800, 100, 5),
    (0, 0, 8100, 6200, 1200, 120, 5),
)
"""How many rolls of dice with five sides (a row for 0 to 6 dice) have 0, 1, 2... dice of their most frequent side."""


class Pool:
    """The dice of one kind: finds the distribution of what is missing after one or two rolls."""

    def __init__(self, low: bool) -> None:
        """`low`: the low dice, which have Ws."""
        self._low = low
        self._wilds = SLOTS if low else 1
        self._wild_sides = _WILD_SIDES if low else 0
        self._known: dict[int, array[int]] = {}
        self._grid = array("i", [0] * (_LOW_GRID if low else _HIGH_GRID))
        self._sums = array("i", [0] * 3 * SLOTS)

    def found(self, key: int) -> "array[int]":
        """The distribution that `find` has computed: for each slot the chance (UNIT), and two sums of missing dice.

        The sums (PART) are the mean number of dice that the first and the second part lack, times the chance.
        """
        return self._known[key]

    def limit(self) -> None:
        """Frees the memory of all distributions when there are many."""
        if len(self._known) > _MOST:
            self._known.clear()

    def find(self, key: int) -> "Iterator[int]":
        """Computes one distribution, yields the cost of each step; does nothing if it is known."""
        if key in self._known:
            return
        one, other, kind, count, wild, rolls = _parts(key)
        if rolls > 1:
            for _state, following in self._ends(one, other, kind, count, wild):
                yield 1
                yield from self.find(following)
        if kind == ANY_SET:
            self._spread_any(one, other, count)
            yield _STEP_OF_ANY
        else:
            yield from self._spread(one, other, kind, count, wild)
        sums = self._sums
        for at in range(3 * SLOTS):
            sums[at] = 0
        if rolls > 1:
            for state, following in self._ends(one, other, kind, count, wild):
                self._add_following(self._grid[state] >> _TO_UNIT, following)
                yield 2
        else:
            self._add_ends(one, other)
            yield 3
        known = array("H", [0] * 3 * SLOTS)
        for at in range(3 * SLOTS):
            known[at] = sums[at] >> (_UNIT_BITS if rolls > 1 else _TO_UNIT if at < SLOTS else _TO_PART)
        self._known[key] = known

    def _ends(self, one: int, other: int, kind: int, count: int, wild: int) -> "Iterator[tuple[int, int]]":
        """All states after one roll: the place in the grid, and the key of the distribution after one more roll."""
        following = RUN if kind == RUN else SECOND_SET
        for left in range(one + 1):
            for left_other in range(other + 1):
                useful = one - left + other - left_other
                for wilds in range(wild, self._wilds):
                    again = count - useful - wilds + wild
                    if again >= 0:
                        place = (left * (other + 1) + left_other) * self._wilds + wilds
                        yield place, key_of(left, left_other, following, again, wilds, 1)

    def _clear_grid(self, one: int, other: int) -> None:
        for at in range((one + 1) * (other + 1) * self._wilds):
            self._grid[at] = 0

    def _spread_any(self, one: int, other: int, count: int) -> None:
        """Fills the grid after one roll of `count` high dice when the second part is of any number."""
        self._clear_grid(one, other)
        fine = _FINE // _SIDES**count
        ways = 1  # of `others` dice among `count`
        for others in range(count + 1):
            left = max(0, one - (count - others))
            for alike, rolls in enumerate(_MOST_ALIKE[others]):
                self._grid[left * (other + 1) + max(0, other - alike)] += ways * rolls * fine
            ways = ways * (count - others) // (others + 1)

    def _spread(self, one: int, other: int, kind: int, count: int, wild: int) -> "Iterator[int]":
        """Fills the grid with the chance of each state after one roll of `count` dice."""
        grid = self._grid
        self._clear_grid(one, other)
        grid[(one * (other + 1) + other) * self._wilds + wild] = _FINE
        cost = 1 + ((one + 1) * (other + 1) * self._wilds >> 2)
        for _ in range(count):
            self._roll_die(one, other, kind)
            yield cost

    def _roll_die(self, one: int, other: int, kind: int) -> None:
        """Changes the grid by the roll of one die."""
        grid = self._grid
        wilds = self._wilds
        run = kind == RUN
        wide = (other + 1) * wilds
        place = 0
        for left in range(one + 1):
            for left_other in range(other + 1):
                fits = (left_other if run else left_other > 0) + (left > 0)
                stays = _SIDES - self._wild_sides - fits
                gains = left_other + 1 if run else 1
                for at in range(place + wilds - 1, place - 1, -1):
                    total = grid[at] * stays
                    if left < one:
                        total += grid[at + wide]
                    if left_other < other:
                        total += grid[at + wilds] * gains
                    if at > place:
                        total += grid[at - 1] * _WILD_SIDES
                    grid[at] = total // _SIDES
                place += wilds

    def _add_ends(self, one: int, other: int) -> None:
        """Adds the states of the grid to the sums, after the last roll."""
        sums = self._sums
        place = 0
        for left in range(one + 1):
            for left_other in range(other + 1):
                for wilds in range(self._wilds):
                    slot = wilds - left - left_other if self._low else left + left_other
                    chance = self._grid[place]
                    if chance and 0 <= slot < SLOTS:
                        sums[slot] += chance
                        sums[SLOTS + slot] += chance * left
                        sums[2 * SLOTS + slot] += chance * left_other
                    place += 1

    def _add_following(self, chance: int, key: int) -> None:
        """Adds the distribution after one more roll, which is known, to the sums."""
        if chance:
            known = self._known[key]
            sums = self._sums
            for at in range(3 * SLOTS):
                sums[at] += known[at] * chance


def key_of(one: int, other: int, kind: int, count: int, wild: int, rolls: int) -> int:
    """The key of a distribution.

    `one`: the dice that the first part lacks; `other`: those of the second part; `kind`: of the second part; `count`:
    the dice to roll; `wild`: the Ws set aside; `rolls`: the rolls left.
    """
    return ((((one << 3 | other) << 2 | kind) << 3 | count) << 3 | wild) << 2 | rolls


def _parts(key: int) -> "tuple[int, int, int, int, int, int]":
    """The arguments of `key_of`."""
    return key >> 13, key >> 10 & 7, key >> 8 & 3, key >> 5 & 7, key >> 2 & 7, key & 3
