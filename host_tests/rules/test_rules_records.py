"""Saves of both engines: every state is restored; a damaged one can be played on, or is refused with a sentence."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.phase_dice_fixture import FIVE_AND_THREE, NOTHING, TWO_SETS, in_phases
from host_tests.random_play import Lcg
from host_tests.replayed import events_of, played
from host_tests.rules.rules_strategies import games, junk, phase_games, seeds, spoil
from sixpip.rules.core import actions
from sixpip.rules.core.actions import KEPT, OVER, READY, ROLLED
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadRecord, Illegal
from sixpip.rules.core.record import from_record
from sixpip.rules.rulebook import variant_file, variants
from sixpip.rules.ten_thousand.game import TenThousandGame

NEW = "dice-10000 players=2 opening=0 bank_min=0"
ROLLED_DICE = f"{NEW} / roll 4 4 4 2 3 6"
KEPT_DICE = f"{ROLLED_DICE} / keep 4 4 4"
BANKED_TURN = f"{KEPT_DICE} / bank"
PHASE_NEW = "phases 1,1"
PHASE_ROLLED = f"phases 1,1 / {TWO_SETS} / keep 10G"
PHASE_STARTING = "phases 1,1 one-die / roll 6O"
PHASE_CLOSING = f"phases 10,3,10 / {FIVE_AND_THREE} / stop / {NOTHING} / stop"  # the third plays, the first is done
PHASE_OVER = f"phases 10,3 / {FIVE_AND_THREE} / stop / {NOTHING} / stop"
EACH_ENGINE = pytest.mark.parametrize("moment", [BANKED_TURN, PHASE_ROLLED], ids=["ten thousand", "Phase 10"])


def game_after(moment: str) -> Any:
    """Returns the game after some lines; it begins with a variant, or with the phase of each player."""
    head, *lines = moment.split(" / ")
    if not head.startswith("phases "):
        return played(moment)
    _, phases, *start = head.split()
    game = in_phases([int(phase) for phase in phases.split(",")], start[0] if start else "seated")
    for line in lines:
        events_of(game, line)
    return game


def ask(game: Any) -> None:
    """Makes all the calls that a screen makes."""
    if isinstance(game, TenThousandGame):
        for answer in (game.bank_refusal, game.can_score, game.best_keep, game.to_beat, game.dice_next):
            answer()
    else:
        assert game.points == (max(0, game.best().points) if game.stage == ROLLED else 0)
        assert 0 <= game.rolls_left() <= 3 and game.dice_next() <= game.dice


def play_on(game: Any, lcg: Lcg, most: int) -> None:
    """Plays some legal actions."""
    for _ in range(most):
        legal = game.legal()
        assert bool(legal) == (game.stage != OVER)
        if not legal:
            return
        ask(game)
        if actions.TAKE in legal:
            with pytest.raises(Illegal, match="Take|Roll the . di(c?)e"):  # the offer in words
                game.apply((actions.ROLL, None), lcg)
        game.apply(random_play.choose(game, lcg), lcg)
        assert from_record(json.loads(json.dumps(game.record()))).record() == game.record()


@pytest.mark.scaled
@settings(max_examples=scaled(200, 800), deadline=None)
@given(st.one_of(games, phase_games), seeds, st.integers(0, 60), st.data())
def test_a_damaged_record_is_refused_or_can_be_played_on(
    game: Any, seed: int, actions_done: int, data: st.DataObject
) -> None:
    lcg = Lcg(seed)
    for _ in range(actions_done):
        if game.legal():
            game.apply(random_play.decide(game, lcg), lcg)
    record = copy.deepcopy(game.record())
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(record, data)
    try:
        resumed = from_record(record)
    except BadRecord:
        return
    play_on(resumed, lcg, scaled(30, 60))


KEYS = sorted({*new_game("dice-10000").record(), *new_game("phase-10").record()} - {"variant"})


@pytest.mark.scaled
@settings(max_examples=scaled(60, 100), deadline=None)
@given(st.one_of(junk, st.dictionaries(st.sampled_from(KEYS), junk)), st.sampled_from(["dice-10000", "phase-10", ""]))
def test_something_that_is_not_a_record_is_refused(record: Any, variant: str) -> None:
    with pytest.raises(BadRecord):
        from_record({"variant": variant, **record} if variant and isinstance(record, dict) else record)


THREE = "dice-10000 players=3 opening=0 bank_min=0"
LAST_TURNS = {
    "scores": [0, 10_050, 10_100],
    "opened": [0, 1, 1],
    "house_rules": {"busts": [], "pick_up": [0, 0], "end": [1, 2]},
}
"""Player 2 was the first above the target, and player 3 leads."""
OFFER = {"busts": [], "pick_up": [400, 7], "end": [-1, -1]}
BROKEN: list[tuple[str, dict[str, Any], str]] = [
    (NEW, {"variant": "dice"}, "does not fit: There is no variant 'dice'"),
    (NEW, {"rules": {"hot": 1}}, "does not fit: There is no option 'hot'"),
    (NEW, {"rules": {"opening": 77}}, "does not fit: opening=77"),
    (NEW, {"rules": {"opening": True}}, "'opening'"),
    (NEW, {"rules": {"straight": False}}, "'straight'"),
    (NEW, {"rules": {"straight": 2**63}}, "'straight'"),
    (NEW, {"rules": []}, "does not name its house rules"),
    (NEW, {"players": 7}, "'players'"),
    (NEW, {"players": 0}, "'players'"),
    (NEW, {"players": 3}, "list of 3 numbers for 'scores'"),
    (NEW, {"scores": [0, -1]}, "'scores'"),
    (NEW, {"scores": [0, 0.5]}, "'scores'"),
    (NEW, {"scores": [0, float("inf")]}, "'scores'"),
    (NEW, {"scores": [10**9 + 1, 0]}, "'scores'"),
    (NEW, {"turns": [0, -1]}, "'turns'"),
    (NEW, {"opened": [0, 2]}, "'opened'"),
    (NEW, {"opened": [0, -1]}, "'opened'"),
    (NEW, {"player": 2}, "'player'"),
    (NEW, {"player": -1}, "'player'"),
    (NEW, {"winner": 2}, "'winner'"),
    (NEW, {"winner": -2}, "'winner'"),
    (NEW, {"winner": 1}, "inconsistent"),
    (NEW, {"stage": "resting"}, "inconsistent"),
    (NEW, {"stage": OVER}, "inconsistent"),
    (NEW, {"stage": KEPT}, "inconsistent"),
    (NEW, {"stage": ROLLED}, "inconsistent"),
    (NEW, {"rolled": 1}, "inconsistent"),
    (NEW, {"rolls": 1}, "inconsistent"),
    (NEW, {"points": 50}, "inconsistent"),
    (NEW, {"points": 50, "kept": 63}, "inconsistent"),
    (NEW, {"points": -1}, "'points'"),
    (NEW, {"rolls": -1}, "'rolls'"),
    (NEW, {"pending": "pick_up"}, "offers dice that are not there"),
    (NEW, {"pending": "end"}, "waits for the house rule 'end'"),
    (NEW, {"pending": None}, "no text for 'pending'"),
    (NEW, {"house_rules": []}, "no state of its house rules"),
    (NEW, {"house_rules": {}}, "lacks '"),
    (NEW, {"house_rules": {"busts": [0], "pick_up": [0, 0], "end": [-1, -1]}}, "'busts'"),
    (NEW, {"house_rules": {"busts": [0, -1], "pick_up": [0, 0], "end": [-1, -1]}}, "'busts'"),
    (NEW, {"house_rules": {"busts": [0, 3], "pick_up": [0, 0], "end": [-1, -1]}}, "'busts'"),
    (NEW, {"house_rules": {"busts": [], "pick_up": [400, 63], "end": [-1, -1]}}, "offers dice that are not"),
    (NEW, {"house_rules": {"busts": [], "pick_up": [0, 64], "end": [-1, -1]}}, "'pick_up'"),
    (NEW, {"house_rules": {"busts": [], "pick_up": [0, 0], "end": [0, 0]}}, "valid leader"),
    (NEW, {"first": 2}, "'first'"),
    (NEW, {"first": -1}, "'first'"),
    ("dice-10000 players=3 start=one-die", {"out": [0, 1, 0]}, "inconsistent"),
    (NEW, {"starter": 2}, "'starter'"),
    (NEW, {"starter": "x"}, "'starter'"),
    (NEW, {"head_start": [0]}, "'head_start'"),
    (NEW, {"head_start": [0, -1]}, "'head_start'"),
    (NEW, {"head_start": [10000, 0]}, "does not fit: head_start=10000,0 cannot be given"),
    (NEW, {"out": [1, 0]}, "inconsistent"),
    (NEW, {"out": [0, 1]}, "inconsistent"),
    (NEW, {"stage": OVER, "out": [1, 0]}, "inconsistent"),
    (NEW, {"stage": OVER, "winner": 0, "out": [1, 0]}, "inconsistent"),
    (NEW, {"rolls": 1, "points": 400, "kept": 7}, "inconsistent"),
    (NEW, {"house_rules": {"busts": [], "pick_up": [-1, 0], "end": [-1, -1]}}, "'pick_up'"),
    (NEW, {"house_rules": {"busts": [], "pick_up": [0, 0], "end": [2, 0]}}, "'end'"),
    (NEW, {"house_rules": {"busts": [], "pick_up": [0, 0], "end": [0, -1]}}, "valid leader"),
    (NEW, {"house_rules": {"busts": [], "pick_up": [0, 0], "end": [-2, -2]}}, "'end'"),
    (NEW, {"house_rules": {"busts": [], "pick_up": [0, 0], "end": [-1, 1]}}, "valid leader"),
    *[(THREE, {**LAST_TURNS, "out": out}, "valid leader") for out in ([0, 1, 0], [0, 0, 1], [0, 1, 1])],
    (ROLLED_DICE, {"faces": [1, 1, 2, 2, 3, 5]}, "inconsistent"),
    (ROLLED_DICE, {"faces": [0, 0, 0, 0, 0]}, "'faces'"),
    (ROLLED_DICE, {"faces": [0, 0, 0, 0, 0, 6]}, "'faces'"),
    (ROLLED_DICE, {"faces": [0, 0, 0, 0, 0, -1]}, "'faces'"),
    (ROLLED_DICE, {"rolled": 64}, "'rolled'"),
    (ROLLED_DICE, {"rolled": -1}, "'rolled'"),
    (ROLLED_DICE, {"rolled": 31}, "inconsistent"),
    (ROLLED_DICE, {"kept": 1}, "inconsistent"),
    (ROLLED_DICE, {"stage": READY}, "inconsistent"),
    (ROLLED_DICE, {"rolls": 0}, "inconsistent"),
    (KEPT_DICE, {"points": 0}, "inconsistent"),
    (KEPT_DICE, {"rolls": 0}, "inconsistent"),
    (KEPT_DICE, {"kept": -1}, "'kept'"),
    (KEPT_DICE, {"kept": 0, "rolled": 63}, "inconsistent"),
    (KEPT_DICE, {"rolled": 0}, "inconsistent"),
    (KEPT_DICE, {"stage": "resting"}, "inconsistent"),
    (ROLLED_DICE, {"pending": "pick_up", "house_rules": OFFER}, "inconsistent"),
    (BANKED_TURN, {"pending": "pick_up", "house_rules": OFFER, "kept": 7, "points": 400}, "inconsistent"),
    (BANKED_TURN, {"kept": 7}, "inconsistent"),
    ("five-cubes players=2", {"house_rules": {"press_on": [0], "clear": [1], "end": [-1, -1]}}, "faces to clear"),
    (PHASE_NEW, {"variant": "dice-10000"}, "lacks 'opened'"),
    (PHASE_NEW, {"rules": {"opening": 500}}, "does not fit: opening=500 makes no sense"),
    (PHASE_NEW, {"rules": {"start": "all-dice"}}, "does not fit: start=all-dice"),
    (PHASE_NEW, {"players": 3}, "list of 3 numbers for 'scores'"),
    (PHASE_NEW, {"scores": [0, 10**9 + 1]}, "'scores'"),
    (PHASE_NEW, {"scores": [0, -(10**9) - 1]}, "'scores'"),
    (PHASE_NEW, {"turns": [0, -1]}, "'turns'"),
    (PHASE_NEW, {"phases": [1, 0]}, "'phases'"),
    (PHASE_NEW, {"phases": [1, 12]}, "'phases'"),
    (PHASE_NEW, {"phases": [1, 2]}, "inconsistent"),
    (PHASE_NEW, {"order": [0, 0]}, "inconsistent"),
    (PHASE_NEW, {"order": [0, 2]}, "'order'"),
    (PHASE_NEW, {"order": [-1, 0]}, "'order'"),
    (PHASE_NEW, {"boxes": [[-1] * 10]}, "no list for every player in 'boxes'"),
    (PHASE_NEW, {"boxes": [[-1] * 10, [-1] * 9]}, "list of 10 numbers for 'boxes'"),
    (PHASE_NEW, {"boxes": [[-1] * 10, [-2] + [-1] * 9]}, "'boxes'"),
    (PHASE_NEW, {"boxes": [[-1] * 10, [0] + [-1] * 9]}, "inconsistent"),
    (PHASE_NEW, {"boxes": [[-1] * 10, [-1] * 9 + [0]]}, "inconsistent"),
    (PHASE_NEW, {"misses": [[0] * 10]}, "no list for every player in 'misses'"),
    (PHASE_NEW, {"misses": [[0] * 10, [-1] + [0] * 9]}, "'misses'"),
    (PHASE_NEW, {"player": 2}, "'player'"),
    (PHASE_NEW, {"player": -1}, "'player'"),
    (PHASE_NEW, {"winner": 2}, "'winner'"),
    (PHASE_NEW, {"winner": -2}, "'winner'"),
    (PHASE_NEW, {"winner": 0}, "inconsistent"),
    (PHASE_NEW, {"finisher": 2}, "'finisher'"),
    (PHASE_NEW, {"finisher": -2}, "'finisher'"),
    (PHASE_NEW, {"finisher": 0}, "inconsistent"),
    (PHASE_NEW, {"finisher": 1}, "inconsistent"),
    (PHASE_NEW, {"half": 4}, "'half'"),
    (PHASE_NEW, {"half": -1}, "'half'"),
    (PHASE_NEW, {"finish": 4}, "'finish'"),
    (PHASE_NEW, {"may_follow": 4}, "'may_follow'"),
    (PHASE_NEW, {"faces": [0] * 9}, "list of 10 numbers for 'faces'"),
    (PHASE_NEW, {"faces": [0] * 9 + [6]}, "'faces'"),
    (PHASE_NEW, {"faces": [0] * 9 + [-1]}, "'faces'"),
    (PHASE_NEW, {"kept": 1024}, "'kept'"),
    (PHASE_NEW, {"kept": 1}, "inconsistent"),
    (PHASE_NEW, {"rolls": 1}, "inconsistent"),
    (PHASE_NEW, {"rolls": -1}, "'rolls'"),
    (PHASE_NEW, {"stage": ROLLED}, "inconsistent"),
    (PHASE_NEW, {"stage": KEPT}, "inconsistent"),
    (PHASE_NEW, {"stage": OVER}, "inconsistent"),
    (PHASE_NEW, {"stage": OVER, "winner": 0}, "inconsistent"),
    (PHASE_NEW, {"stage": "resting"}, "inconsistent"),
    (PHASE_NEW, {"start": [[0, 0], [-1, -1], []]}, "valid throws for the start"),
    (PHASE_NEW, {"start": {"ranks": [0, 0]}}, "valid throws for the start"),
    (PHASE_NEW, {"start": 1}, "valid throws for the start"),
    (PHASE_ROLLED, {"rolls": 0}, "inconsistent"),
    (PHASE_ROLLED, {"rolls": 4}, "'rolls'"),
    (PHASE_ROLLED, {"stage": READY}, "inconsistent"),
    (PHASE_ROLLED, {"stage": KEPT}, "inconsistent"),
    (PHASE_ROLLED, {"kept": -1}, "'kept'"),
    (PHASE_ROLLED, {"winner": 1}, "inconsistent"),
    (PHASE_ROLLED, {"start": [[0, 0], [-1, -1]]}, "inconsistent"),
    (PHASE_STARTING, {"player": 0}, "inconsistent"),
    (PHASE_STARTING, {"turns": [1, 0]}, "inconsistent"),
    (PHASE_STARTING, {"stage": ROLLED, "rolls": 1}, "inconsistent"),
    (PHASE_STARTING, {"start": [[0, 0], [-1, -1]]}, "inconsistent"),
    (PHASE_STARTING, {"start": [[0, 1], [6, 7]]}, "inconsistent"),
    (PHASE_STARTING, {"start": [[0, 0], [6, 7]]}, "inconsistent"),
    (PHASE_STARTING, {"start": [[1, 1], [6, -1]]}, "no order of play"),
    (PHASE_STARTING, {"start": [[0, 2], [6, -1]]}, "'ranks'"),
    (PHASE_STARTING, {"start": [[-1, 0], [6, -1]]}, "'ranks'"),
    (PHASE_STARTING, {"start": [[0, 0], [11, -1]]}, "'throws'"),
    (PHASE_STARTING, {"start": [[0, 0], [-2, -1]]}, "'throws'"),
    (PHASE_STARTING, {"start": [[0, 0, 0], [6, -1]]}, "'ranks'"),
    (PHASE_STARTING, {"start": [[0, 0], [6]]}, "'throws'"),
    (PHASE_CLOSING, {"finisher": -1}, "inconsistent"),
    (PHASE_CLOSING, {"finisher": 1}, "inconsistent"),
    (PHASE_CLOSING, {"player": 0}, "inconsistent"),
    (PHASE_CLOSING, {"winner": 0}, "inconsistent"),
    (PHASE_CLOSING, {"stage": OVER}, "inconsistent"),
    (PHASE_OVER, {"winner": -1}, "inconsistent"),
    (PHASE_OVER, {"stage": READY}, "inconsistent"),
    (PHASE_OVER, {"stage": READY, "winner": -1, "player": 0}, "inconsistent"),
    (PHASE_OVER, {"finisher": -1}, "inconsistent"),
    (PHASE_OVER, {"finisher": 1}, "inconsistent"),
]


@pytest.mark.parametrize(("moment", "changes", "reason"), BROKEN, ids=lambda value: str(value)[-45:])
def test_a_record_that_is_wrong_is_refused_with_the_reason(moment: str, changes: dict[str, Any], reason: str) -> None:
    record = game_after(moment).record()
    assert from_record(record).record() == record
    assert set(changes) <= {*record, "starter", "head_start"}
    with pytest.raises(BadRecord) as why:
        from_record({**record, **changes})
    assert why.value.args[0].startswith("The saved game")
    assert reason in why.value.args[0]


def test_a_record_of_the_last_turns_is_restored_and_played_to_the_end() -> None:
    record = {**game_after(THREE).record(), **LAST_TURNS}
    game: Any = from_record(record)
    assert game.record() == record and game.to_beat() == 10_100
    play_on(game, Lcg(1), 300)
    assert game.stage == OVER and game.winner in (0, 2)


@EACH_ENGINE
def test_a_record_without_one_of_its_values_is_refused(moment: str) -> None:
    record = game_after(moment).record()
    for key in record:
        with pytest.raises(BadRecord, match=f"The saved game lacks '{key}'"):
            from_record({other: record[other] for other in record if other != key})


OTHER_TYPES: tuple[Any, ...] = (None, "1", 0.5, True, 2**64, 10**5000, [], {}, [None], {"start": 1})


@EACH_ENGINE
def test_a_value_of_another_type_is_refused(moment: str) -> None:
    record = game_after(moment).record()
    for key in sorted({*record} - {"rules", "start"}):
        for other in OTHER_TYPES:
            with pytest.raises(BadRecord, match="The saved game"):
                from_record({**record, key: other})
        for at in range(len(record[key]) if isinstance(record[key], list) else 0):
            for other in OTHER_TYPES:
                broken = copy.deepcopy(record)
                inner = broken[key][at] if isinstance(broken[key][at], list) else broken[key]
                inner[at] = other
                with pytest.raises(BadRecord, match="The saved game"):
                    from_record(broken)


# Moments that only one house rule brings about: each is resumed, and refused when anything about it is different.
MOMENTS = {
    "pick_up offers": "dice-10000 players=2 opening=0 / roll 4 4 4 2 3 6 / bank / roll 4 4 4 2 3 6 / bank",
    "pick_up taken": "dice-10000 players=2 opening=0 / roll 4 4 4 2 3 6 / bank / roll 4 4 4 2 3 6 / bank / take",
    "rescue offers": "pure players=2 rescue=yes / roll 4 4 4 2 3 6 / keep 4 4 4 / roll 2 3 6",
    "rescue taken": "pure players=2 rescue=yes / roll 4 4 4 2 3 6 / keep 4 4 4 / roll 2 3 6 / take",
    "roll-off offered": "pure players=2 end=exact target=500 / roll 5 5 5 2 3 4 / bank",
    "roll-off by the first player": "pure players=2 end=exact target=500 / roll 2 2 3 3 4 6 / roll 5 5 5 2 3 4 / bank",
    "roll-off taken": "pure players=2 end=exact target=500 / roll 5 5 5 2 3 4 / bank / take",
    "start order": "pure players=2 start=one-die / roll 4",
    "second chance": "pure second_chance=yes / roll 4 4 3 2 3 6",
    "second chance, dice held": "pure second_chance=yes / roll 4 4 3 2 3 6 / keep 4 4",
    "last die again": "pure last_die=yes / roll 1 1 1 5 5 6 / keep 1 1 1 5 5 / roll 4",
    "last die again, picked up": "dice-10000 players=2 opening=0 last_die=yes / roll 1 1 1 2 3 4 / bank / "
    "roll 1 1 1 1 5 4 / keep 1 1 1 1 5 / bank / take / roll 2",
    "all dice again": "zilch / roll 2 2 3 3 4 6",
    "not cleared": "five-cubes players=2 pick_up=yes / roll 4 4 4 2 3 / keep 4 4 4 / roll 4 2",
    "no roll-off": "pure players=2 end=exact target=500 / roll 5 5 5 2 3 4 / keep 5 5",
    "pressed on": "pure press_on=yes / roll 4 4 4 2 3 6 / keep 4 4 4",
    "extended": "dice-10000 extend=yes / roll 4 4 4 2 3 6 / keep 4 4 4",
    "a bank to beat": "pure players=2 grow=yes / roll 1 1 2 3 4 6 / bank",
    "called": "pure calls=yes / call alike",
    "called, a second chance": "pure calls=yes second_chance=yes negative=yes / call one / roll 2 2 3 3 4 6",
    "clearing": "pure clear=yes / roll 4 4 4 2 3 6 / keep 4 4 4",
}
JUNK: tuple[Any, ...] = ([-2, -2, -2, -2], [10**10] * 2, ["1"], [0] * 9, None, [[0], [0]])


@pytest.mark.parametrize("name", MOMENTS)
def test_a_state_of_a_house_rule_is_resumed_and_a_similar_invalid_one_is_not(name: str) -> None:
    record = json.loads(json.dumps(played(MOMENTS[name]).record()))
    assert from_record(record).record() == record
    full = 2 ** len(record["faces"]) - 1
    wrong: list[dict[str, Any]] = [
        {"stage": KEPT, "rolls": 0},
        {"stage": READY, "rolled": 1},
        {"kept": full},
        {"rolled": full, "kept": 1},
        {"stage": READY, "pending": "", "rolls": 2, "kept": 1, "points": 0},
        {"house_rules": {}},
    ]
    wrong += [{"house_rules": {**record["house_rules"], key: state}} for key in record["house_rules"] for state in JUNK]
    for changes in wrong:
        with pytest.raises(BadRecord):
            from_record({**record, **changes})


OFF = [
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
    ("roll-off offered", {"house_rules": {"end": [-1, 500, 7, 0]}}),
    ("roll-off offered", {"house_rules": {"end": [0, 500, 63, 0]}}),
    ("roll-off taken", {"house_rules": {"end": [-2, 500, 7, 0]}}),
    ("roll-off taken", {"house_rules": {"end": [2, 500, 7, 1]}}),
    ("roll-off taken", {"house_rules": {"end": [0, -1, 7, 1]}}),
    ("roll-off taken", {"house_rules": {"end": [0, 500, -1, 1]}, "kept": -1}),
    ("roll-off taken", {"house_rules": {"end": [0, 500, 64, 1]}, "kept": 64}),
    ("roll-off taken", {"house_rules": {"end": [0, 500, 7, 2]}}),
    ("no roll-off", {"house_rules": {"end": [0, 500, -1, 0]}}),
    ("no roll-off", {"house_rules": {"end": [0, 500, 64, 0]}}),
    ("start order", {"player": 0}),
    ("start order", {"rolls": 1}),
    ("second chance", {"rolls": 0}),
    ("second chance", {"faces": [0, 1, 1, 2, 2, 3]}),
    ("second chance", {"house_rules": {"second_chance": [0, 0]}}),
    ("second chance", {"house_rules": {"second_chance": [1, 1]}}),
    ("second chance", {"house_rules": {"second_chance": [63, 1]}}),
    ("second chance", {"house_rules": {"second_chance": [64, 1]}}),
    ("second chance, dice held", {"house_rules": {"second_chance": [-1, 1]}}),
    ("second chance, dice held", {"house_rules": {"second_chance": [3, -1]}}),
    ("second chance", {"rolled": 0b000011, "kept": 0b111100}),
    ("start order", {"house_rules": {"start": [2, 3, 4]}}),
    ("start order", {"house_rules": {"start": [6, 3, 1]}}),
    ("start order", {"house_rules": {"start": [2, -2, 1]}}),
    ("extended", {"house_rules": {"extend": [0, 0, 0, -1, 0, 0]}}),
    ("a bank to beat", {"house_rules": {"grow": [-1, 0]}}),
    ("pressed on", {"house_rules": {"press_on": [-1]}}),
    ("pressed on", {"house_rules": {"press_on": [2]}}),
    ("called", {"house_rules": {"calls": [-2, 0]}}),
    ("called", {"house_rules": {"calls": [6, 0]}}),
    ("called", {"house_rules": {"calls": [2, -1]}}),
    ("called", {"house_rules": {"calls": [2, 2]}}),
    ("last die again", {"rolls": 0}),
    ("last die again", {"kept": 15}),
    ("last die again", {"house_rules": {"last_die": [0, 0]}}),
    ("last die again", {"house_rules": {"last_die": [2, 0]}}),
    ("last die again", {"house_rules": {"last_die": [1, -1]}}),
    ("last die again", {"house_rules": {"last_die": [1, 10001]}}),
    ("all dice again", {"points": 450}),
    ("all dice again", {"rolls": 0}),
    ("all dice again", {"kept": 1}),
    ("not cleared", {"rolls": 0}),
    ("not cleared", {"points": 0}),
    ("not cleared", {"house_rules": {"clear": [0]}}),
    ("not cleared", {"house_rules": {"clear": [128]}}),
    ("not cleared", {"house_rules": {"pick_up": [0, 32]}}),
]


@pytest.mark.parametrize(("name", "changes"), OFF)
def test_a_state_of_a_house_rule_that_is_off_is_refused(name: str, changes: dict[str, Any]) -> None:
    record = played(MOMENTS[name]).record()
    states = {**record["house_rules"], **changes.get("house_rules", {})}
    with pytest.raises(BadRecord):
        from_record({**record, **changes, "house_rules": states})


@pytest.mark.parametrize(
    ("moment", "turn", "key", "state"),
    [
        (f"{NEW} / roll 2 2 3 3 4 6 / roll 2 2 3 3 4 6", "roll 1 1 1 2 3 4 / bank", "busts", [0, 1]),
        ("pure cold_start=yes / roll 2 2 3 3 4 6", "roll 1 1 1 2 3 4 / bank", "cold_start", [0]),
        (MOMENTS["a bank to beat"], "roll 2 2 3 3 4 6", "grow", [0, 0]),
    ],
)
def test_the_first_turn_of_a_resumed_game_counts_as_any_other(
    moment: str, turn: str, key: str, state: list[int]
) -> None:
    game = from_record(played(moment).record())
    for line in turn.split(" / "):
        events_of(game, line)
    assert game.record()["house_rules"][key] == state


def test_a_call_and_the_bet_on_the_last_roll_are_saved() -> None:
    game = played("pure calls=yes / call five")
    assert game.house_rules.record()["calls"] == [1, 0]
    events_of(game, "roll 1 2 2 3 3 4")
    assert game.house_rules.record()["calls"] == [-1, 1]


@pytest.mark.parametrize(("starter", "fits"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_the_starter_of_a_record_is_one_of_the_seats_or_none(starter: int, fits: bool) -> None:
    record = {**TenThousandGame("dice-10000", {"start": "seated"}, 2).record(), "starter": starter}
    if fits:
        assert from_record(record).players == 2
    else:
        with pytest.raises(BadRecord, match="starter"):
            from_record(record)


def test_an_open_offer_is_resumed() -> None:
    record = played("dice-10000 players=2 opening=0 / roll 3 3 3 2 4 6 / bank").record()
    record["opened"] = [1, 1]
    record["pending"] = "pick_up"
    record["house_rules"]["pick_up"] = [300, 7]
    game = from_record(record)
    assert isinstance(game, TenThousandGame)
    assert game.legal() == (actions.TAKE, actions.FRESH)
    assert game.offered() == 0b111000
    events_of(game, "take")
    assert (game.points, game.dice_next(), game.offered(), game.offered_points()) == (300, 3, 0, 0)


@pytest.mark.usefixtures("no_own_variants")
def test_a_turn_with_a_single_point_is_resumed() -> None:
    variants.register(variant_file.read(b'{"name": "mine", "base": "pure", "table": {"singles": [1, 0, 0, 0, 0, 0]}}'))
    record = played("mine / roll 1 2 2 3 3 4 / keep 1").record()
    assert (record["points"], from_record(record).record()) == (1, record)


def test_a_game_of_phase_10_resumed_in_mid_turn_keeps_its_dice_set_aside_and_its_rolls() -> None:
    lines = [TWO_SETS, "keep 10G 10R 9R", "roll 10O 9R 9G 1B 2B 3R 4R", "back 9R", "keep 10O"]
    game: Any = from_record(json.loads(json.dumps(game_after(" / ".join(["phases 1,1", *lines])).record())))
    assert (game.kept, game.dice_next(), game.rolls_left(), game.points) == (0b111, 7, 1, 57)
    assert game.legal() == (actions.ROLL, actions.KEEP, actions.BACK, actions.STOP)
    events_of(game, "roll 10B 10G 10O 1B 2B 3R 4R")
    assert (game.points, game.legal(), game.kept) == (60, (actions.STOP,), 0b111)


@pytest.mark.parametrize(
    "moment", ["dice-10000 players=2 opening=0 target=500 / roll 1 1 1 2 3 4 / bank / roll 2 2 3 3 4 6", PHASE_OVER]
)
def test_a_finished_game_is_resumed_as_finished(moment: str) -> None:
    game = from_record(game_after(moment).record())
    assert (game.winner, game.legal()) == (0, ())


def test_a_score_below_0_is_accepted_where_the_rules_allow_it() -> None:
    record = {**played(NEW).record(), "scores": [-500, 0], "rules": {"negative": "yes"}}
    assert from_record(record).scores == [-500, 0]


@pytest.mark.parametrize("moment", [BANKED_TURN, PHASE_ROLLED, PHASE_STARTING])
def test_changing_a_record_does_not_change_the_game(moment: str) -> None:
    game = game_after(moment)
    before = json.dumps(game.record())
    record = game.record()
    for value in record.values():
        for inner in value if isinstance(value, list) else []:
            if isinstance(inner, list):
                inner.clear()
        if isinstance(value, list | dict):
            value.clear()
    assert json.dumps(game.record()) == before


def test_no_player_has_finished_phase_10_before_the_closing_turn() -> None:
    record = game_after(PHASE_CLOSING).record()
    full = [0] * 10
    assert record["player"] == 2  # and the second, still in phase 3, has missed
    broken = {**record, "player": 1, "phases": [11, 3, 11], "boxes": [full, record["boxes"][1], full]}
    with pytest.raises(BadRecord, match="inconsistent"):
        from_record(broken)


def test_no_player_has_finished_before_the_order_of_play_is_known() -> None:
    record = game_after("phases 10,1 one-die / roll 6O").record()
    broken = {**record, "phases": [11, 1], "boxes": [[0] * 10, record["boxes"][1]], "finisher": 0}
    with pytest.raises(BadRecord, match="inconsistent"):
        from_record(broken)


def test_a_game_of_one_player_is_over_when_all_phases_are_made() -> None:
    record = game_after(f"phases 10 / {FIVE_AND_THREE} / stop").record()
    assert from_record(record).winner == 0
    with pytest.raises(BadRecord, match="inconsistent"):
        from_record({**record, "stage": READY, "winner": -1, "kept": 0, "rolls": 0})


@pytest.mark.scaled
@pytest.mark.parametrize("variant", [variant.name for variant in variants.VARIANTS])
def test_another_game_is_like_a_new_one_with_the_same_rules_whatever_was_played(variant: str) -> None:
    for seed in range(scaled(4, 30)):
        lcg = Lcg(seed)
        players = 1 + lcg.below(4)
        row = random_play.house_rules(variant, lcg) if seed % 2 else {}
        starter = lcg.below(players + 1) - 1
        ahead = [50 * lcg.below(5) for _ in range(players)] if variant != "five-cubes" else []
        played_before: Any = new_game(variant, row, players, -1, ahead)
        for _ in range(lcg.below(60)):
            if played_before.legal():
                played_before.apply(random_play.decide(played_before, lcg), lcg)
        games: list[Any] = [played_before.another(starter), new_game(variant, row, players, starter, ahead)]
        for step in range(40):
            assert games[0].record() == games[1].record(), (variant, seed, step)
            if games[1].legal():
                action = random_play.decide(games[1], Lcg(step))
                events = [game.apply(action, Lcg(step)) for game in games]
                assert events[0] == events[1]
