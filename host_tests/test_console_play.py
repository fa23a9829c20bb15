"""Playing on the console: what a person sees after each press. The dice are scripted, the buttons are real."""

from pathlib import Path

from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.app.dice_source import DiceSource
from sixpip.view import tiles


def test_power_on_shows_the_boot_menu_with_the_variant_and_its_faces(person: ScriptedPlayer) -> None:
    assert "Dice 10 000" in person.lines[1]
    assert person.lines[7] == "ROLL pick BANK next"
    assert any(person.board.light)


def test_three_presses_lead_from_power_on_into_a_game(person: ScriptedPlayer) -> None:
    person.press(ROLL, 1, ROLL)
    assert "your turn" in person.screen
    assert "1 000 to get in" in person.screen
    assert person.lines[7] == "ROLL 6"


def test_the_number_of_players_is_the_keep_button_pressed(person: ScriptedPlayer) -> None:
    person.press(0, 5)
    assert person.lines[1:4] == ["1 P1 2 P2", "3 P3 4 P4", "5 P5 6 P6"]


def test_a_throw_shows_every_die_and_waits_for_a_choice(person: ScriptedPlayer) -> None:
    person.start().throw(4, 4, 4, 2, 3, 6)
    assert "choose what to keep" in person.screen
    assert "ROLL" not in person.lines[7]
    assert person.board.dice_left == 0


def test_two_fours_say_why_they_are_no_keep(person: ScriptedPlayer) -> None:
    person.start().throw(4, 4, 1, 2, 3, 6).keep(4, 4)
    assert "2 4s score nothing" in person.screen
    assert person.lines[7] == ""
    person.press(ROLL)
    assert "2 4s score nothing" in person.screen
    person.press(0, 1)
    assert "choose what to keep" in person.screen


def test_a_choice_shows_its_worth_the_risk_and_what_the_opening_still_needs(person: ScriptedPlayer) -> None:
    person.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4)
    assert "+400" in person.screen
    assert "1 in 4 busts" in person.screen
    assert "600 more to get in" in person.screen
    assert person.lines[7] == "ROLL 3"


def test_a_keep_button_pressed_again_puts_the_die_back(person: ScriptedPlayer) -> None:
    person.start().throw(1, 5, 4, 2, 3, 3).keep(1)
    assert "+100" in person.screen
    person.press(0)
    assert "choose what to keep" in person.screen


def test_bank_says_what_it_banks_and_counts_up_to_the_score(person: ScriptedPlayer) -> None:
    person.start().throw(1, 1, 1, 5, 2, 3).keep(1, 1, 1, 5)
    assert person.lines[7] == "ROLL 2 BANK 1 050"
    person.tap(BANK)
    assert "BANKED +1 050" in person.screen
    person.settle()
    assert person.lines[3] == "1 050" and "you are in!" in person.screen


def test_bank_with_nothing_chosen_takes_the_best_keep(person: ScriptedPlayer) -> None:
    person.start().throw(1, 1, 1, 5, 2, 3)
    assert person.lines[7] == "BANK 1 050"
    person.press(BANK)
    assert "BANKED +1 050" in person.screen


def test_bank_below_the_opening_is_refused_with_what_is_missing(person: ScriptedPlayer) -> None:
    person.start().throw(1, 5, 2, 3, 4, 4).keep(1).press(BANK)
    assert "900 more to get in" in person.screen
    assert person.app.session is not None and person.app.session.game.scores == [0, 0]


def test_a_bust_shows_what_is_lost_and_waits_for_a_press(person: ScriptedPlayer) -> None:
    person.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4).throw(2, 3, 6)
    assert "BUST" in person.screen and person.lines[3] == "-400"
    person.wait(10000)
    assert "BUST" in person.screen
    person.press(ROLL)
    assert person.lines[0].startswith("P2") and "your turn" in person.screen


def test_hot_dice_are_announced_and_must_be_rolled(person: ScriptedPlayer) -> None:
    person.start().throw(1, 1, 1, 5, 5, 5).keep(1, 1, 1, 5, 5, 5)
    assert "Hot dice: roll all 6" in person.screen
    assert person.lines[7] == "ROLL 6"
    person.board.roll_next(1, 2, 3, 3, 4, 6)
    person.tap(ROLL)
    assert "HOT DICE!" in person.screen
    person.settle()
    assert person.lines[7] == "BANK 1 600"


def test_the_dice_left_by_a_bank_are_offered_with_its_points(person: ScriptedPlayer) -> None:
    person.start().throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    person.wait(400)
    person.throw(1, 1, 1, 1, 5, 3).press(BANK, ROLL)
    person.wait(400)
    assert "Take 1 die and 2050?" in person.screen
    assert person.lines[7] == "ROLL take BANK fresh"
    person.throw(5)
    assert person.lines[7] == ""  # five and one make hot dice: nothing is banked
    person.keep(5)
    assert "2 100" in person.screen and person.lines[7] == "ROLL 6"


def test_an_offer_refused_leaves_all_dice_to_roll(person: ScriptedPlayer) -> None:
    person.start().throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    person.wait(400)
    person.throw(1, 1, 1, 1, 5, 3).press(BANK, ROLL)
    person.wait(400)
    person.press(BANK)
    assert person.lines[7] == "ROLL 6"


def test_three_busts_running_show_the_price(person: ScriptedPlayer) -> None:
    person.start(1)
    for _ in range(2):
        person.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    person.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    assert "3 busts running" in person.screen


def test_a_press_finishes_what_moves(person: ScriptedPlayer) -> None:
    person.start()
    person.board.roll_next(1, 2, 3, 3, 4, 6)
    person.tap(ROLL)
    person.tap(ROLL)
    assert "choose what to keep" in person.screen


def test_nobody_rolls_for_the_next_player_by_pressing_too_fast(person: ScriptedPlayer) -> None:
    person.start().throw(2, 2, 3, 3, 4, 6)
    person.tap(ROLL)
    assert person.lines[0].startswith("P2")
    person.tap(ROLL)
    assert "your turn" in person.screen
    person.wait(400)
    person.throw(1, 2, 3, 3, 4, 6)
    assert "choose what to keep" in person.screen


def test_a_button_that_does_nothing_answers_with_the_low_blip(person: ScriptedPlayer) -> None:
    person.start()
    person.board.tones.clear()
    person.press(BANK)
    assert min(hz for hz, _ in person.board.tones if hz) < 300


def test_the_last_turn_says_what_must_be_beaten(person: ScriptedPlayer) -> None:
    person.start().throw(1, 1, 1, 1, 1, 1)  # 8000, forced on
    person.keep(1, 1, 1, 1, 1, 1).throw(1, 1, 1, 1, 2, 3).keep(1, 1, 1, 1)
    assert person.lines[7] == "ROLL 2 BANK 10 000"
    person.throw(5, 2).keep(5).press(BANK)
    assert "the target is passed!" in person.screen
    person.press(ROLL)
    assert "your last turn|beat 10 050" in person.screen
    person.wait(400)
    person.throw(2, 2, 3, 3, 4, 6).press(ROLL)
    assert person.lines[0] == "1 P1 10 050"
    assert person.lines[7] == "ROLL again BANK menu"
    person.press(ROLL)
    assert "your turn" in person.screen


def test_menu_pauses_and_nothing_is_lost(person: ScriptedPlayer) -> None:
    person.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4)
    before = person.lines
    person.press(MENU, 1)
    assert "SCORES" in person.screen and "not in yet" in person.screen
    person.press(BANK, 3)
    assert "Brightness" in person.screen
    person.press(BANK, BANK)
    assert person.lines == before


def test_leaving_a_game_asks_first(person: ScriptedPlayer) -> None:
    person.start().throw(4, 4, 4, 2, 3, 6).press(MENU, 4)
    assert "LEAVE THE GAME?" in person.screen
    person.press(BANK)
    assert "PAUSE" in person.screen
    person.press(4, ROLL)
    assert "Dice 10 000" in person.screen
    assert "Dice 10 000" in ScriptedPlayer(person.board.folder).screen


def test_names_are_typed_on_the_dice_and_remembered(person: ScriptedPlayer) -> None:
    person.press(0, 1, 0)
    person.press(0, ROLL, ROLL, 1, 1, ROLL, ROLL, ROLL, 0, BANK)  # A, N, N, A
    assert person.lines[1] == "1 ANNA 2 P2"
    person.press(ROLL)
    assert person.lines[0].startswith("ANNA")
    again = ScriptedPlayer(person.board.folder).press(MENU, 4, ROLL, 0, 1)
    assert again.lines[1] == "1 ANNA 2 P2"


def test_a_letter_can_be_taken_back_and_an_empty_name_changes_nothing(person: ScriptedPlayer) -> None:
    person.press(0, 1, 0, 3, MENU, BANK)
    assert person.lines[1] == "1 P1 2 P2"


def test_a_name_has_eight_letters_at_most(person: ScriptedPlayer) -> None:
    person.press(0, 1, 0, *([2] * 10), BANK)
    assert person.lines[1] == "1 CCCCCCCC 2 P2"


def test_settings_act_at_once_and_are_remembered(person: ScriptedPlayer) -> None:
    person.pick("Settings")
    before = person.board.brightness
    person.press(0)
    assert person.board.brightness == 2 * before
    person.press(1)
    assert "Sound: off" in person.screen
    person.board.tones.clear()
    person.press(1, 1, 1)
    again = ScriptedPlayer(person.board.folder)
    assert again.board.brightness == 2 * before
    again.board.tones.clear()
    again.press(MENU)
    assert all(volume == 0 or hz == 0 for hz, volume in again.board.tones)


def test_chosen_kept_and_free_dice_differ_by_shape(person: ScriptedPlayer) -> None:
    person.start().throw(1, 5, 4, 2, 3, 3).keep(1)
    person.throw(1, 1, 1, 2, 3).keep(1)
    pixels = person.board.pixels
    shapes = [tuple(pixel > 0 for pixel in pixels[tile * 64 : tile * 64 + 64]) for tile in range(tiles.TILES)]
    kept, chosen, free = shapes[0], shapes[1], shapes[2]
    levels = [frozenset(pixels[tile * 64 : tile * 64 + 64]) for tile in range(3)]
    assert kept != free and chosen != free
    assert kept != chosen or levels[0] != levels[1]


def test_a_dead_source_of_randomness_throws_no_dice_and_says_so(person: ScriptedPlayer) -> None:
    person.start()
    person.app.dice = DiceSource(bytes)
    person.press(ROLL)
    assert "The dice are stuck" in person.screen
    assert person.app.session is not None and person.app.session.game.rolls == 0


def test_every_keep_button_chooses_the_die_above_it(person: ScriptedPlayer) -> None:
    for place in KEEPS:
        faces = [2, 3, 4, 6, 2, 3]
        faces[place] = 1
        folder = Path(person.board.folder) / str(place)
        folder.mkdir()
        ScriptedPlayer(str(folder)).start().throw(*faces).press(place)
        there = ScriptedPlayer(str(folder))
        assert "choose what to keep" in there.screen
        there.press(place)
        assert "+100" in there.screen
