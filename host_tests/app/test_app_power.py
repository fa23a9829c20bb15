"""Sleep, the battery, the charger, and buttons that are stuck."""

from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, seated_game, start_game, switch_on
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer, face_pixels, on_board
from sixpip.app.power import (
    ASLEEP,
    AWAKE,
    CHARGE_WORDS,
    COOL_C,
    DIM,
    DIM_IN_GAME_MS,
    DIM_MS,
    FLAT,
    FULL,
    HOT_C,
    SAMPLE_MS,
    SAMPLES,
    SLEEP_MS,
    TOO_HOT,
    WOKEN_MS,
    dimmed,
)
from sixpip.board import limiter
from sixpip.players.styles import STEADY
from sixpip.storage.record_store import Store
from tools.play.host.fake import FakeBoard
from tools.play.host.faulty_disk import PowerCut

SOON_MS = SAMPLE_MS * (SAMPLES + 1)


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    """A person on a console on its battery, in a turn with three 1s rolled."""
    player = start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4)
    player.board.on_usb = False
    return player


def lit(player: ScriptedPlayer) -> int:
    return sum(player.board.light)


def state(player: ScriptedPlayer) -> int:
    now: int = player.app.power.state
    return now


def powered(player: ScriptedPlayer) -> bool:
    on: bool = player.board.dice_on
    return on


def is_dark(player: ScriptedPlayer) -> bool:
    return not player.board.dice_on and not player.board.screen_on


# Sleep


def test_in_a_menu_the_dice_are_dimmed_after_half_a_minute_and_the_console_sleeps_after_a_minute(
    tmp_path: Path,
) -> None:
    player = ScriptedPlayer(str(tmp_path))
    bright = lit(player)
    player.wait(DIM_MS - 1500)
    assert lit(player) == bright and state(player) == AWAKE
    player.wait(2000)
    assert 0 < lit(player) < 0.7 * bright and state(player) == DIM
    player.press(ROLL)  # counts
    assert lit(player) > 0.7 * bright and player.lines[0].startswith("FARKLE")
    player.wait(SLEEP_MS - 1500)
    assert state(player) == DIM
    player.wait(2000)
    assert state(player) == ASLEEP and is_dark(player)
    shows, feeds = player.board.tile_shows, player.board.feeds
    player.wait(20_000)
    assert player.board.tile_shows == shows and player.board.feeds >= feeds + 5


@pytest.mark.parametrize("paused", [False, True])
def test_in_a_game_it_dims_after_a_minute_and_sleeps_after_five(player: ScriptedPlayer, paused: bool) -> None:
    if paused:
        player.press(MENU)
    bright = lit(player)
    player.wait(DIM_IN_GAME_MS - 1500)
    assert lit(player) == bright > 0
    player.wait(2000)
    assert 0 < lit(player) < 0.7 * bright and state(player) == DIM
    player.wait(300_000 - DIM_IN_GAME_MS - 3000)
    assert state(player) == DIM
    player.wait(3000)
    assert state(player) == ASLEEP and is_dark(player) and not lit(player)


def test_it_dims_after_30_seconds_and_sleeps_after_60_in_a_menu_and_dims_after_60_in_a_game(
    player: ScriptedPlayer, tmp_path: Path
) -> None:
    menu = ScriptedPlayer(str(tmp_path / "other"))
    for console, times in (
        (menu, ((29, AWAKE), (31, DIM), (59, DIM), (61, ASLEEP))),
        (player, ((59, AWAKE), (61, DIM))),
    ):
        console.tap(0)
        began_ms = console.board.elapsed_ms
        for seconds, expected in times:
            console.wait(seconds * 1000 - (console.board.elapsed_ms - began_ms))
            assert state(console) == expected, seconds


def test_an_idle_console_has_a_quarter_of_its_brightness_and_at_least_the_lowest() -> None:
    assert [dimmed(brightness) for brightness in (16, 24, 64, 68, 128)] == [16, 16, 16, 17, 32]


def test_a_console_that_never_sleeps_only_dims_also_in_a_menu(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", {"sleep": 2})
    player = ScriptedPlayer(str(tmp_path))
    player.wait(200_000)
    assert state(player) == DIM and player.board.screen_on


def test_pausing_keeps_the_dice_visible(player: ScriptedPlayer) -> None:
    player.keep(1, 1)
    before = bytes(player.board.pixels)
    player.press(MENU)
    assert bytes(player.board.pixels) == before
    for line in (1, 3):
        player.press(line)
        assert bytes(player.board.pixels) == before, player.lines[0]
        player.press(BANK)
    player.app.notify("A sentence.")
    player.settle()
    assert bytes(player.board.pixels) == before


def test_a_pause_while_dice_tumble_shows_them_at_rest(player: ScriptedPlayer) -> None:
    player.keep(1, 1, 1)
    player.board.roll_next(2, 3, 5)
    player.tap(ROLL)
    player.press(MENU)
    at_rest = bytes(player.board.pixels)
    player.press(1, BANK)
    assert bytes(player.board.pixels) == at_rest
    tile = [face_pixels(name, "pips") for name in "235"]
    assert [at_rest[place * 64 : place * 64 + 64] for place in (3, 4, 5)] == tile
    player.press(BANK)
    assert "choose what to keep" in player.screen


# Waking


def fall_asleep(player: ScriptedPlayer) -> ScriptedPlayer:
    player.wait(301_000)
    assert state(player) == ASLEEP
    return player


@pytest.mark.parametrize("button", [KEEPS[0], ROLL, BANK, MENU])
def test_the_press_that_ends_the_sleep_only_wakes_and_the_oled_reports_that(
    player: ScriptedPlayer, button: int
) -> None:
    before, record = player.lines, game_of(player).record()
    fall_asleep(player).tap(button)
    assert player.board.dice_on and lit(player) and player.lines[7].strip() == "Awake: press again"
    player.wait(WOKEN_MS + 600)
    assert player.lines == before and game_of(player).record() == record


@pytest.mark.parametrize("button", [ROLL, BANK])
def test_on_a_dark_console_roll_and_bank_have_to_be_pressed_again(player: ScriptedPlayer, button: int) -> None:
    player.keep(1, 1, 1)
    bright = lit(player)
    fall_asleep(player).tap(button)
    player.tap(button)
    game = game_of(player)
    assert (game.rolls, game.scores) == (1, [4350, 3200]) and lit(player) > bright / 2
    assert "again" in player.screen
    player.wait(WOKEN_MS)
    player.press(button)
    assert (game.rolls, game.scores) != (1, [4350, 3200])


@pytest.mark.parametrize("button", [ROLL, BANK])
def test_a_dimmed_console_answers_the_first_press(player: ScriptedPlayer, button: int) -> None:
    player.keep(1, 1, 1).wait(DIM_IN_GAME_MS + 1000)
    assert state(player) == DIM
    player.press(button)
    game = game_of(player)
    assert (game.rolls, game.scores) != (1, [4350, 3200])


def test_watching_the_computers_keeps_the_console_awake(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), seated_game("pure", {}, (0,) * 6), [STEADY] * 5 + [0])
    waited_ms = 0
    while game_of(player).player != 5:
        player.wait(500)
        waited_ms += 500
        assert state(player) == AWAKE
    assert waited_ms > DIM_IN_GAME_MS / 4


def test_a_game_that_nobody_watches_does_not_keep_the_console_awake(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), seated_game("pure", {}, (0, 0)), [STEADY] * 2)
    player.wait(DIM_IN_GAME_MS + 1000)
    assert state(player) == DIM


def test_asleep_no_computer_plays_on(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), seated_game("pure", {}, (0, 0)), [STEADY, 0])
    player.app.power.sleep()
    record = game_of(player).record()
    player.wait(20_000)
    assert state(player) == ASLEEP and game_of(player).record() == record


def test_asleep_in_a_menu_a_press_changes_nothing(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    before = player.lines
    player.wait(SLEEP_MS + 1000)
    for button in (ROLL, ROLL, BANK):
        player.tap(button)
        assert player.lines[7].strip() == "Awake: press again" and player.lines[:7] == before[:7]
    player.wait(WOKEN_MS + 600)
    assert player.lines == before


def test_keep_and_menu_count_after_waking_and_on_a_dimmed_console(player: ScriptedPlayer) -> None:
    fall_asleep(player).tap(ROLL)
    player.press(0)
    assert player.app.screen.decision.chosen == 1  # type: ignore[attr-defined]
    player.wait(DIM_IN_GAME_MS + 1000)
    player.press(MENU)
    assert player.lines[0].startswith("PAUSE")


def test_for_a_second_after_waking_roll_and_bank_do_not_count(player: ScriptedPlayer) -> None:
    power, board = player.app.power, player.board
    for button in (ROLL, BANK):
        for ms, counts in ((900, -1), (1100, button)):
            power.sleep()
            assert power.press(BANK) == -1
            power.step(board.ticks_ms())
            board.elapsed_ms += ms
            power.step(board.ticks_ms())
            assert power.press(button) == counts


def test_after_a_keep_button_roll_counts_at_once(player: ScriptedPlayer) -> None:
    player.app.power.sleep()
    player.tap(MENU)
    player.press(*KEEPS[:3]).press(BANK)
    assert game_of(player).scores[0] == 5350


# The battery


@pytest.mark.parametrize(
    ("millivolts", "level"), [(3400, 0), (3399, 1), (3300, 1), (3299, 2), (3200, 2), (3199, 3), (1, 3), (0, 0)]
)
def test_the_battery_has_four_levels_and_none_without_a_cell(
    millivolts: int, level: int, player: ScriptedPlayer
) -> None:
    player.board.millivolts = millivolts
    player.wait(16_000)
    assert player.app.power.battery == level


def test_three_samples_of_five_seconds_decide_and_one_that_differs_starts_them_again(player: ScriptedPlayer) -> None:
    power, board = player.app.power, player.board
    player.wait(6000)
    found = []
    for millivolts in (3390, 3390, 3600, 3390, 3390, 3390, 3499, 3499, 3499, 3499, 3500, 3500, 3500):
        board.millivolts = millivolts
        board.elapsed_ms += 5000
        power.step(board.ticks_ms())
        found.append(power.battery)
        board.elapsed_ms += 4900  # no sample yet
        board.millivolts = 3150
        power.step(board.ticks_ms())
        board.elapsed_ms -= 4900
    assert found == [0] * 5 + [1] * 7 + [0]


def test_an_empty_console_sleeps_after_six_seconds(player: ScriptedPlayer) -> None:
    player.board.millivolts = 3190
    player.wait(15_500)
    assert player.app.power.battery == FLAT
    player.press(0)
    player.wait(5000)
    assert state(player) == AWAKE
    with pytest.raises(PowerCut):
        player.wait(1500)
    assert state(player) == ASLEEP


def test_while_the_battery_is_very_low_a_waking_console_lights_its_oled_only(player: ScriptedPlayer) -> None:
    player.board.millivolts = 3290
    player.wait(SOON_MS)
    player.press(ROLL)
    player.app.power.sleep()
    player.tap(0)
    assert player.board.screen_on and not player.board.dice_on and "Battery" not in player.screen


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
    player.wait(301_000)
    player.press(MENU)
    assert player.board.screen_on and not player.board.dice_on
    player.board.millivolts = 3800
    player.wait(SOON_MS)
    assert player.board.dice_on


def test_with_an_empty_battery_the_game_is_saved_and_resumes_after_charging(
    player: ScriptedPlayer, tmp_path: Path
) -> None:
    player.board.on_usb = True  # it sleeps, but stays on
    player.keep(1, 1, 1)
    before = game_of(player).record()
    player.board.millivolts = 3190
    player.wait(SAMPLE_MS * SAMPLES + 1500)
    assert player.app.power.battery == FLAT and "empty" in player.screen
    player.wait(8000)
    assert state(player) == ASLEEP and is_dark(player)
    player.tap(ROLL)
    assert "empty" in player.screen and not powered(player)
    player.wait(8000)
    assert is_dark(player)
    player.board.millivolts = 3900
    player.wait(SOON_MS)
    player.press(ROLL)
    assert powered(player)
    assert game_of(ScriptedPlayer(str(tmp_path))).record() == before


# Buttons that are stuck


def stuck(tmp_path: Path, *buttons: int) -> ScriptedPlayer:
    board = FakeBoard(str(tmp_path))
    for button in buttons:
        board.down |= 1 << button
    player = on_board(board)
    player.wait(4000)
    return player


@pytest.mark.parametrize(
    ("buttons", "words"),
    [
        ((2,), "Button 3 is stuck: free it, then switch off and on. Until then use MENU for Button 3."),
        ((ROLL,), "ROLL is stuck: free it, then switch off and on. Until then use MENU for ROLL."),
        ((0, ROLL), "Button 1 and ROLL are stuck: free them, then switch off and on. Until then use MENU for ROLL."),
        ((MENU,), "MENU is stuck: free it, then switch off and on."),
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


def test_a_button_is_stuck_after_three_seconds(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.down |= 1 << BANK
    player = on_board(board)
    player.wait(2800)
    assert "stuck" not in player.screen
    player.wait(600)
    assert "BANK is stuck" in player.screen and "MENU for BANK." in " ".join(" ".join(player.lines).split())


def test_a_button_held_and_released_is_not_stuck(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.press(ROLL, hold_ms=2500)
    player = on_board(board)
    board.next_press()
    player.wait(5000)
    assert "stuck" not in player.screen


# The charger


GAME_SLEEP_MS = OFF_MS = 300_000
NOTE_MS = 2000
CHARGED_MV = 4150
BOLT, FULL_BATTERY = "\u26a1", "\u25ae"
NO_CHARGER, CHARGING, CHARGED = range(len(CHARGE_WORDS))


def plug(player: ScriptedPlayer, plugged_in: bool = True) -> ScriptedPlayer:
    player.board.charger_in = plugged_in
    player.wait(1000)
    return player


def charge(player: ScriptedPlayer) -> int:
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


def test_a_charger_lights_the_dice_of_an_empty_console_and_it_plays_on(player: ScriptedPlayer) -> None:
    player.board.millivolts = 3150
    player.wait(SAMPLE_MS * SAMPLES + 1500)
    assert player.app.power.battery == FLAT and not powered(player)
    plug(player)
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
    assert powered(player) and player.lines[7].strip() == "Awake: press again"


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
    assert powered(player)  # on the cell the heat of the charger is missing
    player.board.celsius = HOT_C - 1
    plug(player)
    assert powered(player)
    player.board.celsius = HOT_C
    player.wait(SOON_MS)
    assert not powered(player) and TOO_HOT[:20] in player.screen
    player.press(ROLL)
    player.board.celsius = COOL_C
    player.wait(SOON_MS)
    assert not powered(player)
    player.board.celsius = COOL_C - 1
    player.wait(SOON_MS)
    assert powered(player)
    player.board.celsius = HOT_C
    player.wait(SOON_MS)
    assert not powered(player)
    plug(player, False)
    assert powered(player)


def test_the_dice_go_dark_at_54_degrees_and_light_again_below_50(player: ScriptedPlayer) -> None:
    found = []
    for celsius in (53, 54, 51, 50, 49, 53):
        player.board.celsius = celsius
        plug(player).wait(5500)
        found.append(powered(player))
        player.press(0)
    assert found == [True, False, False, False, True, True]


def test_a_console_that_wakes_in_the_heat_while_it_charges_says_why_its_dice_are_dark(player: ScriptedPlayer) -> None:
    plug(player)
    player.wait(GAME_SLEEP_MS)
    assert player.app.power.state == ASLEEP
    player.board.celsius = HOT_C
    player.wait(SOON_MS)
    player.press(MENU)
    assert not powered(player) and TOO_HOT[:20] in player.screen


def test_a_hot_console_that_starts_with_a_charger_has_dark_dice_after_the_first_sample(tmp_path: Path) -> None:
    board = FakeBoard(str(tmp_path))
    board.charger_in, board.celsius = True, HOT_C
    player = on_board(board)
    player.wait(SOON_MS)
    assert not powered(player) and TOO_HOT[:20] in player.screen
