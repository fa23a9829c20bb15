"""Compiles the inner loops of the computer players with Numba, for runs on the host: the same code, much faster."""

import numba

from sixpip.players.phase_ten import outcomes, spread
from sixpip.players.ten_thousand import passes

LOOPS = {
    passes: ("solve_points", "follow_points"),
    spread: ("clear", "add_states", "roll_die", "sum_up", "join", "compare"),
    outcomes: ("list_outcomes", "clear", "next_goal", "try_goal", "add_up"),
}


def compile_loops() -> None:
    """Replaces the portable loops by compiled ones; does nothing the second time."""
    for module, names in LOOPS.items():
        for name in names:
            function = getattr(module, name)
            if not hasattr(function, "py_func"):
                setattr(module, name, numba.njit(cache=True)(function))
