"""The dice of ten thousand on tiles and OLED: seven dice on two pages, five cubes, brightness, and a failed roll."""

from pathlib import Path

import pytest

from host_tests.game_fixture import play_screen, start_game
from host_tests.scripted_player import BANK, MENU, ROLL
from sixpip.app.dice_source import NOT_FAIR, DiceSource
from sixpip.view import palette


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path)


def test_the_sixth_tile_turns_the_page_of_seven_dice(folder: str) -> None:
    player = start_game(folder, "seven-dice").throw(1, 4, 4, 2, 4, 6, 5)
    assert player.lines[5] == "[⚀⚃⚃⚁⚃]⚅⚄ 2 more >"
    player.press(1, 2, 4, 5)
    assert player.lines[5] == "⚀\u2779\u2779⚁\u2779 [⚅⚄] < 3 of 5"
    player.press(1)
    assert "+450" in player.screen and player.lines[7] == "ROLL 3 BANK 450"
    player.press(5)
    assert player.lines[5].endswith("1 of 2 >")
    player.press(5, 3)
    assert "No die there" in player.screen


def test_both_pages_tumble_and_the_choice_begins_on_the_first(folder: str) -> None:
    player = start_game(folder, "seven-dice")
    player.board.roll_next(1, 4, 4, 2, 4, 6, 5)
    player.tap(ROLL)
    assert player.lines[5] == "□□□□□ [□□] < 5 more"
    while play_screen(player).dice.page:
        player.app.step()
    assert player.lines[5] == "[□□□□□]⚅⚄ 2 more >"
    player.settle()
    assert player.lines[5] == "[⚀⚃⚃⚁⚃]⚅⚄ 2 more >"


def test_with_one_die_left_its_page_is_shown(folder: str) -> None:
    player = start_game(folder, "seven-dice").throw(1, 1, 1, 5, 5, 2, 3).press(0, 1, 2, 3, 4)
    player.throw(5, 3)
    assert player.lines[5].endswith("< 5 more")
    assert player.board.pixels[0] == palette.MARK  # a page went before


def test_page_and_choice_are_unchanged_after_a_pause(folder: str) -> None:
    player = start_game(folder, "seven-dice").throw(1, 4, 4, 2, 4, 6, 5).press(5, 1)
    before = player.lines
    player.press(MENU, BANK)
    assert player.lines == before


def test_kept_dice_count_once_when_the_roll_after_them_fails(folder: str) -> None:
    player = start_game(folder, "ten-thousand").throw(1, 2, 3, 3, 4, 6).keep(1)
    player.app.dice = DiceSource(bytes)
    player.press(ROLL)
    assert NOT_FAIR in player.screen.replace("|", " ")
    player.press(ROLL)
    assert player.lines[2] == "100" and player.lines[7] == "ROLL 5 BANK 100"
