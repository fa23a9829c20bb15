"""The events of an action, in both engines: what happened, in order. The rules themselves are in cases/.

host_tests/golden/playthroughs has the events of whole games.
"""

import pytest

from host_tests.phase_dice_fixture import FIVE_AND_THREE, NOTHING, in_phases
from host_tests.replayed import events_of, played
from sixpip.rules.core.actions import READY
from sixpip.rules.core.events import (
    ASIDE,
    BANKED,
    BUST,
    CALL_MISSED,
    CLOSING,
    GAME_OVER,
    KEPT,
    MADE,
    OPENED,
    OUT,
    PENALTY,
    ROLLED,
    THREW,
    TURN,
    WON,
    Event,
    event,
)
from sixpip.rules.phase_ten import dice

NO_DIE = "no die scores"

CALLED = "pure calls=yes negative=yes / call five"
BET_LOST = [
    event(CALL_MISSED, 0, why="missed: a 5"),
    event(BUST, 0, why=NO_DIE),
    event(PENALTY, 0, -50, why="called and bust"),
]
EVENTS = [
    (CALLED, "roll 2 2 3 3 4 6", [*BET_LOST, event(TURN, 0)]),
    ("five-cubes players=3", "roll 10 10 10 10 10", [event(OUT, 0, why="five 10s"), event(TURN, 1)]),
    ("five-cubes players=2", "roll 6 6 6 6 6", [event(WON, 0, why="five 6s"), event(GAME_OVER, 0)]),
]
"""Those that are rare even in a playthrough (host_tests/golden/playthroughs)."""


@pytest.mark.parametrize(("lines", "line", "events"), EVENTS)
def test_an_action_emits_its_events(lines: str, line: str, events: list[Event]) -> None:
    assert [one for one in events_of(played(lines), line) if one.kind != ROLLED] == events


def test_events_come_in_the_order_in_which_they_happened() -> None:
    game = played("dice-10000 players=2 opening=0 target=500")
    assert events_of(game, "roll 1 1 1 2 3 4") == [event(ROLLED, 0, positions=63)]
    assert game.faces == bytes([0, 0, 0, 1, 2, 3])
    assert events_of(game, "bank") == [
        event(KEPT, 0, 1000, 7),
        event(BANKED, 0, 1000, number=1000),
        event(OPENED, 0),
        event(CLOSING, 0),
        event(TURN, 1),
    ]
    assert (game.to_beat(), game.rolls) == (1000, 0)
    assert events_of(game, "roll 2 2 3 3 4 6")[1:] == [event(BUST, 1, why=NO_DIE), event(GAME_OVER, 0)]


# Phase 10


def test_throws_for_the_start_emit_their_numbers_and_then_the_first_turn() -> None:
    game = played("phase-10 players=2 start=one-die")
    assert events_of(game, "roll 7B") == [event(ROLLED, 0, positions=1), event(THREW, 0, 7)]
    assert events_of(game, "roll 9B") == [event(ROLLED, 1, positions=2), event(THREW, 1, 9), event(TURN, 1)]
    assert game.faces == bytes([2, 4, 0, 0, 0, 0, 0, 0, 0, 0])
    assert (game.order, game.player, game.start, game.stage) == ([1, 0], 1, None, READY)


def test_rolls_and_dice_set_aside_emit_events() -> None:
    game = played("phase-10 players=2")
    assert events_of(game, NOTHING) == [event(ROLLED, 0, positions=dice.ALL)]
    assert game.faces == bytes([0, 0, 1, 1, 2, 2, 0, 0, 2, 2])
    assert (game.rolls_left(), game.throws()) == (2, dice.ALL)
    assert events_of(game, "keep H1 L4") == [event(ASIDE, 0, positions=0b1000000001)]
    assert events_of(game, "keep H2") == [event(ASIDE, 0, positions=0b1000000011)]
    assert events_of(game, "back L4 H1") == [event(ASIDE, 0, positions=0b10)]
    assert (game.kept, game.dice_next(), game.rolls_left()) == (2, 9, 2)
    assert events_of(game, "roll 10G 10O 10B 10G 10O WO WO WB WG") == [event(ROLLED, 0, positions=dice.ALL & ~2)]
    assert game.faces == bytes([5, 0, 5, 5, 5, 5, 5, 5, 5, 5])
    assert (game.kept, game.rolls_left()) == (2, 1)


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
    first = event(PENALTY, 0, 40, why="first to finish")
    assert events_of(game, "stop")[1:] == [first, event(CLOSING, 0), event(TURN, 1)]
    assert (game.finisher, game.finish, game.may_follow) == (0, 1, 2)
    events_of(game, FIVE_AND_THREE)
    assert events_of(game, "stop")[1:] == [event(PENALTY, 1, 40, why="finished too"), event(GAME_OVER, 0)]
    assert (game.finisher, game.finish, game.winner) == (0, 3, 0)
    assert [game.finished(player) for player in range(2)] == [True, True]


@pytest.mark.parametrize(("misses", "words"), [(0, ""), (1, "1 miss"), (2, "2 misses")])
@pytest.mark.parametrize("phase", [9, 10])
def test_with_one_player_misses_cost_points_and_only_a_finish_at_the_first_try_earns_some(
    phase: int, misses: int, words: str
) -> None:
    game = in_phases([phase])
    phase_9 = ["roll 10G 10R 10O 10B 10G 10O WR 2B 3R 4R", "stop"] if phase == 9 else []
    for line in [NOTHING, "stop"] * misses + phase_9 + [FIVE_AND_THREE]:
        events_of(game, line)
    bonus = [] if misses and phase == 10 else [event(PENALTY, 0, 40, why="at the first try")]
    cost = [event(PENALTY, 0, -5 * misses, why=words)] if misses else []
    assert events_of(game, "stop")[1:] == [*bonus, *cost, event(GAME_OVER, 0)]
    assert game.finish == len(bonus)
