"""The exact outcomes of one turn of Master: the chances of each bank and of a bust, without sampling.

For games in which a bank depends on the points alone: without forced hot dice, dice to pick up and rolls that are
thrown again.
"""

from typing import NamedTuple

import numpy as np

from sixpip.players.ten_thousand.solver.roll_codes import NEXT
from tools.research.compiled import compiled
from tools.research.league.lanes import Values
from tools.research.league.state import Game, may_bank
from tools.research.league.tables import Rules, Tables
from tools.research.solve.graph import Floats, Ints


class Classes(NamedTuple):
    """Rolls with the same keeps, in the same order, as one."""

    first: Ints
    """Of each number of dice: its first class; the next entry is the end."""
    chance: Floats
    """Of each class."""
    first_keep: Ints
    """Of each class; the next entry is the end."""
    units: Ints
    """Of each keep: what it adds."""
    row: Ints
    """Of each keep: that of the values of a roll after it."""
    left: Ints
    """Of each keep: the dice that are not kept."""


def classes_of(tables: Tables) -> Classes:
    """The classes of the rolls of all numbers of dice."""
    rules, throws = tables.rules[0], tables.throws
    first, chances, kept = [0, 0], [], []
    for count in range(1, int(rules["dice"]) + 1):
        begin, ways = int(rules["first_throw"][count]), int(rules["throws"][count])
        found: dict[bytes, tuple[int, int]] = {}
        for roll, weight in zip(*np.unique(throws.roll[begin : begin + ways], return_counts=True)):
            keeps = throws.keeps[throws.rolls[roll]["first"] : throws.rolls[roll]["end"]]
            same = keeps["points"].tobytes() + b"/" + keeps["left"].tobytes()
            found[same] = (int(roll), int(weight) + found.get(same, (0, 0))[1])
        kept += [throws.keeps[throws.rolls[roll]["first"] : throws.rolls[roll]["end"]] for roll, _ in found.values()]
        chances += [weight / ways for _, weight in found.values()]
        first.append(len(kept))
    ends = np.cumsum([0, *map(len, kept)], dtype=np.int32)
    keeps = np.concatenate(kept)
    units = (keeps["points"] // rules["unit"]).astype(np.int32)
    row, left = keeps["row"].astype(np.int32), keeps["left"].astype(np.int32)
    return Classes(np.array(first, dtype=np.int32), np.array(chances), ends, units, row, left)


@compiled
def master_turn(
    tables: Tables, classes: Classes, game: Game, values: Values, lane: int, after: Floats
) -> tuple[float, float]:
    """The chance of Master to win by a turn, and the chance that it busts.

    `after`: the chance to win after a bank of so many units; the last entry is that of the target.
    """
    rules = tables.rules[0]
    needed = len(after) - 1
    banks = _worth_of_banks(tables, game, values, lane)
    reached = np.zeros((needed, rules.dice + 1))
    reached[0, rules.dice] = 1.0
    won = busted = 0.0
    for units in range(needed):
        for dice in range(1, rules.dice + 1):
            if reached[units, dice] == 0.0:
                continue
            for at in range(classes.first[dice], classes.first[dice + 1]):
                chance = reached[units, dice] * classes.chance[at]
                if classes.first_keep[at] == classes.first_keep[at + 1]:
                    busted += chance
                    continue
                keep, is_bank = _keep_of(rules, classes, at, units, values, lane, banks)
                gained = units + classes.units[keep]
                if is_bank or gained >= needed:
                    won += chance * after[min(gained, needed)]
                else:
                    reached[gained, classes.left[keep] or rules.dice] += chance
    return won, busted


@compiled
def _worth_of_banks(tables: Tables, game: Game, values: Values, lane: int) -> Ints:
    """What Master finds a bank of so many units worth; 0: it may not be banked."""
    rules = tables.rules[0]
    banks = np.zeros(rules.most + 1, dtype=np.int64)
    for units in range(1, rules.most + 1):
        if may_bank(rules, game, units * rules.unit, tables.throws.keeps[0]):
            banks[units] = values[units, lane]
    return banks


@compiled
def _keep_of(
    rules: Rules, classes: Classes, at: int, units: int, values: Values, lane: int, banks: Ints
) -> tuple[int, bool]:
    """The keep of a class, and whether Master banks: as kernel.solved_keep, in a twentieth of its time."""
    first, end = classes.first_keep[at], classes.first_keep[at + 1]
    rolled = banked = -1
    rolling = banking = first
    for keep in range(first, end):
        gained = min(units + classes.units[keep], rules.most)
        value = int(np.int64(values[NEXT + (gained << rules.shift) + classes.row[keep], lane]))
        if value > rolled:
            rolled, rolling = value, keep
        if banks[gained] > banked:
            banked, banking = banks[gained], keep
    if banked > 0 and banked >= rolled:
        return banking, True
    return rolling, False
