"""Saves of Phase 10: every state is restored; a damaged one can be played on, or is refused with a sentence."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests import random_play
from host_tests.phase_dice_fixture import FIVE_AND_THREE, NOTHING, TWO_SETS, in_phases
from host_tests.random_play import Lcg
from host_tests.rules.rules_strategies import junk, spoil
from sixpip.rules.game import actions
from sixpip.rules.game.engine import new_game
from sixpip.rules.game.errors import BadRecord
from sixpip.rules.menus import replay
from sixpip.rules.phase_ten.game import Game
from sixpip.rules.setup.record import from_record
from sixpip.rules.stages import KEPT, OVER, READY, ROLLED

seeds = st.integers(0, 2**31 - 1)
tables = st.lists(st.sampled_from([1, 4, 8, 9, 10, 10]), min_size=1, max_size=6)
starts = st.sampled_from(["seated", "one-die"])


def played(*lines: str, phases: str = "1,1", start: str = "seated") -> Any:
    """A game of players in these phases after some lines."""
    game = in_phases([int(phase) for phase in phases.split(",")], start)
    for line in lines:
        action, source = replay.action_of(game, line.split())
        game.apply(action, source)
    return game


def play_on(game: Any, lcg: Lcg, most: int) -> None:
    """Plays some legal actions, with all the calls that a screen makes."""
    for _ in range(most):
        legal = game.legal()
        assert bool(legal) == (game.stage != OVER)
        if not legal:
            return
        assert game.points == (max(0, game.best().points) if game.stage == ROLLED else 0)
        assert 0 <= game.rolls_left() <= 3
        assert game.dice_next() <= game.dice
        game.apply(random_play.decide(game, lcg), lcg)
        assert from_record(json.loads(json.dumps(game.record()))).record() == game.record()


@settings(max_examples=40, deadline=None)
@given(tables, starts, seeds)
def test_a_game_saved_and_resumed_at_every_action_goes_on_in_the_same_way(
    phases: list[int], start: str, seed: int
) -> None:
    game, lcg = in_phases(phases, start), Lcg(seed)
    for _ in range(300):
        text = json.dumps(game.record())
        resumed = from_record(json.loads(text))
        assert json.dumps(resumed.record()) == text
        assert (resumed.legal(), resumed.points) == (game.legal(), game.points)
        if not game.legal():
            break
        action = random_play.decide(game, lcg)
        state = lcg.state
        events = game.apply(action, lcg)
        lcg.state = state
        assert resumed.apply(action, lcg) == events
        game = resumed


def test_a_game_resumed_in_mid_turn_keeps_its_dice_set_aside_and_its_rolls() -> None:
    lines = [TWO_SETS, "keep 10G 10R 9R", "roll 10O 9R 9G 1B 2B 3R 4R", "back 9R", "keep 10O"]
    game = from_record(json.loads(json.dumps(played(*lines).record())))
    assert isinstance(game, Game)
    assert (game.kept, game.dice_next(), game.rolls_left(), game.points) == (0b111, 7, 1, 57)
    assert game.legal() == (actions.ROLL, actions.KEEP, actions.BACK, actions.STOP)
    log_line = "roll 10B 10G 10O 1B 2B 3R 4R"
    action, source = replay.action_of(game, log_line.split())
    game.apply(action, source)
    assert (game.points, game.legal(), game.kept) == (60, (actions.STOP,), 0b111)


def test_changing_a_record_does_not_change_the_game() -> None:
    for game in (played(TWO_SETS, "keep 10G"), new_game("phase-10", {}, 2)):
        before = json.dumps(game.record())
        record = game.record()
        for value in record.values():
            if isinstance(value, list):
                for inner in value:
                    if isinstance(inner, list):
                        inner.clear()
                value.clear()
        record["rules"].clear()
        assert json.dumps(game.record()) == before


@settings(max_examples=400, deadline=None)
@given(tables, starts, seeds, st.integers(0, 60), st.data())
def test_a_damaged_record_is_refused_or_can_be_played_on(
    phases: list[int], start: str, seed: int, actions_done: int, data: st.DataObject
) -> None:
    game, lcg = in_phases(phases, start), Lcg(seed)
    play_on(game, lcg, actions_done)
    record = copy.deepcopy(game.record())
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(record, data)
    try:
        resumed = from_record(record)
    except BadRecord:
        return
    play_on(resumed, lcg, 60)


RECORD = sorted(new_game("phase-10").record())


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(RECORD), junk))
def test_something_that_is_not_a_record_is_refused(record: Any) -> None:
    with pytest.raises(BadRecord):
        from_record({"variant": "phase-10", **record})


@pytest.mark.parametrize("key", RECORD)
def test_a_record_without_one_of_its_values_is_refused(key: str) -> None:
    record = played(TWO_SETS).record()
    del record[key]
    with pytest.raises(BadRecord, match=f"The saved game lacks '{key}'"):
        from_record(record)


@pytest.mark.parametrize("key", [key for key in RECORD if key not in ("rules", "start")])
def test_a_value_of_another_type_is_refused(key: str) -> None:
    record = played(TWO_SETS).record()
    for value in (None, "", "1", 0.5, True, 2**64, [], {}, [0], [None], {"start": 1}):
        with pytest.raises(BadRecord, match="The saved game"):
            from_record({**record, key: value})


def test_a_number_of_a_record_cannot_have_another_type() -> None:
    record = played("roll 6O", "roll 6R", start="one-die").record()
    for key in RECORD:
        if not isinstance(record[key], list):
            continue
        for at in range(len(record[key])):
            for value in (None, "1", 0.5, True, 2**64, 10**5000):
                broken = copy.deepcopy(record)
                inner = broken[key][at]
                if isinstance(inner, list):
                    inner[-1] = value
                else:
                    broken[key][at] = value
                with pytest.raises(BadRecord, match="The saved game"):
                    from_record(broken)


NEW = ((), "1,1", "seated")
LAID = ((TWO_SETS, "keep 10G"), "1,1", "seated")
STARTING = (("roll 6O",), "1,1", "one-die")
CLOSING = ((FIVE_AND_THREE, "stop", NOTHING, "stop"), "10,3,10", "seated")  # the third plays, the first has finished
DONE = ((FIVE_AND_THREE, "stop", NOTHING, "stop"), "10,3", "seated")

BROKEN: list[tuple[Any, dict[str, Any], str]] = [
    (NEW, {"variant": "phase"}, "does not fit: There is no variant 'phase'"),
    (NEW, {"variant": "dice-10000"}, "lacks 'opened'"),
    (NEW, {"rules": {"opening": 500}}, "does not fit: opening=500 makes no sense"),
    (NEW, {"rules": {"start": "all-dice"}}, "does not fit: start=all-dice"),
    (NEW, {"rules": {"hot": 1}}, "does not fit: There is no option 'hot'"),
    (NEW, {"rules": []}, "does not name its house rules"),
    (NEW, {"players": 7}, "'players'"),
    (NEW, {"players": 0}, "'players'"),
    (NEW, {"players": 3}, "list of 3 numbers for 'scores'"),
    (NEW, {"scores": [0, 10**9 + 1]}, "'scores'"),
    (NEW, {"scores": [0, -(10**9) - 1]}, "'scores'"),
    (NEW, {"turns": [0, -1]}, "'turns'"),
    (NEW, {"phases": [1, 0]}, "'phases'"),
    (NEW, {"phases": [1, 12]}, "'phases'"),
    (NEW, {"phases": [1, 2]}, "inconsistent"),
    (NEW, {"order": [0, 0]}, "inconsistent"),
    (NEW, {"order": [0, 2]}, "'order'"),
    (NEW, {"order": [-1, 0]}, "'order'"),
    (NEW, {"boxes": [[-1] * 10]}, "no list for every player in 'boxes'"),
    (NEW, {"boxes": [[-1] * 10, [-1] * 9]}, "list of 10 numbers for 'boxes'"),
    (NEW, {"boxes": [[-1] * 10, [-2] + [-1] * 9]}, "'boxes'"),
    (NEW, {"boxes": [[-1] * 10, [0] + [-1] * 9]}, "inconsistent"),
    (NEW, {"boxes": [[-1] * 10, [-1] * 9 + [0]]}, "inconsistent"),
    (NEW, {"misses": [[0] * 10]}, "no list for every player in 'misses'"),
    (NEW, {"misses": [[0] * 10, [-1] + [0] * 9]}, "'misses'"),
    (NEW, {"player": 2}, "'player'"),
    (NEW, {"player": -1}, "'player'"),
    (NEW, {"winner": 2}, "'winner'"),
    (NEW, {"winner": -2}, "'winner'"),
    (NEW, {"winner": 0}, "inconsistent"),
    (NEW, {"finisher": 2}, "'finisher'"),
    (NEW, {"finisher": -2}, "'finisher'"),
    (NEW, {"finisher": 0}, "inconsistent"),
    (NEW, {"finisher": 1}, "inconsistent"),
    (NEW, {"half": 4}, "'half'"),
    (NEW, {"half": -1}, "'half'"),
    (NEW, {"finish": 4}, "'finish'"),
    (NEW, {"may_follow": 4}, "'may_follow'"),
    (NEW, {"faces": [0] * 9}, "list of 10 numbers for 'faces'"),
    (NEW, {"faces": [0] * 9 + [6]}, "'faces'"),
    (NEW, {"faces": [0] * 9 + [-1]}, "'faces'"),
    (NEW, {"kept": 1024}, "'kept'"),
    (NEW, {"kept": 1}, "inconsistent"),
    (NEW, {"rolls": 1}, "inconsistent"),
    (NEW, {"rolls": -1}, "'rolls'"),
    (NEW, {"stage": ROLLED}, "inconsistent"),
    (NEW, {"stage": KEPT}, "inconsistent"),
    (NEW, {"stage": OVER}, "inconsistent"),
    (NEW, {"stage": OVER, "winner": 0}, "inconsistent"),
    (NEW, {"stage": "resting"}, "inconsistent"),
    (NEW, {"start": [[0, 0], [-1, -1], []]}, "valid throws for the start"),
    (NEW, {"start": {"ranks": [0, 0]}}, "valid throws for the start"),
    (NEW, {"start": 1}, "valid throws for the start"),
    (LAID, {"rolls": 0}, "inconsistent"),
    (LAID, {"rolls": 4}, "'rolls'"),
    (LAID, {"stage": READY}, "inconsistent"),
    (LAID, {"stage": KEPT}, "inconsistent"),
    (LAID, {"kept": -1}, "'kept'"),
    (LAID, {"winner": 1}, "inconsistent"),
    (LAID, {"start": [[0, 0], [-1, -1]]}, "inconsistent"),
    (STARTING, {"player": 0}, "inconsistent"),
    (STARTING, {"turns": [1, 0]}, "inconsistent"),
    (STARTING, {"stage": ROLLED, "rolls": 1}, "inconsistent"),
    (STARTING, {"start": [[0, 0], [-1, -1]]}, "inconsistent"),
    (STARTING, {"start": [[0, 1], [6, 7]]}, "inconsistent"),
    (STARTING, {"start": [[0, 0], [6, 7]]}, "inconsistent"),
    (STARTING, {"start": [[1, 1], [6, -1]]}, "no order of play"),
    (STARTING, {"start": [[0, 2], [6, -1]]}, "'ranks'"),
    (STARTING, {"start": [[-1, 0], [6, -1]]}, "'ranks'"),
    (STARTING, {"start": [[0, 0], [11, -1]]}, "'throws'"),
    (STARTING, {"start": [[0, 0], [-2, -1]]}, "'throws'"),
    (STARTING, {"start": [[0, 0, 0], [6, -1]]}, "'ranks'"),
    (STARTING, {"start": [[0, 0], [6]]}, "'throws'"),
    (CLOSING, {"finisher": -1}, "inconsistent"),
    (CLOSING, {"finisher": 1}, "inconsistent"),
    (CLOSING, {"player": 0}, "inconsistent"),
    (CLOSING, {"winner": 0}, "inconsistent"),
    (CLOSING, {"stage": OVER}, "inconsistent"),
    (DONE, {"winner": -1}, "inconsistent"),
    (DONE, {"stage": READY}, "inconsistent"),
    (DONE, {"stage": READY, "winner": -1, "player": 0}, "inconsistent"),
    (DONE, {"finisher": -1}, "inconsistent"),
    (DONE, {"finisher": 1}, "inconsistent"),
]


@pytest.mark.parametrize(("moment", "changes", "reason"), BROKEN, ids=lambda value: str(value)[-45:])
def test_a_record_that_is_wrong_is_refused_with_the_reason(moment: Any, changes: dict[str, Any], reason: str) -> None:
    lines, phases, start = moment
    record = played(*lines, phases=phases, start=start).record()
    assert from_record(record).record() == record
    assert set(changes) <= set(record)
    with pytest.raises(BadRecord) as why:
        from_record({**record, **changes})
    assert why.value.args[0].startswith("The saved game")
    assert reason in why.value.args[0]


def test_no_player_has_finished_before_the_closing_turn() -> None:
    lines, phases, start = CLOSING
    record = played(*lines, phases=phases, start=start).record()
    full = [0] * 10
    assert record["player"] == 2  # and the second, still in phase 3, has missed
    broken = {**record, "player": 1, "phases": [11, 3, 11], "boxes": [full, record["boxes"][1], full]}
    with pytest.raises(BadRecord, match="inconsistent"):
        from_record(broken)


def test_no_player_has_finished_before_the_order_of_play_is_known() -> None:
    lines, _, start = STARTING
    record = played(*lines, phases="10,1", start=start).record()
    broken = {**record, "phases": [11, 1], "boxes": [[0] * 10, record["boxes"][1]], "finisher": 0}
    with pytest.raises(BadRecord, match="inconsistent"):
        from_record(broken)


def test_a_finished_game_is_resumed_as_finished() -> None:
    lines, phases, start = DONE
    game = from_record(played(*lines, phases=phases, start=start).record())
    assert isinstance(game, Game)
    assert (game.winner, game.legal(), game.finished(0), game.finished(1)) == (0, (), True, False)


def test_a_game_of_one_player_is_over_when_all_phases_are_made() -> None:
    record = played(FIVE_AND_THREE, "stop", phases="10").record()
    assert from_record(record).winner == 0
    with pytest.raises(BadRecord, match="inconsistent"):
        from_record({**record, "stage": READY, "winner": -1, "kept": 0, "rolls": 0})
