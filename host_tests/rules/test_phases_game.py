"""The engine of Phase 10: the reasons of refusals, and the events of each action."""

import re
from typing import Any

import pytest

from host_tests.phase_dice_fixture import FIVE_AND_THREE, KINDS, NOTHING, TWO_SETS, in_phases, refusal
from sixpip.rules.game import actions
from sixpip.rules.game.errors import BadOption, Illegal
from sixpip.rules.game.events import (
    ASIDE,
    CLOSING,
    GAME_OVER,
    MADE,
    MISSED,
    PENALTY,
    ROLLED,
    THREW,
    TURN,
    event,
)
from sixpip.rules.menus import replay
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import Game
from sixpip.rules.setup import options
from sixpip.rules.stages import READY
from sixpip.rules.stages import ROLLED as STAGE_ROLLED


def after(*lines: str, head: str = "phase-10 players=2") -> Any:
    """A game after some lines of log."""
    return replay.replay(["game " + head, *lines])


def events_of(game: Any, line: str) -> list[Any]:
    """The events of one more line."""
    action, source = replay.action_of(game, line.split())
    return list(game.apply(action, source))


# Reasons


def test_a_game_has_one_to_six_players() -> None:
    assert [Game("phase-10", {}, players).players for players in range(1, 7)] == list(range(1, 7))
    for players in (0, 7, -1):
        with pytest.raises(BadOption, match=f"players={players} cannot play: use 1 to 6"):
            Game("phase-10", {}, players)


def test_the_only_house_rule_is_who_starts() -> None:
    assert [option.key for option in options.options_for("phase")] == ["start"]
    for start in ("seated", "one-die"):
        assert Game("phase-10", {"start": start}, 2).options == {"start": start}
    with pytest.raises(BadOption, match="start=all-dice is not a value of start: use seated or one-die"):
        Game("phase-10", {"start": "all-dice"}, 2)
    for option in options.OPTIONS:
        for value in option.values[1:]:
            if option.key != "start":
                with pytest.raises(
                    BadOption, match=f"{option.key}={re.escape(str(value))} makes no sense with these dice"
                ):
                    Game("phase-10", {option.key: value})
    with pytest.raises(BadOption, match="There is no option 'hot': use one of start"):
        Game("phase-10", {"hot": 1})


ALL_ASIDE = "keep 5R 5G 6B 6G 7R 7G 1B 1R 3R 3B"
REASONS = [
    ([], "stop", "Roll first"),
    ([], "keep H1", "Roll first"),
    ([], "back H1", "A die named is not among those"),
    ([], "bank", "Roll first"),
    ([], "roll 5R 5G", "10 dice are thrown, not 2"),
    ([NOTHING], "bank", "Not in this game"),
    ([NOTHING], "take", "Not in this game"),
    ([NOTHING], "fresh", "Not in this game"),
    ([NOTHING], "back 5R", "There is no further 5R among those dice"),
    ([NOTHING], "keep 8G", "There is no further 8G among those dice"),
    ([NOTHING], "keep 5R 5R", "There is no further 5R among those dice"),
    ([NOTHING, "keep 5R"], "keep 5R", "There is no further 5R among those dice"),
    ([NOTHING, "keep 5R"], "keep H1", "A die named is not among those"),
    ([NOTHING, "keep 5R"], "back 5G", "There is no further 5G among those dice"),
    ([NOTHING, "keep 5R"], "back H2", "A die named is not among those"),
    ([NOTHING, "keep 5R"], NOTHING, "9 dice are thrown, not 10"),
    ([NOTHING, ALL_ASIDE], "roll", "All dice are set aside"),
    ([NOTHING, NOTHING, NOTHING], NOTHING, "No rolls left"),
    ([NOTHING, NOTHING, NOTHING], "keep 5R", "No rolls left"),
    ([NOTHING, "keep 3B", NOTHING[:-3], NOTHING[:-3]], "back 3B", "No rolls left"),
]


@pytest.mark.parametrize(("lines", "line", "reason"), REASONS, ids=lambda value: str(value)[-40:])
def test_what_cannot_be_done_is_refused_with_the_reason(lines: list[str], line: str, reason: str) -> None:
    game = after(*lines)
    before = game.record()
    with pytest.raises(Illegal) as why:
        events_of(game, line)
    assert why.value.args == (reason,)
    assert game.record() == before


def test_an_impossible_choice_of_dice_is_refused_with_the_reason() -> None:
    game = after(NOTHING)
    assert refusal(game, actions.BACK, 1) == "Nothing is set aside"
    for positions in (None, 0, dice.ALL + 1, dice.ALL + 2, -1):
        assert refusal(game, actions.KEEP, positions) == "Set aside dice on the table"
    events_of(game, "keep H1 H2")
    for positions in (1, 2, 3, 5):
        assert refusal(game, actions.KEEP, positions) == "Set aside dice on the table"
    for positions in (None, 0, 4, 5, 7, -1, dice.ALL + 1):
        assert refusal(game, actions.BACK, positions) == "Take back dice set aside"
    events_of(game, "keep " + " ".join(f"H{high}" for high in range(3, 7)) + " L1 L2 L3 L4")
    assert refusal(game, actions.KEEP, 1) == refusal(game, actions.ROLL) == "All dice are set aside"


def test_actions_before_the_start_and_after_the_end_are_refused_with_that_reason() -> None:
    game = Game("phase-10", {}, 2)
    for kind in (actions.KEEP, actions.BACK, actions.STOP, actions.BANK):
        assert refusal(game, kind) == "Roll for the start"
    game = in_phases([10])
    events_of(game, FIVE_AND_THREE)
    events_of(game, "stop")
    for kind in KINDS:
        assert refusal(game, kind) == "The game is over"


class DeadDice:
    """A source of dice that fails."""

    def throw(self, dice: int) -> list[int]:
        raise OSError("no random bytes")


@pytest.mark.parametrize("start", ["seated", "one-die"])
def test_with_dead_dice_nothing_changes(start: str) -> None:
    game = Game("phase-10", {"start": start}, 2)
    for _ in range(2):
        before = game.record()
        with pytest.raises(OSError, match="no random bytes"):
            game.apply((actions.ROLL, None), DeadDice())
        assert game.record() == before
        game.apply((actions.ROLL, None), replay.Script([0] * game.dice_next()))


# Events


def test_throws_for_the_start_emit_their_numbers_and_then_the_first_turn() -> None:
    game = Game("phase-10", {}, 2)
    assert events_of(game, "roll 7B") == [event(ROLLED, 0, positions=1), event(THREW, 0, 7)]
    assert game.faces == bytes([2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    assert events_of(game, "roll 9B") == [event(ROLLED, 1, positions=2), event(THREW, 1, 9), event(TURN, 1)]
    assert game.faces == bytes([2, 4, 0, 0, 0, 0, 0, 0, 0, 0])
    assert (game.order, game.player, game.start, game.stage) == ([1, 0], 1, None, READY)


def test_rolls_and_dice_set_aside_emit_events() -> None:
    game = after()
    assert events_of(game, NOTHING) == [event(ROLLED, 0, positions=dice.ALL)]
    assert game.faces == bytes([0, 0, 1, 1, 2, 2, 0, 0, 2, 2])
    assert (game.stage, game.rolls_left(), game.throws()) == (STAGE_ROLLED, 2, dice.ALL)
    assert events_of(game, "keep H1 L4") == [event(ASIDE, 0, positions=0b1000000001)]
    assert events_of(game, "keep H2") == [event(ASIDE, 0, positions=0b1000000011)]
    assert events_of(game, "back L4 H1") == [event(ASIDE, 0, positions=0b10)]
    assert (game.kept, game.dice_next(), game.rolls_left()) == (2, 9, 2)
    thrown = events_of(game, "roll 10G 10O 10B 10G 10O WO WO WB WG")
    assert thrown == [event(ROLLED, 0, positions=dice.ALL & ~2)]
    assert game.faces == bytes([5, 0, 5, 5, 5, 5, 5, 5, 5, 5])
    assert (game.kept, game.rolls_left()) == (2, 1)


def test_a_phase_made_emits_its_points_and_the_dice_that_make_it() -> None:
    game = after(TWO_SETS)
    assert game.points == 57
    assert events_of(game, "stop") == [event(MADE, 0, 57, 0b111111, 1), event(TURN, 1)]
    assert (game.boxes[0][0], game.phases, game.turns, game.points) == (57, [2, 1], [1, 0], 0)


def test_a_phase_missed_emits_the_number_of_missing_dice() -> None:
    game = after(NOTHING)
    assert events_of(game, "stop") == [event(MISSED, 0, 2, number=1), event(TURN, 1)]
    assert (game.misses[0], game.boxes[0], game.missed(0), game.missed(1)) == ([1] + [0] * 9, [-1] * 10, 1, 0)


def test_the_bonus_at_half_emits_an_event() -> None:
    game = in_phases([5, 1])
    game.scores[0] = 200
    events_of(game, "roll 5R 6R 7R 8B 9R 10O 1B 2B 3R 4R")
    returned = events_of(game, "stop")
    assert [one.kind for one in returned] == [MADE, PENALTY, TURN]
    assert returned[1] == event(PENALTY, 0, 40, why="over 220 at phase 5")
    assert (game.half, game.finish) == (1, 0)


def test_the_finish_its_bonuses_and_the_closing_turns_emit_events() -> None:
    game = in_phases([10, 10])
    events_of(game, FIVE_AND_THREE)
    assert events_of(game, "stop")[1:] == [
        event(PENALTY, 0, 40, why="first to finish"),
        event(CLOSING, 0),
        event(TURN, 1),
    ]
    assert (game.finisher, game.finish, game.may_follow) == (0, 1, 2)
    events_of(game, FIVE_AND_THREE)
    assert events_of(game, "stop")[1:] == [event(PENALTY, 1, 40, why="finished too"), event(GAME_OVER, 0)]
    assert (game.finisher, game.finish, game.winner) == (0, 3, 0)
    assert [game.finished(player) for player in range(2)] == [True, True]


@pytest.mark.parametrize(("misses", "words"), [(1, "1 miss"), (2, "2 misses"), (3, "3 misses")])
def test_with_one_player_misses_cost_points_at_the_end(misses: int, words: str) -> None:
    game = in_phases([9])
    for line in [NOTHING, "stop"] * misses + ["roll 10G 10R 10O 10B 10G 10O WR 2B 3R 4R", "stop", FIVE_AND_THREE]:
        events_of(game, line)
    assert events_of(game, "stop")[1:] == [
        event(PENALTY, 0, 40, why="at the first try"),
        event(PENALTY, 0, -5 * misses, why=words),
        event(GAME_OVER, 0),
    ]


def test_with_one_player_only_misses_and_a_finish_at_the_first_try_change_the_score() -> None:
    game = in_phases([10])
    events_of(game, FIVE_AND_THREE)
    assert events_of(game, "stop")[1:] == [event(PENALTY, 0, 40, why="at the first try"), event(GAME_OVER, 0)]
    game = in_phases([10])
    for line in (NOTHING, "stop", FIVE_AND_THREE):
        events_of(game, line)
    assert events_of(game, "stop")[1:] == [event(PENALTY, 0, -5, why="1 miss"), event(GAME_OVER, 0)]
    assert game.finish == 0
