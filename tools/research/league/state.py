"""The state of many games at once, and the rules of the engine that change it: banks, busts and the end of a game."""

from typing import Protocol

import numpy as np

from sixpip.rules.actions import MOST_PLAYERS
from tools.research.compiled import compiled
from tools.research.league.tables import ENDS, Rules
from tools.research.league.throws import Keep
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
