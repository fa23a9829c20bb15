"""Solved turns of Master in games for two, kept for reuse."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.research.compiled import compiled
from tools.research.league.lanes import Values, size_of_half
from tools.research.league.state import SAME_ROUND, Game, leading_score, mixed, price_of_bust
from tools.research.league.tables import Rules

_PROBES = 8
_MOST = (1 << 12) - 1


class SolvedTurns(NamedTuple):
    """Solved turns by the state of the game."""

    keys: NDArray[np.int64]
    """Of each slot, 0 for none."""
    values: Values
    """(place, slot): as in lanes.py, without the second half."""


def new_solved_turns(slots: int, shift: int) -> SolvedTurns:
    """Room for that many turns, a power of 2; a turn takes 4 or 8 KB. `shift`: Rules.shift."""
    return SolvedTurns(np.zeros(slots, dtype=np.int64), np.zeros((size_of_half(shift), slots), dtype=np.uint16))


@compiled
def key_of(rules: Rules, game: Game) -> int:
    """A number for all that the values of this turn depend on; 0: the turn is not worth storing."""
    player = game.player
    beat = leading_score(game)
    expensive = 1 if price_of_bust(rules, game) else 0
    if game.players != 2:
        return 0
    other = 1 - player
    own_units = game.scores[player] // rules.unit
    other_units = game.scores[other] // rules.unit
    if max(own_units, other_units) > _MOST:
        return 0
    key = ((own_units + 1) << 12) + other_units
    key = key * 8 + 4 * game.opened[player] + 2 * game.opened[other] + expensive
    seat = player if beat >= 0 or rules.end == SAME_ROUND else 0
    return int(((key * 3 + game.closer + 1) * 3 + game.leader + 1) * 2 + seat)


@compiled
def find_slot(turns: SolvedTurns, key: int, wanted: int) -> int:
    """The slot near the place of `key` that holds `wanted`: `key` itself, or 0 for a free one; -1 for none."""
    first = int(mixed(np.uint64(key)) & np.uint64(len(turns.keys) - 1))
    for probe in range(_PROBES):
        slot = (first + probe) & (len(turns.keys) - 1)
        if turns.keys[slot] == wanted:
            return slot
    return -1


@compiled
def store(turns: SolvedTurns, key: int, values: Values, lane: int) -> None:
    """Stores a solved turn, if there is room and it is not there yet."""
    if key and find_slot(turns, key, key) < 0:
        slot = find_slot(turns, key, 0)
        if slot >= 0:
            turns.keys[slot] = key
            for place in range(len(turns.values)):
                turns.values[place, slot] = values[place, lane]
