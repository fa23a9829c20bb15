"""Debouncing nine buttons: one press counts once, however the contact bounces and whenever the console reads it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tests.board_modules import without_hardware
from sixpip.board.contract import BANK, BUTTONS, KEEP1, MENU
from sixpip.compat import ticks_add

_driver = without_hardware("button_driver")
SETTLE_MS, Debounce = _driver.SETTLE_MS, _driver.Debounce

STARTS = st.one_of(st.integers(0, (1 << 30) - 1), st.integers((1 << 30) - 300, (1 << 30) - 1))
BOUNCES = st.lists(st.integers(0, 5), max_size=6)
"""Milliseconds between the edges of a bouncing contact."""
Edge = tuple[int, bool]


def contact(start_ms: int, down: bool, bounces: list[int]) -> list[Edge]:
    """The edges of a contact that closes (or opens) at `start_ms` and then bounces; the last edge keeps its level."""
    edges, at_ms = [(start_ms, down)], start_ms
    for gap_ms in bounces:
        edges.append((at_ms + gap_ms, not down))
        edges.append((at_ms + gap_ms, down))
        at_ms += gap_ms
    return edges


def play(debounce: Any, button: int, edges: list[Edge], start: int) -> None:
    """Sample `edges` as the interrupts of button_driver.py do."""
    for at_ms, down in edges:
        debounce.sample(down << button, down << button, ticks_add(start, at_ms))


def presses(debounce: Any) -> list[int]:
    """Fetch all presses in the queue."""
    found = []
    while (button := debounce.next_press()) >= 0:
        found.append(button)
    return found


@given(st.integers(0, BUTTONS - 1), STARTS, st.integers(60, 400), BOUNCES, BOUNCES)
def test_a_press_that_bounces_at_both_ends_counts_once(
    button: int, start: int, held_ms: int, closing: list[int], opening: list[int]
) -> None:
    debounce = Debounce(0)
    play(debounce, button, contact(0, True, closing), start)
    assert debounce.has_press()
    assert debounce.down == 1 << button
    play(debounce, button, contact(held_ms, False, opening), start)
    debounce.sample(0, 0, ticks_add(start, held_ms + 200))
    assert presses(debounce) == [button]
    assert debounce.down == 0


@given(STARTS, st.lists(st.tuples(st.integers(51, 300), st.integers(51, 300)), max_size=10))
def test_presses_that_are_fetched_late_are_not_lost(start: int, taps: list[tuple[int, int]]) -> None:
    debounce, at_ms = Debounce(0), 0
    for down_ms, up_ms in taps:
        play(debounce, KEEP1, [(at_ms, True), (at_ms + down_ms, False)], start)
        at_ms += down_ms + up_ms
    assert presses(debounce) == [KEEP1] * len(taps)


@given(STARTS, st.integers(1, 49), st.integers(51, 400))
def test_a_tap_shorter_than_the_settling_time_does_not_hide_the_next(start: int, short_ms: int, pause_ms: int) -> None:
    debounce = Debounce(0)
    second_ms = SETTLE_MS + SETTLE_MS + pause_ms
    play(debounce, KEEP1, [(0, True), (short_ms, False), (second_ms, True)], start)
    assert presses(debounce) == [KEEP1, KEEP1]


@given(STARTS)
def test_a_tap_that_ends_before_its_level_is_read_counts(start: int) -> None:
    debounce = Debounce(0)
    debounce.sample(0, 1 << MENU, start)
    debounce.sample(0, 0, ticks_add(start, 500))
    assert presses(debounce) == [MENU]
    assert debounce.down == 0


@pytest.mark.parametrize("since_ms", [(1 << 29) - 1, 1 << 29, (1 << 30) - 1, (1 << 30) + 50])
def test_a_button_works_wherever_the_clock_is_when_it_is_sampled_again(since_ms: int) -> None:
    debounce = Debounce(0)
    play(debounce, KEEP1, [(0, True), (100, False), (100 + since_ms, True)], 7)
    assert presses(debounce) == [KEEP1, KEEP1]


@pytest.mark.parametrize(("gap_ms", "count"), [(49, 1), (50, 2)])
def test_a_contact_that_changes_after_50_ms_was_pressed_and_one_that_changes_earlier_bounces(
    gap_ms: int, count: int
) -> None:
    debounce = Debounce(0)
    play(debounce, KEEP1, [(0, True), (gap_ms, False), (2 * gap_ms, True)], 7)
    assert presses(debounce) == [KEEP1] * count


def test_a_held_button_whose_contact_opens_for_a_moment_is_not_pressed_again() -> None:
    debounce = Debounce(0)
    play(debounce, KEEP1, [(0, True), (500, True), (510, True)], 7)  # it was closed again when its level was read
    assert presses(debounce) == [KEEP1] and debounce.down == 1 << KEEP1
    debounce.sample(1 << KEEP1, 0, 7 + 700)
    assert presses(debounce) == [] and debounce.down == 1 << KEEP1
    play(debounce, KEEP1, [(900, False), (1100, True)], 7)
    assert presses(debounce) == [KEEP1]


def test_a_press_is_waiting_until_all_presses_are_fetched_and_again_after_the_queue_was_full() -> None:
    debounce = Debounce(0)
    for tap in range(40):
        play(debounce, tap % BUTTONS, [(tap * 200, True), (tap * 200 + 100, False)], 0)
    assert debounce.has_press()
    assert presses(debounce) == [tap % BUTTONS for tap in range(15)]  # the oldest ones
    assert not debounce.has_press()
    assert debounce.next_press() == -1
    debounce.sample(1 << BANK, 1 << BANK, 10_000)
    assert debounce.has_press() and debounce.next_press() == BANK


def test_a_button_down_at_the_start_counts_only_after_a_release() -> None:
    debounce = Debounce(1 << BANK)
    debounce.sample(1 << BANK, 0, 10)
    assert presses(debounce) == []
    play(debounce, BANK, [(100, False), (300, True)], 0)
    assert presses(debounce) == [BANK]


def test_nine_buttons_at_once_are_nine_presses() -> None:
    debounce = Debounce(0)
    debounce.sample(0x1FF, 0x1FF, 0)
    assert presses(debounce) == list(range(BUTTONS))


@given(STARTS, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 0x1FF), st.integers(0, 0x1FF))))
def test_presses_and_levels_always_agree(start: int, calls: list[tuple[int, int, int]]) -> None:
    """Every button that goes down gives a press, and a settled contact has the level of its pin."""
    debounce, at, was, level = Debounce(0), start, 0, 0
    for gap_ms, level, fell in calls:
        at = ticks_add(at, gap_ms)
        debounce.sample(level, fell, at)
        assert set(presses(debounce)) >= {button for button in range(BUTTONS) if debounce.down & ~was & 1 << button}
        was = debounce.down
    debounce.sample(level, 0, ticks_add(at, 2 * SETTLE_MS))
    assert debounce.down == level
    debounce.sample(level, 0, ticks_add(at, 3 * SETTLE_MS))
    assert debounce.settling == 0
