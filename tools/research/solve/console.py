"""The turn solver of the console next to this one: the same turn, with the same values of banks and ends.

The console computes with whole numbers from 0 to 32 767 and rounds every value down. `bounds` are the exact values and
those of a player who pays one such number for each roll: no other rounding is possible, so the console's values must be
between them.
"""

from dataclasses import dataclass

import numpy as np

from sixpip.players.ten_thousand.solver.roll_codes import BUST, CANCELED, MARKED, OUT, OUTCOME, WIN, WRECK
from sixpip.players.ten_thousand.solver.turn_solver import MOST_VALUE, TurnSolver
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.research.solve.graph import Floats
from tools.research.solve.kernel import empty, pass_row, turn_pass
from tools.research.solve.model import Model
from tools.research.solve.probe import End, Situation

ENDS = {BUST: 4000, WRECK: 2500, CANCELED: 1500, OUT: 0, WIN: MOST_VALUE}
"""The values of all outcomes. A bank is worth more than a bust."""


@dataclass(frozen=True)
class SolvedTurn:
    """A turn solved twice, indexed by turn points in units and by the number of the situation in the model's graph."""

    console: Floats
    lowest: Floats
    highest: Floats
    points: float
    """Of one step of a value."""


def solve_twice(model: Model, opened: bool, most: int) -> SolvedTurn | None:
    """Solves the turns of a model, of a player on the table or of another, up to `most` units of turn points.

    None for rules with more classes of rolls than the console's memory holds. The rules must be such that nothing but
    the dice left and the turn points matters.
    """
    solver = TurnSolver(TenThousandGame(model.variant.name, {**model.row, "start": "seated"}))
    while solver.build():
        pass
    if solver.classes.gave_up:
        return None
    step = (MOST_VALUE - ENDS[BUST]) // most
    least = max(1, -(-model.least_bank(opened) * model.step // solver.unit))
    for units in range(most + 1):
        solver.values[units] = ENDS[BUST] + units * step if units >= least else 0
    for outcome, value in ENDS.items():
        solver.values[OUTCOME + outcome] = value
    solver.start(most)
    while solver.step():
        pass
    places = [_row(at) for at in model.turn_of(opened)[0].situations]
    console = np.array([[solver.value(units * solver.unit, row) for row in places] for units in range(most)], float)
    fine = solver.unit // model.step
    lowest, highest = bounds(model, opened, most * fine, step / fine)
    return SolvedTurn(console, lowest[: most * fine : fine], highest[: most * fine : fine], solver.unit / step)


def _row(at: Situation) -> int:
    return at.left + MARKED if at.marked else at.left


def bounds(model: Model, opened: bool, top: int, value_of_step: float) -> tuple[Floats, Floats]:
    """The lowest and the highest value that rounding can lead to, by turn points in steps and situation.

    What follows from row `top` on is between a bank and a turn that goes on there.
    """
    graph, arrays = model.turn_of(opened)
    bank = ENDS[BUST] + np.arange(top + 1) * value_of_step
    ends = np.array([_end_values(model, end, opened, bank) for end in graph.ends] or [bank])
    bank[: model.least_bank(opened)] = -np.inf
    none = np.zeros(len(ends))
    highest = empty(arrays, top + 1)
    turn_pass(arrays, bank, ends, none, highest, np.zeros_like(highest), True, 0.0)
    lowest = empty(arrays, top + 1)
    share = np.zeros_like(lowest)
    turn_pass(arrays, bank, ends, none, lowest, share, False, 0.0)
    lowest[top:, ::2] -= 1
    lowest[top:, 1::2] = np.maximum(bank[top], lowest[top:, ::2])
    for row in range(top - 1, -1, -1):
        pass_row(arrays, row, bank, ends, none, lowest, share)
        lowest[row, ::2] -= 1
        lowest[row, 1::2] = np.maximum(bank[row], lowest[row, ::2])
    return lowest[:, ::2], highest[:, ::2]


def _end_values(model: Model, end: End, opened: bool, bank: Floats) -> Floats:
    """What an end is worth at each number of turn points."""
    outcome = WIN if end.wins else OUT if end.out else CANCELED if end.cancels else BUST
    if outcome == BUST and end.on_all and model.on("train_wreck"):
        outcome = WRECK
    values = np.full(len(bank), float(ENDS[outcome]))
    if end.saved:
        saves = np.arange(len(bank)) * model.step >= (0 if opened else model.number("opening"))
        values[saves] = bank[saves]
    return values
