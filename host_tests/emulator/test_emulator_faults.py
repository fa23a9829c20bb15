"""Faults on the emulated Pico with the real firmware: a missing display, stuck buttons, a dead random source, crashes
and hangs; also the restart in BOOTSEL mode. Sleep and battery are in test_emulator_sleep.

Boards are booted once for several tests, and each test runs in a fork.
"""

import json
from pathlib import Path

import pytest

from host_tests.pico_fixture import (
    BOOT_MS,
    PROMPT,
    REST_MS,
    boot,
    is_lit,
    new_board,
    repl,
    saved_record,
    saved_turn,
    screen_text,
    tap,
    wait_for_text,
    write_files,
)
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.app.dice_source import NOT_FAIR
from sixpip.board import crash, pins
from sixpip.board.contract import MOST_FAILURES
from sixpip.rules.core.record import from_record
from sixpip.rules.ten_thousand.game import TenThousandGame
from tools import FIRMWARE
from tools.board.build import compile_module, compiled_path, module_name
from tools.board.image import read_image
from tools.check.emulator import Machine
from tools.check.emulator.resets import BOOTSEL, REQUESTED, TIMEOUT
from tools.play.host.bit_sources import RawBit, biased, perfect, periodic
from tools.play.host.frames import oled_lines
from tools.play.host.screen_reader import buttons_under

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.forked]

PROMPT_MS = 3000
PROMPT_OFF_MS = 300_000
IMPORT_MS = 2500
"""A game that is started at once is imported first."""
BACK_MS = 4600
"""Time for a display that was plugged in to show the whole picture: the idle console sends a page per loop."""
MENU_HELD_MS = 10_000
ALARM_MS = 1000
WATCHDOG_S = (7.4, 8.1)
"""From a press to the reset: eight seconds from the last feed, which was up to half a second before the press."""
PAUSE = "sixpip/screens/play/pause.py"
CRASH = "sixpip/board/crash.py"
BOOT_MENU = "sixpip/screens/start/boot_menu.py"
HANGS = 12
"""A GPIO that is not connected: while it is low, the pause menu hangs instead of raising an exception."""
FILLS = 13
"""Another one: while it is low, the pause menu fills the memory."""
RAISES = 'raise ValueError("on purpose")'
BROKEN_PAUSE = f"""{(FIRMWARE / PAUSE).read_text(encoding="utf-8")}
import time
from machine import Pin
_hangs = Pin({HANGS}, Pin.IN, Pin.PULL_UP)
_fills = Pin({FILLS}, Pin.IN, Pin.PULL_UP)
_filled = []
def _draw(self):
    while not _hangs.value():
        time.sleep_ms(50)
    while not _fills.value():
        _filled.append(bytearray(16))
    {RAISES}
Pause.draw = lambda self: _draw(self)
"""


@pytest.fixture(scope="module")
def playing(emulator: Path) -> Machine:
    """A console in ANNA's turn with a faulty pause menu."""
    return boot(new_board({**saved_turn(), compiled_path(PAUSE): compile_module(PAUSE, BROKEN_PAUSE)}))


@pytest.fixture(scope="module")
def blind(emulator: Path) -> Machine:
    """A console at its boot menu, booted without an OLED."""
    return boot(new_board(oled=False))


# The OLED


def wait_for_picture(machine: Machine, host: ScriptedPlayer) -> None:
    """Waits until the OLED shows the same as the host's, without a press."""
    machine.run_until(lambda: machine.display.on and machine.oled == host.board.oled_shown, BACK_MS, 20)


def test_without_an_oled_the_dice_show_the_menu_and_a_game_can_be_started_and_rolled(
    blind: Machine, tmp_path: Path
) -> None:
    host = ScriptedPlayer(str(tmp_path), is_first_game=True)
    assert blind.led_frames[-1].grb == bytes(host.board.wire)
    for button in (0, 0, ROLL):
        tap(blind, button)
        host.press(button)
    blind.run_ms(IMPORT_MS)
    tap(blind, ROLL)
    faces = saved_record(blind)["faces"]
    host.throw(*[face + 1 for face in faces])
    played = host.app.playing.game  # the dice may be a bust
    assert played.rolls + played.turns[0] == 1 and saved_record(blind) == played.record()
    assert blind.led_frames[-1].grb == bytes(host.board.wire)
    assert "Traceback" not in blind.console_text and not any(blind.oled)
    blind.plug_oled()
    wait_for_picture(blind, host)


@pytest.mark.sweep
def test_when_the_oled_is_unplugged_in_play_the_turn_continues_and_the_picture_returns_when_it_is_plugged_in(
    playing: Machine, tmp_path: Path
) -> None:
    host = ScriptedPlayer(write_files(saved_turn(), tmp_path))
    assert playing.oled == host.board.oled_shown
    playing.unplug_oled()
    for button in (0, 1):
        sent = len(playing.led_frames)
        tap(playing, button)
        host.press(button)
        assert len(playing.led_frames) > sent
        assert playing.led_frames[-1].grb == bytes(host.board.wire)
    playing.plug_oled()
    wait_for_picture(playing, host)
    playing.unplug_oled()
    playing.run_ms(1)  # a loose contact: nothing was sent in this time
    playing.plug_oled()
    wait_for_picture(playing, host)
    tap(playing, 2, BANK)
    assert saved_record(playing)["scores"] == [1000, 0]
    assert "Traceback" not in playing.console_text


# Buttons


def test_if_roll_is_stuck_at_power_on_a_message_is_shown_and_menu_replaces_it() -> None:
    machine = new_board(saved_turn())
    machine.hold(ROLL)
    boot(machine)
    wait_for_text(machine, "ROLL is stuck: free it, then switch off and on. Until then use MENU for ROLL.")
    assert saved_record(machine)["rolls"] == 1  # the stuck button does not roll
    tap(machine, MENU)
    assert "ANNA" in screen_text(machine)
    tap(machine, 0, 1, 2, BANK)
    assert saved_record(machine)["scores"] == [1000, 0]
    after = saved_record(tap(machine, MENU, MENU))  # ends the result screen, then rolls for BEN
    assert after["rolls"] + after["turns"][1] == 1  # BEN has rolled, and busted or not


def hold_menu(machine: Machine, ms: float) -> None:
    """Holds MENU while main.py starts and for `ms` from then on."""
    start = len(machine.console_text)
    machine.hold(MENU)
    machine.run_until(lambda: "MENU is held" in machine.console_text[start:], 1000, 5)
    machine.run_ms(ms)
    machine.release(MENU)


def start_repl(machine: Machine) -> None:
    """Holds MENU for more than three seconds while main.py starts, then waits for the prompt."""
    hold_menu(machine, PROMPT_MS + 300)
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), BOOT_MS)


def test_menu_held_for_three_seconds_at_power_on_starts_the_repl_and_the_watchdog_does_not_reset_it() -> None:
    machine = new_board()
    start_repl(machine)
    assert repl(machine, "6 * 7") == "42"
    machine.send("import machine; watchdog = machine.WDT(timeout=3000)\r\n")
    machine.run_ms(50)
    was_running = machine.watchdog_runs
    machine.send("\x04")  # a soft reset, which does not stop the watchdog
    start_repl(machine)
    assert was_running and not machine.watchdog_runs
    machine.run_ms(10_000)
    assert machine.resets == [] and repl(machine, "6 * 7") == "42"
    assert not is_lit(machine) and not machine.pin(pins.LED_EN)


def test_menu_pressed_at_power_on_parks_the_saved_game_and_opens_the_boot_menu() -> None:
    machine = new_board(saved_turn())
    hold_menu(machine, 400)
    wait_for_text(machine, "The game is parked. To go on, choose it in the menu.")
    tap(machine, ROLL)
    assert "SIXPIP" in screen_text(machine)
    tap(machine, 1)  # Farkle is the first line
    assert "Go on" in screen_text(machine)
    tap(machine, 0)
    wait_for_text(machine, "choose what to keep")
    assert "ANNA" in screen_text(machine)
    assert saved_record(machine)["rolls"] == 1


# Randomness


def tap_and_throw(machine: Machine, *buttons: int) -> Machine:
    """Presses buttons, not so soon that ROLL is refused, and waits until a throw has read a window at each pace."""
    for button in buttons:
        tap(machine, button).run_ms(2 * REST_MS)
    machine.run_ms(ALARM_MS)
    return machine


@pytest.mark.sweep
def test_with_menu_stuck_and_a_dead_random_source_the_console_starts_late_and_throws_no_dice(
    emulator: Path,
) -> None:
    machine = new_board(saved_turn())
    machine.entropy.stuck = True
    machine.hold(MENU)
    machine.run_ms(MENU_HELD_MS - 500)
    assert not is_lit(machine)
    boot(machine)
    wait_for_text(machine, "MENU is stuck: free it, then switch off and on.")
    tap_and_throw(machine, ROLL, 0, 1, 2, ROLL)
    assert NOT_FAIR in screen_text(machine)
    stopped = saved_record(machine)
    assert (stopped["kept"], stopped["points"], stopped["stage"]) == (7, 1000, "kept")
    tap_and_throw(machine, ROLL)
    assert saved_record(machine) == stopped
    machine.entropy.stuck = False
    tap_and_throw(machine, ROLL, ROLL)
    assert saved_record(machine) != stopped


def test_with_a_random_source_that_dies_in_play_no_dice_are_thrown(playing: Machine) -> None:
    playing.entropy.stuck = True  # MicroPython mixes the bits with earlier state, which would hide it
    before = saved_record(playing)
    game = from_record(before)
    assert isinstance(game, TenThousandGame)
    keep = game.best_keep()
    tap_and_throw(playing, *buttons_under(keep), ROLL)
    assert NOT_FAIR in screen_text(playing)
    assert keep and saved_record(playing)["faces"] == before["faces"] and saved_record(playing)["stage"] == "kept"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(biased(0.9), id="90 percent"),
        pytest.param(biased(0.03), id="3 percent", marks=pytest.mark.sweep),
        pytest.param(periodic(2), id="period 2", marks=pytest.mark.sweep),
        pytest.param(periodic(31), id="period 31", marks=pytest.mark.sweep),
        pytest.param(periodic(64), id="period 64", marks=pytest.mark.sweep),
    ],
)
def test_with_random_bits_that_are_biased_or_periodic_in_play_no_dice_are_thrown_until_they_are_good_again(
    playing: Machine, source: RawBit
) -> None:
    playing.entropy.source = source
    for _ in range(20):
        if NOT_FAIR in screen_text(playing):
            break
        record = saved_record(playing)
        game = from_record(record)
        assert isinstance(game, TenThousandGame)
        keep = game.best_keep() if "keep" in game.legal() else 0
        tap_and_throw(playing, *buttons_under(keep), ROLL)
    assert NOT_FAIR in screen_text(playing)
    stopped = saved_record(playing)
    tap_and_throw(playing, ROLL, ROLL)
    assert NOT_FAIR in screen_text(playing) and saved_record(playing) == stopped
    playing.entropy.source = perfect(5)
    tap_and_throw(playing, ROLL, ROLL)
    assert NOT_FAIR not in screen_text(playing) and saved_record(playing) != stopped


# Crashes and hangs


def assert_resumes(machine: Machine, picture: bytes, dice: bytes) -> None:
    """Asserts that after a reset the console shows the same as before and the turn can be continued."""
    machine.run_until(lambda: not machine.display.on, BOOT_MS, 20)
    machine.run_until(lambda: machine.display.on and machine.oled == picture, BOOT_MS, 20)
    machine.run_ms(REST_MS)
    assert machine.led_frames[-1].grb == dice and machine.pin(pins.LED_EN)
    tap(machine, 0, 1, 2, BANK)
    assert saved_record(machine)["scores"] == [1000, 0]


def test_a_crash_shows_its_line_switches_the_dice_off_writes_a_log_and_loses_no_data(playing: Machine) -> None:
    line = BROKEN_PAUSE.splitlines().index(f"    {RAISES}") + 1
    picture, dice, before = playing.oled, playing.led_frames[-1].grb, saved_record(playing)
    playing.press(MENU)
    playing.run_until(lambda: playing.console_text.endswith(PROMPT), BOOT_MS)
    playing.run_ms(20)
    log = read_image(playing.filesystem())["crash.log"].decode()
    rows = crash.screen_rows(log)
    assert f"{module_name(Path(PAUSE))}, line {line}, in _draw" in "".join(rows)
    assert "ValueError: on purpose" in "".join(rows) and "Traceback" in log
    assert playing.display.on and not playing.pin(pins.LED_EN) and not playing.pin(pins.LED_DATA)
    assert playing.tone == 0
    playing.run_ms(10_000)
    assert playing.resets == []  # the message stays on the screen
    assert saved_record(playing) == before
    playing.send("import machine; machine.reset()\r\n")
    playing.run_until(lambda: bool(playing.resets), BOOT_MS)
    assert [reset.cause for reset in playing.resets] == [REQUESTED]
    assert_resumes(playing, picture, dice)


def test_five_minutes_after_a_crash_the_console_switches_itself_off_and_roll_resumes_the_game(playing: Machine) -> None:
    playing.on_battery = True
    before = saved_record(playing)
    playing.press(MENU)
    playing.run_until(lambda: playing.console_text.endswith(PROMPT), BOOT_MS)
    playing.run_ms(PROMPT_OFF_MS - 2000)
    assert playing.cut_us is None and playing.display.on
    playing.run_until(lambda: playing.cut_us is not None, 4000, 100)
    started = boot(playing.start_by_roll(900))
    assert "ANNA" in screen_text(started) and saved_record(started) == before


def assert_restarts_when_memory_runs_out(machine: Machine) -> None:
    picture, dice = machine.oled, machine.led_frames[-1].grb
    machine.mcu.gpio[FILLS].set_input_value(False)
    machine.press(MENU)
    machine.run_until(lambda: bool(machine.resets), BOOT_MS)
    assert [reset.cause for reset in machine.resets] == [REQUESTED]
    machine.mcu.gpio[FILLS].set_input_value(True)
    assert_resumes(machine, picture, dice)


def test_when_memory_runs_out_in_a_game_the_console_restarts_and_the_game_resumes(playing: Machine) -> None:
    assert_restarts_when_memory_runs_out(playing)
    assert "MemoryError: " in read_image(playing.filesystem())["crash.log"].decode()


def test_the_console_also_restarts_where_no_memory_is_left_for_the_report(emulator: Path) -> None:
    files = {compiled_path(PAUSE): compile_module(PAUSE, BROKEN_PAUSE), CRASH: b"raise MemoryError"}
    assert_restarts_when_memory_runs_out(boot(new_board({**saved_turn(), **files})))


def test_where_memory_runs_out_at_each_start_the_console_ends_at_the_prompt(emulator: Path) -> None:
    machine = new_board({BOOT_MENU: b"raise MemoryError", CRASH: b"raise MemoryError"})
    machine.run_until(lambda: "Traceback" in machine.console_text, (MOST_FAILURES + 2) * BOOT_MS)
    assert [reset.cause for reset in machine.resets] == [REQUESTED] * MOST_FAILURES


@pytest.mark.sweep
def test_when_memory_runs_out_twice_in_a_game_of_people_it_is_parked_and_the_console_says_so(playing: Machine) -> None:
    before = saved_record(playing)
    playing.mcu.gpio[FILLS].set_input_value(False)
    for resets in (1, 2):
        playing.press(MENU)
        playing.run_until(lambda resets=resets: len(playing.resets) == resets, BOOT_MS)  # type: ignore[misc]
        wait_for_text(playing, "ANNA" if resets == 1 else "The memory ran out twice")  # MENU would open the boot menu
    wait_for_text(playing, "The memory ran out twice, so the game is parked. To go on, choose it in the menu.")
    tap(playing, ROLL)
    assert "SIXPIP" in screen_text(playing)
    parked = json.loads(read_image(playing.filesystem())["parked/dice-10000"].partition(b"\n")[2])
    assert parked["game"] == before


def test_a_hanging_screen_is_reset_by_the_watchdog_after_eight_seconds_and_the_game_resumes(
    playing: Machine,
) -> None:
    picture, dice = playing.oled, playing.led_frames[-1].grb
    playing.mcu.gpio[HANGS].set_input_value(False)
    pressed_us = playing.now_us
    playing.press(MENU)
    playing.run_until(lambda: bool(playing.resets), 10_000, 50)
    assert [reset.cause for reset in playing.resets] == [TIMEOUT]
    least, most = WATCHDOG_S
    assert least < (playing.resets[0].us - pressed_us) / 1e6 < most
    assert_resumes(playing, picture, dice)


# BOOTSEL mode


def test_new_firmware_in_the_workshop_restarts_the_chip_as_a_usb_drive(blind: Machine) -> None:
    machine = blind
    machine.plug_oled()
    wait_for_text(machine, "Dice 10 000")
    for _ in range(8):
        if "Workshop" in screen_text(machine):
            break
        tap(machine, MENU)
    row = next(row for row, line in enumerate(oled_lines(machine.oled)) if "Workshop" in line)
    tap(machine, row - 1, 1)
    assert "RPI-RP2" in screen_text(machine) and machine.resets == []
    machine.press(ROLL)
    machine.run_ms(200)
    assert [reset.cause for reset in machine.resets] == [BOOTSEL]
    printed = len(machine.console_text)
    machine.run_ms(3000)
    assert len(machine.resets) == 1 and len(machine.console_text) == printed
    assert not machine.pin(pins.LED_EN) and not machine.display.on
