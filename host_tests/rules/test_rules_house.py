"""House rules in a game: refusals, events, the marked die, and their state in a save."""

import json

import pytest

from sixpip.rules.game import actions
from sixpip.rules.game.errors import BadLine, BadRecord, Illegal
from sixpip.rules.game.events import (
    AGAIN,
    BANKED,
    BONUS,
    BUST,
    CALL_MISSED,
    GAME_OVER,
    OPENED,
    OUT,
    PENALTY,
    ROLLED,
    THREW,
    TURN,
    WON,
    event,
)
from sixpip.rules.menus import replay
from sixpip.rules.setup.record import from_record
from sixpip.rules.ten_thousand.game import Game
from sixpip.rules.ten_thousand.house_rules import calls


def played(*lines: str) -> Game:
    """The game after these lines."""
    game = replay.replay(list(lines))
    assert isinstance(game, Game)
    return game


# Refusals


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
        (["game pure calls=yes", "roll 1 2 2 3 3 4", "keep 1", "call one"], "bank", "Called: press ROLL"),
        (["game pure press_on=yes", "roll 2 2 2 3 4 6"], "bank", "Three alike: roll on"),
        (["game pure press_on=yes", "roll 2 2 2 3 4 6", "keep 2 2 2"], "bank", "Three alike: roll on"),
        (["game pure must_keep_all=yes", "roll 1 5 2 3 3 4"], "keep 1", "Keep all that score"),
        (["game pure must_keep_all=yes", "roll 1 5 2 3 3 4"], "keep 2", "A 2 scores nothing"),
        (["game pure second_chance=yes", "roll 2 2 3 3 4 6"], "keep 2", "Hold 2 dice or more"),
        (["game pure second_chance=yes", "roll 2 2 3 3 4 6"], "keep 2 2 3 3 4 6", "Leave dice to roll"),
        (["game pure second_chance=yes", "roll 2 2 3 3 4 6"], "bank", "Hold 2 dice or more"),
        (["game pure second_chance=yes", "roll 2 2 3 3 4 6", "keep 2 2"], "bank", "Roll the others"),
        (
            ["game pure second_chance=yes", "roll 2 2 3 3 4 6", "keep 2 2", "roll 2 1 4 6"],
            "keep 1",
            "Keep what you held",
        ),
        (
            ["game pure players=2 grow=yes", "roll 1 1 2 3 3 4", "bank", "roll 1 1 2 3 3 4"],
            "bank",
            "Bank over 200",
        ),
        (
            [
                "game dice-10000 players=2 opening=0",
                "roll 1 1 1 2 3 4",
                "bank",
                "roll 1 1 1 5 3 4",
                "keep 1 1 1 5",
                "bank",
            ],
            "bank",
            "Take 2 dice + 1 050?",
        ),
        (["game farkle-retail", "roll 4 4 4 2 3 6"], "bank", "100 more to get in"),
        (["game pure opening=350 opening_rolls=3", "roll 1 1 1 2 3 6"], "bank", "2 more rolls first"),
        (
            ["game pure opening=350 opening_rolls=3", "roll 1 1 1 2 3 6", "keep 1 1 1", "roll 5 2 3"],
            "bank",
            "1 more roll first",
        ),
        (
            [
                "game ten-grand players=2 start=seated target=500",
                "roll 50 50 50 A K Q",
                "bank",
                "roll 100 100 100 A K Q",
                "keep 100",
            ],
            "bank",
            "Beat 500",
        ),
        (["game pure bank_min=300", "roll 1 2 2 3 4 6"], "bank", "200 more to bank"),
        (
            ["game pure players=2 end=exact target=500", "roll 5 5 5 2 3 4", "bank"],
            "bank",
            "Roll the 3 dice left?",
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
        (["game ten-grand players=2 start=all-dice"], "roll A A K K Q Q", [event(THREW, 0, 0)]),
        (["game pure players=2 start=one-die", "roll 1"], "roll 1", [event(THREW, 1, 0)]),
        (["game pure calls=yes", "call five"], "roll 5 2 2 3 4 6", [event(BONUS, 0, 50, why="called a 5")]),
        (
            ["game pure calls=yes negative=yes", "call five"],
            "roll 2 2 3 3 4 6",
            [
                event(CALL_MISSED, 0, why="missed: a 5"),
                event(BUST, 0),
                event(PENALTY, 0, -50, why="called and bust"),
                event(TURN, 0),
            ],
        ),
        (
            ["game zilch"],
            "roll 2 2 3 3 4 6",
            [event(BONUS, 0, 500, why="no die scores"), event(AGAIN, 0, why="all dice again")],
        ),
        (["game pure second_chance=yes"], "roll 2 2 3 3 4 6", [event(AGAIN, 0, why="a second chance")]),
        (
            ["game pure clear=yes", "roll 4 4 4 2 3 6", "keep 4 4 4"],
            "roll 4 1 5",
            [event(AGAIN, 0, why="4 again: roll again")],
        ),
        (
            ["game pure last_die=yes", "roll 1 1 1 5 5 2", "keep 1 1 1 5 5"],
            "roll 2",
            [event(AGAIN, 0, why="one more roll")],
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
            [event(BUST, 0), event(PENALTY, 0, -500, why="bust with all dice"), event(TURN, 1)],
        ),
        (
            ["game pure no_risk=yes players=2", "roll 1 1 2 3 4 6", "keep 1 1"],
            "roll 2 2 3 3",
            [event(BUST, 0, number=200), event(BANKED, 0, 200, number=200), event(OPENED, 0), event(TURN, 1)],
        ),
        (
            ["game pure players=2 end=exact target=500", "roll 5 5 5 2 3 4", "bank", "take"],
            "roll 1 2 3",
            [event(PENALTY, 0, -500, why="the win is undone")],
        ),
    ],
    ids=lambda value: " / ".join(value) if isinstance(value, list) and isinstance(value[0], str) else None,
)
def test_a_house_rule_emits_its_events(lines: list[str], line: str, events: list[object]) -> None:
    game = played(*lines)
    action, dice = replay.action_of(game, line.split())
    returned = game.apply(action, dice)
    assert [one for one in returned if one.kind != ROLLED] == events


def test_without_a_call_a_score_to_beat_or_a_bank_to_beat_the_game_answers_minus_one() -> None:
    game = played("game pure players=2 end=exact")
    assert (game.called(), game.to_beat()) == (-1, -1)
    assert played("game pure players=2 grow=yes").least_bank(0) == 0


def test_one_point_more_than_the_score_to_beat_can_be_banked() -> None:
    game = played("game ten-grand players=2 start=seated target=500", "roll 50 50 50 A K Q", "bank")
    game.scores[1] = 400
    game.apply((actions.ROLL, None), replay.Script([5, 0, 1, 1, 2, 3]))
    assert game.bank_refusal() == "Beat 500"
    game.scores[1] = 401
    assert game.bank_refusal() is None


def test_a_penalty_that_is_one_point_more_than_the_score_leaves_nothing() -> None:
    """TT-11."""
    game = played("game pure calls=yes", "call one")
    game.scores[0] = 49
    game.apply((actions.ROLL, None), replay.Script([1, 1, 2, 2, 3, 5]))
    assert game.scores == [0]


def test_after_a_miss_there_is_no_bank_to_beat() -> None:
    game = played("game pure players=2 grow=yes", "roll 1 1 2 3 3 4", "bank", "roll 2 2 3 3 4 6")
    assert game.house_rules.record()["grow"] == [0, 0]


@pytest.mark.parametrize(("roll", "again"), [("sun 4 4 5 5", "4"), ("sun 5 5 6 6", "6"), ("sun 5 5 10 10", "10")])
def test_a_sun_between_two_pairs_makes_the_flash_with_more_points_of_equal_ones_the_lower(
    roll: str, again: str
) -> None:
    """CW-02, CW-05: the face that must be cleared."""
    game = played("game five-cubes", "roll " + roll, "keep " + roll)
    assert game.house_rules.record()["clear"] == [1 << game.dice_set.index(again)]


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


def test_a_call_and_the_bet_on_the_last_roll_are_saved() -> None:
    game = played("game pure calls=yes", "call five")
    assert game.house_rules.record()["calls"] == [1, 0]
    game.apply((actions.ROLL, None), replay.Script([0, 1, 1, 2, 2, 3]))
    assert game.house_rules.record()["calls"] == [-1, 1]


@pytest.mark.parametrize(
    ("row", "dice", "found"),
    [
        ({}, 6, ["one", "five", "alike", "chance"]),
        ({"three_pairs": 1500, "straight": 1500}, 6, ["one", "five", "alike", "pairs", "straight", "chance"]),
        ({"three_pairs": 1500, "straight": 1500}, 5, ["one", "five", "alike", "chance"]),
        ({}, 2, ["one", "five", "chance"]),
        ({}, 1, ["one", "five", "chance"]),
    ],
)
def test_a_call_is_possible_if_the_dice_left_can_show_it_and_it_scores(
    row: dict[str, int], dice: int, found: list[str]
) -> None:
    options = Game("pure", {"straight": 0, "three_pairs": 0, **row}).options
    assert [calls.CALLS[call] for call in calls.possible(options, dice)] == found
