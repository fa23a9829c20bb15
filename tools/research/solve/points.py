"""Turns and games of one player: a solved turn, the risk-neutral one, the long run with penalties, the fewest turns."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tools.research.solve.graph import Floats, Progress
from tools.research.solve.kernel import empty, turn_pass
from tools.research.solve.model import ALL, Model, Price
from tools.research.solve.probe import End, SolveError


def _no_value(end: End) -> float:
    raise AssertionError(f"{end} is not valued here")


@dataclass(frozen=True)
class Turn:
    """Rows are turn points in steps; the last row of `value` stands for all above it."""

    value: Floats
    """(row, target) as in kernel.turn_pass."""
    bank: Callable[[int, int], float]
    """What a bank in a row and situation is worth that the rules allow."""
    end: Callable[[End], float] = _no_value
    """What the turn is worth after a roll that ends it."""
    opened: bool = True
    """Whether the player is on the table."""

    @property
    def expected(self) -> float:
        """What the turn is worth at its start."""
        return float(self.value[0, 0])

    def value_at(self, row: int, target: int) -> float:
        """What one state is worth."""
        return float(self.value[min(row, len(self.value) - 1), target])


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
    return turn_of_values(model, value, opened)


def turn_of_values(model: Model, value: Floats, opened: bool = True) -> Turn:
    """A turn in which points are worth what they are."""
    return Turn(value, lambda row, _: float(row * model.step), opened=opened)


def long_run(model: Model) -> Turn:
    """The most points a turn in the long run, for a player on the table whose score pays every penalty.

    `value` is that of a turn without bad turns before it.
    """
    return turn_of_values(model, long_run_values(model)[0])


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


_TURNS_SETTLED = 1e-9
_MOST_SWEEPS = 2000
MOST_SCORES = 20000


@dataclass(frozen=True)
class Alone:
    """`turns` (score in steps, counts of bad turns): the fewest expected turns from there to the target."""

    turns: Floats
    step: int

    @property
    def expected(self) -> float:
        """From the start of a game."""
        return float(self.turns[0, 0])


def fewest_turns(model: Model, progress: Progress | None = None) -> Alone:
    """Solves the game alone. `progress` gets scores done and all scores. Raises SolveError when it is too large."""
    if model.goal > MOST_SCORES:
        target = f"The target {model.number('target')} in steps of {model.step} points"
        raise SolveError(f"{target} is too large to solve: choose a lower one.")
    worth = np.zeros((model.goal + 1, model.counts))
    worth[: model.goal] = -20.0
    for _ in range(_MOST_SWEEPS):
        change = 0.0
        for score in range(model.goal - 1, -1, -1):
            change = max(change, _solve_score(model, worth, score))
            if progress:
                progress(model.goal - score, model.goal)
        if change < _TURNS_SETTLED or not model.has_prices:
            return Alone(-worth, model.step)
    raise SolveError("With these rules the number of turns to the target does not settle.")


def _solve_score(model: Model, worth: Floats, score: int) -> float:
    """Updates one score until it no longer changes; returns the change."""
    before = worth[score].copy()
    for _ in range(_MOST_SWEEPS):
        last = worth[score].copy()
        for counts in range(model.counts - 1, -1, -1):
            worth[score, counts] = _solve_state(model, worth, score, counts)
        if _change(last, worth[score]) < _TURNS_SETTLED / 100:
            return _change(before, worth[score])
    raise SolveError(f"With these rules a player at {score * model.step} points may never reach the target.")


def _change(before: Floats, after: Floats) -> float:
    """The largest change of many turns, in proportion, or of few turns."""
    return float((np.abs(after - before) / np.maximum(1.0, np.abs(after))).max())


def _solve_state(model: Model, worth: Floats, score: int, counts: int) -> float:
    """The worth (minus the turns to go) of one score and count, with what is known of all others.

    Turns that end where they began are counted by their share, so that the answer needs few repetitions.
    """
    opened = score > 0
    graph, arrays = model.turn_of(opened)
    exact = model.options["end"] == "exact"
    bank = _bank(model, worth, score)
    top = len(bank) - 1
    ends = np.zeros((max(1, len(graph.ends)), top + 1))
    same = np.zeros(len(ends))
    for number, end in enumerate(graph.ends):
        price = model.price(end, counts)
        left = max(0, score - price.steps)
        ends[number] = -1.0 if end.wins else worth[left, price.counts] - 1.0
        same[number] = not (end.wins or end.saved) and left == score and price.counts == counts
        if end.saved:
            ends[number] = _saved(model, worth, score, price, top)
    value = empty(arrays, top + 1)
    share = np.zeros_like(value)
    turn_pass(arrays, bank, ends, same, value, share, exact, 1.0 if counts == 0 else 0.0)
    part = min(share[0, 0], 1 - 1e-12)
    return float((value[0, 0] - part * worth[score, counts]) / (1 - part))


def _bank(model: Model, worth: Floats, score: int) -> Floats:
    """What a bank in each row is worth: with `end=exact` nothing is added past the target (TT-23)."""
    need = model.goal - score
    least = model.least_bank(score > 0)
    exact = model.options["end"] == "exact"
    top = max(need + 1 if exact else need, least)
    bank: Floats = worth[np.minimum(np.arange(top + 1) + score, model.goal), 0] - 1.0
    if exact:
        bank[need + 1 :] = worth[score, 0] - 1.0
    bank[:least] = -np.inf
    if exact and (score > 0 or need >= -(-model.number("opening") // model.step)):
        bank[need] = -1.0  # the target may be hit with fewer points than the least bank
    return bank


def _saved(model: Model, worth: Floats, score: int, price: Price, top: int) -> Floats:
    """What a bust in each row is worth whose points are banked (HR-05)."""
    gained = np.arange(top + 1)
    if score == 0:
        gained[: -(-model.number("opening") // model.step)] = 0
    if model.options["end"] == "exact":
        gained[score + gained > model.goal] = 0
    left = np.clip(score + gained - price.steps, 0, model.goal)
    saved: Floats = worth[left, price.counts] - 1.0
    return saved
