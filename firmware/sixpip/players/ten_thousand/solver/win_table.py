"""The chances of two players to win, from the states of both."""

from array import array

from sixpip.players.ten_thousand.solver.roll_codes import STATES


class WinTable:
    """The chances to win of a player who is to move, by the states of both players; 32 768 is certain."""

    def __init__(self, seats: int, chances: "array[int]") -> None:
        """`seats` is 2 if the later of two players has no turn after the other one reached the target, else 1.

        `chances` is the array for the table, at least seats * STATES * STATES numbers.
        """
        self.seats = seats
        self.chances = chances
        """The index is (own seat * STATES + own state) * STATES + state of the other player. With 1 seat, all have seat
        0."""
        self.last_turn = array("H")
        """The chance to gain at least as many units in a last turn (TT-20) as the index says."""

    def beaten(self, lead: int, unit: int) -> int:
        """Returns the chance that a last turn gains more than `lead` points; `unit` is the points of a unit."""
        units = max(0, lead) // unit + 1
        return self.last_turn[units] if units < len(self.last_turn) else 0

    def numbers(self) -> "array[int]":
        """Returns the chances alone, without what follows them in their array."""
        return self.chances[: self.seats * STATES * STATES]

    def place(self, seat: int, own: int, other: int) -> int:
        """Returns the index in `chances` of a player who is to move. `seat` is 1 for the later one of the two."""
        return ((seat % self.seats) * STATES + own) * STATES + other

    def chance(self, place: int, fraction: int) -> int:
        """Returns the chance at a place, against a player who is a fraction (of 256) of a cell ahead of it."""
        first = self.chances[place]
        if not fraction or place % STATES + 1 >= STATES:
            return first
        return first + ((self.chances[place + 1] - first) * fraction >> 8)
