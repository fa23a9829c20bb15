"""Compiles inner loops of the firmware with Numba, for runs on the host: the same code, much faster."""

from sixpip.players.phase_ten import worths
from sixpip.players.phase_ten.solver import colors, last_roll, pool, two_rolls
from sixpip.players.ten_thousand.solver import turn_solver, win_table_builder
from sixpip.view import tiles
from tools.research.compiled import compiled

LOOPS = {
    turn_solver: ("solve_points",),
    win_table_builder: ("follow_points",),
    pool: ("clear", "add_states", "roll_die", "sum_up", "join", "compare"),
    colors: ("roll_die", "add_up"),
    last_roll: ("list_outcomes", "clear", "next_goal", "try_goal", "add_up"),
    two_rolls: ("best_low",),
    worths: ("fill", "scale"),
}
"""The loops of the computer players."""
TILE_LOOPS = {tiles: ("slide", "tint")}
"""The loops that draw on the dice."""


def compile_loops(with_tiles: bool = False) -> None:
    """Replaces the loops of the players, and of the tiles, by compiled ones; again: does nothing."""
    for module, names in {**LOOPS, **(TILE_LOOPS if with_tiles else {})}.items():
        for name in names:
            function = getattr(module, name)
            if not hasattr(function, "py_func"):
                setattr(module, name, compiled(function))
