"""The engine of the ten-thousand family: what it answers, the marked die, calls. The rules themselves are in cases/."""

import pytest

from host_tests.replayed import events_of, played
from sixpip.rules.core import actions
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadOption
from sixpip.rules.core.replay import Script
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.house_rules import calls


@pytest.mark.parametrize("variant", ["pure", "phase-10"])
def test_a_game_has_one_to_six_players(variant: str) -> None:
    assert new_game(variant).players == 1
    assert [new_game(variant, {}, players).players for players in range(1, 7)] == list(range(1, 7))
    for players in (0, 7, -1):
        with pytest.raises(BadOption, match=f"players={players} cannot play: use 1 to 6"):
            new_game(variant, {}, players)


def test_while_dice_are_offered_nothing_scores_and_no_bank_is_possible() -> None:
    game = played("dice-10000 players=2 opening=0 / roll 1 1 1 2 3 4 / bank / roll 1 1 1 1 5 4 / keep 1 1 1 1 5 / bank")
    assert game.bank_refusal() == "Roll first"
    assert game.best_keep() == game.can_score() == 0
    assert game.offered() == 0b100000


def test_dice_kept_before_are_not_shown_as_scoring() -> None:
    game = played("dice-10000 players=2 opening=0 / roll 1 1 2 3 4 6")
    assert game.can_score() == 0b000011
    events_of(game, "keep 1")
    assert game.find_keeps() == game.can_score() == game.best_keep() == 0
    events_of(game, "roll 2 3 3 4 1")
    assert game.can_score() == game.best_keep() == 0b100000
    assert (game.dice_next(game.best_keep()), game.rolls) == (4, 2)


def test_of_chosen_dice_those_that_score_most_are_found() -> None:
    game = played("pure / roll 1 1 5 2 3 4")
    game.find_keeps()
    for chosen, best in ((0b000111, (0b000111, 250)), (0b001101, (0b000101, 150)), (0b111000, (0, 0))):
        found, points = game.scorer.best_part(game.multiset_of(chosen))
        assert (game.positions_of(found), points) == best
    assert game.scorer.best_part(game.multiset_of(0b111000)) == (0, 0)


def test_the_count_of_scored_rolls_starts_again_before_it_needs_a_big_integer_on_the_pico() -> None:
    scorer = TenThousandGame("pure").scorer
    scorer.scored = (1 << 24) - 1
    scorer.score(1)
    assert scorer.scored == 0


def test_scoring_another_roll_does_not_change_the_game() -> None:
    game = played("pure / roll 1 2 2 3 4 6")
    for ask in (game.find_keeps, game.best_keep, game.can_score, lambda: game.keep_points(1) // 100):
        assert game.scorer.score(1 << 4) == 0  # a lone 2
        assert ask() == 1


def test_faces_that_are_not_in_the_roll_have_no_positions() -> None:
    game = played("pure / roll 1 1 2 3 4 6")
    assert game.positions_of(game.multiset_of(0b11)) == 0b11
    assert game.positions_of(3) == game.positions_of(1 << 16) == 0


def test_the_bonus_for_a_last_die_counts_towards_the_opening_before_the_die_is_kept() -> None:
    lines = "roll 1 2 2 2 3 4 / keep 1 2 2 2 / roll 5 6 / keep 5 / roll 1"
    game = played(f"ten-thousand players=2 last_die=yes opening=750 / {lines}")
    assert game.bank_refusal(0b100000) is None and game.bank_refusal() is None  # 350 + 100 + 500
    assert actions.BANK in game.legal()
    short = played(f"ten-thousand players=2 last_die=yes opening=1000 / {lines}")
    assert short.bank_refusal(0b100000) == "50 more to get in"


def test_without_a_call_a_score_to_beat_or_a_bank_to_beat_the_game_answers_minus_one() -> None:
    game = played("pure players=2 end=exact")
    assert (game.called(), game.to_beat(), played("pure").to_beat()) == (-1, -1, -1)
    assert played("pure players=2 grow=yes").least_bank(0) == 0


def test_the_points_that_the_next_bank_of_each_player_needs_are_known() -> None:
    game = played("pure players=2 grow=yes bank_min=300 opening=350 / roll 1 1 1 2 3 4 / bank")
    assert [game.least_bank(player) for player in (-1, 0, 1)] == [300, 300, 1001]
    events_of(game, "roll 2 2 3 3 4 6")
    assert [game.least_bank(player) for player in (-1, 0, 1)] == [300, 300, 350]
    assert played("pure players=2 grow=yes / roll 1 1 2 3 3 4 / bank").least_bank(0) == 0


def test_a_penalty_that_is_one_point_more_than_the_score_leaves_nothing() -> None:
    """TT-11."""
    game = played("pure calls=yes / call one")
    game.scores[0] = 49
    events_of(game, "roll 2 2 3 3 4 6")
    assert game.scores == [0]


def test_after_a_miss_there_is_no_bank_to_beat() -> None:
    game = played("pure players=2 grow=yes / roll 1 1 2 3 3 4 / bank / roll 2 2 3 3 4 6")
    assert game.house_rules.record()["grow"] == [0, 0]


@pytest.mark.parametrize(
    ("roll", "again"),
    [
        ("sun 4 4 5 5", "4"),
        ("sun 5 5 6 6", "6"),
        ("sun 5 5 10 10", "10"),
        ("sun 2 2 5 5", "2"),
        ("sun 3 3 5 5", "3"),
        ("sun 2 2 10 10", "2"),
        ("sun 3 3 10 10", "3"),
        ("sun 4 4 10 10", "4"),
        ("sun 6 6 10 10", "6"),
    ],
)
def test_a_sun_between_two_pairs_that_are_kept_makes_the_flash_with_which_all_dice_score(roll: str, again: str) -> None:
    """CW-02, CW-05: the face that must be cleared."""
    game = played(f"five-cubes / roll {roll} / keep {roll}")
    assert game.house_rules.record()["clear"] == [1 << game.dice_set.index(again)]


@pytest.mark.parametrize(
    ("lines", "thrown", "shown"),
    [
        ("five-cubes", [1, 1, 0, 5, 3], "sun 3 2 10 5"),
        ("five-cubes opening=0 / roll 5 2 3 4 4 / keep 5", [1, 0, 5, 2], "5 3 2 10 4"),  # another die comes first
        ("pure wild_die=yes", [2, 2, 0, 1, 3, 4], "sun 3 1 2 4 5"),
        ("pure", [2, 2, 0, 1, 3, 4], "3 3 1 2 4 5"),
    ],
)
def test_only_the_marked_die_shows_a_sun_where_others_show_a_3(lines: str, thrown: list[int], shown: str) -> None:
    game = played(lines)
    game.apply((actions.ROLL, None), Script(thrown))
    assert [game.dice_set.faces[face] for face in game.faces] == shown.split()


@pytest.mark.parametrize(
    ("row", "dice", "found"),
    [
        ({}, 6, "one five alike chance"),
        ({"three_pairs": 1500, "straight": 1500}, 6, "one five alike pairs straight chance"),
        ({"three_pairs": 1500, "straight": 1500}, 5, "one five alike chance"),
        ({}, 2, "one five chance"),
        ({}, 1, "one five chance"),
    ],
)
def test_a_call_is_possible_if_the_dice_left_can_show_it_and_it_scores(
    row: dict[str, int], dice: int, found: str
) -> None:
    options = TenThousandGame("pure", {"straight": 0, "three_pairs": 0, **row}).options
    assert [calls.CALLS[call] for call in calls.possible(options, dice)] == found.split()
