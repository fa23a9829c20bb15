"""Two players on a grid of scores: the chances to win at its nodes, and in a line between two neighbors.

Near the target every score is a node. Further away the chances change so evenly that few scores are enough, and a game
to 20 000 is solved in minutes. Bad turns in a row are left out: they cost and count nothing.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from tools.research.compiled import compiled
from tools.research.solve.duel import Ends, Setting, check, setting_of, without_prices
from tools.research.solve.duel_lanes import banked, set_ends, top_row
from tools.research.solve.graph import Arrays, Chances, Floats, Ints
from tools.research.solve.kernel import empty, turn_pass
from tools.research.solve.model import Model
from tools.research.solve.pick_up import Offers, banks_of, offers_of
from tools.research.solve.pick_up import turn_values as values_with_offers
from tools.research.solve.probe import SolveError

_SETTLED = 1e-6
_MOST_ROUNDS = 500
_MOST_OFFERED = 100
"""The highest points of an offer, in steps: few banks are higher, and a higher one counts as this."""


def nodes_below(goal: int, steps: tuple[tuple[int, int], ...]) -> Ints:
    """The nodes of a grid as numbers of steps that are missing to the target, from 0 to `goal`.

    `steps`: how many nodes follow in which distance; the last distance goes on to `goal`.
    """
    nodes = [0]
    for count, distance in steps:
        nodes += [nodes[-1] + distance * (number + 1) for number in range(count)]
    while nodes[-1] < goal:
        nodes.append(nodes[-1] + steps[-1][1])
    return np.array([node for node in nodes if node < goal] + [goal], dtype=np.int32)


def solve_grid(model: Model, nodes: Ints) -> Floats:
    """Solves the game of two players at all pairs of nodes.

    The result has (seat, own node, other's node). A node of the target is 1.0 for its owner. Raises SolveError.
    """
    shape = check(model)
    setting = without_prices(setting_of(model))
    win = np.full((shape[0], 1, 1, model.goal, model.goal), 0.5)
    scores = model.goal - nodes
    _on_all_cores(partial(_solve_sum, setting, win, scores), len(nodes))
    return _at_nodes(win[:, 0, 0][:, scores[1:]][:, :, scores[1:]])


def solve_offers(model: Model, nodes: Ints) -> Floats:
    """Solves a game in which dice are taken up (Model.takes_up), as `solve_grid`."""
    offers = offers_of(model)
    scores = model.goal - nodes
    place = np.zeros(model.goal, dtype=np.int32)
    place[scores[1:]] = np.arange(len(nodes) - 1)
    offers = offers._replace(banks=offers.banks._replace(place=place))
    shape = (len(nodes) - 1, model.goal, _MOST_OFFERED, len(model.graph.situations))
    win: Chances = np.full(shape, 0.5, dtype=np.float32)
    _on_all_cores(partial(_solve_sum_of_offers, offers, win, scores), len(nodes))
    return _at_nodes(win[None, :, scores[1:], 0, 0].astype(np.float64))


def _on_all_cores(solve_sum: Callable[[int, int, int], bool], count: int) -> None:
    """Solves the pairs of `count` nodes, those next to the target first. Raises SolveError."""
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        for total in range(2, 2 * count - 1):
            parts = [pool.submit(solve_sum, total, start, threads) for start in range(threads)]
            if not all([part.result() for part in parts]):
                raise SolveError("With these rules the chances of two players do not settle.")


def _at_nodes(chances: Floats) -> Floats:
    """The chances with the node of the target before the others."""
    with_target: Floats = np.pad(chances, ((0, 0), (1, 0), (1, 0)))
    with_target[:, 0] = 1.0
    return with_target


@compiled
def _solve_sum(setting: Setting, win: Floats, scores: Ints, total: int, start: int, stride: int) -> bool:
    """Solves every `stride`-th pair of nodes whose numbers have a sum of `total`; False where one does not settle."""
    highest = len(scores) - 1
    for first in range(max(1, total - highest) + start, min(highest, total - 1) + 1, stride):
        second = total - first
        if (win.shape[0] == 2 or first <= second) and not _solve_pair(setting, win, scores, first, second):
            return False
    return True


@compiled
def _solve_pair(setting: Setting, win: Floats, scores: Ints, first: int, second: int) -> bool:
    """Solves a pair of nodes and the same pair exchanged: seat 0 to move at `first`, the last seat at `second`."""
    last = win.shape[0] - 1
    chances = np.empty(2)
    win[0, 0, 0, scores[first], scores[second]] = win[0, 0, 0, scores[max(1, first - 1)], scores[max(1, second - 1)]]
    win[last, 0, 0, scores[second], scores[first]] = win[
        last, 0, 0, scores[max(1, second - 1)], scores[max(1, first - 1)]
    ]
    for _ in range(_MOST_ROUNDS):
        _fill(win, last, scores, second, first)
        _fill(win, 0, scores, first, second)
        chances[0] = _turn(setting, win, 0, scores[first], scores[second])
        change = abs(chances[0] - win[0, 0, 0, scores[first], scores[second]])
        win[0, 0, 0, scores[first], scores[second]] = chances[0]
        _fill(win, 0, scores, first, second)
        chances[1] = _turn(setting, win, last, scores[second], scores[first])
        change = max(change, abs(chances[1] - win[last, 0, 0, scores[second], scores[first]]))
        win[last, 0, 0, scores[second], scores[first]] = chances[1]
        if change < _SETTLED:
            _fill(win, last, scores, second, first)
            return True
    return False


@compiled
def _fill(win: Floats, seat: int, scores: Ints, own: int, other: int) -> None:
    """Sets the chances between a node of the other player and the next one above it."""
    low, high = scores[other], scores[other - 1]
    row = win[seat, 0, 0, scores[own]]
    end = row[high] if high < len(row) else row[low]
    for score in range(low + 1, min(high, len(row))):
        row[score] = row[low] + (end - row[low]) * (score - low) / (high - low)


@compiled
def _turn(setting: Setting, win: Floats, seat: int, own: int, other: int) -> float:
    """The chance to win at the start of a turn."""
    at = (own, other, 0, 0, seat)
    if own > setting.zero:
        return float(turn_values(setting, setting.arrays[1], setting.ends[1], win, at)[0][0, 0])
    return float(turn_values(setting, setting.arrays[0], setting.ends[0], win, at)[0][0, 0])


@compiled
def turn_values(
    setting: Setting, arrays: Arrays, ends: Ends, win: Floats, at: tuple[int, int, int, int, int]
) -> tuple[Floats, Floats]:
    """The chance to win from every state of a turn (kernel.turn_pass), and after a bank in each row.

    `at`: the fields of duel_turns.Position; `arrays`, `ends`: those that count for the player.
    """
    own, other, counts, others, seat = at
    top = top_row(setting, own)
    bank = np.full(top + 1, -np.inf)
    for row in range(setting.least_bank[int(own > setting.zero)], top + 1):
        bank[row] = banked(setting, win, seat, 0, others, own + row, other)
    lost = np.zeros((max(1, len(ends.wins)), top + 1))
    set_ends(setting, ends, win, seat, counts, others, own, other, lost)
    value, share = empty(arrays, top + 1), empty(arrays, top + 1)
    top_is_banked = setting.beyond > 0 or top == setting.most
    turn_pass(arrays, bank, lost, np.zeros(len(lost)), value, share, top_is_banked, 0.0)
    return value, bank


# Dice are taken up


@compiled
def _solve_sum_of_offers(offers: Offers, win: Chances, scores: Ints, total: int, start: int, stride: int) -> bool:
    """Does the same as _solve_sum."""
    highest = len(scores) - 1
    for first in range(max(1, total - highest) + start, total // 2 + 1, stride):
        if not _solve_pair_of_offers(offers, win, scores, (first, total - first)):
            return False
    return True


@compiled
def _solve_pair_of_offers(offers: Offers, win: Chances, scores: Ints, pair: tuple[int, int]) -> bool:
    """Solves a pair of nodes and the same pair exchanged."""
    for side in range(2):
        own, other = max(1, pair[side] - 1), max(1, pair[1 - side] - 1)
        win[pair[side] - 1, scores[pair[1 - side]]] = win[own - 1, scores[other]]
    for _ in range(_MOST_ROUNDS):
        change = 0.0
        for side in range(2):
            for one in range(2):
                _fill_offers(win[pair[one] - 1], scores, pair[1 - one])
            own, other = scores[pair[side]], scores[pair[1 - side]]
            lost = 1.0 - win[offers.banks.place[other], own, 0, 0]
            value = values_with_offers(offers, win, own, other, banks_of(offers, win, own, other), lost)
            chances = win[offers.banks.place[own], other]
            rows = min(len(value), len(chances))
            change = max(change, abs(value[0, 0] - float(chances[0, 0])))
            chances[:rows] = value[:rows, ::2].astype(np.float32)
            chances[rows:] = np.float32(value[-1, 0])
        if change < _SETTLED:
            for one in range(2):
                _fill_offers(win[pair[one] - 1], scores, pair[1 - one])
            return True
    return False


@compiled
def _fill_offers(chances: Chances, scores: Ints, other: int) -> None:
    """Sets the chances of an own score between a node of the other player and the next one above it."""
    low, high = scores[other], scores[other - 1]
    for score in range(low + 1, min(high, len(chances))):
        part = np.float32((score - low) / (high - low))
        chances[score] = chances[low] + (chances[min(high, len(chances) - 1)] - chances[low]) * part
