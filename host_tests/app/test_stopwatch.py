"""The stopwatch: right across the wrap of the tick counter, and after gaps of any length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.app.power import ASLEEP, AWAKE, SLEEP_MS, WOKEN_MS
from sixpip.compat import Stopwatch, ticks_add
from sixpip.view.sound import WIN, length_ms
from tools.play.host.fake import TICK_PERIOD

MINUTE_MS = 60_000
WEEK_MS = 7 * 24 * 60 * MINUTE_MS

ticks = st.integers(0, TICK_PERIOD - 1)


@given(ticks, st.lists(st.integers(0, MINUTE_MS), max_size=30))
def test_it_counts_all_milliseconds_between_calls_up_to_a_minute_apart(start: int, gaps: list[int]) -> None:
    watch, now = Stopwatch(), start
    watch.start(now)
    for gap in gaps:
        now = ticks_add(now, gap)
        watch.step(now)
    assert watch.ms == sum(gaps) == watch.step(now)


@given(ticks, st.lists(ticks, min_size=1, max_size=10))
def test_a_gap_of_any_length_counts_as_up_to_a_minute(start: int, later: list[int]) -> None:
    watch = Stopwatch()
    watch.start(start)
    before = 0
    for now in later:
        watch.step(now)
        assert 0 <= watch.ms - before <= MINUTE_MS
        before = watch.ms


def test_it_starts_with_the_first_step_and_stops_before_its_number_is_too_large_for_the_pico() -> None:
    watch, now = Stopwatch(), 5
    assert watch.step(now) == 0 and watch.step(12) == 7
    for _ in range(20_000):
        now = ticks_add(now, MINUTE_MS)
        watch.step(now)
    assert TICK_PERIOD // 2 - MINUTE_MS <= watch.ms < TICK_PERIOD // 2


def test_a_console_that_slept_for_a_week_wakes_as_after_a_night(player: ScriptedPlayer) -> None:
    player.wait(SLEEP_MS + 1000)
    assert player.app.power.state == ASLEEP
    player.board.elapsed_ms += WEEK_MS
    player.tap(ROLL)
    player.app.step()
    assert player.app.power.state == AWAKE and player.lines[7] == "Awake: press again"
    player.wait(WOKEN_MS + 600)
    assert player.lines[7] != "Awake: press again"


@pytest.mark.parametrize("days", [3, 7, 10, 13])
def test_a_tumble_and_a_tune_that_are_interrupted_for_days_end_after_that(player: ScriptedPlayer, days: int) -> None:
    player.app.settings.values["tumble"] = 0
    player.start().tap(ROLL)
    player.wait(100)
    player.app.sound.play(WIN)
    player.board.elapsed_ms += days * 24 * 60 * MINUTE_MS
    player.wait(length_ms(WIN) + 3000)
    assert not player.app.sound.busy() and player.board.tones[-1][0] == 0
    assert player.press(MENU, BANK).app.session is not None
