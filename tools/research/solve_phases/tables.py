"""Makes the tables of the firmware for two rolls left: what each set of dice kept is worth.

A table has the chance to make the phase, or the points above a miss times the chance, for every keep, with the best
play afterwards. It is nearly a sum of few products of a number for the high dice kept and one for the low ones; the
numbers for the high dice are those of all tables of a phase. `python -m tools.research.solve_phases --tables` writes
those of all phases but that of one color.
"""

from array import array
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.players.phase_ten.solver.pool import UNIT
from sixpip.players.phase_ten.solver.two_rolls import (
    HEAD,
    MIDDLE,
    PRODUCTS,
    SHIFT,
    TABLES,
    WORTH_UNIT,
    place_of,
    start_of,
)
from sixpip.players.phase_ten.worths import WORTHS
from sixpip.rules.phase_ten.game import MISS
from sixpip.rules.phase_ten.phases import COLOR, PHASES, goal
from tools.research.solve_phases import by_number
from tools.research.solve_phases.game import HALF
from tools.research.solve_phases.multisets import Multisets, Values

BY_NUMBER = tuple(phase for phase in range(1, PHASES + 1) if goal(phase)[0] != COLOR)
_STEP = 1e-3
"""Points by which a miss is changed to find the chance: the slope of the value."""
_LARGEST = 127
_CHANCE_POINTS = 8.0
"""Points that an error of 1 in the chance counts for, in the choice of the products."""
_PARTS_START = len(by_number.HIGH.all) * PRODUCTS
_PART = HEAD + len(by_number.LOW.all) * 2 * PRODUCTS
_EAGER = 6
"""Points more that a miss is worth where points also decide about the bonus at half."""


def misses(phase: int) -> tuple[int, ...]:
    """What a miss is worth, in 1 / POINT, in each part of the tables of a phase: RACE, ALONE and, up to half, EAGER."""
    alone = WORTHS[phase - 1] - MISS * POINT
    return (0, alone, alone + _EAGER * POINT) if phase <= HALF else (0, alone)


def after_two_rolls(final: Values) -> Values:
    """The value of every keep with two rolls left; `final`: of every complete roll at the end."""
    return by_number.after_keep(by_number.best_keep(by_number.after_keep(final)))


def exact(phase: int, miss: float) -> tuple[Values, Values]:
    """The points above a miss, times the chance, and the chance, of every keep with the best play for that miss."""
    points = by_number.points(phase)
    values = [after_two_rolls(np.where(points >= 0, points - at, 0.0)) for at in (miss - _STEP, miss, miss + _STEP)]
    return values[1], (values[0] - values[2]) / (2 * _STEP)


def _rounded(factors: Values) -> tuple[NDArray[np.intp], Values]:
    """The factors as integers up to _LARGEST, and the unit of each column."""
    unit = np.abs(factors).max(axis=0) / _LARGEST
    return np.rint(factors / unit).astype(np.intp), unit


def _rows(factors: NDArray[np.intp], sets: Multisets) -> bytes:
    """The rows of the dice of one kind, in the order in which the firmware finds them."""
    order = sorted(sets.all, key=lambda counts: place_of(digits(counts, sets.dice)))
    return bytes(int(factor) + MIDDLE for counts in order for factor in factors[sets.index[counts]])


def digits(counts: tuple[int, ...], dice: int) -> bytes:
    """The values of the dice kept, in order; those to roll have the last value."""
    kept = [value for value, many in enumerate(counts) for _ in range(many)]
    return bytes(kept + [len(counts)] * (dice - len(kept)))


def content(phase: int) -> bytes:
    """The tables of a phase."""
    tables = [table for miss in misses(phase) for table in exact(phase, miss / POINT)]
    weights = [1.0, _CHANCE_POINTS] * len(misses(phase))
    left, strength, right = np.linalg.svd(np.hstack([table * weight for table, weight in zip(tables, weights)]), False)
    sign = np.sign(left.sum(axis=0))[:PRODUCTS]  # which of the two signs the library finds is not defined
    high, high_unit = _rounded(left[:, :PRODUCTS] * sign)
    parts = _rows(high, by_number.HIGH)
    lows = np.split((right[:PRODUCTS].T * sign * strength[:PRODUCTS] * high_unit), len(tables))
    for at, miss in enumerate(misses(phase)):
        found = [_rounded(low / weight) for low, weight in zip(lows, weights, strict=True)][2 * at : 2 * at + 2]
        units = np.concatenate([found[0][1] * WORTH_UNIT, found[1][1] * UNIT]) * (1 << SHIFT)
        parts += array("H", [miss, *(int(unit) for unit in np.rint(units))]).tobytes()
        parts += _rows(np.hstack([found[0][0], found[1][0]]), by_number.LOW)
    return parts


def shipped(phase: int) -> bytes:
    """The tables of a phase that are shipped."""
    return Path(TABLES).read_bytes()[start_of(phase) :][: _PARTS_START + len(misses(phase)) * _PART]


def joined(file: bytes) -> list[Values]:
    """The tables of a phase: in each part the points above a miss, times the chance, and the chance, in integers."""
    factors = np.frombuffer(file, np.uint8)
    high = factors[:_PARTS_START].reshape(-1, PRODUCTS).astype(float) - MIDDLE
    found = []
    for start in range(_PARTS_START, len(file), _PART):
        scales = np.frombuffer(file[start + 2 : start + HEAD], np.uint16).astype(float) / (1 << SHIFT)
        low = factors[start + HEAD : start + _PART].reshape(-1, 2 * PRODUCTS).astype(float) - MIDDLE
        for at in (slice(0, PRODUCTS), slice(PRODUCTS, None)):
            found.append((high * scales[at]) @ low[:, at].T)
    return found


def write() -> None:
    """Writes the tables of all phases that are made by numbers; the table behind them (race.py) stays."""
    behind = Path(TABLES).read_bytes()[start_of(PHASES + 1) :]
    Path(TABLES).write_bytes(b"".join(content(phase) for phase in BY_NUMBER) + behind)
