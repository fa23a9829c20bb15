"""Plays games in bulk, compiled by Numba: the turns of all players, and many games side by side."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixpip.players.styles import MASTER
from sixpip.players.ten_thousand.cleared_rolls import MOST_DICE
from sixpip.players.ten_thousand.solver.roll_codes import BUST, NEXT, OUTCOME, WIN
from tools.research.compiled import compiled
from tools.research.league import neutral
from tools.research.league.lanes import LANES, Values, size_of_part, solve_lanes
from tools.research.league.state import (
    PLAYING,
    Game,
    bank,
    bust,
    following,
    leading_score,
    may_bank,
    open_game,
    price_of_bust,
    reaches,
    retire,
    set_chances,
    throw,
)
from tools.research.league.tables import Keep, Keeps, Roll, Rules, Tables
from tools.research.solve.graph import Floats, Ints

TAKE = -1
FRESH = -2
"""In a log: the player takes the offered dice, or not."""
LONGEST = 3000
"""Turns after which a game has no winner."""
UNFINISHED = -2
"""In place of the winner of a game that was too long."""

Log = NDArray[np.int64]
"""(action, 3): the number of the throw, TAKE or FRESH; the multiset kept; whether it is banked. Row 0: the number of
actions. An empty log stays empty."""


class Match(NamedTuple):
    """Games to be played one after another; each has a number, on which its seats and dice depend."""

    orders: Ints
    """(order, seat): the styles of the seats, in every order of the players."""
    seed: int
    first: int
    """The number of the first game."""
    winners: Ints
    """Of each game: the seat that has won, or UNFINISHED."""
    begun: Ints
    """One entry: how many games have begun."""


@compiled
def _note(log: Log, thrown: int, key: int, banked: bool) -> None:
    if log.shape[0] > 1 and log[0, 0] + 1 < log.shape[0]:
        log[0, 0] += 1
        log[log[0, 0], 0] = thrown
        log[log[0, 0], 1] = key
        log[log[0, 0], 2] = banked


@compiled
def _wants_bank(rules: Rules, game: Game, style: int, points: int, dice: int) -> bool:
    """Whether a threshold player banks rather than roll some dice (computer.py)."""
    score = game.scores[game.player] + points
    beat = leading_score(game)
    if beat >= 0:
        return bool(score > beat)
    return bool(reaches(rules, score) or score > rules.target or points >= rules.enough[style, dice])


@compiled
def _threshold_keep(keeps: Keeps, rules: Rules, game: Game, points: int, roll: Roll) -> tuple[int, bool]:
    """The keep of a threshold player, and whether it banks."""
    style = game.styles[game.player] - 1
    rolling = roll.rolling[style]
    dice = keeps[rolling].left or rules.dice
    for keep in (roll.banking[0], roll.banking[1], rolling):
        if keep >= 0:
            gained = points + keeps[keep].points
            if _wants_bank(rules, game, style, gained, dice) and may_bank(rules, game, gained, keeps[keep]):
                return keep, True
    return rolling, False


@compiled
def _roll_value(rules: Rules, values: Values, lane: int, points: int, row: int) -> int:
    """What the turn solver finds a roll of a row worth."""
    place = NEXT + (min(points // rules.unit, rules.most) << rules.shift) + row
    return int(np.int64(values[place, lane]))  # signed: values are subtracted


@compiled
def _offer_value(rules: Rules, values: Values, lane: int, points: int, dice: int) -> int:
    """How much better it is to start with some points and dice than with all dice (TurnAdvice.offer_value)."""
    return _roll_value(rules, values, lane, points, dice) - _roll_value(rules, values, lane, 0, rules.first_row)


@compiled
def _best_after(tables: Tables, values: Values, lane: int, points: int, roll: Roll) -> int:
    """The worth of the best that can follow a roll with the turn points before it (ClearedAdvice)."""
    rules, keeps = tables.rules[0], tables.throws.keeps
    if roll.first == roll.end:
        return int(np.int64(values[OUTCOME + BUST, lane]))
    best = 0
    for number in range(roll.first, roll.end):
        keep = keeps[number]
        gained = points + keep.points
        best = max(best, _roll_value(rules, values, lane, gained, keep.row))
        if not (rules.press_on and keep.threes) and not (rules.forced and keep.left == 0):
            best = max(best, int(np.int64(values[min(gained // rules.unit, rules.most), lane])))
    return best


@compiled
def _value_after(tables: Tables, values: Values, lane: int, points: int, keep: Keep) -> int:
    """The worth of a roll after a keep, whose points are counted: a small one without rolls that are thrown again."""
    rules, throws = tables.rules[0], tables.throws
    if not rules.clear or not keep.threes or not 0 < keep.left <= MOST_DICE:
        return _roll_value(rules, values, lane, points, keep.row)
    total = rolls = 0
    first = rules.first_throw[keep.row]
    for thrown in range(first, first + rules.throws[keep.row]):
        roll = throws.rolls[throws.roll[thrown]]
        if not roll.faces & keep.threes:
            total += _best_after(tables, values, lane, points, roll)
            rolls += 1
    return total // rolls


@compiled
def solved_keep(tables: Tables, game: Game, points: int, roll: Roll, values: Values, lane: int) -> tuple[int, bool]:
    """The keep of a player with a turn solver, and whether it banks (TurnAdvice.compare)."""
    rules, keeps = tables.rules[0], tables.throws.keeps
    rolled = banked = -1
    rolling = banking = 0
    for keep in range(roll.first, roll.end):
        gained = points + keeps[keep].points
        left = keeps[keep].left
        value = _value_after(tables, values, lane, gained, keeps[keep])
        if value > rolled:
            rolled, rolling = value, keep
        value = 0
        if may_bank(rules, game, gained, keeps[keep]):
            units = min(gained // rules.unit, rules.most)
            value = int(np.int64(values[units, lane]))
            if left and value and rules.pick_up:
                place = 2 * size_of_part(rules.shift) + NEXT + (units << rules.shift) + left
                value = max(1, int(np.int64(values[place, lane])))
        if value > banked:
            banked, banking = value, keep
    if banked > 0 and banked >= rolled:
        return banking, True
    return rolling, False


@compiled
def _neutral_keep(tables: Tables, game: Game, points: int, roll: Roll, worth: Floats, first: int) -> tuple[int, bool]:
    """The keep of the risk-neutral player, and whether it banks. `worth`, `first`: as neutral.turn_of returns them."""
    keeps, step = tables.throws.keeps, tables.neutral.step
    best, chosen, banks = -np.inf, 0, False
    for keep in range(roll.first, roll.end):
        gained = points + keeps[keep].points
        choice = 2 * keeps[keep].situation
        value = neutral.value_at(worth, first + gained // step, choice)
        bank = -np.inf
        if may_bank(tables.rules[0], game, gained, keeps[keep]):
            bank = neutral.value_at(worth, first + gained // step, choice + 1)
        if max(value, bank) > best:
            best, chosen, banks = max(value, bank), keep, bank >= value
    return chosen, banks


@compiled
def _neutral_turn(tables: Tables, game: Game) -> tuple[Floats, int]:
    """The values of the turn for the risk-neutral player, and their row without turn points."""
    player = game.player
    expensive = price_of_bust(tables.rules[0], game) > 0
    case = neutral.case_of(game.opened[player] > 0, expensive, game.opened[following(game)] > 0)
    return neutral.turn_of(tables.neutral, case, game.scores[player], leading_score(game))


@compiled
def _answer_offer(tables: Tables, game: Game, values: Values, lane: int, log: Log) -> tuple[int, int]:
    """The points and the row with which the turn begins: those of an offer that the player takes, or a roll of all."""
    points, row = 0, tables.rules[0].first_row
    if game.offer_points:
        takes = _takes(tables, game, values, lane)
        if takes:
            points, row = game.offer_points, game.offer_dice
        _note(log, TAKE if takes else FRESH, 0, False)
        game.offer_points = 0
    return points, row


@compiled
def _takes(tables: Tables, game: Game, values: Values, lane: int) -> bool:
    rules, style = tables.rules[0], game.styles[game.player]
    if style > MASTER:
        worth, first = _neutral_turn(tables, game)
        offered = first + game.offer_points // tables.neutral.step
        return neutral.value_at(worth, offered, 2 * tables.neutral.plain[game.offer_dice]) > float(worth[first, 0])
    if style == MASTER:
        return _offer_value(rules, values, lane, game.offer_points, game.offer_dice) > 0
    return bool(game.offer_dice >= rules.fewest_taken[style - 1])


@compiled
def play_turn(tables: Tables, game: Game, values: Values, lane: int, log: Log) -> int:
    """Plays the turn of the player to move; returns the winner, PLAYING if there is none yet.

    `values`, `lane`: the solved turn of Master.
    """
    rules, keeps, rolls = tables.rules[0], tables.throws.keeps, tables.throws.rolls
    style = game.styles[game.player]
    worth, first = _neutral_turn(tables, game)
    points, row = _answer_offer(tables, game, values, lane, log)
    threes = 0
    while True:
        thrown = throw(rules, game, row)
        roll = rolls[tables.throws.roll[rules.first_throw[row] + thrown]]
        if roll.outcome != BUST:
            _note(log, thrown, 0, False)
            return int(game.player) if roll.outcome == WIN else retire(rules, game)
        if roll.faces & threes:  # a face to be cleared: the same dice are thrown again
            _note(log, thrown, 0, False)
            continue
        if roll.first == roll.end:
            _note(log, thrown, 0, False)
            if not rules.empty_six or row != rules.first_row:
                return bust(rules, game)
            points += rules.empty_six
            continue
        if style > MASTER:
            keep, banks = _neutral_keep(tables, game, points, roll, worth, first)
        elif style == MASTER:
            keep, banks = solved_keep(tables, game, points, roll, values, lane)
        else:
            keep, banks = _threshold_keep(keeps, rules, game, points, roll)
        _note(log, thrown, keeps[keep].key, banks)
        points += keeps[keep].points
        if banks:
            return bank(rules, game, points, keeps[keep].left)
        row = keeps[keep].row
        threes = keeps[keep].threes if rules.clear else 0


@compiled
def _play_on(tables: Tables, game: Game, match: Match, values: Values, log: Log) -> bool:
    """Plays in one place up to a turn of Master, with new games where one ends; False when none is left."""
    while game.number >= 0 or _open_next(game, match):
        if game.styles[game.player] == MASTER:
            return True
        _note_winner(game, match, play_turn(tables, game, values, 0, log))
    return False


@compiled
def _open_next(game: Game, match: Match) -> bool:
    """Opens the next game of a match; False when all have begun."""
    begun = match.begun[0]
    if begun == len(match.winners):
        return False
    match.begun[0] += 1
    number = match.first + begun
    open_game(game, match.orders[number % len(match.orders)], match.seed, number)
    game.number = begun
    return True


@compiled
def _note_winner(game: Game, match: Match, winner: int) -> None:
    """Notes the end of a game, if it has a winner or is too long."""
    game.turns += 1
    if winner != PLAYING or game.turns == LONGEST:
        match.winners[game.number] = winner if winner != PLAYING else UNFINISHED
        game.number = -1


@compiled
def play_games(tables: Tables, games: NDArray[np.void], match: Match, values: Values, log: Log) -> None:
    """Plays the games of a match. `games` has LANES places; `log` is filled if the match has one game."""
    solver = tables.solver
    for at in range(LANES):
        games[at].number = -1
    while True:
        waiting = 0
        for at in range(LANES):
            game = games[at]
            if _play_on(tables, game, match, values, log):
                waiting += 1
                set_chances(tables.rules[0], solver, game, values, at)
        if not waiting:
            return
        rules = tables.rules[0]
        solve_lanes(solver.stream, solver.rows, rules.most, rules.shift, rules.pick_up > 0, values)
        for at in range(LANES):
            game = games[at]
            if game.number >= 0:
                _note_winner(game, match, play_turn(tables, game, values, at, log))
