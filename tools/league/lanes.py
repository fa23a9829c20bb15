"""The turn solver for many turns at once: the numbers of passes.solve_points, in lanes that are computed together."""

import numpy as np
from numpy.typing import NDArray

from sixpip.players.ten_thousand.passes import MOST_STEPS, NEXT, OUTCOME
from sixpip.players.ten_thousand.roll_codes import BANKED
from tools.solve.graph import Ints
from tools.solve.kernel import compiled

LANES = 256
"""Turns solved at once."""
SHIFT = 3
HALF = NEXT + ((MOST_STEPS + 1) << SHIFT)
"""Where the second half of the values begins: the better of a bank and the next roll, at the places of the roll."""

Values = NDArray[np.uint16]

_ROW = 15
_MUST_ROLL = 16
_POINTS = 5


def new_values() -> Values:
    """Room for the values of all lanes (place, lane), laid out as passes.py says."""
    assert BANKED >> SHIFT  # a game without risk needs more rows: tables.is_played excludes it
    return np.zeros((2 * HALF, LANES), dtype=np.uint16)


@compiled
def solve_lanes(stream: Ints, rows: Ints, most: int, values: Values) -> None:
    """Computes the values of all rolls in all lanes, from those of banks and outcomes.

    `stream`, `rows`, `most`: of the turn solver (tables.Solver).
    """
    for row in range(1 << SHIFT):
        values[NEXT + (most << SHIFT) + row, :] = values[most, :]
        values[HALF + NEXT + (most << SHIFT) + row, :] = values[most, :]
    best = np.zeros(LANES, np.uint16)
    total = np.zeros(LANES, np.uint32)
    for points in range(most, -1, -1):  # the top row, too: solve_points repeats it once
        for i in range(rows.shape[0]):
            total[:] = np.uint32(0)
            at = rows[i, 1]
            while at < rows[i, 2]:
                weight = np.uint32(stream[at])
                last = at + 1 + stream[at + 1]
                at += 2
                best[:] = np.uint16(0)
                while at <= last:
                    place = _place(stream[at], points, most)
                    at += 1
                    for lane in range(LANES):
                        value = values[place, lane]
                        if value > best[lane]:
                            best[lane] = value
                for lane in range(LANES):
                    total[lane] = np.uint32(total[lane] + weight * np.uint32(best[lane]))
            _store(values, points, rows[i, 0], rows[i, 3], total)


@compiled
def _place(code: int, points: int, most: int) -> np.uint64:
    """Where the value of a code is; unsigned, so that Numba does not check for negative places."""
    if not code & _ROW:
        return np.uint64(OUTCOME + (code >> _POINTS))
    half = 0 if code & _MUST_ROLL else HALF
    return np.uint64(half + NEXT + (min(points + (code >> _POINTS), most) << SHIFT) + (code & _ROW))


@compiled
def _store(values: Values, points: int, row: int, weight: int, total: NDArray[np.uint32]) -> None:
    """Stores the mean of one row, and the better of it and of a bank."""
    place = NEXT + (points << SHIFT) + row
    for lane in range(LANES):
        mean = np.uint16(np.uint32(float(total[lane]) / float(weight)))
        bank = values[points, lane]
        values[place, lane] = mean
        values[HALF + place, lane] = mean if mean > bank else bank
