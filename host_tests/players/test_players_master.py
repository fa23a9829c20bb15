"""The computer player Master: its strength, and decisions that are easy to check."""

from array import array
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tests.effort import part, scaled
from host_tests.players.player_fixture import act
from host_tests.random_play import MOST_ACTIONS, Lcg, house_rules
from host_tests.replayed import events_of, played
from sixpip.players.styles import MASTER, STEADY, player_class
from sixpip.players.ten_thousand import computer
from sixpip.players.ten_thousand.master import MasterPlayer
from sixpip.players.ten_thousand.solver.roll_codes import BUST, OUTCOME
from sixpip.players.ten_thousand.solver.turn_advice import percent
from sixpip.players.ten_thousand.solver.turn_solver import MOST_VALUE, TurnSolver
from sixpip.players.ten_thousand.solver.win_table import BuiltTable, WinTable
from sixpip.players.ten_thousand.win_chance import AVERAGE, BAD_LUCK, WinChance, chance_against_all
from sixpip.rules.core import actions
from sixpip.rules.core.replay import Script
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame

MOST_THINKING = 200

pytestmark = pytest.mark.usefixtures("compiled_loops")


def ready(game: TenThousandGame) -> MasterPlayer:
    """Returns Master with its work ahead done."""
    player = MasterPlayer(game, MASTER)
    while player.prepare():
        pass
    return player


def win_chance(game: TenThousandGame) -> WinChance:
    chance = WinChance(game, ready(game).solver)
    while chance.prepare():
        pass
    for _ in chance.values():
        pass
    return chance


def play(styles: tuple[int, int], seed: int) -> int:
    """Plays a game of `pure` for two; returns the winner."""
    game = TenThousandGame("pure", {}, 2)
    players = [ready(game) if style == MASTER else computer.HabitPlayer(game, style) for style in styles]
    lcg = Lcg(seed)
    while game.legal():
        while players[game.player].think():
            pass
        for action in players[game.player].choose()[0]:
            game.apply(action, lcg)
    return game.winner


@pytest.mark.long
@pytest.mark.scaled
def test_master_wins_most_games_against_steady() -> None:
    games = scaled(10, 60)
    won = sum((play((MASTER, STEADY), seed) == 0) + (play((STEADY, MASTER), seed) == 1) for seed in range(games))
    assert won > games  # of twice as many; `make league` measures how many exactly


def test_master_banks_what_wins_the_game_and_rolls_when_the_other_would_win_next() -> None:
    game = TenThousandGame("pure", {}, 2)
    game.scores[:] = [9900, 9950]
    player = ready(game)
    game.apply((actions.ROLL, None), Script([0, 1, 2, 3, 2, 5]))
    todo, reason = act(player, game, Script([]), MOST_THINKING)
    assert todo == ((actions.KEEP, 1), (actions.BANK, None)) and game.winner == 0
    assert reason == "that wins the game"


def test_in_the_last_turns_of_a_round_master_fears_only_the_players_after_it() -> None:
    """TT-21: the players before the first to reach the target have no turn more."""
    game = TenThousandGame("ten-thousand", {}, 4)
    game.scores[:] = [9900, 9900, 10_000, 9500]
    game.opened[:] = [True] * 4
    game.player = 3
    game.house_rules.restore(game, {**game.house_rules.record(), "end": [2, 2]})
    assert win_chance(game).after(10_050, True) == MOST_VALUE


def test_a_last_turn_must_gain_one_unit_more_than_the_whole_units_of_the_lead() -> None:
    """TT-20: an equal score does not top the lead."""
    table = WinTable()
    table.last_turn = array("H", [32_768, 20_000, 10_000, 5000])
    leads = {-300: 20_000, 0: 20_000, 49: 20_000, 50: 10_000, 99: 10_000, 100: 5000, 149: 5000, 150: 0, 1000: 0}
    assert {lead: table.beaten(lead, 50) for lead in leads} == leads


@pytest.mark.parametrize(("variant", "player", "first", "later"), [
    ("ten-thousand", 0, 0, [1, 2]),
    ("ten-thousand", 1, 0, [2]),
    ("ten-thousand", 0, 2, [1]),
    ("ten-thousand", 2, 1, [0]),
    ("farkle", 0, 0, []),
])  # fmt: skip
def test_a_rival_has_the_later_seat_if_it_plays_after_master_in_each_round(
    variant: str, player: int, first: int, later: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """TT-21: the later of two players has a last turn, the earlier one has none."""
    game = TenThousandGame(variant, {}, 3)
    game.scores[:] = [3000] * 3
    game.opened[:] = [True] * 3
    game.player, game.first = player, first
    chance = WinChance(game, TurnSolver(game))
    seats: list[int] = []
    monkeypatch.setattr(chance.table, "row", lambda seat, score, opened: seats.append(seat))
    others = [other for other in range(3) if other != player]
    for other in others:
        chance.rival(other, 3000)
    assert isinstance(chance.table, BuiltTable)
    assert [seat % chance.table.seats for seat in seats] == [int(other in later) for other in others]


def test_a_lead_counts_less_where_each_bank_must_beat_the_last_one() -> None:
    """HR-04: turns without a bank, and now and then a large one, level the chances."""
    chances = []
    for grow in ("no", "yes"):
        game = TenThousandGame("pure", {"grow": grow}, 2)
        game.scores[:] = [5000, 3500]
        game.opened[:] = [True] * 2
        chances.append(win_chance(game).after(5500, True) / MOST_VALUE)
    assert 0.5 < chances[1] < chances[0] - 0.05


@pytest.mark.parametrize(("players", "reason"), [(2, "roll: {}% to win"), (4, "roll wins about {}%")])
def test_the_reason_of_master_is_the_chance_to_win_with_any_number_of_players(players: int, reason: str) -> None:
    game = TenThousandGame("pure", {}, players)
    game.scores[:] = [0] + [4000] * (players - 1)
    game.opened[:] = [True] * players
    player = ready(game)
    game.apply((actions.ROLL, None), Script([0, 1, 2, 3, 2, 5]))
    _, said = act(player, game, Script([0, 1, 2, 3, 2]))
    assert said in [reason.format(percent) for percent in range(1, 50)]


def test_a_last_turn_that_needs_more_than_the_target_goes_on_until_it_wins() -> None:
    game = played(
        "farkle players=2 target=2000 / roll 1 1 1 2 3 4 / keep 1 1 1 / roll 1 1 1 / keep 1 1 1 / roll 5 2 3 4 2 3 / "
        "keep 5 / bank / roll 5 5 5 2 3 4 / keep 5 5 5 / roll 5 5 5 / keep 5 5 5 / roll 1 1 1 5 2 3"
    )
    assert game.scores == [2050, 0] and game.points == 1000
    _, reason = act(ready(game), game, Script([4, 1, 2]))
    wins = 108 + 48 * 20 / 36  # of 216 rolls of three dice: 100 points or more; a 5 alone, and then two dice
    assert game.kept == 0b111 and reason == f"roll: {percent(int(MOST_VALUE * wins / 216))} to win"


def test_a_bank_that_wins_is_taken_whatever_it_leaves_to_the_other_player() -> None:
    """DT-06: no turn follows, so the dice that are left are worth nothing."""
    game = TenThousandGame("dice-10000", {}, 2)
    game.scores[:] = [9000, 10_500]
    game.opened[:] = [True, True]
    game.house_rules.restore(game, {**game.house_rules.record(), "end": [1, 1]})
    player = ready(game)
    game.apply((actions.ROLL, None), Script([0, 1, 2, 3, 4, 5]))
    game.apply((actions.KEEP, game.all), Script([]))
    game.apply((actions.ROLL, None), Script([0, 1, 2, 3, 3, 5]))
    todo, reason = act(player, game, Script([]))
    assert todo[-1] == (actions.BANK, None) and reason == "that wins the game" and game.winner == 0


def lost_by_offers(dice: int, opened: bool, other: int = 4000) -> float:
    """The part of the gain of a bank of 1500 that is lost by the dice left to another player."""
    game = TenThousandGame("dice-10000", {"busts": "none"}, 2)
    game.scores[:] = [4000, other]
    game.opened[:] = [True, opened]
    player = ready(game)
    while player.think():
        pass
    values, units = player.solver.values, 1500 // player.solver.unit
    return float((values[units] - player.solver.bank_value(units, dice)) / (values[units] - values[OUTCOME + BUST]))


@pytest.mark.long
def test_a_bank_loses_what_it_offers_but_not_to_a_player_who_is_not_on_the_table() -> None:
    """DT-06: an offer of five dice and 1500 points is worth nearly half of them, that of a single die nothing."""
    lost = [lost_by_offers(dice, True) for dice in range(1, 6)]
    assert lost[0] == 0 and lost == sorted(lost) and 0.4 < lost[-1] < 0.5
    assert not any(lost_by_offers(dice, False, 0) for dice in range(1, 6))


@pytest.mark.parametrize(("other", "units", "dice"), [(2200, 40, 2), (1500, 34, 3), (2400, 34, 2)])
def test_an_offer_that_takes_the_next_player_to_the_target_can_be_answered(other: int, units: int, dice: int) -> None:
    """DT-06: by the exact solver a bank wins 0.38, 0.46 and 0.26 of these games, and a roll 0.26, 0.39 and 0.19."""
    game = TenThousandGame("dice-10000", {"busts": "none", "target": 3000, "start": "seated"}, 2)
    game.scores[:] = [0, other]
    game.opened[:] = [False, True]
    player = ready(game)
    while player.think():
        pass
    solver = player.solver
    assert solver.bank_value(units, dice) > solver.values[solver.place(units, dice)]


def last_banks(opened: bool) -> list[int]:
    """The values of a bank of 1550 that passes the target and leaves 1 to 5 dice to a player, on the table or not."""
    game = TenThousandGame("dice-10000", {}, 2)
    game.scores[:] = [8500, 9000]
    game.opened[:] = [True, opened]
    player = ready(game)
    while player.think():
        pass
    return [player.solver.bank_value(1550 // player.solver.unit, dice) for dice in range(1, 6)]


def test_also_in_a_last_turn_a_bank_offers_nothing_to_a_player_who_is_not_on_the_table() -> None:
    """DT-06. Points without a bank are a head start."""
    values = last_banks(opened=True)
    assert values == sorted(values, reverse=True) and len(set(values)) > 2
    assert len(set(last_banks(opened=False))) == 1


def safe_from_offers(lead: int) -> list[float]:
    """The chances to win after a last bank of 1500 that leaves 1 to 5 dice to a player `lead` points behind."""
    game = TenThousandGame("dice-10000", {"busts": "none"}, 2)
    game.scores[:] = [9000 + lead, 9000]
    game.opened[:] = [True, True]
    player = ready(game)
    while player.think():
        pass
    return [player.solver.bank_value(30, dice) / MOST_VALUE for dice in range(1, 6)]


def test_in_a_last_turn_an_offer_counts_by_the_chance_to_pass_the_score_with_it() -> None:
    """DT-06: behind 9000 to 9000 a player who takes 1500 points needs one more roll that scores."""
    level = safe_from_offers(0)
    assert level == pytest.approx([2 / 3, 4 / 9, 5 / 18, 17 / 108, 25 / 324], abs=0.015)  # of a bust
    ahead = safe_from_offers(50)  # a single 5 is not enough
    assert all(more > chance + 0.01 for chance, more in zip(level[1:], ahead[1:]))
    assert safe_from_offers(49) == level


def test_alone_master_needs_few_turns() -> None:
    """TT-14: the optimum is 5.1 turns, a player who banks whatever is allowed needs 7.5."""
    turns = 0
    games = part(50)
    for seed in range(games):
        game = TenThousandGame("pure", {"target": 2000}, 1)
        player = ready(game)
        lcg = Lcg(seed)
        while game.legal():
            while player.think():
                pass
            todo, reason = player.choose()
            for action in todo:
                game.apply(action, lcg)
            if game.winner >= 0:
                assert reason == "that is the target"
            else:
                assert "win" not in reason
        turns += sum(game.turns)
    assert turns / games < 5.7


def test_a_small_chance_is_not_called_impossible_and_a_large_one_not_certain() -> None:
    assert [percent(chance) for chance in (0, 1, 327, 16384, 32766, 32767)] == ["0%", "1%", "1%", "50%", "99%", "100%"]
    game = TenThousandGame("pure", {}, 2)
    game.scores[:] = [0, 9950]
    game.opened[:] = [True, True]
    player = ready(game)
    game.apply((actions.ROLL, None), Script([0, 1, 2, 3, 2, 5]))
    assert act(player, game, Script([0, 1, 2, 3, 2]))[1] == "bank: 1% to win"


def test_one_die_is_not_called_dice() -> None:
    game = TenThousandGame("dice-10000", {"start": "seated", "opening": 0, "bank_min": 0}, 2)
    player = ready(game)
    game.opened[:] = [True, True]
    game.apply((actions.ROLL, None), Script([0, 0, 0, 0, 0, 1]))
    game.apply((actions.BANK, None), Script([]))
    _, reason = act(player, game, Script([0]), MOST_THINKING)
    assert reason.startswith("1 die with ")


def test_without_preparation_master_still_chooses_within_its_patience() -> None:
    game = TenThousandGame("farkle", {}, 2)
    player = MasterPlayer(game, MASTER)
    todo, _ = act(player, game, Script([0, 1, 2, 3, 2, 5]), MOST_THINKING)
    assert todo == ((actions.ROLL, None),)
    assert player_class("ten_thousand", MASTER) == "master:MasterPlayer"


@pytest.mark.parametrize(
    ("rules", "score", "roll", "choice"),
    [
        ("", 0, "1 1 1 2 3 4", ("keep", "bank")),  # 1000 points
        ("", 0, "1 2 3 4 6 6", ("keep", "roll")),  # 100 points, and five dice are left
        ("dice=7", 0, "5 2 2 3 4 6 6 / keep 5 / roll 3 3 3 2 4 6", ("keep", "bank")),  # 350 points, three dice left
        ("dice=7", 0, "3 3 3 2 2 4 6", ("keep", "roll")),  # 300 points, and four dice are left
        ("", 0, "2 2 2 5 3 4", ("keep", "bank")),  # 250 points, but only two dice are left
        ("", 9900, "1 2 3 4 6 6", ("keep", "bank")),  # the target
        ("max_rolls=3", 0, "5 2 2 3 4 6 / keep 5 / roll 5 2 3 4 6 / keep 5 / roll 1 2 3 6", ("keep", "bank")),
        ("busts=-1000 negative=yes", -3000, "1 1 1 2 3 4", ("keep", "bank")),
        ("hot_dice=forced", 0, "1 1 1 5 5 5", ("keep", "bank")),  # not all dice: those must be rolled again
        ("end=exact", 9950, "1 5 2 3 4 4", ("keep", "bank")),  # the 5, which is what it misses
    ],
)
def test_without_tables_master_banks_enough_and_what_may_be_banked(
    rules: str, score: int, roll: str, choice: tuple[str, ...]
) -> None:
    game = played(f"pure players=2 start=seated {rules} / roll {roll}")
    game.scores[0] = score
    master = MasterPlayer(game, MASTER)
    master.solver.classes.gave_up = True
    todo, _ = master.choose()
    assert tuple(kind for kind, _ in todo) == choice
    for action in todo[:-1]:
        game.apply(action, Lcg(1))
    assert todo[-1][0] in game.legal()


@pytest.mark.parametrize("variant", [one.name for one in VARIANTS if one.dice_set.engine == "ten_thousand"])
def test_without_tables_master_plays_whole_games_with_any_house_rules(variant: str) -> None:
    for seed in range(part(100)):
        lcg = Lcg(seed)
        game = TenThousandGame(variant, house_rules(variant, lcg), 2 + lcg.below(3))
        master = MasterPlayer(game, MASTER)
        master.solver.classes.gave_up = True
        for _ in range(MOST_ACTIONS):
            if game.legal():
                act(master, game, lcg)


def test_without_tables_master_has_nothing_to_prepare() -> None:
    master = MasterPlayer(TenThousandGame("pure", {}, 2), MASTER)
    assert master.prepare()
    master.solver.classes.gave_up = True
    assert not master.prepare()


@pytest.mark.parametrize("players", [1, 2])
def test_more_points_than_any_game_needs_are_banked(players: int) -> None:
    game: TenThousandGame = played(f"zilch dice=7 start=seated players={players} / roll 1 1 1 1 1 1 1")
    game.opened[:] = [True] * players
    todo, _ = act(ready(game), game, Lcg(1))
    assert todo[-1] == (actions.BANK, None) and game.scores[0] == 16_000


def test_master_plays_by_limits_as_long_as_the_values_are_those_of_another_turn() -> None:
    game: TenThousandGame = played("pure players=2 start=seated pick_up=yes")
    game.opened[:] = [True, True]
    master = ready(game)
    while master.think():
        pass
    for line in ("roll 1 1 1 2 3 4", "bank"):
        events_of(game, line)
    assert master.choose()[1] == "all dice are safer"
    for line in ("fresh", "roll 1 1 1 2 3 4"):
        events_of(game, line)
    assert master.choose()[1] == "1 000 is enough"


def test_master_waits_for_its_tables_only_once_and_never_to_throw() -> None:
    game = TenThousandGame("farkle", {"target": 9000, "end": "sudden"}, 2)
    player = MasterPlayer(game, MASTER)
    assert not player.think()
    game.apply((actions.ROLL, None), Script([0, 1, 2, 3, 2, 5]))
    steps = 1
    while player.think():
        steps += 1
    assert 170 < steps < 190  # of at most 5 ms
    assert not player.think() and player.prepare()


def test_the_least_bank_is_the_opening_then_bank_min_and_more_than_the_bank_of_the_player_before() -> None:
    """HR-04."""
    game = TenThousandGame("pure", {"grow": "yes", "opening": 500, "bank_min": 350}, 3)
    assert game.least_bank(0) == 500
    game.house_rules.restore(game, {**game.house_rules.record(), "grow": [400, 200, 1000]})
    game.opened[:] = [True] * 3
    game.player = 1
    assert game.least_bank(1) == 401
    game.out[0] = True
    assert game.least_bank(1) == 1001
    game.player, game.out[0] = 2, False
    assert game.least_bank(2) == 350


# The chance to win against several players

CERTAIN = 32768
NORMAL = NormalDist()
chances = st.integers(0, CERTAIN)


@pytest.mark.parametrize(("table", "luck"), [(BAD_LUCK, -sqrt(3)), (AVERAGE, 0.0)])
def test_the_tables_follow_from_normal_distributions(table: "list[int]", luck: float) -> None:
    steps = len(table) - 1
    inner = [NORMAL.cdf(sqrt(2) * NORMAL.inv_cdf(i / steps) + luck) for i in range(1, steps)]
    assert list(table) == [0] + [round(CERTAIN * chance) for chance in inner] + [CERTAIN]


@pytest.mark.parametrize("rivals", [2, 3, 5])
def test_equal_players_have_about_equal_chances(rivals: int) -> None:
    assert chance_against_all([CERTAIN // 2] * rivals) / CERTAIN == pytest.approx(1 / (rivals + 1), abs=0.03)


@pytest.mark.long
def test_the_chances_of_unequal_players_are_close_to_those_of_simulated_scores() -> None:
    """Three players end with scores of normal distributions; the chance of the first is that of the highest score."""
    random = Random(1)
    for ahead in ((0.0, 1.0), (-1.0, 0.5), (1.0, 1.5), (-1.5, -0.5)):
        against = [round(CERTAIN * NORMAL.cdf(lead / sqrt(2))) for lead in ahead]
        wins = 0
        for _ in range(20_000):
            own = random.gauss(0, 1)
            wins += all(own + lead > random.gauss(0, 1) for lead in ahead)
        assert chance_against_all(against) / CERTAIN == pytest.approx(wins / 20_000, abs=0.03)


@given(chances, st.lists(chances, min_size=1, max_size=5))
def test_it_is_at_most_the_chance_against_each_player_and_grows_with_it(more: int, others: "list[int]") -> None:
    found = chance_against_all(others)
    assert 0 <= found <= CERTAIN
    assert chance_against_all([*others, more]) <= found
    raised = [max(others[0], more), *others[1:]]
    assert chance_against_all(raised) >= found


def test_it_is_certain_only_against_players_who_cannot_win() -> None:
    assert chance_against_all([CERTAIN, CERTAIN]) == CERTAIN
    assert chance_against_all([CERTAIN, 0]) == 0
    values = [chance_against_all([chance, CERTAIN // 2]) for chance in range(0, CERTAIN + 1, 256)]
    assert all(one < other for one, other in pairwise(values))
