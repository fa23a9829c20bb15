"""A game of Dice 10 000 with scripted dice: what the OLED shows after each press."""

from pathlib import Path

from host_tests.game_fixture import game_of, start_game
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.app.dice_source import NOT_FAIR, DiceSource


def test_power_on_shows_the_boot_menu_with_the_variant_and_its_faces(player: ScriptedPlayer) -> None:
    assert "Dice 10 000" in player.lines[1]
    assert player.lines[7] == "ROLL pick BANK next"
    assert any(player.board.light)


def test_a_game_starts_three_presses_after_power_on(player: ScriptedPlayer) -> None:
    player.press(ROLL, 1, ROLL)
    assert "your turn" in player.screen
    assert "1 000 to get in" in player.screen
    assert player.lines[7] == "ROLL 6"


def test_the_keep_button_is_the_number_of_players(player: ScriptedPlayer) -> None:
    player.press(0, 5)
    assert player.lines[1:4] == ["1 P1 2 P2", "3 P3 4 P4", "5 P5 6 P6"]


def test_a_throw_shows_every_die_and_waits_for_a_choice(player: ScriptedPlayer) -> None:
    player.start().throw(4, 4, 4, 2, 3, 6)
    assert "choose what to keep" in player.screen
    assert "ROLL" not in player.lines[7]
    assert player.board.dice_left == 0


def test_a_choice_that_is_no_legal_keep_shows_the_reason(player: ScriptedPlayer) -> None:
    player.start().throw(4, 4, 1, 2, 3, 6).keep(4, 4)
    assert "two 4s score nothing" in player.screen
    assert player.lines[7] == ""
    player.press(ROLL)
    assert "two 4s score nothing" in player.screen
    player.press(0, 1)
    assert "choose what to keep" in player.screen


def test_a_choice_shows_its_points_the_risk_and_what_the_opening_still_needs(player: ScriptedPlayer) -> None:
    player.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4)
    assert "+400" in player.screen
    assert "1 in 4 busts" in player.screen
    assert "600 more to get in" in player.screen
    assert player.lines[7] == "ROLL 3"


def test_a_keep_button_pressed_again_puts_the_die_back(player: ScriptedPlayer) -> None:
    player.start().throw(1, 5, 4, 2, 3, 3).keep(1)
    assert "+100" in player.screen
    player.press(0)
    assert "choose what to keep" in player.screen


def test_bank_shows_its_points_and_counts_up_to_the_score(player: ScriptedPlayer) -> None:
    player.start().throw(1, 1, 1, 5, 2, 3).keep(1, 1, 1, 5)
    assert player.lines[7] == "ROLL 2 BANK 1 050"
    player.tap(BANK)
    assert "BANKED +1 050" in player.screen
    player.settle()
    assert player.lines[3] == "1 050" and "you are in!" in player.screen


def test_bank_with_nothing_chosen_takes_the_best_keep(player: ScriptedPlayer) -> None:
    player.start().throw(1, 1, 1, 5, 2, 3)
    assert player.lines[7] == "BANK 1 050"
    player.press(BANK)
    assert "BANKED +1 050" in player.screen


def test_bank_below_the_opening_is_refused_with_the_missing_points(player: ScriptedPlayer) -> None:
    player.start().throw(1, 5, 2, 3, 4, 4).keep(1).press(BANK)
    assert "900 more to get in" in player.screen
    assert player.app.session is not None and player.app.session.game.scores == [0, 0]


def test_a_bust_shows_the_lost_points_and_waits_for_a_press(player: ScriptedPlayer) -> None:
    player.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4).throw(2, 3, 6)
    assert "BUST" in player.screen and player.lines[3] == "400 lost"
    player.wait(10000)
    assert "BUST" in player.screen
    player.press(ROLL)
    assert player.lines[0].startswith("P2") and "your turn" in player.screen


def test_hot_dice_are_announced_and_must_be_rolled(player: ScriptedPlayer) -> None:
    player.start().throw(1, 1, 1, 5, 5, 5).keep(1, 1, 1, 5, 5, 5)
    assert "Hot dice: roll all 6" in player.screen
    assert player.lines[7] == "ROLL 6"
    player.board.roll_next(1, 2, 3, 3, 4, 6)
    player.tap(ROLL)
    assert "HOT DICE!" in player.screen
    player.settle()
    assert player.lines[7] == "BANK 1 600"


def test_the_dice_left_by_a_bank_are_offered_with_its_points(player: ScriptedPlayer) -> None:
    player.start().throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    player.wait(400)
    player.throw(1, 1, 1, 1, 5, 3).press(BANK, ROLL)
    player.wait(400)
    assert "Take 1 die + 2 050?" in player.screen
    assert player.lines[7] == "ROLL take BANK fresh 6"
    player.throw(5)
    assert player.lines[7] == ""  # five and one make hot dice: nothing is banked
    player.keep(5)
    assert "2 100" in player.screen and player.lines[7] == "ROLL 6"


def test_an_offer_refused_throws_all_dice_at_once(player: ScriptedPlayer) -> None:
    player.start().throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    player.wait(400)
    player.throw(1, 1, 1, 1, 5, 3).press(BANK, ROLL)
    player.wait(400)
    player.board.roll_next(1, 2, 3, 3, 4, 6)
    player.press(BANK)
    assert game_of(player).points == 0 and game_of(player).rolls == 1
    player.keep(1)
    assert "100" in player.screen and player.lines[7].startswith("ROLL 5")


def test_with_calls_a_refused_offer_waits_because_the_roll_can_be_called_first(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000", {"calls": "yes"}).throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    player.wait(400)
    assert "Take 2 dice" in player.screen and player.lines[7] == "ROLL take BANK fresh"
    player.press(BANK)
    assert player.lines[7] == "ROLL 6 BANK call"


def test_three_busts_in_a_row_show_their_penalty(player: ScriptedPlayer) -> None:
    player.start(1)
    for _ in range(2):
        player.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    player.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    assert "3 busts in a row" in player.screen


def test_a_press_ends_an_animation(player: ScriptedPlayer) -> None:
    player.start()
    player.board.roll_next(1, 2, 3, 3, 4, 6)
    player.tap(ROLL)
    player.tap(ROLL)
    assert "choose what to keep" in player.screen


def test_a_second_fast_press_does_not_roll_for_the_next_player(player: ScriptedPlayer) -> None:
    player.start().throw(2, 2, 3, 3, 4, 6)
    player.tap(ROLL)
    assert player.lines[0].startswith("P2")
    player.tap(ROLL)
    assert "your turn" in player.screen
    player.wait(400)
    player.throw(1, 2, 3, 3, 4, 6)
    assert "choose what to keep" in player.screen


def test_a_button_without_effect_plays_the_low_tone(player: ScriptedPlayer) -> None:
    player.start()
    player.board.tones.clear()
    player.press(BANK)
    assert min(hz for hz, _ in player.board.tones if hz) < 300


def test_the_last_turn_shows_the_score_to_beat(player: ScriptedPlayer) -> None:
    player.start().throw(1, 1, 1, 1, 1, 1)  # 8000, forced on
    player.keep(1, 1, 1, 1, 1, 1).throw(1, 1, 1, 1, 2, 3).keep(1, 1, 1, 1)
    assert player.lines[7] == "ROLL 2 BANK 10 000"
    player.throw(5, 2).keep(5).press(BANK)
    assert "the target is passed!" in player.screen
    player.press(ROLL)
    assert "LAST ROUND|one more turn each|beat 10 050" in player.screen
    player.press(ROLL)
    assert "your last turn|beat 10 050" in player.screen
    player.wait(400)
    player.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    assert player.lines[:2] == ["P1 wins!", "10 050"]
    assert player.lines[7] == "ROLL again BANK menu"
    player.press(ROLL)
    assert "your turn" in player.screen


def test_the_turn_is_unchanged_after_a_pause(player: ScriptedPlayer) -> None:
    player.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4)
    before = player.lines
    player.press(MENU, 1)
    assert "SCORES" in player.screen and "not in yet" in player.screen
    player.press(BANK, 3)
    assert "Brightness" in player.screen
    player.press(BANK, BANK)
    assert player.lines == before


def test_names_are_typed_on_the_dice_and_saved(player: ScriptedPlayer) -> None:
    player.press(0, 1, 0, 0)
    player.press(0, ROLL, ROLL, 1, 1, ROLL, ROLL, ROLL, 0, BANK)  # A, N, N, A
    assert player.lines[1] == "1 ANNA 2 P2"
    player.press(ROLL)
    assert player.lines[0].startswith("ANNA")
    again = ScriptedPlayer(player.board.folder).press(MENU, 5, 1, 1)
    assert again.lines[1] == "1 ANNA 2 P2"


def test_a_letter_can_be_deleted_and_an_empty_name_changes_nothing(player: ScriptedPlayer) -> None:
    player.press(0, 1, 0, 0, 3, MENU, BANK)
    assert player.lines[1] == "1 P1 2 P2"


def test_a_name_has_eight_letters_at_most(player: ScriptedPlayer) -> None:
    player.press(0, 1, 0, 0, *([2] * 10), BANK)
    assert player.lines[1] == "1 CCCCCCCC 2 P2"


def test_settings_apply_at_once_and_are_saved(player: ScriptedPlayer) -> None:
    player.pick("Settings")
    before = player.board.brightness
    player.press(0)
    assert player.board.brightness == 2 * before
    player.press(1)
    assert "Sound: off" in player.screen
    player.board.tones.clear()
    player.press(1, 1, 1)
    again = ScriptedPlayer(player.board.folder)
    assert again.board.brightness == 2 * before
    again.board.tones.clear()
    again.press(MENU)
    assert [tone for tone in again.board.tones if all(tone)] == []


def test_chosen_kept_and_free_dice_differ_by_shape(player: ScriptedPlayer) -> None:
    player.start().throw(1, 5, 4, 2, 3, 3).keep(1)
    player.throw(1, 1, 1, 2, 3).keep(1)
    pixels = player.board.pixels
    kept, chosen, free = [tuple(pixel > 0 for pixel in pixels[tile * 64 : tile * 64 + 64]) for tile in range(3)]
    assert len({kept, chosen, free}) == 3


def test_a_dead_source_of_randomness_throws_no_dice_and_is_reported(player: ScriptedPlayer) -> None:
    player.start()
    player.app.dice = DiceSource(bytes)
    player.press(ROLL)
    assert NOT_FAIR in player.screen.replace("|", " ")
    assert player.app.session is not None and player.app.session.game.rolls == 0


def test_every_keep_button_chooses_the_die_above_it(player: ScriptedPlayer) -> None:
    for place in KEEPS:
        faces = [2, 3, 4, 6, 2, 3]
        faces[place] = 1
        folder = Path(player.board.folder) / str(place)
        folder.mkdir()
        ScriptedPlayer(str(folder)).start().throw(*faces).press(place)
        there = ScriptedPlayer(str(folder))
        assert "choose what to keep" in there.screen
        there.press(place)
        assert "+100" in there.screen
