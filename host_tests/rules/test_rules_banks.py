"""What a bank is refused for before dice are kept, as the screen asks, and after they are, as the engine does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.random_play import Lcg
from host_tests.replayed import after
from host_tests.rules.rules_strategies import games, seeds
from sixpip.rules.game import actions
from sixpip.rules.setup.record import from_record
from sixpip.rules.stages import ROLLED
from sixpip.rules.ten_thousand.game import Game

last_die_games = st.builds(
    lambda opening, least, players: Game(
        "ten-thousand", {"last_die": "yes", "opening": opening, "bank_min": least}, players
    ),
    st.sampled_from([0, 750, 1500]),
    st.sampled_from([0, 300, 1000]),
    st.integers(1, 3),
)


def test_the_bonus_for_a_last_die_counts_towards_the_opening_before_the_die_is_kept() -> None:
    lines = ["roll 1 2 2 2 3 4", "keep 1 2 2 2", "roll 5 6", "keep 5", "roll 1"]
    game = after(*lines, head="ten-thousand players=2 last_die=yes opening=750")
    assert game.points == 350
    assert game.bank_refusal(0b100000) is None and game.bank_refusal() is None  # 350 + 100 + 500
    assert actions.BANK in game.legal()
    short = after(*lines, head="ten-thousand players=2 last_die=yes opening=1000")
    assert short.bank_refusal(0b100000) == "50 more to get in"


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.one_of(games, last_die_games), seeds)
def test_a_bank_is_refused_before_a_keep_for_the_same_reason_as_after_it(game: Game, seed: int) -> None:
    lcg = Lcg(seed)
    for _ in range(80):
        if not game.legal():
            return
        if game.stage == ROLLED and not game.pending:
            assert (actions.BANK in game.legal()) == (game.bank_refusal() is None)
            keeps = sorted(game.positions_of(game.scorer.keys[number]) for number in range(game.find_keeps()))
            for keep in keeps:
                kept = from_record(game.record())
                assert isinstance(kept, Game)
                kept.apply((actions.KEEP, keep), lcg)
                assert kept.bank_refusal() == game.bank_refusal(keep)
        game.apply(random_play.choose(game, lcg), lcg)
