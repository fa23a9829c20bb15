"""Two players: the chance to win of the player to move, for every pair of scores (duel_lanes.py solves the pairs)."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tools.research.solve.duel_lanes import solve_diagonal
from tools.research.solve.graph import Arrays, Chances, Floats, Graph, Ints, Progress
from tools.research.solve.lane_pass import LaneArrays, Layout, room_for, to_lanes
from tools.research.solve.model import SOLVED_ENDS, Model
from tools.research.solve.one_turn import solve_turn
from tools.research.solve.probe import SolveError

_SETTLED = 1e-9
"""A smaller Newton step leaves an error of a higher order."""
_MOST_ROUNDS = 2000


class Ends(NamedTuple):
    """How rolls end a turn, one entry per end of the graph (and count)."""

    wins: Ints
    out: Ints
    saved: Ints
    price: Ints
    """(end, counts): taken from the score."""
    counts: Ints
    """(end, counts): the counts after it."""


class Setting(NamedTuple):
    """One game for two players. Of the pairs with two entries the first is for a player who is not on the table."""

    arrays: tuple[Arrays, Arrays]
    lanes: tuple[LaneArrays, LaneArrays]
    ends: tuple[Ends, Ends]
    least_bank: Ints
    opening: int
    zero: int
    """The score of 0 points, in steps above the lowest one. All scores are counted from there."""
    goal: int
    beyond: int
    """Rows above the target: how far a player may go on to defend the lead."""
    most: int
    """Rows of a turn, at most: the last one counts as banked."""
    closing: Floats
    """(seat, the other is on the table, points missing to the lead): the chance to win of who reaches the target."""
    repeats: bool
    """Whether counts lead back to themselves at the same scores, not only where a price finds no points."""


_SETTLED = 1e-9
_SWEPT = 1e-6
"""Each sweep changes at most a tenth of what the one before did: before a change like this the error is as small."""
_MOST_SWEEPS = 200
MOST_BYTES = 1 << 28
_DEFENDED = 400
"""The most rows above the target in which a lead is defended, if the target is not higher."""
_HARDLY_EVER = 1e-3
"""A lead that is passed with a smaller chance is banked: to go on would risk more than it could win."""
_ALMOST_NEVER = 1e-5
"""The same where hot dice or another rule may forbid the bank. Also the chance of turns that are cut off."""


@dataclass(frozen=True)
class Duel:
    """`win` (seat, own counts, other's counts, own score, other's score): the chance of the player to move to win.

    There is one seat where both have the same chances (all ends but same-round); scores are in steps, counted from the
    lowest one.
    """

    win: Floats
    step: int
    offers: Chances | None = None
    """Where dice are taken up (DT-06): the chances from all states of a turn (pick_up.py)."""
    zero: int = 0
    """The score of 0 points, counted from there."""

    @property
    def first_player(self) -> float:
        """The chance to win of the player who begins."""
        return self.chance(0, 0)

    def chance(self, own: int, other: int, seat: int = 0) -> float:
        """The chance of the player to move with these points, without bad turns before it."""
        scores = self.zero + own // self.step, self.zero + other // self.step
        return float(self.win[seat % len(self.win), 0, 0, *scores])


def solve_duel(model: Model, progress: Progress | None = None) -> Duel:
    """Solves the game of two players. Raises SolveError as `check` does."""
    shape = check(model)
    setting = setting_of(model)
    win = np.full((shape[0], 1, 1, *shape[3:]), 0.5)
    _sweep(without_prices(setting) if model.has_prices else setting, win, 0, progress)
    if not model.has_prices:
        return Duel(win, model.step, zero=model.zero)
    win = np.broadcast_to(win, shape).copy()  # close to the solution
    changes: list[float] = []
    for round_number in range(1, _MOST_SWEEPS):
        changes.append(_sweep(setting, win, round_number, progress))
        if _next_changes(changes) < _SWEPT:
            return Duel(win, model.step, zero=model.zero)
    raise SolveError("With these rules the chances of two players do not settle.")


def _next_changes(changes: list[float]) -> float:
    """What the next two sweeps would change at most, about; before the fourth sweep what the last one did.

    Prices of both players count after two sweeps: each changes a constant part of what the last but one did.
    """
    if len(changes) < 4:
        return changes[-1]
    return min(changes[-1], changes[-2] ** 2 / changes[-4] + changes[-1] ** 2 / changes[-3])


def check(model: Model) -> tuple[int, ...]:
    """The shape of Duel.win. Raises SolveError for an end that is not solved, or a target too large."""
    if model.options["end"] not in SOLVED_ENDS:
        raise SolveError(f"Two players are solved for end={', '.join(SOLVED_ENDS)}, not for {model.options['end']}.")
    scores = model.goal + model.zero
    shape = (seats_of(model), model.counts, model.counts, scores, scores)
    if 8 * np.prod(shape, dtype=float) > MOST_BYTES:
        target = f"The target {model.number('target')} in steps of {model.step} points"
        raise SolveError(f"{target} needs too much memory for two players: choose a lower one.")
    return shape


def without_prices(setting: Setting) -> Setting:
    """The same game where no bad turn costs or counts anything."""
    free = [end._replace(price=np.zeros_like(end.price), counts=np.zeros_like(end.counts)) for end in setting.ends]
    return setting._replace(ends=(free[0], free[1]))


def _sweep(setting: Setting, win: Floats, number: int, progress: Progress | None) -> float:
    """Solves all pairs once, the highest sums first, on all cores; returns the largest change."""
    threads = os.cpu_count() or 1
    sums = range(2 * setting.goal - 2, -1, -1)
    rooms = [room_for(setting.lanes) for _ in range(threads)]
    change = 0.0
    with ThreadPoolExecutor(threads) as pool:
        for total in sums:
            parts = [
                pool.submit(solve_diagonal, setting, win, total, start, threads, number == 0, room)
                for start, room in enumerate(rooms)
            ]
            change = max([change, *(part.result() for part in parts)])
            if progress:
                progress(len(sums) * number + len(sums) - total, len(sums) * (number + 1))
    return change


def seats_of(model: Model) -> int:
    """The number of seats with different chances."""
    return 2 if model.options["end"] == "same-round" else 1


def setting_of(model: Model) -> Setting:
    """The game as the kernel needs it."""
    closing, beyond = _closing(model, seats_of(model))
    ends = _ends(model, model.first_graph), _ends(model, model.graph)
    least = model.least_bank(False), model.least_bank(True)
    goal, most = model.goal + model.zero, _most_rows(model)
    rows = max(min(goal + beyond, most), *least) + 1  # up to the highest duel_lanes.top_row
    layout = Layout(2 * model.counts, max(1, *[len(one.wins) for one in ends]), rows)
    return Setting(
        (model.first_arrays, model.arrays),
        (to_lanes(model.first_arrays, layout), to_lanes(model.arrays, layout)),
        ends,
        np.array(least, dtype=np.int32),
        -(-model.number("opening") // model.step),
        model.zero,
        goal,
        beyond,
        most,
        closing,
        model.on("cold_start") and not model.on("busts"),  # every bad turn is a bust, and the third one has its price
    )


def _all_rows(model: Model) -> int:
    return model.goal + model.zero + max(model.goal, _DEFENDED) + 1


def _most_rows(model: Model) -> int:
    """The rows of a turn, so many that a player who wants nothing but these points hardly ever gets them."""
    rows = _all_rows(model)
    chances = np.maximum(*[pass_chances(model, rows, opened) for opened in (False, True)])
    return int(np.argmax(np.append(chances, 0.0) < _ALMOST_NEVER))


def _ends(model: Model, graph: Graph) -> Ends:
    prices = [[model.price(end, counts) for counts in range(model.counts)] for end in graph.ends]
    shape = (len(graph.ends), model.counts)

    def ints(numbers: object) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        return np.array(numbers, dtype=np.int32)

    return Ends(
        ints([end.wins for end in graph.ends]),
        ints([end.out for end in graph.ends]),
        ints([end.saved for end in graph.ends]),
        ints([[price.steps for price in row] for row in prices]).reshape(shape),
        ints([[price.counts for price in row] for row in prices]).reshape(shape),
    )


# The last turns


def _closing(model: Model, seats: int) -> tuple[Floats, int]:
    """The chance to win after reaching the target (Setting.closing), and the rows in which a lead is defended."""
    end = model.options["end"]
    if end == "sudden":
        return np.ones((seats, 2, 2)), 0
    rows = _all_rows(model)
    chances = np.array([pass_chances(model, rows, opened) for opened in (False, True)])
    if end == "last-licks":
        chances = _with_last_licks(model, chances)
    may_always_bank = all(bool(offset % 2) for offset in model.arrays.offset)
    enough = chances[1] < (_HARDLY_EVER if may_always_bank else _ALMOST_NEVER)
    beyond = int(np.argmax(enough)) if enough.any() else rows - model.goal
    closing = np.ones((seats, *chances.shape))
    closing[0] -= chances  # the second seat closes the round: no player has a turn after it
    return closing, beyond


def pass_chances(model: Model, rows: int, opened: bool, after: Floats | None = None) -> Floats:
    """The best chance of a player to gain at least n steps in one turn, for n from 0 to `rows` - 1.

    `after`: what a gain of n + i is worth, for each i; None: 1.
    """
    least = min(model.least_bank(opened), rows)
    short = [pass_values(model, need, opened, after)[0, 0] for need in range(least)]
    # From the least bank on only the steps that are missing matter: a turn for n begins n rows below the goal.
    values = pass_values(model, rows - 1, opened, after)[:, 0]
    return np.array(short + [values[rows - 1 - need] for need in range(least, rows)])


def pass_values(model: Model, need: int, opened: bool, after: Floats | None) -> Floats:
    """The chance to reach row `need`, and the least bank, from each state of a turn (one_turn.py)."""
    graph, arrays = model.turn_of(opened)
    top = max(need, model.least_bank(opened)) + (0 if after is None else len(after) // 2)
    gained = np.arange(top + 1) - need
    wins = (gained >= 0) * (1.0 if after is None else after[np.clip(gained, 0, len(after) - 1)])
    bank = np.where(np.arange(top + 1) >= max(need, model.least_bank(opened)), wins, -np.inf)
    ends = np.zeros((max(1, len(graph.ends)), top + 1))
    for number, end in enumerate(graph.ends):
        if end.wins:
            ends[number] = 1.0
        elif end.saved:
            may_open = opened or np.arange(top + 1) * model.step >= model.number("opening")
            ends[number] = np.where(may_open, wins, float(need <= 0))
    return solve_turn(arrays, bank, ends, after is not None)


def _with_last_licks(model: Model, chances: Floats) -> Floats:
    """The chances to win of a player who must pass the lead by n - 1 steps, where the last turns repeat (CW-06)."""
    rows = chances.shape[1]
    for _ in range(_MOST_SWEEPS):
        after = 1.0 - np.append(chances[1][1:], 0.0)  # a gain of n + i leaves the other i + 1 steps to gain
        new = np.array([pass_chances(model, rows, opened, after) for opened in (False, True)])
        change = np.abs(new - chances).max()
        chances = new
        if change < _SETTLED:
            return chances
    raise SolveError("With these rules the last turns do not settle.")
