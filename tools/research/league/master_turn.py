"""The exact outcomes of one turn of Master: the chances of each bank and of each other end, without sampling.

For games in which no roll is thrown again because of the faces that it shows.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from sixpip.players.ten_thousand.solver.roll_codes import BUST, MARKED, NEXT
from tools.research.compiled import compiled
from tools.research.league.lanes import Values, size_of_part
from tools.research.league.state import BEAT_OR_BUST, Game, leading_score, least_bank
from tools.research.league.tables import Rules, Tables
from tools.research.solve.graph import Floats, Graph, Ints
from tools.research.solve.probe import Situation

KEEPS = -1
"""The outcome of rolls in which something can be kept."""

Keep = tuple[int, int, int, bool]
"""The entries of Classes for one keep, from `units` on."""


class Classes(NamedTuple):
    """Rolls with the same keeps, in the same order, as one."""

    first: Ints
    """Of each situation (graph.py): its first class; the next entry is the end."""
    chance: Floats
    """Of each class."""
    outcome: Ints
    """Of each class: how it ends the turn (roll_codes.py), or KEEPS."""
    first_keep: Ints
    """Of each class; the next entry is the end."""
    units: Ints
    """Of each keep: what it adds."""
    row: Ints
    """Of each keep: that of the values of a roll after it."""
    next: Ints
    """Of each keep: the situation of a roll after it."""
    must_roll: Ints
    """Of each keep: 1 where no bank is allowed after it."""


def classes_of(tables: Tables, graph: Graph) -> Classes:
    """The classes of the rolls in all situations. `graph`: of the turns of the same game."""
    first, chances, outcomes, first_keep = [0], [], [], [0]
    kept: list[Keep] = []
    for at in graph.situations:
        found: dict[tuple[int, tuple[Keep, ...]], int] = {}
        for roll, ways in rolls_of(tables, at):
            keeps = _keeps_of(tables, roll, at.left == int(tables.rules[0]["dice"]))
            outcome = KEEPS if keeps else int(tables.throws.rolls[roll]["outcome"])
            found[outcome, keeps] = ways + found.get((outcome, keeps), 0)
        for (outcome, keeps), ways in found.items():
            outcomes.append(outcome)
            kept += keeps
            first_keep.append(len(kept))
            chances.append(ways / sum(found.values()))
        first.append(len(outcomes))
    fields = [_ints(column) for column in zip(*kept)]
    return Classes(_ints(first), np.array(chances), _ints(outcomes), _ints(first_keep), *fields)


def _ints(numbers: Iterable[int]) -> Ints:
    return np.array(list(numbers), dtype=np.int32)


def rolls_of(tables: Tables, at: Situation) -> list[tuple[int, int]]:
    """The number of each roll of a situation, and in how many ways it is thrown."""
    rules, throws = tables.rules[0], tables.throws
    row = at.left + (MARKED if at.marked else 0)
    begin = int(rules["first_throw"][row])
    numbers, ways = np.unique(throws.roll[begin : begin + int(rules["throws"][row])], return_counts=True)
    return list(zip(numbers.tolist(), ways.tolist()))


def _keeps_of(tables: Tables, roll: int, is_of_all: bool) -> tuple[Keep, ...]:
    """The keeps of a roll; none where it ends the turn. `is_of_all`: whether all dice were thrown."""
    rules, record = tables.rules[0], tables.throws.rolls[roll]
    if record["outcome"] != BUST:
        return ()
    unit = int(rules["unit"])
    if record["first"] == record["end"]:
        again = int(rules["empty_six"]) // unit, int(rules["first_row"]), 0, True
        return (again,) if rules["empty_six"] and is_of_all else ()
    keeps: list[Keep] = []
    for number in range(record["first"], record["end"]):
        keep = tables.throws.keeps[number]
        threes, left = int(keep["threes"]), int(keep["left"])
        must_roll = bool((rules["forced"] and not left) or (rules["press_on"] and threes))
        keeps.append((int(keep["points"]) // unit, int(keep["row"]), int(keep["situation"]), must_roll))
    return tuple(keeps)


@compiled
def master_turn(
    tables: Tables, classes: Classes, game: Game, values: Values, lane: int, gains: Floats, ends: Floats
) -> None:
    """Sets the chance of Master to bank each number of units, and the chance of each other end (roll_codes.py).

    All units from the last place of `gains` on count as that. `values`: of the turn, solved.
    """
    rules = tables.rules[0]
    last = len(gains) - 1
    gains[:] = 0.0
    ends[:] = 0.0
    allowed = banks_allowed(rules, game)
    reached = np.zeros((last, len(classes.first) - 1))
    reached[0, 0] = 1.0
    for units in range(last):
        for at in range(reached.shape[1]):
            if reached[units, at] == 0.0:
                continue
            for number in range(classes.first[at], classes.first[at + 1]):
                chance = reached[units, at] * classes.chance[number]
                if classes.outcome[number] != KEEPS:
                    ends[classes.outcome[number]] += chance
                    continue
                keep, is_bank = keep_of(rules, classes, number, units, values, lane, allowed)
                gained = units + classes.units[keep]
                if is_bank or gained >= last:
                    gains[min(gained, last)] += chance
                else:
                    reached[gained, classes.next[keep]] += chance


@compiled
def banks_allowed(rules: Rules, game: Game) -> Ints:
    """1 for each number of units with which Master may bank, unless the last keep forbids it."""
    allowed = np.zeros(rules.most + 1, dtype=np.int32)
    least = least_bank(rules, game)
    for units in range(1, rules.most + 1):
        passes = game.scores[game.player] + units * rules.unit > leading_score(game)
        allowed[units] = units * rules.unit >= least and (passes or rules.end != BEAT_OR_BUST)
    return allowed


@compiled
def keep_of(
    rules: Rules, classes: Classes, number: int, units: int, values: Values, lane: int, allowed: Ints
) -> tuple[int, bool]:
    """The keep of a class, and whether Master banks: as kernel.solved_keep, in a twentieth of its time."""
    first, end = classes.first_keep[number], classes.first_keep[number + 1]
    rolled = banked = -1
    rolling = banking = first
    for keep in range(first, end):
        gained = min(units + classes.units[keep], rules.most)
        value = int(np.int64(values[NEXT + (gained << rules.shift) + classes.row[keep], lane]))
        if value > rolled:
            rolled, rolling = value, keep
        may_bank = allowed[gained] and not classes.must_roll[keep]
        value = int(np.int64(values[gained, lane])) if may_bank else 0
        if value and rules.pick_up and classes.next[keep]:
            place = 2 * size_of_part(rules.shift) + NEXT + (gained << rules.shift) + classes.row[keep]
            value = max(1, int(np.int64(values[place, lane])))
        if value > banked:
            banked, banking = value, keep
    if banked > 0 and banked >= rolled:
        return banking, True
    return rolling, False
