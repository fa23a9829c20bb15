"""Makes the tables of the firmware for two rolls left: what each set of dice kept is worth, a file for each phase.

A table has the chance to make the phase, or the points above a miss times the chance, for every keep, with the best
play afterwards. It is nearly a sum of few products of a number for the high dice and one for the low dice kept: these
numbers are in the file. `python -m tools.research.solve_phases --tables` writes the files of all phases but that of one
color.
"""

from array import array
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sixpip.players.phase_ten.computer import WORTHS
from sixpip.players.phase_ten.solver.goals import POINT
from sixpip.players.phase_ten.solver.pool import UNIT
from sixpip.players.phase_ten.solver.two_rolls import (
    HEAD,
    MIDDLE,
    PRODUCTS,
    SHIFT,
    WORTH_UNIT,
    path_of,
    place_of,
)
from sixpip.rules.phase_ten.dice import COLOR, PHASES, goal
from sixpip.rules.phase_ten.game import MISS
from tools.research.solve_phases import by_number
from tools.research.solve_phases.game import HALF
from tools.research.solve_phases.multisets import Multisets, Values

BY_NUMBER = tuple(phase for phase in range(1, PHASES + 1) if goal(phase)[0] != COLOR)
_STEP = 1e-3
"""Points by which a miss is changed to find the chance: the slope of the value."""
_LARGEST = 127
_SIZE = HEAD + (len(by_number.HIGH.all) + len(by_number.LOW.all)) * 2 * PRODUCTS
_EAGER = 6
"""Points more that a miss is worth where points also decide about the bonus at half."""


def misses(phase: int) -> tuple[int, ...]:
    """What a miss is worth, in 1 / POINT, in each part of the file: RACE, ALONE and, up to half, EAGER."""
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


def _products(table: Values) -> tuple[NDArray[np.intp], NDArray[np.intp], list[int]]:
    """The factors of the high dice and of the low ones, a row for each keep, and what each product is multiplied by."""
    left, strength, right = np.linalg.svd(table, full_matrices=False)
    high, low = left[:, :PRODUCTS], right[:PRODUCTS].T
    sign = np.sign(high.sum(axis=0))  # which of the two signs the library finds is not defined
    high_unit, low_unit = (np.abs(part).max(axis=0) / _LARGEST for part in (high, low))
    scale = np.rint(strength[:PRODUCTS] * high_unit * low_unit * (1 << SHIFT))
    return (
        np.rint(high * sign / high_unit).astype(np.intp),
        np.rint(low * sign / low_unit).astype(np.intp),
        [int(number) for number in scale],
    )


def _rows(factors: list[NDArray[np.intp]], sets: Multisets) -> bytes:
    """The rows of the dice of one kind, in the order in which the firmware finds them."""
    rows = np.hstack(factors)
    order = sorted(sets.all, key=lambda counts: place_of(digits(counts, sets.dice)))
    return bytes(int(factor) + MIDDLE for counts in order for factor in rows[sets.index[counts]])


def digits(counts: tuple[int, ...], dice: int) -> bytes:
    """The values of the dice kept, in order; those to roll have the last value."""
    kept = [value for value, many in enumerate(counts) for _ in range(many)]
    return bytes(kept + [len(counts)] * (dice - len(kept)))


def part(phase: int, miss: int) -> bytes:
    """One part of a file: for one worth of a miss."""
    value, chance = exact(phase, miss / POINT)
    products = [_products(value * WORTH_UNIT), _products(chance * UNIT)]
    head = array("H", [miss, *products[0][2], *products[1][2]]).tobytes()
    rows = [_rows([found[at] for found in products], sets) for at, sets in ((0, by_number.HIGH), (1, by_number.LOW))]  # type: ignore[misc]
    assert len(head) == HEAD
    return head + rows[0] + rows[1]


def content(phase: int) -> bytes:
    """The content of the file of a phase."""
    return b"".join(part(phase, miss) for miss in misses(phase))


def joined(file: bytes) -> list[Values]:
    """The tables in a file: in each part the points above a miss, times the chance, and the chance, in integers."""
    found = []
    high_end = HEAD + len(by_number.HIGH.all) * 2 * PRODUCTS
    for found_part in np.split(np.frombuffer(file, np.uint8), len(file) // _SIZE):
        scales = np.frombuffer(found_part[2:HEAD].tobytes(), np.uint16).astype(float) / (1 << SHIFT)
        high, low = (
            rows.reshape(-1, 2 * PRODUCTS).astype(float) - MIDDLE
            for rows in np.split(found_part[HEAD:], [high_end - HEAD])
        )
        for at in (slice(0, PRODUCTS), slice(PRODUCTS, None)):
            found.append((high[:, at] * scales[at]) @ low[:, at].T)
    return found


def write() -> None:
    """Writes the files of all phases that are made by numbers."""
    for phase in BY_NUMBER:
        path = Path(path_of(phase))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content(phase))
