"""One player alone: the fewest expected turns to the target."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tools.research.solve.errors import SolveError
from tools.research.solve.graph import Floats
from tools.research.solve.kernel import empty, turn_pass
from tools.research.solve.model import Model, Price

_SETTLED = 1e-9
_MOST_ROUNDS = 2000
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


def fewest_turns(model: Model, progress: Callable[[int, int], None] | None = None) -> Alone:
    """Solves the game alone. `progress` gets scores done and all scores. Raises SolveError when it is too large."""
    if model.goal > MOST_SCORES:
        target = f"The target {model.number('target')} in steps of {model.step} points"
        raise SolveError(f"{target} is too large to solve: choose a lower one.")
    worth = np.zeros((model.goal + 1, model.counts))
    worth[: model.goal] = -20.0
    for _ in range(_MOST_ROUNDS):
        change = 0.0
        for score in range(model.goal - 1, -1, -1):
            change = max(change, _solve_score(model, worth, score))
            if progress:
                progress(model.goal - score, model.goal)
        if change < _SETTLED or not model.has_prices:
            return Alone(-worth, model.step)
    raise SolveError("With these rules the number of turns to the target does not settle.")


def _solve_score(model: Model, worth: Floats, score: int) -> float:
    """Updates one score until it no longer changes; returns the change."""
    before = worth[score].copy()
    for _ in range(_MOST_ROUNDS):
        last = worth[score].copy()
        for counts in range(model.counts - 1, -1, -1):
            worth[score, counts] = _solve_state(model, worth, score, counts)
        if _change(last, worth[score]) < _SETTLED / 100:
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
