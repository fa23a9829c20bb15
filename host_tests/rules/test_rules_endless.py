"""Rules by which a turn or a game could not end are refused, and banks that turns rarely reach; by others turns end."""

import json
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from host_tests.effort import scaled
from host_tests.random_play import Lcg
from host_tests.rules.rules_strategies import seeds
from sixpip.players.styles import MASTER, OFFERED, STEADY
from sixpip.players.ten_thousand.computer import ComputerPlayer
from sixpip.players.ten_thousand.master import ComputerPlayer as Master
from sixpip.rules.core import actions
from sixpip.rules.core.errors import BadOption
from sixpip.rules.rulebook import custom, endless, options, variants
from sixpip.rules.rulebook.variant import Variant
from sixpip.rules.rulebook.variants import PHASE
from sixpip.rules.ten_thousand import trial_rolls
from sixpip.rules.ten_thousand.game import Game
from tools.check.power_on import Mix, random_mix

pytestmark = pytest.mark.usefixtures("no_own_variants")

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
    variants.clear_own()
    variants.register(custom.read(json.dumps({"name": "own", "base": "pure", **content}).encode()))
    return Game("own")


def game_by(table: str, rules: str, base: str = "pure") -> Game:
    """Returns a game by a table, "points of one die / points of three alike", and rules as key=value. Raises BadOption.

    A part of the table that is empty is that of `base`.
    """
    parts = zip(("singles", "triples"), table.split(" / "))
    points = {name: [int(number) for number in text.split()] for name, text in parts if text}
    return own(base=base, rules=options.read_pairs(rules.split()), **({"table": points} if points else {}))


def reason_against(table: str, rules: str, base: str = "pure") -> str:
    try:
        game_by(table, rules, base)
    except BadOption as error:
        return str(error)
    return ""


ALL_SCORE = "100 10 20 30 50 40"
NO_SINGLES = "0 0 0 0 0 0"
SINGLES = "50 0 0 0 0 0 / 0 0 0 0 0 0"
TRIPLE = "50 0 0 0 0 0 / 300 0 0 0 0 0"
TRIPLES = "0 0 0 0 0 0 / 300 200 0 0 0 0"
TWO_FACES = "100 0 0 0 50 0 / 0 0 0 0 0 0"
ALIKE = "50 50 0 0 0 0 / 0 0 0 0 0 0"
THREE_FACES = "50 50 50 0 0 0 / 0 0 0 0 0 0"
SIX_FACES = "100 0 0 0 50 0 / 1000 200 300 400 500 600"
SMALL = "100 20 0 0 50 0"
TARGET = "target={} does not go with end=exact{}: no points of these dice add up to it"
NEVER_BANKED = "no turn could ever be banked"
FOREVER = "must_keep_all=yes does not go with hot_dice=forced: every die scores, so no turn would ever end"
GROW = "grow=yes does not go with end=exact: what is missing to the target can be less than the bank to beat"
ENDLESS = [
    (ALL_SCORE, "must_keep_all=yes hot_dice=forced", FOREVER),
    (NO_SINGLES, "press_on=yes", f"press_on=yes: {NEVER_BANKED}"),
    ("0 0 0 0 0 0 / 300 0 0 0 0 700", "end=exact target=500", TARGET.format(500, "")),
    (
        "0 0 0 0 0 0 / 7000 0 0 0 0 0",
        "end=exact target=1500 straight=1500 hot_dice=forced",
        TARGET.format(1500, " and hot_dice=forced"),
    ),
    (
        "250 0 0 0 0 0 / 750 0 0 0 0 0",
        "end=exact target=500 opening=50 opening_rolls=3",
        TARGET.format(500, " and opening=50 and opening_rolls=3"),
    ),
    (
        "250 250 250 250 250 250 / 750 750 750 750 750 750",
        "end=exact target=500 must_keep_all=yes",
        TARGET.format(500, " and must_keep_all=yes"),
    ),
    ("0 0 0 0 0 0 / 700 0 0 0 0 0", "end=exact target=500 calls=yes", TARGET.format(500, "")),
    ("0 0 0 0 0 0 / 1500 0 0 0 0 0", "end=exact target=1000 train_wreck=-500", TARGET.format(1000, "")),
    ("0 0 0 0 0 0 / 1000 0 0 0 0 0", "end=exact target=1500 last_die=yes", TARGET.format(1500, "")),
    (
        "450 0 0 0 0 0 / 0 0 0 0 0 0",
        "end=exact target=1000 opening=1000",
        TARGET.format(1000, " and opening=1000"),
    ),
    (SINGLES, "opening=950 max_rolls=3", f"opening=950 and max_rolls=3: {NEVER_BANKED}"),
    (TRIPLES, "dice=5 bank_min=1500", f"bank_min=1500: {NEVER_BANKED}"),
    (TRIPLES, "dice=7 opening=1000", f"opening=1000: {NEVER_BANKED}"),
    (TRIPLES, "press_on=yes opening=500", f"opening=500 and press_on=yes: {NEVER_BANKED}"),
    ("", "grow=yes end=exact", GROW),
]
"""Rules that cannot end, and why they are refused."""

ENDING = [
    (ALL_SCORE, "must_keep_all=yes hot_dice=optional"),
    (ALL_SCORE, "must_keep_all=no hot_dice=forced"),
    ("100 10 20 30 50 0 / 0 0 0 0 0 0", "must_keep_all=yes hot_dice=forced"),
    ("", "must_keep_all=yes hot_dice=forced"),
    ("0 0 0 0 0 50", "press_on=yes"),
    (NO_SINGLES, "press_on=yes straight=1500"),
    (NO_SINGLES, "press_on=yes no_risk=yes"),
    ("0 0 0 0 0 0 / 300 0 0 0 0 700", "end=exact target=1000"),
    ("0 0 0 0 0 0 / 300 0 0 0 0 0", "end=exact target=1000 busts=-500"),
    ("0 0 0 0 0 0 / 7000 0 0 0 0 0", "end=exact target=1500 straight=1500"),
    ("250 0 0 0 0 0 / 750 0 0 0 0 0", "end=exact target=1000 opening=50 opening_rolls=3"),
    ("250 250 250 250 250 250 / 750 750 750 750 750 750", "end=exact target=1500 must_keep_all=yes"),
    ("0 0 0 0 0 0 / 450 0 0 0 0 0", "end=exact target=500 calls=yes"),
    ("0 0 0 0 0 0 / 700 0 0 0 0 0", "end=exact target=500 calls=yes negative=yes"),
    ("0 0 0 0 0 0 / 1500 0 0 0 0 0", "end=exact target=1000 train_wreck=-500 negative=yes"),
    ("1000 0 0 0 0 0 / 0 0 0 0 0 0", "end=exact target=6500 last_die=yes"),
    ("500 0 0 0 0 0 / 0 0 0 0 0 0", "end=exact target=1000 opening=1000"),
    ("450 0 0 0 0 0 / 0 0 0 0 0 0", "end=exact target=1000 opening=100 busts=-500"),
    ("333 0 0 0 7 0", "end=exact target=10000"),
    ("0 0 50 0 0 0 / 0 0 0 0 0 0", "wild_die=yes must_keep_all=yes"),
    ("", "opening=3000"),
]
"""Rules that only look like these."""


@pytest.mark.parametrize(("table", "rules", "reason"), [*ENDLESS, *((*row, "") for row in ENDING)])
def test_rules_by_which_a_turn_or_game_could_not_end_are_refused(table: str, rules: str, reason: str) -> None:
    assert reason_against(table, rules) == reason


@pytest.mark.parametrize(
    ("base", "table", "rules"),
    [
        ("dice-10000", SMALL, "opening=500 busts=none"),
        ("dice-10000", SMALL, "opening=1500 busts=none"),
        ("five-cubes", "", "opening=100"),
    ],
)
def test_rules_of_other_games_by_which_a_turn_can_end_are_accepted(base: str, table: str, rules: str) -> None:
    assert reason_against(table, rules, base) == ""


ENDS = ""
NO_SUM = "no points of these dice add up to it"
UNDECIDED = "it takes too long to find out whether a game can end, so use fewer of these rules"
VERDICTS = [
    ("350 0 0 350 350 0", "0 1500 1500 0 0 700", "dice=5 target=1500 hot_dice=forced short_straights=500/750", ENDS),
    ("0 0 0 0 450 450", "0 700 1500 0 1500 0", "target=500 calls=yes multiples=doubling bank_min=1000", ENDS),
    ("350 0 0 0 0 0", "0 0 0 0 0 0", "target=2000", NO_SUM),
    ("350 0 0 0 0 0", "0 0 0 0 0 0", "target=3500", ENDS),
    ("0 350 0 350 0 0", "0 0 0 700 0 0", "target=2000", NO_SUM),
    ("0 0 0 0 0 450", "0 0 700 1500 0 0", "target=2000 straight=750 four_twos=yes", NO_SUM),
    ("0 0 350 0 350 0", "0 0 0 0 1500 0", "dice=7 target=1000 negative=yes wild_die=yes full_house=250", ENDS),
    ("0 0 0 500 0 0", "700 0 1500 0 0 450", "dice=7 target=500 clear=yes bank_min=1000 hot_dice=forced", ENDS),
    ("0 0 0 0 0 0", "700 0 0 0 0 0", "dice=5 target=2000 short_straights=500/750 negative=yes calls=yes", ENDS),
    ("0 450 450 0 0 0", "0 700 0 700 0 0", "dice=7 target=1000", NO_SUM),
    ("0 350 0 350 0 350", "1500 0 0 0 1500 0", "dice=7 target=500", NO_SUM),
    ("350 0 0 0 0 0", "700 0 0 0 0 0", "dice=7 target=500 clear=yes", UNDECIDED),
    ("0 0 0 450 0 0", "0 1500 0 700 0 0", "dice=7 target=500 must_keep_all=yes opening=250", NO_SUM),
    ("0 0 0 0 0 0", "1500 1500 450 0 1500 1500", "dice=7 target=500 four_twos=yes must_keep_all=yes", UNDECIDED),
    ("1000 1000 1000 1000 1000 1000", "3000 3000 3000 3000 3000 3000", "target=1500 busts=-500", NO_SUM),
    ("1000 1000 1000 1000 1000 0", "3000 3000 3000 3000 3000 3000", "target=1500 busts=-500", ENDS),
    ("0 0 0 0 0 0", "750 0 0 0 0 0", "target=1000 empty_six=250", ENDS),
    ("0 0 0 0 0 0", "1500 1500 1500 0 700 700", "dice=5 target=1500 press_on=yes no_risk=yes negative=yes", ENDS),
    ("0 0 350 0 0 0", "0 0 0 700 0 1500", "target=500 must_keep_all=yes", UNDECIDED),
    ("0 350 350 0 350 0", "0 700 0 1000 1500 1000", "target=2000 must_keep_all=yes", ENDS),
    ("0 0 0 0 0 0", "0 1000 0 700 0 0", "target=2000 train_wreck=all calls=yes negative=yes press_on=yes", UNDECIDED),
    ("350 0 0 0 0 0", "1500 0 0 0 0 0", "dice=7 target=1500 opening=500 opening_rolls=3", NO_SUM),
    ("350 0 0 0 0 0", "1500 0 0 0 0 0", "dice=7 target=1500 opening=500 opening_rolls=3 busts=all", ENDS),
    ("0 450 0 0 0 0", "1500 0 1000 0 1500 0", "target=1500 clear=yes", ENDS),
    ("0 0 0 450 0 0", "1500 700 0 0 0 700", "target=1000 negative=yes clear=yes", NO_SUM),
    ("0 0 0 0 0 0", "1500 0 0 0 0 0", "dice=5 target=1000 full_house=250 no_risk=yes clear=yes", ENDS),
    ("450 0 0 0 0 0", "700 0 0 0 0 0", "dice=5 target=1000 full_house=250 clear=yes", ENDS),
    ("0 0 0 450 0 0", "450 1000 0 0 0 1000", "dice=7 target=500 cold_start=yes", UNDECIDED),
    ("450 0 0 0 0 0", "700 0 0 0 0 0", "target=2000 empty_six=250", NO_SUM),
    (
        "0 0 0 0 0 0",
        "700 1000 0 0 1000 0",
        "dice=5 target=1500 hot_dice=forced full_house=250 negative=yes cold_start=yes",
        ENDS,
    ),
    ("0 0 0 0 0 0", "500 0 0 0 0 0", "dice=5 target=1500 empty_six=300 bank_min=800", NO_SUM),
    ("0 0 0 0 0 0", "500 0 0 0 0 0", "dice=5 target=1500", ENDS),
]
"""Points of one die, of three alike, rules of a game with an exact target, and why it is refused."""


@pytest.mark.parametrize(("singles", "triples", "rules", "verdict"), VERDICTS)
def test_an_exact_target_is_accepted_where_some_points_add_up_to_it(
    singles: str, triples: str, rules: str, verdict: str
) -> None:
    reason = reason_against(f"{singles} / {triples}", f"end=exact {rules}")
    assert reason.endswith(verdict) and bool(reason) == bool(verdict)


# Banks that turns rarely reach

LESS = ", so use less"
UNKNOWN = "it takes too long to find out how often a turn reaches it"
RARE = [
    (SINGLES, "opening=900", 200538),
    (SINGLES, "opening=1000", 398213),
    (SINGLES, "opening=500 bank_min=1000", 398213),
    (SINGLES, "opening=1000 bank_min=1000", 398213),
    (SINGLES, "opening=800 dice=5", 178622),
    (SINGLES, "opening=1500 dice=7", 37000330),
    (SINGLES, "bank_min=1500", 687065190),
    (SINGLES, "opening=1500 hot_dice=forced", 1033022253),
    (SINGLES, "opening=1000 hot_dice=forced dice=5", 8475770),
    (SINGLES, "opening=1500 press_on=yes", 708556499),
    (SINGLES, "opening=1500 straight=500", 158241),
    (SINGLES, "opening=1500 three_pairs=300", 1964916),
    (SINGLES, "opening=1000 six_alike=yes", 399733),
    (SINGLES, "opening=1000 four_twos=yes", 405137),
    (SINGLES, "opening=1500 empty_six=50", 3873655),
    (SINGLES, "opening=500 max_rolls=3", 119368),
    (TRIPLE, "opening=1000 max_rolls=3", 2238032),
    (TRIPLE, "bank_min=1500", 3341402),
    (TRIPLE, "opening=2000 must_keep_all=yes", 553418873),
    (TRIPLE, "opening=3000 multiples=doubling", 2567908),
    (TRIPLES, "opening=1000", 502281),
    (TRIPLES, "opening=1500 hot_dice=forced", 155764585),
]
"""Points, rules, and how many turns it takes to reach the bank once, by a separate computation with brute_force.py."""


@pytest.mark.parametrize(("table", "rules", "turns"), RARE)
def test_the_figure_for_a_rare_bank_is_exact(table: str, rules: str, turns: int) -> None:
    demand = max(rules.split(), key=lambda word: int(word.split("=")[1]) if word[0] in "ob" else 0)
    assert reason_against(table, rules) == f"{demand}: only about 1 of {turns} turns reaches it{LESS}"


@pytest.mark.parametrize(
    ("table", "rules", "reason"),
    [
        (SINGLES, "opening=2500", f"fewer than 1 of 100000 turns reach it{LESS}"),
        (TWO_FACES, "opening=4000", f"{UNKNOWN}{LESS}"),
        (SINGLES, "opening_rolls=3 opening=900", f"{UNKNOWN}{LESS}"),
        (THREE_FACES, "calls=yes opening=4300", f"{UNKNOWN}{LESS}"),
    ],
)
def test_a_bank_that_hardly_a_turn_reaches_is_refused_without_a_figure(table: str, rules: str, reason: str) -> None:
    assert reason_against(table, rules) == f"{rules.split()[-1]}: {reason}"


LARGEST = [
    (SINGLES, "", 850),
    (SINGLES, "dice=7 opening_rolls=3", 950),
    (SINGLES, "wild_die=yes", 800),
    (TRIPLE, "", 1150),
    (TRIPLE, "opening_rolls=3", 1050),
    (TRIPLE, "press_on=yes clear=yes", 950),
    (TWO_FACES, "dice=7", 600),
    (TWO_FACES, "must_keep_all=yes", 1650),
    (ALIKE, "six_ones=out", 2150),
    (ALIKE, "calls=yes", 2050),
    (THREE_FACES, "must_keep_all=yes", 4850),
    (THREE_FACES, "wild_die=yes", 900),
    (SIX_FACES, "", 2200),
    (SIX_FACES, "dice=7", 2400),
]
"""The most points to get in that the Pico can show in a second to be reached by 1 of 100000 turns or more."""


@pytest.mark.parametrize(("table", "rules", "most"), LARGEST)
def test_the_largest_opening_is_accepted_and_50_points_more_are_refused(table: str, rules: str, most: int) -> None:
    assert reason_against(table, f"{rules} opening={most}") == ""
    assert reason_against(table, f"{rules} opening={most + 50}").endswith((LESS, ", so use fewer of these rules"))


REMEDIES = (" can end, so use fewer of these rules", " reaches it, so use less", " reach it, so use less")


@pytest.mark.parametrize("limit_us", [0, 10_000, 200_000])
def test_where_there_is_no_time_to_decide_rules_are_refused_and_never_accepted_unseen(
    limit_us: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_rolls, "LIMIT_US", limit_us)
    assert all(reason_against(table, rules) for table, rules, _ in ENDLESS)
    rare = [reason_against(table, rules) for table, rules, _ in RARE]
    assert all(reason and "fewer than" not in reason for reason in rare)
    reasons = [reason_against(table, rules) for table, rules in ENDING]
    undecided = [reason for reason in reasons if "takes too long" in reason]
    assert undecided and all(reason.endswith(REMEDIES) for reason in undecided)


@pytest.mark.long
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
    game = game_by(ALL_SCORE, f"hot_dice={hot} target=5000 opening=350")
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


def refusal(mix: Mix) -> str:
    variant = variants.find(mix.variant)
    try:
        endless.check(variant.dice_set, options.resolve(variant.dice_set, variant.row, mix.rules))
    except BadOption as refused:
        return str(refused)
    return ""


@pytest.mark.long
@pytest.mark.scaled
def test_whatever_house_rules_of_the_menu_are_chosen_a_game_can_end() -> None:
    refused = [(mix, reason) for mix in map(random_mix, range(scaled(500, 5_000))) if (reason := refusal(mix))]
    # how often five cubes reach such a bank would take long to compute; see _SAFE_CUBES in endless.py
    assert all(mix.variant == "five-cubes" and "how often a turn reaches it" in reason for mix, reason in refused)
