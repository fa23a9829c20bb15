"""Three players: the chances to win of all of them, for every triple of scores.

All three play for their own chance to win (a Nash equilibrium, from the highest scores down). Where two choices give
the player to move the same chance, the player banks, or keeps the most points. In a few triples players have to mix two
strategies: the best choice of one depends on that of another one and the other way around, so both throw the dice for
it, each as often as makes the other one indifferent.

A state is (own, next, third): the scores, in steps, of the player to move and of the two who follow. `win` (own, next,
third, 2) is the chance to win of the player to move, and that of the next one. One unit is a triple and its two
rotations. Units are solved side by side, in lanes, by code that Numba compiles.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from tools.research.compiled import compiled
from tools.research.solve.cache import Cache
from tools.research.solve.duel import pass_chances
from tools.research.solve.graph import Arrays, Floats, Ints, Offsets, Progress
from tools.research.solve.kernel import empty, turn_pass
from tools.research.solve.model import Model
from tools.research.solve.probe import SolveError

LANES = 32
"""Units that are solved side by side."""
_SETTLED = 1e-10
"""A smaller change of what a bust is worth leaves an error of a higher order."""
_MOST_ROUNDS = 16


class Setting(NamedTuple):
    """One game for three players."""

    arrays: Arrays
    """The turn; here an option's offset leads to (row, situation) in a flat array, because each may be banked."""
    least_bank: Ints
    """In steps: of a player who has no points, of one who has some."""
    goal: int
    beyond: int
    """Rows above the target: how far a player may go on to defend the lead."""
    closing: Floats
    """(steps that the next player has to gain, and the third one, to pass the lead; 2): the chances to win of the
    player who has reached the target, and of the next one."""


class Room(NamedTuple):
    """Room to work in for one thread: values of turns, each with several chances in each lane."""

    bank: Floats
    """(rotation, row, chances and lanes): what a bank is worth."""
    lost: Floats
    """(rotation, chance, lane): what a bust is worth."""
    value: Floats
    """(row and situation, chances and lanes), and one row more to work with."""
    total: Floats
    """(chances and lanes), to work with."""
    found: Floats
    """(rotation, chance, lane): what the turn is worth."""


@compiled
def new_room(setting: Setting, chances: int) -> Room:
    """Room for turns in which each state has a number of chances."""
    rows = setting.goal + setting.beyond + setting.arrays.most_gain + 1
    return Room(
        np.zeros((3, rows, chances * LANES)),
        np.zeros((3, chances, LANES)),
        np.zeros((rows * len(setting.arrays.order) + 1, chances * LANES)),
        np.zeros(chances * LANES),
        np.zeros((3, chances, LANES)),
    )


@compiled
def pass_lanes(arrays: Arrays, top: int, rotation: int, room: Room) -> None:
    """Fills `room.found` of a rotation with the chances at the start of a turn, from those of a bank and a bust.

    The first chance of each lane is that of the player to move, who makes it as large as possible. The others follow
    the same choices: a bank where it is as good as a roll, and then the first of equally good keeps. From row `top` on
    every player banks.
    """
    bank, value, total = room.bank[rotation], room.value, room.total
    lost = room.lost[rotation].reshape(1, -1)
    situations = len(arrays.order)
    for row in range(top, top + arrays.most_gain):
        for at in range(situations):
            value[row * situations + at] = bank[row]
    for row in range(top - 1, -1, -1):
        base = np.uint64(row * situations)
        for at in arrays.order:
            total[:] = 0.0
            for number in range(arrays.first_class[at], arrays.first_class[at + 1]):
                if arrays.end[number] >= 0:
                    _add(total, arrays.chance[number], lost, np.uint64(0))
                else:
                    first = np.uint64(arrays.first_option[number])
                    place = _best(value, base, arrays.offset, first, np.uint64(arrays.first_option[number + 1]))
                    _add(total, arrays.chance[number], value, place)
            _store_better(total, bank[row], value[row * situations + at])
    room.found[rotation] = value[0].reshape(-1, LANES)


@compiled
def _add(total: Floats, chance: float, chances: Floats, place: np.uint64) -> None:
    for i in range(len(total)):
        total[i] += chance * chances[place, i]


@compiled
def _best(value: Floats, base: np.uint64, offset: Offsets, first: np.uint64, end: np.uint64) -> np.uint64:
    """The place with the chances of the best option of a class of rolls: the last place, if the lanes differ."""
    last = np.uint64(len(value) - 1)
    best: np.uint64 = base + offset[first]
    for option in range(first + np.uint64(1), end):
        to = base + offset[option]
        better, worse = False, False
        for lane in range(LANES):
            better |= value[to, lane] > value[best, lane]
            worse |= value[to, lane] <= value[best, lane]
        if better and not worse:
            best = to
        elif better:
            if best != last:
                value[last] = value[best]
                best = last
            for i in range(value.shape[1] - 1, -1, -1):  # the first chance, which decides, is the last to change
                if value[to, i % LANES] > value[last, i % LANES]:
                    value[last, i] = value[to, i]
    return best


@compiled
def _store_better(rolled: Floats, bank: Floats, value: Floats) -> None:
    """Stores the better of a roll and a bank in each lane."""
    for i in range(len(rolled)):
        value[i] = bank[i] if bank[i % LANES] >= rolled[i % LANES] else rolled[i]


# Units


@compiled
def rotated(scores: tuple[int, int, int], rotation: int) -> tuple[int, int, int]:
    """The scores after so many turns that change nothing."""
    if rotation == 0:
        return scores
    own, following, third = scores
    return (following, third, own) if rotation == 1 else (third, own, following)


@compiled
def units_of(total: int, own: int, goal: int) -> tuple[int, int]:
    """The first score of the next player, and the one after the last, in units with a sum that begin with `own`.

    Of the three rotations of a triple the unit begins with the one in which the player to move has the fewest points,
    and the third player more.
    """
    if 3 * own == total:
        return own, own + 1
    return max(own, total - own - goal + 1), min(goal - 1, total - 2 * own - 1) + 1


@compiled
def scores_of(total: int, own: int, following: int, end: int, lane: int) -> tuple[int, int, int]:
    """The scores of a lane; lanes that are left over repeat the last one. `following`: of the first lane."""
    other = min(following + lane, end - 1)
    return own, other, total - own - other


@compiled
def third_wins(win: Floats, scores: tuple[int, int, int]) -> float:
    """The chance to win of the third player."""
    return float(1.0 - win[scores[0], scores[1], scores[2], 0] - win[scores[0], scores[1], scores[2], 1])


@compiled
def after_bank(setting: Setting, win: Floats, own: int, following: int, third: int) -> tuple[float, float]:
    """The chances of the player who has just banked and now has `own`, and of the next one."""
    if own < setting.goal:
        return third_wins(win, (following, third, own)), float(win[following, third, own, 0])
    last = setting.closing.shape[0] - 1
    lead = setting.closing[min(own - following + 1, last), min(own - third + 1, last)]
    return float(lead[0]), float(lead[1])


@compiled
def set_bank(setting: Setting, win: Floats, scores: tuple[int, int, int], rotation: int, lane: int, room: Room) -> None:
    """Sets what banks are worth to the player to move, and the chance of the next one."""
    own, following, third = scores
    least = setting.least_bank[min(own, 1)]
    bank = room.bank[rotation]
    for row in range(bank.shape[0]):
        bank[row, lane], bank[row, LANES + lane] = -np.inf, 0.0
        if row >= least:
            bank[row, lane], bank[row, LANES + lane] = after_bank(setting, win, own + row, following, third)


@compiled
def _guess(win: Floats, scores: tuple[int, int, int]) -> float:
    """What a bust is worth, about: the chance of the third player where everyone has one step more."""
    own, following, third = scores[0] + 1, scores[1] + 1, scores[2] + 1
    if max(own, following, third) >= win.shape[0]:
        return 1.0 / 3.0
    return third_wins(win, (own, following, third))


@compiled
def chances_of_turn(room: Room, rotation: int, lane: int) -> tuple[float, float, float]:
    """The chances of the player to move and the next one to win by a turn, without a bust, and the chance to bust."""
    found = room.found[rotation]
    bust = float(found[2, lane])
    return float(found[0, lane] - bust * room.lost[rotation, 0, lane]), float(found[1, lane]), bust


@compiled
def set_busts(turns: Floats, busts: Floats) -> None:
    """Sets what a bust is worth to the player to move, for each rotation, from the `chances_of_turn` of all three.

    After three busts the unit is back where it was, so that it is a geometric series.
    """
    again = turns[0, 2] * turns[1, 2] * turns[2, 2]
    for rotation in range(3):
        second, third = turns[(rotation + 1) % 3], turns[(rotation + 2) % 3]
        as_third = 1.0 - second[0] - second[1] - second[2]
        busts[rotation] = (as_third + second[2] * (third[1] + third[2] * turns[rotation, 0])) / (1.0 - again)


@compiled
def _newton_step(room: Room, lane: int, turns: Floats, busts: Floats) -> float:
    """Sets what a bust is worth in the three rotations of a lane, from the last passes; returns the change."""
    for rotation in range(3):
        turns[rotation, 0], turns[rotation, 1], turns[rotation, 2] = chances_of_turn(room, rotation, lane)
    set_busts(turns, busts)
    change = 0.0
    for rotation in range(3):
        change = max(change, abs(busts[rotation] - room.lost[rotation, 0, lane]))
        room.lost[rotation, 0, lane] = busts[rotation]
    return change


@compiled
def store(win: Floats, scores: tuple[int, int, int], turns: Floats, busts: Floats) -> None:
    """Stores the chances of a unit. `turns`, `busts`: as in `set_busts`."""
    for rotation in range(3):
        own, following, third = rotated(scores, rotation)
        after = (rotation + 1) % 3
        win[own, following, third, 0] = turns[rotation, 0] + turns[rotation, 2] * busts[rotation]
        as_first = turns[after, 0] + turns[after, 2] * busts[after]
        win[own, following, third, 1] = turns[rotation, 1] + turns[rotation, 2] * as_first


@compiled
def open_units(
    setting: Setting, win: Floats, total: int, own: int, following: int, end: int, room: Room, top: Ints
) -> None:
    """Sets what banks are worth, and about what busts are, in units from `following` up to `end`; sets the top rows."""
    top[:] = 0
    for rotation in range(3):
        for lane in range(LANES):
            scores = rotated(scores_of(total, own, following, end, lane), rotation)
            top[rotation] = max(top[rotation], setting.goal - scores[0] + setting.beyond)
            set_bank(setting, win, scores, rotation, lane, room)
            room.lost[rotation, 0, lane] = _guess(win, rotated(scores, 1))
            room.lost[rotation, 2, lane] = 1.0


@compiled
def pass_all(arrays: Arrays, top: Ints, room: Room) -> None:
    """Passes through the turns of all three rotations."""
    for rotation in range(3):
        pass_lanes(arrays, top[rotation], rotation, room)


@compiled
def _solve_units(
    setting: Setting, win: Floats, total: int, own: int, following: int, end: int, room: Room, unsettled: Floats
) -> None:
    """Solves the units from `following` up to `end`, at most LANES; sets `unsettled` of a lane to the last change."""
    top = np.zeros(3, dtype=np.int32)
    turns, busts = np.empty((3, 3)), np.empty(3)
    open_units(setting, win, total, own, following, end, room, top)
    for _ in range(_MOST_ROUNDS):
        pass_all(setting.arrays, top, room)
        for lane in range(LANES):
            unsettled[lane] = _newton_step(room, lane, turns, busts)
            store(win, scores_of(total, own, following, end, lane), turns, busts)
        if unsettled.max() < _SETTLED:
            break


@compiled
def solve_sum(setting: Setting, win: Floats, total: int, start: int, stride: int) -> list[tuple[int, int, int]]:
    """Solves units with a sum of scores, of each `stride` groups one, from number `start`.

    Returns the scores of those that do not settle.
    """
    room = new_room(setting, 3)
    unsettled = np.empty(LANES)
    left = [(0, 0, 0) for _ in range(0)]
    number = 0
    for own in range(max(0, total - 2 * (setting.goal - 1)), total // 3 + 1):
        first, end = units_of(total, own, setting.goal)
        for following in range(first, end, LANES):
            if number % stride == start:
                last = min(end, following + LANES)
                _solve_units(setting, win, total, own, following, last, room, unsettled)
                for lane in range(last - following):
                    if unsettled[lane] >= _SETTLED:
                        left.append(scores_of(total, own, following, last, lane))
            number += 1
    return left


_SAME = 1e-11
_DECIMALS = 9
"""Two turns are the same if their chances to bust agree to so many decimal places."""
_MOST_REFINEMENTS = 12
_MOST_STEPS = 50
_NUDGE = 1e-6


class _Unit:
    """One triple of scores and its rotations."""

    def __init__(self, setting: Setting, win: Floats, scores: tuple[int, int, int]) -> None:
        self._setting = setting
        self._room: Room = new_room(setting, 3)
        self._top = np.zeros(3, dtype=np.int32)
        own, following, _ = scores
        open_units(setting, win, sum(scores), own, following, following + 1, self._room, self._top)

    def guess(self) -> Floats:
        """What a bust is worth in each rotation, about."""
        return self._room.lost[:, 0, 0].copy()

    def best_turns(self, busts: Floats) -> Floats:
        """The best turn of each rotation where busts are worth so much, as in set_busts."""
        self._room.lost[:, 0, :] = busts[:, None]
        pass_all(self._setting.arrays, self._top, self._room)
        return np.array([chances_of_turn(self._room, rotation, 0) for rotation in range(3)])


def _busts_after(turns: Floats) -> Floats:
    busts = np.empty(3)
    set_busts(turns, busts)
    return busts


def solve_mixed(setting: Setting, win: Floats, scores: tuple[int, int, int]) -> None:
    """Solves a unit and stores its chances. Raises SolveError if no equilibrium is found.

    The mean of the best answers so far comes close to it, with smaller and smaller steps. Of the best answers on the
    way a player mixes two that are neighbors by their chance to bust, or always plays the same.
    """
    unit = _Unit(setting, win, scores)
    mean = unit.best_turns(unit.guess())
    for refinement in range(1, _MOST_REFINEMENTS):
        step = 0.5**refinement
        seen = []
        for _ in range(round(8 / step)):
            best = unit.best_turns(_busts_after(mean))
            mean += step * (best - mean)
            seen.append(best)
        for low, high in _pairs(np.array(seen)):
            turns = _indifferent(low, high)
            if turns is not None and _is_best(unit, turns):
                store(win, scores, turns, _busts_after(turns))
                return
    raise SolveError(f"The chances of three players do not settle at {scores} steps.")


def _is_best(unit: _Unit, turns: Floats) -> bool:
    """Whether no player has a better turn."""
    busts = _busts_after(turns)
    best = unit.best_turns(busts)
    return bool(np.all((best - turns) @ np.array([1.0, 0.0, 0.0]) + (best - turns)[:, 2] * busts < _SAME))


def _pairs(seen: Floats) -> Iterator[tuple[Floats, Floats]]:
    """Yields the turns that each rotation may mix: neighbors by the chance to bust, or twice the same turn.

    `seen`: (number, rotation, chances).
    """
    each = []
    for rotation in range(3):
        turns = seen[:, rotation]
        turns = turns[np.unique(turns[:, 2].round(_DECIMALS), return_index=True)[1]]
        each.append([*zip(turns, turns[1:]), *zip(turns, turns)])
    for mixed in product(*each):
        low, high = zip(*mixed)
        yield np.array(low), np.array(high)


def _indifferent(low: Floats, high: Floats) -> Floats | None:
    """The turns, mixed of these two in each rotation, that leave all players who mix indifferent; None: there are none.

    `low`, `high`: (rotation, chances).
    """
    mixes = high[:, 2] - low[:, 2] > _SAME
    wanted = (low[:, 0] - high[:, 0]) / np.where(mixes, high[:, 2] - low[:, 2], 1.0)

    def missed(shares: Floats) -> Floats:
        busts = _busts_after(low + shares[:, None] * (high - low))
        return np.where(mixes, busts - wanted, shares)

    shares = np.where(mixes, 0.5, 0.0)
    for _ in range(_MOST_STEPS):
        error = missed(shares)
        if np.abs(error).max() < _SAME:
            break
        slopes = np.array([(missed(shares + _NUDGE * axis) - error) / _NUDGE for axis in np.eye(3)]).T
        try:
            shares = shares - np.linalg.solve(slopes, error)
        except np.linalg.LinAlgError:
            return None
    found = bool(np.abs(missed(shares)).max() < _SAME and shares.min() >= 0.0 and shares.max() <= 1.0)
    return low + shares[:, None] * (high - low) if found else None


ENDS = ("sudden", "last-turn")
"""The ends for which three players are solved."""
MOST_BYTES = 1 << 28
_ALMOST_NEVER = 1e-5
"""A lead that is passed with a smaller chance is banked: to go on would risk more than it could win."""
_FAR = 800
"""Steps of a lead that is passed so rarely, added to those of the target."""

_NAME = "three-players"

Result = TypeVar("Result")
Places = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]


@dataclass(frozen=True)
class ThreePlayers:
    """`win` (own, next, third score in steps; 2): the chances to win of the player to move and of the next one."""

    win: Floats
    step: int

    def chances(self, own: int, following: int, third: int) -> list[float]:
        """The chances of the player to move, the next and the third one, with these points."""
        first, second = self.win[own // self.step, following // self.step, third // self.step].tolist()
        return [first, second, 1.0 - first - second]


def check(model: Model) -> None:
    """Raises SolveError for a game that is not solved for three players."""
    if model.options["end"] not in ENDS:
        raise SolveError(f"Three players are solved for end={' and '.join(ENDS)}, not for {model.options['end']}.")
    plain = not any((end.wins, end.out, end.saved, end.cancels) != (False,) * 4 for end in model.graph.ends)
    always_banks = all(bool(offset % 2) for offset in model.arrays.offset)
    if model.approximate() or model.has_prices or model.on("opening_rolls") or not (plain and always_banks):
        raise SolveError(
            "Three players are solved where every keep may be banked and a bust costs nothing but the turn: "
            "switch the other house rules off."
        )
    if 16.0 * model.goal**3 > MOST_BYTES:
        target = f"The target {model.number('target')} in steps of {model.step} points"
        raise SolveError(f"{target} needs too much memory for three players: choose a lower one.")


def setting_of(model: Model) -> Setting:
    """The game as the kernel needs it."""
    least = np.array([model.least_bank(False), model.least_bank(True)], dtype=np.int32)
    if model.options["end"] == "sudden":
        return Setting(_in_order(model.arrays), least, model.goal, 0, np.array([[[1.0, 0.0]]]))
    return Setting(_in_order(model.arrays), least, model.goal, *_last_turns(model))


def _in_order(arrays: Arrays) -> Arrays:
    """The options with the most points first, which are the best most often, and with offsets as in Setting.arrays."""
    offset = arrays.offset // np.uint64(2)
    for first, end in pairwise(arrays.first_option):
        offset[first:end] = offset[first:end][::-1]
    return arrays._replace(offset=offset)


def _last_turns(model: Model) -> tuple[int, Floats]:
    """The rows in which a lead is defended, and Setting.closing."""
    chances = np.append(pass_chances(model, model.goal + _FAR, True), 0.0)
    beyond = int(np.argmax(chances < _ALMOST_NEVER))
    most = model.goal + beyond + model.arrays.most_gain
    closing = np.zeros((most + 1, most + 1, 2))
    for missing in range(most + 1):  # to the third player
        left = np.minimum(np.arange(beyond + 1) + missing + 1, len(chances) - 1)
        passes, fails = _last_turn(model, most, 1.0 - chances[left])
        closing[:, missing, 0] = fails * (1.0 - chances[missing])
        closing[:, missing, 1] = passes
    return beyond, closing


def _last_turn(model: Model, most: int, after: Floats) -> tuple[Floats, Floats]:
    """The chances to win of a player with n steps to gain, for n up to `most`, and the chances to gain less.

    `after`: what a gain of n + i steps is worth, for each i.
    """
    bank = np.append(np.full(most, -np.inf), after)
    value = empty(model.arrays, len(bank))
    share = np.zeros_like(value)
    ends = np.zeros((1, len(bank)))
    turn_pass(model.arrays, bank, ends, np.ones(1), value, share, True, 0.0)
    return value[most::-1, 0], share[most::-1, 0]


def places_of(total: int, goal: int) -> Places:
    """All triples with a sum of scores."""
    own, following = (axis.ravel() for axis in np.mgrid[:goal, :goal])
    third = total - own - following
    exist = (third >= 0) & (third < goal)
    return own[exist], following[exist], third[exist]


def solve_three(model: Model, cache: Cache, progress: Progress) -> ThreePlayers:
    """Solves the game. What is solved of it is in the cache, so that an interrupted run can go on.

    Raises SolveError as `check` does.
    """
    check(model)
    setting = setting_of(model)
    win = np.zeros((model.goal, model.goal, model.goal, 2))

    def solve(pool: ThreadPoolExecutor, total: int, places: Places) -> Floats:
        for unsettled in on_all_cores(pool, partial(solve_sum, setting, win, total)):
            for scores in unsettled:
                solve_mixed(setting, win, scores)
        return win[places]

    by_sums(model, cache, _NAME, win, solve, progress)
    return ThreePlayers(win, model.step)


def is_solved(model: Model, cache: Cache, name: str = _NAME) -> bool:
    """Whether the game, or another table of that name for each sum of scores, has been solved to its end."""
    return cache.has(model, _layer(name, 0))


def _layer(name: str, total: int) -> str:
    """The name of the table of a sum of scores in the cache."""
    return f"{name}/{total:04}"


def by_sums(
    model: Model,
    cache: Cache,
    name: str,
    table: Floats,
    solve: Callable[[ThreadPoolExecutor, int, Places], Floats],
    progress: Progress,
) -> None:
    """Fills a table of all triples, the highest sums first, each from the cache if it is there."""
    done = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for total in range(3 * (model.goal - 1), -1, -1):
            places = places_of(total, model.goal)
            table[places] = cache.table(model, _layer(name, total), partial(solve, pool, total, places))
            done += len(places[0])
            progress(done, model.goal**3)


def on_all_cores(pool: ThreadPoolExecutor, part: Callable[[int, int], Result]) -> list[Result]:
    """What part(start, stride) returns for every start."""
    stride = os.cpu_count() or 1
    return [one.result() for one in [pool.submit(part, start, stride) for start in range(stride)]]
