"""The lights of the self-test: the dice say whether the OLED answers; the OLED, each die and each LED are lit."""

from pathlib import Path

import pytest

from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.self_test_fixture import go, self_test, spelled
from sixpip.app.power import AWAKE, FULL
from sixpip.board import limiter
from sixpip.screens.self_test import checks, lights
from sixpip.view import palette

HALF_AN_HOUR_MS = 1_800_000


@pytest.fixture
def person(tmp_path: Path) -> ScriptedPlayer:
    return self_test(str(tmp_path))


def colours(person: ScriptedPlayer) -> set[bytes]:
    """Red, green and blue of the LEDs as a person sees them."""
    seen = person.board.light
    return {seen[at : at + 3] for at in range(0, len(seen), 3)}


# The OLED


@pytest.mark.parametrize(("there", "says", "colour"), [(True, "OLEDOK", palette.GREEN), (False, "OLEDNO", palette.RED)])
def test_the_dice_say_whether_the_oled_answers(person: ScriptedPlayer, there: bool, says: str, colour: int) -> None:
    person.board.oled_connected = there
    person.wait(1000)
    assert spelled(person) == says
    assert set(person.board.pixels) == {palette.OFF, colour}


def test_without_an_oled_it_is_found_by_four_presses_and_the_dice_tell_the_way(tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path))
    person.board.oled_connected = False
    person.press(MENU, MENU, 2, 2)
    assert spelled(person) == "OLEDNO" and not any(person.board.oled_shown)
    go(person, checks.Buzzer)
    assert spelled(person) == "2.5"


def test_the_oled_is_all_lit_then_all_dark_then_has_a_frame(person: ScriptedPlayer) -> None:
    shown = person.board.oled_shown
    assert set(person.press(ROLL).board.oled_shown) == {0xFF}
    assert set(person.press(ROLL).board.oled_shown) == {0}
    person.press(ROLL)
    edge = [(x, y) for x in range(128) for y in range(64) if x in (0, 127) or y in (0, 63)]
    assert all(shown[y // 8 * 128 + x] >> y % 8 & 1 for x, y in edge)
    assert "ROLL next" in person.screen


# The dice


def test_all_dice_are_pure_red_then_green_then_blue(person: ScriptedPlayer) -> None:
    go(person, lights.EachDie)
    assert spelled(person) == "123456"
    for part in range(3):
        person.press(ROLL)
        (colour,) = colours(person)
        assert [bool(value) for value in colour] == [place == part for place in range(3)]


def test_white_dice_are_at_the_limit_and_stay_on_for_half_an_hour(person: ScriptedPlayer) -> None:
    go(person, lights.Heat)
    board = person.board
    limit = board.power
    assert limit.limiting and limit.estimated_ma <= limiter.BUDGET_MA
    (colour,) = colours(person)
    assert len(set(colour)) == 1 and colour[0]
    person.wait(HALF_AN_HOUR_MS)
    assert person.app.power.state == AWAKE and colours(person) == {colour}


def test_white_dice_do_not_keep_an_empty_battery_awake(person: ScriptedPlayer) -> None:
    go(person, lights.AllWhite)
    person.board.millivolts = 3100
    person.wait(60_000)
    assert person.app.power.battery != FULL and not person.board.dice_on and not person.board.screen_on


def test_after_white_the_dice_are_as_bright_as_before(person: ScriptedPlayer) -> None:
    go(person, lights.EachDie)
    before = max(person.board.light)
    go(person, lights.AllWhite).press(BANK, BANK)
    assert isinstance(person.app.screen, lights.EachDie) and max(person.board.light) == before


def test_pixels_travel_through_every_led(person: ScriptedPlayer) -> None:
    go(person, lights.Travel)
    visited = set()
    for _ in range(400):
        person.app.step()
        lit = {place for place, index in enumerate(person.board.pixels) if index}
        assert len(lit) == 3
        visited |= lit
    assert len(visited) == 384
