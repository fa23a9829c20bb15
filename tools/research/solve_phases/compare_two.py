"""What the choices of the firmware lose in games of Phase 10 for two, as a chance to win.

Two equal players play. The worth of the end of each turn is exact, by the solution of the game (two_players.py); so is
that of each keep, with the best play afterwards. In the phase of one color only the chance to make it is compared.
"""

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from sixpip.players.phase_ten.computer import PhaseTenPlayer
from sixpip.players.phase_ten.worths import Race
from sixpip.players.styles import MASTER
from sixpip.rules.core.actions import ROLLED
from sixpip.rules.phase_ten.game import BONUS, PhaseTenGame
from sixpip.rules.phase_ten.phases import COLOR, PHASES, goal
from tools.play.host.seeded_dice import SeededDice
from tools.research.solve_phases import by_number, turns
from tools.research.solve_phases.compare import Referee, kept_by
from tools.research.solve_phases.multisets import Values
from tools.research.solve_phases.two_players import TARGETS, Floats, Solution, place, state, total_after

if TYPE_CHECKING:
    from sixpip.players.phase_ten.solver.goals import TurnWorth

CLOSING = "closing turns"
PARTS = (*(str(phase) for phase in range(1, PHASES + 1)), CLOSING)
"""The parts of a game: the phases before the closing turns, and these."""
_USUAL = 39
"""Points of the phase of one color, about."""
_MISS = turns.MOST - 1


class MostPoints(Race):
    """The rule of Master with more than two players, for two."""

    def set(self, worth: "TurnWorth", game: PhaseTenGame) -> None:
        """Sets the worth of a turn to the points."""
        worth.set_race(game.phases[game.player], game.finisher >= 0)


class Judge:
    """Knows the exact worth of the end of every turn."""

    def __init__(self, solution: Solution, passed: Floats) -> None:
        """`passed`: the chances in the closing turns (closing_chances)."""
        self._win = solution.one
        self._passed = passed

    def ends(self, game: PhaseTenGame) -> Values:
        """The chance of the player in turn to win after each number of points, the last for a miss."""
        player, other = game.player, 1 - game.player
        phase, total = game.phases[player] - 1, game.scores[player]
        rest, passed = game.phases[other] - 1, game.scores[other]
        after = [total_after(phase, total, points) for points in range(_MISS)]
        if rest == PHASES:
            bonus = BONUS * (game.may_follow >> player & 1)
            return np.array([*(self._passes(phase, one, passed, bonus) for one in after), total > passed], float)
        began = int(player == game.order[0])
        if phase == PHASES - 1:
            bonus = int(began and rest == PHASES - 1)
            answers = [self._passed[bonus, rest, place(rest, passed), min(one + BONUS, TARGETS - 1)] for one in after]
        else:
            answers = [self._win[state(1 - began, (rest, passed), (phase + 1, one))] for one in after]
        miss = self._win[state(1 - began, (rest, passed), (phase, total))]
        return np.array([*(1 - answer for answer in answers), 1 - miss])

    def _passes(self, phase: int, total: int, target: int, bonus: int) -> float:
        """The chance to pass a total in the closing turns after a phase is made."""
        if phase == PHASES - 1:
            return float(total + bonus > target)
        return 1.0 if total > target else float(self._passed[0, phase + 1, place(phase + 1, total), target])


@cache
def _color_referee(phase: int) -> Referee:
    return Referee(phase)


def _referee(phase: int, ends: Values) -> tuple[Referee, float]:
    """The exact values of a turn, and what they are to be multiplied by."""
    if goal(phase)[0] == COLOR:
        return _color_referee(phase), float(ends[_USUAL] - ends[_MISS])
    return Referee(phase, final=ends[by_number.points(phase)]), 1.0  # -1, a miss, is the last


def games(judge: Judge, rule: type[Race], count: int) -> list[dict[str, float]]:
    """Plays games, seeded. Returns what the choices of one player lost on average in each game, by the part."""
    return [_game(judge, rule, SeededDice(number)) for number in range(count)]


def _game(judge: Judge, rule: type[Race], source: SeededDice) -> dict[str, float]:
    game = PhaseTenGame("phase-10", {"start": "seated"}, 2)
    players = [PhaseTenPlayer(game, MASTER) for _ in range(2)]
    for player in players:
        player._race = rule()
    lost: defaultdict[str, float] = defaultdict(float)
    referee, factor = None, 0.0
    while game.legal():
        todo = players[game.player].choose()[0]
        phase, rolls = game.phases[game.player], game.rolls_left()
        if game.stage != ROLLED:
            referee = None
        elif rolls:
            if not referee:
                referee, factor = _referee(phase, judge.ends(game))
            part = CLOSING if game.finisher >= 0 else str(phase)
            lost[part] += factor * referee.loss(bytes(game.faces), kept_by(game.kept, todo), rolls) / 2
        for action in todo:
            game.apply(action, source)
    return lost
