"""The classes of the rolls of a game, and where they are in the file of shipped tables."""

from array import array
from binascii import crc32

from sixpip.compat import TYPE_CHECKING, const, table_path
from sixpip.players.ten_thousand.solver.roll_codes import HIGH, LOW, MARKED, MOST_JOINED, ROWS
from sixpip.rules.ten_thousand.scorer import common_divisor

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import TenThousandGame


TABLES = table_path("ten_thousand.bin")
"""The shipped tables, one game after the other: 16-bit numbers, little-endian (tools/board/tables.py)."""
HEAD = const(5)
"""Numbers before the tables of a game: how many follow, two of their sizes, and check_of in two halves."""
_FREE = const(("target", "start", "busts"))
"""The house rules with which the shipped tables are used. The chances to win leave out that bad turns in a row cost
points."""
_SIZES = array("H", (1560, 1560, 3200))
_SIZES_EXTENDED = array("H", (2100, 2100, 4160))
_SIZES_MARKED = array("H", (1800, 5120, 8480))
"""The lengths of the stream for up to five, six and seven dice, enough for all variants and most house rules. Where
rules need more, the merger extends the stream, which takes a second block of its size."""


class RollClasses:
    """The classes of the rolls of each row (roll_codes.py).

    `stream` holds for each class its weight, the number of codes and the codes. The classes of row r are at
    stream[starts[r]:starts[r + 1]]; `weights[r]` is the sum of their weights.
    """

    def __init__(self, game: "TenThousandGame") -> None:
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
        self.gave_up = False
        """Whether there are more classes than the tables hold."""

    def allocate(self, dice: int) -> None:
        """Allocates the stream for a game of `dice` dice; the builder fills it."""
        sizes = _SIZES_MARKED if self.marked else _SIZES_EXTENDED if self.extends else _SIZES
        self.stream = new_block(sizes[max(0, dice - 5)])

    def next_row(self, dice: int, multiset: int, triple: int) -> int:
        """Returns the row of a roll of some dice, not all of them, after keeping a multiset, without a marked die.

        `triple` is the face of a triple kept before in the same set, -1 for none.
        """
        if not self.extends or dice > MOST_JOINED:
            return dice
        face = 0
        while multiset:
            if multiset & 7 >= 3:
                triple = face
            multiset >>= 4
            face += 1
        return dice if triple < 0 else self.row_after_triple(dice, triple)

    def row_after_triple(self, dice: int, face: int) -> int:
        """Returns the row of a roll of some dice that can join a triple of a face."""
        return dice + (HIGH if self._high >> face & 1 else LOW)


def check_of(game: "TenThousandGame") -> int:
    """Returns a 32-bit checksum of the rules that the tables of a game are computed from, except those in _FREE."""
    patterns = [pattern[1:] for pattern in game.scorer.patterns]  # without the functions
    options = sorted([item for item in game.options.items() if item[0] not in _FREE])
    return crc32(repr((options, game.scorer.of_a_kind, patterns)).encode())


def shipped_tables(game: "TenThousandGame") -> "tuple[int, int, int] | None":
    """Returns where the shipped tables of a game begin in the file, and the lengths of the stream and of the last turn.

    Returns None where there are none, as for other house rules and own variants, where three busts cost the whole
    score, and for rules that somebody has changed since the file was made. Their tables are built.
    """
    if game.variant.mark or game.options["busts"] == "all" or [key for key in game.overrides if key not in _FREE]:
        return None
    check = check_of(game)
    head = array("H", [0] * HEAD)
    start = 0
    try:
        with open(TABLES, "rb") as file:
            while file.readinto(head) == 2 * HEAD:
                start += 2 * HEAD
                if head[3] | head[4] << 16 == check:
                    return start, head[1], head[2]
                start += 2 * head[0]
                file.seek(start)
    except OSError:
        pass
    return None


def new_block(size: int) -> "array[int]":
    """Returns a block of 16-bit numbers with any content. To make it takes no second block of its size."""
    return array("H", range(size))


def unit_of(game: "TenThousandGame") -> int:
    """Returns the points of one unit: the largest number that divides the points of all combinations."""
    unit = 0
    for row in game.scorer.of_a_kind:
        for points in row:
            unit = common_divisor(unit, points) if points > 0 else unit
    for pattern in game.scorer.patterns:
        unit = common_divisor(unit, pattern[3])
    return unit or 1


def _high_faces(game: "TenThousandGame") -> int:
    """Returns the faces, one bit each, of which a fourth die adds more to a triple than it does on average."""
    added = [row[4] - row[3] for row in game.scorer.of_a_kind]
    high = 0
    for face in range(len(added)):
        if added[face] * len(added) > sum(added):
            high |= 1 << face
    return high
