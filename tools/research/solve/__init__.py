"""The exact solver for the ten-thousand family, with any house rules.

    from tools.research import solve

    solve.turn("farkle").expected
    solve.win_table("pure", {"target": 5000})[0, 0]

Games are given as a variant and house rules by option key. All functions raise BadOption for a variant or house rule
that does not exist and SolveError for games that cannot be solved. Points in arrays are in steps (Model.step).
"""

from typing import TYPE_CHECKING

from tools.research.solve.errors import SolveError

if TYPE_CHECKING:
    from sixpip.rules.setup.options import Options
    from tools.research.solve.graph import Floats, Graph
    from tools.research.solve.points import Turn

__all__ = ["SolveError", "classes", "turn", "win_table"]

# NumPy and Numba take a second to load, so each function imports what it needs.


def classes(variant: str, row: "Options | None" = None) -> "Graph":
    """The situations of a turn of a player on the table, each with its classes of rolls."""
    from tools.research.solve.model import Model

    return Model(variant, row).graph


def turn(variant: str, row: "Options | None" = None) -> "Turn":
    """The turn with the most expected points, with all dice, on the table, the target ignored."""
    from tools.research.solve import points
    from tools.research.solve.model import Model

    return points.turn(Model(variant, row))


def win_table(variant: str, row: "Options | None" = None) -> "Floats":
    """The chance of the player to move to win, indexed by own and other score in steps.

    Of two players without bad turns before; with end=same-round, of the player who began the game.
    """
    from tools.research.solve.duel import solve_duel
    from tools.research.solve.model import Model

    table: Floats = solve_duel(Model(variant, row)).win[0, 0, 0]
    return table
