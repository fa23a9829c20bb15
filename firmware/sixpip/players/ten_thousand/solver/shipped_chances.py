"""The chances to win in the games that are shipped, from the exact solver. A turn reads the few that it needs.

The file has one table after another: 16-bit numbers, little-endian (tools/board/win_chances.py).
"""

from array import array

from sixpip.compat import TYPE_CHECKING, const, table_path
from sixpip.players.ten_thousand.solver.roll_classes import check_of
from sixpip.players.ten_thousand.solver.win_table import WinTable, mix

if TYPE_CHECKING:
    from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver
    from sixpip.rules.ten_thousand.game import TenThousandGame

FILE = table_path("win_chances.bin")
HEAD = const(6)
"""Numbers before a table: how many follow, check_of in two halves, the target in units (0: any), seats, nodes."""


def shipped_chances(game: "TenThousandGame", solver: "TurnSolver") -> "ShippedTable | None":
    """Returns the table of a game whose roll classes are shipped, None if there is none for its target."""
    check = check_of(game)
    goal = goal_of(game, solver.unit)
    head = array("H", bytes(2 * HEAD))
    start = 0
    try:
        with open(FILE, "rb") as file:
            size = file.seek(0, 2)
            file.seek(0)
            while file.readinto(head) == 2 * HEAD:
                start += 2 * HEAD
                is_whole = start + 2 * head[0] <= size
                if is_whole and head[1] | head[2] << 16 == check and head[3] in (0, goal):
                    nodes = array("H", bytes(2 * head[5]))
                    file.readinto(nodes)
                    if head[3] or goal <= nodes[-1]:
                        return ShippedTable(start + 2 * head[5], head[4], nodes, goal, solver.unit, head[3] > 0)
                start += 2 * head[0]
                file.seek(start)
    except OSError:
        pass
    return None


def goal_of(game: "TenThousandGame", unit: int) -> int:
    """Returns the fewest units that reach the target."""
    units = -(-game.target // unit)
    return units if game.reaches(units * unit) else units + 1


class ShippedTable(WinTable):
    """The table of one game. A node is a number of units that are missing to the target; state 1 + n is node n."""

    def __init__(self, start: int, seats: int, nodes: "array[int]", goal: int, unit: int, opens: bool) -> None:
        """The chances are in the file from `start` on: by seat, own state and state of the other player.

        `goal` is the target in units, and `opens` is whether state 0 counts.
        """
        super().__init__()
        self._start = start
        self._seats = seats
        self._nodes = nodes
        self._goal = goal
        self._unit = unit
        self._opens = opens
        self._below = bytearray(nodes[-1] + 1)  # for each number of missing units the last node that is not above it
        node = 0
        for missing in range(len(self._below)):
            if node + 1 < len(nodes) and missing >= nodes[node + 1]:
                node += 1
            self._below[missing] = node

    def state(self, score: int, opened: bool) -> "tuple[int, int]":
        """Returns the state of a player, and the part (of 256) of the way to the next state."""
        if not opened and self._opens:
            return 0, 0
        missing = max(0, min(self._nodes[-1], self._goal - score // self._unit))
        node = self._below[missing]
        over = missing - self._nodes[node]
        return 1 + node, (over << 8) // (self._nodes[node + 1] - self._nodes[node]) if over else 0

    def row(self, seat: int, score: int, opened: bool) -> "array[int]":
        """Returns the chances of a player who is to move, by the state of the other player. Raises OSError."""
        state, part = self.state(score, opened)
        states = len(self._nodes) + 1
        row = array("H", bytes(2 * states))
        with open(FILE, "rb") as file:
            file.seek(self._start + 2 * states * (seat % self._seats * states + state))
            file.readinto(row)
            if part:
                above = array("H", bytes(2 * states))
                file.readinto(above)
                mix(row, above, part)
        return row
