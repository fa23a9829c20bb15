"""A game of Dice 10 000 with scripted dice: what the presses do. What the screens show: test_screens_golden.py."""

import pytest

from host_tests.game_fixture import game_of, play_screen
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer


def test_a_refused_choice_shows_the_reason_until_it_is_changed(player: ScriptedPlayer) -> None:
    player.start().throw(4, 4, 1, 2, 3, 6).keep(4, 4)
    player.press(ROLL)
    assert "Two 4s score nothing" in player.screen
    player.press(0, 1)
    assert "choose what to keep" in player.screen


def test_a_keep_button_chooses_the_die_above_it_and_pressed_again_puts_it_back(player: ScriptedPlayer) -> None:
    player.start().throw(1, 2, 3, 4, 5, 6)
    for place in KEEPS:
        player.press(place)
        assert play_screen(player).decision.chosen == 1 << place
        player.press(place)
        assert play_screen(player).decision.chosen == 0


def test_bank_with_nothing_chosen_takes_the_best_keep_and_counts_up_to_the_score(player: ScriptedPlayer) -> None:
    player.start().throw(1, 1, 1, 5, 2, 3)
    assert player.lines[7] == "ROLL most BANK 1 050"
    player.tap(BANK)
    assert "BANKED +1 050" in player.screen
    player.settle()
    assert player.lines[3] == "1 050" and "you are in!" in player.screen


def test_bank_below_the_opening_is_refused_with_the_missing_points(player: ScriptedPlayer) -> None:
    player.start().throw(1, 5, 2, 3, 4, 4).keep(1).press(BANK)
    assert "900 more to get in" in player.screen
    assert game_of(player).scores == [0, 0]


def offered(player: ScriptedPlayer) -> ScriptedPlayer:
    """Plays until P1 can take up the die that P2 has left."""
    player.start().throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    player.wait(400)
    player.throw(1, 1, 1, 1, 5, 3).press(BANK, ROLL)
    player.wait(400)
    return player


def test_dice_that_are_taken_up_are_thrown_for_the_points_left_with_them(player: ScriptedPlayer) -> None:
    offered(player).throw(5)
    assert player.lines[7] == "ROLL most"  # five and one make hot dice: nothing is banked
    player.keep(5)
    assert "2 100" in player.screen and player.lines[7] == "ROLL 6"


def test_an_offer_refused_throws_all_dice_at_once(player: ScriptedPlayer) -> None:
    offered(player).board.roll_next(1, 2, 3, 3, 4, 6)
    player.press(BANK)
    assert game_of(player).points == 0 and game_of(player).rolls == 1
    player.keep(1)
    assert "100" in player.screen and player.lines[7].startswith("ROLL 5")


def test_a_press_ends_an_animation(player: ScriptedPlayer) -> None:
    player.start()
    player.board.roll_next(1, 2, 3, 3, 4, 6)
    player.tap(ROLL)
    player.tap(ROLL)
    assert "choose what to keep" in player.screen


def test_a_button_without_effect_plays_the_low_tone_and_none_with_the_sound_off(player: ScriptedPlayer) -> None:
    player.start().press(BANK)
    assert min(hz for hz, _ in player.board.tones if hz) < 300
    player.press(MENU).pick("Settings").pick("Sound").press(BANK, BANK)
    player.board.tones.clear()
    player.press(BANK)
    assert not any(hz and volume for hz, volume in player.board.tones)


def test_names_are_typed_on_the_dice_and_saved(player: ScriptedPlayer) -> None:
    player.press(0, 1, 0, 0)
    player.press(0, ROLL, ROLL, 1, 1, ROLL, ROLL, ROLL, 0, BANK)  # A, N, N, A
    assert player.lines[1] == "1 ANNA 2 P2"
    player.press(ROLL)
    assert player.lines[0].startswith("ANNA")
    again = ScriptedPlayer(player.board.folder).press(MENU, 5, 1, 1)
    assert again.lines[1] == "1 ANNA 2 P2"


@pytest.mark.parametrize(
    ("presses", "name"), [((3, MENU), "P1"), ((2,) * 10, "CCCCCCCC")], ids=["deleted again", "ten letters"]
)
def test_an_empty_name_changes_nothing_and_one_has_eight_letters_at_most(
    presses: tuple[int, ...], name: str, player: ScriptedPlayer
) -> None:
    player.press(0, 1, 0, 0, *presses, BANK)
    assert player.lines[1] == f"1 {name} 2 P2"
