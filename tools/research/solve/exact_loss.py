"""What Master wins for two against a player of the exact solver: every score, every roll, no samples.

First the chances of all ends of each turn are computed for both players. The chances to win follow from them, from
high scores to low ones. The perfect player does not know that it plays against Master. Games in which dice are picked
up are in exact_offers.py.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np

from sixpip.players.ten_thousand.solver.roll_codes import BUST, OUTCOMES, WIN
from tools.research.compiled import compiled
from tools.research.league.lanes import LANES, Values, new_values, solve_lanes
from tools.research.league.master_turn import Classes, classes_of, master_turn
from tools.research.league.simulator import Simulator
from tools.research.league.state import GAME, SAME_ROUND, SUDDEN, Game, set_chances, set_game, set_points
from tools.research.league.tables import Tables, is_played
from tools.research.solve import exact_offers
from tools.research.solve.duel import MOST_BYTES, Duel, Ends, Setting, setting_of
from tools.research.solve.graph import Arrays, Chances, Floats, Graph, Ints
from tools.research.solve.grid import turn_values
from tools.research.solve.kernel import best_option
from tools.research.solve.model import SOLVED_ENDS, Model
from tools.research.solve.probe import End, SolveError

_SETTLED = 1e-9
_MOST_SWEEPS = 500
ALWAYS = 1 << 20
"""Near enough at all scores (Match.near)."""
_EXPENSIVE = 2
"""The busts in a row after which a bust has a price."""


class Match(NamedTuple):
    """What the kernels need of a game. `opened` is 0 for a player who is not on the table, else 1."""

    setting: Setting
    optimum: Floats
    """Duel.win: the chances of two perfect players."""
    tables: Tables
    classes: tuple[Classes, Classes]
    """By `opened`."""
    busts: Ints
    """(opened): the number of a bust in Setting.ends, -1 where no roll busts."""
    outs: Ints
    """The same for a roll after which the player is out of the game."""
    near: int
    """The steps that the leader misses at most when the choices count wins. Before that they count points."""


class Turns(NamedTuple):
    """The chances of all ends of the turns of one player, by seat, busts in a row, own score and other's score.

    For Master the busts are 0 or 1: whether a bust has a price. For the other player they are a number of both counts.
    """

    gains: Chances
    """(..., steps): to bank so many."""
    busts: Chances
    """(...): to bust."""
    won: Chances
    """(...): that a roll ends the game and Master wins."""


@compiled
def _solve_games(match: Match, games: Ints, values: Values) -> None:
    """Solves the turns of Master in some games, one in each lane."""
    tables = match.tables
    rules = tables.rules[0]
    for lane in range(len(games)):
        game = games[lane]
        ahead = max(game.scores[0], game.scores[1]) // rules.unit
        if game.closer < 0 and match.setting.goal - ahead > match.near:
            set_points(rules, game, values, lane)
        else:
            set_chances(rules, tables.solver, game, values, lane)
    solve_lanes(tables.solver.stream, tables.solver.rows, rules.most, rules.shift, False, values)


@compiled
def _play(match: Match, game: Game, values: Values, lane: int, gains: Floats, ends: Floats) -> None:
    """Sets the chances of the ends of a solved turn of Master."""
    one = values[:, lane].copy().reshape(-1, 1)  # close together in memory: faster
    classes = match.classes[1] if game.opened[game.player] else match.classes[0]
    master_turn(match.tables, classes, game, one, 0, gains, ends)


@compiled
def _set_last_turn(match: Match, game: Game, opened: int, needed: int, rows: int) -> None:
    """Sets a game in which Master has a last turn and must gain some steps to win."""
    lead = match.setting.goal + rows if opened else needed - 1
    set_game(game, 1, lead - needed + 1, lead, 0, match.tables.rules[0].unit)
    game.opened[1] = opened
    game.closer = 0
    game.leader = 0


@compiled
def last_turns(match: Match, games: Ints, values: Values, last: Floats) -> None:
    """Sets (opened, steps) to the chance of Master to gain at least so many steps in a last turn."""
    ends = np.empty(OUTCOMES)
    last[:, 0] = 1.0
    for opened in range(2):
        for start in range(1, last.shape[1], LANES):
            count = min(LANES, last.shape[1] - start)
            for lane in range(count):
                _set_last_turn(match, games[lane], opened, start + lane, last.shape[1])
            _solve_games(match, games[:count], values)
            for lane in range(count):
                gains = np.empty(start + lane + 1)
                _play(match, games[lane], values, lane, gains, ends)
                last[opened, start + lane] = gains[-1] + ends[WIN]


@compiled
def master_turns(match: Match, games: Ints, values: Values, seat: int, own: int, turns: Turns) -> None:
    """Sets the turns of Master with one own score, against all other scores."""
    goal = match.setting.goal
    ends = np.empty(OUTCOMES)
    gains = np.empty(min(turns.gains.shape[4], goal - own + match.setting.beyond + 1))
    for kind in range(turns.gains.shape[1]):
        for start in range(0, goal, LANES):
            count = min(LANES, goal - start)
            for lane in range(count):
                set_game(games[lane], seat, own, start + lane, _EXPENSIVE * kind, match.tables.rules[0].unit)
            _solve_games(match, games[:count], values)
            for lane in range(count):
                _play(match, games[lane], values, lane, gains, ends)
                turns.gains[seat, kind, own, start + lane, : len(gains)] = gains
                turns.busts[seat, kind, own, start + lane] = ends[BUST]
                turns.won[seat, kind, own, start + lane] = ends[WIN]


@compiled
def follow(arrays: Arrays, bank: Floats, value: Floats, gains: Floats, ends: Floats) -> None:
    """Sets the chances of the ends of a turn that is played by its values (kernel.turn_pass).

    From the last row of `bank` on all is banked.
    """
    top = len(bank) - 1
    gains[:] = 0.0
    ends[:] = 0.0
    reached = np.zeros((top, len(arrays.order)))
    reached[0, 0] = 1.0
    for row in range(top):
        for at in arrays.order[::-1]:
            chance = reached[row, at]
            mode = arrays.first_mode[at]
            for number in range(arrays.first_class[mode], arrays.first_class[mode + 1] if chance else 0):
                part = chance * arrays.chance[number]
                if arrays.end[number] >= 0:
                    ends[arrays.end[number]] += part
                    continue
                gained, target = best_option(arrays, number, row, value)
                if gained >= top:
                    gains[top] += part
                elif target % 2 and bank[gained] >= value[gained, target - 1]:
                    gains[gained] += part
                else:
                    reached[gained, target // 2] += part


@compiled
def perfect_turns(match: Match, seat: int, own: int, turns: Turns) -> None:
    """Sets the turns of the perfect player with one own score, against all other scores."""
    if own > 0:
        _perfect_turns(match, match.setting.arrays[1], match.setting.ends[1], seat, own, turns)
    else:
        _perfect_turns(match, match.setting.arrays[0], match.setting.ends[0], seat, own, turns)


@compiled
def _perfect_turns(match: Match, arrays: Arrays, how: Ends, seat: int, own: int, turns: Turns) -> None:
    setting = match.setting
    kinds = match.optimum.shape[1]
    opened = min(own, 1)
    ends = np.empty(max(1, len(how.wins)))
    for both in range(kinds * kinds):
        counts, others = both // kinds, both % kinds
        for other in range(setting.goal):
            value, bank = turn_values(setting, arrays, how, match.optimum, (own, other, counts, others, seat))
            gains = np.empty(len(bank))
            follow(arrays, bank, value, gains, ends)
            turns.gains[seat, both, own, other, : len(gains)] = gains
            if match.busts[opened] >= 0:
                turns.busts[seat, both, own, other] = ends[match.busts[opened]]
            if match.outs[opened] >= 0:
                turns.won[seat, both, own, other] = ends[match.outs[opened]]


class Result(NamedTuple):
    """The chances of Master by seat to move, counts of the player to move and of the other, and their scores."""

    first: Floats
    """Master is to move."""
    second: Floats
    """The perfect player is to move; its counts and score come first."""


@compiled
def _after_master(match: Match, result: Result, seat: int, others: int, score: int, other: int) -> float:
    """The chance of Master after a bank that leads to `score`."""
    setting = match.setting
    if score >= setting.goal:
        missing = min(score - other + 1, setting.closing.shape[2] - 1)
        return float(setting.closing[seat, min(other, 1), missing])
    return float(result.second[(seat + 1) % len(result.first), others, 0, other, score])


@compiled
def _after_other(match: Match, result: Result, last: Floats, seat: int, others: int, score: int, own: int) -> float:
    """The chance of Master, who has `own`, after a bank of the other player that leads to `score`."""
    setting, end = match.setting, match.tables.rules[0].end
    if score >= setting.goal:
        if end == SUDDEN or (end == SAME_ROUND and seat == 1):
            return 0.0
        needed = max(score - own + 1, setting.least_bank[min(own, 1)])
        return float(last[min(own, 1), min(needed, last.shape[1] - 1)])
    return float(result.first[(seat + 1) % len(result.first), others, 0, own, score])


@compiled
def _after_bust(ends: Ends, number: int, counts: int, score: int) -> tuple[int, int]:
    """The counts and the score after a bust, which is the end `number`; the same as before where no roll busts."""
    if number < 0:
        return counts, score
    return int(ends.counts[number, counts]), max(0, score - int(ends.price[number, counts]))


@compiled
def _by_master(
    match: Match, turns: Turns, result: Result, seat: int, state: tuple[int, int, int, int]
) -> tuple[float, float]:
    """The chance of Master, to move, by all ends of its turn but those that change nothing, and the chance of those."""
    counts, others, own, other = state
    kind, opened = int(counts == _EXPENSIVE), min(own, 1)
    gains, bust = turns.gains[seat, kind, own, other], float(turns.busts[seat, kind, own, other])
    worth = float(turns.won[seat, kind, own, other])
    for row in range(1, len(gains)):
        if gains[row]:
            worth += gains[row] * _after_master(match, result, seat, others, own + row, other)
    later, left = _after_bust(match.setting.ends[opened], match.busts[opened], counts, own)
    if (later, left) == (counts, own):
        return worth, bust
    return worth + bust * result.second[(seat + 1) % len(result.first), others, later, other, left], 0.0


@compiled
def _by_other(
    match: Match, turns: Turns, last: Floats, result: Result, seat: int, state: tuple[int, int, int, int]
) -> tuple[float, float]:
    """The same where the perfect player is to move. `state`: its counts, those of Master, its score, Master's score."""
    counts, others, own, other = state
    both, opened = counts * result.first.shape[1] + others, min(own, 1)
    gains, bust = turns.gains[seat, both, own, other], float(turns.busts[seat, both, own, other])
    worth = float(turns.won[seat, both, own, other])
    for row in range(1, len(gains)):
        if gains[row]:
            worth += gains[row] * _after_other(match, result, last, seat, others, own + row, other)
    later, left = _after_bust(match.setting.ends[opened], match.busts[opened], counts, own)
    if (later, left) == (counts, own):
        return worth, bust
    return worth + bust * result.first[(seat + 1) % len(result.first), others, later, other, left], 0.0


@compiled
def _solve_state(
    match: Match, mine: Turns, theirs: Turns, last: Floats, result: Result, seat: int, state: tuple[int, int, int, int]
) -> float:
    """Solves two states that lead to each other when a turn changes nothing; returns the change."""
    counts, others, own, other = state
    next_seat = (seat + 1) % len(result.first)
    first, stays = _by_master(match, mine, result, seat, state)
    second, stays_too = _by_other(match, theirs, last, result, next_seat, (others, counts, other, own))
    chance = (first + stays * second) / (1.0 - stays * stays_too)
    change = abs(chance - result.first[seat, counts, others, own, other])
    result.first[seat, counts, others, own, other] = chance
    result.second[next_seat, others, counts, other, own] = second + stays_too * chance
    return float(change)


@compiled
def solve_all(match: Match, mine: Turns, theirs: Turns, last: Floats, result: Result) -> float:
    """Solves all states once, the highest sums of scores first; returns the largest change."""
    goal, kinds = match.setting.goal, result.first.shape[1]
    change = 0.0
    for total in range(2 * goal - 2, -1, -1):
        for own in range(max(0, total - goal + 1), min(goal - 1, total) + 1):
            for both in range(kinds * kinds - 1, -1, -1):
                for seat in range(len(result.first)):
                    state = (both // kinds, both % kinds, own, total - own)
                    change = max(change, _solve_state(match, mine, theirs, last, result, seat, state))
    return change


def is_measured(model: Model) -> bool:
    """Whether Master is compared with the exact solver in a game.

    Both must know all its rules, and no rule may make a turn of Master depend on more than points and dice.
    """
    solved = model.takes_up if model.on("pick_up") else model.options["end"] in SOLVED_ENDS
    return solved and not model.on("clear") and is_played(model.variant.name, model.row)


class MasterAgainstOptimum:
    """Master against a perfect player, in a game for which `is_measured` is true; `duel` is its solution.

    No dice are picked up.
    """

    def __init__(self, model: Model, duel: Duel, near: int = ALWAYS) -> None:
        """`near`: as in Match, for the coach. Raises SolveError for a target too large."""
        tables = Simulator(model.variant.name, model.row).tables
        if int(tables.rules["unit"][0]) != model.step:
            raise SolveError("With these rules the console counts scores in other steps than the solver.")
        graphs = (model.first_graph, model.graph)
        classes = (classes_of(tables, graphs[0]), classes_of(tables, graphs[1]))
        busts = [_number_of(graph, lambda end: not end.ends_game) for graph in graphs]
        outs = [_number_of(graph, lambda end: end.out) for graph in graphs]
        self._match = Match(setting_of(model), duel.win, tables, classes, np.array(busts), np.array(outs), near)
        self._shift = int(tables.rules["shift"][0])
        seats, kinds = duel.win.shape[:2]
        self._mine = self._room(seats, 2 if kinds > 1 else 1)
        self._theirs = self._room(seats, kinds * kinds)

    def _room(self, seats: int, kinds: int) -> Turns:
        setting = self._match.setting
        shape = (seats, kinds, setting.goal, setting.goal)
        rows = setting.goal + setting.beyond + 1
        if 4 * rows * np.prod(shape, dtype=float) > 4 * MOST_BYTES:
            raise SolveError("The turns of this game need too much memory: choose a lower target.")
        return Turns(np.zeros((*shape, rows), np.float32), np.zeros(shape, np.float32), np.zeros(shape, np.float32))

    def solve(self) -> Result:
        """Computes all chances."""
        match, goal = self._match, self._match.setting.goal
        last = np.zeros((2, goal + match.setting.beyond + 2))
        last_turns(match, np.zeros(LANES, dtype=GAME), new_values(self._shift), last)
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for seat in range(len(match.optimum)):
                list(pool.map(partial(self._set_turns, seat), range(goal)))
        result = Result(np.full(match.optimum.shape, 0.5), np.full(match.optimum.shape, 0.5))
        for _ in range(_MOST_SWEEPS):
            if solve_all(match, self._mine, self._theirs, last, result) < _SETTLED:
                return result
        raise SolveError("With these rules the chances of two players do not settle.")

    def _set_turns(self, seat: int, own: int) -> None:
        """Sets the turns of both players with one own score."""
        master_turns(self._match, np.zeros(LANES, dtype=GAME), new_values(self._shift), seat, own, self._mine)
        perfect_turns(self._match, seat, own, self._theirs)


def _number_of(graph: Graph, is_wanted: Callable[[End], bool]) -> int:
    """The number of the first such end of a graph, -1 for none."""
    return next((number for number, end in enumerate(graph.ends) if is_wanted(end)), -1)


def loss(model: Model, duel: Duel, near: int = ALWAYS) -> float:
    """What Master loses in a game against a perfect player: half minus its chance to win, as the mean of both seats.

    `near`: as in Match, for the coach, in games where no dice are picked up.
    """
    if duel.offers is not None:
        return exact_offers.loss(model, duel.offers)
    result = MasterAgainstOptimum(model, duel, near).solve()
    return 0.5 - float(result.first[0, 0, 0, 0, 0] + result.second[0, 0, 0, 0, 0]) / 2
