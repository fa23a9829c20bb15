"""The way through the self-test: the bring-up's steps in order, ROLL on, BANK back, MENU out, nothing left behind."""

import importlib
from pathlib import Path

import pytest

from hardware import bringup, power
from host_tests.game_fixture import watch
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.self_test_fixture import go, self_test
from host_tests.view_golden import framed, golden
from sixpip.app.navigation import SCREENS
from sixpip.board import limiter
from sixpip.screens.self_test import checks, lights
from sixpip.screens.self_test.step import STEPS, Step
from sixpip.storage.records import Store
from sixpip.view import palette
from tools.frames import tiles_text


def class_of(name: str) -> type[Step]:
    """The class of a step by its name in STEPS."""
    module, _, kind = SCREENS["self_test." + name].partition(":")
    found = getattr(importlib.import_module("sixpip.screens." + module), kind)
    assert isinstance(found, type) and issubclass(found, Step)
    return found


CLASSES = [class_of(name) for name in STEPS]


@pytest.fixture
def person(tmp_path: Path) -> ScriptedPlayer:
    return self_test(str(tmp_path))


def test_its_rows_are_those_of_the_bring_up_in_the_same_order() -> None:
    told = [row for step in CLASSES for row in step.rows]
    assert told == [" ".join(row).strip() for row in bringup.screen_rows()]


def test_what_stock_modules_draw_besides_is_computed() -> None:
    more = power.idle_ma(limiter.WS2812B_5050) - power.idle_ma(limiter.WS2812B_2020)
    words = lights.AllDark.words(None)  # type: ignore[arg-type]
    assert f"5050 stock: +{more:.0f} mA" in words


def test_every_page_looks_as_it_did_and_no_line_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "free_bytes", lambda folder: 1234 * 1024)
    person = ScriptedPlayer(str(tmp_path)).pick("Workshop")
    cut = watch(person.app.canvas)
    person.pick("Self-test")
    pages: list[str] = []
    while "WORKSHOP" not in person.screen and len(pages) < 40:
        words = framed(person.board.oled_shown)
        moves = isinstance(person.app.screen, lights.Travel)
        pages.append(f"{words}\n\n{'(pixels travel)' if moves else tiles_text(person.board.pixels)}\n")
        person.press(ROLL)
    assert not cut
    text = "\n".join(pages)
    assert text == golden("pages", text, "selftest")


def test_roll_goes_through_all_of_it_and_back_to_the_workshop(person: ScriptedPlayer) -> None:
    seen: list[type] = []
    while "WORKSHOP" not in person.screen and len(seen) < 40:
        seen.append(type(person.app.screen))
        person.press(ROLL)
    assert list(dict.fromkeys(seen)) == list(CLASSES)
    assert person.app.session is None and not Store(person.board.folder).damaged


def test_bank_goes_back_step_by_step_and_out_at_the_first(person: ScriptedPlayer) -> None:
    go(person, checks.Buzzer).press(BANK)
    assert "2.4 buttons" in person.screen
    person.press(BANK, BANK)  # the first one counts
    assert "2.3 OLED" in person.screen
    person.press(BANK)
    assert "WORKSHOP" in person.screen


def test_bank_goes_back_through_the_parts_of_a_step_too(person: ScriptedPlayer) -> None:
    go(person, lights.EachDie).press(ROLL, ROLL, BANK)
    assert "All red?" in person.screen


def test_menu_ends_it_anywhere(person: ScriptedPlayer) -> None:
    for step in CLASSES:
        go(person, step).press(*[MENU] * (2 if step is checks.Buttons else 1))
        assert "WORKSHOP" in person.screen, step
        person.pick("Self-test")


def test_the_light_and_the_sound_are_as_they_were_afterwards(tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path)).pick("Settings").press(1)  # sound off
    person.press(BANK)
    board, volume = person.board, person.app.sound.volume
    before = board.brightness
    person.pick("Workshop").pick("Self-test")
    for step in (checks.Buzzer, lights.AllWhite):
        go(person, step).press(MENU)
        assert (board.brightness, person.app.sound.volume) == (before, volume)
        person.pick("Self-test")
    person.press(BANK, BANK)
    while "Dice 10 000" not in person.screen:
        person.press(MENU)
    expected = bytearray(96)
    palette.load(expected)
    person.press(0, BANK)
    assert board.palette == expected
