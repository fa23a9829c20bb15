"""Computer players of the ten-thousand family: games that end, styles that differ."""

import itertools
import json

import pytest

from host_tests import random_play
from host_tests.effort import part, scaled
from host_tests.players.player_fixture import act
from host_tests.random_play import Lcg
from host_tests.replayed import events_of, played
from sixpip.players.styles import BOLD, OFFERED, STEADY, TIMID
from sixpip.players.ten_thousand.computer import HabitPlayer
from sixpip.rules.core import actions, replay
from sixpip.rules.core.actions import bits
from sixpip.rules.rulebook import variant_file, variants
from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame

STYLES = OFFERED["ten_thousand"]
FAMILY = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
MOST_ACTIONS = 20_000


def game_of(first_line: str) -> TenThousandGame:
    game = replay.start(first_line.split()[1:])
    assert isinstance(game, TenThousandGame)
    return game


@pytest.mark.scaled
@pytest.mark.parametrize("variant", FAMILY)
def test_a_game_of_computer_players_ends(variant: str) -> None:
    for seed in range(part(scaled(4, 6))):
        game = game_of(random_play.head(variant, seed))
        lcg = Lcg(seed)
        for _ in range(MOST_ACTIONS):
            if not game.legal():
                break
            act(HabitPlayer(game, STYLES[game.player % len(STYLES)]), game, lcg)
        assert not game.legal(), (random_play.head(variant, seed), game.scores)


Todo = tuple[tuple[str, int | None], ...]
ROLL: Todo = ((actions.ROLL, None),)
BANK: Todo = ((actions.BANK, None),)


def choice_of(style: int, lines: str) -> tuple[Todo, str]:
    return HabitPlayer(played(lines), style).choose()


def test_timid_keeps_every_scoring_die_where_bold_keeps_the_fewest() -> None:
    roll = "pure players=2 / roll 1 5 2 3 4 6"
    assert choice_of(TIMID, roll)[0] == ((actions.KEEP, 0b11), *ROLL)
    assert choice_of(STEADY, roll)[0] == ((actions.KEEP, 0b1), *ROLL)
    assert choice_of(BOLD, "pure players=2 / roll 2 2 2 5 4 6")[0] == ((actions.KEEP, 0b1000), *ROLL)


def test_timid_never_calls_a_1_and_steady_not_with_two_dice() -> None:
    """DT-07."""
    new = "ten-thousand players=2 calls=yes"
    called = ((actions.CALL, 0), *ROLL)
    assert [choice_of(style, new)[0][-2:] == called for style in (TIMID, STEADY, BOLD)] == [False, True, True]
    two = game_of(f"game {new} start=seated")
    two.scores[:], two.opened[:] = [9500, 5000], [True, True]
    for line in ("roll 1 1 1 2 3 4", "bank", "roll 2 2 2 1 3 4"):
        events_of(two, line)
    for style in (TIMID, STEADY):
        assert HabitPlayer(two, style).choose()[0] == ((actions.KEEP, 0b1111), *ROLL)


def test_timid_banks_points_that_steady_rolls_on_with_and_steady_those_that_bold_rolls_on_with() -> None:
    start = "pure players=2 / roll 1 1 2 3 4 6 / keep 1 1"
    for cautious, other, roll in ((TIMID, STEADY, "roll 1 2 3 4"), (STEADY, BOLD, "roll 1 1 3 4")):
        assert choice_of(cautious, f"{start} / {roll}")[0][-1:] == BANK
        assert choice_of(other, f"{start} / {roll}")[0][-1:] == ROLL


HOT_500 = "roll 2 2 2 3 3 3 / keep 2 2 2 3 3 3 / roll 5 2 3 4 6 6 / keep 5 / roll 5 2 3 4 6 / keep 5"
HOT_1200 = "roll 1 1 1 2 2 2 / keep 1 1 1 2 2 2"
HOT_2000 = "roll 1 1 1 1 1 1 / keep 1 1 1 1 1 1"
HOT_2900 = f"{HOT_2000} / roll 5 5 5 4 4 4 / keep 5 5 5 4 4 4"
HOT_5200 = f"{HOT_2000} / {HOT_2000} / {HOT_1200}"
LIMITS = {
    "1 die, 500": ("roll 3 3 3 1 5 2 / keep 3 3 3 1 5", "roll 3 3 3 1 1 2 / keep 3 3 3 1 1"),
    "2 dice, 500": ("roll 4 4 4 5 2 3 / keep 4 4 4 5", "roll 4 4 4 1 2 3 / keep 4 4 4 1"),
    "3 dice, 700": (f"{HOT_500} / roll 5 2 3 4 / keep 5", f"{HOT_500} / roll 1 2 3 4 / keep 1"),
    "4 dice, 1 400": (f"{HOT_1200} / roll 1 5 2 3 4 4 / keep 1 5", f"{HOT_1200} / roll 1 1 2 3 4 4 / keep 1 1"),
    "5 dice, 3 000": (f"{HOT_2900} / roll 5 2 3 4 6 6 / keep 5", f"{HOT_2900} / roll 1 2 3 4 6 6 / keep 1"),
    "6 dice, 6 000": (
        f"{HOT_5200} / roll 5 5 5 5 1 1 / keep 5 5 5 5 1 1",
        f"{HOT_5200} / roll 5 5 5 3 3 3 / keep 5 5 5 3 3 3",
    ),
}


@pytest.mark.parametrize("limit", LIMITS)
def test_bold_banks_from_a_number_of_points_on_and_rolls_on_with_50_less(limit: str) -> None:
    assert [choice_of(BOLD, f"pure players=2 / {lines}")[0] for lines in LIMITS[limit]] == [ROLL, BANK]


def test_dice_that_are_hot_together_are_all_kept_for_the_six_dice_that_follow() -> None:
    found = choice_of(BOLD, "pure players=2 / roll 1 1 2 3 4 6 / keep 1 1 / roll 1 1 5 5")
    assert found == (((actions.KEEP, 0b111100), *ROLL), "hot dice: roll on")


def test_where_a_bust_costs_nothing_timid_still_banks_and_steady_rolls_on() -> None:
    """HR-05."""
    roll = "pure players=2 no_risk=yes / roll 1 1 1 2 3 4"
    assert choice_of(TIMID, roll)[0][-1:] == BANK
    assert choice_of(STEADY, roll) == (((actions.KEEP, 0b111), *ROLL), "a bust costs nothing")


def test_after_a_bust_the_most_dice_that_are_equal_are_held_and_without_a_pair_it_is_accepted() -> None:
    """HR-03."""
    start = "pure players=2 second_chance=yes / roll 1 1 1 5 2 3"
    held = choice_of(STEADY, f"{start} / keep 1 1 1 / roll 3 3 4")
    assert held == (((actions.KEEP, 0b11000), *ROLL), "hold matching dice")
    assert choice_of(STEADY, f"{start} / keep 1 1 1 / roll 3 4 6") == (((actions.STOP, None),), "no pair to hold")


@pytest.mark.usefixtures("no_own_variants")
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("dice", [3, 4])
def test_of_any_bust_a_style_holds_all_dice_of_one_face_and_none_where_no_die_would_be_left_to_throw(
    dice: int, style: int
) -> None:
    """HR-03, in a variant in which three alike score nothing, so that a bust can show one face only."""
    own = {"name": "own", "base": "pure", "table": {"triples": [300, 0, 0, 0, 0, 0]}}
    variants.register(variant_file.read(json.dumps(own).encode()))
    kept = " ".join("1" * (6 - dice))
    for faces in itertools.combinations_with_replacement("2346", dice):
        game = played(
            f"own players=2 second_chance=yes / roll {kept} {' '.join(faces)} / keep {kept} / roll {' '.join(faces)}"
        )
        held = max(map(faces.count, faces))
        todo, _ = HabitPlayer(game, style).choose()
        if held in (1, dice):
            assert todo == ((actions.STOP, None),), faces
            continue
        (kind, places), roll = todo
        assert places
        alike = [face for place, face in zip(range(6 - dice, 6), faces, strict=True) if places >> place & 1]
        assert (kind, roll) == (actions.KEEP, *ROLL)
        assert len(alike) == held == bits(places) and len(set(alike)) == 1, faces
        game.apply((kind, places), Lcg(0))


@pytest.mark.parametrize("style", STYLES)
def test_in_the_last_turns_no_computer_player_banks_below_the_score_to_beat(style: int) -> None:
    todo, reason = choice_of(style, "ten-thousand players=2 target=500 / roll 1 1 1 5 5 2 / bank / roll 1 1 1 5 5 2")
    assert (todo[-1:], reason) == (ROLL, "must beat 1 100")


@pytest.mark.parametrize("style", STYLES)
def test_an_exact_target_is_hit_by_the_keep_that_fits(style: int) -> None:
    found = choice_of(style, "pure players=2 end=exact target=500 head_start=350,0 / roll 1 1 5 2 3 4")
    assert found == (((actions.KEEP, 0b101), *BANK), "that is the target")


@pytest.mark.parametrize("style", STYLES)
def test_limits_scale_with_the_cheapest_die_of_the_variant(style: int) -> None:
    """Ten times the points of five cubes on dice of pips lead to the same choice."""
    few = choice_of(style, "five-cubes players=2 opening=0 five_alike=no press_on=no clear=no / roll 5 5 2 3 4")
    many = choice_of(style, "pure players=2 dice=5 / roll 5 5 2 3 4")
    assert few[0] == many[0]


@pytest.mark.parametrize("style", STYLES)
def test_no_style_banks_fewer_points_than_it_could_where_all_dice_score(style: int) -> None:
    assert choice_of(style, "pure players=2 / roll 1 1 1 5 5 5")[0][0] == (actions.KEEP, 0b111111)


@pytest.mark.parametrize("style", STYLES)
def test_no_style_banks_all_dice_where_fewer_dice_give_as_many_points(style: int) -> None:
    found = choice_of(style, "pure players=2 three_pairs=100 end=exact target=500 head_start=400,0 / roll 2 6 5 6 2 5")
    assert found == (((actions.KEEP, 0b100100), *BANK), "that is the target")
