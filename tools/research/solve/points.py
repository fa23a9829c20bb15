"""Turns played for points: the risk-neutral turn, and the long run with penalties for bad turns running."""

import numpy as np

from tools.research.solve.errors import SolveError
from tools.research.solve.graph import Floats
from tools.research.solve.kernel import empty, turn_pass
from tools.research.solve.model import ALL, Model
from tools.research.solve.turn import Turn

_ROWS = 2000
_SETTLED = 1e-8
_MOST_ROUNDS = 10000


def turn(model: Model, opened: bool = True) -> Turn:
    """The turn with the most expected points, with all dice, the target ignored.

    `opened`: of a player on the table. Prices of a single bad turn count in full, those of bad turns running do not.
    Raises SolveError when a turn can go on for ever.
    """
    rows = _rows(model)
    value = _solved(model, rows, np.zeros(model.counts), 0, opened)
    half = _solved(model, rows // 2, np.zeros(model.counts), 0, opened)
    if abs(value[0, 0] - half[0, 0]) > 1e-6 * max(1.0, abs(value[0, 0])):
        raise SolveError("With these rules a turn has no finite expected value: it hardly ever busts.")
    return Turn(value, lambda row, _: float(row * model.step), opened=opened)


def long_run(model: Model) -> Turn:
    """The most points a turn in the long run, for a player on the table whose score pays every penalty.

    `value` is that of a turn without bad turns before it.
    """
    return Turn(long_run_values(model)[0], lambda row, _: float(row * model.step))


def long_run_values(model: Model) -> list[Floats]:
    """The values of such a turn for each count of bad turns before it."""
    after = np.zeros(model.counts)
    rows = _rows(model)
    for _ in range(_MOST_ROUNDS):
        solved = [_solved(model, rows, after, counts, True) for counts in range(model.counts)]
        starts = np.array([value[0, 0] for value in solved])
        change = np.abs(starts - starts[0] - after).max()
        after = starts - starts[0]
        if change < _SETTLED:
            return solved
    raise SolveError("With these rules the long run does not settle.")


def _rows(model: Model) -> int:
    """Enough rows that no turn reaches the top with a chance that matters."""
    return max(_ROWS, 80 * max(1, model.arrays.most_gain), 4 * model.least_bank(False))


def _solved(model: Model, rows: int, after: Floats, counts: int, opened: bool) -> Floats:
    """The values of a turn; `after`: what it is worth to go on with each count of bad turns, 0 for none."""
    graph, arrays = model.turn_of(opened)
    points = np.arange(rows + 1, dtype=np.float64) * model.step
    bank = points.copy()
    bank[: model.least_bank(opened)] = -np.inf
    ends = np.zeros((max(1, len(graph.ends)), rows + 1))
    for number, end in enumerate(graph.ends):
        price = model.price(end, counts)
        ends[number] = after[price.counts] - price.steps % ALL * model.step
        if end.saved or end.wins:
            ends[number] += np.where(opened or points >= model.number("opening"), points, 0.0)
    value = empty(arrays, rows + 1)
    turn_pass(arrays, bank, ends, np.zeros(len(ends)), value, np.zeros_like(value), True, 0.0)
    return value
