"""The scoreboard of the game screens: it follows the events of a game and never reads the game between them."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.game_fixture import start_game
from host_tests.random_play import Lcg
from host_tests.scripted_player import ROLL, ScriptedPlayer
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.events import BANKED, GAME_OVER, MADE, OUT, PENALTY, THREW, TURN, Event, event
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.play.scoreboard import Scoreboard

ACTIONS = 200


@pytest.mark.scaled
@settings(deadline=None, max_examples=scaled(10, 40))
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


def banked(player: int, points: int, score: int) -> Event:
    return event(BANKED, player, points, number=score)


PASSES = (banked(1, 600, 600), event(TURN, 0), event(TURN, 1), banked(1, 300, 900))
EQUAL = banked(1, 500, 500)
PENALTY_OF_LEADER = event(PENALTY, 0, -1000, why="3 busts in a row")


@pytest.mark.parametrize(
    ("variant", "scores", "happened", "expected"),
    [
        ("pure", [0, 0], [banked(0, 500, 500)], [False]),  # the first lead is no lead change
        ("pure", [500, 0], PASSES, [True, False, False, False]),  # once
        ("pure", [500, 0], [EQUAL, banked(0, 300, 800)], [False, False]),
        ("pure", [500, 0], [EQUAL, banked(1, 300, 800)], [False, True]),
        ("pure", [500], [banked(0, 500, 1000)], [False]),  # alone
        ("pure", [2000, 1500], [PENALTY_OF_LEADER, banked(0, 800, 1800)], [False, True]),
        ("five-cubes", [200, 100, 50], [event(OUT, 0), banked(2, 100, 150)], [False, True]),
        ("phase-10", [40, 0], [event(MADE, 1, 45)], [True]),
        ("phase-10", [240, 220], [event(PENALTY, 1, 40, why="over 220 at half")], [True]),
    ],
)
def test_a_player_takes_the_lead_by_points_that_pass_another_one_who_had_it(
    variant: str, scores: list[int], happened: Sequence[Event], expected: list[bool]
) -> None:
    game = new_game(variant, {"start": "seated"}, len(scores))
    game.scores[:] = scores
    scoreboard = Scoreboard(game)
    found = []
    for each in happened:
        scoreboard.show(each)
        found.append(scoreboard.takes_lead)
    assert found == expected


def names_on_the_dice(player: ScriptedPlayer) -> set[str]:
    """Returns what the dice spell in the next five seconds."""
    shown = set()
    for _ in range(50):
        shown.add(player.app.screen.dice.name)  # type: ignore[attr-defined]
        player.wait(100)
    return shown


def test_between_turns_the_dice_show_the_name_and_the_score_in_turn(tmp_path: Path) -> None:
    assert names_on_the_dice(start_game(str(tmp_path / "none"), "pure", scores=(0, 0))) == {"ANNA"}
    assert names_on_the_dice(start_game(str(tmp_path / "other"), "pure", scores=(0, 500))) == {"ANNA", "0"}
    player = start_game(str(tmp_path), "pure")
    assert names_on_the_dice(player) == {"ANNA", "4350"}
    player.press(ROLL)
    assert player.app.screen.dice.name == ""  # type: ignore[attr-defined]
