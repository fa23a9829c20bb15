"""A console that is left on, sleeps, has an empty battery or switches itself off, and the REPL, on the emulated Pico.

One board with the real firmware is booted, and each test runs in a fork. Other faults are in test_emulator_faults.
"""

import json
from functools import partial
from pathlib import Path

import pytest

from host_tests.forked import run_in_fork
from host_tests.pico_fixture import (
    PROMPT,
    boot,
    leave_alone,
    mpremote,
    new_board,
    repl,
    saved_record,
    saved_turn,
    screen_text,
    tap,
    write_files,
)
from host_tests.scripted_player import BANK, MENU, ROLL
from sixpip.app.games.resume import resume
from sixpip.app.power import DIM_IN_GAME_MS, SAMPLE_MS, SAMPLES, WOKEN_MS
from sixpip.board import pins
from sixpip.storage.record_store import Store
from tools.board.image import read_image
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.forked]

VBAT_CHANNEL = pins.VBAT - 26
MEASURED_MS = SAMPLE_MS * (SAMPLES + 1)
SLEEP_MS = 300_000
ANSWER_MS = 100
PROMPT_OFF_MS = 300_000
LAST_WORDS_MS = 8000
WATCHDOG_MS = 8000
STARTED_MS = 6000
FRAME_MS = 40
"""From a press to the first frame of the dice."""
MINUTE = 60
DAY = 24 * 60 * MINUTE
"""Seconds."""
BIG_FILE = bytes(range(256)) * 100
"""25 KB: takes one or two seconds to copy."""


@pytest.fixture(scope="module")
def table(emulator: Path) -> Machine:
    """A console in ANNA's turn: three 1s and a 5 are rolled, the 1s are chosen, and BANK would bank 1000."""
    return tap(boot(new_board(saved_turn())), 0, 1, 2)


def light(machine: Machine) -> int:
    """Returns the sum of all LED values."""
    return sum(machine.led_frames[-1].grb)


def set_cell(machine: Machine, millivolts: int, text: str) -> None:
    """Sets the voltage of the cell and waits until the OLED shows `text`."""
    machine.set_adc_mv(VBAT_CHANNEL, millivolts / 2)
    machine.run_until(lambda: text in screen_text(machine), MEASURED_MS, 500)
    assert machine.display.on


def is_dark(machine: Machine) -> bool:
    """Returns whether dice and OLED are switched off."""
    return not machine.pin(pins.LED_EN) and not machine.pin(pins.LED_DATA) and not machine.display.on


def assert_wakes(table: Machine, button: int) -> None:
    """Asserts that the button wakes the console within 100 ms and has no other effect."""
    before = saved_record(table)
    sent, pressed_us = len(table.led_frames), table.now_us
    table.press(button)
    table.run_ms(500)
    woken = table.led_frames[sent]
    assert (woken.start_us - pressed_us) / 1000 < ANSWER_MS
    assert any(woken.grb) and table.pin(pins.LED_EN) and table.display.on
    assert "Awake: press again" in screen_text(table)
    table.press(button)
    table.run_ms(500)
    if button in (ROLL, BANK):
        assert saved_record(table) == before


def test_an_idle_console_dims_and_sleeps_and_any_button_wakes_it_within_100_ms_without_other_effect(
    table: Machine,
) -> None:
    bright, picture, dice = light(table), table.oled, table.led_frames[-1].grb
    leave_alone(table, DIM_IN_GAME_MS - 3000)
    assert light(table) == bright
    leave_alone(table, 4000)
    assert 0 < light(table) < 0.6 * bright and table.display.on
    leave_alone(table, SLEEP_MS - DIM_IN_GAME_MS)
    assert is_dark(table)
    for button in (0, ROLL, BANK, MENU):
        run_in_fork(partial(assert_wakes, table, button))
    table.press(BANK)
    table.run_ms(WOKEN_MS + 1000)
    assert table.led_frames[-1].grb == dice and table.oled == picture


@pytest.mark.sweep
def test_with_a_low_battery_the_console_warns_switches_the_dice_off_saves_and_with_usb_power_sleeps_until_roll(
    table: Machine, tmp_path: Path
) -> None:
    picture, dice, before = table.oled, table.led_frames[-1].grb, saved_record(table)
    set_cell(table, 3390, "Battery low: charge it soon.")
    assert table.pin(pins.LED_EN)
    tap(table, ROLL)
    weaker = table.led_frames[-1].grb  # a nearly flat cell gives less current
    assert table.oled == picture and any(weaker) and weaker != dice
    assert all(now <= full for now, full in zip(weaker, dice, strict=True))
    set_cell(table, 3290, "the dice stay dark")
    assert not table.pin(pins.LED_EN)
    sent = len(table.led_frames)
    tap(table, ROLL)
    assert table.oled == picture
    set_cell(table, 3190, "Battery empty")
    table.run_ms(LAST_WORDS_MS)
    assert is_dark(table) and len(table.led_frames) == sent
    session = resume(Store(write_files({"game": read_image(table.filesystem())["game"]}, tmp_path)))
    assert session is not None and session.names == ["ANNA", "BEN"]
    assert json.loads(json.dumps(session.game.record())) == before
    table.set_adc_mv(VBAT_CHANNEL, 3900 / 2)
    table.run_ms(MEASURED_MS)
    assert is_dark(table)
    tap(table, ROLL)
    table.run_ms(WOKEN_MS + 1000)
    assert table.pin(pins.LED_EN) and table.display.on
    if "Battery" in screen_text(table):  # the last message is still shown
        tap(table, ROLL)
    assert table.oled == picture and table.led_frames[-1].grb == dice and saved_record(table) == before


def test_at_the_prompt_after_ctrl_c_the_watchdog_does_not_reset_the_chip(table: Machine) -> None:
    was_running = table.watchdog_runs
    table.send("\x03")
    table.run_until(lambda: table.console_text.endswith(PROMPT), 2000)
    assert was_running and "KeyboardInterrupt" in table.console_text and not table.watchdog_runs
    assert "crash.log" not in read_image(table.filesystem())
    table.run_ms(2 * WATCHDOG_MS)
    assert table.resets == [] and repl(table, "6 * 7") == "42"


def test_mpremote_interrupts_the_console_and_copies_a_file_without_a_watchdog_reset(
    table: Machine, tmp_path: Path
) -> None:
    (tmp_path / "big.bin").write_bytes(BIG_FILE)
    was_running = table.watchdog_runs
    with serving(table) as address:
        mpremote("fs cp big.bin :big.bin", address, tmp_path)
    assert read_image(table.filesystem())["big.bin"] == BIG_FILE
    assert was_running and not table.watchdog_runs
    table.run_ms(WATCHDOG_MS + 1000)
    assert table.resets == []


# Left on


@pytest.mark.parametrize(
    "seconds",
    [
        *(9 * MINUTE, 12.5 * DAY),
        *(
            pytest.param(seconds, marks=pytest.mark.sweep)
            for seconds in (4 * MINUTE, 13 * MINUTE, 17 * MINUTE, 3 * DAY, 6.3 * DAY, 9 * DAY, 12.4 * DAY, 40 * DAY)
        ),
    ],
)
def test_a_press_is_answered_at_once_however_long_nobody_has_played(table: Machine, seconds: float) -> None:
    """The counters wrap after 18 minutes and 12.4 days, and their differences are wrong from half of that on."""
    for button in (0, 0, 1):
        table.leap(seconds)
        frames = len(table.led_frames)
        table.press(button)
        table.run_until(lambda seen=frames: len(table.led_frames) > seen, FRAME_MS, 2)  # type: ignore[misc]
        table.run_ms(300)
    tap(table, 1)
    assert "BANK 1 000" in screen_text(table)
    table.leap(seconds)
    tap(table, BANK)
    assert saved_record(table)["scores"] == [1000, 0]
    assert table.resets == []


# Switched off


def wait_for_cut(machine: Machine, limit_ms: float) -> None:
    """Runs the console until it cuts its supply; nothing is written at that moment, and nothing runs after it."""
    machine.run_until(lambda: machine.cut_us is not None, limit_ms, 100)
    written, sent = len(machine.flash_operations), len(machine.led_frames)
    machine.press(BANK)
    machine.run_ms(10_000)  # longer than the watchdog of a running chip takes
    assert (len(machine.flash_operations), len(machine.led_frames)) == (written, sent)
    assert not machine.pin(pins.LED_EN) and not machine.display.on and not any(machine.oled)


def assert_starts(machine: Machine, hold_ms: float, text: str) -> Machine:
    """Asserts that ROLL, held for some time, starts the console with this text and does nothing else."""
    before = saved_record(machine)
    started = machine.start_by_roll(hold_ms)
    started.run_until(lambda: text in screen_text(started), STARTED_MS, 20)
    started.run_ms(4000)
    assert text in screen_text(started) and "stuck" not in screen_text(started) and saved_record(started) == before
    return started


@pytest.mark.sweep
def test_after_a_long_sleep_the_console_is_off_and_roll_starts_it_with_the_game(table: Machine) -> None:
    table.on_battery = True
    picture = table.oled
    leave_alone(table, SLEEP_MS)
    assert table.cut_us is None and not table.display.on
    leave_alone(table, SLEEP_MS - 110_000)
    assert table.cut_us is None
    leave_alone(table, 160_000)
    wait_for_cut(table, 5000)
    started = assert_starts(table, 900, "choose what to keep")
    tap(started, 0, 1, 2)
    assert started.oled == picture
    tap(started, BANK)
    assert saved_record(started)["scores"] == [1000, 0]


def choose_switch_off(table: Machine) -> None:
    """Chooses to switch off in the menu of the pause."""
    for button in (MENU, MENU, 3):
        table.press(button)
        table.run_ms(700)


def test_the_menu_switches_off_after_the_last_words(table: Machine) -> None:
    table.on_battery = True
    choose_switch_off(table)
    assert "Press ROLL to switch on." in screen_text(table)
    wait_for_cut(table, 5000)
    assert_starts(table, 2200, "choose what to keep")


def test_a_console_at_the_prompt_switches_itself_off_after_five_minutes_and_a_soft_reset_stops_that(
    table: Machine,
) -> None:
    table.on_battery = True
    table.send("\x03")
    table.run_ms(PROMPT_OFF_MS - 10_000)
    assert table.console_text.endswith(PROMPT)
    table.send("\x04")
    table.run_ms(15_000)
    table.send("\x03")
    table.run_ms(PROMPT_OFF_MS - 2000)
    assert table.cut_us is None
    wait_for_cut(table, 4000)
    assert_starts(table, 900, "choose what to keep")


@pytest.mark.sweep
def test_a_charger_is_noted_keeps_an_empty_console_on_and_wakes_nothing(table: Machine) -> None:
    table.on_battery = True
    picture = table.oled
    table.set_adc_mv(VBAT_CHANNEL, 3150 / 2)
    table.plug_charger()
    table.run_ms(1000)
    assert "Charging" in screen_text(table)
    leave_alone(table, 30_000)
    assert table.pin(pins.LED_EN) and table.oled == picture
    table.plug_charger(False)
    table.set_adc_mv(VBAT_CHANNEL, 3900 / 2)
    leave_alone(table, SLEEP_MS)
    sent = len(table.led_frames)
    table.plug_charger()
    table.run_ms(5000)
    assert not table.pin(pins.LED_EN) and not table.display.on and len(table.led_frames) == sent
