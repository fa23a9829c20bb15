"""The turn solver for many turns at once: what turn_solver.solve_points computes, in lanes side by side."""

import numpy as np
from numpy.typing import NDArray

from sixpip.players.ten_thousand.solver.roll_codes import MOST_STEPS, NEXT, OUTCOME, WIN
from sixpip.players.ten_thousand.solver.turn_solver import MOST_VALUE
from tools.research.compiled import compiled
from tools.research.solve.graph import Ints

LANES = 256
"""Turns solved at once."""

Values = NDArray[np.uint16]
"""(place, lane): as in turn_solver.py; in a second part the better of a bank and the next roll, at the places of the
roll; in a third one, where dice can be picked up, the worth of the bank there."""

_ROW = 15
_MUST_ROLL = 16
_POINTS = 5


@compiled
def size_of_part(shift: int) -> int:
    """The number of places in a part of the values. `shift`: Rules.shift."""
    return int(NEXT + ((MOST_STEPS + 1) << shift))


def new_values(shift: int) -> Values:
    """Room for the values of all lanes; those of the outcomes that end the game are set."""
    values = np.zeros((3 * size_of_part(shift), LANES), dtype=np.uint16)
    values[OUTCOME + WIN] = MOST_VALUE
    return values


@compiled
def solve_lanes(stream: Ints, rows: Ints, most: int, shift: int, charges: bool, values: Values) -> None:
    """Computes the values of all rolls in all lanes, from those of banks and outcomes.

    `stream`, `rows`: of the turn solver (tables.Solver); `most`, `shift`: of the rules; `charges`: whether the third
    part is set.
    """
    size = size_of_part(shift)
    for row in range(1 << shift):
        place = NEXT + (most << shift) + row
        values[place, :] = values[2 * size + place if charges else most, :]
        values[size + place, :] = values[place, :]
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
                    place = _place(stream[at], points, most, shift)
                    at += 1
                    for lane in range(LANES):
                        value = values[place, lane]
                        if value > best[lane]:
                            best[lane] = value
                for lane in range(LANES):
                    total[lane] = np.uint32(total[lane] + weight * np.uint32(best[lane]))
            place = NEXT + (points << shift) + rows[i, 0]
            _store(values, place, 2 * size + place if charges else points, rows[i, 3], total)


@compiled
def _place(code: int, points: int, most: int, shift: int) -> np.uint64:
    """Where the value of a code is; unsigned, so that Numba does not check for negative places."""
    if not code & _ROW:
        return np.uint64(OUTCOME + (code >> _POINTS))
    part = 0 if code & _MUST_ROLL else size_of_part(shift)
    return np.uint64(part + NEXT + (min(points + (code >> _POINTS), most) << shift) + (code & _ROW))


@compiled
def _store(values: Values, place: int, bank_place: int, weight: int, total: NDArray[np.uint32]) -> None:
    """Stores the mean of one row, and the better of it and of a bank."""
    size = len(values) // 3
    for lane in range(LANES):
        mean = np.uint16(np.uint32(float(total[lane]) / float(weight)))
        bank = values[bank_place, lane]
        values[place, lane] = mean
        values[size + place, lane] = mean if mean > bank else bank
