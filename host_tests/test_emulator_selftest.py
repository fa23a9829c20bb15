"""The self-test and the LEDs of the settings on the emulated Pico with the real firmware: as the host's board has them.

A board is switched on once for several tests; each has a copy of it (forked).
"""

import tempfile
from pathlib import Path

import pytest

from host_tests.pico_fixture import REST_MS, board, put, switched_on, tap, wait_for, words
from host_tests.scripted_player import MENU, ROLL, ScriptedPlayer
from host_tests.test_hardware_power import drawn_ma
from sixpip.board import buttons, limiter
from sixpip.screens.self_test import checks, lights
from sixpip.screens.self_test.order import STEPS
from sixpip.storage.records import Store
from tools.emulator import Machine

pytestmark = [pytest.mark.usefixtures("emulator"), pytest.mark.forked]

WAY = (MENU, MENU, 2, 2)
THROWN_MS = 20_000
WRITTEN_MS = 5000


@pytest.fixture(scope="module")
def menu(emulator: Path) -> Machine:
    """A console at its boot menu."""
    return switched_on(board())


def saved(**values: int) -> dict[str, bytes]:
    """The file of these settings."""
    with tempfile.TemporaryDirectory() as folder:
        Store(folder).save("settings", values)
        return {"settings": (Path(folder) / "settings").read_bytes()}


def words_of(grb: bytes) -> bytearray:
    """The LED words that a frame on the wire was sent as."""
    return bytearray(b"".join(bytes((0, grb[at + 2], grb[at + 1], grb[at])) for at in range(0, len(grb), 3)))


def parts_before(step: type) -> int:
    """How many presses of ROLL lead from the first step to this one; the buttons take one more."""
    return sum(each.parts + (each is checks.Buttons) for each in STEPS[: STEPS.index(step)])


def test_every_step_up_to_the_white_dice_looks_as_on_the_host_and_white_is_within_the_budget(
    menu: Machine, tmp_path: Path
) -> None:
    person = ScriptedPlayer(str(tmp_path)).press(*WAY)
    tap(menu, *WAY)
    for _ in range(parts_before(lights.AllWhite)):
        person.board.millivolts = 0
        assert menu.led_frames[-1].grb == bytes(person.board.wire)
        if "Cell" not in person.screen:
            assert menu.oled == person.board.oled_shown
        tap(menu, ROLL)
        person.press(ROLL)
    assert isinstance(person.app.screen, lights.AllWhite)
    white = menu.led_frames[-1].grb
    assert white == bytes(person.board.wire) and any(white)
    for led_type in limiter.LED_TYPES:
        assert drawn_ma(words_of(white), led_type) <= limiter.BUDGET_MA


def test_each_button_is_counted(menu: Machine) -> None:
    tap(menu, *WAY, *[ROLL] * parts_before(checks.Buttons))
    for button in range(buttons.BUTTONS):
        menu.press(button)
        menu.run_ms(REST_MS)
    assert "All 9 are there. KEEP 1 1 1 1 1 1 ROLL 1 BANK 1 MENU 1" in words(menu)


def test_dice_are_fair_and_storage_remembers_and_a_press_meanwhile_is_answered(menu: Machine) -> None:
    tap(menu, *WAY)
    for _ in range(parts_before(checks.Fair)):  # no tap: pixels that travel never rest
        menu.press(ROLL)
        menu.run_ms(REST_MS)
    assert "Thrown" in words(menu)
    sent = len(menu.led_frames)
    menu.press(0)
    menu.run_ms(60)
    assert len(menu.led_frames) > sent
    wait_for(menu, "chi2", THROWN_MS)
    menu.run_ms(REST_MS)  # the OLED gets one row after another
    assert "The dice are fair." in words(menu)
    menu.press(ROLL)
    wait_for(menu, "Free memory: ", WRITTEN_MS)
    menu.run_ms(REST_MS)
    said = words(menu)
    assert "Write and read: good" in said
    free, memory = (int(said.split(name)[1].split()[0]) for name in ("Free: ", "Free memory: "))
    assert 200 < free < 1408 and 20 < memory < 192
    assert "Traceback" not in menu.console_text


def test_without_an_oled_the_dice_spell_it(menu: Machine, tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path))
    person.board.oled_connected = False
    person.press(*WAY)
    menu.unplug_oled()
    tap(menu, *WAY)
    menu.run_ms(2000)
    assert menu.led_frames[-1].grb == bytes(person.board.wire)


@pytest.mark.parametrize("leds", [0, 1])
def test_from_the_first_frame_that_is_lit_leds_and_rows_are_those_of_the_settings(leds: int, tmp_path: Path) -> None:
    files = saved(leds=leds, rows=1, bright=4)
    person = ScriptedPlayer(put(files, tmp_path))
    machine = switched_on(board(files))
    lit = [frame.grb for frame in machine.led_frames if any(frame.grb)]
    assert lit and set(lit) == {bytes(person.board.wire)}
    assert drawn_ma(words_of(lit[0]), (limiter.WS2812B_5050, limiter.WS2812B_2020)[leds]) <= limiter.BUDGET_MA
