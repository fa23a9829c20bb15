"""Rules by which a turn or a game could not end are refused; by all others turns end."""

import json
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from host_tests.effort import scaled
from host_tests.random_play import Lcg, decide
from host_tests.rules.reachable_end import can_end
from host_tests.rules.rules_strategies import seeds
from sixpip.players.menus.styles import MASTER, OFFERED, STEADY
from sixpip.players.ten_thousand.computer import ComputerPlayer
from sixpip.players.ten_thousand.master import ComputerPlayer as Master
from sixpip.rules.game import actions
from sixpip.rules.game.errors import BadOption
from sixpip.rules.menus import custom, endless
from sixpip.rules.setup import options, variants
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.ten_thousand.menus import trial_rolls
from sixpip.rules.variant import PHASE, Variant
from tools.check.power_on import Mix, random_mix

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
        "max_rolls": st.just(3),
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


def reason_against(content: dict[str, Any]) -> str:
    """Returns why rules are refused, nothing where they are accepted."""
    try:
        own(**content)
    except BadOption as error:
        return str(error)
    return ""


ONLY_TRIPLES = {"singles": [0] * 6}
PENALTIES = {"busts": -500}


def only(single: int = 0, triple: int = 0) -> dict[str, list[int]]:
    """Returns a table in which nothing but the first face scores."""
    return {"singles": [single] + [0] * 5, "triples": [triple] + [0] * 5}


def exact(target: int, **rules: Any) -> dict[str, Any]:
    """Returns the rules of a game with an exact target."""
    return {"end": "exact", "target": target, **rules}


ENDLESS: dict[str, tuple[dict[str, Any], str]] = {
    "every die is kept and rolled again": (
        {"table": ALL_SCORE, "rules": {"must_keep_all": "yes", "hot_dice": "forced"}},
        "must_keep_all=yes does not go with hot_dice=forced: every die scores, so no turn would ever end",
    ),
    "no keep without three alike": (
        {"table": ONLY_TRIPLES, "rules": {"press_on": "yes"}},
        "press_on=yes: no turn could ever be banked",
    ),
    "no sum of 300 and 700": (
        {"table": {"singles": [0] * 6, "triples": [300, 0, 0, 0, 0, 700]}, "rules": exact(500)},
        "target=500 does not go with end=exact: no points of these dice add up to it",
    ),
    "a straight must be rolled again": (
        {"table": only(triple=7000), "rules": exact(1500, straight=1500, hot_dice="forced")},
        "target=1500 does not go with end=exact and hot_dice=forced: no points of these dice add up to it",
    ),
    "three rolls of 250 or more": (
        {"table": only(250, 750), "rules": exact(500, opening=50, opening_rolls=3)},
        "target=500 does not go with end=exact and opening=50 and opening_rolls=3: "
        "no points of these dice add up to it",
    ),
    "six dice of 250": (
        {"table": {"singles": [250] * 6, "triples": [750] * 6}, "rules": exact(500, must_keep_all="yes")},
        "target=500 does not go with end=exact and must_keep_all=yes: no points of these dice add up to it",
    ),
    "a bet on 700": (
        {"table": only(triple=700), "rules": exact(500, calls="yes")},
        "target=500 does not go with end=exact: no points of these dice add up to it",
    ),
    "a penalty from 0": (
        {"table": only(triple=1500), "rules": exact(1000, train_wreck=-500)},
        "target=1000 does not go with end=exact: no points of these dice add up to it",
    ),
    "a last die that never scores": (
        {"table": only(triple=1000), "rules": exact(1500, last_die="yes")},
        "target=1500 does not go with end=exact: no points of these dice add up to it",
    ),
    "an opening past the target": (
        {"table": only(450), "rules": exact(1000, opening=1000)},
        "target=1000 does not go with end=exact and opening=1000: no points of these dice add up to it",
    ),
    "three rolls of 300": (
        {"table": only(50), "rules": {"opening": 950, "max_rolls": 3}},
        "opening=950 and max_rolls=3: no turn could ever be banked",
    ),
    "a bank to beat": (
        {"rules": {"grow": "yes", "end": "exact"}},
        "grow=yes does not go with end=exact: what is missing to the target can be less than the bank to beat",
    ),
}
"""Rules that cannot end, and why they are refused."""

NEIGHBORS: list[dict[str, Any]] = [
    {"table": ALL_SCORE, "rules": {"must_keep_all": "yes", "hot_dice": "optional"}},
    {"table": ALL_SCORE, "rules": {"must_keep_all": "no", "hot_dice": "forced"}},
    {"rules": {"must_keep_all": "yes", "hot_dice": "forced"}},
    {"table": {"singles": [0] * 5 + [50]}, "rules": {"press_on": "yes"}},
    {"table": ONLY_TRIPLES, "rules": {"press_on": "yes", "straight": 1500}},
    {"table": ONLY_TRIPLES, "rules": {"press_on": "yes", "no_risk": "yes"}},
    {"table": {"singles": [0] * 6, "triples": [300, 0, 0, 0, 0, 700]}, "rules": exact(1000)},
    {"table": only(triple=300), "rules": exact(1000, **PENALTIES)},
    {"table": only(triple=7000), "rules": exact(1500, straight=1500)},
    {"table": only(250, 750), "rules": exact(1000, opening=50, opening_rolls=3)},
    {"table": {"singles": [250] * 6, "triples": [750] * 6}, "rules": exact(1500, must_keep_all="yes")},
    {"table": only(triple=450), "rules": exact(500, calls="yes")},
    {"table": only(triple=700), "rules": exact(500, calls="yes", negative="yes")},
    {"table": only(triple=1500), "rules": exact(1000, train_wreck=-500, negative="yes")},
    {"table": only(1000), "rules": exact(6500, last_die="yes")},
    {"table": only(500), "rules": exact(1000, opening=1000)},
    {"table": only(450), "rules": exact(1000, opening=100, busts=-500)},
    {"table": {"singles": [333, 0, 0, 0, 7, 0]}, "rules": exact(10_000)},
    {"base": "dice-10000", "table": {"singles": [100, 20, 0, 0, 50, 0]}, "rules": {"opening": 500, "busts": "none"}},
    {"rules": {"opening": 3000}},
    {"base": "dice-10000", "table": {"singles": [100, 20, 0, 0, 50, 0]}, "rules": {"opening": 1500, "busts": "none"}},
    {"base": "five-cubes", "rules": {"opening": 100}},
]
"""Rules that only look like these."""

REMEDIES = (" can end, so use fewer of these rules", " reaches it, so use less", " reach it, so use less")


@pytest.mark.parametrize(("content", "reason"), ENDLESS.values(), ids=list(ENDLESS))
def test_a_variant_that_could_not_end_is_refused_when_it_is_read(content: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption) as error:
        own(**content)
    assert error.value.args[0] == reason


@pytest.mark.parametrize("content", NEIGHBORS, ids=[f"{n}" for n in range(len(NEIGHBORS))])
def test_variants_that_only_look_like_these_are_accepted(content: dict[str, Any]) -> None:
    assert own(**content).legal()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({"table": only(50), "rules": {"opening": 900}}, "opening=900: only about 1 of 200538 turns reaches it"),
        ({"table": only(50), "rules": {"opening": 500, "bank_min": 1000}}, "bank_min=1000: only about 1 of 398213"),
        ({"table": only(50), "rules": {"opening": 2500}}, "opening=2500: fewer than 1 of 100000 turns reach it"),
        ({"base": "five-cubes", "rules": {"opening": 1000}}, "opening=1000: it takes too long to find out how often"),
        (
            {"table": {"singles": [100, 0, 0, 0, 50, 0], "triples": [0] * 6}, "rules": {"opening": 4000}},
            "opening=4000: it ",
        ),
    ],
)
def test_a_bank_that_fewer_than_1_of_100000_turns_reach_is_refused_with_that_figure(
    content: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadOption) as error:
        own(**content)
    assert error.value.args[0].startswith(reason) and error.value.args[0].endswith(", so use less")


SINGLES = only(50)
TRIPLE = only(50, 300)
TRIPLES = {"singles": [0] * 6, "triples": [300, 200, 0, 0, 0, 0]}
RARE: list[tuple[dict[str, list[int]], dict[str, Any], int]] = [
    (SINGLES, {"opening": 1000}, 398213),
    (SINGLES, {"opening": 800, "dice": 5}, 178622),
    (SINGLES, {"opening": 1500, "dice": 7}, 37000330),
    (SINGLES, {"bank_min": 1500}, 687065190),
    (SINGLES, {"opening": 1500, "hot_dice": "forced"}, 1033022253),
    (SINGLES, {"opening": 1000, "hot_dice": "forced", "dice": 5}, 8475770),
    (SINGLES, {"opening": 1500, "press_on": "yes"}, 708556499),
    (SINGLES, {"opening": 1500, "straight": 500}, 158241),
    (SINGLES, {"opening": 1500, "three_pairs": 300}, 1964916),
    (SINGLES, {"opening": 1000, "six_alike": "yes"}, 399733),
    (SINGLES, {"opening": 1000, "four_twos": "yes"}, 405137),
    (SINGLES, {"opening": 1500, "empty_six": 50}, 3873655),
    (TRIPLE, {"bank_min": 1500}, 3341402),
    (TRIPLE, {"opening": 2000, "must_keep_all": "yes"}, 553418873),
    (TRIPLE, {"opening": 3000, "multiples": "doubling"}, 2567908),
    (TRIPLES, {"opening": 1000}, 502281),
    (TRIPLES, {"opening": 1500, "hot_dice": "forced"}, 155764585),
]
"""Points, rules, and how many turns it takes to reach the bank once, by a separate computation with brute_force.py."""


@pytest.mark.parametrize(("table", "rules", "turns"), RARE, ids=[str(rules) for _, rules, _ in RARE])
def test_the_figure_for_a_rare_bank_is_exact(table: dict[str, list[int]], rules: dict[str, Any], turns: int) -> None:
    key = "opening" if "opening" in rules else "bank_min"
    reason = f"{key}={rules[key]}: only about 1 of {turns} turns reaches it, so use less"
    assert reason_against({"table": table, "rules": rules}) == reason


@pytest.mark.parametrize("limit_us", [0, 10_000, 100_000])
def test_where_there_is_no_time_to_decide_rules_are_refused_and_never_accepted_unseen(
    limit_us: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_rolls, "LIMIT_US", limit_us)
    reasons = [
        (content, reason_against(content)) for content in [content for content, _ in ENDLESS.values()] + NEIGHBORS
    ]
    assert all(reason or content in NEIGHBORS for content, reason in reasons)
    undecided = [reason for _, reason in reasons if "takes too long" in reason]
    assert undecided and all(reason.endswith(REMEDIES) for reason in undecided)
    assert all(reason_against({"table": table, "rules": rules}) for table, rules, _ in RARE)


@pytest.mark.parametrize("variant", [variant for variant in variants.VARIANTS if variant.dice_set is not PHASE])
def test_a_copy_of_a_game_of_the_console_is_accepted_with_each_house_rule(variant: Variant) -> None:
    """With a table of its own, so that it is searched; a rule that the console's game refuses is left out."""
    dice_set = variant.dice_set
    table = {"singles": list(dice_set.singles[:6]), "triples": list(dice_set.triples[:6])}
    for option in options.options_for(dice_set.kind):
        for value in option.values:
            if option.key == "three_ones" or (variant.name == "five-cubes" and option.key in ("opening", "bank_min")):
                continue  # the table has these points; of five cubes 1000 points are refused
            try:
                options.resolve(dice_set, {**variant.row, option.key: value})
            except BadOption:
                continue
            own(base=variant.name, table=table, rules={option.key: value})


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
        if game.turns[0] > 3:
            break
        while player.think():
            pass
        for action in player.choose()[0]:
            game.apply(action, dice)
    assert game.turns[0] > 3


@pytest.mark.long
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


small_tables = st.fixed_dictionaries(
    {
        "singles": st.lists(st.sampled_from([0, 0, 0, 250, 450]), min_size=6, max_size=6),
        "triples": st.lists(st.sampled_from([0, 0, 450, 700, 1000]), min_size=6, max_size=6),
    }
)
small_rules = st.fixed_dictionaries(
    {"dice": st.just(5), "target": st.sampled_from([500, 1000, 1500]), "end": st.sampled_from(["exact", "sudden"])},
    optional={
        "hot_dice": st.just("forced"),
        "must_keep_all": st.just("yes"),
        "press_on": st.just("yes"),
        "clear": st.just("yes"),
        "opening": st.sampled_from([250, 500, 1000]),
        "bank_min": st.sampled_from([300, 1000]),
        "empty_six": st.just(250),
        "last_die": st.just("yes"),
        "no_risk": st.just("yes"),
        "calls": st.just("yes"),
        "busts": st.sampled_from([-500, "all"]),
        "train_wreck": st.just(-500),
        "max_rolls": st.just(3),
        "negative": st.just("yes"),
    },
)


def end_of_random_play(game: Game, seed: int) -> bool:
    """Whether random legal play ends the game."""
    dice = Lcg(seed)
    for _ in range(MOST_ACTIONS):
        if not game.legal():
            return True
        game.apply(decide(game, dice), dice)
    return False


@pytest.mark.sweep
@settings(max_examples=20, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(small_tables, small_rules, st.booleans(), seeds)
def test_brute_force_agrees_on_which_variants_can_end(
    table: dict[str, list[int]], row: dict[str, Any], rolls: bool, seed: int
) -> None:
    row = {**row, "opening_rolls": 3 if rolls and "opening" in row else 0}
    content: dict[str, Any] = {"table": table, "rules": row}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sixpip.rules.menus.endless.check", lambda dice_set, values: None)
        try:
            game = own(**content)
        except BadOption:
            return
    reason = ""
    try:
        own(**content)
    except BadOption as error:
        reason = error.args[0]
    if not reason and not end_of_random_play(game, seed):
        assert can_end(own(**content)) is not False
    elif reason and not reason.endswith(REMEDIES):
        assert can_end(game) is not True


def refusal(mix: Mix) -> str:
    """Returns why house rules over those of a built-in variant are refused, "" if they are not."""
    variant = variants.find(mix.variant)
    try:
        endless.check(variant.dice_set, options.resolve(variant.dice_set, variant.row, mix.rules))
    except BadOption as refused:
        return str(refused)
    return ""


@pytest.mark.long
@pytest.mark.scaled
def test_whatever_house_rules_of_the_menu_are_chosen_a_game_can_end() -> None:
    refused = [(mix, reason) for mix in map(random_mix, range(scaled(500, 20_000))) if (reason := refusal(mix))]
    # how often five cubes reach such a bank would take long to compute; see _SAFE_CUBES in endless.py
    assert all(mix.variant == "five-cubes" and "how often a turn reaches it" in reason for mix, reason in refused)
