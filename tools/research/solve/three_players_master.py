"""What the computer player Master wins against two players of the equilibrium, exactly: every state, no sampling.

Master chooses by its own values, for which it combines its chances against each of the two; the others do not know
that they play against Master. The chances are those of its fixed choices against theirs.
"""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from sixpip.players.styles import MASTER
from sixpip.players.ten_thousand.solver.roll_codes import BUST, OUTCOMES
from sixpip.players.ten_thousand.win_chance import AVERAGE, BAD_LUCK
from tools.research.compiled import compiled
from tools.research.compiled_loops import compile_loops
from tools.research.league.lanes import LANES as MASTER_LANES
from tools.research.league.lanes import Values, new_values, solve_lanes
from tools.research.league.master_turn import Classes, classes_of, master_turn
from tools.research.league.simulator import Simulator
from tools.research.league.state import GAME, Game, set_chances
from tools.research.league.tables import Tables
from tools.research.solve.cache import Cache
from tools.research.solve.graph import Floats, Ints, Progress
from tools.research.solve.model import Model
from tools.research.solve.probe import SolveError
from tools.research.solve.three_players import (
    LANES,
    Places,
    Room,
    Setting,
    ThreePlayers,
    by_sums,
    chances_of_turn,
    is_solved,
    new_room,
    on_all_cores,
    open_units,
    pass_all,
    rotated,
    scores_of,
    setting_of,
    third_wins,
    units_of,
)

_NEXT, _THIRD = 3, 4
"""The chances of a turn, after those of the kernel: of Master to win, where it is the next or the third player."""
_UNITS = MASTER_LANES // 3
_SAME = 1e-8
_NUDGE = 1e-8
"""Less than this before and after a bust's worth, a player who mixes two strategies plays one and the other."""


class Match(NamedTuple):
    """What the kernel needs of the game."""

    setting: Setting
    win: Floats
    """The chances of the equilibrium, ThreePlayers.win."""
    master: Floats
    """(own, next, third, 3): the chance of Master to win, where it is to move, next, third."""
    tables: Tables
    classes: Classes


class Work(NamedTuple):
    """Room to work in for one thread."""

    room: Room
    values: Values
    games: Ints
    """One entry, a game in which Master is to move."""
    turns: Floats
    """(rotation, lane, chances): of the equilibrium, without a bust."""
    own: Floats
    """(rotation, unit, 2): the chance of Master to win by its own turn, and to bust."""


@compiled
def _set_scores(game: Game, scores: tuple[int, int, int], unit: int) -> None:
    """Sets a game for three in which Master is to move."""
    game.players = 3
    game.styles[0] = MASTER
    game.closer = -1
    game.leader = -1
    for seat in range(3):
        game.scores[seat] = scores[seat] * unit
        game.opened[seat] = scores[seat] > 0


@compiled
def _pass_master(match: Match, total: int, own: int, following: int, end: int, work: Work) -> None:
    """Computes the turns of Master in units from `following` up to `end`, at most _UNITS."""
    rules, game, master = match.tables.rules[0], work.games[0], match.master
    for unit in range(end - following):
        for rotation in range(3):
            scores = rotated((own, following + unit, total - own - following - unit), rotation)
            _set_scores(game, scores, rules.unit)
            set_chances(rules, match.tables.solver, game, work.values, 3 * unit + rotation)
    solve_lanes(match.tables.solver.stream, match.tables.solver.rows, rules.most, rules.shift, False, work.values)
    for unit in range(end - following):
        for rotation in range(3):
            scores = rotated((own, following + unit, total - own - following - unit), rotation)
            _set_scores(game, scores, rules.unit)
            after = np.append(master[scores[1], scores[2], scores[0] :, 2], 1.0)
            after[0] = 0.0  # nothing is never banked
            lane = work.values[:, 3 * unit + rotation].copy().reshape(-1, 1)  # close together in memory: faster
            gains = np.empty(len(after))
            ends = np.empty(OUTCOMES)
            master_turn(match.tables, match.classes, game, lane, 0, gains, ends)
            work.own[rotation, unit, 0], work.own[rotation, unit, 1] = (gains * after).sum(), ends[BUST]


@compiled
def _set_master_banks(match: Match, scores: tuple[int, int, int], rotation: int, lane: int, room: Room) -> None:
    """Sets the chances of Master after each bank of another player."""
    own, following, third = scores
    bank = room.bank[rotation]
    for row in range(bank.shape[0]):
        is_over = own + row >= match.setting.goal
        for place in range(2):
            worth = 0.0 if is_over else float(match.master[following, third, min(own + row, len(match.win) - 1), place])
            bank[row, (_NEXT + place) * LANES + lane] = worth


@compiled
def _pass_others(match: Match, total: int, own: int, following: int, end: int, work: Work, top: Ints) -> bool:
    """Computes the turns of the equilibrium in up to LANES units; returns whether they agree with its chances."""
    room, win, arrays = work.room, match.win, match.setting.arrays
    open_units(match.setting, win, total, own, following, end, room, top)
    for rotation in range(3):
        for lane in range(LANES):
            scores = rotated(scores_of(total, own, following, end, lane), rotation)
            _set_master_banks(match, scores, rotation, lane, room)
            room.lost[rotation, 0, lane] = third_wins(win, rotated(scores, 1))
    pass_all(arrays, top, room)
    work.turns[:] = _turns(room)
    if _agree(win, total, own, following, end, work.turns):
        return True
    sides = np.empty((2, *work.turns.shape))
    for side in range(2):
        room.lost[:, 0] += _NUDGE * (2 * side - 1) * (1 + side)  # one before, then one behind
        pass_all(arrays, top, room)
        sides[side] = _turns(room)
    _mix(win, total, own, following, end, sides, work.turns)
    return _agree(win, total, own, following, end, work.turns)


@compiled
def _turns(room: Room) -> Floats:
    """The chances of the turns that have been passed, as Work.turns."""
    turns = np.empty((3, LANES, 5))
    for rotation in range(3):
        for lane in range(LANES):
            turn = turns[rotation, lane]
            turn[0], turn[1], turn[2] = chances_of_turn(room, rotation, lane)
            turn[_NEXT], turn[_THIRD] = room.found[rotation, _NEXT, lane], room.found[rotation, _THIRD, lane]
    return turns


@compiled
def _missed(win: Floats, scores: tuple[int, int, int], turn: Floats) -> float:
    """By how much the chance of the next player differs from that of the equilibrium."""
    own, following, third = scores
    return float(turn[1] + turn[2] * win[following, third, own, 0] - win[own, following, third, 1])


@compiled
def _agree(win: Floats, total: int, own: int, following: int, end: int, turns: Floats) -> bool:
    for rotation in range(3):
        for lane in range(LANES):
            scores = rotated(scores_of(total, own, following, end, lane), rotation)
            if abs(_missed(win, scores, turns[rotation, lane])) > _SAME:
                return False
    return True


@compiled
def _mix(win: Floats, total: int, own: int, following: int, end: int, sides: Floats, turns: Floats) -> None:
    """Mixes the strategies on both sides of an indifferent player, so that the next player has the known chance."""
    for rotation in range(3):
        for lane in range(LANES):
            scores = rotated(scores_of(total, own, following, end, lane), rotation)
            before = _missed(win, scores, sides[0, rotation, lane])
            behind = _missed(win, scores, sides[1, rotation, lane])
            if abs(_missed(win, scores, turns[rotation, lane])) > _SAME and before != behind:
                share = before / (before - behind)
                turns[rotation, lane] = (1.0 - share) * sides[0, rotation, lane] + share * sides[1, rotation, lane]


@compiled
def _store(master: Floats, scores: tuple[int, int, int], own: Floats, turns: Floats) -> None:
    """Stores the chances of a unit. `own`: by rotation the turn of Master; `turns`: those of the others.

    After three busts the unit is back where it was.
    """
    for rotation in range(3):
        second, third = (rotation + 1) % 3, (rotation + 2) % 3
        others = turns[second, _THIRD] + turns[second, 2] * turns[third, _NEXT]
        again = own[rotation, 1] * turns[second, 2] * turns[third, 2]
        to_move = (own[rotation, 0] + own[rotation, 1] * others) / (1.0 - again)
        following = turns[third, _NEXT] + turns[third, 2] * to_move
        a, b, c = rotated(scores, rotation)
        master[a, b, c, 0] = to_move
        master[c, a, b, 1] = following
        master[b, c, a, 2] = turns[second, _THIRD] + turns[second, 2] * following


@compiled
def _solve_units(match: Match, total: int, own: int, first: int, end: int, work: Work, top: Ints) -> bool:
    """Fills in the units from `first` up to `end`, at most _UNITS; returns whether the equilibrium was found again."""
    _pass_master(match, total, own, first, end, work)
    for following in range(first, end, LANES):
        last = min(end, following + LANES)
        if not _pass_others(match, total, own, following, last, work, top):
            return False
        for lane in range(last - following):
            scores = scores_of(total, own, following, last, lane)
            _store(match.master, scores, work.own[:, following - first + lane], work.turns[:, lane])
    return True


@compiled
def solve_sum(match: Match, values: Values, games: Ints, total: int, start: int, stride: int) -> bool:
    """Fills in units with a sum of scores, as three_players_kernel.solve_sum; returns whether that was possible.

    `values`, `games`: room to work.
    """
    goal = match.setting.goal
    work = Work(new_room(match.setting, 5), values, games, np.empty((3, LANES, 5)), np.empty((3, _UNITS, 2)))
    top = np.zeros(3, dtype=np.int32)
    number = 0
    for own in range(max(0, total - 2 * (goal - 1)), total // 3 + 1):
        first, end = units_of(total, own, goal)
        for following in range(first, end, _UNITS):
            if number % stride == start:
                if not _solve_units(match, total, own, following, min(end, following + _UNITS), work, top):
                    return False
            number += 1
    return True


def plays(model: Model) -> bool:
    """Whether the match of Master is computed for a game."""
    return model.variant.name == "pure" and model.options["end"] == "sudden" and set(model.row) <= {"target"}


class MasterMatch:
    """Master against two players of the equilibrium."""

    def __init__(self, model: Model, solved: ThreePlayers) -> None:
        """`model`: a game for which `plays` is true."""
        self._model = model
        self._solved = solved

    @cached_property
    def _match(self) -> Match:
        compile_loops()
        tables = Simulator(self._model.variant.name, self._model.row).tables
        master = np.zeros((*self._solved.win.shape[:3], 3))
        return Match(setting_of(self._model), self._solved.win, master, tables, classes_of(tables, self._model.graph))

    def _digest(self) -> str:
        """A hash of all tables by which Master chooses."""
        tables = self._match.tables
        digest = hashlib.sha256()
        for numbers in (*tables.solver, *tables.throws, tables.rules, BAD_LUCK, AVERAGE):
            digest.update(numbers.tobytes())
        return digest.hexdigest()[:12]

    @property
    def chances(self) -> Floats:
        """Match.master, after `wins`."""
        return self._match.master

    def _name(self) -> str:
        """The name of the tables in the cache."""
        return f"three-players-master-{self._digest()}"

    def is_solved(self, cache: Cache) -> bool:
        """Whether `wins` has been computed to its end."""
        return is_solved(self._model, cache, self._name())

    def wins(self, cache: Cache, progress: Progress) -> list[float]:
        """The chances of Master to win in the first, second and third seat. Goes on where the last run stopped."""
        match = self._match

        def solve(pool: ThreadPoolExecutor, total: int, places: Places) -> Floats:
            if not all(on_all_cores(pool, partial(self._solve_part, total))):
                raise SolveError(f"The strategies of the equilibrium are not found again at a sum of {total} steps.")
            return match.master[places]

        by_sums(self._model, cache, self._name(), match.master, solve, progress)
        found: list[float] = match.master[0, 0, 0].tolist()
        return found

    def _solve_part(self, total: int, start: int, stride: int) -> bool:
        values = new_values(int(self._match.tables.rules["shift"][0]))
        return solve_sum(self._match, values, np.zeros(1, dtype=GAME), total, start, stride)
