"""The chance to win a game for two from both scores, for players who gain points as risk-neutral players do.

The scores are counted in cells, CELLS to the target. The chance follows from the distribution of what one turn gains,
with and without the opening, and from the chance that the last turn of the other player is enough (TT-20).
"""

from array import array

from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CELLS = const(40)
STATES = const(41)
"""A player is in state 0 before the first bank, in state 1 + cell after it. Without an opening both mean no points."""
CERTAIN = const(32768)
LAST_TURNS = const(12)


class WinTable:
    """The chance of the player to move to win, from the states of both; 32 768 is certain.

    Set `gains` (opened, and not), each with CELLS + 1 chances to gain a number of cells in a turn, and `last_turn`
    with the chances to gain more than a number of cells in a last turn. Then call `step` until it returns False.
    """

    def __init__(self, chances: "array[int]") -> None:
        """`chances`: room for STATES * STATES numbers, which may be used for other work before `start`."""
        self.gains = (array("H", [0] * (CELLS + 1)), array("H", [0] * (CELLS + 1)))
        self.last_turn = array("H", [0] * LAST_TURNS)
        self._chances = chances
        self._most_gain = 0
        self._solving: Iterable[None] = ()

    def start(self) -> None:
        """Begins to compute the table from what was set."""
        self._most_gain = max([gain for gain in range(CELLS + 1) if self.gains[0][gain] or self.gains[1][gain]])
        self._solving = self._pairs()

    def step(self) -> bool:
        """Computes two chances: a few milliseconds. True while more are left."""
        for _ in self._solving:
            return True
        self._solving = ()
        return False

    def beaten(self, cells: int) -> int:
        """The chance that a last turn gains more than a number of cells."""
        return self.last_turn[cells] if cells < len(self.last_turn) else 0

    def _pairs(self) -> "Iterator[None]":
        """Computes the chances from high scores to low ones; yields after each pair of states."""
        for both in range(2 * CELLS, -1, -1):
            for low in range(max(0, both - CELLS), both // 2 + 1):
                self._solve(low, both - low)
                yield

    def _solve(self, one: int, other: int) -> None:
        """Computes both chances of two states: who gains nothing leaves the move to the other player."""
        idle = self._idle(one)
        idle_other = self._idle(other)
        first = self._after_gain(one, other)
        second = self._after_gain(other, one)
        # first chance x = first + idle * (1 - y), second chance y = second + idle_other * (1 - x)
        rest = CERTAIN - (idle * idle_other >> 15)
        x = first + (idle * (CERTAIN - second - idle_other) >> 15)
        chance = min(CERTAIN - 1, max(0, (x << 15) // rest))
        self._chances[one * STATES + other] = chance
        y = second + (idle_other * (CERTAIN - chance) >> 15)
        self._chances[other * STATES + one] = min(CERTAIN - 1, y)

    def _idle(self, state: int) -> int:
        """The chance that a turn gains nothing."""
        return self.gains[state == 0][0]

    def _after_gain(self, own: int, other: int) -> int:
        """The chance to win of the player to move, from the turns in which something is gained."""
        gains = self.gains[own == 0]
        cell = max(own - 1, 0)
        other_cell = max(other - 1, 0)
        chances = self._chances
        total = 0
        for gain in range(1, self._most_gain + 1):
            if gains[gain]:
                reached = cell + gain
                if reached >= CELLS:
                    total += gains[gain] * (CERTAIN - self.beaten(reached - other_cell))
                else:
                    total += gains[gain] * (CERTAIN - chances[other * STATES + reached + 1])
        return total >> 15

    def chance(self, own: int, other: int, fraction: int) -> int:
        """The chance of a player in state `own`, to move, against one in `other` and a fraction (of 256) of a cell."""
        first = self._chances[own * STATES + other]
        if not fraction or other + 1 >= STATES:
            return first
        return first + ((self._chances[own * STATES + other + 1] - first) * fraction >> 8)
