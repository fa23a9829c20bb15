"""Navigation in the self-test: its steps are those of the bring-up guide; ROLL, BANK and MENU; what is restored."""

import importlib
import re
from pathlib import Path

import pytest

from hardware import bringup, power
from host_tests.screens.self_test_fixture import go_to_step, open_self_test
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import framed, golden
from sixpip.board import limiter
from sixpip.screens.menus import self_test
from sixpip.screens.menus.fair_dice import Fair
from sixpip.screens.menus.self_test import STEPS, Step
from sixpip.view import palette
from tools.play.host.bit_sources import perfect
from tools.play.host.frames import tiles_text
from tools.publish.diagrams import SCREENS


def class_of(name: str) -> type[Step]:
    """Returns the class of a step by its name in STEPS."""
    module, _, kind = SCREENS["self_test." + name].partition(":")
    found = getattr(importlib.import_module("sixpip.screens." + module), kind)
    assert isinstance(found, type) and issubclass(found, Step)
    return found


CLASSES = [class_of(name) for name in STEPS]


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    return open_self_test(str(tmp_path))


def test_the_steps_are_those_of_the_bring_up_guide_in_the_same_order() -> None:
    rows = [row for step in CLASSES for row in step.rows]
    assert rows == [" ".join(row).strip() for row in bringup.screen_rows()]


def test_the_extra_current_of_stock_modules_is_computed() -> None:
    more = power.idle_ma(limiter.WS2812B_5050) - power.idle_ma(limiter.WS2812B_2020)
    assert f"5050 stock: +{more:.0f} mA" in self_test.AllDark.hints


@pytest.mark.long
@pytest.mark.usefixtures("left_on", "texts_fit")
def test_every_page_matches_the_golden_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_test, "free_bytes", lambda folder: 1234 * 1024)
    player = ScriptedPlayer(str(tmp_path)).pick("Workshop")
    player.board.raw_bits.source = perfect()
    player.pick("Self-test")
    pages: list[str] = []
    while "WORKSHOP" not in player.screen and len(pages) < 40:
        words = framed(player.board.oled_shown, not isinstance(player.app.screen, self_test.Display))
        if isinstance(player.app.screen, Fair):  # its dice depend on how long the menus took to import their modules
            words = re.sub("[0-9]", "0", words)
        moves = isinstance(player.app.screen, self_test.Travel | Fair)
        pages.append(f"{words}\n\n{'(pixels change)' if moves else tiles_text(player.board.pixels)}\n")
        player.press(ROLL)
    text = "\n".join(pages)
    assert text == golden("pages", text, "self_test")


def test_bank_goes_back_step_by_step_and_leaves_at_the_first(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Buzzer).press(BANK)
    assert "2.4 buttons" in player.screen
    player.press(BANK, BANK)  # the first one counts
    assert "2.3 OLED" in player.screen
    player.press(BANK)
    assert "WORKSHOP" in player.screen


@pytest.mark.long
def test_menu_ends_the_self_test_at_every_step(player: ScriptedPlayer) -> None:
    for step in CLASSES:
        go_to_step(player, step).press(*[MENU] * (2 if step is self_test.Buttons else 1))
        assert "WORKSHOP" in player.screen, step
        player.pick("Self-test")


def test_brightness_volume_and_palette_are_restored_afterwards(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Settings").press(1)  # sound off
    player.press(BANK)
    board, volume = player.board, player.app.sound.volume
    before = board.brightness
    player.pick("Workshop").pick("Self-test")
    for step in (self_test.Buzzer, self_test.AllWhite):
        go_to_step(player, step).press(MENU)
        assert (board.brightness, player.app.sound.volume) == (before, volume)
        player.pick("Self-test")
    player.press(BANK, BANK)
    while "Dice 10 000" not in player.screen:
        player.press(MENU)
    expected = bytearray(96)
    palette.load(expected)
    player.press(0, BANK)
    assert board.palette == expected
