"""The charger: what the console shows of it, and what it allows with a low cell."""

from pathlib import Path

import pytest

from host_tests.game_fixture import start_game
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, on_board
from sixpip.app.power import (
    ASLEEP,
    CHARGE_WORDS,
    COOL_C,
    DIM,
    DIM_IN_GAME_MS,
    FLAT,
    FULL,
    HOT_C,
    SAMPLE_MS,
    SAMPLES,
    TOO_HOT,
)
from sixpip.board import limiter
from tools.play.host.fake import FakeBoard

SOON_MS = SAMPLE_MS * (SAMPLES + 1)
GAME_SLEEP_MS = OFF_MS = 300_000
NOTE_MS = 2000
CHARGED_MV = 4150
BOLT, FULL_BATTERY = "\u26a1", "\u25ae"
NO_CHARGER, CHARGING, CHARGED = range(len(CHARGE_WORDS))


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    player = start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4)
    player.board.on_usb = False
    return player


def plug(player: ScriptedPlayer, plugged_in: bool = True) -> ScriptedPlayer:
    """Plugs the charger in or unplugs it, and runs the console for a second."""
    player.board.charger_in = plugged_in
    player.wait(1000)
    return player


def is_powered(player: ScriptedPlayer) -> bool:
    """Returns whether the dice have their supply."""
    on: bool = player.board.dice_on
    return on


def charge(player: ScriptedPlayer) -> int:
    """Returns the state of the charger that the console shows."""
    now: int = player.app.power.charge
    return now


# Shown


def test_plugging_a_charger_in_is_noted_for_two_seconds_on_the_bottom_line(player: ScriptedPlayer) -> None:
    before = player.lines
    plug(player)
    assert player.lines[7].strip() == "Charging" and player.lines[:7] == before[:7]
    player.wait(NOTE_MS + 600)
    assert player.lines == before and charge(player) == CHARGING
    plug(player, False)
    assert player.lines == before and charge(player) == NO_CHARGER


def test_a_charger_that_is_there_at_power_on_is_not_noted_but_has_its_sign(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.charger_in = True
    player = on_board(board)
    player.settle()
    assert player.lines[0].startswith(f"SIXPIP 0.1 {BOLT} ") and player.lines[7].startswith("ROLL")


def test_boot_menu_and_pause_have_a_sign_that_changes_when_the_cell_is_charged(player: ScriptedPlayer) -> None:
    plug(player).press(MENU)
    assert player.lines[0].startswith(f"PAUSE {BOLT} ")
    player.board.millivolts = CHARGED_MV
    player.wait(SAMPLE_MS + 1500)
    assert player.lines[0].startswith(f"PAUSE {FULL_BATTERY} ") and charge(player) == CHARGED
    plug(player, False)
    assert player.lines[0].startswith("PAUSE MENU")
    plug(player).press(5)
    assert player.lines[0].startswith(f"SIXPIP 0.1 {FULL_BATTERY} ")


def test_a_charged_cell_stays_charged_when_it_relaxes_and_without_a_cell_nothing_charges(
    player: ScriptedPlayer,
) -> None:
    for millivolts, expected in ((4149, CHARGING), (4150, CHARGED), (4101, CHARGED), (4099, CHARGING), (0, NO_CHARGER)):
        player.board.millivolts = millivolts
        plug(player).wait(SAMPLE_MS + 1500)
        assert charge(player) == expected, millivolts


# What it allows


def flatten(player: ScriptedPlayer) -> ScriptedPlayer:
    """Empties the cell and waits for the sentence about it."""
    player.board.millivolts = 3150
    player.wait(SAMPLE_MS * SAMPLES + 1500)
    assert player.app.power.battery == FLAT and not player.board.dice_on
    return player


def test_a_charger_lights_the_dice_of_an_empty_console_and_it_plays_on(player: ScriptedPlayer) -> None:
    plug(flatten(player))
    assert player.board.dice_on and player.app.power.battery == FULL
    player.wait(60_000)
    assert player.board.dice_on and not player.board.cuts_ms
    player.press(ROLL, 0)
    assert player.app.screen.decision.chosen == 1  # type: ignore[attr-defined]


def test_an_empty_cell_on_the_charger_is_not_reported_until_the_charger_is_unplugged(player: ScriptedPlayer) -> None:
    plug(player)
    player.board.millivolts = 3150
    player.wait(60_000)
    assert "Battery" not in player.screen and player.board.dice_on
    plug(player, False).wait(SAMPLE_MS * SAMPLES)
    assert "Battery empty" in player.screen and not player.board.dice_on


def test_plugging_in_wakes_nothing(player: ScriptedPlayer) -> None:
    player.wait(DIM_IN_GAME_MS + 1000)
    brightness = player.board.brightness
    plug(player)
    assert player.app.power.state == DIM and player.board.brightness == brightness
    assert player.lines[7].strip() == "Charging"
    plug(player, False)
    player.wait(GAME_SLEEP_MS - DIM_IN_GAME_MS)
    assert player.app.power.state == ASLEEP
    shows = player.board.tile_shows
    plug(player).wait(10_000)
    assert player.app.power.state == ASLEEP and not player.board.dice_on and not player.board.screen_on
    assert player.board.tile_shows == shows
    player.tap(BANK)
    assert is_powered(player) and player.lines[7].strip() == "Awake: press again"


# The current of the dice


@pytest.mark.parametrize(("bright", "own_tiles"), [(0, 0), (0, 1), (4, 0), (4, 1)])
def test_while_it_charges_the_dice_draw_less_and_stay_readable(
    bright: int, own_tiles: int, player: ScriptedPlayer
) -> None:
    app = player.app
    app.settings.values["bright"], app.settings.values["leds"] = bright, own_tiles
    app.settings.apply(app.board, app.sound)
    app.redraw()
    player.settle()
    before_ma, power = player.board.power.estimated_ma, player.board.power
    plug(player)
    assert power.estimated_ma <= min(before_ma, limiter.CHARGING_BUDGET_MA) and power.level >= 8
    plug(player, False)
    for _ in range(100):
        player.board.show_tiles()
    assert power.estimated_ma >= 0.9 * before_ma


# Heat


def test_while_it_charges_in_the_heat_the_dice_go_dark_until_it_is_cooler_or_the_charger_is_unplugged(
    player: ScriptedPlayer,
) -> None:
    player.board.celsius = HOT_C
    player.wait(SOON_MS)
    assert is_powered(player)  # on the cell the heat of the charger is missing
    plug(player)
    assert not is_powered(player) and TOO_HOT[:20] in player.screen
    player.press(ROLL)
    player.board.celsius = COOL_C
    player.wait(SOON_MS)
    assert not is_powered(player)
    player.board.celsius = COOL_C - 1
    player.wait(SOON_MS)
    assert is_powered(player)
    player.board.celsius = HOT_C
    player.wait(SOON_MS)
    assert not is_powered(player)
    plug(player, False)
    assert is_powered(player)


def test_a_console_that_wakes_in_the_heat_while_it_charges_says_why_its_dice_are_dark(player: ScriptedPlayer) -> None:
    plug(player)
    player.wait(GAME_SLEEP_MS)
    assert player.app.power.state == ASLEEP
    player.board.celsius = HOT_C
    player.wait(SOON_MS)
    player.press(MENU)
    assert not is_powered(player) and TOO_HOT[:20] in player.screen


def test_a_hot_console_that_starts_with_a_charger_has_dark_dice_after_the_first_sample(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.charger_in, board.celsius = True, HOT_C
    player = on_board(board)
    player.wait(SOON_MS)
    assert not is_powered(player) and TOO_HOT[:20] in player.screen
