"""What goes wrong on a real console, on the emulated Pico with the real firmware: a display that is missing, buttons
that are stuck, dead randomness, crashes and hangs; and the way to BOOTSEL. Sleep and battery: test_emulator_sleep.

A board is switched on once for several tests; each has a copy of it (forked).
"""

from pathlib import Path

import pytest

from host_tests.fault_bench import (
    BOOT_MS,
    PROMPT,
    REST_MS,
    ask,
    board,
    put,
    record,
    saved_turn,
    switched_on,
    tap,
    wait_for,
    words,
)
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.board import crash, pins
from sixpip.rules.record import from_record
from sixpip.rules.ten_thousand.game import Game
from tools import FIRMWARE
from tools.build import module, on_pico
from tools.emulator import Machine
from tools.emulator.resets import BOOTSEL, HUNG, ORDERED
from tools.frames import oled_lines
from tools.image import read_image
from tools.reader import buttons_under

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.forked]

BACK_MS = 4600
"""A display plugged in again shows its picture after so long: a page in each round of the idle console."""
MENU_HELD_MS = 10_000
WATCHDOG_S = (7.4, 8.1)
"""From a press to the reset: eight seconds from the last feeding, which was up to half a second before the press."""
NO_DICE = "The dice have no randomness: no dice are thrown."
PAUSE = "sixpip/screens/pause.py"
HANGS = 22
"""A GPIO that nothing is soldered to: pulled low, the pause menu hangs instead of raising."""
RAISES = 'raise ValueError("on purpose")'
BROKEN_PAUSE = f"""{(FIRMWARE / PAUSE).read_text(encoding="utf-8")}
import time
from machine import Pin
_hangs = Pin({HANGS}, Pin.IN, Pin.PULL_UP)
def _draw(self):
    while not _hangs.value():
        time.sleep_ms(50)
    {RAISES}
Pause.draw = lambda self: _draw(self)
"""


@pytest.fixture(scope="module")
def playing(emulator: Path) -> Machine:
    """A console in ANNA's turn, whose pause menu is broken."""
    return switched_on(board({**saved_turn(), on_pico(PAUSE): module(PAUSE, BROKEN_PAUSE)}))


@pytest.fixture(scope="module")
def blind(emulator: Path) -> Machine:
    """A console at its menu, switched on without an OLED."""
    return switched_on(board(oled=False))


@pytest.fixture(scope="module")
def unlucky(emulator: Path) -> Machine:
    """A console in ANNA's turn that was switched on with MENU stuck and a dead random source, just starting."""
    machine = board(saved_turn())
    machine.entropy.stuck = True
    machine.hold(MENU)
    machine.run_ms(MENU_HELD_MS - 500)
    assert machine.led_frames == []
    switched_on(machine)
    wait_for(machine, "MENU is stuck and left out.")
    return tap(machine, ROLL)


# The OLED


def has_picture(machine: Machine, person: ScriptedPlayer) -> None:
    """Without a press the OLED shows soon what it should."""
    machine.run_until(lambda: machine.display.on and machine.oled == person.board.oled_shown, BACK_MS, 20)


def test_without_an_oled_the_dice_show_the_menu_and_a_game_is_started_and_rolled_blind(
    blind: Machine, tmp_path: Path
) -> None:
    person = ScriptedPlayer(str(tmp_path))
    assert blind.led_frames[-1].grb == bytes(person.board.wire)
    for button in (0, 0, ROLL):
        tap(blind, button)
        person.press(button)
    tap(blind, ROLL)
    faces = record(blind)["faces"]
    person.throw(*[face + 1 for face in faces])
    assert record(blind)["rolls"] == 1
    assert blind.led_frames[-1].grb == bytes(person.board.wire)
    assert "Traceback" not in blind.console_text and not any(blind.oled)
    blind.plug_oled()
    has_picture(blind, person)


def test_with_the_oled_pulled_out_in_play_the_turn_goes_on_and_its_picture_comes_back(
    playing: Machine, tmp_path: Path
) -> None:
    person = ScriptedPlayer(put(saved_turn(), tmp_path))
    assert playing.oled == person.board.oled_shown
    playing.unplug_oled()
    for button in (0, 1):
        sent = len(playing.led_frames)
        tap(playing, button)
        person.press(button)
        assert len(playing.led_frames) > sent
        assert playing.led_frames[-1].grb == bytes(person.board.wire)
    playing.plug_oled()
    has_picture(playing, person)
    playing.unplug_oled()
    playing.run_ms(1)  # so short that nothing was sent meanwhile: a loose plug
    playing.plug_oled()
    has_picture(playing, person)
    tap(playing, 2, BANK)
    assert record(playing)["scores"] == [1000, 0]
    assert "Traceback" not in playing.console_text


# Buttons


def test_with_roll_stuck_since_power_on_it_is_named_and_menu_does_its_work() -> None:
    machine = board(saved_turn())
    machine.hold(ROLL)
    switched_on(machine)
    wait_for(machine, "ROLL is stuck and left out. MENU does the work of ROLL.")
    assert record(machine)["rolls"] == 1  # that it is down throws nothing
    tap(machine, MENU)
    assert "ANNA" in words(machine)
    tap(machine, 0, 1, 2, BANK)
    assert record(machine)["scores"] == [1000, 0]
    after = record(tap(machine, MENU, MENU))  # on from the result, then BEN's throw
    assert (after["player"], after["rolls"]) == (1, 1)


def test_with_menu_stuck_since_power_on_the_console_starts_after_ten_seconds_all_the_same(unlucky: Machine) -> None:
    tap(unlucky, 0, 1, 2, BANK)
    assert record(unlucky)["scores"] == [1000, 0]


def at_prompt(machine: Machine) -> None:
    """MENU is held while main.py starts, then let go: the prompt comes."""
    already = len(machine.console_text)
    machine.hold(MENU)
    machine.run_until(lambda: "MENU is held" in machine.console_text[already:], 1000, 5)
    machine.release(MENU)
    machine.run_until(lambda: machine.console_text.endswith(PROMPT), BOOT_MS)


def test_menu_held_at_power_on_gives_the_prompt_and_no_watchdog_bites_there() -> None:
    machine = board()
    at_prompt(machine)
    assert ask(machine, "6 * 7") == "42"
    machine.send("import machine; dog = machine.WDT(timeout=3000)\r\n")
    machine.run_ms(50)
    ran = machine.watchdog_runs
    machine.send("\x04")  # a soft reset stops no watchdog
    at_prompt(machine)
    assert ran and not machine.watchdog_runs
    machine.run_ms(10_000)
    assert machine.resets == [] and ask(machine, "6 * 7") == "42"
    assert machine.led_frames == [] and not machine.pin(pins.LED_EN)


# Randomness


def test_with_randomness_dead_since_power_on_no_dice_are_thrown_and_the_game_stands(unlucky: Machine) -> None:
    before = record(unlucky)
    tap(unlucky, 0, 1, 2, ROLL)
    assert NO_DICE in words(unlucky)
    assert record(unlucky) == {**before, "kept": 7, "rolled": 56, "points": 1000, "stage": "kept"}
    before = record(tap(unlucky, ROLL, BANK, ROLL))
    assert before["scores"] == [1000, 0] and "your turn" in words(unlucky)
    tap(unlucky, ROLL)
    assert NO_DICE in words(unlucky)
    assert record(unlucky) == before
    unlucky.entropy.stuck = False
    tap(unlucky, ROLL, ROLL)
    assert record(unlucky)["rolls"] == 1


def test_with_randomness_that_dies_in_play_no_dice_are_thrown(playing: Machine) -> None:
    playing.entropy.stuck = True  # MicroPython has something to stir, and would hide it
    before = record(playing)
    game = from_record(before)
    assert isinstance(game, Game)
    keep = game.best_keep()
    tap(playing, *buttons_under(keep), ROLL)
    assert NO_DICE in words(playing)
    assert keep and record(playing)["faces"] == before["faces"] and record(playing)["stage"] == "kept"


# Crashes and hangs


def resumes(machine: Machine, picture: bytes, dice: bytes) -> None:
    """After a reset the console shows what it showed before, and the turn is played on."""
    machine.run_until(lambda: not machine.display.on, BOOT_MS, 20)
    machine.run_until(lambda: machine.display.on and machine.oled == picture, BOOT_MS, 20)
    machine.run_ms(REST_MS)
    assert machine.led_frames[-1].grb == dice and machine.pin(pins.LED_EN)
    tap(machine, 0, 1, 2, BANK)
    assert record(machine)["scores"] == [1000, 0]


def test_a_crash_shows_its_line_darkens_the_dice_keeps_a_log_and_loses_nothing(playing: Machine) -> None:
    line = BROKEN_PAUSE.splitlines().index(f"    {RAISES}") + 1
    picture, dice, before = playing.oled, playing.led_frames[-1].grb, record(playing)
    playing.press(MENU)
    playing.run_until(lambda: playing.console_text.endswith(PROMPT), BOOT_MS)
    playing.run_ms(20)
    log = read_image(playing.filesystem())["crash.log"].decode()
    rows = crash.lines(log)
    assert f'File "sixpip.screens.pause", line {line}, in _draw' in "".join(rows)
    assert "ValueError: on purpose" in "".join(rows) and "Traceback" in log
    ask(playing, "import framebuf; shown = bytearray(1024)")
    ask(playing, "canvas = framebuf.FrameBuffer(shown, 128, 64, framebuf.MONO_VLSB)")
    ask(playing, f"for row, text in enumerate({rows!r}): canvas.text(text, 0, row * 8)\r\n")
    assert ask(playing, "shown.hex()").strip("'") == playing.oled.hex()
    assert playing.display.on and not playing.pin(pins.LED_EN) and not playing.pin(pins.LED_DATA)
    assert playing.tone == 0
    playing.run_ms(10_000)
    assert playing.resets == []  # whoever reads the screen has time
    assert record(playing) == before
    playing.send("import machine; machine.reset()\r\n")
    playing.run_until(lambda: bool(playing.resets), BOOT_MS)
    assert [reset.cause for reset in playing.resets] == [ORDERED]
    resumes(playing, picture, dice)


def test_a_screen_that_hangs_is_ended_by_the_watchdog_after_eight_seconds_and_the_game_resumes(
    playing: Machine,
) -> None:
    picture, dice = playing.oled, playing.led_frames[-1].grb
    playing.mcu.gpio[HANGS].set_input_value(False)
    pressed_us = playing.now_us
    playing.press(MENU)
    playing.run_until(lambda: bool(playing.resets), 10_000, 50)
    assert [reset.cause for reset in playing.resets] == [HUNG]
    least, most = WATCHDOG_S
    assert least < (playing.resets[0].us - pressed_us) / 1e6 < most
    resumes(playing, picture, dice)


# The way in


def test_new_firmware_in_the_workshop_restarts_the_chip_as_a_drive(blind: Machine) -> None:
    machine = blind
    machine.plug_oled()
    wait_for(machine, "Dice 10 000")
    for _ in range(8):
        if "Workshop" in words(machine):
            break
        tap(machine, MENU)
    row = next(row for row, line in enumerate(oled_lines(machine.oled)) if "Workshop" in line)
    tap(machine, row - 1, 1)
    assert "RPI-RP2" in words(machine) and machine.resets == []
    machine.press(ROLL)
    machine.run_ms(200)
    assert [reset.cause for reset in machine.resets] == [BOOTSEL]
    said = len(machine.console_text)
    machine.run_ms(3000)
    assert len(machine.resets) == 1 and len(machine.console_text) == said
    assert not machine.pin(pins.LED_EN) and not machine.display.on
