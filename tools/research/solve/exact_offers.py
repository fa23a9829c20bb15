"""What Master wins for two where dice are picked up (DT-06): every score, every roll, every offer, no samples.

The other player is the perfect player of pick_up.py, who does not know that it plays against Master, or the strongest
opponent of Master, who knows all its choices. From high scores to low ones each turn is followed by the choices of its
player, from every state in which it can begin.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixpip.players.ten_thousand.solver.roll_codes import BUST, NEXT, WIN
from tools.research.compiled import compiled
from tools.research.league.lanes import LANES, Values, new_values, solve_lanes
from tools.research.league.master_turn import KEEPS, Classes, banks_allowed, classes_of, keep_of
from tools.research.league.simulator import Simulator
from tools.research.league.state import GAME, Game, set_chances, set_game
from tools.research.league.tables import Rules, Tables
from tools.research.solve import pick_up
from tools.research.solve.duel import MOST_BYTES
from tools.research.solve.graph import Arrays, Chances, Floats, Ints
from tools.research.solve.kernel import best_option
from tools.research.solve.model import Model
from tools.research.solve.pick_up import Offers
from tools.research.solve.probe import SolveError

Games = NDArray[np.void]
"""An array of type GAME: one game for each lane."""

_SETTLED = 1e-9
_MOST_ROUNDS = 100
_TOP_SWEEPS = 10
"""How often the top row of a turn is computed again: it leads back to itself by hot dice, which must be rolled."""


class Match(NamedTuple):
    """What the kernels need of a game. The steps of the solver are the units of the console."""

    offers: Offers
    tables: Tables
    classes: Classes
    dice: Ints
    """(situation): the dice that are thrown."""
    optimum: Chances
    """The chances of two perfect players (pick_up.solve). Empty: Master plays against its strongest opponent."""
    last: Floats
    """(on the table, steps needed, points, situation): the chance of Master to gain these steps in a last turn."""


class Result(NamedTuple):
    """The chances of Master to win, by the score of the player to move, that of the other, and what is offered.

    An offer is a number of points, and the situation before a roll of its dice; 0 points and situation 0 without one.
    """

    first: Chances
    """Master is to move."""
    second: Chances
    """The other player is to move."""


class Turn(NamedTuple):
    """A turn by the choices of its player. Both parts have (points, situation), before a roll."""

    chance: Floats
    """That Master wins, if it loses after each bust."""
    bust: Floats
    """The chance of a bust."""


@compiled
def _new_turn(rows: int, situations: int) -> Turn:
    return Turn(np.zeros((rows, situations)), np.zeros((rows, situations)))


@compiled
def _roll_value(rules: Rules, values: Values, units: int, row: int) -> int:
    """What Master finds a roll of some dice worth; `values` has one lane."""
    return int(np.int64(values[NEXT + (min(units, rules.most) << rules.shift) + row, 0]))


@compiled
def _offered(match: Match, values: Values, turn: Turn, points: int, at: int, after_bust: float) -> float:
    """The chance of Master after an offer, which it takes if it finds it worth more than a roll of all dice."""
    rules = match.tables.rules[0]
    fresh = _roll_value(rules, values, 0, rules.first_row)
    row, start = 0, 0
    if at and _roll_value(rules, values, points, match.dice[at]) > fresh:
        row, start = min(points, len(turn.chance) - 1), at
    return float(turn.chance[row, start] + turn.bust[row, start] * after_bust)


@compiled
def _follow_master(match: Match, game: Game, values: Values, bank: Floats) -> Turn:
    """The turn of Master. `bank` (row, situation): the chance to win after a bank. In the last row Master banks as soon
    as it may.

    `values`: of the turn, solved, with one lane.
    """
    rules, classes = match.tables.rules[0], match.classes
    allowed = banks_allowed(rules, game)
    top = len(bank) - 1
    turn = _new_turn(top + 1, bank.shape[1])
    for sweep in range(top + _TOP_SWEEPS, -1, -1):
        units = min(sweep, top)
        for at in range(bank.shape[1]):
            worth = bust = 0.0
            for number in range(classes.first[at], classes.first[at + 1]):
                chance = classes.chance[number]
                if classes.outcome[number] != KEEPS:
                    bust += chance * (classes.outcome[number] == BUST)
                    worth += chance * (classes.outcome[number] == WIN)
                    continue
                keep, is_bank = keep_of(rules, classes, number, units, values, 0, allowed)
                gained, to = min(units + classes.units[keep], top), classes.next[keep]
                if is_bank or (gained == top and not classes.must_roll[keep]):
                    worth += chance * bank[gained, to]
                else:
                    worth += chance * turn.chance[gained, to]
                    bust += chance * turn.bust[gained, to]
            turn.chance[units, at] = worth
            turn.bust[units, at] = bust
    return turn


@compiled
def _follow_other(arrays: Arrays, wins: Ints, outs: Ints, bank: Floats, value: Floats, worth: Floats) -> Turn:
    """The turn of the other player by its `value` and `bank` (kernel.offer_pass); `worth`: to Master, of a bank."""
    top = len(bank) - 1
    turn = _new_turn(top + 1, bank.shape[1])
    for sweep in range(top + _TOP_SWEEPS, -1, -1):
        row = min(sweep, top)
        for at in arrays.order:
            won = bust = 0.0
            mode = arrays.first_mode[at]
            for number in range(arrays.first_class[mode], arrays.first_class[mode + 1]):
                chance = arrays.chance[number]
                end = arrays.end[number]
                if end >= 0:
                    won += chance * outs[end]
                    bust += chance * (1 - outs[end] - wins[end])
                    continue
                gained, target = best_option(arrays, number, row, value)
                to = target // 2
                gained = min(gained, top)
                if target % 2 and (gained == top or bank[gained, to] >= value[gained, target - 1]):
                    won += chance * worth[gained, to]
                else:
                    won += chance * turn.chance[gained, to]
                    bust += chance * turn.bust[gained, to]
            turn.chance[row, at] = won
            turn.bust[row, at] = bust
    return turn


# The last turns


@compiled
def _set_last_turns(match: Match, games: Games, values: Values) -> None:
    """Sets Match.last."""
    rules = match.tables.rules[0]
    needs = min(rules.most + 1, match.last.shape[1])
    for opened in range(2):
        for start in range(1, needs, LANES):
            count = min(LANES, needs - start)
            for lane in range(count):
                _set_last_turn(match, games[lane], opened, start + lane)
                set_chances(rules, match.tables.solver, games[lane], values, lane)
            solver = match.tables.solver
            solve_lanes(solver.stream, solver.rows, rules.most, rules.shift, True, values)
            for lane in range(count):
                one = values[:, lane].copy().reshape(-1, 1)
                bank = np.zeros((start + lane + 1, len(match.dice)))
                bank[-1, :] = 1.0
                turn = _follow_master(match, games[lane], one, bank)
                for points in range(match.last.shape[2]):
                    for at in range(match.last.shape[3]):
                        match.last[opened, start + lane, points, at] = _offered(match, one, turn, points, at, 0.0)


@compiled
def _set_last_turn(match: Match, game: Game, opened: int, needed: int) -> None:
    """Sets a game in which Master has a last turn and must gain some steps to win."""
    unit = match.tables.rules[0].unit
    lead = match.offers.setting.goal + match.last.shape[1] if opened else needed - 1
    set_game(game, 0, lead - needed + 1, lead, 0, unit)
    game.opened[0] = opened
    game.closer = game.leader = 1


# All turns


@compiled
def _banks_of_master(match: Match, result: Result, own: int, other: int) -> Floats:
    """The chance of Master after a bank in each row and situation."""
    offers, goal = match.offers, match.offers.setting.goal
    bank = np.zeros((_top_of(offers, own) + 1, len(offers.plain)))
    for row in range(len(bank)):
        for at in range(len(offers.plain)):
            score, offered = own + row, offers.plain[at]
            if score >= goal:
                bank[row, at] = 1.0 - pick_up.last_turn_chance(offers.banks, score, other, row, offered)
            elif other > 0 and offered >= 0:
                bank[row, at] = result.second[other, score, min(row, goal - 1), offered]
            else:
                bank[row, at] = result.second[other, score, 0, 0]
    return bank


@compiled
def _banks_of_other(match: Match, result: Result, own: int, other: int) -> Floats:
    """The chance of Master, who has `other`, after a bank of the other player in each row and situation."""
    offers, goal = match.offers, match.offers.setting.goal
    bank = np.zeros((_top_of(offers, own) + 1, len(offers.plain)))
    for row in range(len(bank)):
        for at in range(len(offers.plain)):
            score, offered = own + row, offers.plain[at] if other > 0 else -1
            points, start = (row, offered) if offered >= 0 else (0, 0)
            if score < goal:
                bank[row, at] = result.first[other, score, min(points, goal - 1), start]
            elif not offers.banks.sudden:
                opened = min(other, 1)
                needed = max(score - other + 1, offers.setting.least_bank[opened])
                if needed < match.last.shape[1]:
                    bank[row, at] = match.last[opened, needed, min(points, match.last.shape[2] - 1), start]
    return bank


@compiled
def _top_of(offers: Offers, own: int) -> int:
    """The top row of a turn (pick_up.banks_of)."""
    setting = offers.setting
    return int(max(min(setting.goal - own + setting.beyond, setting.most), setting.least_bank[min(own, 1)]))


@compiled
def _solve_sum(match: Match, games: Games, values: Values, result: Result, total: int, start: int, stride: int) -> bool:
    """Solves every `stride`-th pair of scores with a sum of `total`; False where one does not settle."""
    rules, solver = match.tables.rules[0], match.tables.solver
    highest = match.offers.setting.goal - 1
    first, last = max(0, total - highest) + start, min(highest, total)
    lane = 0
    for own in range(first, last + 1, stride):
        set_game(games[lane], 0, own, total - own, 0, rules.unit)
        set_chances(rules, solver, games[lane], values, lane)
        lane += 1
    if lane:
        solve_lanes(solver.stream, solver.rows, rules.most, rules.shift, True, values)
    for at in range(lane):
        one = values[:, at].copy().reshape(-1, 1)  # close together in memory: faster
        own = first + at * stride
        if not _solve_pair(match, games[at], one, result, own, total - own):
            return False
    return True


@compiled
def _solve_pair(match: Match, game: Game, values: Values, result: Result, own: int, other: int) -> bool:
    """Solves the turn of Master, who has `own`, and that of the other player with these scores."""
    mine = _follow_master(match, game, values, _banks_of_master(match, result, own, other))
    worth = _banks_of_other(match, result, other, own)
    first = 0.5
    for _ in range(_MOST_ROUNDS):
        theirs, value = _turn_of_other(match, result, other, own, worth, first)
        before = first
        stays = mine.bust[0, 0] * theirs.bust[0, 0]  # each turn can lead to the other one by a bust
        first = (mine.chance[0, 0] + mine.bust[0, 0] * theirs.chance[0, 0]) / (1.0 - stays)
        if match.optimum.size or abs(first - before) < _SETTLED:
            break
    else:
        return False
    second = theirs.chance[0, 0] + theirs.bust[0, 0] * first
    chances = result.first[own, other], result.second[other, own]
    for points in range(chances[0].shape[0]):
        row = min(points, len(theirs.chance) - 1)
        for at in range(chances[0].shape[1]):
            chances[0][points, at] = np.float32(_offered(match, values, mine, points, at, second))
            takes = at and value[row, 2 * at] > value[0, 0]
            one = theirs.chance[row, at] + theirs.bust[row, at] * first
            chances[1][points, at] = np.float32(one if takes else second)
    return True


@compiled
def _turn_of_other(
    match: Match, result: Result, own: int, other: int, worth: Floats, after_bust: float
) -> tuple[Turn, Floats]:
    """The turn of the other player, who has `own`, and its values. `worth`: to Master, of its banks.

    `after_bust`: the chance of Master after a bust, which only its strongest opponent knows.
    """
    offers, opened = match.offers, min(own, 1)
    if match.optimum.size:
        bank = pick_up.banks_of(offers, match.optimum, own, other)
        lost = 1.0 - float(match.optimum[other, own, 0, 0])
        value = pick_up.turn_values(offers, match.optimum, own, other, bank, lost)
    else:
        bank = 1.0 - worth
        bank[: offers.setting.least_bank[opened], :] = -np.inf
        value = pick_up.turn_values(offers, result.first, own, other, bank, 1.0 - after_bust)
    arrays, ends = offers.setting.arrays[opened], offers.setting.ends[opened]
    return _follow_other(arrays, ends.wins, ends.out, bank, value, worth), value


def solve(model: Model, optimum: Chances | None = None) -> Result:
    """Computes all chances in a game for which Model.takes_up is true, and which the league plays.

    `optimum`: of pick_up.solve, for games against a perfect player; None: for those against the strongest opponent.
    Raises SolveError for a target too large.
    """
    tables = Simulator(model.variant.name, model.row).tables
    if int(tables.rules["unit"][0]) != model.step:
        raise SolveError("With these rules the console counts scores in other steps than the solver.")
    shape = (model.goal, model.goal, model.goal, len(model.graph.situations))
    if 4 * np.prod(shape, dtype=float) > MOST_BYTES or model.goal > LANES:
        raise SolveError(f"With pick_up the target {model.number('target')} needs too much memory: choose a lower one.")
    offers = pick_up.offers_of(model)
    dice = np.array([at.left for at in model.graph.situations], dtype=np.int32)
    needs = model.goal + offers.setting.beyond + 1
    last = np.zeros((2, needs, needs, len(dice)))
    known = np.zeros((0, 0, 0, 0), dtype=np.float32) if optimum is None else optimum
    match = Match(offers, tables, classes_of(tables, model.graph), dice, known, last)
    threads = os.cpu_count() or 1
    shift = int(tables.rules["shift"][0])
    rooms = [(np.zeros(LANES, dtype=GAME), new_values(shift)) for _ in range(threads)]
    _set_last_turns(match, *rooms[0])
    result = Result(np.full(shape, 0.5, dtype=np.float32), np.full(shape, 0.5, dtype=np.float32))
    with ThreadPoolExecutor(threads) as pool:
        for total in range(2 * model.goal - 2, -1, -1):
            parts = [
                pool.submit(_solve_sum, match, *room, result, total, start, threads) for start, room in enumerate(rooms)
            ]
            if not all([part.result() for part in parts]):
                raise SolveError("With these rules the chances of two players do not settle.")
    return result


def loss(model: Model, optimum: Chances | None = None) -> float:
    """What Master loses: half minus its chance to win, as the mean of both seats. `optimum`: as of `solve`."""
    result = solve(model, optimum)
    return 0.5 - float(result.first[0, 0, 0, 0] + result.second[0, 0, 0, 0]) / 2
