"""Two players who may take up the dice and points that a bank leaves (DT-06): the chance to win, exactly.

These are the games for which Model.takes_up is true: scores never fall, and each player has at most one last turn.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from tools.research.compiled import compiled
from tools.research.solve.duel import MOST_BYTES, Setting, pass_values, setting_of
from tools.research.solve.graph import Chances, Floats, Ints, Progress
from tools.research.solve.kernel import empty, offer_pass
from tools.research.solve.model import Model
from tools.research.solve.probe import SolveError

_SETTLED = 1e-9
_MOST_ROUNDS = 200


class Banks(NamedTuple):
    """What the worth of a bank follows from. It has few arrays: Numba counts the references to each in every call."""

    goal: int
    sudden: bool
    least_bank: Ints
    last: Floats
    """(on the table, row, situation): the chance to come to the last row, at least."""
    place: Ints
    """(score): its place in the chances as the score of the player to move."""


class Offers(NamedTuple):
    """One game."""

    setting: Setting
    banks: Banks
    plain: Ints
    """(situation): that of the next player who takes up the dice; -1: none are left."""


def offers_of(model: Model) -> Offers:
    """The game as the kernel needs it."""
    setting = setting_of(model)
    rows = 2 * model.goal + setting.beyond + 2
    situations, graph = model.graph.situations, model.graph
    last = np.array([pass_values(model, rows - 1, opened, None)[:rows, ::2] for opened in (False, True)])
    places = np.arange(model.goal, dtype=np.int32)
    plain = [-1 if at.left == situations[0].left else graph.plain(at.left, at.marked) for at in situations]
    banks = Banks(model.goal, model.options["end"] == "sudden", setting.least_bank, last, places)
    return Offers(setting, banks, np.array(plain, dtype=np.int32))


def solve(model: Model, progress: Progress | None = None) -> Chances:
    """Solves the game. Raises SolveError for a target too large.

    The result has (own score, other's score, points, situation): the chance of the player to move to win with these
    points before a roll in this situation.
    """
    shape = (model.goal, model.goal, model.goal, len(model.graph.situations))
    if 4 * np.prod(shape, dtype=float) > MOST_BYTES:
        raise SolveError(f"With pick_up the target {model.number('target')} needs too much memory: choose a lower one.")
    offers = offers_of(model)
    win: Chances = np.full(shape, 0.5, dtype=np.float32)
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        for total in range(2 * model.goal - 2, -1, -1):
            parts = [pool.submit(_solve_sum, offers, win, total, start, threads) for start in range(threads)]
            if not all([part.result() for part in parts]):
                raise SolveError("With these rules the chances of two players do not settle.")
            if progress:
                progress(2 * model.goal - 1 - total, 2 * model.goal - 1)
    return win


@compiled
def _solve_sum(offers: Offers, win: Chances, total: int, start: int, stride: int) -> bool:
    """Solves every `stride`-th pair of scores with a sum of `total`; False where one does not settle."""
    highest = offers.setting.goal - 1
    slope = np.array([0.4, 0.4])
    for own in range(max(0, total - highest) + start, total // 2 + 1, stride):
        other = total - own
        if not _solve_pair(offers, win, own, other, slope):
            return False
    return True


@compiled
def _solve_pair(offers: Offers, win: Chances, own: int, other: int, slope: Floats) -> bool:
    """Solves a pair of scores and the same pair exchanged; False if it does not settle.

    The two lead to each other when a turn changes nothing. Each round is a Newton step. `slope`: of each side, the
    chance that nothing changes, which is the slope between the last two rounds; at first that of the pair before.
    """
    banks = (banks_of(offers, win, own, other), banks_of(offers, win, other, own))
    chances, found = np.array([_guess(win, own, other), _guess(win, other, own)]), np.empty(2)
    before, found_before = np.empty(2), np.empty(2)
    for number in range(_MOST_ROUNDS):
        for side in range(2):
            scores = (own, other) if side == 0 else (other, own)
            value = turn_values(offers, win, *scores, banks[side], 1.0 - chances[1 - side])
            found[side] = value[0, 0]
            rows = min(len(value), offers.setting.goal)
            win[scores[0], scores[1], :rows] = value[:rows, ::2].astype(np.float32)
            win[scores[0], scores[1], rows:] = np.float32(value[-1, 0])
        for side in range(2):
            step = before[1 - side] - chances[1 - side]
            if number and abs(step) > _SETTLED:
                slope[side] = min(max((found[side] - found_before[side]) / step, 0.0), 0.999)
        before[:], found_before[:] = chances, found
        own_step = (found[0] - chances[0] - slope[0] * (found[1] - chances[1])) / (1.0 - slope[0] * slope[1])
        chances[0] += own_step
        chances[1] = found[1] - slope[1] * own_step
        if np.abs(chances - before).max() < _SETTLED:
            return True
    return False


@compiled
def _guess(win: Chances, own: int, other: int) -> float:
    """The chance of the player to move that the pairs with one and two steps more on both sides lead to."""
    if max(own, other) + 2 < len(win):
        return float(2 * win[own + 1, other + 1, 0, 0] - win[own + 2, other + 2, 0, 0])
    return 0.5


@compiled
def banks_of(offers: Offers, win: Chances, own: int, other: int) -> Floats:
    """What a bank in each row and situation is worth, -inf where it is not allowed."""
    opened = min(own, 1)
    least = offers.setting.least_bank[opened]
    top = max(min(offers.setting.goal - own + offers.setting.beyond, offers.setting.most), least)
    banks, plain = offers.banks, offers.plain
    bank = np.full((top + 1, len(plain)), -np.inf)
    for row in range(least, top + 1):
        for at in range(len(plain)):
            bank[row, at] = 1.0 - _chance_after(banks, win, own + row, other, row, plain[at])
    return bank


@compiled
def _chance_after(banks: Banks, win: Chances, score: int, other: int, points: int, offered: int) -> float:
    """The chance of the other player, to move after a bank; `offered`: the situation of the dice left, or -1."""
    if score >= banks.goal:
        return last_turn_chance(banks, score, other, points, offered)
    place = banks.place[other]
    fresh = win[place, score, 0, 0]
    if other > 0 and offered >= 0:
        return float(max(fresh, win[place, score, min(points, win.shape[2] - 1), offered]))
    return float(fresh)


@compiled
def last_turn_chance(banks: Banks, score: int, other: int, points: int, offered: int) -> float:
    """The chance of the other player to pass a score that has reached the target; as _chance_after."""
    if banks.sudden:
        return 0.0
    opened = min(other, 1)
    needed = max(score - other + 1, banks.least_bank[opened])
    most = banks.last.shape[1] - 1
    first = max(0, most - needed)
    fresh = banks.last[opened, first, 0]
    if other > 0 and offered >= 0:
        return float(max(fresh, banks.last[opened, min(first + points, most), offered]))
    return float(fresh)


@compiled
def turn_values(offers: Offers, win: Chances, own: int, other: int, bank: Floats, lost: float) -> Floats:
    """The chance to win from every state of a turn, as in kernel.turn_pass; `lost`: after a bust."""
    opened = min(own, 1)
    arrays, how = offers.setting.arrays[opened], offers.setting.ends[opened]
    ends = np.full((max(1, len(how.wins)), len(bank)), lost)
    for end in range(len(how.wins)):
        if how.wins[end] or how.out[end]:
            ends[end, :] = how.wins[end]
            continue
        for row in range(len(bank)):
            if row and how.saved[end] and (opened or row >= offers.setting.opening):
                ends[end, row] = 1.0 - _chance_after(offers.banks, win, own + row, other, 0, -1)
    value = empty(arrays, len(bank))
    offer_pass(arrays, bank, ends, value)
    return value
