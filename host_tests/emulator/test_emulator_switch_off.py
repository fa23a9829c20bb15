"""The console cuts its own supply, and ROLL starts it again, on the emulated Pico with the real firmware.

One board is booted, and each test runs in a fork.
"""

from pathlib import Path

import pytest

from host_tests.pico_fixture import boot, leave_alone, new_board, saved_record, saved_turn, screen_text, tap
from host_tests.scripted_player import BANK, MENU, ROLL
from sixpip.app.power import SAMPLE_MS, SAMPLES, STILL_ON, WOKEN_MS
from sixpip.board import pins
from tools.check.emulator import Machine

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.forked]

GAME_SLEEP_MS = OFF_MS = 300_000
VBAT_CHANNEL = pins.VBAT - 26
STARTED_MS = 6000


@pytest.fixture(scope="module")
def table(emulator: Path) -> Machine:
    """A console on its battery, in ANNA's turn: three 1s and a 5 are rolled."""
    machine = boot(new_board(saved_turn()))
    machine.on_battery = True
    return machine


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
    picture = table.oled
    leave_alone(table, GAME_SLEEP_MS)
    assert table.cut_us is None and not table.display.on
    leave_alone(table, OFF_MS - 110_000)
    assert table.cut_us is None
    leave_alone(table, 160_000)
    wait_for_cut(table, 5000)
    started = assert_starts(table, 900, "choose what to keep")
    assert started.oled == picture
    tap(started, 0, 1, 2, BANK)
    assert saved_record(started)["scores"] == [1000, 0]


@pytest.mark.sweep
def test_with_an_empty_cell_it_is_off_after_its_sentence(table: Machine) -> None:
    table.set_adc_mv(VBAT_CHANNEL, 3190 / 2)
    table.run_until(lambda: "console switches off" in screen_text(table), SAMPLE_MS * (SAMPLES + 1), 200)
    wait_for_cut(table, 10_000)
    assert_starts(table, 60, "choose what to keep")


def test_the_menu_switches_off_after_the_last_words(table: Machine) -> None:
    for button in (MENU, MENU, 3):
        table.press(button)
        table.run_ms(700)
    assert "Press ROLL to switch on." in screen_text(table)
    wait_for_cut(table, 5000)
    assert_starts(table, 2200, "choose what to keep")


def test_on_usb_it_stays_on_and_says_so_and_roll_lights_the_dice(table: Machine) -> None:
    table.on_battery = False
    for button in (MENU, MENU, 3):
        table.press(button)
        table.run_ms(700)
    table.run_until(lambda: STILL_ON in screen_text(table), 8000, 100)
    assert table.display.on and not table.pin(pins.LED_EN) and table.cut_us is None
    tap(table, ROLL)
    assert table.pin(pins.LED_EN) and any(table.led_frames[-1].grb)
    table.run_ms(WOKEN_MS)
    tap(table, ROLL)
    assert screen_text(table).startswith("PAUSE")


def test_the_supply_is_not_cut_while_roll_is_down(table: Machine) -> None:
    for button in (MENU, MENU, 3):
        table.press(button)
        table.run_ms(700)
    table.hold(ROLL)
    table.run_ms(10_000)
    assert table.cut_us is None and not table.display.on
    table.release(ROLL)
    wait_for_cut(table, 4000)


@pytest.mark.sweep
def test_a_charger_is_noted_keeps_an_empty_console_on_and_wakes_nothing(table: Machine) -> None:
    picture = table.oled
    table.set_adc_mv(VBAT_CHANNEL, 3150 / 2)
    table.plug_charger()
    table.run_ms(1000)
    assert "Charging" in screen_text(table)
    leave_alone(table, 30_000)
    assert table.pin(pins.LED_EN) and table.oled == picture
    table.plug_charger(False)
    table.set_adc_mv(VBAT_CHANNEL, 3900 / 2)
    leave_alone(table, GAME_SLEEP_MS)
    sent = len(table.led_frames)
    table.plug_charger()
    table.run_ms(5000)
    assert not table.pin(pins.LED_EN) and not table.display.on and len(table.led_frames) == sent
