"""The options: their texts, their checks with reasons, and which of two conflicting ones is dropped."""

from typing import Any

import pytest

from host_tests.replayed import played
from sixpip.rules.core.errors import BadLine, BadOption, is_whole
from sixpip.rules.rulebook import options
from sixpip.rules.rulebook.options import OFF, ON, Option
from sixpip.rules.rulebook.variant import DiceSet, Variant
from sixpip.rules.rulebook.variants import CUBES, GRAND, PHASE, PIPS, VARIANTS
from sixpip.rules.ten_thousand.house_rules import house_rule

YES = "no or yes"
STEPS_OF_5 = "any multiple of 5 from 0 to 5000"
STEPS_OF_50 = "any multiple of 50 from 0 to 5000"
CHOICES = {
    "dice": "6, 5 or 7",
    "hot_dice": "optional or forced",
    "multiples": "triples, doubling, adding or fixed",
    "three_ones": "1000 or 300",
    "straight": f"0, 200, 1500, 2500, 3000 or {STEPS_OF_50}",
    "three_pairs": f"0, 750, 1000, 1500 or {STEPS_OF_50}",
    "pairs_count": "strict or 4+2",
    "two_triplets": f"0, 2500 or {STEPS_OF_50}",
    "short_straights": "none, 500/750 or 1250/1500",
    "full_house": f"0, 250, 500 or {STEPS_OF_50}",
    "opening": f"0, 35, 350, 500, 750, 1000 or {STEPS_OF_5}",
    "opening_rolls": "0 or 3",
    "bank_min": f"0, 300 or {STEPS_OF_5}",
    "busts": "none, -500, -1000 or all",
    "train_wreck": "none, -500 or all",
    "six_ones": "score or out",
    "empty_six": f"0, 500 or {STEPS_OF_50}",
    "max_rolls": "0, 3, 4 or 5",
    "end": "last-turn, same-round, beat-or-bust, exact, sudden or last-licks",
    "target": "10000, 300, 5000, 20000 or any multiple of 500 from 500 to 50000",
    "reach": "at or above",
    "start": "seated, all-dice or one-die",
}
"""The values of the rule sheet, the default first; all other house rules are on or off."""


def test_the_values_of_each_house_rule_are_those_of_the_rule_sheet() -> None:
    assert {option.key: option.choices() for option in options.OPTIONS} == {
        option.key: CHOICES.get(option.key, YES) for option in options.OPTIONS
    }
    assert options.option_named("start", PHASE.kind).choices() == "seated or one-die"


def test_the_texts_of_an_option_are_its_rule_its_label_and_its_meaning() -> None:
    option = options.option_named("dice")
    assert (option.rule, option.label, option.meaning) == ("TT-01", "Dice", "how many dice a turn starts with")
    assert Option("x", ("only",), "TT-00 | X | x").choices() == "only"


@pytest.mark.parametrize("option", options.OPTIONS + options.PHASE_OPTIONS, ids=lambda option: option.key)
def test_each_line_of_a_row_is_about_another_value_of_it_and_each_conflict_names_house_rules(option: Option) -> None:
    head, *lines = option.text.split("\n")
    named = [line.partition(" |")[0] for line in lines]
    assert 3 <= len(head.split(" | ")) <= 4 and len(set(named)) == len(named)
    assert set(named) <= {ON, *map(str, option.values)}
    for value, other, against, _ in option.conflicts:
        assert value in (ON, *option.values)
        assert against in (ON, OFF, *options.option_named(other).values)


def test_a_value_that_a_variant_does_not_name_is_the_default() -> None:
    variant = Variant("mine", "Mine", PIPS, "dice=7 hot_dice=forced")
    written = [variant.written(key, "none") for key in ("dice", "hot_dice", "hot", "opening")]
    assert written == ["7", "forced", "none", "none"]


@pytest.mark.parametrize(
    ("text", "whole"),
    [("5", True), ("-5", True), ("-", False), ("", False), ("5.0", False), ("9" * 9, True), ("9" * 10, False)],
)
def test_whole_numbers_are_distinguished_from_other_text(text: str, whole: bool) -> None:
    assert is_whole(text) == whole


JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0.0,
    1e9,
    "",
    "x",
    "1 ",
    "-",
    b"yes",
    [],
    ["yes"],
    {},
    -50,
    7,
    60_001,
    2**64,
)


@pytest.mark.parametrize("option", options.OPTIONS, ids=lambda option: option.key)
def test_an_option_accepts_only_the_values_it_lists(option: Option) -> None:
    for value in option.values:
        assert option.check(value) is value
        assert option.read(str(value)) == value
    numbers: list[int] = []
    if option.span:
        least, most, step = option.span
        assert [option.read(str(number)) for number in (least, least + step, most)] == [least, least + step, most]
        numbers = [least - step, least + 1, most - 1, most + step]
    for junk in (*JUNK, *numbers):
        if junk not in option.values or isinstance(junk, bool | float):
            with pytest.raises(BadOption):
                option.check(junk)


NEEDED: dict[str, dict[str, Any]] = {
    "straight_gather": {"straight": 200},
    "opening_rolls": {"opening": 350},
    "pairs_count": {"three_pairs": 1000},
    "extend": {"multiples": "doubling"},
}


def test_every_option_and_variant_is_valid() -> None:
    keys = [option.key for option in options.OPTIONS]
    assert len(set(keys)) == len(keys)
    for option in options.OPTIONS:
        assert 0 < len(option.label) <= 21
        assert option.meaning
        for value in option.values:
            cubes = not option.fits(PIPS.kind) or value == 300
            table, row = (CUBES, {"dice": 5}) if cubes and option.key != "three_ones" else (PIPS, {})
            values = options.resolve(table, {**row, **NEEDED.get(option.key, {}), option.key: value})
            assert values[option.key] == value
            classes = dict(house_rule.classes_for(values))
            path = option.class_for(value)
            assert not path or classes[option.key].__name__ == path.partition(":")[2]
    for variant in VARIANTS:
        assert options.resolve(variant.dice_set, variant.options)
        assert len(variant.title) <= 21
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS)


def other_than(key: str, value: Any) -> Any:
    """A value of a house rule that fits a row of the conflicts."""
    values = options.option_named(key).values
    return values[1] if value == ON else values[0] if value == OFF else value


EACH_CONFLICT = pytest.mark.parametrize(
    "conflict", list(options.conflicts()), ids=lambda conflict: f"{conflict[0]}-{conflict[2]}"
)


@EACH_CONFLICT
def test_house_rules_that_do_not_go_together_are_refused_with_the_reason(conflict: tuple[Any, ...]) -> None:
    key, value, other, against, why = conflict
    row = {**NEEDED.get(key, {}), **NEEDED.get(other, {})}
    row.update({other: other_than(other, against), key: other_than(key, value)})
    with pytest.raises(BadOption) as refused:
        options.resolve(PIPS, {"multiples": "triples"}, row)
    assert refused.value.args[0] == f"{key}={row[key]} does not go with {other}={row[other]}: {why}"


@EACH_CONFLICT
def test_each_of_two_house_rules_that_do_not_go_together_is_allowed_without_the_other(
    conflict: tuple[Any, ...],
) -> None:
    key, value, other, against, _ = conflict
    for one, given in ((key, value), (other, against)):
        needed = NEEDED.get(one, {}) if given != OFF else {}
        assert options.resolve(PIPS, {}, {**needed, one: other_than(one, given)})


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant.dice_set is not PHASE])
def test_a_house_rule_alone_is_refused_only_with_a_reason_that_names_it(variant: Variant) -> None:
    reasons = {}
    for option in options.OPTIONS:
        for value in option.values:
            try:
                options.resolve(variant.dice_set, variant.options, {option.key: value})
            except BadOption as refused:
                reasons[f"{option.key}={value}"] = str(refused)
    assert [pair for pair, reason in reasons.items() if pair not in reason] == []
    assert sum(len(option.values) for option in options.OPTIONS) - len(reasons) > len(options.OPTIONS)


def test_the_only_house_rule_of_phase_10_is_who_starts() -> None:
    assert [option.key for option in options.options_for(PHASE.kind)] == ["start"]
    for option in options.OPTIONS:
        for value in option.values[1:]:
            if option.key != "start":
                with pytest.raises(BadOption, match=f"^{option.key}=.* makes no sense with these dice"):
                    options.resolve(PHASE, {option.key: value})
    refused: tuple[tuple[dict[str, Any], str], ...] = (
        ({"start": "all-dice"}, "start=all-dice is not a value of start: use seated or one-die"),
        ({"hot": 1}, "There is no option 'hot': use one of start"),
    )
    for row, reason in refused:
        with pytest.raises(BadOption, match=reason):
            options.resolve(PHASE, row)


@pytest.mark.parametrize(
    ("table", "row", "reason"),
    [
        (PIPS, {"five_alike": "yes"}, "five_alike=yes makes no sense with these dice (1 2 3 4 5 6): leave it out"),
        (GRAND, {"three_ones": 300}, "three_ones=300 makes no sense with these dice (A K Q J 50 100): leave it out"),
        (
            CUBES,
            {"dice": 5, "straight": 200},
            "straight=200 makes no sense with these dice (2 3 4 5 6 10 sun): leave it out",
        ),
        (CUBES, {"dice": 6}, "dice=6 does not go with these dice: there are five cubes"),
        (PIPS, {"target": 300}, "target=300 is for five cubes: use a multiple of 500"),
        (
            PIPS,
            {"end": "exact", "opening": 1000, "target": 500},
            "opening=1000 does not go with target=500 and end=exact: the first bank would be past the target",
        ),
        (
            GRAND,
            {"straight": 150, "straight_gather": "yes"},
            "straight_gather=yes does not go with straight=150: it must be more than the 150 points it may replace",
        ),
        (
            PIPS,
            {"straight": 250, "straight_gather": "yes", "wild_die": "yes"},
            "straight_gather=yes does not go with straight=250: it must be more than the 250 points it may replace",
        ),
        (
            PIPS,
            {"straight": 750, "straight_gather": "yes", "short_straights": "500/750"},
            "straight_gather=yes does not go with straight=750: it must be more than the 750 points it may replace",
        ),
    ],
)
def test_a_house_rule_that_is_not_possible_is_refused(table: DiceSet, row: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        options.resolve(table, row)
    assert refused.value.args[0] == reason


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("dice-10000 end=exact", {"reach": "at"}),
        ("ten-thousand three_pairs=0", {"pairs_count": "strict", "straight": 3000}),
        ("ten-thousand dice=5", {"straight": 0, "three_pairs": 0, "pairs_count": "strict"}),
        ("zilch cold_start=yes", {"empty_six": 0}),
        ("dice-10000 end=sudden", {"reach": "above"}),
    ],
)
def test_a_house_rule_chosen_by_the_players_overrules_a_conflicting_rule_of_the_variant(
    head: str, expected: dict[str, Any]
) -> None:
    game = played(head)
    assert {key: game.options[key] for key in expected} == expected


@pytest.mark.parametrize("head", ["dice-10000 end=exact reach=above", "ten-thousand dice=5 straight=1500"])
def test_two_conflicting_house_rules_chosen_by_the_players_are_refused(head: str) -> None:
    with pytest.raises(BadLine, match="does not go with"):
        played(head)
