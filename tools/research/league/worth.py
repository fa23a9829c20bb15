"""What banks are worth to Master, for the turns of the simulator.

The formulas of WinChance, over tables that WinChance filled; a test compares both.
"""

import numpy as np

from sixpip.players.ten_thousand.master import AVERAGE, BAD_LUCK
from sixpip.players.ten_thousand.offers import AHEAD, SAME_PRICE
from sixpip.players.ten_thousand.solver.roll_codes import BUST, NEXT, OUTCOME
from sixpip.players.ten_thousand.solver.turn_solver import (
    CERTAIN,
    MOST_OFFER,
    MOST_VALUE,
    OFFER_BITS,
    OFFER_PARTS,
    OFFER_UNITS,
)
from tools.research.compiled import compiled
from tools.research.league.lanes import Values, size_of_part
from tools.research.league.state import SAME_ROUND, SUDDEN, Game, following, leading_score, price_of_bust, reaches
from tools.research.league.tables import Rules, Solver
from tools.research.solve.graph import Ints

_BUST = OUTCOME + BUST
_BAD_LUCK = np.array(BAD_LUCK, np.int32)
_AVERAGE = np.array(AVERAGE, np.int32)
_STEP = CERTAIN // (len(BAD_LUCK) - 1)


@compiled
def set_chances(rules: Rules, solver: Solver, game: Game, values: Values, lane: int) -> None:
    """Sets the values for the turn of Master in a game: the chances to win."""
    player = game.player
    score = game.scores[player]
    win = solver.win
    least = _least_bank(rules, game)
    values[0, lane] = 0
    for units in range(1, rules.most + 1):
        points = units * rules.unit
        value = 0
        if points >= least:
            value = max(1, chance_after(rules, win, game, score + points, True))
        values[units, lane] = value
    left = max(0, score - price_of_bust(rules, game))
    values[_BUST, lane] = chance_after(rules, win, game, left, bool(game.opened[player]))
    if rules.pick_up:
        _charge_offers(rules, solver, game, values, lane)


@compiled
def _charge_offers(rules: Rules, solver: Solver, game: Game, values: Values, lane: int) -> None:
    """Sets what banks are worth after the loss by what they offer to the next player (offers.py)."""
    follower = following(game)
    score = game.scores[game.player]
    charges = bool(game.opened[follower])
    missing = min(max(0, score - game.scores[follower]) // rules.unit + 1, rules.most)
    has_turn = rules.end != SUDDEN and _has_turn(rules, game, follower)
    first = 2 * size_of_part(rules.shift) + NEXT
    price = 0
    offers = np.zeros(1 << rules.shift, np.int32)
    for units in range(rules.most + 1):
        value = int(np.int64(values[units, lane]))
        reached = score + units * rules.unit
        is_last = leading_score(game) >= 0 or reaches(rules, reached)
        place = units << rules.shift
        if is_last:
            lead = reached - game.scores[follower]
            price = _price_of_last_turn(rules, solver, lead, missing, value, units <= OFFER_UNITS, offers)
        else:
            if units % SAME_PRICE == 0 or price == 0:
                price = _price(rules, solver, game, follower, reached, value)
            if units <= OFFER_UNITS:
                offers[:] = solver.offers[place : place + len(offers)]
        for row in range(len(offers)):
            lost = price * offers[row] >> OFFER_BITS if charges and (has_turn or not is_last) else 0
            values[first + place + row, lane] = max(0, value - lost)


@compiled
def _price(rules: Rules, solver: Solver, game: Game, follower: int, reached: int, value: int) -> int:
    """What a bank loses for each part of a unit that it offers (OfferPrices)."""
    if not value:
        return 0
    game.scores[follower] += AHEAD * rules.unit
    lost = value - min(_chance_against_all(rules, solver.win, game, reached, True), int(MOST_VALUE))
    game.scores[follower] -= AHEAD * rules.unit
    return int(max(0, lost << OFFER_BITS) // (AHEAD * OFFER_PARTS))


@compiled
def _price_of_last_turn(
    rules: Rules, solver: Solver, lead: int, missing: int, value: int, sets: bool, offers: Ints
) -> int:
    """What a bank loses for each part of what it offers to a player who has to gain more than `lead` points.

    It sets `offers` as well, if `sets` (OfferPrices).
    """
    needed = max(0, lead) // rules.unit + 1
    fresh = int(rules.beaten[needed]) if needed < len(rules.beaten) else 0
    lost = np.zeros(len(offers), np.int64)
    for row in range(1, rules.first_row):
        lost[row] = max(0, solver.gains[missing, row] - fresh) * value // max(1, CERTAIN - fresh)
    price = int(((lost.max() << OFFER_BITS) + MOST_OFFER - 1) // MOST_OFFER)
    if sets:
        offers[:] = (lost << OFFER_BITS) // max(1, price)
    return price


@compiled
def _least_bank(rules: Rules, game: Game) -> int:
    """The fewest turn points that can be banked."""
    return int(rules.bank_min if game.opened[game.player] else max(rules.bank_min, rules.opening))


@compiled
def chance_after(rules: Rules, win: Ints, game: Game, score: int, opened: bool) -> int:
    """The chance of the player to move to win with this score after the turn (WinChance.after)."""
    beat = leading_score(game)
    if beat >= 0 and score <= beat:
        return 0
    over = beat >= 0 or reaches(rules, score)
    if over and rules.end == SUDDEN:
        return int(MOST_VALUE)
    if not over:
        return min(_chance_against_all(rules, win, game, score, opened), int(MOST_VALUE))
    chance = CERTAIN
    for other in range(game.players):
        if other != game.player and not game.out[other] and _has_turn(rules, game, other):
            needed = max(0, score - game.scores[other]) // rules.unit + 1
            beaten = rules.beaten[needed] if needed < len(rules.beaten) else np.int32(0)
            chance = (chance * (CERTAIN - beaten)) >> 15
    return int(min(chance, MOST_VALUE))


@compiled
def _chance_against_all(rules: Rules, win: Ints, game: Game, score: int, opened: bool) -> int:
    """The chance to win against all other players who are not out (win_chance.chance_against_all)."""
    player = game.player
    own = 1 + score // rules.unit if opened else 0
    chance = bad = average = good = CERTAIN
    rivals = 0
    for other in range(game.players):
        if other != player and not game.out[other]:
            rivals += 1
            state = min(1 + game.scores[other] // rules.unit, win.shape[1] - 1) if game.opened[other] else 0
            chance = CERTAIN - int(win[int(other > player), state, own])
            bad = bad * _at(_BAD_LUCK, chance) >> 15
            average = average * _at(_AVERAGE, chance) >> 15
            good = good * (CERTAIN - _at(_BAD_LUCK, CERTAIN - chance)) >> 15
    return int(chance if rivals == 1 else (bad + 4 * average + good) // 6)


@compiled
def _at(table: Ints, chance: int) -> int:
    """The entry for a chance, between two entries in proportion."""
    place = chance // _STEP
    below = int(table[place])
    rest = chance % _STEP
    return below + (int(table[place + 1]) - below) * rest // _STEP if rest else below


@compiled
def _has_turn(rules: Rules, game: Game, other: int) -> bool:
    """Whether another player still has a turn once the player to move has the lead (Game.later_players)."""
    player = game.player
    closer = game.closer
    if rules.end == SAME_ROUND:
        return other > player
    if closer < 0:
        return True
    count = game.players
    return (closer - other) % count < (closer - player) % count and other != closer
