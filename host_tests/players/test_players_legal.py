"""Computer players of all styles and variants choose legal actions only, in random positions by random rules."""

from typing import TYPE_CHECKING

import pytest

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.game_fixture import new_player
from host_tests.players.player_fixture import act
from host_tests.random_play import Lcg
from sixpip.players.styles import BOLD, MASTER, STEADY, TIMID
from sixpip.rules.core import replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.errors import BadLine
from sixpip.rules.rulebook.variants import VARIANTS

if TYPE_CHECKING:
    from sixpip.app.games.game_players import ComputerPlayer
    from sixpip.rules.core.engine import Game
    from sixpip.rules.rulebook.options import Options

POSITIONS = scaled(150, 100_000)
PER_MIX = scaled(50, 1300)
"""Positions by one mix of rules, in about ten games: the tables of its players take much of the time."""
TIMES = scaled(1, 6)
"""How often a turn is played, by the same player: Master thinks once for all of them."""
REFUSING: "tuple[Options, ...]" = (
    {},
    {"opening": 1000, "opening_rolls": 3},
    {"bank_min": 1000},
    {"grow": "yes", "target": 500},
    {"press_on": "yes"},
    {"end": "exact", "target": 2000},
    {"max_rolls": 3, "opening": 500},
)
"""House rules that refuse banks: one of them in every second game."""

pytestmark = [pytest.mark.usefixtures("compiled_loops"), pytest.mark.scaled]


def players_of(game: "Game") -> "list[ComputerPlayer]":
    """Returns a player of each style, with its work ahead done."""
    shared: dict[str, object] = {}
    players = []
    for style in (TIMID, STEADY, BOLD, MASTER):
        player = new_player(game, style, shared)
        while player.prepare():
            pass
        players.append(player)
    return players


def start(variant: str, number: int) -> "Game":
    """Starts a random game, with house rules at random or with one that refuses banks, where the variant has it."""
    words = random_play.head(variant, number).split()[1:]
    refusing = {} if number % 2 else REFUSING[number // 2 % len(REFUSING)]
    try:
        return replay.start(words + [f"{key}={value}" for key, value in refusing.items()])
    except BadLine:
        return replay.start(words)


def play_turn(player: "ComputerPlayer", game: "Game", lcg: Lcg) -> int:
    """Plays to the end of a turn, one of three actions at random; returns how often the player chose."""
    turn = (game.player, *game.turns)
    chosen = 0
    while game.stage != OVER and turn == (game.player, *game.turns):
        if lcg.below(3):
            act(player, game, lcg)
            chosen += 1
        else:
            game.apply(random_play.choose(game, lcg), lcg)
    return chosen


@pytest.mark.long
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_every_style_acts_legally_in_random_positions_with_random_house_rules(variant: str) -> None:
    left = POSITIONS
    seed = 0
    while left > 0:
        game = start(variant, seed)
        new = game.record()
        players = players_of(game)
        lcg = Lcg(seed)
        positions = 0
        while positions < PER_MIX:
            begun = game.record() if game.legal() else new
            player = players[lcg.below(len(players))]
            for _ in range(TIMES):
                game.restore(begun)
                positions += play_turn(player, game, lcg)
        left -= positions
        seed += 1
