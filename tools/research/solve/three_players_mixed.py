"""Three players: the few triples of scores in which players have to mix two strategies.

There the best choice of one player depends on that of another one and the other way around, so that with fixed choices
one of them could always do better. In the equilibrium both throw the dice for their choice: each as often as makes the
other one indifferent.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from tools.research.solve.errors import SolveError
from tools.research.solve.graph import Floats
from tools.research.solve.three_players_kernel import (
    Room,
    Setting,
    chances_of_turn,
    new_room,
    open_units,
    pass_all,
    set_busts,
    store,
)

_SAME = 1e-11
_DECIMALS = 9
"""Two turns are the same if their chances to bust agree to so many decimal places."""
_MOST_REFINEMENTS = 12
_MOST_STEPS = 50
_NUDGE = 1e-6


class _Unit:
    """One triple of scores and its rotations."""

    def __init__(self, setting: Setting, win: Floats, scores: tuple[int, int, int]) -> None:
        self._setting = setting
        self._room: Room = new_room(setting, 3)
        self._top = np.zeros(3, dtype=np.int32)
        own, following, _ = scores
        open_units(setting, win, sum(scores), own, following, following + 1, self._room, self._top)

    def guess(self) -> Floats:
        """What a bust is worth in each rotation, about."""
        return self._room.lost[:, 0, 0].copy()

    def best_turns(self, busts: Floats) -> Floats:
        """The best turn of each rotation where busts are worth so much, as in set_busts."""
        self._room.lost[:, 0, :] = busts[:, None]
        pass_all(self._setting.arrays, self._top, self._room)
        return np.array([chances_of_turn(self._room, rotation, 0) for rotation in range(3)])


def _busts_after(turns: Floats) -> Floats:
    busts = np.empty(3)
    set_busts(turns, busts)
    return busts


def solve_mixed(setting: Setting, win: Floats, scores: tuple[int, int, int]) -> None:
    """Solves a unit and stores its chances. Raises SolveError if no equilibrium is found.

    The mean of the best answers so far comes close to it, with smaller and smaller steps. Of the best answers on the
    way a player mixes two that are neighbors by their chance to bust, or always plays the same.
    """
    unit = _Unit(setting, win, scores)
    mean = unit.best_turns(unit.guess())
    for refinement in range(1, _MOST_REFINEMENTS):
        step = 0.5**refinement
        seen = []
        for _ in range(round(8 / step)):
            best = unit.best_turns(_busts_after(mean))
            mean += step * (best - mean)
            seen.append(best)
        for low, high in _pairs(np.array(seen)):
            turns = _indifferent(low, high)
            if turns is not None and _is_best(unit, turns):
                store(win, scores, turns, _busts_after(turns))
                return
    raise SolveError(f"The chances of three players do not settle at {scores} steps.")


def _is_best(unit: _Unit, turns: Floats) -> bool:
    """Whether no player has a better turn."""
    busts = _busts_after(turns)
    best = unit.best_turns(busts)
    return bool(np.all((best - turns) @ np.array([1.0, 0.0, 0.0]) + (best - turns)[:, 2] * busts < _SAME))


def _pairs(seen: Floats) -> Iterator[tuple[Floats, Floats]]:
    """Yields the turns that each rotation may mix: neighbors by the chance to bust, or twice the same turn.

    `seen`: (number, rotation, chances).
    """
    each = []
    for rotation in range(3):
        turns = seen[:, rotation]
        turns = turns[np.unique(turns[:, 2].round(_DECIMALS), return_index=True)[1]]
        each.append([*zip(turns, turns[1:]), *zip(turns, turns)])
    for mixed in product(*each):
        low, high = zip(*mixed)
        yield np.array(low), np.array(high)


def _indifferent(low: Floats, high: Floats) -> Floats | None:
    """The turns, mixed of these two in each rotation, that leave all players who mix indifferent; None: there are none.

    `low`, `high`: (rotation, chances).
    """
    mixes = high[:, 2] - low[:, 2] > _SAME
    wanted = (low[:, 0] - high[:, 0]) / np.where(mixes, high[:, 2] - low[:, 2], 1.0)

    def missed(shares: Floats) -> Floats:
        busts = _busts_after(low + shares[:, None] * (high - low))
        return np.where(mixes, busts - wanted, shares)

    shares = np.where(mixes, 0.5, 0.0)
    for _ in range(_MOST_STEPS):
        error = missed(shares)
        if np.abs(error).max() < _SAME:
            break
        slopes = np.array([(missed(shares + _NUDGE * axis) - error) / _NUDGE for axis in np.eye(3)]).T
        try:
            shares = shares - np.linalg.solve(slopes, error)
        except np.linalg.LinAlgError:
            return None
    found = bool(np.abs(missed(shares)).max() < _SAME and shares.min() >= 0.0 and shares.max() <= 1.0)
    return low + shares[:, None] * (high - low) if found else None
