"""Compiles the inner loops of the firmware's advice on the host: the same results, many times as fast."""

import numba

from sixpip.players.phase_ten import outcomes, spread

LOOPS = {
    spread: ("clear", "add_states", "roll_die", "sum_up", "join", "compare"),
    outcomes: ("list_outcomes", "clear", "next_goal", "try_goal", "add_up"),
}


def compile_loops() -> None:
    """Replaces the portable loops by compiled ones; does nothing the second time."""
    for module, names in LOOPS.items():
        for name in names:
            function = getattr(module, name)
            if not hasattr(function, "py_func"):
                setattr(module, name, numba.njit(function))
