"""Where the check for an end draws the line: the largest openings, and exact targets that points reach or miss."""

from typing import Any

import pytest

from host_tests.variant_file import file
from sixpip.rules.game.errors import BadOption
from sixpip.rules.menus import custom
from sixpip.rules.setup import options

pytestmark = pytest.mark.usefixtures("no_own_variants")

SINGLES = "50 0 0 0 0 0", "0 0 0 0 0 0"
TRIPLE = "50 0 0 0 0 0", "300 0 0 0 0 0"
TWO_FACES = "100 0 0 0 50 0", "0 0 0 0 0 0"
ALIKE = "50 50 0 0 0 0", "0 0 0 0 0 0"
THREE_FACES = "50 50 50 0 0 0", "0 0 0 0 0 0"
SIX_FACES = "100 0 0 0 50 0", "1000 200 300 400 500 600"


def numbers(text: str) -> list[int]:
    """The points of six faces."""
    return [int(number) for number in text.split()]


def reason_against(table: tuple[str, str], rules: str) -> str:
    """Why rules, written as key=value, with these points of one die and of three alike are refused; "" if not."""
    points = {"singles": numbers(table[0]), "triples": numbers(table[1])}
    row: dict[str, Any] = options.read_pairs(rules.split())
    try:
        custom.read(file(base="pure", faces=None, table=points, rules=row))
    except BadOption as refused:
        return str(refused.args[0])
    return ""


LARGEST = [
    (SINGLES, "", 850),
    (SINGLES, "opening_rolls=3", 850),
    (SINGLES, "dice=7", 1000),
    (SINGLES, "dice=7 opening_rolls=3", 950),
    (SINGLES, "wild_die=yes", 800),
    (SINGLES, "press_on=yes clear=yes", 800),
    (TRIPLE, "", 1150),
    (TRIPLE, "opening_rolls=3", 1050),
    (TRIPLE, "dice=7 opening_rolls=3", 1250),
    (TRIPLE, "must_keep_all=yes opening_rolls=3", 1150),
    (TRIPLE, "press_on=yes clear=yes", 950),
    (TWO_FACES, "", 1250),
    (TWO_FACES, "dice=7", 600),
    (TWO_FACES, "must_keep_all=yes", 1650),
    (TWO_FACES, "press_on=yes clear=yes", 1400),
    (ALIKE, "", 2250),
    (ALIKE, "four_twos=yes", 2200),
    (ALIKE, "six_ones=out", 2150),
    (ALIKE, "calls=yes", 2050),
    (THREE_FACES, "", 2850),
    (THREE_FACES, "dice=7", 1250),
    (THREE_FACES, "must_keep_all=yes", 4850),
    (THREE_FACES, "wild_die=yes", 900),
    (THREE_FACES, "press_on=yes clear=yes", 1800),
    (THREE_FACES, "calls=yes", 2100),
    (SIX_FACES, "", 2200),
    (SIX_FACES, "dice=7", 2400),
    (SIX_FACES, "dice=7 opening_rolls=3", 2400),
    (SIX_FACES, "must_keep_all=yes", 2450),
]
"""The most points to get in that the Pico can show in a second to be reached by 1 of 100000 turns or more."""


@pytest.mark.parametrize(("table", "rules", "most"), LARGEST, ids=str)
def test_the_largest_opening_is_accepted_and_50_points_more_are_refused(
    table: tuple[str, str], rules: str, most: int
) -> None:
    assert reason_against(table, f"{rules} opening={most}") == ""
    reason = reason_against(table, f"{rules} opening={most + 50}")
    assert reason.endswith((", so use less", ", so use fewer of these rules"))


@pytest.mark.parametrize(
    ("table", "rules"),
    [(SINGLES, "opening_rolls=3 opening=900"), (THREE_FACES, "calls=yes opening=4300")],
    ids=["three rolls to get in", "bets"],
)
def test_an_estimate_is_not_given_as_a_figure(table: tuple[str, str], rules: str) -> None:
    demand = rules.split()[-1]
    reason = f"{demand}: it takes too long to find out how often a turn reaches it, so use less"
    assert reason_against(table, rules) == reason


@pytest.mark.parametrize(
    "rules", ["dice=5 bank_min=1500", "dice=5 opening=1000", "dice=7 opening=1000", "press_on=yes opening=500"]
)
def test_a_bank_that_no_dice_reach_is_refused(rules: str) -> None:
    triples = "0 0 0 0 0 0", "300 200 0 0 0 0"
    assert reason_against(triples, rules).endswith("no turn could ever be banked")


def test_all_dice_that_score_may_be_kept_and_rolled_again_unless_each_face_scores() -> None:
    rules = "must_keep_all=yes hot_dice=forced"
    assert reason_against(("100 10 20 30 50 0", "0 0 0 0 0 0"), rules) == ""
    assert reason_against(("100 10 20 30 50 1", "0 0 0 0 0 0"), rules).endswith("so no turn would ever end")


def test_of_two_equal_demands_the_opening_is_named() -> None:
    assert reason_against(SINGLES, "opening=1000 bank_min=1000").startswith("opening=1000: only about 1 of 398213")


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
    ("0 0 350 0 350 0", "0 0 0 0 1500 0", "dice=7 target=1000 negative=yes wild_die=yes full_house=250", UNDECIDED),
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
    ("0 0 0 0 0 0", "1500 0 0 0 0 0", "dice=5 target=1000 full_house=250 no_risk=yes clear=yes", NO_SUM),
    ("450 0 0 0 0 0", "700 0 0 0 0 0", "dice=5 target=1000 full_house=250 clear=yes", UNDECIDED),
    ("0 0 0 450 0 0", "450 1000 0 0 0 1000", "dice=7 target=500 cold_start=yes", UNDECIDED),
    ("450 0 0 0 0 0", "700 0 0 0 0 0", "target=2000 empty_six=250", NO_SUM),
    (
        "0 0 0 0 0 0",
        "700 1000 0 0 1000 0",
        "dice=5 target=1500 hot_dice=forced full_house=250 negative=yes cold_start=yes",
        UNDECIDED,
    ),
    ("0 0 0 0 0 0", "500 0 0 0 0 0", "dice=5 target=1500 empty_six=300 bank_min=800", NO_SUM),
    ("0 0 0 0 0 0", "500 0 0 0 0 0", "dice=5 target=1500", ENDS),
]
"""Points of one die, of three alike, rules of a game with an exact target, and whether it can end."""


@pytest.mark.parametrize(("singles", "triples", "rules", "verdict"), VERDICTS, ids=str)
def test_an_exact_target_is_accepted_where_some_points_add_up_to_it(
    singles: str, triples: str, rules: str, verdict: str
) -> None:
    reason = reason_against((singles, triples), f"end=exact {rules}")
    assert reason.endswith(verdict) and bool(reason) == bool(verdict)
