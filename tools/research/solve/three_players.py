"""Three players: the chances to win of all of them, for every triple of scores.

All three play for their own chance to win (a Nash equilibrium, from the highest scores down). Where two choices give
the player to move the same chance, the player banks, or keeps the most points.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tools.research.solve.arrays import Arrays
from tools.research.solve.cache import Cache
from tools.research.solve.duel import pass_chances
from tools.research.solve.errors import SolveError
from tools.research.solve.graph import Floats
from tools.research.solve.kernel import empty, turn_pass
from tools.research.solve.model import Model
from tools.research.solve.three_players_kernel import Setting, solve_sum
from tools.research.solve.three_players_mixed import solve_mixed

ENDS = ("sudden", "last-turn")
"""The ends for which three players are solved."""
MOST_BYTES = 1 << 28
_ALMOST_NEVER = 1e-5
"""A lead that is passed with a smaller chance is banked: to go on would risk more than it could win."""
_FAR = 800
"""Steps of a lead that is passed so rarely, added to those of the target."""

_NAME = "three-players"

Result = TypeVar("Result")
Steps = Callable[[int, int], None]
Places = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]


@dataclass(frozen=True)
class ThreePlayers:
    """`win` (own, next, third score in steps; 2): the chances to win of the player to move and of the next one."""

    win: Floats
    step: int

    def chances(self, own: int, following: int, third: int) -> list[float]:
        """The chances of the player to move, the next and the third one, with these points."""
        first, second = self.win[own // self.step, following // self.step, third // self.step].tolist()
        return [first, second, 1.0 - first - second]


def check(model: Model) -> None:
    """Raises SolveError for a game that is not solved for three players."""
    if model.options["end"] not in ENDS:
        raise SolveError(f"Three players are solved for end={' and '.join(ENDS)}, not for {model.options['end']}.")
    plain = not any((end.wins, end.out, end.saved, end.cancels) != (False,) * 4 for end in model.graph.ends)
    always_banks = all(bool(offset % 2) for offset in model.arrays.offset)
    if model.approximate() or model.has_prices or model.on("opening_rolls") or not (plain and always_banks):
        raise SolveError(
            "Three players are solved where every keep may be banked and a bust costs nothing but the turn: "
            "switch the other house rules off."
        )
    if 16.0 * model.goal**3 > MOST_BYTES:
        target = f"The target {model.number('target')} in steps of {model.step} points"
        raise SolveError(f"{target} needs too much memory for three players: choose a lower one.")


def setting_of(model: Model) -> Setting:
    """The game as the kernel needs it."""
    least = np.array([model.least_bank(False), model.least_bank(True)], dtype=np.int32)
    if model.options["end"] == "sudden":
        return Setting(_in_order(model.arrays), least, model.goal, 0, np.array([[[1.0, 0.0]]]))
    return Setting(_in_order(model.arrays), least, model.goal, *_last_turns(model))


def _in_order(arrays: Arrays) -> Arrays:
    """The options with the most points first, which are the best most often, and with offsets as in Setting.arrays."""
    offset = arrays.offset // np.uint64(2)
    for first, end in pairwise(arrays.first_option):
        offset[first:end] = offset[first:end][::-1]
    return arrays._replace(offset=offset)


def _last_turns(model: Model) -> tuple[int, Floats]:
    """The rows in which a lead is defended, and Setting.closing."""
    chances = np.append(pass_chances(model, model.goal + _FAR, True), 0.0)
    beyond = int(np.argmax(chances < _ALMOST_NEVER))
    most = model.goal + beyond + model.arrays.most_gain
    closing = np.zeros((most + 1, most + 1, 2))
    for missing in range(most + 1):  # to the third player
        left = np.minimum(np.arange(beyond + 1) + missing + 1, len(chances) - 1)
        passes, fails = _last_turn(model, most, 1.0 - chances[left])
        closing[:, missing, 0] = fails * (1.0 - chances[missing])
        closing[:, missing, 1] = passes
    return beyond, closing


def _last_turn(model: Model, most: int, after: Floats) -> tuple[Floats, Floats]:
    """The chances to win of a player with n steps to gain, for n up to `most`, and the chances to gain less.

    `after`: what a gain of n + i steps is worth, for each i.
    """
    bank = np.append(np.full(most, -np.inf), after)
    value = empty(model.arrays, len(bank))
    share = np.zeros_like(value)
    ends = np.zeros((1, len(bank)))
    turn_pass(model.arrays, bank, ends, np.ones(1), value, share, True, 0.0)
    return value[most::-1, 0], share[most::-1, 0]


def places_of(total: int, goal: int) -> Places:
    """All triples with a sum of scores."""
    own, following = (axis.ravel() for axis in np.mgrid[:goal, :goal])
    third = total - own - following
    exist = (third >= 0) & (third < goal)
    return own[exist], following[exist], third[exist]


def solve_three(model: Model, cache: Cache, progress: Steps) -> ThreePlayers:
    """Solves the game. What is solved of it is in the cache, so that an interrupted run can go on.

    Raises SolveError as `check` does.
    """
    check(model)
    setting = setting_of(model)
    win = np.zeros((model.goal, model.goal, model.goal, 2))

    def solve(pool: ThreadPoolExecutor, total: int, places: Places) -> Floats:
        for unsettled in on_all_cores(pool, partial(solve_sum, setting, win, total)):
            for scores in unsettled:
                solve_mixed(setting, win, scores)
        return win[places]

    by_sums(model, cache, _NAME, win, solve, progress)
    return ThreePlayers(win, model.step)


def is_solved(model: Model, cache: Cache) -> bool:
    """Whether the game has been solved to its end."""
    return cache.has(model, _layer(_NAME, 0))


def _layer(name: str, total: int) -> str:
    """The name of the table of a sum of scores in the cache."""
    return f"{name}/{total:04}"


def by_sums(
    model: Model,
    cache: Cache,
    name: str,
    table: Floats,
    solve: Callable[[ThreadPoolExecutor, int, Places], Floats],
    progress: Steps,
) -> None:
    """Fills a table of all triples, the highest sums first, each from the cache if it is there."""
    done = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for total in range(3 * (model.goal - 1), -1, -1):
            places = places_of(total, model.goal)
            table[places] = cache.table(model, _layer(name, total), partial(solve, pool, total, places))
            done += len(places[0])
            progress(done, model.goal**3)


def on_all_cores(pool: ThreadPoolExecutor, part: Callable[[int, int], Result]) -> list[Result]:
    """What part(start, stride) returns for every start."""
    stride = os.cpu_count() or 1
    return [one.result() for one in [pool.submit(part, start, stride) for start in range(stride)]]
