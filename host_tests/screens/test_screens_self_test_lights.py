"""The self-test of the OLED, the dice and their LEDs."""

from pathlib import Path

import pytest

from host_tests.screens.self_test_fixture import go_to_step, letters_on_dice, open_self_test
from host_tests.scripted_player import MENU, ROLL, ScriptedPlayer
from sixpip.app.power import AWAKE, FULL
from sixpip.board import limiter
from sixpip.screens.menus import self_test
from sixpip.view import palette

HALF_AN_HOUR_MS = 1_800_000


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    return open_self_test(str(tmp_path))


def colors(player: ScriptedPlayer) -> set[bytes]:
    """Returns the colors that the LEDs show, 3 bytes each."""
    seen = player.board.light
    return {seen[at : at + 3] for at in range(0, len(seen), 3)}


# The OLED


@pytest.mark.parametrize(("there", "says", "color"), [(True, "OLEDOK", palette.GREEN), (False, "OLEDNO", palette.RED)])
def test_the_dice_show_whether_the_oled_answers(player: ScriptedPlayer, there: bool, says: str, color: int) -> None:
    player.board.oled_connected = there
    player.wait(1000)
    assert letters_on_dice(player) == says
    assert set(player.board.pixels) == {palette.OFF, color}


def test_without_an_oled_four_presses_open_the_self_test_and_the_dice_show_its_steps(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.board.oled_connected = False
    player.press(MENU, MENU, 3, 2)
    assert letters_on_dice(player) == "OLEDNO" and not any(player.board.oled_shown)
    go_to_step(player, self_test.Buzzer)
    assert letters_on_dice(player) == "2.5"


def test_the_oled_is_all_lit_then_all_dark_then_shows_a_frame(player: ScriptedPlayer) -> None:
    shown = player.board.oled_shown
    assert set(player.press(ROLL).board.oled_shown) == {0xFF}
    assert set(player.press(ROLL).board.oled_shown) == {0}
    player.press(ROLL)
    edge = [(x, y) for x in range(128) for y in range(64) if x in (0, 127) or y in (0, 63)]
    assert all(shown[y // 8 * 128 + x] >> y % 8 & 1 for x, y in edge)
    assert "ROLL next" in player.screen


# The dice


def test_all_dice_are_pure_red_then_green_then_blue(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.EachDie)
    assert letters_on_dice(player) == "123456"
    for part in range(3):
        player.press(ROLL)
        (color,) = colors(player)
        assert [bool(value) for value in color] == [place == part for place in range(3)]


def test_white_dice_are_at_the_current_limit_and_stay_on_for_half_an_hour(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Heat)
    board = player.board
    limit = board.power
    assert limit.limiting and limit.estimated_ma <= limiter.BUDGET_MA
    (color,) = colors(player)
    assert len(set(color)) == 1 and color[0]
    player.wait(HALF_AN_HOUR_MS)
    assert player.app.power.state == AWAKE and colors(player) == {color}


def test_white_dice_do_not_keep_an_empty_battery_awake(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.AllWhite)
    player.board.millivolts = 3100
    player.wait(60_000)
    assert player.app.power.battery != FULL and not player.board.dice_on and not player.board.screen_on


def test_the_pixels_visit_every_led(player: ScriptedPlayer) -> None:
    go_to_step(player, self_test.Travel)
    visited = set()
    for _ in range(400):
        player.app.step()
        lit = {place for place, index in enumerate(player.board.pixels) if index}
        assert len(lit) == 3
        visited |= lit
    assert len(visited) == 384
