"""House rules: conflicts and their reasons, refusals, events, and their state in a save."""

import json

import pytest

from host_tests.command_fixture import ask
from sixpip.rules import actions, options, replay
from sixpip.rules.conflicts import CONFLICTS, OFF, ON
from sixpip.rules.dice_sets import PHASE
from sixpip.rules.errors import BadLine, BadOption, BadRecord, Illegal
from sixpip.rules.events import (
    AGAIN,
    BANKED,
    BONUS,
    BUST,
    GAME_OVER,
    OPENED,
    OUT,
    PENALTY,
    ROLLED,
    TURN,
    WON,
    event,
)
from sixpip.rules.record import from_record
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.ten_thousand.house_rules import calls
from sixpip.rules.variants import VARIANTS

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


# The data of a house rule


def played(*lines: str) -> Game:
    """The game after these lines."""
    game = replay.replay(list(lines))
    assert isinstance(game, Game)
    return game


def refused(game: Game, line: str) -> str:
    """The reason why a line is not legal."""
    before = json.dumps(game.record())
    with pytest.raises(Illegal) as reason:
        action, dice = replay.action_of(game, line.split())
        game.apply(action, dice)
    assert json.dumps(game.record()) == before
    return str(reason.value)


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        (["game pure calls=yes", "roll 1 2 2 3 3 4", "keep 1", "call one"], "bank", "Called: roll"),
        (["game pure press_on=yes", "roll 2 2 2 3 4 6"], "bank", "Three alike: roll on"),
        (["game pure press_on=yes", "roll 2 2 2 3 4 6", "keep 2 2 2"], "bank", "Three alike: roll on"),
        (["game pure must_keep_all=yes", "roll 1 5 2 3 3 4"], "keep 1", "Keep all that score"),
        (["game pure must_keep_all=yes", "roll 1 5 2 3 3 4"], "keep 2", "A 2 scores nothing"),
        (["game pure second_chance=yes", "roll 2 2 3 3 4 6"], "keep 2", "Hold 2 dice or more"),
        (["game pure second_chance=yes", "roll 2 2 3 3 4 6"], "keep 2 2 3 3 4 6", "Leave dice to throw"),
        (["game pure second_chance=yes", "roll 2 2 3 3 4 6"], "bank", "Hold 2 dice or more"),
        (["game pure second_chance=yes", "roll 2 2 3 3 4 6", "keep 2 2"], "bank", "Throw the others"),
        (
            ["game pure second_chance=yes", "roll 2 2 3 3 4 6", "keep 2 2", "roll 2 1 4 6"],
            "keep 1",
            "Keep what you held",
        ),
        (
            ["game pure players=2 grow=yes", "roll 1 1 2 3 3 4", "bank", "roll 1 1 2 3 3 4"],
            "bank",
            "Bank more than 200",
        ),
        (["game farkle-retail", "roll 4 4 4 2 3 6"], "bank", "100 more to get in"),
        (["game pure bank_min=300", "roll 1 2 2 3 4 6"], "bank", "200 more to bank"),
        (
            ["game pure players=2 end=exact target=500", "roll 5 5 5 2 3 4", "bank"],
            "bank",
            "Roll it off with 3?",
        ),
        (["game pure", "roll 1 2 2 3 4 6"], "call one", "Nothing is offered"),
    ],
    ids=lambda value: " / ".join(value) if isinstance(value, list) else value,
)
def test_a_house_rule_refuses_with_its_reason(lines: list[str], line: str, reason: str) -> None:
    assert refused(played(*lines), line) == reason


@pytest.mark.parametrize("word", ["six", "", "one five", "1"])
def test_an_unknown_call_is_refused_with_a_list_of_the_calls(word: str) -> None:
    with pytest.raises(BadLine, match="A call is one of one, five, alike, pairs, straight, chance"):
        replay.action_of(played("game pure calls=yes"), ["call", *word.split()])


@pytest.mark.parametrize("number", [-1, 6])
def test_an_unknown_number_of_a_call_is_illegal(number: int) -> None:
    game = played("game pure calls=yes")
    with pytest.raises(Illegal, match="There is no such call"):
        game.apply((actions.CALL, number), replay.Script([]))
    assert actions.CALL in game.legal()


def test_every_call_has_a_text() -> None:
    assert len(calls.CALLS) == len(calls.WORDS)


# Events


@pytest.mark.parametrize(
    ("lines", "line", "events"),
    [
        (["game pure calls=yes", "call five"], "roll 5 2 2 3 4 6", [event(BONUS, 0, 50, why="called a 5")]),
        (
            ["game pure calls=yes negative=yes", "call five"],
            "roll 2 2 3 3 4 6",
            [event(BUST, 0), event(PENALTY, 0, -50, why="called and bust"), event(TURN, 0)],
        ),
        (
            ["game zilch"],
            "roll 2 2 3 3 4 6",
            [event(BONUS, 0, 500, why="nothing at all"), event(AGAIN, 0, why="all dice again")],
        ),
        (["game pure second_chance=yes"], "roll 2 2 3 3 4 6", [event(AGAIN, 0, why="a second chance")]),
        (
            ["game pure clear=yes", "roll 4 4 4 2 3 6", "keep 4 4 4"],
            "roll 4 1 5",
            [event(AGAIN, 0, why="4 again: clear it")],
        ),
        (
            ["game pure last_die=yes", "roll 1 1 1 5 5 2", "keep 1 1 1 5 5"],
            "roll 2",
            [event(AGAIN, 0, why="one more throw")],
        ),
        (["game five-cubes players=3"], "roll 10 10 10 10 10", [event(OUT, 0, why="five 10s"), event(TURN, 1)]),
        (
            ["game five-cubes players=2"],
            "roll 6 6 6 6 6",
            [event(WON, 0, why="five 6s"), event(GAME_OVER, 0)],
        ),
        (
            ["game dice-10000 players=2 six_ones=out"],
            "roll 1 1 1 1 1 1",
            [event(OUT, 0, why="six 1s"), event(WON, 1, why="the others are out"), event(GAME_OVER, 1)],
        ),
        (["game five-cubes"], "roll 10 10 10 10 10", [event(OUT, 0, why="five 10s"), event(GAME_OVER, -1)]),
        (
            ["game pure train_wreck=-500 negative=yes players=2"],
            "roll 2 2 3 3 4 6",
            [event(BUST, 0), event(PENALTY, 0, -500, why="bust on all dice"), event(TURN, 1)],
        ),
        (
            ["game pure no_risk=yes players=2", "roll 1 1 2 3 4 6", "keep 1 1"],
            "roll 2 2 3 3",
            [event(BUST, 0, number=200), event(BANKED, 0, 200, number=200), event(OPENED, 0), event(TURN, 1)],
        ),
        (
            ["game pure players=2 end=exact target=500", "roll 5 5 5 2 3 4", "bank", "take"],
            "roll 1 2 3",
            [event(PENALTY, 0, -500, why="rolled off")],
        ),
    ],
    ids=lambda value: " / ".join(value) if isinstance(value, list) and isinstance(value[0], str) else None,
)
def test_a_house_rule_emits_its_events(lines: list[str], line: str, events: list[object]) -> None:
    game = played(*lines)
    action, dice = replay.action_of(game, line.split())
    returned = game.apply(action, dice)
    assert [one for one in returned if one.kind != ROLLED] == events


# Dice as they are thrown: numbers from 0, the marked die first


def test_the_marked_die_shows_a_sun_where_others_show_a_3() -> None:
    game = Game("five-cubes")
    game.apply((actions.ROLL, None), replay.Script([1, 1, 0, 5, 3]))
    assert [game.dice_set.faces[face] for face in game.faces] == ["sun", "3", "2", "10", "5"]


def test_only_the_marked_die_has_a_sun_even_if_another_is_thrown_first() -> None:
    game = played("game five-cubes opening=0", "roll 5 2 3 4 4", "keep 5")
    game.apply((actions.ROLL, None), replay.Script([1, 0, 5, 2]))
    assert [game.dice_set.faces[face] for face in game.faces] == ["5", "3", "2", "10", "4"]


def test_a_wild_die_is_the_marked_die() -> None:
    game = Game("pure", {"wild_die": "yes"})
    game.apply((actions.ROLL, None), replay.Script([2, 2, 0, 1, 3, 4]))
    assert [game.dice_set.faces[face] for face in game.faces] == ["sun", "3", "1", "2", "4", "5"]


def test_without_a_marked_die_a_3_is_a_3() -> None:
    game = Game("pure")
    game.apply((actions.ROLL, None), replay.Script([2, 2, 0, 1, 3, 4]))
    assert [game.dice_set.faces[face] for face in game.faces] == ["3", "3", "1", "2", "4", "5"]


def test_the_keeps_of_a_roll_are_found_again_after_another_roll_was_scored() -> None:
    game = played("game pure", "roll 1 5 2 3 3 4")
    assert game.find_keeps() == 3
    game.scorer.score(game.multiset_key(0b000001))
    assert (game.find_keeps(), game.keep_points(0b000011)) == (3, 150)


# Its state in a save

MOMENTS = [
    ("calls", ["game pure calls=yes", "call alike"], "roll 2 2 2 3 4 6"),
    ("calls", ["game pure calls=yes second_chance=yes negative=yes", "call one", "roll 2 2 3 3 4 6"], "stop"),
    ("second_chance", ["game pure second_chance=yes", "roll 2 2 3 3 4 6", "keep 2 2"], "roll 2 3 4 6"),
    ("press_on", ["game pure press_on=yes", "roll 4 4 4 2 3 6", "keep 4 4 4"], "roll 1 2 3"),
    ("clear", ["game pure clear=yes", "roll 4 4 4 2 3 6", "keep 4 4 4"], "roll 4 2 3"),
    ("extend", ["game dice-10000 extend=yes", "roll 4 4 4 2 3 6", "keep 4 4 4"], "roll 4 2 3"),
    ("last_die", ["game pure last_die=yes", "roll 1 1 1 5 5 2", "keep 1 1 1 5 5", "roll 2"], "roll 2"),
    ("grow", ["game pure players=2 grow=yes", "roll 1 1 2 3 4 6", "bank", "roll 1 1 1 2 3 6"], "bank"),
    ("end", ["game pure players=2 end=exact target=500", "roll 5 5 5 2 3 4", "bank", "take"], "roll 1 2 3"),
]


@pytest.mark.parametrize(("key", "lines", "line"), MOMENTS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_game_saved_while_a_house_rule_has_a_state_goes_on_in_the_same_way(
    key: str, lines: list[str], line: str
) -> None:
    game = played(*lines)
    again = from_record(json.loads(json.dumps(game.record())))
    assert again.record() == game.record()
    assert key in game.record()["houses"]
    returned = []
    for played_on in (game, again):
        action, dice = replay.action_of(played_on, line.split())
        returned.append(played_on.apply(action, dice))
    assert returned[0] == returned[1]
    assert again.record() == game.record()


@pytest.mark.parametrize(("key", "lines", "line"), MOMENTS, ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.parametrize("junk", [[-2, -2, -2, -2], [10**10] * 2, ["1"], [0] * 9, None, [[0], [0]]], ids=str)
def test_an_invalid_state_of_a_house_rule_is_refused(key: str, lines: list[str], line: str, junk: object) -> None:
    record = json.loads(json.dumps(played(*lines).record()))
    record["houses"][key] = junk
    with pytest.raises(BadRecord):
        from_record(record)
