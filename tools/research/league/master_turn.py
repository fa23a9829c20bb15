"""The exact outcomes of one turn of Master: the chances of each bank and of a bust, without sampling."""

from typing import NamedTuple

import numpy as np

from tools.research.compiled import compiled
from tools.research.league.kernel import solved_keep
from tools.research.league.lanes import Values
from tools.research.league.state import Game
from tools.research.league.tables import Tables
from tools.research.solve.graph import Floats, Ints


class Classes(NamedTuple):
    """Rolls with the same keeps, in the same order, as one."""

    first: Ints
    """Of each number of dice: its first class; the next entry is the end."""
    roll: Ints
    """Of each class: one of its rolls."""
    chance: Floats


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
                keep, banks = solved_keep(tables, game, units * rules.unit, roll, values, lane)
                gained = units + keeps[keep].points // rules.unit
                if banks or gained >= needed:
                    won += chance * after[min(gained, needed)]
                else:
                    reached[gained, keeps[keep].left or rules.dice] += chance
    return won, busted
