"""Finds what the bonus at half is worth in a game for two (RACE_BONUS in worths.py of the firmware).

The table of the firmware has the chance to win by the difference of the points of two players, in which the bonus at
half counts by what it is worth to a player with that total. Here that worth is fitted to the exact chances: in turn
the rows for the worths so far, and for each total the worth with which the rows are least wrong.
"""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixpip.players.phase_ten.worths import CHANCES
from sixpip.rules.phase_ten.game import BONUS, HALF, HALF_POINTS
from sixpip.rules.phase_ten.phases import PHASES
from tools.research.solve_phases.multisets import Values
from tools.research.solve_phases.two_players import COUNTS, LOWS

_ROUNDS = 25
_CANDIDATES = np.arange(0, 4 * BONUS + 1, 2)
"""Worths to choose from, in quarter points."""
_NEAR = 1.2
"""Phases between two players, about: pairs of players that are further apart count less."""

Bytes = NDArray[np.uint8]
Pair = tuple[int, int, int]
"""Who began (1: the player to move), and the phases made by the player to move and by the other one."""


class Fit(NamedTuple):
    """What is fitted. Quarter points are those of the firmware."""

    chances: dict[Pair, Values]
    """The exact chances of the player to move, by both totals."""
    weights: list[Values]
    """How usual each total is, by the phases made."""
    row: Callable[[Values, Values, Values], Values]
    """The row of the table from chances, their places in it and their weights."""
    place: Callable[[Values, Values, int, int], Values]
    """The places in a row by the quarter points of both players and their phases."""


def fit(given: Fit) -> list[tuple[int, bytes]]:
    """Returns for 0 to HALF phases made the total from which a table begins, and its worths in quarter points."""
    totals = [4.0 * (LOWS[made] + np.arange(COUNTS[made])) for made in range(PHASES)]
    worths = [np.where(total > 0, 0.0, 2.0 * BONUS) for total in totals]
    for made in range(HALF, PHASES):
        worths[made] = np.zeros(COUNTS[made])
    for _ in range(_ROUNDS):
        counted = [total + worth for total, worth in zip(totals, worths)]
        rows = {
            pair: given.row(values, given.place(counted[pair[1]], counted[pair[2]], *pair[1:]), _both(given, pair))
            for pair, values in given.chances.items()
        }
        for made in range(HALF):
            errors = np.array([_errors(given, rows, counted, made, totals[made] + worth) for worth in _CANDIDATES])
            best = _CANDIDATES[errors.argmin(0)]
            worths[made] = np.minimum.accumulate(best[::-1])[::-1].astype(float)  # never less with more points
            counted[made] = totals[made] + worths[made]
    tables = [_trimmed(int(LOWS[made]), worths[made].astype(np.uint8)) for made in range(HALF)]
    return [*tables, (HALF_POINTS, bytes((0, 4 * BONUS)))]


def _both(given: Fit, pair: Pair) -> Values:
    product_of_both: Values = given.weights[pair[1]][:, None] * given.weights[pair[2]]
    return product_of_both


def _errors(given: Fit, rows: dict[Pair, Values], counted: list[Values], made: int, points: Values) -> Values:
    """The squared error for each total after `made` phases, if these totals count as these quarter points."""
    found = np.zeros(len(points))
    for began, rest in product(range(2), range(PHASES)):
        near = np.exp(-0.5 * ((made - rest) / _NEAR) ** 2)
        mine, theirs = (began, made, rest), (began, rest, made)
        off = _off(rows[mine], given.place(points, counted[rest], made, rest), given.chances[mine])
        found += near * (given.weights[rest] * off**2).sum(1)
        off = _off(rows[theirs], given.place(counted[rest], points, rest, made), given.chances[theirs])
        found += near * (given.weights[rest][:, None] * off**2).sum(0)
    return found


def _off(row: Values, places: Values, exact: Values) -> Values:
    return np.interp(places, np.arange(CHANCES), row) - exact


def _trimmed(first: int, worths: Bytes) -> tuple[int, bytes]:
    """Leaves out equal worths at both ends, but for one."""
    changes = np.flatnonzero(np.diff(worths))
    if not len(changes):
        return first, bytes(worths[:1])
    return first + int(changes[0]), bytes(worths[changes[0] : changes[-1] + 2])
