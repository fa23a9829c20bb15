"""The exact outcomes of one turn of Master: the chances of each bank and of each other end, without sampling."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from sixpip.players.ten_thousand.solver.roll_codes import BUST, MARKED, NEXT
from tools.research.compiled import compiled
from tools.research.league.kernel import value_after
from tools.research.league.lanes import Values, size_of_part
from tools.research.league.state import BEAT_OR_BUST, Game, leading_score, least_bank
from tools.research.league.tables import Rules, Tables
from tools.research.solve.graph import Floats, Graph, Ints
from tools.research.solve.probe import Situation

_KEEPS = -1
"""The outcome of rolls in which something can be kept."""

Keep = tuple[int, int, int, int, int, bool]
"""The entries of Classes for one keep, from `place` on."""


class Classes(NamedTuple):
    """Rolls with the same keeps, in the same order, as one."""

    first: Ints
    """Of each situation (graph.py): its first class; the next entry is the end."""
    chance: Floats
    """Of each class."""
    outcome: Ints
    """Of each class: how it ends the turn (roll_codes.py), or _KEEPS."""
    first_keep: Ints
    """Of each class; the next entry is the end."""
    place: Ints
    """Of each keep: its place in `special`, or -1 where `row` and `units` alone decide what a roll is worth."""
    units: Ints
    """Of each keep: what it adds."""
    row: Ints
    """Of each keep: that of the values of a roll after it."""
    left: Ints
    """Of each keep: the dice that are not kept."""
    next: Ints
    """Of each keep: the situation of a roll after it."""
    must_roll: Ints
    """Of each keep: 1 where no bank is allowed after it."""
    special: Ints
    """Keeps after which a roll can be worth different things, as numbers of Throws.keeps."""


def classes_of(tables: Tables, graph: Graph) -> Classes:
    """The classes of the rolls in all situations. `graph`: of the turns of the same game."""
    first, chances, outcomes, first_keep = [0], [], [], [0]
    kept: list[Keep] = []
    special: dict[tuple[int, int], int] = {}
    for at in graph.situations:
        found: dict[tuple[int, tuple[Keep, ...]], int] = {}
        for roll, ways in _rolls_of(tables, at):
            keeps = _keeps_of(tables, roll, at.left == int(tables.rules[0]["dice"]), special)
            outcome = _KEEPS if keeps else int(tables.throws.rolls[roll]["outcome"])
            found[outcome, keeps] = ways + found.get((outcome, keeps), 0)
        for (outcome, keeps), ways in found.items():
            outcomes.append(outcome)
            kept += keeps
            first_keep.append(len(kept))
            chances.append(ways / sum(found.values()))
        first.append(len(outcomes))
    fields = [_ints(column) for column in (*zip(*kept), special.values())]
    return Classes(_ints(first), np.array(chances), _ints(outcomes), _ints(first_keep), *fields)


def _ints(numbers: Iterable[int]) -> Ints:
    return np.array(list(numbers), dtype=np.int32)


def _rolls_of(tables: Tables, at: Situation) -> list[tuple[int, int]]:
    """The number of each roll of a situation, and in how many ways it is thrown."""
    rules, throws = tables.rules[0], tables.throws
    row = at.left + (MARKED if at.marked else 0)
    begin = int(rules["first_throw"][row])
    numbers, ways = np.unique(throws.roll[begin : begin + int(rules["throws"][row])], return_counts=True)
    cleared = dict(at.rules).get("clear", (0,))[0]
    found = zip(numbers.tolist(), ways.tolist())
    return [(number, count) for number, count in found if not int(throws.rolls[number]["faces"]) & cleared]


def _keeps_of(tables: Tables, roll: int, is_of_all: bool, special: dict[tuple[int, int], int]) -> tuple[Keep, ...]:
    """The keeps of a roll; none where it ends the turn.

    `is_of_all`: whether all dice were thrown. `special`: by row and faces in threes; new ones are added.
    """
    rules, record = tables.rules[0], tables.throws.rolls[roll]
    if record["outcome"] != BUST:
        return ()
    unit = int(rules["unit"])
    if record["first"] == record["end"]:
        again = -1, int(rules["empty_six"]) // unit, int(rules["first_row"]), 0, 0, True
        return (again,) if rules["empty_six"] and is_of_all else ()
    keeps: list[Keep] = []
    for number in range(record["first"], record["end"]):
        keep = tables.throws.keeps[number]
        threes, left = int(keep["threes"]), int(keep["left"])
        must_roll = bool((rules["forced"] and not left) or (rules["press_on"] and threes))
        row, place = int(keep["row"]), -1
        if rules["clear"] and threes:
            special.setdefault((row, threes), number)
            place = list(special).index((row, threes))
        keeps.append((place, int(keep["points"]) // unit, row, left, int(keep["situation"]), must_roll))
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
    allowed = _banks_allowed(rules, game)
    known = np.full((rules.most + 1, len(classes.special)), -1, dtype=np.int32)
    reached = np.zeros((last, len(classes.first) - 1))
    reached[0, 0] = 1.0
    for units in range(last):
        for at in range(reached.shape[1]):
            if reached[units, at] == 0.0:
                continue
            for number in range(classes.first[at], classes.first[at + 1]):
                chance = reached[units, at] * classes.chance[number]
                if classes.outcome[number] != _KEEPS:
                    ends[classes.outcome[number]] += chance
                    continue
                keep, is_bank = _keep_of(tables, classes, number, units, values, lane, allowed, known)
                gained = units + classes.units[keep]
                if is_bank or gained >= last:
                    gains[min(gained, last)] += chance
                else:
                    reached[gained, classes.next[keep]] += chance


@compiled
def _banks_allowed(rules: Rules, game: Game) -> Ints:
    """1 for each number of units with which Master may bank, unless the last keep forbids it."""
    allowed = np.zeros(rules.most + 1, dtype=np.int32)
    least = least_bank(rules, game)
    for units in range(1, rules.most + 1):
        passes = game.scores[game.player] + units * rules.unit > leading_score(game)
        allowed[units] = units * rules.unit >= least and (passes or rules.end != BEAT_OR_BUST)
    return allowed


@compiled
def _keep_of(
    tables: Tables, classes: Classes, number: int, units: int, values: Values, lane: int, allowed: Ints, known: Ints
) -> tuple[int, bool]:
    """The keep of a class, and whether Master banks: as kernel.solved_keep, in a twentieth of its time.

    `known`: (units, place in Classes.special), what a roll is worth there, -1 where that is not known yet.
    """
    rules = tables.rules[0]
    first, end = classes.first_keep[number], classes.first_keep[number + 1]
    rolled = banked = -1
    rolling = banking = first
    for keep in range(first, end):
        gained = min(units + classes.units[keep], rules.most)
        place = classes.place[keep]
        if place >= 0:
            if known[gained, place] < 0:
                special = tables.throws.keeps[classes.special[place]]
                known[gained, place] = value_after(tables, values, lane, gained * rules.unit, special)
            value = known[gained, place]
        else:
            value = int(np.int64(values[NEXT + (gained << rules.shift) + classes.row[keep], lane]))
        if value > rolled:
            rolled, rolling = value, keep
        value = 0
        if allowed[gained] and not classes.must_roll[keep]:
            value = int(np.int64(values[gained, lane]))
            if rules.pick_up and value and classes.left[keep]:
                bank = 2 * size_of_part(rules.shift) + NEXT + (gained << rules.shift) + classes.left[keep]
                value = max(1, int(np.int64(values[bank, lane])))
        if value > banked:
            banked, banking = value, keep
    if banked > 0 and banked >= rolled:
        return banking, True
    return rolling, False
