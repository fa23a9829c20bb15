"""The chances of two players to win, from the scores of both: those that the Pico computes itself (BuiltTable).

Scores are counted in states: 0 is a player before the first bank. Those of the games that are shipped are in
shipped_chances.py.
"""

from array import array

from sixpip.compat import TYPE_CHECKING
from sixpip.players.ten_thousand.solver.roll_codes import CELLS, STATES

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import TenThousandGame


class WinTable:
    """What both tables have in common. A chance of 32 768 is certain."""

    def __init__(self) -> None:
        self.last_turn = array("H")
        """The chance to gain at least as many units in a last turn (TT-20) as the index says."""

    if TYPE_CHECKING:

        def state(self, score: int, opened: bool) -> "tuple[int, int]":
            """Returns the state of a player, and the part (of 256) of the way to the next state."""

        def row(self, seat: int, score: int, opened: bool) -> "array[int]":
            """Returns the chances of a player who is to move, by the state of the other player.

            `seat` is 1 for the later one of the two in each round. Raises OSError if they cannot be read.
            """

    def beaten(self, lead: int, unit: int) -> int:
        """Returns the chance that a last turn gains more than `lead` points; `unit` is the points of a unit."""
        units = max(0, lead) // unit + 1
        return self.last_turn[units] if units < len(self.last_turn) else 0


def between(row: "array[int]", state: int, part: int) -> int:
    """Returns the chance in a row at a state and a part (of 256) of the way to the next one."""
    chance = row[state]
    return chance + ((row[state + 1] - chance) * part >> 8) if part else chance


def mix(row: "array[int]", above: "array[int]", part: int) -> None:
    """Moves a row a part (of 256) of the way to another one."""
    for i in range(len(row)):
        row[i] += (above[i] - row[i]) * part >> 8


class BuiltTable(WinTable):
    """A table that WinTableBuilder fills. The target has CELLS equal cells; state 1 + n is a score of n cells."""

    def __init__(self, game: "TenThousandGame", seats: int, chances: "array[int]") -> None:
        """`seats` is 2 if the later of two players has no turn after the other one reached the target, else 1.

        `chances` is the array for the table, at least seats * STATES * STATES numbers.
        """
        super().__init__()
        self._target = game.target
        self.seats = seats
        self.chances = chances
        """The index is (own seat * STATES + own state) * STATES + state of the other player. With 1 seat, all have seat
        0."""

    def place(self, seat: int, own: int, other: int) -> int:
        """Returns the index in `chances` of a player who is to move. `seat` is 1 for the later one of the two."""
        return ((seat % self.seats) * STATES + own) * STATES + other

    def state(self, score: int, opened: bool) -> "tuple[int, int]":
        """Returns the state of a player, and the part (of 256) of the way to the next state."""
        if not opened:
            return 0, 0
        place = max(0, score) * CELLS * 256 // self._target
        state = 1 + (place >> 8)
        return (state, place & 255) if state < CELLS else (CELLS, 0)

    def row(self, seat: int, score: int, opened: bool) -> "array[int]":
        """Returns the chances of a player who is to move, by the state of the other player."""
        own, part = self.state(score, opened)
        first = self.place(seat, own, 0)
        row = self.chances[first : first + STATES]
        if part:
            mix(row, self.chances[first + STATES : first + 2 * STATES], part)
        return row
