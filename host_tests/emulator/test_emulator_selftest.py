"""The self-test and the LED settings on the emulated Pico with the real firmware, compared with the host's board.

A board is booted once for several tests, and each test runs in a fork.
"""

from pathlib import Path

import pytest

from host_tests.led_current import drawn_ma
from host_tests.pico_fixture import REST_MS, boot, new_board, saved_files, screen_text, tap, wait_for_text, write_files
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.board import limiter
from sixpip.screens.workshop import self_test
from tools.board.image import BLOCK_SIZE, blocks_used
from tools.check.emulator import Machine
from tools.play.host.bit_sources import biased

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.forked]

WAY = (MENU, MENU, 3, 2)
THROWN_MS = 20_000
WRITTEN_MS = 5000
MOST_STEPS = 40


@pytest.fixture(scope="module")
def menu(emulator: Path) -> Machine:
    """A console at its boot menu."""
    return boot(new_board())


def words_of(grb: bytes) -> bytearray:
    """Returns the LED words of a frame on the wire."""
    return bytearray(b"".join(bytes((0, grb[at + 2], grb[at + 1], grb[at])) for at in range(0, len(grb), 3)))


def roll_until(machine: Machine, text: str) -> None:
    """Presses ROLL until the OLED shows a text; the moving pixels of some steps never stop."""
    for _ in range(MOST_STEPS):
        if text in screen_text(machine):
            return
        machine.press(ROLL)
        machine.run_ms(REST_MS)
    raise AssertionError(f"{text} is not shown, but {screen_text(machine)}")


def test_every_step_up_to_the_white_dice_is_as_on_the_host_and_the_current_for_white_is_in_the_budget(
    menu: Machine, tmp_path: Path
) -> None:
    host = ScriptedPlayer(str(tmp_path)).press(*WAY)
    tap(menu, *WAY)
    while not isinstance(host.app.screen, self_test.AllWhite):
        host.board.millivolts = 0
        assert menu.led_frames[-1].grb == bytes(host.board.wire)
        if "Cell" not in host.screen:
            assert menu.oled == host.board.oled_shown
        tap(menu, ROLL)
        host.press(ROLL)
    white = menu.led_frames[-1].grb
    assert white == bytes(host.board.wire) and any(white)
    for led_type in limiter.LED_TYPES:
        assert drawn_ma(words_of(white), led_type) <= limiter.BUDGET_MA


@pytest.mark.sweep
def test_dice_are_fair_storage_works_and_presses_are_handled_during_the_test(menu: Machine) -> None:
    tap(menu, *WAY)
    roll_until(menu, "Dice: ")
    wait_for_text(menu, "Dice: counting", THROWN_MS)
    wait_for_text(menu, "Bits: fair so far", THROWN_MS)
    menu.run_ms(REST_MS)  # the OLED is sent row by row
    assert "Dice: fair so far" in screen_text(menu)
    assert any(menu.led_frames[-1].grb)  # the bars
    menu.press(BANK)
    wait_for_text(menu, "HEAT", REST_MS)
    menu.entropy.source = biased(0.51)
    menu.press(ROLL)
    wait_for_text(menu, "Bits: NOT EVEN", THROWN_MS)
    menu.press(ROLL)
    wait_for_text(menu, "Free memory: ", WRITTEN_MS)
    menu.run_ms(REST_MS)
    text = screen_text(menu)
    assert "Write and read: good" in text
    free, memory = (int(text.split(name)[1].split()[0]) for name in ("Free: ", "Free memory: "))
    disk = menu.filesystem()
    left = len(disk) // BLOCK_SIZE - blocks_used(disk)
    assert free == left * BLOCK_SIZE // 1024 and 20 < memory < 192
    assert "Traceback" not in menu.console_text


def test_without_an_oled_the_dice_spell_the_result(menu: Machine, tmp_path: Path) -> None:
    host = ScriptedPlayer(str(tmp_path))
    host.board.oled_connected = False
    host.press(*WAY)
    menu.unplug_oled()
    tap(menu, *WAY)
    menu.run_ms(2000)
    assert menu.led_frames[-1].grb == bytes(host.board.wire)


@pytest.mark.parametrize("leds", [0, pytest.param(1, marks=pytest.mark.sweep)])
def test_led_type_and_row_order_of_the_settings_apply_from_the_first_lit_frame(leds: int, tmp_path: Path) -> None:
    files = saved_files(leds=leds, rows=1, bright=4)
    host = ScriptedPlayer(write_files(files, tmp_path))
    machine = boot(new_board(files))
    lit = [frame.grb for frame in machine.led_frames if any(frame.grb)]
    assert lit and set(lit) == {bytes(host.board.wire)}
    assert drawn_ma(words_of(lit[0]), (limiter.WS2812B_5050, limiter.WS2812B_2020)[leds]) <= limiter.BUDGET_MA
