"""Rules by which a turn or a game could not end are refused; by all others turns end."""

import json
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from host_tests.random_play import Lcg
from host_tests.rules_strategies import seeds
from sixpip.players.styles import MASTER, OFFERED, STEADY
from sixpip.players.ten_thousand.computer import ComputerPlayer
from sixpip.players.ten_thousand.master import ComputerPlayer as Master
from sixpip.rules import actions, custom, endless, variants
from sixpip.rules.errors import BadOption
from sixpip.rules.ten_thousand.game import Game

pytestmark = pytest.mark.usefixtures("no_own_variants")

ALL_SCORE = {"singles": [100, 10, 20, 30, 50, 40]}
MOST_ACTIONS = 1000
"""Of one turn, of a player who banks as soon as possible; turns with rare keeps are long."""

MOST_ROUNDS = 150
"""Of a game in which each bank must beat the one before; without that rule games have 15 to 30."""

points = st.sampled_from([0, 0, 5, 50, 100, 300, 500])
tables = st.fixed_dictionaries(
    {"singles": st.lists(points, min_size=6, max_size=6), "triples": st.lists(points, min_size=6, max_size=6)}
)
rules = st.fixed_dictionaries(
    {},
    optional={
        "hot_dice": st.sampled_from(["forced", "optional"]),
        "must_keep_all": st.sampled_from(["yes", "no"]),
        "press_on": st.just("yes"),
        "clear": st.just("yes"),
        "empty_six": st.just(500),
        "opening": st.sampled_from([0, 350]),
        "end": st.sampled_from(["exact", "sudden"]),
        "target": st.sampled_from([500, 10_000]),
    },
)


def own(**content: Any) -> Game:
    """Returns a game for one by the rules of a file. Raises BadOption."""
    variants.clear_own()
    variants.register(custom.read(json.dumps({"name": "own", "base": "pure", **content}).encode()))
    return Game("own")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            {"table": ALL_SCORE, "rules": {"must_keep_all": "yes", "hot_dice": "forced"}},
            "must_keep_all=yes does not go with hot_dice=forced: every die scores, so no turn would ever end",
        ),
        (
            {
                "table": {"singles": [0] * 6, "triples": [300, 0, 0, 0, 0, 700]},
                "rules": {"end": "exact", "target": 500},
            },
            "target=500 does not go with end=exact: no points of these dice add up to it",
        ),
        (
            {"rules": {"grow": "yes", "end": "exact"}},
            "grow=yes does not go with end=exact: what is missing to the target can be less than the bank to beat",
        ),
    ],
    ids=["turn", "target", "bank"],
)
def test_a_variant_that_could_not_end_is_refused_when_it_is_read(content: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption) as error:
        own(**content)
    assert error.value.args[0] == reason


@pytest.mark.parametrize(
    "content",
    [
        {"table": ALL_SCORE, "rules": {"must_keep_all": "yes", "hot_dice": "optional"}},
        {"table": ALL_SCORE, "rules": {"must_keep_all": "no", "hot_dice": "forced"}},
        {"rules": {"must_keep_all": "yes", "hot_dice": "forced"}},
        {"table": {"singles": [0] * 6, "triples": [300, 0, 0, 0, 0, 700]}, "rules": {"end": "exact", "target": 1000}},
        {
            "table": {"singles": [0] * 6, "triples": [300, 0, 0, 0, 0, 0]},
            "rules": {"end": "exact", "target": 1000, "busts": -500},
        },
    ],
)
def test_variants_that_only_look_like_these_are_accepted(content: dict[str, Any]) -> None:
    assert own(**content).legal()


@given(st.lists(st.sampled_from([5, 35, 50, 75, 100, 150, 300, 700]), min_size=1, max_size=4, unique=True))
def test_whether_a_target_can_be_hit_equals_a_count_of_all_sums(amounts: list[int]) -> None:
    target = 500
    sums = {0}
    for count in range(1, min(target // min(amounts), 14) + 1):
        sums |= {sum(chosen) for chosen in combinations_with_replacement(amounts, count)}
    if min(amounts) >= 35:
        assert endless._is_sum(target, amounts, False) == (target in sums)
    else:
        assert endless._is_sum(target, amounts, False)


def bank_as_soon_as_possible(game: Game) -> tuple[str, int | None]:
    """Returns a bank, a keep after which the turn can be banked, or what goes on."""
    kinds = game.legal()
    if actions.KEEP not in kinds:
        return (actions.BANK if actions.BANK in kinds else kinds[0], None)
    keeps = [game.positions_of(game.scorer.keys[number]) for number in range(game.find_keeps())]
    ending = [keep for keep in keeps if game.bank_refusal(keep) is None]
    return (actions.KEEP, (ending or [game.best_keep()])[0])


@settings(max_examples=80, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(tables, rules, seeds)
def test_a_turn_by_rules_that_are_accepted_ends(table: dict[str, list[int]], row: dict[str, Any], seed: int) -> None:
    try:
        game = own(table=table, rules=row)
    except BadOption:
        return
    dice = Lcg(seed)
    for _ in range(MOST_ACTIONS):
        if game.turns[0] or not game.legal():
            break
        game.apply(bank_as_soon_as_possible(game), dice)
    assert game.turns[0]


@pytest.mark.parametrize("style", OFFERED["ten_thousand"])
@pytest.mark.parametrize("hot", ["forced", "optional"])
def test_a_computer_ends_its_turns_where_every_roll_scores(style: int, hot: str) -> None:
    game = own(table=ALL_SCORE, rules={"hot_dice": hot, "target": 5000, "opening": 350})
    player = ComputerPlayer(game, style) if style != MASTER else Master(game, style)
    dice = Lcg(style)
    for _ in range(MOST_ACTIONS):
        if game.turns[0] > 3 or not game.legal():
            break
        while player.think():
            pass
        for action in player.choose()[0]:
            game.apply(action, dice)
    assert game.turns[0] > 3 or not game.legal()


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    ("variant", "row"),
    [("farkle-online", {}), ("farkle-online", {"busts": "all"}), ("dice-10000", {}), ("zilch", {"train_wreck": "all"})],
)
def test_games_in_which_banks_must_grow_end_in_spite_of_penalties(
    variant: str, row: dict[str, Any], players: int
) -> None:
    """HR-04: in 12 games of Steady the bank to beat never stays out of reach."""
    for seed in range(12):
        game = Game(variant, {**row, "grow": "yes", "start": "seated"}, players)
        steady = ComputerPlayer(game, STEADY)
        dice = Lcg(seed * 7919)
        while game.legal() and max(game.turns) < MOST_ROUNDS:
            while steady.think():
                pass
            for action in steady.choose()[0]:
                game.apply(action, dice)
        assert not game.legal()
