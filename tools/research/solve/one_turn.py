"""The backward pass over one turn, as in kernel.py but in NumPy: without Numba an answer needs no two seconds to start.

For thousands of turns the compiled pass is the faster one.
"""

import numpy as np
from numpy.typing import NDArray

from tools.research.solve.graph import Arrays, Floats

_SETTLED = 1e-13
_MOST_SWEEPS = 5000


class _Pass:
    """Computes rows of `value`."""

    def __init__(self, arrays: Arrays, bank: Floats, ends: Floats) -> None:
        self._arrays = arrays
        self._bank = bank
        self._ends = ends
        self._width = 2 * len(arrays.order)
        self._offset = arrays.offset.astype(np.int64)
        self._goes_on = np.flatnonzero(arrays.end < 0)
        self._is_over = np.flatnonzero(arrays.end >= 0)
        self._end = arrays.end[self._is_over]
        self._first_option = arrays.first_option[self._goes_on]
        self.value = np.zeros((len(bank) + arrays.most_gain, self._width))
        self._flat: NDArray[np.float64] = self.value.reshape(-1)
        self.repeats = bool((self._offset < self._width).any())
        """Whether an option gains no points, so that a row depends on itself."""

    def row(self, row: int) -> float:
        """Computes one row from those above it, and from itself; returns the largest change."""
        arrays = self._arrays
        worth = np.empty(len(arrays.end))
        worth[self._goes_on] = np.maximum.reduceat(self._flat[self._offset + row * self._width], self._first_option)
        worth[self._is_over] = self._ends[self._end, row]
        modes = np.add.reduceat(worth * arrays.chance, arrays.first_class[:-1])
        rolled = np.maximum.reduceat(modes, arrays.first_mode[:-1])
        change = float(np.abs(rolled - self.value[row, ::2]).max())
        self.value[row, ::2] = rolled
        self.value[row, 1::2] = np.maximum(rolled, self._bank[row])
        return change

    def settle(self, row: int, repeat_above: bool = False) -> None:
        """Computes a row that depends on itself. `repeat_above`: the rows above it are equal to it."""
        for _ in range(_MOST_SWEEPS):
            change = self.row(row)
            if repeat_above:
                self.value[row + 1 :] = self.value[row]
            if change < _SETTLED:
                break


def solve_turn(arrays: Arrays, bank: Floats, ends: Floats, top_is_banked: bool) -> Floats:
    """The values of every state of a turn, with arguments and result as in kernel.turn_pass."""
    turn = _Pass(arrays, bank, ends)
    top = len(bank) - 1
    if top_is_banked:
        turn.value[top:] = bank[top]
    else:
        turn.value[top:] = ends[:, top].min()
        turn.value[top:, 1::2] = np.maximum(turn.value[top:, 1::2], bank[top])
        turn.settle(top, repeat_above=True)
    for row in range(top - 1, -1, -1):
        if turn.repeats:
            turn.settle(row)
        else:
            turn.row(row)
    return turn.value
