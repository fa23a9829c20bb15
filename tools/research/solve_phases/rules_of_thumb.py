"""`python -m tools.research.solve_phases.rules_of_thumb`: the optimum of Phase 10 alone, and rules for people.

It updates the tables of PHASE_TEN.md. No dice are thrown: the chance of every roll under a rule is computed forwards
(turns.py), so all figures are exact. The bonuses are left out where single phases are compared.
"""

import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.players.phase_ten.worths import WORTHS
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.best_use import BestUse
from sixpip.rules.phase_ten.game import MISS
from sixpip.rules.phase_ten.phases import COLOR, PHASES, RUN, goal, phase_text
from tools.publish import markdown
from tools.research.solve_phases import by_color, by_number, turns
from tools.research.solve_phases.compare import best_total
from tools.research.solve_phases.multisets import Multisets, Values
from tools.terminal import Parser, command, print_message

PAGE = Path(__file__).with_name("PHASE_TEN.md")
ENOUGH = 40
"""The points with which a phase that is made by the first roll is kept."""
_TOP = 10
_HIGH = 5
"""The least number of the six high dice."""

Have = list[int]
"""The number of dice of each number; entry 0 counts the Ws."""


class Rule(NamedTuple):
    """What a person sets aside. The rule of the page, but for one habit where a field is set."""

    most_dice: bool = False
    """For sets looks only for the most dice, whatever their number."""
    takes_first: bool = False
    """Keeps a phase that the first roll makes, with any points."""
    stops_early: bool = False
    """Ends the turn as soon as the phase is made."""
    rolls_wilds: bool = False
    """Rolls the Ws again as long as the phase is not made."""
    any_numbers: bool = False
    """For a run keeps one of every number, and not only of those within one run."""


RULE = Rule()
HABITS = {
    "for sets look only for the most dice": Rule(most_dice=True),
    "keep each phase that the first roll makes": Rule(takes_first=True),
    "stop as soon as the phase is made": Rule(stops_early=True),
    "roll a W again": Rule(rolls_wilds=True),
    "for a run keep every different number": Rule(any_numbers=True),
}
"""Habits of other players, in words for the page."""
BY_NUMBER = [phase for phase in range(1, PHASES + 1) if goal(phase)[0] != COLOR]


class Played(NamedTuple):
    """The outcome of a phase that is tried until it is made."""

    chance: float
    """To make it in one turn."""
    turns: float
    points: float
    """When it is made."""
    worth: float
    """The mean points of the phase, with misses subtracted and without bonuses."""


def played(chances: Values) -> Played:
    """The outcome by the chance of each number of points in one turn; the last is that of a miss."""
    miss = float(chances[-1])
    points = float(chances[:-1] @ np.arange(len(chances) - 1)) / (1 - miss)
    return Played(1 - miss, 1 / (1 - miss), points, points - MISS * miss / (1 - miss))


@cache
def best(phase: int) -> Played:
    """The outcome of the play for the most points; of one color it takes minutes and 6 GB of memory."""
    return played(turns.result(phase, turns.linear(WORTHS[phase - 1] / POINT - MISS)))


def by_rule(phase: int, rule: Rule) -> Played:
    """The outcome of a rule in a phase made by numbers."""
    return _by_rule(phase, _relevant(phase, rule))


def _relevant(phase: int, rule: Rule) -> Rule:
    """The rule without the habits that change nothing in a phase."""
    kinds = goal(phase)[::2]
    return rule._replace(most_dice=rule.most_dice and kinds[0] != RUN, any_numbers=rule.any_numbers and RUN in kinds)


@cache
def _by_rule(phase: int, rule: Rule) -> Played:
    first, last = (_keeps(phase, rule, rolls) for rolls in (2, 1))
    return played(turns.forward(by_number.points(phase), first, last))


@cache
def _used(phase: int) -> dict[bytes, tuple[int, Have]]:
    """The points of each complete roll that makes a phase, and the dice that make it."""
    found = {}
    best_use = BestUse()
    for high in by_number.HIGH.complete:
        for low in by_number.LOW.complete:
            faces = by_number.faces_of(high, low)
            best_use.find(faces, phase)
            if best_use.points >= 0:
                used = [0] * (_TOP + 1)
                for die, face in enumerate(faces):
                    used[dice.number(die, face)] += best_use.used >> die & 1
                found[faces] = best_use.points, used
    return found


def _keeps(phase: int, rule: Rule, rolls: int) -> turns.Keeps:
    """The number of the keep of every complete roll, with that many rolls left."""
    high, low = by_number.HIGH, by_number.LOW
    made = _used(phase)
    found = np.zeros((len(high.complete), len(low.complete)), np.int32)
    for row, of_high in enumerate(high.complete):
        for column, of_low in enumerate(low.complete):
            have = [of_low[-1], *of_low[:-1], *of_high]
            points, kept = made.get(by_number.faces_of(of_high, of_low), (-1, have))
            if points < (ENOUGH if rolls == 2 and not (rule.takes_first or rule.stops_early) else 0):
                kept = set_aside(phase, have, rule)
            elif rule.stops_early:
                kept = have
            at_high, at_low = high.index[tuple(kept[_HIGH:])], low.index[(*kept[1:_HIGH], kept[0])]
            found[row, column] = at_high * len(low.all) + at_low
    return found


def set_aside(phase: int, have: Have, rule: Rule) -> Have:
    """The dice that are set aside when the phase is not made yet, or with too few points."""
    parts = goal(phase)
    if parts[0] == RUN:
        kept = _of_run(have, parts[1], rule)
    else:
        kept = _of_number(have, _best_number(have, rule), parts[1])
        left = [count - taken for count, taken in zip(have, kept, strict=True)]
        if parts[2] == RUN:
            other = _of_run(left, parts[3], rule)
        else:
            left = [0 if taken else count for count, taken in zip(left, kept, strict=True)]
            other = _of_number(left, _best_number(left, rule), parts[3])
        kept = [one + more for one, more in zip(kept, other, strict=True)]
    kept[0] = 0 if rule.rolls_wilds else have[0]
    return kept


def _best_number(have: Have, rule: Rule) -> int:
    """The number for a set: the one with the largest sum of the number and its dice, the highest one of several."""
    weight = 0 if rule.most_dice else 1
    return max(range(1, _TOP + 1), key=lambda number: (have[number] + weight * number if have[number] else 0, number))


def _of_number(have: Have, number: int, most: int) -> Have:
    return [min(count, most) if at == number else 0 for at, count in enumerate(have)]


def _of_run(have: Have, length: int, rule: Rule) -> Have:
    """One die of each number of the run with the most numbers, the highest one of several."""
    if rule.any_numbers:
        return [0, *(min(count, 1) for count in have[1:])]
    starts = range(1, _TOP + 2 - length)
    start = max(starts, key=lambda first: (sum(have[at] > 0 for at in range(first, first + length)), first))
    return [min(count, 1) if start <= at < start + length else 0 for at, count in enumerate(have)]


def color_by_rule() -> float:
    """The chance to make the phase of one color in a turn by keeping the color with the most dice."""
    sets = by_color.multisets()
    colors = range(len(dice.COLORS))
    values = by_color.made()
    for _ in range(2):
        kept = by_color.after_keep(values)
        shown = np.array([_shown(sets, color) for color in colors])
        worth = [kept[np.ix_(*[_only(one.complete, one.index, color) for one in sets])] for color in colors]
        values = np.choose(np.argmax(shown, axis=0), worth)
    return float(by_color.after_keep(values)[(-1,) * len(sets)])


def _shown(sets: list[Multisets], color: int) -> Values:
    """The number of dice of a color in each complete roll."""
    total = np.zeros([len(one.complete) for one in sets])
    return total + sum(np.ix_(*[np.array([counts[color] for counts in one.complete]) for one in sets]))


def _only(complete: "list[tuple[int, ...]]", index: "dict[tuple[int, ...], int]", color: int) -> "list[int]":
    """For each roll of some dice the index of those of a color."""
    return [index[tuple(count if at == color else 0 for at, count in enumerate(counts))] for counts in complete]


# The tables


def best_table() -> str:
    """The table of the perfect player."""
    found = []
    for phase in range(1, PHASES + 1):
        print_message(f"phase {phase}")
        found.append(best(phase))
    rows = [
        [
            str(phase),
            phase_text(phase),
            f"{one.chance:.1%}",
            f"{one.turns:.2f}",
            f"{one.points:.1f}",
            f"{one.worth:.1f}",
        ]
        for phase, one in enumerate(found, 1)
    ]
    sums = [sum(one.turns for one in found), sum(one.points for one in found), sum(one.worth for one in found)]
    rows.append(["all", "", "", f"{sums[0]:.2f}", *(f"{total:.1f}" for total in sums[1:])])
    rows.append(["with both bonuses", "", "", "", "", f"{best_total():.1f}"])
    return markdown.table(["phase", "dice", "made in a turn", "turns", "points when made", "mean points"], rows)


def rule_table() -> str:
    """The table of the rules in each phase."""
    rows = []
    for phase in BY_NUMBER:
        one, perfect = by_rule(phase, RULE), best(phase)
        loses = perfect.worth - one.worth
        rows.append([str(phase), f"{one.chance:.1%}", f"{one.turns:.2f}", f"{one.worth:.1f}", f"{loses:.1f}"])
    lost = sum(best(phase).worth - by_rule(phase, RULE).worth for phase in BY_NUMBER)
    worth = sum(by_rule(phase, RULE).worth for phase in BY_NUMBER)
    count = sum(by_rule(phase, RULE).turns for phase in BY_NUMBER)
    rows.append(["these nine", "", f"{count:.2f}", f"{worth:.1f}", f"{lost:.1f}"])
    rows.append(["8", f"{color_by_rule():.1%}", "", "", ""])
    return markdown.table(["phase", "made in a turn", "turns", "mean points", "loses"], rows)


def habits_table() -> str:
    """The table of the habits."""
    rows = []
    for words, rule in HABITS.items():
        lost = sum(by_rule(phase, RULE).worth - by_rule(phase, rule).worth for phase in BY_NUMBER)
        rows.append([words, f"{lost:.1f}"])
    return markdown.table(["habit", "costs in a game"], rows)


PARTS = {"best": best_table, "rules": rule_table, "habits": habits_table}


@command
def main(arguments: list[str] | None = None) -> int:
    """Updates the page; returns the exit status."""
    Parser(prog="python -m tools.research.solve_phases.rules_of_thumb", description=__doc__).parse_args(arguments)
    markdown.update_file(PAGE, PARTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
