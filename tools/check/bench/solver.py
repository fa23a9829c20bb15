"""The exact solver on this computer: the optimal turn of the slowest variant, and two players of `pure`.

The loops are compiled before, as they are after the first call of `python -m tools.research.solve`.
"""

import time
from collections.abc import Callable

from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from tools.check.bench.rows import HOST_MS, Row

PART = "exact solver"
TURN = 2000
TWO_PLAYERS = 60000


def _milliseconds(work: Callable[[], object]) -> int:
    start = time.perf_counter()
    work()
    return round((time.perf_counter() - start) * 1000)


def rows() -> list[Row]:
    """Returns both rows."""
    from tools.research.solve import duel, points  # here, because NumPy and Numba are not needed for the other parts
    from tools.research.solve.model import Model

    def solve_turn(name: str) -> int:
        return _milliseconds(lambda: points.turn(Model(name)))

    duel.solve_duel(Model("pure", {"target": 500}))
    slowest, name = max(
        (solve_turn(variant.name), variant.name) for variant in VARIANTS if variant.dice_set is not PHASE
    )
    two_players = _milliseconds(lambda: duel.solve_duel(Model("pure")))
    return [
        Row(f"{PART}: optimal turn of the slowest variant", slowest, HOST_MS, TURN, note=name),
        Row(f"{PART}: two players of pure", two_players, HOST_MS, TWO_PLAYERS),
    ]
