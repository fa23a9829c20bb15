"""Sleep, the battery, and buttons that are stuck."""

from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, start_game
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.app.app import App
from sixpip.app.power import ASLEEP, AWAKE, DIM, DIM_MS, FLAT, SAMPLE_MS, SAMPLES
from tools.host.fake import FakeBoard

SOON_MS = SAMPLE_MS * (SAMPLES + 1)


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    return start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4)


def lit(player: ScriptedPlayer) -> int:
    """Returns the sum of all LED values."""
    return sum(player.board.light)


def state(player: ScriptedPlayer) -> int:
    """Returns the state of the power manager."""
    now: int = player.app.power.state
    return now


def powered(player: ScriptedPlayer) -> bool:
    """Whether the LED rail is switched on."""
    on: bool = player.board.dice_on
    return on


def is_dark(player: ScriptedPlayer) -> bool:
    """Whether dice and OLED are both switched off."""
    return not player.board.dice_on and not player.board.screen_on


# Sleep


def test_after_half_a_minute_the_dice_are_dimmed_and_the_press_that_lights_them_counts(player: ScriptedPlayer) -> None:
    bright = lit(player)
    player.wait(DIM_MS - 1500)
    assert lit(player) == bright and state(player) == AWAKE
    player.wait(2000)
    assert 0 < lit(player) < 0.6 * bright and state(player) == DIM
    player.press(0)
    assert lit(player) > 0.6 * bright and player.app.screen.decision.chosen == 1  # type: ignore[attr-defined]


def test_after_a_minute_dice_and_oled_are_off_and_the_first_press_only_wakes_them(player: ScriptedPlayer) -> None:
    before = player.lines
    player.wait(61_000)
    assert state(player) == ASLEEP
    assert is_dark(player) and not lit(player)
    player.tap(BANK)
    assert player.board.dice_on and lit(player) and player.lines == before
    assert game_of(player).scores == [4350, 3200]  # nothing was banked


def test_asleep_no_frame_is_shown_and_the_watchdog_is_fed(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.wait(61_000)
    shows, feeds = player.board.tile_shows, player.board.feeds
    player.wait(20_000)
    assert player.board.tile_shows == shows and player.board.feeds >= feeds + 5


def test_the_time_until_sleep_is_a_setting(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Settings").pick("Sleep after").pick("Sleep after")
    assert "Sleep after: never" in player.screen
    player.wait(3_700_000)
    assert state(player) == DIM and player.board.dice_on


# The battery


def test_a_low_battery_is_shown_once_and_the_game_continues(player: ScriptedPlayer) -> None:
    player.board.millivolts = 3390
    player.wait(SOON_MS)
    assert "Battery low: charge" in player.screen and player.board.dice_on
    player.press(ROLL, 0)
    player.wait(SOON_MS)
    assert "Battery" not in player.screen and player.app.screen.decision.chosen == 1  # type: ignore[attr-defined]


def test_a_short_voltage_drop_during_a_roll_is_not_a_low_battery(player: ScriptedPlayer) -> None:
    for _ in range(6):
        player.board.millivolts = 3150
        player.wait(SAMPLE_MS)
        player.board.millivolts = 3600
        player.wait(SAMPLE_MS)
        player.press(0)
    assert "Battery" not in player.screen and player.board.dice_on


def test_below_3300_mv_the_dice_go_dark_until_the_battery_is_charged(player: ScriptedPlayer) -> None:
    player.board.millivolts = 3290
    player.wait(SOON_MS)
    assert "the dice stay dark" in " ".join(player.lines) and not player.board.dice_on and player.board.screen_on
    player.board.millivolts = 3420  # the voltage rises without the load
    player.press(ROLL)
    player.wait(SOON_MS)
    assert not player.board.dice_on
    player.wait(61_000)
    player.press(MENU)
    assert player.board.screen_on and not player.board.dice_on
    player.board.millivolts = 3800
    player.wait(SOON_MS)
    assert player.board.dice_on


def test_with_an_empty_battery_the_game_is_saved_and_resumes_after_charging(
    player: ScriptedPlayer, tmp_path: Path
) -> None:
    player.keep(1, 1, 1)
    before = game_of(player).record()
    player.board.millivolts = 3190
    player.wait(SAMPLE_MS * SAMPLES + 1500)
    assert player.app.power.battery == FLAT and "empty" in player.screen
    player.wait(8000)
    assert state(player) == ASLEEP and is_dark(player)
    player.press(ROLL)
    assert "empty" in player.screen and not powered(player)
    player.wait(8000)
    assert is_dark(player)
    player.board.millivolts = 3900
    player.wait(SOON_MS)
    player.press(ROLL)
    assert powered(player)
    assert game_of(ScriptedPlayer(str(tmp_path))).record() == before


def test_on_usb_without_a_battery_no_warning_is_shown(player: ScriptedPlayer) -> None:
    player.board.millivolts = 0
    player.wait(SOON_MS)
    assert "Battery" not in player.screen and player.board.dice_on


# Buttons that are stuck


def stuck(tmp_path: Path, *buttons: int) -> ScriptedPlayer:
    """Switches a console on while these buttons are stuck."""
    board = FakeBoard(str(tmp_path))
    for button in buttons:
        board._held |= 1 << button
    player = ScriptedPlayer.__new__(ScriptedPlayer)
    player.board, player.app = board, App(board)
    player.wait(3000)
    return player


@pytest.mark.parametrize(
    ("buttons", "words"),
    [
        ((2,), "Button 3 is stuck and left out. MENU does the work of Button 3."),
        ((ROLL,), "ROLL is stuck and left out. MENU does the work of ROLL."),
        ((0, ROLL), "Button 1 and ROLL are stuck and left out. MENU does the work of ROLL."),
        ((MENU,), "MENU is stuck and left out."),
        ((BANK, MENU), "BANK and MENU are stuck and left out."),
    ],
)
def test_a_button_stuck_at_power_on_is_named(buttons: tuple[int, ...], words: str, tmp_path: Path) -> None:
    assert " ".join(stuck(tmp_path, *buttons).lines[1:7]).split() == words.split()


def test_with_roll_stuck_menu_does_its_work(tmp_path: Path) -> None:
    player = stuck(tmp_path, ROLL)
    player.press(MENU)
    assert player.lines[0].startswith("SIXPIP")
    player.press(0, 1, MENU)
    player.wait(400)
    player.board.roll_next(1, 1, 1, 2, 3, 4)
    player.press(MENU)
    assert game_of(player).rolls == 1
    player.press(0, 1, 2, BANK)
    assert game_of(player).scores == [1000, 0]


def test_a_button_held_and_released_is_not_stuck(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.press(ROLL, hold_ms=1500)
    player = ScriptedPlayer.__new__(ScriptedPlayer)
    player.board, player.app = board, App(board)
    board.next_press()
    player.wait(5000)
    assert "stuck" not in player.screen
