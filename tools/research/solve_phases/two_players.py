"""The game for two: the chance to win in every state, when each player plays best or by a fixed rule.

A state has the phase and the total of both players, whose turn it is, and who began the game. In each turn a player has
some policies (turns.py). A player who misses gives the turn away in the same phases, so that two states depend on each
other; all other turns lead on. The player who finishes first wins a game with equal totals: the other one has missed
more often, or plays later. Phases count from 0 here. Totals that hardly ever happen are treated as the nearest ones.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixpip.rules.phase_ten.game import BONUS, HALF, HALF_POINTS
from sixpip.rules.phase_ten.phases import PHASES
from tools.research.compiled import compiled
from tools.research.solve_phases.turns import MOST

MOST_POINTS = (60, 57, 59, 49, 52, 54, 60, 56, 60, 62)
"""The most points of each phase (PH-15)."""
MEAN = 42
"""About the points of a phase."""
_SPREAD = 36
"""Points on both sides of the mean total after one phase that are distinguished; after n phases times sqrt(n)."""
BEST = 255
"""In place of a policy: the best one of all."""
_LAST = PHASES - 1
_MISS = MOST - 1
_CLOSE = 1e-6
_ROUNDS = 100
_NOT_CHOSEN = -1.0

Floats = NDArray[np.float32]
Choices = NDArray[np.uint8]
Places = NDArray[np.int64]


def totals() -> tuple[Places, Places]:
    """The lowest total that is distinguished before each phase, and how many are."""
    lows, counts = [], []
    for made in range(PHASES):
        spread, bonus = int(_SPREAD * made**0.5), BONUS if made >= HALF else 0
        lows.append(max(0, MEAN * made - spread))
        counts.append(min(sum(MOST_POINTS[:made]), MEAN * made + spread) + bonus - lows[-1] + 1)
    return np.array(lows), np.array(counts)


LOWS, COUNTS = totals()
TARGETS = int(LOWS[-1] + COUNTS[-1]) + MOST_POINTS[-1] + BONUS
"""Totals at the end are less."""


class Player(NamedTuple):
    """The policies of a player. `closing` and `fixed` have a policy for every state, or BEST."""

    chances: Floats
    """By phase, policy and points, the last for a miss."""
    many: Places
    """How many policies a phase has."""
    closing: Choices
    """By the bonus for the last phase (no, yes), phase, total, and the total to pass."""
    fixed: Choices
    """By state."""


@compiled
def place(phase: int, total: int) -> int:
    """The index of a total before a phase."""
    return min(max(total - LOWS[phase], 0), COUNTS[phase] - 1)  # type: ignore[no-any-return]


@compiled
def total_after(phase: int, total: int, points: int) -> int:
    """The total after a phase is made, without the bonus of the last phase."""
    total += points
    return total + BONUS if phase == HALF - 1 and total > HALF_POINTS else total


@compiled
def starts() -> Places:
    """The first state of each pair of phases, by whether the first player began; at the end, how many there are."""
    found = np.zeros((3, PHASES, PHASES), np.int64)
    at = 0
    for began in range(2):
        for one in range(PHASES):
            for other in range(PHASES):
                found[began, one, other] = at
                at += COUNTS[one] * COUNTS[other]
    found[2, 0, 0] = at
    return found


def state(began: int, mover: tuple[int, int], waiting: tuple[int, int]) -> int:
    """The index of a state by the phase and the total of both; for `began` see Solution."""
    (phase, total), (other, rest) = mover, waiting
    return int(starts()[began, phase, other]) + place(phase, total) * int(COUNTS[other]) + place(other, rest)


# The closing turns


@compiled
def _closing_ends(passed: Floats, bonus: int, phase: int, total: int, target: int, ends: Floats) -> object:
    """Fills `ends` with the chance to pass a total after each number of points."""
    for points in range(_MISS):
        after = total_after(phase, total, points)
        if phase == _LAST:
            ends[points] = after + BONUS * bonus > target
        elif after > target:
            ends[points] = 1
        else:
            ends[points] = passed[0, phase + 1, place(phase + 1, after), target]
    return None


@compiled
def closing_chances(player: Player) -> tuple[Floats, Choices]:
    """The chance of a player in the closing turns to pass a total, and the policies, as in Player.closing."""
    passed = np.ones(player.closing.shape, np.float32)
    choices = np.zeros(player.closing.shape, np.uint8)
    ends = np.zeros(MOST, np.float32)
    for phase in range(_LAST, -1, -1):
        for bonus in range(2 if phase == _LAST else 1):
            for at in range(COUNTS[phase]):
                total = LOWS[phase] + at
                for target in range(total, TARGETS):
                    _closing_ends(passed, bonus, phase, total, target, ends)
                    fixed = player.closing[bonus, phase, at, target]
                    means = np.dot(player.chances[phase, : player.many[phase]], ends)
                    choice = fixed if fixed != BEST else np.argmax(means)
                    passed[bonus, phase, at, target] = means[choice]
                    choices[bonus, phase, at, target] = choice
    return passed, choices


# The turns before


class Turn(NamedTuple):
    """A player before a turn, and the other one."""

    seat: int
    """1 for a player who began the game."""
    phase: int
    total: int
    rest: int
    """The phase of the other player."""
    at: int
    """The index of the total of the other player."""


@compiled
def _ends(turn: Turn, values: Floats, passed: Floats, started: Places, ends: Floats) -> object:
    """Fills `ends` with the chance to win after each number of points.

    `values` and `passed` are those of the other player: before a turn, and in the closing turns. `started` has the
    first state of two phases.
    """
    for points in range(_MISS):
        after = total_after(turn.phase, turn.total, points)
        if turn.phase == _LAST:
            bonus = 1 if turn.seat and turn.rest == _LAST else 0
            ends[points] = 1 - passed[bonus, turn.rest, turn.at, min(after + BONUS, TARGETS - 1)]
        else:
            first = started[turn.rest, turn.phase + 1] + turn.at * COUNTS[turn.phase + 1]
            ends[points] = 1 - values[first + place(turn.phase + 1, after)]
    return None


@compiled
def _means(player: Player, phase: int, fixed: int, ends: Floats) -> Floats:
    """The value of each policy when a miss is worth nothing; _NOT_CHOSEN for those that the player does not choose."""
    means = np.dot(player.chances[phase, : player.many[phase]], ends)
    if fixed != BEST:
        value = means[fixed]
        means[:] = _NOT_CHOSEN
        means[fixed] = value
    return means  # type: ignore[no-any-return]


@compiled
def _settle(player: Player, phase: int, means: Floats, missed: float) -> tuple[float, int]:
    """The value of the best policy, and the policy, when a miss is worth `missed`."""
    best, choice = -1.0, 0
    for policy in range(len(means)):
        value = means[policy] + player.chances[phase, policy, _MISS] * missed
        if means[policy] > _NOT_CHOSEN / 2 and value > best:
            best, choice = value, policy
    return best, choice


class Solution(NamedTuple):
    """The chance to win of the player to move, and the policies, by state: for the one player to move, and the other.

    States have the phases and totals of the player to move first; `began`, the first index, is 1 if the one began.
    """

    one: Floats
    other: Floats
    choice: Choices
    reply: Choices


class Game(NamedTuple):
    """Both players, and their chances in the closing turns (closing_chances)."""

    one: Player
    other: Player
    passed_one: Floats
    passed_other: Floats


@compiled
def solve(game: Game) -> Solution:
    """Solves the game."""
    started = starts()
    count = started[2, 0, 0]
    values, answers = np.zeros(count, np.float32), np.zeros(count, np.float32)
    found = Solution(values, answers, np.zeros(count, np.uint8), np.zeros(count, np.uint8))
    for both in range(2 * _LAST, -1, -1):
        for phase in range(max(0, both - _LAST), min(_LAST, both) + 1):
            for began in range(2):
                _solve_phases(game, started[began], began, phase, both - phase, found)
    return found


@compiled
def _solve_phases(game: Game, started: Places, began: int, phase: int, rest: int, found: Solution) -> object:
    """Solves all states of two phases."""
    ends = np.zeros(MOST, np.float32)
    for at in range(COUNTS[phase]):
        for at_other in range(COUNTS[rest]):
            here = started[phase, rest] + at * COUNTS[rest] + at_other
            there = started[rest, phase] + at_other * COUNTS[phase] + at
            turn = Turn(began, phase, LOWS[phase] + at, rest, at_other)
            _ends(turn, found.other, game.passed_other, started, ends)
            means = _means(game.one, phase, game.one.fixed[here], ends)
            turn = Turn(1 - began, rest, LOWS[rest] + at_other, phase, at)
            _ends(turn, found.one, game.passed_one, started, ends)
            means_other = _means(game.other, rest, game.other.fixed[there], ends)
            value, answer, choice, reply = 0.5, 0.5, 0, 0
            for _ in range(_ROUNDS):
                before = value
                value, choice = _settle(game.one, phase, means, 1 - answer)
                answer, reply = _settle(game.other, rest, means_other, 1 - value)
                if abs(value - before) < _CLOSE:
                    break
            found.one[here], found.other[there] = value, answer
            found.choice[here], found.reply[there] = choice, reply
    return None
