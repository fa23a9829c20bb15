"""The state of many games at once, the rules of the engine that change it, and what banks are worth to Master in it.

The rules are those for banks, busts and the end of a game. The worth of a bank follows the formulas of WinChance, over
tables that WinChance filled; a test compares both.
"""

from typing import Protocol

import numpy as np

from sixpip.players.ten_thousand.offers import AHEAD, SAME_PRICE
from sixpip.players.ten_thousand.solver.roll_codes import BUST, NEXT, OUTCOME
from sixpip.players.ten_thousand.solver.turn_solver import (
    CERTAIN,
    MOST_OFFER,
    MOST_VALUE,
    OFFER_BITS,
    OFFER_PARTS,
    OFFER_UNITS,
    scale,
)
from sixpip.players.ten_thousand.win_chance import AVERAGE, BAD_LUCK
from sixpip.rules.core.actions import MOST_PLAYERS
from tools.research.compiled import compiled
from tools.research.league.lanes import Values, size_of_part
from tools.research.league.tables import ENDS, Keep, Rules, Solver
from tools.research.solve.graph import Ints

SAME_ROUND = ENDS.index("same-round")
BEAT_OR_BUST = ENDS.index("beat-or-bust")
SUDDEN = ENDS.index("sudden")

PLAYING = -1
"""In place of the winner of a game that goes on."""

_BUSTS_RUNNING = 3
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_ONE = np.uint64(0xBF58476D1CE4E5B9)
_MIX_TWO = np.uint64(0x94D049BB133111EB)


_SINGLE = "number turns players player closer leader offer_points offer_dice".split()
_OF_SEATS = "styles scores opened busts out".split()
GAME = np.dtype(
    [(name, "i4") for name in _SINGLE] + [(name, "i4", MOST_PLAYERS) for name in _OF_SEATS] + [("dice", "u8")]
)


class Game(Protocol):
    """A record of type GAME: a game at the start of a turn. Lists have one entry per seat."""

    number: int
    """In the match; -1: there is no game."""
    turns: int
    players: int
    player: int
    closer: int
    """The player who reached the target first, -1 before."""
    leader: int
    offer_points: int
    """Turn points that can be taken over, 0 for none."""
    offer_dice: int
    styles: Ints
    scores: Ints
    opened: Ints
    busts: Ints
    """Busts in a row."""
    out: Ints
    """1 for a player who is out of the game."""
    dice: np.uint64
    """The state of the dice: that of the generator SplitMix64."""


@compiled
def mixed(state: np.uint64) -> np.uint64:
    """A random number of 64 bits from a state of the generator."""
    state = (state ^ (state >> np.uint64(30))) * _MIX_ONE
    state = (state ^ (state >> np.uint64(27))) * _MIX_TWO
    return state ^ (state >> np.uint64(31))


@compiled
def open_game(game: Game, styles: Ints, seed: int, number: int) -> None:
    """Begins a game with dice that depend on the seed and the number of the game only."""
    game.turns = 0
    game.players = len(styles)
    game.styles[: len(styles)] = styles
    game.scores[:] = 0
    game.opened[:] = 0
    game.busts[:] = 0
    game.out[:] = 0
    game.player = 0
    game.closer = -1
    game.leader = -1
    game.offer_points = 0
    game.dice = mixed(mixed(np.uint64(seed)) + np.uint64(number))


@compiled
def set_game(game: Game, seat: int, own: int, other: int, busts: int, unit: int) -> None:
    """Sets a game for two in which Master is to move. Scores are in steps of `unit`; no last turn has begun."""
    game.players = 2
    game.player = seat
    game.closer = -1
    game.leader = -1
    game.scores[seat], game.scores[1 - seat] = own * unit, other * unit
    game.opened[seat], game.opened[1 - seat] = own > 0, other > 0
    game.busts[seat], game.busts[1 - seat] = busts, 0
    game.out[:] = 0


@compiled
def throw(rules: Rules, game: Game, row: int) -> int:
    """Throws the dice of a row; returns the number of the throw."""
    game.dice += _STEP
    return int(float(mixed(game.dice) >> np.uint64(11)) * (1.0 / (1 << 53)) * rules.throws[row])


@compiled
def reaches(rules: Rules, score: int) -> bool:
    """Whether a score is enough to win."""
    return score > rules.target if rules.above else score >= rules.target


@compiled
def leading_score(game: Game) -> int:
    """The score that must be passed in the last turns, -1 before them."""
    return game.scores[game.leader] if game.closer >= 0 else -1


@compiled
def price_of_bust(rules: Rules, game: Game) -> int:
    """What a bust costs now."""
    running = game.busts[game.player]
    return rules.price if rules.busts and running == _BUSTS_RUNNING - 1 else 0


@compiled
def may_bank(rules: Rules, game: Game, points: int, keep: Keep) -> bool:
    """Whether the player may bank some turn points, those of the last keep included."""
    player = game.player
    if (rules.forced and keep.left == 0) or (rules.press_on and keep.threes) or points < rules.bank_min:
        return False
    if not game.opened[player] and points < rules.opening:
        return False
    return rules.end != BEAT_OR_BUST or game.scores[player] + points > leading_score(game)


@compiled
def bank(rules: Rules, game: Game, points: int, left: int) -> int:
    """Banks and ends the turn; returns the winner or PLAYING."""
    player = game.player
    game.scores[player] += points
    game.opened[player] = 1
    game.busts[player] = 0
    game.offer_points = points if rules.pick_up and left else 0
    game.offer_dice = left
    return _end_turn(rules, game)


@compiled
def bust(rules: Rules, game: Game) -> int:
    """Ends the turn without its points; returns the winner or PLAYING."""
    player = game.player
    game.scores[player] = max(0, game.scores[player] - price_of_bust(rules, game))
    game.busts[player] = (game.busts[player] + 1) % _BUSTS_RUNNING
    game.offer_points = 0
    return _end_turn(rules, game)


@compiled
def retire(rules: Rules, game: Game) -> int:
    """Removes the player from the game (CW-03); returns the winner, the last player left, or PLAYING."""
    game.out[game.player] = 1
    game.offer_points = 0
    if game.out[: game.players].sum() == game.players - 1:
        return following(game)
    return _next_turn(rules, game)


@compiled
def _end_turn(rules: Rules, game: Game) -> int:
    """Begins or continues the last turns, and gives the next player the turn; returns the winner or PLAYING."""
    player = game.player
    score = game.scores[player]
    if game.closer < 0:
        if reaches(rules, score):
            game.closer = game.leader = player
    elif score > leading_score(game):
        game.leader = player
    return _next_turn(rules, game)


@compiled
def _next_turn(rules: Rules, game: Game) -> int:
    """Gives the next player the turn, unless the game ends; returns the winner or PLAYING."""
    seat = following(game)
    over = seat <= game.player if rules.end == SAME_ROUND else seat == game.closer
    if game.closer >= 0 and (over or rules.end == SUDDEN):
        return game.leader
    game.player = seat
    if not game.opened[seat]:
        game.offer_points = 0
    return PLAYING


@compiled
def following(game: Game) -> int:
    """The next player who is not out."""
    player = (game.player + 1) % game.players
    while game.out[player]:
        player = (player + 1) % game.players
    return player


_BUST = OUTCOME + BUST
_BAD_LUCK = np.array(BAD_LUCK, np.int32)
_AVERAGE = np.array(AVERAGE, np.int32)
_SHARE = CERTAIN // (len(BAD_LUCK) - 1)
_scale = compiled(scale)


@compiled
def set_chances(rules: Rules, solver: Solver, game: Game, values: Values, lane: int) -> None:
    """Sets the values for the turn of Master in a game: the chances to win."""
    player = game.player
    score = game.scores[player]
    win = solver.win
    least = least_bank(rules, game)
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
def set_points(rules: Rules, game: Game, values: Values, lane: int) -> None:
    """Sets the values for a turn in which points count (turn_solver.set_points)."""
    least = least_bank(rules, game)
    lost = price_of_bust(rules, game)
    zero, unit_value = _scale(rules.most, -(-lost // rules.unit))
    for units in range(rules.most + 1):
        values[units, lane] = zero + units * unit_value if units and units * rules.unit >= least else 0
    values[_BUST, lane] = max(0, zero - lost * unit_value // rules.unit)


@compiled
def _charge_offers(rules: Rules, solver: Solver, game: Game, values: Values, lane: int) -> None:
    """Sets what banks are worth after the loss by what they offer to the next player (offers.py)."""
    follower = following(game)
    score = game.scores[game.player]
    charges = bool(game.opened[follower])
    missing = min(max(0, score - game.scores[follower]) // rules.unit + 1, rules.most)
    goal = -(-rules.target // rules.unit)
    short = (goal if reaches(rules, goal * rules.unit) else goal + 1) - game.scores[follower] // rules.unit
    has_turn = rules.end != SUDDEN and _has_turn(rules, game, follower)
    first = 2 * size_of_part(rules.shift) + NEXT
    answers = rules.end not in (SUDDEN, SAME_ROUND)
    price = 0
    offers = np.zeros(1 << rules.shift, np.int32)
    for units in range(rules.most + 1):
        value = int(np.int64(values[units, lane]))
        reached = score + units * rules.unit
        is_last = leading_score(game) >= 0 or reaches(rules, reached)
        place = units << rules.shift
        if is_last:
            needed = max(0, reached - game.scores[follower]) // rules.unit + 1
            price = _price_of_chance(rules, solver, needed, missing, value, units <= OFFER_UNITS, offers)
        elif short <= AHEAD:
            price = _price_of_chance(rules, solver, short, max(1, short - units), value, units <= OFFER_UNITS, offers)
        else:
            if units % SAME_PRICE == 0 or price == 0:
                price = _price(rules, solver, game, follower, reached, value)
            if units <= OFFER_UNITS:
                limited = answers and short - 1 <= units and short <= OFFER_UNITS
                known = max(0, short - 1) << rules.shift if limited else place
                offers[:] = solver.offers[known : known + len(offers)]
                if limited and reached >= game.scores[follower]:
                    offers >>= 1
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
def _price_of_chance(
    rules: Rules, solver: Solver, needed: int, missing: int, value: int, sets: bool, offers: Ints
) -> int:
    """What a bank loses for each part of what it offers to a player who needs some units, `missing` with the offer.

    If `sets` is true, it sets the entries of `offers`, too (OfferPrices).
    """
    fresh = int(rules.beaten[needed]) if needed < len(rules.beaten) else 0
    lost = np.zeros(len(offers), np.int64)
    for row in range(1, rules.first_row):
        lost[row] = max(0, solver.gains[missing, row] - fresh) * value // max(1, CERTAIN - fresh)
    price = int(((lost.max() << OFFER_BITS) + MOST_OFFER - 1) // MOST_OFFER)
    if sets:
        offers[:] = (lost << OFFER_BITS) // max(1, price)
    return price


@compiled
def least_bank(rules: Rules, game: Game) -> int:
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
    place = chance // _SHARE
    below = int(table[place])
    rest = chance % _SHARE
    return below + (int(table[place + 1]) - below) * rest // _SHARE if rest else below


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
