"""The rolls of a game in classes, and the large blocks of memory of the turn solver and of the chances to win.

All blocks are allocated before the screens of a game are imported: later no free block is large enough. Of keeps that
lead to the same next roll only the one with the most points is useful, so rolls with the same useful keeps are one
class. The classes depend on the options of the game only and are built once (builders/roll_class_builder.py).
"""

from array import array

from sixpip.players.ten_thousand.solver.roll_codes import HIGH, LOW, MARKED, MOST_JOINED, MOST_STEPS, NEXT, ROWS, STATES
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import Game

_SIZE = const(1408)
_SIZE_MARKED = const(1664)
_SIZE_SEVEN = const(2304)
_SIZE_SIX_MARKED = const(5120)
"""Enough for all variants; the merger extends it for house rules that need more."""


class RollClasses:
    """The classes of the rolls of each row (roll_codes.py).

    `stream` holds for each class its weight, the number of codes and the codes. The classes of row r are at
    stream[starts[r]:starts[r + 1]]; `weights[r]` is the sum of their weights.
    """

    def __init__(self, game: "Game") -> None:
        """The classes of a game, still to be built."""
        self.unit = unit_of(game)
        """The points of one unit."""
        self.marked = game.dice_set.wild >= 0
        """Whether one die is marked and has rows of its own."""
        self.extends = game.house_rules.override("of_a_kind_rows") and not self.marked
        """Whether rolls after a triple have rows of their own (HR-10)."""
        self._high = _high_faces(game) if self.extends else 0
        self.first_row = game.dice + MARKED if self.marked else game.dice
        """The row of a roll of all dice."""
        self.stream = array("H")
        self.starts = array("H", [0] * (ROWS + 1))
        self.weights = array("I", [0] * ROWS)
        self.is_too_large = False
        """The classes do not fit into memory, as with a sun among seven dice."""

    def allocate(self, dice: int) -> None:
        """Allocates the stream for a game of some dice. Raises MemoryError."""
        size = _SIZE_SEVEN if dice > 6 else _SIZE
        if self.marked:
            size = _SIZE_SIX_MARKED if dice > 5 else _SIZE_MARKED
        self.stream = new_block(size)

    def next_row(self, dice: int, key: int, triple: int) -> int:
        """The row of a roll of some dice, not all of them, after a keep `key` (scorer.py), without a marked die.

        `triple`: the face of a triple kept before in the same set, -1 for none.
        """
        if not self.extends or dice > MOST_JOINED:
            return dice
        face = 0
        while key:
            if key & 7 >= 3:
                triple = face
            key >>= 4
            face += 1
        return dice if triple < 0 else self.row_after_triple(dice, triple)

    def row_after_triple(self, dice: int, face: int) -> int:
        """The row of a roll of some dice that can join a triple of a face."""
        return dice + (HIGH if self._high >> face & 1 else LOW)


class TurnTables:
    """The blocks for one game; empty ones where memory is too short for them."""

    def __init__(self, game: "Game", wins: bool = True, whole: bool = True) -> None:
        """`wins`: with the chances to win, for Master; `whole`: for all turn points, also above what the game needs."""
        self.classes = classes = RollClasses(game)
        self.shift = 4 if classes.marked or classes.extends or game.saves_points() else 3
        """Binary digits of the number of a row in the places of `values`."""
        most = MOST_STEPS if whole else most_of(game, classes.unit)
        self.size = NEXT + ((most + 1) << self.shift)
        self.seats = 2 if game.options["end"] == "same-round" else 1
        """2 where the later of two players has no turn after the other one reached the target, else 1."""
        self.release()
        try:
            self._allocate(game.dice, max(self.size, self.seats * STATES * STATES) if wins else 0)
        except MemoryError:
            self.release()

    def _allocate(self, dice: int, chances: int) -> None:
        """Allocates the blocks, the largest one first."""
        self.chances = new_block(chances)
        """The chances to win (win_chance.py); their builder uses the block for other work before."""
        self.values = new_block(self.size)
        """The values of a pass, see turn_solver.py."""
        self.classes.allocate(dice)

    def release(self) -> None:
        """Releases the blocks, where there is not enough memory to work with them."""
        self.classes.stream = self.values = self.chances = array("H")

    def fit(self) -> bool:
        """Whether the blocks are allocated."""
        return len(self.classes.stream) > 0


def reserve(game: "Game", wins: bool) -> TurnTables:
    """The tables of a game in play, no larger than it needs; `wins`: as for TurnTables."""
    return TurnTables(game, wins, False)


def most_of(game: "Game", unit: int) -> int:
    """The highest turn points, in units, that make a difference in a game."""
    return min(MOST_STEPS, game.target // unit + 1)


def new_block(size: int) -> "array[int]":
    """A block of 16-bit numbers, with any content: made without a second block of its size to copy from."""
    return array("H", range(size))


def unit_of(game: "Game") -> int:
    """The points of one unit: the largest number that divides the points of all combinations."""
    unit = 0
    for row in game.scorer.of_a_kind:
        for points in row:
            unit = _divisor(unit, points) if points > 0 else unit
    for pattern in game.scorer.patterns:
        unit = _divisor(unit, pattern[3])
    return unit or 1


def _high_faces(game: "Game") -> int:
    """The faces, one bit each, of which a fourth die adds more to a triple than it does on average."""
    added = [row[4] - row[3] for row in game.scorer.of_a_kind]
    high = 0
    for face in range(len(added)):
        if added[face] * len(added) > sum(added):
            high |= 1 << face
    return high


def _divisor(one: int, other: int) -> int:
    """The greatest common divisor of two numbers that are not negative."""
    while other:
        one, other = other, one % other
    return one
