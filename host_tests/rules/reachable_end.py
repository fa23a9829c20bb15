"""Whether a game can end, by brute force: plays every roll and every decision of a game for one with the engine."""

import copy
import json
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from sixpip.rules.game import actions
from sixpip.rules.stages import READY, ROLLED, bits
from sixpip.rules.ten_thousand.game import Game

_MOST_POINTS = 1500
"""Turn points that are enough for any bank; more are not told apart."""
_LEAST_SCORE = -1500
"""Scores below it are not played on."""
_MOST_ROLLS = 3
_MOST_STATES = 50
_CALLS = 3  # a 1, a 5, three alike


class Thrown:
    """A source of dice that shows the same roll again and again."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = faces

    def throw(self, dice: int) -> list[int]:
        """Returns the faces."""
        return list(self._faces[:dice])


def can_end(game: Game) -> bool | None:
    """Whether some rolls and decisions end the game; None for a game with too many states."""
    waiting = [game]
    seen: set[tuple[Any, ...]] = set()
    while waiting:
        if len(seen) > _MOST_STATES:
            return None
        before = waiting.pop()
        for faces in combinations_with_replacement(range(6), before.dice_next()):
            for after in _outcomes(before, faces):
                if not after.legal():
                    return True
                state = _state(after)
                if state not in seen and after.scores[0] >= _LEAST_SCORE:
                    seen.add(state)
                    waiting.append(after)
    return False


def _outcomes(game: Game, faces: tuple[int, ...]) -> Iterator[Game]:
    """Yields the game after a roll and each decision on it, before the next roll or at its end."""
    calls = range(_CALLS) if actions.CALL in game.legal() else ()
    for call in (None, *calls):
        rolled = _copy(game)
        if call is not None:
            rolled.apply((actions.CALL, call), Thrown(faces))
        rolled.apply((actions.ROLL, None), Thrown(faces))
        if rolled.stage != ROLLED:
            yield rolled
            continue
        for key in [rolled.scorer.keys[i] for i in range(rolled.find_keeps())]:
            kept = _copy(rolled)
            kept.apply((actions.KEEP, kept.positions_of(key)), Thrown(faces))
            yield kept
            if actions.BANK in kept.legal():
                banked = _copy(kept)
                banked.apply((actions.BANK, None), Thrown(faces))
                yield banked


def _copy(game: Game) -> Game:
    other = copy.copy(game)
    other.house_rules = copy.deepcopy(game.house_rules)
    other.faces = bytearray(game.faces)
    other.scores = list(game.scores)
    other.opened = list(game.opened)
    other.out = list(game.out)
    other.turns = list(game.turns)
    other.scored_roll = -1
    return other


def _state(game: Game) -> tuple[Any, ...]:
    """What the rest of the game depends on."""
    begun = game.stage != READY or game.rolls > 0
    most = _MOST_POINTS
    if game.options["end"] == "exact":
        most = int(game.options["target"]) - game.scores[0] + 1  # with more, a bank is worth nothing, either
    turn = (min(game.points, most), bits(game.kept), min(game.rolls, _MOST_ROLLS)) if begun else ()
    return (game.scores[0], game.opened[0], turn, json.dumps(game.house_rules.record()))
