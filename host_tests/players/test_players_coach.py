"""The coach of the ten-thousand family: legal advice in words that fit, and values that are easy to check."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.random_play import Lcg
from host_tests.replayed import events_of, played
from sixpip.players.advice import Advice
from sixpip.players.styles import MASTER
from sixpip.players.ten_thousand.coach import Coach
from sixpip.players.ten_thousand.master import MasterPlayer
from sixpip.players.ten_thousand.solver.turn_solver import TurnSolver, points_of, scale, wins_at_once
from sixpip.players.ten_thousand.win_chance import WinChance
from sixpip.rules.core import actions, replay
from sixpip.rules.core.replay import Script
from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.play.coach_turn import choice_lines
from tools.research.solve.advice import best_keeps, read_roll
from tools.research.solve.model import Model
from tools.research.solve.points import turn

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options

pytestmark = pytest.mark.usefixtures("compiled_loops")

FAMILY = [variant.name for variant in VARIANTS if variant.dice_set is not PHASE]
POSITIONS = scaled(100, 150)
LETTERS = 21


def advice_of(coach: Coach) -> Advice:
    """Lets the coach think to the end; returns its advice."""
    while coach.think():
        assert not coach.is_ready()
    assert coach.is_ready()
    return coach.advise()


def game_after(lines: str, *scores: int) -> TenThousandGame:
    """Returns the game after lines of a log; `scores`: of the players, who are on the table."""
    head, *others = lines.split(" / ")
    game: TenThousandGame = played(head)
    if scores:
        game.scores[:] = scores
        game.opened[:] = [True] * len(scores)
    for line in others:
        events_of(game, line)
    return game


@pytest.mark.parametrize(
    ("choice", "rows", "lines"),
    [
        ("Keep 1 1 5, roll 3 dice", 1, ["Keep 1 1 5, roll 3"]),
        ("Keep 1 1 1, roll dice", 3, ["Keep 1 1 1, roll dice"]),
        ("Keep 2 2 2 2 2, roll 1 die", 1, ["Keep these, roll 1"]),
        ("Keep 1 2 2 5, roll 12 dice", 1, ["Keep 1 2 2 5, roll 12"]),
        ("Keep 1 2 3 4 5 5 66, roll 1 die", 2, ["Keep 1 2 3 4 5 5 66,", "roll 1 die"]),
        ("Keep 1 2 3 4 5 555 66, roll 1 die", 2, ["Keep these, roll 1"]),
    ],
)
def test_a_choice_takes_a_second_row_only_where_it_is_longer_than_one(choice: str, rows: int, lines: list[str]) -> None:
    assert choice_lines(choice, rows) == lines


def advised(lines: str, *scores: int) -> Advice:
    """Returns the advice after lines of a log."""
    return advice_of(Coach(game_after(lines, *scores), {}))


@pytest.mark.scaled
@pytest.mark.long
@pytest.mark.parametrize("variant", FAMILY)
def test_advice_is_legal_and_fits_in_random_positions_with_random_house_rules(variant: str) -> None:
    advised = 0
    for seed in range(2):
        game = replay.start(random_play.head(variant, seed).split()[1:])
        assert isinstance(game, TenThousandGame)
        lcg = Lcg(seed)
        coach = Coach(game, {})
        for _ in range(POSITIONS):
            if not game.legal():
                break
            while coach.think():
                pass
            if coach.is_ready():
                advised += 1
                advice = coach.advise()
                lines = [*choice_lines(advice.choice, 3), *choice_lines(advice.choice, 1), advice.odds, advice.reason]
                assert all(len(line) <= LETTERS for line in lines)
                assert advice.odds and advice.choice and advice.reason
                if advice.dice:
                    game.keep_points(advice.dice)
                if advice.choice.startswith("Bank"):
                    assert advice.dice == game.best_keep()  # the dice that BANK takes
                if "ank" in advice.choice:
                    assert game.bank_refusal(advice.dice) is None
            game.apply(random_play.choose(game, lcg), lcg)
    assert advised


EASY = "dice-10000 players=2 opening=0 bank_min=0"
TURN_3 = "roll 5 2 2 3 4 6 / keep 5 / roll 5 2 3 4 6 / keep 5 / roll 1 2 3 4"
ADVICE: list[tuple[str, tuple[int, ...], str, str, str]] = [
    ("pure players=2 / roll 1 1 1 4 3 6", (3000, 3000), "Bank 1 000", "bank +1 000", ""),
    ("dice-10000 players=2 / roll 1 5 3 4 2 2", (), "", "roll", "900 more to get in"),
    # no refusal where another keep can be banked
    ("dice-10000 players=2 / roll 1 1 5 5 3 4", (2000, 1950), "", "roll +400, bank +300", "100 more by rolling"),
    ("ten-grand players=2 / roll J Q A Q A Q", (3000, 1000), "Bank", "", "the same, and safe"),
    (f"{EASY} / roll 1 1 1 5 5 2 / keep 1 1 1 5 5 / bank", (1000, 1000), "Start fresh", "", "1 die is not enough"),
    (f"{EASY} / roll 1 5 5 2 3 3 / keep 1 5 5 / bank", (1000, 1000), "Start fresh", "", "3 dice are too few"),
    # more than the target needs is worth no more
    ("pure players=2 / roll 1 3 3 4 2 6", (9900, 0), "Bank 100", "10 000 in all", "that wins the game"),
    ("pure players=2 / roll 1 1 1 5 3 6", (9500, 0), "Bank 1 050", "10 550 in all", "that wins the game"),
    # an estimate that includes the rolls after a face that is rolled again
    ("five-cubes players=2 opening=0 / roll 2 2 2 3 4", (), "Keep 2 2 2", "about +21 points", "Three alike: roll on"),
    # BANK would take other dice
    ("pure players=2 end=exact / roll 1 1 1 2 3 5", (9000, 9000), "Keep 1 1 1, bank", "", "exactly 10 000"),
    # dice that can join three alike kept before (HR-10)
    ("farkle players=2 extend=yes / roll 2 2 2 3 4 6 / keep 2 2 2 / roll 5 5 3", (2000, 2000), "", "roll +714", ""),
    ("farkle players=2 extend=yes / roll 2 2 2 3 4 6", (2000, 2000), "Keep 2 2 2, roll 3 dice", "roll +932", ""),
    ("ten-grand players=2 extend=yes / roll A A A J Q K / keep A A A / roll 50 J Q", (2000, 2000), "", "roll +816", ""),
    (f"pure players=2 max_rolls=3 / {TURN_3}", (500, 500), "Bank 200", "3 rolls: bank now", ""),  # HR-12
    (
        "ten-thousand players=2 / roll 1 1 1 2 3 4 / bank / roll 1 1 1 2 3 4",
        (9900, 8000),
        "Keep",
        "bank 0%",
        "not enough to win yet",
    ),
    (  # as many points as the leader
        "ten-thousand players=2 / roll 1 1 1 2 3 4 / bank / roll 1 1 1 2 3 4",
        (9900, 9900),
        "Keep",
        "bank 0%",
        "not enough to win yet",
    ),
]


@pytest.mark.parametrize(("lines", "scores", "choice", "odds", "reason"), ADVICE)
def test_the_advice_in_a_simple_position_and_its_reason(
    lines: str, scores: tuple[int, ...], choice: str, odds: str, reason: str
) -> None:
    advice = advised(lines, *scores)
    assert advice.choice.startswith(choice) and odds in advice.odds
    assert advice.reason == reason or not reason


def test_a_bank_below_the_opening_is_not_offered() -> None:
    assert "bank" not in advised("dice-10000 players=2 / roll 1 5 3 4 2 2").odds


def test_the_coach_thinks_again_when_a_computer_has_thought_with_the_same_solver() -> None:
    game = game_after("farkle players=2 / roll 1 5 2 3 4 4", 4000, 3000)
    shared: dict[str, object] = {}
    master, coach = MasterPlayer(game, MASTER, shared), Coach(game, shared)
    while master.prepare():
        pass
    first = advice_of(coach)
    while master.think():
        pass
    assert not coach.is_ready()
    assert vars(advice_of(coach)) == vars(first)


# The end of a game


def last_turn(end: str, *scores: int, roll: str = "4 4 4 2 2 2") -> Advice:
    """Returns the advice in a game of farkle: the first player has just banked 1000, and the second one has rolled."""
    return advised(f"farkle players={len(scores)} end={end} / roll 1 1 1 2 3 4 / bank / roll {roll}", *scores)


@pytest.mark.parametrize("end", ["last-turn", "same-round", "beat-or-bust", "last-licks"])
def test_in_a_last_turn_a_bank_that_a_later_player_will_beat_is_not_enough(end: str) -> None:
    advice = last_turn(end, 9500, 9950, 10400)
    assert advice.choice == "Keep all, roll 6 dice" and advice.reason == "others may beat that"
    bank = int(advice.odds.split("bank ")[1].rstrip("%"))
    assert 0 < bank < 30  # the third player needs 200 points, and busts in some turns


def test_the_chance_that_nobody_beats_a_bank_is_that_of_the_turns_that_follow() -> None:
    advice = last_turn("last-turn", 9500, 9950, 9000, 8000, roll="1 1 1 2 3 4")
    gains = gains_of(game_after("farkle players=4 end=last-turn / roll 1 1 1 2 3 4 / bank", 9500, 9950, 9000, 8000))
    expected = (1 - gains(1950 + 50) / 32768) * (1 - gains(2950 + 50) / 32768)
    assert advice.odds.endswith(f"bank {int(expected * 100)}%")


def test_a_later_player_must_gain_more_than_the_lead_of_a_bank() -> None:
    scores = 9500, 9950, 10_850  # 100 points less than after the bank of 1000
    advice = last_turn("last-turn", *scores, roll="1 1 1 2 3 4")
    gains = gains_of(game_after("farkle players=3 end=last-turn / roll 1 1 1 2 3 4 / bank", *scores))
    assert advice.odds.endswith(f"bank {int((1 - gains(150) / 32768) * 100)}%") and gains(150) < gains(100)


def gains_of(game: TenThousandGame) -> Callable[[int], int]:
    """How often a last turn gains at least so many points, of 32 768: by Master's tables."""
    solver = TurnSolver(game)
    while solver.build():
        pass
    master = WinChance(game, solver)
    while master.prepare():
        pass
    return lambda points: master.table.last_turn[points // 50]


def test_a_score_that_reaches_the_target_wins_only_if_it_is_more_than_that_of_the_leader() -> None:
    game = game_after("farkle players=2 end=last-turn / roll 1 1 1 2 3 4 / bank", 9500, 9000)
    assert [wins_at_once(game, score) for score in (10450, 10500, 10550)] == [False, False, True]


def test_a_bank_that_a_later_player_could_still_beat_is_never_certain() -> None:
    advice = last_turn("last-turn", 9500, 9950, 0, roll="1 1 1 2 3 4")
    assert advice.odds.endswith("bank 99%") and advice.reason == "the better chance"


def test_in_a_last_turn_fewer_points_than_may_be_banked_are_worth_nothing() -> None:
    odds = []
    for behind in (0, 50, 290, 300):
        game = game_after("pure players=2 start=seated end=last-turn bank_min=300", 9000, 10_000 - behind)
        for line in ("roll 1 1 1 2 3 4", "bank", "roll 1 2 3 3 4 6"):
            events_of(game, line)
        odds.append(advice_of(Coach(game, {})).odds)
    assert odds[0] == odds[1] == odds[2] != odds[3] and odds[0].endswith("bank 0%")


def test_the_coach_thinks_again_when_the_tables_of_master_were_built_with_the_same_solver() -> None:
    game = game_after("pure players=2 start=seated target=3000 end=last-turn / roll 1 5 2 3 4 4", 500, 600)
    shared: dict[str, object] = {}
    master, coach = MasterPlayer(game, MASTER, shared), Coach(game, shared)
    first = advice_of(coach)
    while master.prepare():
        pass
    assert not coach.is_ready() and vars(advice_of(coach)) == vars(first)


@pytest.mark.parametrize("end", ["last-turn", "same-round"])
def test_nobody_can_beat_the_bank_of_the_last_player(end: str) -> None:
    advice = last_turn(end, 9500, 9950)
    assert advice.odds.endswith("bank 100%") and advice.reason == "that is enough"


def test_players_before_the_first_to_reach_the_target_have_no_turn_in_the_same_round() -> None:
    lines = "ten-thousand players=3 / roll 2 2 3 3 4 6 / roll 1 1 1 2 3 4 / bank / roll 1 1 1 1 1 1"
    advice = advised(lines, 9900, 9900, 9000)
    assert advice.odds.endswith("bank 100%")


def test_the_last_player_of_the_last_round_wins_with_the_target() -> None:
    advice = advised("ten-thousand players=2 / roll 2 2 3 3 4 6 / roll 1 1 1 4 3 6", 9500, 9500)
    assert (advice.choice, advice.reason) == ("Bank 1 000", "that wins the game")
    first = advised("ten-thousand players=2 / roll 1 1 1 4 3 6", 9500, 9500)
    assert first.reason != "that wins the game"


# Rules by which much can be lost


def points_to_roll(advice: Advice) -> int:
    """Returns what a roll is worth by the odds of an advice."""
    return int(advice.odds.split(" bank")[0].removeprefix("roll ").replace(" ", "").replace(",", ""))


def worth_with_two_busts(score: int, rules: "Options") -> int:
    """Returns what a roll is worth to a player whose next bust is the third one in a row."""
    pairs = " ".join(f"{key}={value}" for key, value in rules.items())
    game = game_after(f"pure players=2 {pairs}", score, score)
    game.house_rules.restore(game, {**game.house_rules.record(), "busts": [2, 0]})
    events_of(game, "roll 1 2 3 4 6 6")
    return points_to_roll(advice_of(Coach(game, {})))


def test_a_third_bust_that_costs_the_whole_score_is_worth_avoiding() -> None:
    values = [worth_with_two_busts(score, {"busts": "all"}) for score in (500, 1500, 3000, 9000)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 250 and values[3] < 100 - 0.077 * 6000  # five dice bust in 7.7% of the rolls


def test_nobody_loses_more_than_the_score_unless_it_may_be_negative() -> None:
    """DT-05, TT-11: a third bust costs 1000, but of 300 points only 300."""
    most = {"busts": -1000}
    assert worth_with_two_busts(300, {**most}) > worth_with_two_busts(1000, {**most})
    assert worth_with_two_busts(1000, {**most}) == worth_with_two_busts(3000, {**most})
    assert worth_with_two_busts(1000, {**most}) == worth_with_two_busts(300, {**most, "negative": "yes"})


@pytest.mark.parametrize("rule", ["train_wreck=all", "four_twos=yes"])
def test_the_loss_of_the_whole_score_counts_as_often_as_it_happens(rule: str) -> None:
    lines = f"pure players=2 {rule} target=10000 / roll 1 1 1 5 5 5"
    found = [points_to_roll(advised(lines, score, score)) for score in (3000, 6000)]
    assert found[0] - found[1] > 3000 * 0.008  # of six dice 2.3% bust, 0.9% show four 2s


def test_after_three_alike_the_rolls_that_are_thrown_again_are_left_out() -> None:
    """HR-09: after three 10s the last die must show a 5; a 10 is thrown again."""
    game = game_after("five-cubes players=2 / roll 10 4 4 2 3 / keep 10 / roll 4 10 10 10", 100, 100)
    advice = advice_of(Coach(game, {}))
    assert game.points == 10 and advice.choice == "Keep 10 10, bank"
    assert game.bank_refusal(game.best_keep()) == "Three alike: roll on"
    game.apply((actions.KEEP, advice.dice), Script([]))
    game.apply((actions.BANK, None), Script([]))
    assert game.scores[0] == 130


@pytest.mark.sweep
def test_the_value_of_a_roll_after_three_alike_is_nearly_exact() -> None:
    model = Model("five-cubes", {})
    solved = turn(model)
    for faces in ("2 10 10 10 3", "5 4 4 4 2", "sun 6 6 2 4", "4 5 5 5 3"):
        game = game_after(f"five-cubes players=2 / roll {faces}", 100, 100)
        coach = Coach(game, {})
        assert "about" in advice_of(coach).odds
        key = game.best_keep()
        left = game.all & ~key
        value = points_of(coach.solver, coach.advice.roll_after(key, game.points_after(key), left))
        kept = sorted(game.dice_set.faces[game.faces[place]] for place in range(5) if key >> place & 1)
        keeps = best_keeps(model, solved, read_roll(model, faces.split(), 0))
        assert isinstance(keeps, list)
        best = [one for one in keeps if sorted(one.faces) == kept]
        assert best and abs(value - best[0].expected) < 3, (faces, value, best[0].expected)


def test_the_usual_losses_leave_the_values_as_they_are() -> None:
    assert scale(201, 0) == scale(201, 31) == scale(220, 20) == (4000, 128)


@pytest.mark.parametrize("most", [1, 101, 201, 220])
def test_all_values_fit_into_16_bits_whatever_is_lost(most: int) -> None:
    for lost in (*range(0, 800, 7), 10**6, 10**9):
        zero, unit = scale(most, lost)
        assert zero + most * unit <= 32767 and unit >= 16
        if lost <= 500:
            assert zero >= lost * unit


@pytest.mark.parametrize("scores", [(100, 200), (100, 300), (300, 100), (350, 450), (450, 50)])
@pytest.mark.parametrize("roll", ["1 1 2 3 4 6", "5 5 1 2 3 4", "1 5 2 3 4 4", "2 2 2 5 3 4"])
def test_near_the_end_the_coach_counts_wins_as_master_does(roll: str, scores: tuple[int, int]) -> None:
    """In Farkle to 500, at 100 to 200, who counts points gives away 13.5 of 100 games with some rolls."""
    game = game_after(f"farkle players=2 start=seated target=500 / roll {roll}", *scores)
    advice = advice_of(Coach(game, {}))
    master = MasterPlayer(game, MASTER)
    while master.think():
        pass
    todo, _ = master.choose()
    assert [(actions.KEEP, advice.dice)] == [action for action in todo if action[0] == actions.KEEP]
    assert advice.choice.endswith("bank") == (todo[-1][0] == actions.BANK) or advice.choice.startswith("Bank")
    assert "%" in advice.odds or advice.reason == "that wins the game"


@pytest.mark.parametrize("rule", ["", " bank_min=50"])
def test_far_from_the_end_and_with_other_rules_the_coach_counts_points(rule: str) -> None:
    score = 500 if rule == "" else 9500
    game = game_after(f"farkle players=2 start=seated{rule} / roll 1 1 2 3 4 6", score, score)
    assert "%" not in advice_of(Coach(game, {})).odds


def test_with_other_rules_the_coach_counts_wins_near_the_end_once_the_chances_of_master_are_built() -> None:
    game = game_after("pure players=2 start=seated end=last-turn target=2000 / roll 1 5 2 3 4 4", 1500, 1600)
    shared: dict[str, object] = {}
    master, coach = MasterPlayer(game, MASTER, shared), Coach(game, shared)
    assert "%" not in advice_of(coach).odds
    while master.prepare():
        pass
    game.turns[0] += 1  # another turn
    assert "%" in advice_of(coach).odds
