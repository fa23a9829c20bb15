"""The large blocks of memory of the turn solver and of the chances to win.

They are allocated before the screens of a game are imported: later no free block is large enough.
"""

from array import array

from sixpip.players.ten_thousand.passes import MOST_STEPS, NEXT
from sixpip.players.ten_thousand.roll_classes import RollClasses, new_block
from sixpip.players.ten_thousand.win_table import STATES
from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import Game


class TurnTables:
    """The blocks for one game; empty ones where memory is too short for them."""

    def __init__(self, game: "Game", wins: bool = True, whole: bool = True) -> None:
        """`wins`: with the chances to win, for Master; `whole`: for all turn points, also above what the game needs."""
        options = game.options
        self.classes = classes = RollClasses(game)
        self.shift = 4 if classes.marked or classes.extends or options["no_risk"] == "yes" else 3
        """Binary digits of the number of a row in the places of `values`."""
        most = MOST_STEPS if whole else most_of(game, classes.unit)
        self.size = NEXT + ((most + 1) << self.shift)
        self.seats = 2 if options["end"] == "same-round" else 1
        """2 where the later of two players has no turn after the other one reached the target, else 1."""
        self.release()
        try:
            self._allocate(game.dice, max(self.size, self.seats * STATES * STATES) if wins else 0)
        except MemoryError:
            self.release()

    def _allocate(self, dice: int, chances: int) -> None:
        """Allocates the blocks, the largest one first."""
        self.chances = new_block(chances)
        """The chances to win (win_table.py); their builder uses the block for other work before."""
        self.values = new_block(self.size)
        """The values of a pass, laid out as passes.py says."""
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
    return min(MOST_STEPS, int(game.options["target"]) // unit + 1)
