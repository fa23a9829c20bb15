"""What the screens say about dice that do not score, busts in a row, calls, and the end of a game."""

import pytest

from host_tests.game_fixture import next_turn, start_game
from host_tests.phase_fixture import start_phase_ten_game, throw
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from sixpip.app.settings import HOT_DICE, find
from sixpip.screens.game.game_screen import GameScreen
from sixpip.view import sound, tiles


@pytest.fixture
def folder(tmp_path: object) -> str:
    return str(tmp_path)


def states(player: ScriptedPlayer) -> list[int]:
    screen = player.app.screen
    assert isinstance(screen, GameScreen)
    return list(screen.dice.states)


# Dice that do not score


def test_a_die_that_does_not_score_leaves_the_points_of_the_others_and_names_its_button(folder: str) -> None:
    player = start_game(folder, "pure").throw(5, 4, 1, 2, 3, 6).keep(5, 4, 1)
    assert player.lines[2] == "150" and player.lines[4] == "One 4 scores nothing"
    assert player.lines[5] == "2 puts it back" and player.lines[7] == ""
    assert states(player)[:3] == [tiles.CHOSEN, tiles.WRONG, tiles.CHOSEN]
    player.press(1)
    assert player.lines[2] == "150" and player.lines[7] == "ROLL 4 BANK 150"


def test_a_sun_that_has_to_complete_a_set_says_what_it_needs(folder: str) -> None:
    player = start_game(folder, "five-cubes").throw(2, 1, 1, 5, 4).press(0)
    assert player.lines[4] == "also two 2s" and player.lines[5] == "three 2s +20"


# Busts


def test_the_dice_that_bust_stay_visible_until_the_next_press(folder: str) -> None:
    player = start_game(folder, "pure").throw(2, 2, 3, 3, 4, 6)
    player.wait(10_000)
    assert states(player) == [tiles.DULL] * 6
    assert any(player.board.pixels)


def test_points_that_count_up_end_at_the_total_also_after_a_long_round(folder: str) -> None:
    player = start_game(folder, "pure", {}, [4350, 0]).throw(1, 1, 1, 2, 3, 3)
    player.board.press(BANK)
    player.app.step()
    player.board.elapsed_ms += 1000  # between two rounds, as when a module is imported
    player.app.step()
    player.app.step()
    assert "5 350" in player.screen


def test_busts_in_a_row_are_counted_before_the_third_costs_points(folder: str) -> None:
    player = start_game(folder, "dice-10000", {}, [4350]).throw(2, 2, 3, 3, 4, 6)
    assert player.lines[5:7] == ["1 of 3 busts in a row", "no die scores"]
    player.press(ROLL)
    assert player.lines[6] == "1 of 3 busts in a row"
    player.throw(2, 2, 3, 3, 4, 6)
    assert player.lines[5:7] == ["next bust costs 500", "no die scores"]
    player.press(ROLL)
    assert player.lines[6] == "next bust costs 500"
    player.throw(2, 2, 3, 3, 4, 6)
    assert player.lines[5] == ""
    player.press(ROLL)
    assert "3 BUSTS IN A ROW" in player.screen and player.lines[3] == "-500"


@pytest.mark.parametrize(("score", "words"), [(0, "2 of 3 busts in a row"), (300, "next bust costs 300")])
def test_the_next_bust_costs_no_more_than_there_is_to_lose(score: int, words: str, folder: str) -> None:
    player = start_game(folder, "dice-10000", {}, [score]).throw(2, 2, 3, 3, 4, 6).press(ROLL).throw(2, 2, 3, 3, 4, 6)
    assert player.lines[5] == words


# Calls


def test_a_call_that_the_roll_does_not_show_is_reported(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"calls": "yes"}).press(BANK, 1).throw(1, 2, 3, 3, 4, 6)
    assert "missed: a 5" in player.screen
    player.press(0)
    assert "missed" not in player.screen


# Lead changes


def starts_with(player: ScriptedPlayer, tune: bytes) -> bool:
    tones = [hz for hz, _ in player.board.tones if hz]
    pitches = [pitch * 10 for pitch in tune[::2] if pitch]
    return tones[-len(pitches) :] == pitches


@pytest.mark.parametrize(
    ("scores", "words", "tune"),
    [
        ([3000, 3500], "takes the lead!", sound.LEAD),
        ([4000, 3500], "", sound.POINTS),
        ([9000, 9500], "the target is hit!", sound.POINTS),  # the fanfare is left to the winner
    ],
)
def test_a_bank_that_passes_the_leader_is_announced_with_a_fanfare(
    scores: list[int], words: str, tune: bytes, folder: str
) -> None:
    player = start_game(folder, "pure", {}, scores).throw(1, 1, 1, 2, 3, 4).press(BANK)
    player.wait(600)
    assert player.lines[5] == words and starts_with(player, tune)


def test_a_phase_that_takes_the_lead_is_announced_with_the_fanfare(folder: str) -> None:
    player = throw(start_phase_ten_game(folder, (2, 3)), "8 8 8 8 5 6 W 1 2 3")
    player.press(BANK)
    player.wait(600)
    assert player.lines[3].endswith(": leads!") and starts_with(player, sound.LEAD)


# The end of a game


def test_a_target_that_is_reached_but_must_be_passed_shows_what_is_missing(folder: str) -> None:
    player = start_game(folder, "dice-10000", {}, [9000, 0]).throw(1, 1, 1, 2, 3, 4)
    player.keep(1, 1, 1)
    assert player.lines[4] == "50 more passes 10 000"
    player.press(BANK, ROLL)
    player.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    assert player.lines[4] == "50 more wins"


# Hints for beginners


def test_each_hint_is_shown_once_and_to_persons_only(folder: str) -> None:
    player = start_game(folder, "dice-10000", {}, [0, 0], opened=False, hints=True)
    assert player.lines[4:7] == ["need 1 000 to get in", "", "All of it in 1 turn!"]
    player.throw(1, 1, 1, 2, 3, 4).press(ROLL).throw(2, 3, 4)
    assert player.lines[5:7] == ["No die scores. Bank", "before that happens!"]
    next_turn(player)
    assert player.lines[5:7] == ["", ""]
    player.throw(1, 1, 1, 2, 3, 4).press(ROLL).throw(2, 3, 4)
    assert "no die scores" in player.screen and "Bank" not in player.screen


def test_hints_can_be_switched_off_and_on_again(folder: str) -> None:
    player = start_game(folder, "dice-10000", {}, [0, 0], opened=False)
    assert "need 1 000 to get in" in player.screen and "All of it" not in player.screen
    settings = player.app.settings
    settings.change(find("hints"), player.board, player.app.sound)
    assert settings.takes_hint(HOT_DICE) and not settings.takes_hint(HOT_DICE)


def test_in_a_last_turn_a_bank_that_does_not_beat_the_leader_is_called_not_enough(folder: str) -> None:
    player = start_game(folder, "farkle", {}, [9900, 9000]).throw(1, 1, 2, 3, 4, 6).press(BANK)
    next_turn(player.press(ROLL)).throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1)
    assert player.lines[4] == "not enough: roll on"
    player.throw(1, 1, 5).keep(1, 1)
    assert "not enough" not in player.screen and player.lines[7].startswith("ROLL 1 BANK")


@pytest.mark.parametrize(("first", "lost"), [((1, 1, 1, 2, 3, 4), True), ((1, 2, 3, 3, 4, 6), False)])
def test_a_bust_is_explained_only_where_the_points_could_have_been_banked(
    first: tuple[int, ...], lost: bool, folder: str
) -> None:
    player = start_game(folder, "dice-10000", {}, [0, 0], opened=False, hints=True)
    player.throw(*first).press(ROLL).throw(*[2, 3, 3, 4, 6][: 6 - (3 if lost else 1)])
    assert player.lines[1].strip() == "BUST" and "lost" in player.screen
    assert ("before that happens!" in player.screen) is lost
