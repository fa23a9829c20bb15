"""Phase 10 dice at the console: setting aside, taking back, stopping, saves in mid-turn, colours, the score sheet."""

from pathlib import Path

import pytest

from host_tests.game_fixture import next_turn
from host_tests.phase_fixture import aside, game_of, phase_table, screen_of, throw
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.app.session import resume
from sixpip.rules.phase_ten import dice
from sixpip.screens.game.game_screen import ASK
from sixpip.storage.records import Store
from sixpip.view import palette

TWO_SETS = "8 8 9 8 5 6 W W 3 1"


@pytest.fixture
def person(tmp_path: Path) -> ScriptedPlayer:
    return throw(phase_table(str(tmp_path)), TWO_SETS)


# The turn


def test_a_roll_says_what_it_makes_with_which_dice_and_how_many_rolls_are_left(person: ScriptedPlayer) -> None:
    assert person.lines[0] == "ANNA phase 1 0" and person.lines[1] == "two sets of 3"
    assert person.lines[7] == "ROLL 10 BANK 33"
    assert "made!" in person.screen and "2 rolls left" in person.screen
    assert screen_of(person).dice.used == 0b0011001111  # 8 8 9 8 W W


def test_dice_are_set_aside_and_taken_back_between_rolls(person: ScriptedPlayer) -> None:
    aside(person, 0, 1, 3, 6)
    assert person.lines[7].startswith("ROLL 6")
    throw(person, "10 10 5 4 2 2")
    assert game_of(person).kept == 0b0001001011
    aside(person, 6, 2)
    assert person.lines[7].startswith("ROLL 6")
    throw(person, "6 7 1 W 3 4")
    assert game_of(person).kept == 0b0000001111
    assert "no roll left" in person.screen and not person.lines[7].startswith("ROLL")


def test_after_the_third_roll_dice_stay_as_they_are(person: ScriptedPlayer) -> None:
    aside(person, 0)
    throw(person, "8 9 8 5 6 W W 3 1")
    throw(person, "8 9 8 5 6 W W 3 1").press(0)
    assert "No roll left" in person.screen
    person.press(ROLL)
    assert "press BANK" in person.screen and game_of(person).rolls == 3


def test_stopping_scores_the_phase_and_hands_over(person: ScriptedPlayer) -> None:
    person.press(BANK)
    assert "PHASE 1 MADE" in person.screen and "+33" in person.screen
    person.wait(3000)
    assert person.lines[0] == "BEN phase 1 0" and "behind by 33" in person.screen
    assert game_of(person).boxes[0][0] == 33


def test_a_phase_that_is_not_made_is_given_up_only_on_a_second_press(tmp_path: Path) -> None:
    person = throw(phase_table(str(tmp_path), (4, 4)), "5 5 7 8 8 10 1 2 3 W")
    assert "1 die short" in person.screen and person.lines[7] == "ROLL 10 BANK miss"
    person.press(BANK)
    assert "BANK again is" in person.screen and game_of(person).turns == [0, 0]
    person.press(0, BANK)
    assert game_of(person).turns == [0, 0]  # something else was pressed in between: it is asked anew
    person.press(BANK)
    assert "MISSED" in person.screen and "run of 7" in person.screen
    assert game_of(person).missed(0) == 1


def test_all_dice_are_thrown_again_over_a_made_phase_only_on_a_second_press(person: ScriptedPlayer) -> None:
    person.press(ROLL)
    assert "It is made!" in person.screen and game_of(person).rolls == 1
    throw(person, TWO_SETS)
    assert game_of(person).rolls == 2


def test_with_all_dice_set_aside_there_is_nothing_to_roll(person: ScriptedPlayer) -> None:
    aside(person, *range(10))
    assert not person.lines[7].startswith("ROLL")
    person.press(ROLL)
    assert "All dice are" in person.screen and game_of(person).rolls == 1


def test_dice_alike_that_are_set_aside_count_first(tmp_path: Path) -> None:
    person = throw(phase_table(str(tmp_path), (2, 2)), "8 8 8 8 5 10 1 2 3 4")
    assert screen_of(person).decision.used == 0b1110010111
    aside(person, 3)
    assert screen_of(person).decision.used >> 3 & 1


# Power


def test_the_turn_stands_as_it_stood_with_the_dice_set_aside(tmp_path: Path) -> None:
    person = throw(phase_table(str(tmp_path)), TWO_SETS)
    throw(aside(person, 0, 1, 3, 9), "7 7 7 W 2 3")
    again = ScriptedPlayer(str(tmp_path))
    assert game_of(again).record() == game_of(person).record()
    assert screen_of(again).decision.chosen == game_of(person).kept == 0b1000001011
    assert again.lines == person.lines
    assert again.board.pixels == person.board.pixels and again.board.palette == person.board.palette


def test_the_log_of_a_game_is_kept_as_of_every_other(tmp_path: Path) -> None:
    person = throw(phase_table(str(tmp_path)), TWO_SETS)
    throw(aside(person, 0, 1), "8 8 5 6 W W 3 1").press(BANK)
    session = resume(Store(str(tmp_path)))
    assert session is not None and session.game.record() == game_of(person).record()
    lines = (tmp_path / "logs" / "game-1.log").read_text().splitlines()
    assert lines[:2] == ["game phase-10 players=2", "# ANNA, BEN"]
    assert lines[2] == "roll 8G 8O 9G 8B 5B 6O WR WB 3R 1G" and lines[3] == "keep 8G 8O" and lines[-1] == "stop"


# The order of play


def test_the_tied_throw_again_and_play_goes_from_the_highest_to_the_lowest(tmp_path: Path) -> None:
    person = phase_table(str(tmp_path), (1, 1, 1), start="one-die")
    for number in ("9", "9", "10"):
        next_turn(throw(person, number))
    assert person.lines[1:4] == ["\u2192ANNA 9 tied", "BEN 9 tied", "CHRISTA 10"]
    again = ScriptedPlayer(str(tmp_path))
    again.wait(400)
    assert "CHRISTA 10" in again.screen  # power was lost in between
    next_turn(throw(person, "5"))
    throw(person, "7")
    assert person.lines[0] == "THE ORDER of play"
    assert [line.split()[0].strip("\u2192") for line in person.lines[1:4]] == ["CHRISTA", "BEN", "ANNA"]
    next_turn(person)
    assert person.lines[0] == "CHRISTA phase 1 0" and game_of(person).order == [2, 1, 0]


def test_six_players_throw_a_die_each_on_a_tile_of_their_own(tmp_path: Path) -> None:
    person = phase_table(str(tmp_path), (1,) * 6, start="one-die")
    for tile, number in enumerate(("5", "6", "7", "8", "9", "10")):
        throw(person, number)
        assert any(person.board.pixels[tile * 64 : tile * 64 + 64])
        assert not any(person.board.pixels[tile * 64 + 64 :])
        next_turn(person)
    assert game_of(person).order == [5, 4, 3, 2, 1, 0]


# The end


def test_bonuses_and_closing_turns_are_told_as_they_come(tmp_path: Path) -> None:
    person = throw(phase_table(str(tmp_path), (10, 10)), "8 8 8 8 8 5 2 2 W W").press(BANK)
    assert "all ten made!" in person.screen
    person.wait(3000)
    assert "BONUS" in person.screen and "first to finish" in person.screen
    person.press(ROLL)
    assert "Each other plays on" in person.screen
    next_turn(person)
    assert person.lines[0] == "BEN phase 10 360" and "on to the first miss" in person.screen
    throw(person, "8 8 8 8 8 5 2 2 W W").press(BANK)
    person.wait(3000)
    assert "finished too" in person.screen
    person.press(ROLL)
    assert person.lines[:2] == ["1 ANNA 445", "2 BEN 445"]


def test_alone_the_misses_are_counted_and_cost_in_the_end(tmp_path: Path) -> None:
    person = throw(phase_table(str(tmp_path), (10,)), "5 6 7 8 9 10 1 2 3 4").press(BANK, BANK, ROLL)
    assert "turn 2, 1 missed" in person.screen
    person.wait(400)
    throw(person, "8 8 8 8 8 5 2 2 W W").press(BANK)
    person.wait(3000)
    assert "MISSES" in person.screen and "1 miss" in person.screen
    person.press(ROLL)
    assert person.lines[0] == "1 ANNA 400" and "the best game is 649" in person.screen


@pytest.mark.parametrize(
    ("boxes", "words"), [(30, "1 turns, best 45"), (60, "600! Only 24 to 649"), (63, "652: perfect!")]
)
def test_the_best_game_is_named_where_it_encourages(boxes: int, words: str, tmp_path: Path) -> None:
    person = throw(phase_table(str(tmp_path), (10,), boxes), "8 8 8 8 8 5 2 2 W W").press(BANK)
    person.wait(3000)
    person.press(ROLL)
    assert words in person.screen


def test_the_score_sheets_are_paged_through_from_the_ranking_and_from_the_pause(tmp_path: Path) -> None:
    person = throw(phase_table(str(tmp_path), (4, 3)), "5 5 7 8 8 10 1 2 3 W").press(BANK, BANK)
    next_turn(person).press(MENU, 1)
    assert (
        person.lines[0] == "BEN 80" and person.lines[1].startswith("1 40 6 -") and person.lines[6] == "bonus 0 missed 0"
    )
    person.press(ROLL)
    assert person.lines[0] == "ANNA 120" and person.lines[4] == "4 - x 9 -" and person.lines[6] == "bonus 0 missed 1"
    person.press(1)
    assert person.lines[0] == "BEN 80"
    person.press(MENU)
    assert person.lines[0] == "ANNA 120"
    person.press(BANK, BANK)
    assert screen_of(person).mode == ASK

    end = throw(phase_table(str(tmp_path), (10, 2)), "8 8 8 8 8 5 2 2 W W").press(BANK)
    end.wait(3000)
    next_turn(end.press(ROLL))
    throw(end, "5 5 7 8 8 10 1 2 3 W").press(BANK, BANK, ROLL)
    assert end.lines[6] == "MENU score sheets"
    end.press(MENU)
    assert end.lines[0] == "ANNA 445" and end.lines[5].endswith("10 45") and end.lines[6] == "bonus 40 missed 0"
    end.press(ROLL)
    assert end.lines[0] == "BEN 40" and "missed 1" in end.screen
    end.press(BANK)
    assert end.lines[0] == "1 ANNA 445"


# Colours


def ramps(person: ScriptedPlayer, tile: int) -> set[int]:
    """The ramps of the four colours that a tile is lit in."""
    lit = set(person.board.pixels[tile * 64 : tile * 64 + 64]) - {palette.OFF, palette.MARK}
    return {
        dice.COLORS.index(letter)
        for letter, ramp in zip(dice.COLORS, palette.DICE, strict=True)
        if lit & {*range(ramp, ramp + 5)}
    }


def test_every_die_is_lit_in_the_colour_of_its_face_and_named_by_its_letter(tmp_path: Path) -> None:
    person = phase_table(str(tmp_path))
    for side in range(6):
        words = [dice.written(die, side) for die in range(dice.DICE)]
        screen_of(person).decision.choose(0)
        game_of(person).rolls = min(game_of(person).rolls, 1)
        throw(person, " ".join(words))
        if game_of(person).rolls == 1 and side:
            person.press(ROLL)
        letters = "".join(person.lines[6].split())
        assert [letter for letter in letters if letter in dice.COLORS] == [word[-1] for word in words]
        for page in (0, 1):
            for tile in KEEPS[:5]:
                assert ramps(person, tile) == {dice.color(page * 5 + tile, side)}
            person.press(5)


def test_clear_colours_and_signs_can_be_chosen_in_mid_turn(person: ScriptedPlayer) -> None:
    rich, bare = bytes(person.board.palette), bytes(person.board.pixels)
    person.press(MENU, 3).pick("Dice color").press(BANK, BANK)
    assert bytes(person.board.palette) != rich and bytes(person.board.pixels) == bare
    person.press(MENU, 3).pick("Color signs").press(BANK, BANK)
    assert bytes(person.board.pixels) != bare
    signs = [bytes(person.board.pixels[tile * 64 + 56 : tile * 64 + 64]) for tile in range(5)]
    shapes = [tuple(pixel in palette.DICE for pixel in sign) for sign in signs]
    assert shapes[0] == shapes[2] != shapes[1] != shapes[3] == (False, *[True] * 6, False)  # G O G B


def test_the_colours_of_the_dice_and_of_the_player_come_back_after_other_screens(person: ScriptedPlayer) -> None:
    person.press(BANK)
    person.wait(3000)
    before = bytes(person.board.palette)
    person.press(MENU, 2)
    assert bytes(person.board.palette) != before  # the menu has dice, but no player
    person.press(BANK, BANK)
    assert bytes(person.board.palette) == before
