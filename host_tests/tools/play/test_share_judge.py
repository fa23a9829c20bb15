"""What decisions cost, in examples with all their figures; which decisions are judged, and the steps of a review."""

from typing import Any

import pytest

from host_tests.random_play import Lcg
from sixpip.app.dice_source import DiceSource
from sixpip.players.styles import STEADY
from sixpip.players.ten_thousand.computer import HabitPlayer
from sixpip.rules.core import replay
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.events import BANKED, KEPT, ROLLED
from tools.play.share import judge
from tools.play.share.judge import Decision, Step

Found = tuple[int, str, str, float]


def reviewed(head: str, lines: list[str], phase: int = 1) -> list[Step]:
    """Returns the steps of a review. `phase`: that of all players of Phase 10."""
    game: Any = replay.start(head.split())
    if "phase" in head:
        game.phases[:] = [phase] * game.players
    return [step for step in judge.review(game, lines) if step]


def decided(head: str, lines: list[str], phase: int = 1) -> list[Found]:
    """Returns the decisions of a review with the loss to one decimal."""
    made = [step.decision for step in reviewed(head, lines, phase) if step.decision]
    return [(one.player, one.chosen, one.best, round(one.loss, 1)) for one in made]


GAMES: dict[str, tuple[str, str, list[Found]]] = {
    "two players": (
        "pure players=2 target=1000",
        "roll 1 1 1 5 2 3|keep 5|roll 1 1 2 3 4|keep 1 1|bank|roll 1 5 5 2 3 3|keep 1|roll 5 5 2 3 4|bank",
        [
            (0, "keep 5, roll 5 dice", "keep 1 1 1 5, bank", 450.3),
            (0, "keep 1 1, bank", "keep 1, roll 4 dice", 33.7),
            (1, "keep 1, roll 5 dice", "keep 1, roll 5 dice", 0.0),
            (1, "keep 5 5, bank", "keep 5, roll 4 dice", 69.4),
        ],
    ),
    "alone, in points": (
        "pure players=1 target=1000",
        "roll 1 1 1 5 2 3|keep 5|roll 1 1 2 3 4|keep 1 1|roll 5 2 3|bank",
        [
            (0, "keep 5, roll 5 dice", "keep 1 1 1 5, bank", 672.0),
            (0, "keep 1 1, roll 3 dice", "keep 1, roll 4 dice", 7.0),
            (0, "keep 5, bank", "keep 5, bank", 0.0),
        ],
    ),
    "hot dice and a last die": (
        "pure players=2 target=1000",
        "roll 1 1 5 5 2 2|keep 1 1 5 5|roll 1 5|keep 1|roll 5|keep 5|roll 1 2 3 3 4 6|keep 1|bank",
        [
            (0, "keep 1 1 5 5, roll 2 dice", "keep 1, roll 5 dice", 55.8),
            (0, "keep 1, roll 1 die", "keep 1 5, roll 6 dice", 243.6),
            (0, "keep 5, roll 6 dice", "keep 5, roll 6 dice", 0.0),
            (0, "keep 1, bank", "keep 1, roll 5 dice", 93.7),
        ],
    ),
    "points that are too few to bank": (
        "pure players=2 bank_min=300 target=1000",
        "roll 2 2 3 3 4 1|keep 1|roll 1 1 3 3 4|keep 1 1|bank",
        [(0, "keep 1 1, bank", "keep 1, roll 4 dice", 20.5)],
    ),
    "a log that ends before the decision": ("pure players=2 target=2000", "roll 1 1 1 5 2 3|keep 5", []),
}


@pytest.mark.parametrize("name", GAMES)
def test_each_decision_has_its_player_the_best_choice_and_its_loss(name: str) -> None:
    head, lines, expected = GAMES[name]
    assert decided(head, lines.split("|")) == expected


@pytest.mark.parametrize("kept", ["1", "1 1 5"])
def test_a_choice_that_is_as_good_as_any_other_is_the_best_one_and_costs_nothing(kept: str) -> None:
    game: Any = replay.start("pure players=2 target=1000 end=sudden".split())
    game.scores[0], game.opened[0] = 950, True  # any of these keeps wins at once
    lines = ["roll 1 1 5 2 3 4", f"keep {kept}", "bank"]
    (made,) = [step.decision for step in judge.review(game, lines) if step and step.decision]
    assert (made.chosen, made.best, made.loss) == (f"keep {kept}, bank", f"keep {kept}, bank", 0)


TURNS = ["roll 1 5 2 2 3 3", "keep 1 5", "bank", "roll 1 1 5 2 3 4", "keep 1 1 5", "bank"]


@pytest.mark.parametrize(
    ("answer", "chosen", "loses"), [("take", "take the offer", True), ("fresh", "start fresh", False)]
)
def test_an_answer_to_an_offer_is_judged_where_it_is_given(answer: str, chosen: str, loses: bool) -> None:
    game = replay.replay(["game pure players=2 pick_up=yes target=1000 start=seated", *TURNS])
    (made,) = [step.decision for step in judge.review(game, [answer]) if step and step.decision]
    assert (made.player, made.chosen, made.best) == (0, chosen, "start fresh")
    assert (made.loss > 10) == loses == (made.loss != 0)


ROLL = "roll 8G 8O 8B 10B 5B 6O WR WB 3R 1G"
PHASES: list[tuple[int, str, list[Found]]] = [
    (
        4,
        f"{ROLL}|keep 8G 8O 8B|roll 10B 5B 6O WR WB 3R 1G|keep 10B|roll 5B 6O WR WB 3R 1G",
        [
            (0, "set aside 8G 8O 8B, roll 7 dice", "set aside 8G 10B 5B 6O, roll 6 dice", 2.1),
            (0, "set aside 8G 8O 8B 10B, roll 6 dice", "set aside 8G 10B 5B 6O 1G, roll 5 dice", 1.3),
        ],
    ),
    (
        7,
        f"{ROLL}|keep 8B 10B 5B WB|roll 8G 8O 6O WR 3R 1G|stop",
        [
            (0, "set aside 8B 10B 5B WB, roll 6 dice", "set aside 8G 8O 8B 10B WR WB, roll 4 dice", 3.6),
            (0, "stop", "set aside 8G 8O 8B 10B WR WB, roll 4 dice", 2.3),
        ],
    ),
    (1, f"{ROLL}|stop", [(0, "stop", "set aside 8G 8O 10B WR 3R 1G, roll 4 dice", 15.5)]),
    (8, f"{ROLL}|keep 8G 8O 8B|roll 10B 5B 6O WR WB 3R 1G", []),
    (
        8,
        f"{ROLL}|keep 8B 10B 5B WB|roll 8G 8O 6O WR 3R 1G|stop",
        [
            (0, "set aside 8B 10B 5B WB, roll 6 dice", "set aside 8B 10B 5B WB, roll 6 dice", 0.0),
            (0, "stop", "set aside 8B 10B 5B WB, roll 6 dice", 0.6),
        ],
    ),
    (
        10,
        f"{ROLL}|keep 8G 8O 8B|roll 10B 5B 6O WR WB 3R 1G|stop",
        [
            (0, "set aside 8G 8O 8B, roll 7 dice", "set aside 8G 8O 8B 10B WR WB, roll 4 dice", 12.1),
            (0, "stop", "set aside 8G 8O 8B WR WB, roll 5 dice", 22.9),
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("phase", "lines", "expected"), PHASES)
def test_each_decision_of_phase_10_has_its_best_choice_and_its_loss(
    phase: int, lines: str, expected: list[Found]
) -> None:
    assert decided("phase-10 players=1", lines.split("|"), phase) == expected


def test_a_phase_that_is_rolled_with_all_dice_set_aside_or_none_has_its_words() -> None:
    lines = [ROLL, ROLL, "keep 8G 8O 8B 10B 5B 6O WR WB 3R", "roll 1G"]
    chosen = [words for _, words, _, _ in decided("phase-10 players=1", lines, 6)]
    assert chosen == ["roll 10 dice", "set aside 8G 8O 8B 10B 5B 6O WR WB 3R, roll 1 die"]


@pytest.mark.parametrize(
    ("phase", "missed", "score", "loss"),
    [(10, 0, 0, 39.1), (10, 10, 0, 5.8), (10, 9, 0, 39.1), (10, 1, 0, 39.1), (1, 0, 0, 15.5), (1, 0, 400, 6.5)],
)
def test_alone_the_points_so_far_and_an_earlier_miss_of_the_last_phase_change_what_to_stop_costs(
    phase: int, missed: int, score: int, loss: float
) -> None:
    game: Any = replay.start("phase-10 players=1".split())
    game.phases[0], game.scores[0] = phase, score
    if missed:
        game.misses[0][missed - 1] = 1
    (found,) = [step.decision.loss for step in judge.review(game, [ROLL, "stop"]) if step and step.decision]
    assert round(found, 1) == loss


def test_the_last_turns_of_phase_10_are_not_judged() -> None:
    for players, finisher, count in ((2, 0, 0), (2, 1, 0), (2, -1, 1), (1, 0, 1)):
        game: Any = replay.start(["phase-10", f"players={players}"])
        game.finisher = finisher
        assert len([step for step in judge.review(game, [ROLL, "stop"]) if step and step.decision]) == count


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("pure players=1", "points"),
        ("pure players=2", "thousandths of a game"),
        ("farkle players=6", "thousandths of a game"),
        ("phase-10 players=1", "points"),
        ("phase-10 players=4", "points"),
    ],
)
def test_losses_are_counted_in_points_alone_and_in_phase_10(head: str, unit: str) -> None:
    assert judge.unit_of(replay.start(head.split())) == unit


def test_each_step_has_the_line_the_player_the_events_and_the_scores_after_it() -> None:
    lines = ["roll 1 1 1 2 3 4", "keep  1 1 1", "bank", "roll 2 2 3 3 4 6", "roll 5 2 2 3 3 4"]
    game: Any = replay.start("pure players=2".split())
    steps = [step for step in judge.review(game, lines, False) if step]
    assert [step.line for step in steps] == [line.replace("  ", " ") for line in lines]
    assert [step.player for step in steps] == [0, 0, 0, 1, 0]
    assert [step.ends_turn for step in steps] == [False, False, True, True, False]
    assert [step.scores for step in steps] == [[0, 0], [0, 0], [1000, 0], [1000, 0], [1000, 0]]
    kinds = [[event.kind for event in step.events] for step in steps]
    assert kinds[0] == [ROLLED] and KEPT in kinds[1] and BANKED in kinds[2]
    assert steps[1].faces == [0, 0, 0, 1, 2, 3]
    assert [step.decision for step in steps] == [None] * 5


def test_a_review_that_judges_pauses_often_and_one_that_does_not_never() -> None:
    lines = ["roll 1 1 1 5 2 3", "keep 5", "roll 1 1 2 3 4"]
    head = "pure players=1 target=1000 bank_min=100".split()
    assert list(judge.review(replay.start(head), lines)).count(None) > 100
    assert len(list(judge.review(replay.start(head), lines, judges=False))) == 3


def test_the_rating_of_each_player_counts_only_the_own_decisions() -> None:
    made = [Decision(1, "", "", 4.0), Decision(0, "", "", 0.5), Decision(1, "", "", 1.0), Decision(1, "", "", 1.0)]
    assert judge.ratings(made, 3) == [(1, 0.5), (3, 2.0), (0, 0.0)]
    assert judge.ratings([], 1) == [(0, 0.0)]


def _game_of_computers(head: str, seed: int) -> list[str]:
    """Returns the actions of a game that Steady plays against itself."""
    game: Any = replay.start(head.split())
    chance = Lcg(seed)
    dice = DiceSource(lambda count: bytes(chance.below(256) for _ in range(count)))
    players = [HabitPlayer(game, STEADY) for _ in range(game.players)]
    lines = []
    while game.stage != OVER:
        for action in players[game.player].choose()[0]:
            lines.append(game.log_line(action, game.apply(action, dice)))
    return lines


@pytest.mark.parametrize("head", ["farkle players=2 target=3000", "dice-10000 players=2 target=3000"])
@pytest.mark.parametrize("seed", [1, 2])
def test_luck_and_lost_choices_of_two_players_make_the_difference_between_the_start_and_the_end(
    head: str, seed: int
) -> None:
    lines = _game_of_computers(head, seed)
    steps = reviewed(head, lines)
    assert all(step.luck is not None for step in steps if step.line.startswith("roll"))
    (luck, cost), (their_luck, their_cost) = judge.balances(steps, 2)
    won = luck - cost - their_luck + their_cost
    winner = max((0, 1), key=lambda seat: steps[-1].scores[seat])
    start = 1000 * (winner == 0) - won  # the chance of the first player to win, in thousandths
    assert 500 < start < 580 and cost >= 0 and their_cost >= 0


def test_the_luck_of_a_roll_is_what_it_is_worth_less_what_it_was_expected_to_be() -> None:
    best, bust = (
        reviewed("pure players=1 target=10000", [roll])[0].luck for roll in ("roll 1 1 1 1 1 1", "roll 2 3 4 6 3 4")
    )
    assert best is not None and bust is not None and bust < 0 < 1000 < best
    assert judge.balances(reviewed("pure players=1", ["roll 2 3 4 6 3 4"]), 1)[0] == (bust, 0.0)


@pytest.mark.parametrize(
    ("head", "roll"),
    [("pure players=2 no_risk=yes", "roll 2 3 4 6 3 4"), ("phase-10 players=2 start=seated", ROLL)],
)
def test_luck_that_is_not_known_is_none(head: str, roll: str) -> None:
    assert reviewed(head, [roll])[0].luck is None
