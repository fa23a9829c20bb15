"""Damaged saves: any record gives a game that can be played on, or BadRecord with a sentence."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.random_play import Lcg
from host_tests.rules.rules_strategies import games, junk, seeds, spoil
from host_tests.variant_file import file
from sixpip.rules.game import actions
from sixpip.rules.game.errors import BadRecord, Illegal
from sixpip.rules.menus import custom, replay
from sixpip.rules.setup import variants
from sixpip.rules.setup.record import from_record
from sixpip.rules.stages import KEPT, OVER, READY, ROLLED
from sixpip.rules.ten_thousand.game import Game


def play_on(game: Game, lcg: Lcg, most: int) -> None:
    """Plays some legal actions, with all the calls that a screen makes."""
    for _ in range(most):
        legal = game.legal()
        assert bool(legal) == (game.stage != OVER)
        if not legal:
            return
        game.bank_refusal()
        game.can_score()
        game.best_keep()
        game.to_beat()
        game.dice_next()
        if actions.TAKE in legal:
            with pytest.raises(Illegal, match="Take|Roll the . di(c?)e"):  # the offer in words
                game.apply((actions.ROLL, None), lcg)
        game.apply(random_play.choose(game, lcg), lcg)
        json.dumps(game.record())


@settings(max_examples=400, deadline=None)
@given(games, seeds, st.integers(0, 60), st.data())
def test_a_damaged_record_is_refused_or_can_be_played_on(
    game: Game, seed: int, actions_done: int, data: st.DataObject
) -> None:
    lcg = Lcg(seed)
    play_on(game, lcg, actions_done)
    record = copy.deepcopy(game.record())
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(record, data)
    try:
        resumed = from_record(record)
    except BadRecord:
        return
    assert isinstance(resumed, Game)
    play_on(resumed, lcg, 40)


@settings(max_examples=60, deadline=None)
@given(st.one_of(junk, st.dictionaries(st.sampled_from(sorted(Game("dice-10000").record())), junk)))
def test_something_that_is_not_a_record_is_refused(record: Any) -> None:
    with pytest.raises(BadRecord):
        from_record(record)


LOG = """game dice-10000 players=2 opening=0 bank_min=0
roll 4 4 4 2 3 6
keep 4 4 4
bank"""


def record_after(lines: int, **changes: Any) -> dict[str, Any]:
    """The record of a game after a number of lines of LOG, with some values changed."""
    record: dict[str, Any] = replay.replay(LOG.split("\n")[:lines]).record()
    assert set(changes) <= {*record, "starter", "head_start"}
    record.update(changes)
    return record


OFFER = {"busts": [], "pick_up": [400, 7], "end": [-1, -1]}
BROKEN = [
    (1, {"variant": "dice"}, "does not fit: There is no variant 'dice'"),
    (1, {"rules": {"hot": 1}}, "does not fit: There is no option 'hot'"),
    (1, {"rules": {"opening": 77}}, "does not fit: opening=77"),
    (1, {"rules": {"opening": True}}, "'opening'"),
    (1, {"rules": {"straight": False}}, "'straight'"),
    (1, {"rules": {"straight": 2**63}}, "'straight'"),
    (1, {"rules": []}, "does not name its house rules"),
    (1, {"variant": 10000}, "no text for 'variant'"),
    (1, {"players": 7}, "'players'"),
    (1, {"players": 0}, "'players'"),
    (1, {"players": True}, "'players'"),
    (1, {"players": 3}, "list of 3 numbers for 'scores'"),
    (1, {"scores": "12"}, "'scores'"),
    (1, {"scores": [0, -1]}, "'scores'"),
    (1, {"scores": [0, 0.5]}, "'scores'"),
    (1, {"scores": [0, float("inf")]}, "'scores'"),
    (1, {"scores": [10**9 + 1, 0]}, "'scores'"),
    (1, {"turns": [0, -1]}, "'turns'"),
    (1, {"opened": [0, 2]}, "'opened'"),
    (1, {"opened": [0, -1]}, "'opened'"),
    (1, {"player": 2}, "'player'"),
    (1, {"player": -1}, "'player'"),
    (1, {"winner": 2}, "'winner'"),
    (1, {"winner": -2}, "'winner'"),
    (1, {"winner": 1}, "inconsistent"),
    (1, {"stage": "resting"}, "inconsistent"),
    (1, {"stage": OVER}, "inconsistent"),
    (1, {"stage": KEPT}, "inconsistent"),
    (1, {"stage": ROLLED}, "inconsistent"),
    (1, {"rolled": 1}, "inconsistent"),
    (1, {"rolls": 1}, "inconsistent"),
    (1, {"points": 50}, "inconsistent"),
    (1, {"points": 50, "kept": 63}, "inconsistent"),
    (1, {"points": -1}, "'points'"),
    (1, {"rolls": -1}, "'rolls'"),
    (1, {"floor": "pick_up"}, "offers dice that are not there"),
    (1, {"floor": "end"}, "waits for the house rule 'end'"),
    (1, {"floor": None}, "no text for 'floor'"),
    (1, {"houses": []}, "no state of its house rules"),
    (1, {"houses": {}}, "lacks '"),
    (1, {"houses": {"busts": [0], "pick_up": [0, 0], "end": [-1, -1]}}, "'busts'"),
    (1, {"houses": {"busts": [0, -1], "pick_up": [0, 0], "end": [-1, -1]}}, "'busts'"),
    (1, {"houses": {"busts": [0, 3], "pick_up": [0, 0], "end": [-1, -1]}}, "'busts'"),
    (1, {"houses": {"busts": [], "pick_up": [400, 63], "end": [-1, -1]}}, "offers dice that are not"),
    (1, {"houses": {"busts": [], "pick_up": [0, 64], "end": [-1, -1]}}, "'pick_up'"),
    (1, {"houses": {"busts": [], "pick_up": [0, 0], "end": [0, 0]}}, "valid leader"),
    (1, {"first": 2}, "'first'"),
    (1, {"first": -1}, "'first'"),
    (1, {"starter": 2}, "'starter'"),
    (1, {"starter": "x"}, "'starter'"),
    (1, {"head_start": [0]}, "'head_start'"),
    (1, {"head_start": [0, -1]}, "'head_start'"),
    (1, {"head_start": [10000, 0]}, "does not fit: head_start=10000,0 cannot be given"),
    (1, {"out": [1, 0]}, "inconsistent"),
    (1, {"out": [0, 1]}, "inconsistent"),
    (1, {"stage": OVER, "out": [1, 0]}, "inconsistent"),
    (1, {"stage": OVER, "winner": 0, "out": [1, 0]}, "inconsistent"),
    (1, {"rolls": 1, "points": 400, "kept": 7}, "inconsistent"),
    (1, {"houses": {"busts": [], "pick_up": [-1, 0], "end": [-1, -1]}}, "'pick_up'"),
    (1, {"houses": {"busts": [], "pick_up": [0, 0], "end": [2, 0]}}, "'end'"),
    (1, {"houses": {"busts": [], "pick_up": [0, 0], "end": [0, -1]}}, "valid leader"),
    (1, {"houses": {"busts": [], "pick_up": [0, 0], "end": [-2, -2]}}, "'end'"),
    (1, {"houses": {"busts": [], "pick_up": [0, 0], "end": [-1, 1]}}, "valid leader"),
    (2, {"faces": [1, 1, 2, 2, 3, 5]}, "inconsistent"),
    (2, {"faces": [0, 0, 0, 0, 0]}, "'faces'"),
    (2, {"faces": [0, 0, 0, 0, 0, 6]}, "'faces'"),
    (2, {"faces": [0, 0, 0, 0, 0, -1]}, "'faces'"),
    (2, {"rolled": 64}, "'rolled'"),
    (2, {"rolled": -1}, "'rolled'"),
    (2, {"rolled": 31}, "inconsistent"),
    (2, {"kept": 1}, "inconsistent"),
    (2, {"stage": READY}, "inconsistent"),
    (2, {"rolls": 0}, "inconsistent"),
    (3, {"points": 0}, "inconsistent"),
    (3, {"rolls": 0}, "inconsistent"),
    (3, {"kept": -1}, "'kept'"),
    (3, {"kept": 0, "rolled": 63}, "inconsistent"),
    (3, {"rolled": 0}, "inconsistent"),
    (3, {"stage": "resting"}, "inconsistent"),
    (2, {"floor": "pick_up", "houses": OFFER}, "inconsistent"),
    (4, {"floor": "pick_up", "houses": OFFER, "kept": 7, "points": 400}, "inconsistent"),
    (4, {"kept": 7}, "inconsistent"),
]


@pytest.mark.parametrize(("lines", "changes", "reason"), BROKEN, ids=lambda value: str(value)[:60])
def test_a_record_that_is_wrong_is_refused_with_the_reason(lines: int, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRecord) as why:
        from_record(record_after(lines, **changes))
    assert why.value.args[0].startswith("The saved game")
    assert reason in why.value.args[0]


# Moments that only one house rule brings about: each is resumed, and refused when anything about it is different.
MOMENTS = {
    "pick_up offers": "dice-10000 players=2 opening=0; roll 4 4 4 2 3 6; bank; roll 4 4 4 2 3 6; bank",
    "pick_up taken": "dice-10000 players=2 opening=0; roll 4 4 4 2 3 6; bank; roll 4 4 4 2 3 6; bank; take",
    "rescue offers": "pure players=2 rescue=yes; roll 4 4 4 2 3 6; keep 4 4 4; roll 2 3 6",
    "rescue taken": "pure players=2 rescue=yes; roll 4 4 4 2 3 6; keep 4 4 4; roll 2 3 6; take",
    "roll-off offered": "pure players=2 end=exact target=500; roll 5 5 5 2 3 4; bank",
    "roll-off by the first player": "pure players=2 end=exact target=500; roll 2 2 3 3 4 6; roll 5 5 5 2 3 4; bank",
    "roll-off taken": "pure players=2 end=exact target=500; roll 5 5 5 2 3 4; bank; take",
    "start order": "pure players=2 start=one-die; roll 4",
    "second chance": "pure second_chance=yes; roll 4 4 3 2 3 6",
    "second chance, dice held": "pure second_chance=yes; roll 4 4 3 2 3 6; keep 4 4",
    "last die again": "pure last_die=yes; roll 1 1 1 5 5 6; keep 1 1 1 5 5; roll 4",
    "all dice again": "zilch; roll 2 2 3 3 4 6",
    "not cleared": "five-cubes; roll 4 4 4 2 3; keep 4 4 4; roll 4 2",
}


IN_PLAY = {
    "no roll-off": "pure players=2 end=exact target=500; roll 5 5 5 2 3 4; keep 5 5",
    "pressed on": "pure press_on=yes; roll 4 4 4 2 3 6; keep 4 4 4",
    "extended": "dice-10000 extend=yes; roll 4 4 4 2 3 6; keep 4 4 4",
    "a bank to beat": "pure players=2 grow=yes; roll 1 1 2 3 4 6; bank",
}


@pytest.mark.parametrize("name", MOMENTS)
def test_a_state_of_a_house_rule_is_resumed_and_a_similar_invalid_one_is_not(name: str) -> None:
    lines = MOMENTS[name].split("; ")
    record = replay.replay(["game " + lines[0], *lines[1:]]).record()
    assert from_record(record).record() == record
    full = 2 ** len(record["faces"]) - 1
    wrong: list[dict[str, Any]] = [
        {"stage": KEPT},
        {"stage": READY, "rolled": 1},
        {"kept": full},
        {"rolled": full, "kept": 1},
        {"stage": READY, "floor": "", "rolls": 2, "kept": 1, "points": 0},
        {"houses": {}},
    ]
    for changes in wrong:
        with pytest.raises(BadRecord):
            from_record({**record, **changes})


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("pick_up offers", {"points": 400}),
        ("pick_up taken", {"points": 0}),
        ("pick_up taken", {"kept": 1}),
        ("pick_up taken", {"rolls": 1}),
        ("rescue taken", {"points": 0}),
        ("rescue taken", {"kept": 1}),
        ("roll-off offered", {"kept": 7}),
        ("roll-off taken", {"points": 50}),
        ("roll-off taken", {"kept": 3}),
        ("roll-off taken", {"rolls": 1}),
        ("roll-off offered", {"houses": {"end": [-1, 500, 7, 0]}}),
        ("roll-off offered", {"houses": {"end": [0, 500, 63, 0]}}),
        ("roll-off taken", {"houses": {"end": [-2, 500, 7, 0]}}),
        ("roll-off taken", {"houses": {"end": [2, 500, 7, 1]}}),
        ("roll-off taken", {"houses": {"end": [0, -1, 7, 1]}}),
        ("roll-off taken", {"houses": {"end": [0, 500, -1, 1]}, "kept": -1}),
        ("roll-off taken", {"houses": {"end": [0, 500, 64, 1]}, "kept": 64}),
        ("roll-off taken", {"houses": {"end": [0, 500, 7, 2]}}),
        ("no roll-off", {"houses": {"end": [0, 500, -1, 0]}}),
        ("no roll-off", {"houses": {"end": [0, 500, 64, 0]}}),
        ("start order", {"player": 0}),
        ("start order", {"rolls": 1}),
        ("second chance", {"rolls": 0}),
        ("second chance", {"faces": [0, 1, 1, 2, 2, 3]}),
        ("second chance", {"houses": {"second_chance": [0, 0]}}),
        ("second chance", {"houses": {"second_chance": [1, 1]}}),
        ("second chance", {"houses": {"second_chance": [63, 1]}}),
        ("second chance", {"houses": {"second_chance": [64, 1]}}),
        ("second chance, dice held", {"houses": {"second_chance": [-1, 1]}}),
        ("second chance", {"rolled": 0b000011, "kept": 0b111100}),
        ("start order", {"houses": {"start": [2, 3, 4]}}),
        ("start order", {"houses": {"start": [6, 3, 1]}}),
        ("extended", {"houses": {"extend": [0, 0, 0, -1, 0, 0]}}),
        ("a bank to beat", {"houses": {"grow": [-1, 0]}}),
        ("pressed on", {"houses": {"press_on": [-1]}}),
        ("pressed on", {"houses": {"press_on": [2]}}),
        ("last die again", {"rolls": 0}),
        ("last die again", {"kept": 15}),
        ("last die again", {"houses": {"last_die": [0, 0]}}),
        ("last die again", {"houses": {"last_die": [2, 0]}}),
        ("last die again", {"houses": {"last_die": [1, -1]}}),
        ("last die again", {"houses": {"last_die": [1, 10001]}}),
        ("all dice again", {"points": 450}),
        ("all dice again", {"rolls": 0}),
        ("all dice again", {"kept": 1}),
        ("not cleared", {"rolls": 0}),
        ("not cleared", {"points": 0}),
        ("not cleared", {"houses": {"clear": [0]}}),
        ("not cleared", {"houses": {"clear": [128]}}),
    ],
)
def test_a_state_of_a_house_rule_that_is_off_is_refused(name: str, changes: dict[str, Any]) -> None:
    lines = {**MOMENTS, **IN_PLAY}[name].split("; ")
    record = replay.replay(["game " + lines[0], *lines[1:]]).record()
    assert from_record(record).record() == record
    changes["houses"] = {**record["houses"], **changes.get("houses", {})}
    with pytest.raises(BadRecord):
        from_record({**record, **changes})


@pytest.mark.parametrize(("starter", "fits"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_the_starter_of_a_record_is_one_of_the_seats_or_none(starter: int, fits: bool) -> None:
    record = {**Game("dice-10000", {"start": "seated"}, 2).record(), "starter": starter}
    if fits:
        assert from_record(record).players == 2
    else:
        with pytest.raises(BadRecord, match="starter"):
            from_record(record)


@pytest.mark.parametrize("key", sorted(Game("dice-10000").record()))
def test_a_record_without_one_of_its_values_is_refused(key: str) -> None:
    record = record_after(4)
    del record[key]
    with pytest.raises(BadRecord, match=f"The saved game lacks '{key}'"):
        from_record(record)


def test_an_open_offer_is_resumed() -> None:
    record = replay.replay(["game dice-10000 players=2 opening=0", "roll 3 3 3 2 4 6", "bank"]).record()
    record["opened"] = [1, 1]
    record["floor"] = "pick_up"
    record["houses"]["pick_up"] = [300, 7]
    game = from_record(record)
    assert isinstance(game, Game)
    assert game.legal() == (actions.TAKE, actions.FRESH)
    assert game.offered() == 0b111000
    game.apply((actions.TAKE, None), replay.Script([]))
    assert (game.points, game.dice_next(), game.offered(), game.offered_points()) == (300, 3, 0, 0)


@pytest.mark.usefixtures("no_own_variants")
def test_a_turn_with_a_single_point_is_resumed() -> None:
    variants.register(custom.read(file(rules={"opening": 0, "pick_up": "no"}, table={"singles": [1] + [0] * 5})))
    record = replay.replay(["game grandma", "roll A B B C C D", "keep A"]).record()
    assert (record["points"], from_record(record).record()) == (1, record)


def test_a_finished_game_is_resumed_as_finished() -> None:
    lines = ["game dice-10000 players=2 opening=0 target=500", "roll 1 1 1 2 3 4", "bank", "roll 2 2 3 3 4 6"]
    game = from_record(replay.replay(lines).record())
    assert (game.winner, game.legal()) == (0, ())


def test_a_score_below_0_is_accepted_where_the_rules_allow_it() -> None:
    record = record_after(1, scores=[-500, 0], rules={"negative": "yes"})
    assert from_record(record).scores == [-500, 0]


def test_changing_a_record_does_not_change_the_game() -> None:
    game = replay.replay(LOG.split("\n"))
    before = json.dumps(game.record())
    record = game.record()
    for key in ("scores", "opened", "turns", "faces"):
        record[key].clear()
    record["rules"].clear()
    record["houses"].clear()
    assert json.dumps(game.record()) == before


@pytest.mark.parametrize("key", ["variant", "rules", "players", "scores", "points", "stage", "floor"])
def test_a_number_too_long_for_a_message_is_refused_like_any_other(key: str) -> None:
    record = record_after(2)
    long = 10**5000
    record[key] = {"opening": long} if key == "rules" else [long, 0] if key == "scores" else long
    with pytest.raises(BadRecord, match="The saved game"):
        from_record(record)
