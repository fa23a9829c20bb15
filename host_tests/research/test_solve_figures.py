"""The exact solver reproduces the published figures (RULES.md, section 10) and agrees with the engine's own turns."""

import functools
import itertools

import numpy as np
import pytest

from sixpip.rules.rulebook import variant_file, variants
from tools.research.solve import duel, pick_up, points, report
from tools.research.solve.duel_turns import DuelTurns, Position
from tools.research.solve.model import Model
from tools.research.solve.probe import End, SolveError
from tools.research.solve.referee import simulate

pytestmark = pytest.mark.sweep


def test_zilch_earns_620_855_points_a_turn_in_the_long_run() -> None:
    model = Model("zilch", {"negative": "yes"})
    assert model.options["pairs_count"] == "4+2" and model.options["busts"] == -500
    assert round(points.long_run(model).expected, 3) == 620.855


def test_farkle_online_without_penalty_always_rolls_six_dice_below_16400() -> None:
    model = Model("farkle-online", {"busts": "none"})
    roll_six = points.turn(model).value[:, 0]
    worth_rolling = roll_six > np.arange(len(roll_six)) * model.step
    assert worth_rolling[: 16400 // model.step].all()
    assert not worth_rolling[16400 // model.step :].any()


@pytest.mark.parametrize(("variant", "six"), [("farkle", 2.315), ("pure", 3.086)])
def test_the_bust_chances_are_the_published_ones(variant: str, six: float) -> None:
    shown = [round(100 * chance, 3) for chance in report.bust_chances(Model(variant))]
    assert shown == [66.667, 44.444, 27.778, 15.741, 7.716, six]


def test_five_cubes_bust_450_times_in_7776() -> None:
    assert report.bust_chances(Model("five-cubes"))[-1] == pytest.approx(450 / 7776, abs=1e-12)


def test_the_best_keep_of_a_first_roll_of_kingdom_is_expected_to_score_399_11() -> None:
    assert round(report.best_single_roll(Model("kingdom")), 2) == 399.11


def test_of_two_optimal_players_of_pure_the_first_wins_0_536953_and_200_points_make_it_fair() -> None:
    win = duel.solve_duel(Model("pure")).win[0, 0, 0]
    assert win.shape == (200, 200)
    assert round(win[0, 0], 6) == 0.536953
    assert round(win[0, 200 // 50], 6) == 0.504002


TURNS = [
    ("farkle", {}),
    ("zilch", {}),
    ("seven-dice", {}),
    ("five-cubes", {}),
    ("dice-10000", {"train_wreck": -500}),
    ("pure", {"second_chance": "yes"}),
    ("pure", {"calls": "yes"}),
    ("pure", {"last_die": "yes"}),
    ("kingdom", {"clear": "yes", "press_on": "yes"}),
    ("ten-grand", {"straight": 200, "straight_gather": "yes"}),
    ("kingdom", {"wild_die": "yes"}),
    ("pure", {"multiples": "doubling", "extend": "yes", "must_keep_all": "yes"}),
    ("farkle", {"no_risk": "yes"}),
]


@pytest.mark.usefixtures("compiled_loops")
@pytest.mark.parametrize(("variant", "row"), TURNS, ids=lambda value: str(value))
def test_the_engine_plays_the_solved_turn_as_computed(variant: str, row: "dict[str, str | int]") -> None:
    """The referee finds every keep of Master in the solved turn; gains and losses add up to the expected points."""
    result = simulate(Model(variant, row), True, 150, seed=7)
    assert abs(result.mean + result.loss - result.optimum) < 4 * result.mean_error


@pytest.mark.usefixtures("no_own_variants")
def test_a_game_without_busts_has_no_finite_turn() -> None:
    table = b'{"singles": [100, 50, 50, 50, 50, 50]}'
    variants.register(variant_file.read(b'{"name": "safe", "base": "pure", "table": ' + table + b"}"))
    with pytest.raises(SolveError, match="no finite expected value"):
        points.turn(Model("safe"))


def test_a_player_who_needs_one_bank_waits_for_the_first_turn_without_a_bust() -> None:
    """With 50 points missing every keep reaches the target: turns are geometric in the bust chance."""
    model = Model("pure", {"target": 500})
    solved = points.fewest_turns(model)
    last = report.bust_chances(model)[-1]
    assert solved.turns[-2, 0] == pytest.approx(1 / (1 - last), abs=1e-9)


def plain_turns_alone(model: Model, score: int, guess: float, known: "dict[int, float]") -> float:
    """The turns to go, by plain loops; `guess`: those after a bust. Rows far above the goal count as banked."""
    least = model.least_bank(score > 0)
    top = max(model.goal - score, least) + 40
    value: dict[tuple[int, int, bool], float] = {}
    for row in range(top, -1, -1):
        bank = 1 + known.get(score + row, 0.0) if row >= least else np.inf
        for at, modes in enumerate(model.graph.modes):
            roll = 0.0
            for one in modes[0]:
                worth = 1 + guess
                if not isinstance(one.choice, End):
                    ahead = [(row + gain // model.step, to, may) for gain, to, may in one.choice]
                    worth = min(1.0 if state[0] >= top else value[state] for state in ahead)
                roll += one.ways * worth
            value[row, at, False] = roll / sum(one.ways for one in modes[0])
            value[row, at, True] = min(value[row, at, False], bank)
    return value[0, 0, False]


def test_a_player_alone_is_solved_as_by_plain_loops_also_with_forced_hot_dice() -> None:
    model = Model("dice-10000", {"target": 500, "busts": "none", "opening": 0})
    assert model.options["hot_dice"] == "forced"
    solved = points.fewest_turns(model)
    known: dict[int, float] = {}
    for score in range(model.goal - 1, model.goal - 4, -1):
        turns = 2.0
        for _ in range(20):
            turns = plain_turns_alone(model, score, turns, known)
        known[score] = turns
        assert solved.turns[score, 0] == pytest.approx(turns, abs=1e-5)


def plain_duel(model: Model, scores: "list[int]", rounds: int) -> "dict[tuple[int, int], float]":
    """The chances of two players by plain value iteration; `scores`, in steps: all that they can come to from there."""
    win = {(own, other): 0.5 for own in scores for other in scores}
    for _ in range(rounds):
        for own, other in sorted(win, key=lambda pair: -sum(pair)):
            win[own, other] = plain_turn(model, own, other, win)
    return win


def plain_turn(model: Model, own: int, other: int, win: "dict[tuple[int, int], float]") -> float:
    """One turn of the player to move, for end=sudden, or end=last-turn and no lead of more than 30 steps."""
    need = model.goal - own
    last_turn = model.options["end"] == "last-turn"
    banks = {row: 1 - win[other, own + row] for row in range(model.least_bank(own > 0), need)}
    for row in range(max(need, model.least_bank(own > 0)), need + (31 if last_turn else 1)):
        banks[row] = 1 - plain_chance_to_gain(model, own + row - other + 1, other > 0) if last_turn else 1.0
    return plain_best(model, banks, 1 - win[other, own])


@functools.cache
def plain_chance_to_gain(model: Model, steps: int, opened: bool) -> float:
    """The chance to gain so many steps in one turn: a leader is passed with one more (TT-20)."""
    return plain_best(model, {max(steps, model.least_bank(opened)): 1.0}, 0.0)


def plain_best(model: Model, banks: "dict[int, float]", bust: float) -> float:
    """The best expected value of a turn, by the values of banks and of a bust; the highest bank ends the turn."""
    most = max(banks)
    value: dict[tuple[int, int, bool], float] = {}
    for row in range(most, -1, -1):
        for at, modes in enumerate(model.graph.modes):
            roll = 0.0
            for one in modes[0]:
                worth = float(one.choice.wins) if isinstance(one.choice, End) and one.choice.ends_game else bust
                if not isinstance(one.choice, End):
                    ahead = [(min(row + gain // model.step, most), to, may) for gain, to, may in one.choice]
                    worth = max(banks[most] if state[0] == most else value[state] for state in ahead)
                roll += one.ways * worth
            roll /= sum(one.ways for one in modes[0])
            value[row, at, False] = roll
            value[row, at, True] = max(roll, banks.get(row, 0.0))
    return value[0, 0, False]


@pytest.mark.parametrize("row", [{}, {"six_alike": "yes"}, {"six_ones": "out"}], ids=str)
def test_two_players_are_solved_as_by_plain_value_iteration(row: "dict[str, str | int]") -> None:
    model = Model("pure", {"target": 500, **row})
    plain = plain_duel(model, [6, 7, 8, 9], 40)
    solved = duel.solve_duel(model)
    for (own, other), chance in plain.items():
        assert solved.win[0, 0, 0, own, other] == pytest.approx(chance, abs=1e-6)


@pytest.mark.parametrize("opening", [0, 350])
def test_with_offers_two_players_are_solved_as_by_plain_value_iteration(opening: int) -> None:
    """The chances of both to win at their first roll, where the next player may take up dice and points."""
    model = Model("pure", {"target": 500, "pick_up": "yes", "opening": opening})
    scores = [0, 7, 8, 9] if opening else [6, 7, 8, 9]
    dice = [model.graph.plain(count, False) for count in range(1, 6)]
    offers = {
        (own, other, row, at): 0.5 for own in scores for other in scores for row in range(10) for at in (0, *dice)
    }
    for _ in range(30):
        for own, other in sorted({key[:2] for key in offers}, key=lambda pair: -sum(pair)):
            value = plain_turn_with_offers(model, own, other, offers)
            offers.update({(own, other, row, at): value[row, at] for row in range(10) for at in (0, *dice)})
    solved = pick_up.solve(model)
    for key, chance in offers.items():
        if key[2:] == (0, 0) or (key[0] and key[3]):
            assert solved[key] == pytest.approx(chance, abs=1e-5), key


def plain_turn_with_offers(
    model: Model, own: int, other: int, offers: "dict[tuple[int, int, int, int], float]"
) -> "dict[tuple[int, int], float]":
    """What to roll is worth at each number of steps and situation, for end=sudden."""
    rolls: dict[tuple[int, int], float] = {}

    def after(row: int, at: int) -> float:
        """The better of a bank and a roll after a keep."""
        if own + row >= model.goal and row >= model.least_bank(own > 0):
            return 1.0
        bank = 0.0
        if row >= model.least_bank(own > 0):
            bank = 1 - offers[other, own + row, 0, 0]
            if at and other:
                bank = min(bank, 1 - offers[other, own + row, row, at])
        return max(bank, rolls[row, at])

    for row in range(9, -1, -1):
        for at, (classes,) in enumerate(model.graph.modes):
            worth = 0.0
            for one in classes:
                lost = 1 - offers[other, own, 0, 0]
                ahead = [] if isinstance(one.choice, End) else one.choice
                worth += one.ways * max([after(row + gain // model.step, to) for gain, to, _ in ahead], default=lost)
            rolls[row, at] = worth / sum(one.ways for one in classes)
    return rolls


@pytest.mark.parametrize(("opening", "scores"), [(0, [6, 7, 8, 9]), (350, [0, 7, 8, 9])])
def test_the_last_turn_and_the_opening_are_solved_as_by_plain_value_iteration(
    opening: int, scores: "list[int]"
) -> None:
    model = Model("pure", {"target": 500, "end": "last-turn", "opening": opening})
    solved = duel.solve_duel(model)
    for (own, other), chance in plain_duel(model, scores, 20).items():
        assert solved.win[0, 0, 0, own, other] == pytest.approx(chance, abs=2e-3)


@pytest.mark.parametrize(
    ("row", "kinds"),
    [
        ({"busts": -500}, 3),
        ({"train_wreck": -500, "cold_start": "yes"}, 3),
        ({"busts": -500, "cold_start": "yes"}, 9),
    ],
    ids=str,
)
def test_with_penalties_the_chance_of_each_state_is_that_of_the_best_turn_from_it(
    row: "dict[str, str | int]", kinds: int
) -> None:
    model = Model("pure", {"target": 500, **row})
    solved = duel.solve_duel(model)
    turns = DuelTurns(model, solved)
    assert solved.win.shape == (1, kinds, kinds, 10, 10)
    for counts, others, own, other in np.ndindex(kinds, kinds, 10, 10):
        turn = turns.turn(Position(own, other, counts, others))
        assert turn.expected == pytest.approx(solved.win[0, counts, others, own, other], abs=1e-6)


def test_the_first_player_of_farkle_with_three_true_pairs_wins_the_published_53_3_percent() -> None:
    """The rules in the code of github.com/domsleee/farkle, whose README has the figure; 10 000 points win at once."""
    solved = duel.solve_duel(Model("farkle", {"pairs_count": "strict", "end": "sudden"}))
    assert round(solved.first_player, 3) == 0.533


def test_the_first_player_of_facebook_farkle_wins_the_published_53_487_percent() -> None:
    """Busche (mattbusche.org, 2016) gives a penalty for three farkles and scores down to -2500.

    The least bank follows from his number of states: both players have 250 scores and 3 counts of farkles, a roll has
    one to six dice, and a turn goes on up to the target, but at least to the step before the least bank.
    """
    least_bank = 300 // 50
    rows = sum(max(least_bank, missing) for missing in range(1, 251))
    assert 250 * 3 * 3 * 6 * rows == 423_765_000
    rules: dict[str, str | int] = {"bank_min": 300, "busts": -500, "negative": "yes", "end": "sudden"}
    solved = duel.solve_duel(Model("farkle-online", rules, floor=-2500))
    assert round(solved.first_player, 5) == 0.53487


def test_scores_fall_below_0_down_to_the_floor_of_the_model() -> None:
    model = Model("pure", {"target": 500, "busts": -500, "negative": "yes"}, floor=-600)
    solved = duel.solve_duel(model)
    turns = DuelTurns(model, solved)
    assert solved.win.shape == (1, 3, 3, 22, 22)
    for counts, others, own, other in itertools.product((0, 2), (0, 1), range(-12, 10, 3), range(-12, 10, 3)):
        chance = solved.win[0, counts, others, own + 12, other + 12]
        turn = turns.turn(Position(own, other, counts, others))
        assert turn.expected == pytest.approx(chance, abs=1e-6)
    third_bust = [turns.turn(Position(own, 0, 2)).end(End()) for own in (-12, -5, 5)]
    assert third_bust == pytest.approx([1 - solved.chance(0, points) for points in (-600, -600, -250)])


def test_with_a_lower_floor_the_chances_hardly_change() -> None:
    row: dict[str, str | int] = {"target": 1500, "busts": -500, "negative": "yes"}
    chances = [duel.solve_duel(Model("pure", row, floor=floor)).first_player for floor in (0, -500, -1000)]
    assert abs(chances[2] - chances[1]) < abs(chances[1] - chances[0]) / 10 < 1e-5


@pytest.mark.parametrize("end", ["sudden", "last-turn", "same-round", "beat-or-bust", "last-licks"])
def test_each_end_of_the_game_is_solved_for_two_players(end: str) -> None:
    solved = duel.solve_duel(Model("pure", {"target": 500, "end": end}))
    assert np.isfinite(solved.win).all()
    assert (solved.win > 0).all() and (solved.win < 1).all()
    ahead = solved.win[0, 0, 0]
    assert (np.diff(ahead, axis=0) > -1e-9).all(), "more points of one's own never harm"
    assert (np.diff(ahead, axis=1) < 1e-9).all(), "more points of the other never help"


def test_the_second_player_has_the_advantage_where_the_round_is_played_to_its_end() -> None:
    assert duel.solve_duel(Model("pure", {"target": 1000, "end": "same-round"})).first_player < 0.5
    assert duel.solve_duel(Model("pure", {"target": 1000})).first_player > 0.5


def test_a_penalty_for_busts_in_a_row_makes_a_player_more_careful() -> None:
    free = points.long_run(Model("farkle-online", {"busts": "none"})).expected
    dear = points.long_run(Model("farkle-online", {"busts": -1000})).expected
    assert free - 10 < dear < free
    assert points.fewest_turns(Model("farkle", {"target": 2000, "busts": -500})).expected > (
        points.fewest_turns(Model("farkle", {"target": 2000})).expected
    )
