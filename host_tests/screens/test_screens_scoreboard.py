"""The scoreboard of the game screens: it follows the events of a game and never reads the game between them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.random_play import Lcg
from sixpip.rules.game.engine import new_game
from sixpip.rules.game.events import BANKED, GAME_OVER, MADE, OUT, PENALTY, THREW, TURN, Event, event
from sixpip.rules.setup.variants import VARIANTS
from sixpip.rules.ten_thousand.game import Game as TenThousandGame
from sixpip.screens.game.game_screen import Scoreboard

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
        for each in happened:
            scoreboard.show(each)
        assert scoreboard.scores == game.scores
        last = happened[-1].kind if happened else ""
        if last not in (THREW, GAME_OVER):  # no event names the next player to throw for the start
            assert scoreboard.player == game.player
            if isinstance(game, TenThousandGame):  # in Phase 10 the points of a roll are not in its event
                assert scoreboard.points == game.points


def leads(variant: str, rules: "dict[str, int | str]", scores: list[int], *happened: Event) -> list[bool]:
    """Returns for each event whether its player takes the lead."""
    game = new_game(variant, {"start": "seated", **rules}, len(scores))
    game.scores[:] = scores
    scoreboard = Scoreboard(game)
    found = []
    for each in happened:
        scoreboard.show(each)
        found.append(scoreboard.takes_lead)
    return found


def banked(player: int, points: int, score: int) -> Event:
    return event(BANKED, player, points, number=score)


def test_the_first_lead_of_a_game_is_no_lead_change() -> None:
    assert leads("pure", {}, [0, 0], banked(0, 500, 500)) == [False]


def test_a_player_who_passes_the_leader_takes_the_lead_once() -> None:
    passes = (banked(1, 600, 600), event(TURN, 0), event(TURN, 1), banked(1, 300, 900))
    assert leads("pure", {}, [500, 0], *passes) == [True, False, False, False]


def test_equal_scores_leave_the_lead_where_it_was() -> None:
    equal = banked(1, 500, 500)
    assert leads("pure", {}, [500, 0], equal, banked(0, 300, 800)) == [False, False]
    assert leads("pure", {}, [500, 0], equal, banked(1, 300, 800)) == [False, True]


def test_a_player_alone_never_takes_the_lead() -> None:
    assert leads("pure", {}, [500], banked(0, 500, 1000)) == [False]


def test_a_player_who_leads_only_because_another_one_loses_points_has_no_fanfare() -> None:
    penalty = event(PENALTY, 0, -1000, why="3 busts in a row")
    assert leads("pure", {}, [2000, 1500], penalty, banked(0, 800, 1800)) == [False, True]


def test_a_player_who_is_out_does_not_lead() -> None:
    assert leads("five-cubes", {}, [200, 100, 50], event(OUT, 0), banked(2, 100, 150)) == [False, True]


def test_a_phase_and_a_bonus_can_take_the_lead() -> None:
    assert leads("phase-10", {}, [40, 0], event(MADE, 1, 45)) == [True]
    assert leads("phase-10", {}, [240, 220], event(PENALTY, 1, 40, why="over 220 at half")) == [True]
