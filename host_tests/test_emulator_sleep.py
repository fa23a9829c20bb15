"""A console that nobody plays, whose battery runs down, or that is at the REPL: on the emulated Pico with the real
firmware. One board is used throughout, so that it is switched on once. Other faults: test_emulator_faults.
"""

import json
from pathlib import Path

import pytest

from host_tests.person import BANK, ROLL
from host_tests.test_emulator_faults import (
    BOOT_MS,
    PROMPT,
    ask,
    board,
    record,
    saved_turn,
    switched_on,
    tap,
    words,
)
from host_tests.test_emulator_mpremote import mpremote
from sixpip.board import pins
from sixpip.console.care import DIM_MS, SAMPLE_MS, SAMPLES
from sixpip.console.session import resume
from sixpip.storage.records import Store
from tools import FIRMWARE
from tools.build import build
from tools.emulator import Machine
from tools.emulator.port import serving
from tools.image import read_image

pytestmark = pytest.mark.usefixtures("emulator")

VBAT_CHANNEL = pins.VBAT - 26
WEIGHED_MS = SAMPLE_MS * (SAMPLES + 1)
SLEEP_MS = 60_000
WOKEN_MS = 100
LAST_WORDS_MS = 8000
AT_REPL_MS = 20_000
WATCHDOG_MS = 8000
BIG_FILE = bytes(range(256)) * 100
"""25 KB: a second or two of copying."""


@pytest.fixture(scope="module")
def table(emulator: Path, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A console in ANNA's turn: three 1s and a 5 lie on the table, the 1s are chosen, and BANK would bank 1000."""
    folder = tmp_path_factory.mktemp("sleep")
    build(FIRMWARE, folder / "firmware")
    (folder / "saved").mkdir()
    machine = switched_on(board(folder / "firmware", {"game": saved_turn(folder / "saved")}))
    return tap(machine, 0, 1, 2)


def light(machine: Machine) -> int:
    """How much light the dice give."""
    return sum(machine.led_frames[-1].grb)


def set_cell(machine: Machine, millivolts: int, said: str) -> None:
    """The cell has this voltage from now on; wait until the console has said so on the OLED."""
    machine.set_adc_mv(VBAT_CHANNEL, millivolts / 2)
    machine.run_until(lambda: said in words(machine), WEIGHED_MS, 500)
    assert machine.display.on


def is_dark(machine: Machine) -> bool:
    """Whether dice and OLED are both switched off."""
    return not machine.pin(pins.LED_EN) and not machine.pin(pins.LED_DATA) and not machine.display.on


@pytest.mark.parametrize("button", [BANK, 3])
def test_it_dims_goes_dark_and_wakes_by_a_press_that_does_nothing_else(table: Machine, button: int) -> None:
    bright, picture, dice, before = light(table), table.oled, table.led_frames[-1].grb, record(table)
    table.run_ms(DIM_MS - 3000)
    assert light(table) == bright
    table.run_ms(4000)
    assert 0 < light(table) < bright / 2 and table.display.on
    table.run_ms(SLEEP_MS - DIM_MS)
    assert is_dark(table)
    sent, pressed_us = len(table.led_frames), table.now_us
    table.press(button)
    table.run_ms(500)
    woken = table.led_frames[sent]
    assert (woken.start_us - pressed_us) / 1000 < WOKEN_MS
    assert any(woken.grb) and table.pin(pins.LED_EN) and table.display.on
    assert table.led_frames[-1].grb == dice and table.oled == picture
    assert record(table) == before


def test_a_battery_that_runs_down_warns_darkens_the_dice_saves_and_sleeps_until_it_is_charged(
    table: Machine, tmp_path: Path
) -> None:
    picture, dice, before = table.oled, table.led_frames[-1].grb, record(table)
    set_cell(table, 3390, "Battery low: charge me soon.")
    assert table.pin(pins.LED_EN)
    tap(table, ROLL)
    assert table.oled == picture and table.led_frames[-1].grb == dice
    set_cell(table, 3290, "the dice stay dark now")
    assert not table.pin(pins.LED_EN)
    sent = len(table.led_frames)
    tap(table, ROLL)
    assert table.oled == picture
    set_cell(table, 3190, "Battery empty")
    table.run_ms(LAST_WORDS_MS)
    assert is_dark(table) and len(table.led_frames) == sent
    (tmp_path / "game").write_bytes(read_image(table.filesystem())["game"])
    kept = resume(Store(str(tmp_path)))
    assert kept is not None and kept.names == ["ANNA", "BEN"] and json.loads(json.dumps(kept.game.record())) == before
    table.set_adc_mv(VBAT_CHANNEL, 3900 / 2)
    table.run_ms(WEIGHED_MS)
    assert is_dark(table)
    tap(table, BANK)
    assert table.pin(pins.LED_EN) and table.display.on
    if "Battery" in words(table):  # what it said last
        tap(table, ROLL)
    assert table.oled == picture and table.led_frames[-1].grb == dice and record(table) == before


def at_prompt(machine: Machine) -> None:
    """Ctrl-C, unless the board is at the REPL."""
    if not machine.console_text.endswith(PROMPT):
        machine.send("\x03")
        machine.run_until(lambda: machine.console_text.endswith(PROMPT), 2000)


def test_at_the_prompt_after_control_c_the_watchdog_is_asleep(table: Machine) -> None:
    ran = table.watchdog_runs
    at_prompt(table)
    assert ran and "KeyboardInterrupt" in table.console_text and not table.watchdog_runs
    table.run_ms(AT_REPL_MS)
    assert table.resets == [] and ask(table, "6 * 7") == "42"


def test_mpremote_may_copy_for_longer_than_the_watchdog_would_wait(table: Machine, tmp_path: Path) -> None:
    at_prompt(table)
    table.send("\x04")  # a soft reset: main.py again, and the watchdog with the first round
    table.run_until(lambda: not table.display.on, BOOT_MS)
    table.run_until(lambda: table.display.on and table.watchdog_runs, BOOT_MS)
    (tmp_path / "big.bin").write_bytes(BIG_FILE)
    with serving(table) as address:
        began_us = table.now_us
        copies = 0
        while (table.now_us - began_us) / 1000 < WATCHDOG_MS + 1000:
            mpremote(f"fs cp big.bin :big{copies}.bin", address, tmp_path)
            copies += 1
    on_board = read_image(table.filesystem())
    assert copies and all(on_board[f"big{number}.bin"] == BIG_FILE for number in range(copies))
    assert table.resets == []
