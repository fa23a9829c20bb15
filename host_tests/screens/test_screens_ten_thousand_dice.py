"""The dice of ten thousand on tiles and OLED: seven dice on two pages, five cubes, brightness, and a failed roll."""

from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, next_turn, play_screen, start_game
from host_tests.scripted_player import BANK, MENU, ROLL
from sixpip.app.dice_source import NOT_FAIR, DiceSource
from sixpip.view import palette, tiles


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Returns the storage folder of the console."""
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


def test_a_press_ends_the_tumble_of_both_pages(folder: str) -> None:
    player = start_game(folder, "seven-dice")
    player.board.roll_next(1, 4, 4, 2, 4, 6, 5)
    player.tap(ROLL)
    player.tap(ROLL)
    assert "choose what to keep" in player.screen and play_screen(player).dice.page == 0


def test_with_one_die_left_its_page_is_shown(folder: str) -> None:
    player = start_game(folder, "seven-dice").throw(1, 1, 1, 5, 5, 2, 3).press(0, 1, 2, 3, 4)
    player.throw(5, 3)
    assert player.lines[5].endswith("< 5 more")
    assert player.board.pixels[0] == palette.MARK  # a page went before


def test_a_long_name_uses_six_tiles_even_with_seven_dice(folder: str) -> None:
    player = start_game(folder, "seven-dice", scores=[0, 0, 0, 0, 0, 0])
    for _ in range(5):
        next_turn(player.throw(2, 2, 3, 3, 4, 4, 6).press(BANK))
    assert player.lines[0].startswith("FRANZISK") and any(player.board.pixels[5 * 64 :])
    player.press(5)
    assert "No die there" in player.screen


def test_with_five_cubes_the_sixth_tile_is_dark_and_a_die_shows_the_sun(folder: str) -> None:
    player = start_game(folder, "five-cubes").throw(2, 1, 3, 5, 6)
    assert game_of(player).dice_set.faces[game_of(player).faces[0]] == "sun"
    assert any(player.board.pixels[: 5 * 64]) and not any(player.board.pixels[5 * 64 :])
    player.press(5)
    assert "No die there" in player.screen


def test_dice_that_score_are_brighter_than_those_that_do_not(folder: str) -> None:
    player = start_game(folder, "ten-grand").throw(1, 2, 3, 4, 5, 6)
    levels = [min(set(player.board.pixels[tile * 64 : tile * 64 + 64]) - {0}) for tile in range(tiles.TILES)]
    assert levels[4] == levels[5] < levels[0]


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
