"""House rules that do not go together or do not fit the dice: the command refuses them with the reason."""

import pytest

from host_tests.command_fixture import ask
from sixpip.rules.game.errors import BadOption
from sixpip.rules.setup import options
from sixpip.rules.setup.conflicts import CONFLICTS, OFF, ON
from sixpip.rules.setup.variants import VARIANTS
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.variant import PHASE

DEFAULTS = {option.key: option.values[0] for option in options.OPTIONS}

# What each of two conflicting rules needs besides, so that nothing else is wrong.
NEEDS = {
    "straight_gather": ["straight=1500"],
    "clear": ["multiples=doubling"],
    "dice straight_gather": ["straight=1500"],
}


def given(key: str, value: object) -> object:
    """The value for ON or OFF; any other value is returned as it is."""
    if value == OFF:
        return DEFAULTS[key]
    if value == ON:
        return options.find(key).values[1]
    return value


def nonsense(row: tuple[str, object, str, object, str]) -> list[str]:
    """The options of one row of the conflicts as key=value, with those that these keys need."""
    key, value, other, against, _ = row
    words = [f"{key}={given(key, value)}", f"{other}={given(other, against)}"]
    for needs in (NEEDS.get(f"{key} {other}"), NEEDS.get(key) if other != "straight" else None):
        words += [word for word in needs or [] if word not in words]
    return words


@pytest.mark.parametrize("row", CONFLICTS, ids=lambda row: f"{row[0]}-{row[2]}")
def test_house_rules_that_do_not_go_together_are_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], row: tuple[str, object, str, object, str]
) -> None:
    key, value, other, against, why = row
    status, out, err = ask(capsys, "keeps", "pure", "1", *nonsense(row))
    assert (status, out) == (2, "")
    sentence = f"{key}={given(key, value)} does not go with {other}={given(other, against)}: {why}\n"
    assert err == sentence
    assert err.count("\n") == 1


@pytest.mark.parametrize("row", CONFLICTS, ids=lambda row: f"{row[0]}-{row[2]}")
def test_each_of_two_excluding_house_rules_is_allowed_alone(row: tuple[str, object, str, object, str]) -> None:
    words = nonsense(row)
    without = [[word for word in words if word.split("=")[0] != row[key]] for key in (0, 2)]
    allowed = []
    for left in without:
        try:
            Game("pure", options.read_pairs(left))
            allowed.append(left)
        except BadOption:
            pass
    # A rule that needs another does not go without it; the other does.
    needed = {"straight_gather", "opening_rolls", "pairs_count", "extend"}
    assert len(allowed) == (1 if row[3] == OFF and row[0] in needed else 2)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["five-cubes", "5", "dice=6"], "dice=6 does not go with these dice: there are five cubes"),
        (["pure", "1", "target=300"], "target=300 is for five cubes: use a multiple of 500"),
        (
            ["pure", "1", "end=exact", "opening=1000", "target=500"],
            "opening=1000 does not go with target=500 and end=exact: the first bank would be past the target",
        ),
        (["five-cubes", "5", "calls=yes"], "calls=yes makes no sense with these dice (2 3 4 5 6 10 sun)"),
        (["five-cubes", "5", "wild_die=yes"], "wild_die=yes makes no sense with these dice (2 3 4 5 6 10 sun)"),
        (["five-cubes", "5", "straight=1500"], "straight=1500 makes no sense with these dice (2 3 4 5 6 10 sun)"),
        (["ten-grand", "A", "six_ones=out"], "six_ones=out makes no sense with these dice (A K Q J 50 100)"),
        (["ten-grand", "A", "four_twos=yes"], "four_twos=yes makes no sense with these dice (A K Q J 50 100)"),
        (["ten-grand", "A", "calls=yes"], "calls=yes makes no sense with these dice (A K Q J 50 100)"),
        (["pure", "1", "five_alike=yes"], "five_alike=yes makes no sense with these dice (1 2 3 4 5 6)"),
        (["five-cubes", "sun", "sun"], "Only one die has a sun, and only when it is thrown"),
        (["five-cubes", "3", "3", "3", "3", "3"], "One of these dice has a sun in place of its 3"),
        (["pure", "3", "3", "3", "3", "3", "3", "wild_die=yes"], "One of these dice has a sun in place of its 3"),
        (["pure", "sun"], "The dice have no face 'sun': they show 1 2 3 4 5 6"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_what_the_dice_cannot_show_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert ask(capsys, "keeps", *words) == (2, "", sentence + "\n")


def test_exact_goes_with_an_opening_that_can_be_reached() -> None:
    assert Game("pure", {"end": "exact", "opening": 500, "target": 500}).options["opening"] == 500


def refusal(name: str, row: dict[str, str | int]) -> str:
    """Why a variant cannot be played with a row of house rules, "" when it can."""
    try:
        Game(name, row, 3)
    except BadOption as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS if variant.dice_set.kind != PHASE.kind])
def test_a_house_rule_alone_is_refused_only_with_a_reason_that_names_it(name: str) -> None:
    rows = [(option.key, value) for option in options.OPTIONS for value in option.values]
    reasons = [(f"{key}={value}", refusal(name, {key: value})) for key, value in rows]
    assert [(pair, why) for pair, why in reasons if why and pair not in why] == []
    assert len([why for _, why in reasons if not why]) > len(options.OPTIONS)
