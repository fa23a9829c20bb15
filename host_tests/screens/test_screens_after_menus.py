"""Back in the game after a menu, a page or a notice: a press too many neither banks nor rolls."""

from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, play_screen, start_game
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.view import sound

GUARD_MS = 1000
KEEP1 = KEEPS[0]

WAYS = {
    "pause": ((MENU,), BANK),
    "play on by ROLL": ((MENU,), ROLL),
    "scores": ((MENU, 1, BANK), BANK),
    "a house rule": ((MENU, MENU, 0, 0, BANK, BANK), BANK),
    "settings": ((MENU, 3, BANK), BANK),
    "notice": ((), ROLL),
}
"""The ways back to the game: the presses before the last one, and the last one."""


def go_back(folder: Path, way: str) -> ScriptedPlayer:
    """Plays until a bank is worth 1000, and comes back to the game the way of that name, without waiting."""
    player = start_game(str(folder), "dice-10000").throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1)
    presses, last = WAYS[way]
    if way == "notice":
        player.app.notify("A sentence.")
        player.settle()
    player.press(*presses).tap(last)
    assert player.app.screen.shows_game
    return player


def low_tone(player: ScriptedPlayer) -> bool:
    tones = [hz for hz, _ in player.board.tones if hz]
    return tones[-1] in (sound.NO[0] * sound.HZ, sound.NO[4] * sound.HZ)


@pytest.mark.parametrize("way", WAYS)
def test_one_more_press_of_bank_does_not_bank_and_a_later_one_does(way: str, tmp_path: Path) -> None:
    player = go_back(tmp_path, way)
    player.tap(BANK)
    assert game_of(player).scores == [4350, 3200] and "Press BANK again" in player.screen and low_tone(player)
    player.wait(GUARD_MS)
    player.press(BANK)
    assert game_of(player).scores == [5350, 3200]


@pytest.mark.parametrize("way", WAYS)
def test_one_more_press_of_roll_does_not_roll_only_if_roll_has_closed_the_menu(way: str, tmp_path: Path) -> None:
    player = go_back(tmp_path, way)
    guarded = WAYS[way][1] == ROLL
    player.tap(ROLL)
    assert game_of(player).rolls == 2 - guarded
    if guarded:
        assert "Press ROLL again" in player.screen and low_tone(player)
        player.wait(GUARD_MS)
        player.press(ROLL)
        assert game_of(player).rolls == 2


@pytest.mark.parametrize("way", ["pause", "notice"])
def test_keep_counts_at_once_because_it_can_be_taken_back(way: str, tmp_path: Path) -> None:
    player = go_back(tmp_path, way)
    player.tap(KEEP1)
    assert play_screen(player).decision.chosen == 0b110


def test_a_press_just_before_the_second_is_over_does_not_lengthen_it(tmp_path: Path) -> None:
    player = go_back(tmp_path, "pause")
    began_ms = player.board.elapsed_ms
    while player.board.elapsed_ms < began_ms + GUARD_MS:
        player.tap(BANK)
    player.press(BANK)
    assert game_of(player).scores == [5350, 3200]


@pytest.mark.parametrize("last", [ROLL, BANK])
def test_after_the_list_of_calls_a_press_too_many_does_not_roll(last: int, tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "ten-thousand", {"calls": "yes"}).press(BANK)
    assert player.lines[0].startswith("CALL: BUST -50")
    player.tap(last)
    player.tap(last)
    assert game_of(player).rolls == 0 and "again" in player.screen


def test_an_offer_is_not_refused_by_a_press_too_many(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1).press(BANK)
    player.wait(3000)
    assert "BANK fresh" in player.lines[7]
    player.press(MENU).tap(BANK)
    player.tap(BANK)
    assert game_of(player).pending is not None and "Press BANK again" in player.screen


def test_in_phase_10_a_menu_withdraws_the_question_before_a_miss(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).start(1, "phase-10").press(ROLL, BANK)
    assert "BANK again:" in player.screen
    player.press(MENU).tap(BANK)
    player.tap(BANK)
    game = player.app.session.game  # type: ignore[union-attr]
    assert game.rolls == 1 and "Press BANK" in player.screen
    player.wait(GUARD_MS)
    player.press(BANK)
    assert game.rolls == 1 and "BANK again:" in player.screen
