"""Plays games through the engine itself, with the dice of the simulator, so that the moves can be compared."""

from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING

from sixpip.rules.core import actions
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools.research.league.kernel import FRESH, LONGEST, TAKE
from tools.research.league.players import Mix, Player, new_player
from tools.research.league.simulator import orders
from tools.research.league.tables import new_game

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

_WORD = (1 << 64) - 1


class Dice:
    """The dice of one game of the simulator: SplitMix64, one number for each throw."""

    def __init__(self, seed: int, number: int, faces: int) -> None:
        """`number`: of the game."""
        self._state = _mixed(_mixed(seed) + number & _WORD)
        self._faces = faces
        self.last = 0
        """The number of the last throw."""

    def throw(self, dice: int) -> list[int]:
        """The faces of some dice."""
        self._state = self._state + 0x9E3779B97F4A7C15 & _WORD
        self.last = int((_mixed(self._state) >> 11) * (1.0 / (1 << 53)) * self._faces**dice)
        return [self.last // self._faces**place % self._faces for place in range(dice)]


def _mixed(state: int) -> int:
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB & _WORD
    return state ^ state >> 31


@cache
def _prepared(
    variant: str, mix: Mix, row: "tuple[tuple[str, int | str], ...]"
) -> tuple[TenThousandGame, dict[int, Player]]:
    """A new game, and its players by style, with their work ahead done; to be copied."""
    game = new_game(variant, len(mix), dict(row))
    return game, {style: new_player(game, style) for style in set(mix)}


def play(variant: str, mix: Mix, number: int, seed: int, row: "Options | None" = None) -> tuple[list[list[int]], int]:
    """The moves of one game, as in kernel.Log, with other house rules in `row`, and its winner; -1 for none."""
    game, known = deepcopy(_prepared(variant, mix, tuple((row or {}).items())))
    order = orders(len(mix))[number % len(orders(len(mix)))]
    players = [known[mix[player]] for player in order]
    dice = Dice(seed, number, len(game.dice_set.faces) - (game.dice_set.wild >= 0))
    moves: list[list[int]] = []
    while game.legal() and sum(game.turns) < LONGEST:
        player = players[game.player]
        while player.think():
            pass
        for kind, detail in player.choose()[0]:
            if kind in game.legal():
                key = game.multiset_of(detail or 0) if kind == actions.KEEP else 0
                game.apply((kind, detail), dice)
                _note(moves, kind, dice.last, key)
    return moves, game.winner


def _note(moves: list[list[int]], kind: str, thrown: int, key: int) -> None:
    """Notes an action: a keep and a bank belong to the roll before them."""
    if kind == actions.ROLL:
        moves.append([thrown, 0, 0])
    elif kind == actions.KEEP:
        moves[-1][1] = key
    elif kind == actions.BANK:
        moves[-1][2] = 1
    elif kind in (actions.TAKE, actions.FRESH):
        moves.append([TAKE if kind == actions.TAKE else FRESH, 0, 0])
