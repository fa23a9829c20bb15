"""The scoreboard of the game screens: it follows the events of a game and never reads the game between them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.random_play import Lcg
from sixpip.rules.engine import new_game
from sixpip.rules.events import GAME_OVER, THREW
from sixpip.rules.ten_thousand.game import Game as TenThousandGame
from sixpip.rules.variants import VARIANTS
from sixpip.screens.game.scoreboard import Scoreboard

ACTIONS = 200


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**31 - 1), players=st.integers(1, 6), house_rules=st.booleans())
@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_once_all_events_are_shown_the_scoreboard_equals_the_game(
    variant: str, seed: int, players: int, house_rules: bool
) -> None:
    lcg = Lcg(seed)
    game = new_game(variant, random_play.house_rules(variant, lcg) if house_rules else {}, players)
    scoreboard = Scoreboard(game)
    for _ in range(ACTIONS):
        if not game.legal():
            break
        happened = game.apply(random_play.decide(game, lcg), lcg)
        for event in happened:
            scoreboard.show(event)
        assert scoreboard.scores == game.scores
        last = happened[-1].kind if happened else ""
        if last not in (THREW, GAME_OVER):  # no event names the next player to throw for the start
            assert scoreboard.player == game.player
            if isinstance(game, TenThousandGame):  # in Phase 10 the points of a roll are not in its event
                assert scoreboard.points == game.points
