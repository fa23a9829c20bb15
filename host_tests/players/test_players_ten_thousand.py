"""Computer players of the ten-thousand family: games that end, styles that differ."""

import pytest

from host_tests import random_play
from host_tests.effort import part
from host_tests.players.player_fixture import act
from host_tests.random_play import Lcg
from host_tests.replayed import played
from sixpip.players.menus.styles import BOLD, NAMES, OFFERED, STEADY, TIMID
from sixpip.players.ten_thousand.computer import ComputerPlayer
from sixpip.rules.game import actions
from sixpip.rules.menus import replay
from sixpip.rules.setup.variants import VARIANTS
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.variant import PHASE

STYLES = OFFERED["ten_thousand"]
FAMILY = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
MOST_ACTIONS = 20_000


def game_of(first_line: str) -> Game:
    game = replay.start(first_line.split()[1:])
    assert isinstance(game, Game)
    return game


@pytest.mark.parametrize("variant", FAMILY)
def test_a_game_of_computer_players_ends(variant: str) -> None:
    for seed in range(part(6)):
        game = game_of(random_play.head(variant, seed))
        lcg = Lcg(seed)
        for _ in range(MOST_ACTIONS):
            if not game.legal():
                break
            act(ComputerPlayer(game, STYLES[game.player % len(STYLES)]), game, lcg)
        assert not game.legal(), (random_play.head(variant, seed), game.scores)


def todo_of(style: int, *lines: str, head: str = "pure players=2") -> tuple[tuple[str, int | None], ...]:
    return ComputerPlayer(after(*lines, head=head), style).choose()[0]


def test_timid_keeps_every_scoring_die_where_bold_keeps_the_fewest() -> None:
    roll = "roll 1 5 2 3 4 6"
    assert todo_of(TIMID, roll) == ((actions.KEEP, 0b11), (actions.ROLL, None))
    assert todo_of(STEADY, roll) == ((actions.KEEP, 0b1), (actions.ROLL, None))
    assert todo_of(BOLD, "roll 2 2 2 5 4 6") == ((actions.KEEP, 0b1000), (actions.ROLL, None))


def test_timid_banks_points_that_steady_rolls_on_with_and_steady_those_that_bold_rolls_on_with() -> None:
    low = ("roll 1 1 2 3 4 6", "keep 1 1", "roll 1 2 3 4")
    assert [todo_of(style, *low)[-1][0] for style in (TIMID, STEADY)] == [actions.BANK, actions.ROLL]
    more = ("roll 1 1 2 3 4 6", "keep 1 1", "roll 1 1 3 4")
    assert [todo_of(style, *more)[-1][0] for style in (STEADY, BOLD)] == [actions.BANK, actions.ROLL]


HOT_500 = ("roll 2 2 2 3 3 3", "keep 2 2 2 3 3 3", "roll 5 2 3 4 6 6", "keep 5", "roll 5 2 3 4 6", "keep 5")
HOT_1200 = ("roll 1 1 1 2 2 2", "keep 1 1 1 2 2 2")
HOT_2000 = ("roll 1 1 1 1 1 1", "keep 1 1 1 1 1 1")
HOT_2900 = (*HOT_2000, "roll 5 5 5 4 4 4", "keep 5 5 5 4 4 4")
HOT_5200 = (*HOT_2000, *HOT_2000, *HOT_1200)


@pytest.mark.parametrize(
    ("rolls_on", "banks"),
    [
        pytest.param(("roll 3 3 3 1 5 2", "keep 3 3 3 1 5"), ("roll 3 3 3 1 1 2", "keep 3 3 3 1 1"), id="1 die, 500"),
        pytest.param(("roll 4 4 4 5 2 3", "keep 4 4 4 5"), ("roll 4 4 4 1 2 3", "keep 4 4 4 1"), id="2 dice, 500"),
        pytest.param((*HOT_500, "roll 5 2 3 4", "keep 5"), (*HOT_500, "roll 1 2 3 4", "keep 1"), id="3 dice, 700"),
        pytest.param(
            (*HOT_1200, "roll 1 5 2 3 4 4", "keep 1 5"), (*HOT_1200, "roll 1 1 2 3 4 4", "keep 1 1"), id="4 dice, 1 400"
        ),
        pytest.param(
            (*HOT_2900, "roll 5 2 3 4 6 6", "keep 5"), (*HOT_2900, "roll 1 2 3 4 6 6", "keep 1"), id="5 dice, 3 000"
        ),
        pytest.param(
            (*HOT_5200, "roll 5 5 5 5 1 1", "keep 5 5 5 5 1 1"),
            (*HOT_5200, "roll 5 5 5 3 3 3", "keep 5 5 5 3 3 3"),
            id="6 dice, 6 000",
        ),
    ],
)
def test_bold_banks_from_a_number_of_points_on_and_rolls_on_with_50_less(
    rolls_on: tuple[str, ...], banks: tuple[str, ...]
) -> None:
    assert [todo_of(BOLD, *lines) for lines in (rolls_on, banks)] == [((actions.ROLL, None),), ((actions.BANK, None),)]


@pytest.mark.parametrize("style", STYLES)
def test_in_the_last_turns_no_computer_player_banks_below_the_score_to_beat(style: int) -> None:
    game = after("roll 1 1 1 5 5 2", "bank", "roll 1 1 1 5 5 2", head="ten-thousand players=2 target=500")
    assert game.to_beat() == 1100
    todo, reason = ComputerPlayer(game, style).choose()
    assert todo[-1] == (actions.ROLL, None)
    assert reason == "must beat 1 100"


@pytest.mark.parametrize("style", STYLES)
def test_an_exact_target_is_hit_by_the_keep_that_fits(style: int) -> None:
    game = after("roll 1 1 5 2 3 4", head="pure players=2 end=exact target=500")
    game.scores[0] = 350
    assert ComputerPlayer(game, style).choose() == (
        ((actions.KEEP, 0b101), (actions.BANK, None)),
        "that is the target",
    )


@pytest.mark.parametrize("style", STYLES)
def test_limits_scale_with_the_cheapest_die_of_the_variant(style: int) -> None:
    """Ten times the points of five cubes on dice of pips lead to the same choice."""
    few = todo_of(style, "roll 5 5 2 3 4", head="five-cubes players=2 opening=0 five_alike=no press_on=no clear=no")
    many = todo_of(style, "roll 5 5 2 3 4", head="pure players=2 dice=5")
    assert few == many


def test_every_style_has_a_name() -> None:
    assert len({NAMES[style] for style in STYLES}) == len(STYLES)


@pytest.mark.parametrize("style", STYLES)
def test_no_style_banks_fewer_points_than_it_could_where_all_dice_score(style: int) -> None:
    player = ComputerPlayer(after("roll 1 1 1 5 5 5", head="pure players=2"), style)
    assert player.choose()[0][0] == (actions.KEEP, 0b111111)
