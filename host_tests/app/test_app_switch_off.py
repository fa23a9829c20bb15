"""The console switches itself off: after a long sleep, with an empty cell, and from the menus. ROLL starts it again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, start_game
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer, on_board
from sixpip.app.power import ASLEEP, AWAKE, SAMPLE_MS, SAMPLES, SLEEP_MS, STILL_ON, WOKEN_MS
from sixpip.screens.menu import READ_MS
from tools.check.power_loss.disk import patch_storage
from tools.play.host.fake import CUT_MS, FakeBoard
from tools.play.host.faulty_disk import AT_CLOSE, FaultyDisk, PowerCut

GAME_SLEEP_MS = 300_000
OFF_MS = 300_000
ROUND_MS = 2500


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    """A person on a console on its battery, in a turn with three 1s rolled."""
    player = start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4)
    player.board.on_usb = False
    return player


@pytest.fixture
def on_usb(player: ScriptedPlayer) -> ScriptedPlayer:
    player.board.on_usb = True
    return player


def wait_for_cut(player: ScriptedPlayer, ms: int) -> int:
    """Runs the console until it cuts its supply, for `ms` at most; returns after how many milliseconds."""
    before_ms = player.board.elapsed_ms
    with pytest.raises(PowerCut):
        player.wait(ms)
    session = player.app.session
    assert not player.app.settings.unsaved and not (session and session.unsaved)
    assert not player.board.dice_on and not player.board.screen_on
    return player.board.cuts_ms[-1] - before_ms


def is_powered(player: ScriptedPlayer) -> bool:
    """Returns whether the dice have their supply."""
    on: bool = player.board.dice_on
    return on


def text(player: ScriptedPlayer) -> str:
    """Returns the lines above the labels as one text."""
    return " ".join(" ".join(player.lines[1:7]).split())


# After a long sleep


def test_asleep_for_five_minutes_the_console_switches_itself_off_and_the_game_resumes_at_the_next_start(
    player: ScriptedPlayer, tmp_path: Path
) -> None:
    before = game_of(player).record()
    player.wait(GAME_SLEEP_MS + OFF_MS - 3 * ROUND_MS)
    assert player.app.power.state == ASLEEP and not player.board.cuts_ms
    wait_for_cut(player, 5 * ROUND_MS)
    assert game_of(ScriptedPlayer(str(tmp_path))).record() == before


def test_in_a_menu_it_is_off_six_minutes_after_the_last_press(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.board.on_usb = False
    assert SLEEP_MS + OFF_MS - ROUND_MS <= wait_for_cut(player, 400_000) < SLEEP_MS + OFF_MS + 2 * ROUND_MS


@pytest.mark.long
def test_a_console_that_never_sleeps_stays_on(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Settings").pick("Sleep").pick("Sleep")
    player.board.on_usb = False
    player.wait(3_700_000)
    assert player.board.dice_on


def test_while_roll_is_down_the_supply_is_not_cut_because_roll_releases_the_latch(player: ScriptedPlayer) -> None:
    player.wait(GAME_SLEEP_MS + 10_000)
    player.board.down |= 1 << ROLL
    player.wait(OFF_MS)
    assert player.app.power.state == ASLEEP and not player.board.cuts_ms
    player.board.down = 0
    wait_for_cut(player, 2 * ROUND_MS)


def test_a_press_after_the_last_words_keeps_it_on_also_after_the_next_sleep(player: ScriptedPlayer) -> None:
    for button in (MENU, MENU, 3):
        player.tap(button)
    player.board.down |= 1 << ROLL
    player.wait(READ_MS + 2000)
    assert player.app.power.state == ASLEEP
    player.tap(BANK)
    player.board.down = 0
    player.wait(GAME_SLEEP_MS + OFF_MS - 10_000)
    assert player.app.power.state == ASLEEP and not player.board.cuts_ms


# Still running, on USB


def test_on_usb_it_stays_asleep_and_tries_again_only_after_another_long_sleep(on_usb: ScriptedPlayer) -> None:
    on_usb.wait(GAME_SLEEP_MS + 3 * (OFF_MS + CUT_MS + 2 * ROUND_MS))
    assert on_usb.app.power.state == ASLEEP and len(on_usb.board.cuts_ms) == 3
    first, second, third = on_usb.board.cuts_ms
    assert second - first >= OFF_MS and third - second >= OFF_MS


def test_on_usb_another_button_wakes_the_oled_and_nothing_counts_before_roll_has_lit_the_dice(
    on_usb: ScriptedPlayer,
) -> None:
    on_usb.keep(1, 1, 1)
    record = game_of(on_usb).record()
    on_usb.wait(GAME_SLEEP_MS + OFF_MS + 10_000)
    for button in (BANK, 0, BANK):
        on_usb.press(button)
        on_usb.wait(WOKEN_MS)
        assert on_usb.board.screen_on and not on_usb.board.dice_on
        assert on_usb.lines[7].strip() == "ROLL lights the dice" and game_of(on_usb).record() == record
    on_usb.tap(ROLL)
    assert on_usb.board.dice_on and game_of(on_usb).record() == record
    assert on_usb.lines[7].strip() == "Awake: press again"
    on_usb.wait(WOKEN_MS + 600)
    on_usb.press(BANK)
    assert game_of(on_usb).record() != record


# With an empty cell


def test_with_an_empty_cell_it_is_off_right_after_its_sentence(player: ScriptedPlayer, tmp_path: Path) -> None:
    before = game_of(player).record()
    player.board.millivolts = 3190
    while "Battery" not in player.screen:
        player.app.step()
    assert text(player) == "Battery empty: charge it. The game is saved, and the console switches off."
    assert 5000 <= wait_for_cut(player, 15_000) <= 6000 + ROUND_MS
    assert game_of(ScriptedPlayer(str(tmp_path))).record() == before


def test_a_cell_that_gets_empty_in_the_sleep_switches_it_off_at_once(player: ScriptedPlayer) -> None:
    player.wait(GAME_SLEEP_MS + 10_000)
    player.board.millivolts = 3190
    assert wait_for_cut(player, 60_000) <= SAMPLE_MS * (SAMPLES + 1) + 2 * ROUND_MS


# From the menus


def test_in_a_game_switching_off_takes_three_presses(player: ScriptedPlayer, tmp_path: Path) -> None:
    before = game_of(player).record()
    for button in (MENU, MENU, 3):
        player.tap(button)
    player.wait(600)
    assert player.lines[0] == "SWITCHING OFF" and text(player) == "The game is saved. Press ROLL to switch on."
    assert READ_MS - 1500 <= wait_for_cut(player, 6000) <= READ_MS + 1500
    again = ScriptedPlayer(str(tmp_path))
    assert game_of(again).record() == before and again.app.power.state == AWAKE


def test_in_the_boot_menu_it_is_on_the_last_page(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.board.on_usb = False
    player.tap(MENU)
    player.tap(MENU)
    player.tap((len(player.app.screen.lines()) - 1) % 6)  # type: ignore[attr-defined]
    player.wait(600)
    assert text(player) == "Press ROLL to switch on."
    wait_for_cut(player, 6000)


def test_bank_goes_back_and_other_buttons_do_nothing(player: ScriptedPlayer) -> None:
    for button in (MENU, MENU, 3, ROLL, 0, BANK):
        player.tap(button)
    player.wait(10_000)
    assert player.lines[0].startswith("PAUSE") and not player.board.cuts_ms


def test_on_usb_it_says_that_it_stays_on_and_why(on_usb: ScriptedPlayer) -> None:
    for button in (MENU, MENU, 3):
        on_usb.tap(button)
    on_usb.wait(READ_MS + CUT_MS + 2000)
    assert text(on_usb) == STILL_ON and on_usb.lines[7].strip() == "ROLL lights the dice"
    assert on_usb.board.screen_on and not is_powered(on_usb)
    on_usb.tap(ROLL)
    assert is_powered(on_usb)
    shows = on_usb.board.tile_shows
    on_usb.wait(WOKEN_MS + 600)
    assert on_usb.board.tile_shows == shows + 1  # when the converter has had time to start
    on_usb.press(ROLL)
    assert on_usb.lines[0].startswith("PAUSE") and len(on_usb.board.cuts_ms) == 1


# Power lost while it switches off


@pytest.fixture
def disk() -> Iterator[FaultyDisk]:
    """A disk on which a setting and a game are saved."""
    disk = FaultyDisk(AT_CLOSE)
    with patch_storage(disk.replacements()):
        yield disk


def test_nothing_is_written_between_the_last_words_and_the_cut(disk: FaultyDisk) -> None:
    player = start_game("", "dice-10000").throw(1, 1, 1, 2, 3, 4)
    player.board.on_usb = False
    for button in (MENU, MENU, 3):
        player.tap(button)
    steps = disk.steps
    wait_for_cut(player, 10_000)
    assert disk.steps == steps


# ROLL at power-on


@pytest.mark.parametrize("hold_ms", [100, 2800])
def test_roll_that_is_down_at_power_on_neither_counts_nor_is_stuck_also_when_it_is_pressed_again(
    hold_ms: int, tmp_path: Path
) -> None:
    start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4)
    board = FakeBoard(str(tmp_path))
    board.press(ROLL, hold_ms=hold_ms)
    board.next_press()  # the Pico's buttons do not report it
    player = on_board(board)
    before = game_of(player).record()
    player.wait(2900)
    board.press(ROLL, hold_ms=2000)  # down again when the time is over in which a stuck button is found
    player.wait(4000)
    assert "stuck" not in player.screen and game_of(player).record() == before
