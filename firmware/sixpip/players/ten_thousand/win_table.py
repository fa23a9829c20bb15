"""The chance to win a game for two from both scores, for players who gain points as risk-neutral players do.

The scores are counted in cells, CELLS to the target. Built by win_table_builder.py.
"""

from array import array

from sixpip.port import const

CELLS = const(40)
STATES = const(41)
"""A player is in state 0 before the first bank, in state 1 + cell after it. Without an opening both mean no points."""
CERTAIN = const(32768)
LAST_TURNS = const(12)


class WinTable:
    """The chance of the player to move to win, from the states of both; 32 768 is certain."""

    def __init__(self) -> None:
        self.chances = array("H", bytes(2 * STATES * STATES))
        """At [own state * STATES + state of the other player]."""
        self.last_turn = array("H", [0] * LAST_TURNS)
        """The chances to gain more than a number of cells in a last turn (TT-20)."""

    def beaten(self, cells: int) -> int:
        """The chance that a last turn gains more than a number of cells."""
        return self.last_turn[cells] if cells < len(self.last_turn) else 0

    def chance(self, own: int, other: int, fraction: int) -> int:
        """The chance of a player in state `own`, to move, against one in `other` and a fraction (of 256) of a cell."""
        first = self.chances[own * STATES + other]
        if not fraction or other + 1 >= STATES:
            return first
        return first + ((self.chances[own * STATES + other + 1] - first) * fraction >> 8)
