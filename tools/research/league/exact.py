"""The exact match of Master against the optimum for two players of `pure`: every state of the game, no sampling.

The optimum is that of the solver. Both players choose by their own values; what they win is computed with exact
chances: a turn leads to a win, or to a new score, or busts, which leaves the move to the other player.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sixpip.players.menus.styles import MASTER
from tools.research.compiled import compiled
from tools.research.league.errors import LeagueError
from tools.research.league.kernel import solved_keep
from tools.research.league.lanes import LANES, Values, new_values, solve_lanes
from tools.research.league.results import Exact
from tools.research.league.simulator import Simulator
from tools.research.league.state import GAME, Game
from tools.research.league.tables import Tables
from tools.research.league.throws import Keeps, Roll
from tools.research.league.worth import set_chances
from tools.research.solve.cache import Cache
from tools.research.solve.graph import Floats, Ints
from tools.research.solve.model import Model
from tools.research.solve.report import duel

VARIANT = "pure"
"""It ends at once at the target, and nothing but the scores counts."""


class Classes(NamedTuple):
    """Rolls with the same keeps, in the same order, as one."""

    first: Ints
    """Of each number of dice: its first class; the next entry is the end."""
    roll: Ints
    """Of each class: one of its rolls."""
    chance: Floats


class Chances(NamedTuple):
    """The chances of Master to win, by the own and the other score in units of the player to move."""

    master: Floats
    """Master to move."""
    other: Floats
    """The optimum to move."""


def classes_of(tables: Tables) -> Classes:
    """The classes of the rolls of all numbers of dice."""
    rules, throws = tables.rules[0], tables.throws
    dice = int(rules["dice"])
    first, rolls, chances = [0, 0], [], []
    for count in range(1, dice + 1):
        begin, ways = int(rules["first_throw"][count]), int(rules["throws"][count])
        found: dict[bytes, tuple[int, int]] = {}
        for roll, weight in zip(*np.unique(throws.roll[begin : begin + ways], return_counts=True)):
            keeps = throws.keeps[throws.rolls[roll]["first"] : throws.rolls[roll]["end"]]
            same = keeps["points"].tobytes() + b"/" + keeps["left"].tobytes()
            found[same] = (int(roll), int(weight) + found.get(same, (0, 0))[1])
        rolls += [roll for roll, _ in found.values()]
        chances += [weight / ways for _, weight in found.values()]
        first.append(len(rolls))
    return Classes(np.array(first, dtype=np.int32), np.array(rolls, dtype=np.int32), np.array(chances))


@compiled
def _best_keep(
    keeps: Keeps, roll: Roll, unit: int, units: int, worth: Floats, bank: Floats, dice: int
) -> tuple[int, bool, float]:
    """The keep of the optimum, whether it banks, and what that is worth."""
    best, banks, most = -1, False, -1.0
    for keep in range(roll.first, roll.end):
        gained = min(units + keeps[keep].points // unit, len(bank) - 1)
        rolled = worth[gained, keeps[keep].left or dice]
        if max(rolled, bank[gained]) > most:
            most = max(rolled, bank[gained])
            best, banks = keep, bank[gained] >= rolled
    return best, banks, most


@compiled
def master_turn(
    tables: Tables, classes: Classes, game: Game, values: Values, lane: int, after: Floats
) -> tuple[float, float]:
    """The chance of Master to win by a turn, and the chance that it busts.

    `after`: the chance to win after a bank of so many units; the last entry is that of the target.
    """
    rules, keeps, rolls = tables.rules[0], tables.throws.keeps, tables.throws.rolls
    needed = len(after) - 1
    reached = np.zeros((needed, rules.dice + 1))
    reached[0, rules.dice] = 1.0
    won = busted = 0.0
    for units in range(needed):
        for dice in range(1, rules.dice + 1):
            if reached[units, dice] == 0.0:
                continue
            for at in range(classes.first[dice], classes.first[dice + 1]):
                roll, chance = rolls[classes.roll[at]], reached[units, dice] * classes.chance[at]
                if roll.first == roll.end:
                    busted += chance
                    continue
                keep, banks = solved_keep(keeps, rules, game, units * rules.unit, roll, values, lane)
                gained = units + keeps[keep].points // rules.unit
                if banks or gained >= needed:
                    won += chance * after[min(gained, needed)]
                else:
                    reached[gained, keeps[keep].left or rules.dice] += chance
    return won, busted


@compiled
def optimum_turn(tables: Tables, classes: Classes, bank: Floats, lost: float, after: Floats) -> tuple[float, float]:
    """The chance of Master to win by a turn of the optimum, and the chance that it busts.

    `bank`, `lost`: what a bank and a bust are worth to the optimum; `after` as in `master_turn`.
    """
    rules, keeps, rolls = tables.rules[0], tables.throws.keeps, tables.throws.rolls
    needed = len(after) - 1
    worth = np.zeros((needed + 1, rules.dice + 1))
    worth[needed, :] = bank[needed]
    won = np.zeros((needed + 1, rules.dice + 1))
    busted = np.zeros((needed + 1, rules.dice + 1))
    for units in range(needed - 1, -1, -1):
        for dice in range(1, rules.dice + 1):
            for at in range(classes.first[dice], classes.first[dice + 1]):
                roll, chance = rolls[classes.roll[at]], classes.chance[at]
                if roll.first == roll.end:
                    worth[units, dice] += chance * lost
                    busted[units, dice] += chance
                    continue
                keep, banks, most = _best_keep(keeps, roll, rules.unit, units, worth, bank, rules.dice)
                worth[units, dice] += chance * most
                gained = min(units + keeps[keep].points // rules.unit, needed)
                if banks:
                    won[units, dice] += chance * after[gained]
                else:
                    left = keeps[keep].left or rules.dice
                    won[units, dice] += chance * won[gained, left]
                    busted[units, dice] += chance * busted[gained, left]
    return won[0, rules.dice], busted[0, rules.dice]


@compiled
def _set_scores(game: Game, own: int, other: int, unit: int) -> None:
    """Sets a game for two in which Master is to move."""
    game.players = 2
    game.styles[0] = MASTER
    game.closer = -1
    game.leader = -1
    game.scores[0] = own * unit
    game.scores[1] = other * unit
    game.opened[0] = 1
    game.opened[1] = 1


@compiled
def solve_sum(
    tables: Tables, classes: Classes, win: Floats, chances: Chances, total: int, game: Game, values: Values
) -> None:
    """Fills in the chances of all pairs of scores with a sum, in units. `game`, `values`: room to work."""
    rules, solver = tables.rules[0], tables.solver
    goal = len(win)
    first = max(0, total - goal + 1)
    last = min(goal - 1, total)
    for own in range(first, last + 1):
        _set_scores(game, own, total - own, rules.unit)
        set_chances(rules, solver.win, game, values, own - first)
    solve_lanes(solver.stream, solver.rows, rules.most, rules.shift, values)
    for own in range(first, last + 1):
        other = total - own
        _set_scores(game, own, other, rules.unit)
        after = np.append(chances.other[other, own:], 1.0)
        after[0] = 0.0  # nothing is never banked
        won, busted = master_turn(tables, classes, game, values, own - first, after)
        bank = np.append(1.0 - win[own, other:], 1.0)
        bank[0] = 0.0
        other_after = np.append(chances.master[own, other:], 0.0)
        left, passed = optimum_turn(tables, classes, bank, 1.0 - win[own, other], other_after)
        chances.master[own, other] = (won + busted * left) / (1.0 - busted * passed)
        chances.other[other, own] = left + passed * chances.master[own, other]


def exact_match(
    simulator: Simulator, cache: Cache, solving: Callable[[int, int], None], playing: Callable[[int, int], None]
) -> Exact:
    """The chances of Master against the optimum. `solving`, `playing`: progress of the optimum and of the match."""
    if simulator.variant != VARIANT:
        raise LeagueError(f"The exact match is for {VARIANT}, not for {simulator.variant}")
    win = duel(Model(VARIANT, simulator.row), cache, solving).win[0, 0, 0]
    goal = len(win)
    assert goal <= LANES
    tables, game = simulator.tables, np.zeros(1, dtype=GAME)
    values = new_values(int(tables.rules["shift"][0]))
    classes = classes_of(tables)
    chances = Chances(np.zeros((goal, goal)), np.zeros((goal, goal)))
    for total in range(2 * goal - 2, -1, -1):
        solve_sum(tables, classes, win, chances, total, game[0], values)
        playing(2 * goal - 1 - total, 2 * goal - 1)
    return Exact(VARIANT, float(chances.master[0, 0]), float(chances.other[0, 0]), float(win[0, 0]))
