"""Compiles inner loops of the firmware with Numba, for runs on the host: the same code, much faster."""

from sixpip.players.phase_ten import outcomes, spread
from sixpip.players.ten_thousand import passes
from sixpip.view import tiles
from tools.research.compiled import compiled

LOOPS = {
    passes: ("solve_points", "follow_points"),
    spread: ("clear", "add_states", "roll_die", "sum_up", "join", "compare"),
    outcomes: ("list_outcomes", "clear", "next_goal", "try_goal", "add_up"),
}
"""The loops of the computer players."""
TILE_LOOPS = {tiles: ("slide", "tint")}
"""The loops that draw on the dice."""


def compile_loops(with_tiles: bool = False) -> None:
    """Replaces the portable loops of the players, and of the tiles, by compiled ones; again: does nothing."""
    for module, names in {**LOOPS, **(TILE_LOOPS if with_tiles else {})}.items():
        for name in names:
            function = getattr(module, name)
            if not hasattr(function, "py_func"):
                setattr(module, name, compiled(function))
