"""The screens of ten thousand: what the presses do, dice on two pages, house rules, what is said; golden screens.

`UPDATE_GOLDEN=1` rewrites the files under golden/ten_thousand.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import assert_no_undo, game_of, next_turn, play_screen, session_of, start_game
from host_tests.phase_fixture import start_phase_ten_game, throw
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer, face_pixels, tile_pixels
from host_tests.view_golden import check_oled, check_screen
from sixpip.app.dice_source import NOT_FAIR, DiceSource
from sixpip.app.settings import HOT_DICE, setting_named
from sixpip.players.styles import STEADY
from sixpip.rules.core.actions import BANK as BANK_POINTS
from sixpip.rules.core.actions import CALL, FRESH, KEEP, STOP, TAKE
from sixpip.rules.core.actions import ROLL as ROLL_DICE
from sixpip.rules.core.events import CLOSING
from sixpip.rules.core.replay import replay
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.play.game_screen import MOVE, GameScreen
from sixpip.screens.ten_thousand.pages import deed
from sixpip.view import palette, sound, tiles
from sixpip.view.text import WIDTH


def test_a_keep_button_chooses_the_die_above_it_and_pressed_again_puts_it_back(player: ScriptedPlayer) -> None:
    player.start().throw(1, 2, 3, 4, 5, 6)
    for place in KEEPS:
        player.press(place)
        assert play_screen(player).decision.chosen == 1 << place
        player.press(place)
        assert play_screen(player).decision.chosen == 0


@pytest.mark.parametrize("variant", ["ten-grand", "zilch"])
def test_a_game_that_goes_on_at_power_on_has_its_dice_in_the_color_of_its_variant(tmp_path: Path, variant: str) -> None:
    player = start_game(str(tmp_path), variant)
    colors = bytearray(player.board.palette)
    palette.load(colors)
    assert colors != player.board.palette
    palette.load(colors, game_of(player).variant.ink)
    assert colors == player.board.palette


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


def test_after_a_power_loss_dice_that_were_taken_up_are_said_to_be(player: ScriptedPlayer) -> None:
    session = session_of(offered(player))
    session.apply((TAKE, None), player.app.dice)
    session.save(player.app.store)
    again = ScriptedPlayer(player.board.folder)
    assert "DICE TAKEN|2 050|roll this one" in again.screen


def test_an_offer_is_of_the_player_before_who_is_not_out(folder: str) -> None:
    player = start_game(folder, "pure", {"pick_up": "yes"}, [500, 500, 500])
    game_of(player).out[1] = True
    next_turn(player.throw(1, 1, 1, 2, 3, 3).keep(1, 1, 1).press(BANK))
    assert player.lines[0] == "CHRISTA 500" and player.lines[1] == "ANNA left 3 dice"


def test_points_offered_that_pass_an_exact_target_are_said_to_be_worth_nothing(folder: str) -> None:
    for score, words in ((9500, "past 10 000: worth 0"), (9000, "exactly 1 000 more")):
        player = start_game(f"{folder}/{score}", "pure", {"pick_up": "yes", "end": "exact"}, [5000, score])
        next_turn(player.throw(1, 1, 1, 2, 3, 3).keep(1, 1, 1).press(BANK))
        assert player.lines[2:6] == ["and 1 000 points", "Take them?", "1 in 4 busts", words]


def test_an_offer_refused_throws_all_dice_at_once(player: ScriptedPlayer) -> None:
    offered(player).board.roll_next(1, 2, 3, 3, 4, 6)
    player.press(BANK)
    assert game_of(player).points == 0 and game_of(player).rolls == 1
    player.keep(1)
    assert "100" in player.screen and player.lines[7].startswith("ROLL 5")


def test_hot_dice_are_announced_until_the_dice_are_thrown(player: ScriptedPlayer) -> None:
    player.start().throw(1, 1, 1, 5, 5, 5).press(*KEEPS)
    player.board.roll_next(1, 2, 3, 3, 4, 6)
    player.tap(ROLL)
    assert "HOT DICE!" in player.screen
    player.tap(ROLL)
    assert play_screen(player).mode == MOVE and "1 500" in player.screen and "HOT DICE!" not in player.screen


def test_hot_dice_that_may_not_be_rolled_are_not_said_to_be(tmp_path: Path) -> None:
    """HR-12."""
    for most, words in ((3, False), (4, True)):
        player = start_game(str(tmp_path / str(most)), "pure", {"max_rolls": most})
        game_of(player).rolls = 2
        player.throw(1, 1, 1, 5, 5, 5).press(*KEEPS)
        assert ("hot: roll 6 or bank" in player.screen) == words


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


@pytest.mark.parametrize(
    ("scores", "faces", "button", "tune"),
    [
        ((500, 400), (1, 2, 2, 3, 4, 6), BANK, sound.POINTS),
        ((500, 550), (1, 2, 2, 3, 4, 6), BANK, sound.LEAD),
        ((500, 400), (2, 2, 3, 3, 4, 6), None, sound.BUST),
        ((500, 400), (1, 1, 1, 5, 5, 5), ROLL, sound.HOT),
        ((9900, 9950), (1, 2, 2, 3, 4, 6), BANK, sound.POINTS),  # wins the game: the ranking sounds then
    ],
    ids=["bank", "lead", "bust", "hot dice", "win"],
)
def test_each_result_has_its_tune(
    scores: tuple[int, int],
    faces: tuple[int, ...],
    button: "int | None",
    tune: bytes,
    folder: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = start_game(folder, "pure", {}, scores)
    played: list[bytes] = []
    monkeypatch.setattr(player.app.sound, "play", played.append)
    player.throw(*faces)
    if button is not None:
        player.press(*KEEPS if button == ROLL else (0,))
        player.board.roll_next(2, 2, 3, 3, 4, 6)
        player.tap(button)
    heard = [each for each in played if each not in (sound.PRESS, sound.TICK)]
    assert heard == [tune] and sound.PRESS in played and sound.TICK in played


def test_each_die_that_comes_to_rest_ticks_once(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player = start_game(folder, "pure")
    played: list[bytes] = []
    monkeypatch.setattr(player.app.sound, "play", played.append)
    player.throw(1, 2, 2, 3, 4, 6).keep(1).throw(1, 3, 4, 6, 6)
    assert played.count(sound.TICK) == 6 + 5


@pytest.mark.parametrize(
    ("variant", "rules", "faces", "presses", "words", "tune"),
    [
        ("ten-thousand", {}, (1, 1, 1, 2, 3, 3), (BANK, ROLL), "LAST ROUND", sound.HOT),
        ("five-cubes", {}, (6, 6, 6, 6, 6), (ROLL,), "BEN WINS!", sound.HOT),
        ("ten-thousand", {"six_ones": "out"}, (1, 1, 1, 1, 1, 1), (), "ANNA IS OUT", sound.BUST),
        ("ten-thousand", {"train_wreck": -500}, (2, 2, 3, 3, 4, 6), (ROLL,), "BUST WITH ALL DICE", sound.BUST),
        ("zilch", {}, (2, 2, 3, 3, 4, 6), (), "500 in this turn", sound.POINTS),
    ],
)
def test_a_page_of_news_has_the_tune_of_what_it_means(
    variant: str,
    rules: dict[str, Any],
    faces: tuple[int, ...],
    presses: tuple[int, ...],
    words: str,
    tune: bytes,
    folder: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = start_game(folder, variant, rules, [150, 200] if variant == "five-cubes" else [9500, 9900])
    played: list[bytes] = []
    monkeypatch.setattr(player.app.sound, "play", played.append)
    player.throw(*faces).press(*presses)
    assert words in player.screen
    assert [each for each in played if each not in (sound.PRESS, sound.TICK)][-1] == tune


def test_names_are_typed_on_the_dice_and_saved(player: ScriptedPlayer) -> None:
    player.press(0, 1, 0, 0)
    player.press(0, ROLL, ROLL, 1, 1, ROLL, ROLL, ROLL, 0, BANK)  # A, n, n, a
    assert player.lines[1] == "1 Anna 2 P2"
    player.press(ROLL)
    assert player.lines[0].startswith("Anna")
    again = ScriptedPlayer(player.board.folder).press(MENU, 5, 1, 1)
    assert again.lines[1] == "1 Anna 2 P2"


@pytest.mark.parametrize(
    ("presses", "name"), [((3, MENU), "P1"), ((2,) * 13, "Ccccccccc")], ids=["deleted again", "13 letters"]
)
def test_an_empty_name_changes_nothing_and_one_has_twelve_letters_at_most(
    presses: tuple[int, ...], name: str, player: ScriptedPlayer
) -> None:
    player.press(0, 1, 0, 0, *presses, BANK)
    assert player.lines[1].replace(" ", "") == f"1{name}2P2"


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path)


def test_on_the_second_page_of_seven_dice_a_button_without_a_die_says_so(folder: str) -> None:
    assert "No die there" in _seven(folder).press(5, 3).screen


def test_both_pages_tumble_and_the_choice_begins_on_the_first(folder: str) -> None:
    player = start_game(folder, "seven-dice")
    player.board.roll_next(1, 4, 4, 2, 4, 6, 5)
    player.tap(ROLL)
    assert player.lines[5] == "□□□□□ [□□] < 5 more"
    seen_ms = 0
    while play_screen(player).dice.page:
        began_ms, rests = player.board.elapsed_ms, play_screen(player).dice.falling == 0b11111
        player.app.step()
        seen_ms += player.board.elapsed_ms - began_ms if rests else 0
    assert 420 < seen_ms < 520  # the second page at rest
    assert player.lines[5] == "[□□□□□]⚅⚄ 2 more >"
    player.settle()
    assert player.lines[5] == "[⚀⚃⚃⚁⚃]⚅⚄ 2 more >"


def test_the_page_of_a_throw_for_the_start_lists_the_players_without_the_seven_dice(folder: str) -> None:
    player = start_game(folder, "seven-dice", {"start": "all-dice"}, [0] * 6, opened=False)
    player.throw(1, 4, 4, 2, 4, 6, 5)
    assert player.lines[5].strip() == "EMIL" and player.lines[0].startswith("WHO STARTS?")


def test_a_press_while_both_pages_tumble_shows_the_first(folder: str) -> None:
    player = start_game(folder, "seven-dice")
    player.board.roll_next(1, 4, 4, 2, 4, 6, 5)
    player.tap(ROLL)
    assert play_screen(player).dice.page == 1
    assert player.press(ROLL).lines[5] == "[⚀⚃⚃⚁⚃]⚅⚄ 2 more >"


@pytest.mark.parametrize("variant", ["seven-dice", "ten-grand"])
def test_of_the_little_dice_those_that_are_chosen_are_solid(variant: str, folder: str) -> None:
    player = start_game(folder, variant, {"dice": 7}).throw(1, 2, 3, 4, 5, 6, 1)
    plain = bytes(player.board.oled_shown[5 * WIDTH : 6 * WIDTH])
    chosen = bytes(player.press(4).board.oled_shown[5 * WIDTH : 6 * WIDTH])
    changed = [x for x in range(WIDTH) if plain[x] != chosen[x]]
    assert changed[-1] - changed[0] < 8  # one die

    def lit(row: bytes) -> int:
        return sum(bin(row[x]).count("1") for x in changed)

    assert lit(chosen) > lit(plain)
    assert player.press(4).board.oled_shown[5 * WIDTH : 6 * WIDTH] == plain


def test_with_one_die_left_its_page_is_shown(folder: str) -> None:
    player = start_game(folder, "seven-dice").throw(1, 1, 1, 5, 5, 2, 3).press(0, 1, 2, 3, 4)
    player.throw(5, 3)
    assert player.lines[5].endswith("< 5 more")
    assert player.board.pixels[0] == palette.MARK  # a page went before


def test_the_dots_below_the_arrow_have_the_colors_of_the_dice_on_the_other_page(folder: str) -> None:
    def dots(player: ScriptedPlayer) -> list[int]:
        return list(player.board.pixels[5 * 64 + 56 : 5 * 64 + 64])[:7]

    player = _seven(folder).press(0, 3)  # a 1, and a 2 that scores nothing
    scores, dull, chosen, kept, wrong = palette.INK + 1, palette.INK + 3, palette.HUE, palette.HUE + 2, palette.RED
    assert dots(player) == [0, dull, scores, 0, 0, 0, 0]
    assert dots(player.press(5)) == [0, chosen, scores, scores, wrong, scores, 0]
    player.press(5, 3).throw(1, 2, 4, 6, 6, 5).press(5)
    assert dots(player) == [0, kept, scores, dull, dull, dull, 0]


def test_the_sixth_button_shows_the_other_dice_also_below_a_result(folder: str) -> None:
    player = start_game(folder, "seven-dice").throw(1, 1, 4, 2, 4, 6, 3).press(0, 1).throw(2, 3, 4, 6, 6)
    assert "BUST" in player.screen
    words = player.lines[:5]
    page = play_screen(player).dice.page
    player.press(5)
    assert player.lines[:5] == words and play_screen(player).dice.page == 1 - page
    player.press(5)
    assert player.lines[:5] == words and play_screen(player).dice.page == page


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


def test_a_bank_is_not_taken_back_once_its_dice_are_taken_up_though_the_throw_fails(folder: str) -> None:
    player = start_game(folder, "dice-10000").throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1).press(BANK)
    player.wait(3000)
    assert player.press(MENU).pick("Undo").lines[0].startswith("UNDO?")
    player.press(BANK, BANK).wait(1500)
    player.app.dice = DiceSource(bytes)
    player.press(ROLL)
    assert NOT_FAIR in player.screen.replace("|", " ")
    assert_no_undo(player.press(ROLL, MENU))


def test_while_the_die_for_the_start_rolls_the_screen_still_asks_who_starts(folder: str) -> None:
    player = start_game(folder, "family-10000", {"start": "one-die"}, [0, 0], opened=False)
    next_turn(player.throw(4))
    player.board.roll_next(2)
    player.tap(ROLL)
    player.wait(200)
    assert play_screen(player).mode == MOVE
    assert player.lines[0].startswith("WHO STARTS?") and player.lines[1:3] == ["ANNA 4", "→BEN"]


def test_a_die_that_is_kept_already_stays(folder: str) -> None:
    player = start_game(folder, "pure").throw(1, 5, 2, 3, 4, 4).keep(1).throw(1, 5, 2, 3, 4)
    assert "Kept dice stay" in player.press(0).screen and game_of(player).kept == 1
    assert play_screen(player).decision.chosen == 0


def test_alone_the_turn_is_numbered_from_1_and_with_others_the_distance_to_the_best_is_shown(folder: str) -> None:
    player = start_game(folder, "pure", {}, [500])
    assert player.lines[4] == "turn 1"
    assert next_turn(player.throw(2, 2, 3, 3, 4, 6)).lines[4] == "turn 2"
    for scores, words in (([500, 400, 200], "ahead by 100"), ([400, 200, 500], "behind by 100"), ([500] * 3, "")):
        assert start_game(f"{folder}/{scores}", "pure", {}, scores).lines[4] == words


def test_before_the_first_turn_a_keep_button_says_to_roll_first(folder: str) -> None:
    player = start_game(folder, "family-10000", {"start": "one-die"}, [0, 0], opened=False)
    assert "Roll first" in player.press(0).screen


def test_bank_throws_for_all_who_have_not_thrown_for_the_start_and_shows_every_throw(folder: str) -> None:
    player = start_game(folder, "family-10000", {"start": "one-die"}, [0, 0, 0], opened=False)
    next_turn(player.throw(4))
    player.board.roll_next(4, 2, 1, 3)  # BEN, CHRISTA; after the tie ANNA and BEN again
    player.press(BANK)
    assert player.lines[1:4] == ["ANNA 4, 1", "→BEN 4, 3 best", "CHRISTA 2"] and player.lines[7] == "ROLL next"
    next_turn(player)
    assert player.lines[0].startswith("BEN") and "your turn" in player.screen
    log = (Path(folder) / "logs" / "game-1.log").read_text().splitlines()
    assert [line for line in log if line.startswith("roll")] == [f"roll {face}" for face in (4, 4, 2, 1, 3)]
    game = replay(log)
    assert isinstance(game, TenThousandGame) and game.first == game_of(player).first == 1


def test_throws_for_the_start_survive_a_power_loss(folder: str) -> None:
    next_turn(start_game(folder, "family-10000", {"start": "one-die"}, [0, 0], opened=False).throw(4))
    again = ScriptedPlayer(folder)
    assert again.lines[1:3] == ["ANNA has rolled", "→BEN"]


def test_after_a_power_loss_the_dice_are_still_thrown_again_without_the_reason(folder: str) -> None:
    start_game(folder, "five-cubes").throw(1, 4, 4, 4, 1).keep(4, 4, 4).throw(4, 1)
    again = ScriptedPlayer(folder)
    assert "ROLL AGAIN" in again.screen and again.lines[7] == "ROLL 2"


def test_a_second_chance_holds_dice_and_throws_the_others(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"second_chance": "yes"}).throw(1, 1, 2, 3, 4, 4).keep(1, 1)
    player.throw(2, 2, 3, 6)
    assert "A SECOND CHANCE" in player.screen and "200 to be saved" in player.screen
    assert player.lines[7] == "BANK give up"
    player.press(2, ROLL)
    assert "Hold 2 dice or more" in player.screen
    player.press(3)
    assert player.lines[7] == "ROLL 2 BANK give up"
    still = bytes(player.board.pixels[2 * 64 : 3 * 64])
    player.board.roll_next(2, 4)
    player.tap(ROLL)
    assert bytes(player.board.pixels[2 * 64 : 3 * 64]) == still  # held dice do not tumble
    player.settle()
    assert player.lines[7] == "ROLL most BANK 400"
    player.press(2)
    assert "Keep what you held" in player.screen
    player.press(3, 4)
    assert player.lines[7] == "ROLL 1 BANK 400"


def test_after_a_power_loss_the_dice_held_are_shown_and_stay(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"second_chance": "yes"}).throw(1, 1, 2, 3, 4, 4).keep(1, 1)
    session = session_of(player.throw(2, 2, 3, 6))
    session.apply((KEEP, 0b1100), player.app.dice)
    session.save(player.app.store)
    again = ScriptedPlayer(folder)
    assert states(again) == [tiles.KEPT] * 2 + [tiles.CHOSEN] * 2 + [tiles.SCORES] * 2
    assert "held dice must score" in again.screen and again.lines[7] == "ROLL 2"
    assert "Roll the others" in again.press(2).screen


def test_a_second_chance_on_the_first_roll_has_no_points_to_save(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"second_chance": "yes"}).throw(2, 2, 3, 3, 4, 6)
    assert "A SECOND CHANCE" in player.screen and "saved" not in player.screen


def test_a_second_chance_can_be_declined_and_needs_a_die_to_throw(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"second_chance": "yes"}).throw(2, 2, 3, 3, 4, 6).press(*KEEPS)
    assert player.lines[7] == "BANK give up"
    player.press(ROLL)
    assert "Leave dice to roll" in player.screen
    player.press(BANK)
    assert "BUST" in player.screen


def test_the_dice_and_points_of_a_bust_can_be_rescued(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"rescue": "yes"}).throw(1, 1, 1, 5, 3, 2).keep(1, 1, 1, 5).throw(3, 3)
    next_turn(player).press(0)
    assert "ROLL or BANK" in player.screen
    player.throw(5, 3)
    assert player.lines[7] == "ROLL most BANK 1 100"


def test_a_hit_of_the_target_that_is_not_rolled_off_wins(folder: str) -> None:
    player = start_game(folder, "dice-10000", {"end": "exact", "reach": "at"}, [9000, 3200])
    next_turn(player.throw(1, 1, 1, 2, 3, 3).keep(1, 1, 1).press(BANK)).press(BANK)
    assert player.lines[:2] == ["ANNA wins!", "10 000"]


def test_after_the_last_roll_the_turn_can_only_be_banked(folder: str) -> None:
    """HR-12."""
    player = start_game(folder, "pure", {"max_rolls": 3}).throw(1, 2, 2, 3, 4, 6).keep(1)
    player.throw(5, 2, 3, 4, 6).keep(5).throw(1, 5, 3, 4)
    assert player.lines[7] == "BANK 300"
    player.press(ROLL)
    assert play_screen(player).decision.chosen == 0 and "3 rolls: bank now" in player.screen
    player.keep(1)
    assert player.lines[7] == "BANK 250"
    assert "3 rolls: bank now" in player.press(ROLL).screen
    assert "+250" in player.press(BANK).screen


def test_the_last_roll_is_called_so_where_its_busts_are_not_counted(folder: str) -> None:
    """HR-12: before the opening it is lost, too, if it brings too few points."""
    player = start_game(folder, "dice-10000", {"max_rolls": 3}, [0, 0], opened=False).throw(1, 2, 2, 3, 4, 6).keep(1)
    assert "busts" in player.screen
    assert "last roll" in player.throw(5, 2, 3, 4, 6).keep(5).screen


@pytest.mark.parametrize("busts", [0, 2])
def test_the_price_of_a_bust_on_all_dice_is_what_it_costs_more_than_another_bust(busts: int, folder: str) -> None:
    player = start_game(folder, "pure", {"train_wreck": -500, "busts": -1000})
    rules = game_of(player).house_rules
    rules.restore(game_of(player), {**rules.record(), "busts": [busts, 0]})
    player.throw(1, 1, 1, 5, 5, 5).press(*KEEPS)
    assert "1 in 32 busts: -500" in player.screen


@pytest.mark.parametrize(
    ("score", "words"), [(9950, "1 in 32 busts: -9 950"), (12_000, "1 in 32 busts")], ids=["fits", "too long"]
)
def test_the_price_of_a_bust_on_all_dice_is_left_out_where_it_does_not_fit(score: int, words: str, folder: str) -> None:
    player = start_game(folder, "pure", {"train_wreck": "all", "target": 20_000}, [score, 0])
    player.throw(1, 1, 1, 5, 5, 5).press(*KEEPS)
    assert player.lines[6] == words


@pytest.mark.parametrize(
    ("variant", "rules", "words"),
    [("seven-dice", {"three_pairs": 0}, "+2 100 1 in 111 busts"), ("kingdom", {}, "1 in 111 busts")],
    ids=["fit", "too long"],
)
def test_the_worth_of_a_choice_is_next_to_the_risk_where_both_fit(
    variant: str, rules: dict[str, Any], words: str, folder: str
) -> None:
    player = start_game(folder, variant, {"dice": 7, **rules}).throw(1, 1, 1, 1, 1, 1, 1)
    player.press(*KEEPS, 0, 1).wait(3000)
    assert player.lines[6] == words


def test_the_name_of_the_chosen_dice_stays_while_the_odds_are_counted(folder: str) -> None:
    player = start_game(folder, "pure").throw(1, 1, 1, 5, 2, 3).keep(1, 1, 1, 5)
    decision = play_screen(player).decision
    named = decision.name
    for _ in range(200):
        decision.odds.prepare(6)
        decision.update()
        assert decision.name == named


# What the screens say


def states(player: ScriptedPlayer) -> list[int]:
    screen = player.app.screen
    assert isinstance(screen, GameScreen)
    return list(screen.dice.states)


# Dice that do not score


def test_a_combination_of_five_different_dice_is_named_before_any_is_chosen(folder: str) -> None:
    for roll, words in (((2, 3, 4, 5, 6, 2), "a straight 2-6! +750"), ((1, 2, 3, 4, 5, 5), "1 2 3 4 5 5! +550")):
        assert start_game(f"{folder}/{words}", "kingdom").throw(*roll).lines[5] == words


def test_a_die_that_does_not_score_leaves_the_points_of_the_others_and_names_its_button(folder: str) -> None:
    player = start_game(folder, "pure").throw(5, 4, 1, 2, 3, 6).keep(5, 4, 1)
    assert player.lines[2] == "150" and player.lines[4] == "One 4 scores nothing"
    assert player.lines[5] == "2 puts it back" and player.lines[7] == ""
    assert states(player)[:3] == [tiles.CHOSEN, tiles.WRONG, tiles.CHOSEN]
    player.press(1)
    assert player.lines[2] == "150" and player.lines[7] == "ROLL 4 BANK 150"


def test_of_dice_that_score_one_too_many_is_marked(folder: str) -> None:
    player = start_game(folder, "pure").throw(2, 2, 2, 2, 3, 4).press(0, 1, 2, 3)
    assert player.lines[2] == "200" and player.lines[4:6] == ["One 2 scores nothing", "4 puts it back"]
    assert states(player)[:4] == [tiles.CHOSEN] * 3 + [tiles.WRONG]


def test_dice_of_a_straight_name_all_that_are_missing(folder: str) -> None:
    player = start_game(folder, "kingdom").throw(1, 2, 3, 4, 5, 5).press(1, 2)
    assert player.lines[4:6] == ["also 1 4 5", "a straight 1-5 +500"] and player.lines[7] == ""


def test_each_die_that_is_missing_for_three_pairs_is_named(folder: str) -> None:
    player = start_game(folder, "seven-dice").throw(2, 2, 3, 3, 4, 4, 6).keep(2)
    assert "also 2 3 3 4 4" in player.screen


def test_a_die_that_scores_nothing_and_is_on_the_other_page_has_no_button_to_put_it_back(folder: str) -> None:
    player = start_game(folder, "seven-dice").throw(1, 4, 4, 2, 4, 6, 3).press(5, 1, 5)
    assert player.lines[6] == "it is on another page"


def test_a_sun_that_has_to_complete_a_set_says_what_it_needs(folder: str) -> None:
    player = start_game(folder, "five-cubes").throw(2, 1, 1, 5, 4).press(0)
    assert player.lines[4] == "also two 2s" and player.lines[5] == "three 2s +20"


# Busts


def test_the_dice_that_bust_stay_visible_until_the_next_press(folder: str) -> None:
    player = start_game(folder, "pure").throw(2, 2, 3, 3, 4, 6)
    player.wait(10_000)
    assert states(player) == [tiles.DULL] * 6
    assert any(player.board.pixels)


def test_the_pause_shows_dice_at_rest_that_were_rolling(folder: str) -> None:
    player = start_game(folder, "pure")
    player.board.roll_next(1, 2, 3, 4, 5, 6)
    player.tap(ROLL)
    player.tap(MENU)
    assert player.lines[0].startswith("PAUSE")
    assert [tile_pixels(player, tile) for tile in range(6)] == [face_pixels(name, "pips") for name in "123456"]


def test_points_that_count_up_end_at_the_total_also_after_a_long_round(folder: str) -> None:
    player = start_game(folder, "pure", {}, [4350, 0]).throw(1, 1, 1, 2, 3, 3)
    player.board.press(BANK)
    player.app.step()
    player.board.elapsed_ms += 1000  # between two rounds, as when a module is imported
    player.app.step()
    player.app.step()
    assert "5 350" in player.screen


def test_points_count_up_in_tens(folder: str) -> None:
    player = start_game(folder, "pure", {}, [4350, 0]).throw(1, 1, 1, 5, 3, 3)
    player.tap(BANK)
    shown = []
    for _ in range(8):
        player.app.step()
        shown.append(play_screen(player).counted(1050))
    assert len(set(shown)) > 3 and shown == sorted(shown) and not any(points % 10 for points in shown)


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


def test_where_too_little_can_be_banked_bank_opens_the_calls(folder: str) -> None:
    player = start_game(folder, "dice-10000", {"calls": "yes"}).throw(1, 2, 3, 3, 4, 6).keep(1)
    assert player.lines[7] == "ROLL keep"
    player.press(ROLL)
    assert player.lines[4:8] == ["200 more to bank", "1-6: call the roll", "", "ROLL 5 BANK call"]
    assert player.press(BANK).lines[:2] == ["CALL: BUST -50 MENU \u2193", "1 \u2192A 1: +50"]


@pytest.mark.parametrize(
    ("todo", "words"),
    [
        (((BANK_POINTS, None),), "BANKS 150"),
        (((FRESH, None),), "STARTS FRESH"),
        (((STOP, None),), "GIVES UP"),
        (((KEEP, 1), (ROLL_DICE, None)), "ROLLS 6 DICE"),
        (((TAKE, None), (ROLL_DICE, None)), "TAKES AND ROLLS 6"),
        (((CALL, 0), (ROLL_DICE, None)), "CALLS A 1, ROLLS 6"),
        (((CALL, 1), (ROLL_DICE, None)), "ROLLS 6 DICE"),
    ],
)
def test_what_a_computer_is_about_to_do_is_said(todo: Any, words: str, folder: str) -> None:
    player = start_game(folder, "pure").throw(1, 5, 2, 3, 4, 4)
    screen = play_screen(player)
    screen.decision.choose(0 if words.startswith("BANKS") else 0b111111)
    assert deed(screen, todo) == words


def test_what_the_next_roll_is_called_to_show_is_on_the_page_also_once_dice_are_kept(folder: str) -> None:
    player = start_game(folder, "ten-thousand", {"calls": "yes"}).throw(1, 2, 3, 3, 4, 6).keep(1)
    player.press(ROLL, 3, 1)
    assert player.lines[7].startswith("ROLL 5") and player.lines[7].endswith("\u2192a 5")


@pytest.mark.parametrize(("best", "words"), [(1000, "99 rounds, best 1 000"), (10_000, "99 rounds, top 10 000")])
def test_the_best_turn_is_named_with_the_number_of_rounds_in_one_line(best: int, words: str, folder: str) -> None:
    player = start_game(folder, "pure", scores=[9950, 0])
    game_of(player).turns[:] = [98, 98]
    session_of(player).best = best
    player.throw(1, 2, 3, 3, 4, 6).press(BANK)
    player.wait(3000)
    assert words in player.screen


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


def test_points_that_pass_the_target_need_no_more_to_pass_it(folder: str) -> None:
    player = start_game(folder, "dice-10000", {}, [9000, 0]).throw(1, 1, 1, 1, 3, 4).keep(1, 1, 1, 1)
    assert player.lines[7] == "ROLL 2 BANK 2 000" and not player.lines[4]


# Hints for beginners


def test_each_hint_is_shown_once_and_to_people_only(folder: str) -> None:
    player = start_game(folder, "dice-10000", {}, [0, 0], opened=False, hints=True)
    assert player.lines[4:7] == ["need 1 000 to get in", "", "All of it in 1 turn!"]
    player.throw(1, 1, 1, 2, 3, 4).press(ROLL).throw(2, 3, 4)
    assert player.lines[5:7] == ["No die scores. Bank", "before that happens!"]
    next_turn(player)
    assert player.lines[5:7] == ["", ""]
    player.throw(1, 1, 1, 2, 3, 4).press(ROLL).throw(2, 3, 4)
    assert "no die scores" in player.screen and "Bank" not in player.screen


def test_the_hint_of_the_last_round_is_for_the_next_player_if_that_is_a_person(folder: str) -> None:
    for computer in (0, 1):
        player = start_game(f"{folder}/{computer}", "ten-thousand", {}, [9000, 9000], hints=True)
        session_of(player).styles[computer] = STEADY
        player.board.roll_next(1, 1, 1, 2, 3, 3)
        play_screen(player).apply(((ROLL_DICE, None), (KEEP, 0b111), (BANK_POINTS, None)))
        while play_screen(player).mode != CLOSING:
            player.board.press(ROLL)
            player.app.step()
        assert ("All others need more|than that to win." in player.screen) == (computer == 0)


def test_hints_can_be_switched_off_and_on_again(folder: str) -> None:
    player = start_game(folder, "dice-10000", {}, [0, 0], opened=False)
    assert "need 1 000 to get in" in player.screen and "All of it" not in player.screen
    settings = player.app.settings
    settings.change(setting_named("hints"), player.board, player.app.sound)
    assert settings.takes_hint(HOT_DICE) and not settings.takes_hint(HOT_DICE)


def test_in_a_last_turn_a_bank_that_does_not_beat_the_leader_is_called_not_enough(folder: str) -> None:
    player = start_game(folder, "farkle", {}, [9900, 9100]).throw(1, 1, 2, 3, 4, 6).press(BANK)
    next_turn(player.press(ROLL)).throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1)
    assert player.lines[4] == "not enough: roll on"  # as many as the leader
    player.throw(1, 1, 5).keep(1, 1)
    assert "not enough" not in player.screen and player.lines[7].startswith("ROLL 1 BANK")


def test_a_bust_is_not_explained_before_there_are_points_to_lose(folder: str) -> None:
    player = start_game(folder, "pure", hints=True).throw(2, 2, 3, 3, 4, 6)
    assert player.lines[5:7] == ["score stays 4 350", "no die scores"]
    next_turn(player).throw(1, 2, 3, 3, 4, 6).keep(1).throw(2, 3, 3, 4, 6)
    assert player.lines[5:7] == ["No die scores. Bank", "before that happens!"]


@pytest.mark.parametrize(("first", "lost"), [((1, 1, 1, 2, 3, 4), True), ((1, 2, 3, 3, 4, 6), False)])
def test_a_bust_is_explained_only_where_the_points_could_have_been_banked(
    first: tuple[int, ...], lost: bool, folder: str
) -> None:
    player = start_game(folder, "dice-10000", {}, [0, 0], opened=False, hints=True)
    player.throw(*first).press(ROLL).throw(*[2, 3, 3, 4, 6][: 6 - (3 if lost else 1)])
    assert player.lines[1].strip() == "BUST" and "lost" in player.screen
    assert ("before that happens!" in player.screen) is lost


# Golden screens


EXACT = {"end": "exact", "reach": "at"}
SIX = [0, 0, 0, 0, 0, 0]


def _seven(folder: str) -> ScriptedPlayer:
    return start_game(folder, "seven-dice").throw(1, 4, 4, 2, 4, 6, 5)


def _second(folder: str) -> ScriptedPlayer:
    return (
        start_game(folder, "ten-thousand", {"second_chance": "yes"})
        .throw(1, 1, 2, 3, 4, 4)
        .keep(1, 1)
        .throw(2, 2, 3, 6)
    )


def _calls(folder: str) -> ScriptedPlayer:
    return start_game(folder, "ten-thousand", {"calls": "yes"})


def _last_die(folder: str) -> ScriptedPlayer:
    return start_game(folder, "ten-thousand", {"last_die": "yes"}).throw(1, 1, 1, 5, 5, 2).keep(1, 1, 1, 5, 5).throw(3)


def _hit(folder: str) -> ScriptedPlayer:
    return start_game(folder, "dice-10000", EXACT, [9000, 3200]).throw(1, 1, 1, 2, 3, 3).press(BANK)


def _past(folder: str) -> ScriptedPlayer:
    return start_game(folder, "dice-10000", EXACT, [9500, 3200]).throw(1, 1, 1, 2, 3, 3).keep(1, 1, 1)


def _no_risk(folder: str) -> ScriptedPlayer:
    return start_game(folder, "ten-thousand", {"no_risk": "yes"}).throw(1, 1, 1, 5, 3, 2).keep(1, 1, 1, 5).throw(3, 3)


def _rescue(folder: str) -> ScriptedPlayer:
    player = start_game(folder, "ten-thousand", {"rescue": "yes"})
    return next_turn(player.throw(1, 1, 1, 5, 3, 2).keep(1, 1, 1, 5).throw(3, 3))


def _last_licks(folder: str) -> ScriptedPlayer:
    return start_game(folder, "ten-thousand", {"end": "last-licks"}, [9000, 9000])


def _long_turn(folder: str, opened: bool = True) -> ScriptedPlayer:
    """A turn on its hundredth roll."""
    player = start_game(folder, "farkle-retail", scores=[0, 3200], opened=opened).throw(1, 2, 3, 3, 4, 6).keep(1)
    session_of(player).game.rolls = 99
    return player.throw(1, 5, 3, 4, 6)


def _long_game(folder: str) -> ScriptedPlayer:
    """A game at the end of its last turn."""
    player = start_game(folder, "farkle")
    session_of(player).game.turns[:] = [199, 200]
    return player.throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL)


def _tie(folder: str) -> ScriptedPlayer:
    player = start_game(folder, "ten-grand", {"start": "all-dice"}, [0, 0], opened=False)
    return next_turn(player.throw(6, 5, 2, 3, 4, 4)).throw(6, 5, 1, 3, 4, 4)


def _rolling(player: ScriptedPlayer) -> ScriptedPlayer:
    """Throws the dice, which have not come to rest yet."""
    player.board.roll_next(*[2] * 6)
    player.tap(ROLL)
    return player


MOVING = ("ranking-out", "rolls", "rolls-hot")
"""Screens on which the dice move: only the OLED is compared."""

SCREENS: dict[str, Callable[[str], ScriptedPlayer]] = {
    "start-first-throw": lambda folder: start_game(folder, "family-10000", {"start": "one-die"}, SIX, opened=False),
    "start-tie": _tie,
    "start-best": lambda folder: next_turn(next_turn(_tie(folder)).throw(1, 1, 2, 2, 3, 3)).throw(5, 1, 2, 2, 3, 3),
    "two-wrong": lambda folder: start_game(folder, "pure").throw(5, 4, 4, 2, 3, 6).keep(5, 4, 4),
    "one-of-four-wrong": lambda folder: start_game(folder, "pure").throw(4, 4, 4, 2, 3, 2).keep(4, 4, 4, 2),
    "cold-start": lambda folder: start_game(folder, "pure", {"cold_start": "yes"}, [4350]).throw(2, 2, 3, 3, 4, 6),
    "grand-choose": lambda folder: start_game(folder, "ten-grand").throw(4, 4, 4, 6, 5, 3),
    "grand-kings": lambda folder: start_game(folder, "ten-grand").throw(2, 2, 4, 6, 5, 3).keep(2, 2),
    "cubes-sun": lambda folder: start_game(folder, "five-cubes").throw(2, 1, 1, 5, 4),
    "cubes-flash": lambda folder: start_game(folder, "five-cubes").throw(2, 1, 1, 5, 4).press(0, 1, 2),
    "clear-it": lambda folder: start_game(folder, "five-cubes").throw(1, 4, 4, 4, 1).keep(4, 4, 4).throw(4, 1),
    "out": lambda folder: start_game(folder, "five-cubes").throw(6, 6, 6, 6, 6),
    "others-out": lambda folder: start_game(folder, "five-cubes").throw(6, 6, 6, 6, 6).press(ROLL),
    "ranking-out": lambda folder: start_game(folder, "five-cubes").throw(6, 6, 6, 6, 6).press(ROLL, ROLL),
    "rolls": lambda folder: _rolling(start_game(folder, "farkle").throw(1, 2, 3, 3, 4, 6).keep(1)),
    "rolls-hot": lambda folder: _rolling(start_game(folder, "farkle").throw(1, 1, 1, 5, 5, 5).press(*KEEPS)),
    "no-one-wins": lambda folder: (
        start_game(folder, "ten-thousand", {"six_ones": "out"}, [500]).throw(1, 1, 1, 1, 1, 1).press(ROLL)
    ),
    "six-alike": lambda folder: start_game(folder, "ten-thousand", {"six_alike": "yes"}).throw(2, 2, 2, 2, 2, 2),
    "nothing-at-all": lambda folder: start_game(folder, "zilch").throw(2, 2, 3, 3, 4, 6),
    "all-dice-again": lambda folder: start_game(folder, "zilch").throw(2, 2, 3, 3, 4, 6).press(ROLL),
    "last-die-odds": lambda folder: (
        start_game(folder, "ten-thousand", {"last_die": "yes"}).throw(1, 1, 1, 5, 5, 2).press(0, 1, 2, 3, 4)
    ),
    "one-more-throw": _last_die,
    "last-die-hot": lambda folder: _last_die(folder).throw(5).keep(5),
    "last-die-bonus": lambda folder: _last_die(folder).throw(5).keep(5).press(BANK),
    "first-bust": lambda folder: (
        start_game(folder, "farkle", hints=True).throw(1, 2, 3, 3, 4, 6).keep(1).throw(2, 2, 3, 3, 4)
    ),
    "first-opening": lambda folder: start_game(folder, "dice-10000", {}, [0, 0], opened=False, hints=True),
    "first-last-round": lambda folder: (
        start_game(folder, "ten-thousand", {}, [9000, 9000], hints=True).throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL)
    ),
    "last-round": lambda folder: _last_licks(folder).throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL),
    "last-licks": lambda folder: (
        next_turn(_last_licks(folder).throw(1, 1, 1, 2, 3, 3).press(BANK, ROLL)).throw(1, 1, 1, 5, 3, 3).press(BANK)
    ),
    "four-twos": lambda folder: (
        start_game(folder, "ten-thousand", {"four_twos": "yes"}).throw(2, 2, 2, 2, 1, 5).press(ROLL)
    ),
    "nothing-to-lose": lambda folder: (
        start_game(folder, "ten-thousand", {"train_wreck": -500}, [0, 0]).throw(2, 2, 3, 3, 4, 6).press(ROLL)
    ),
    "second-chance": _second,
    "second-chance-held": lambda folder: _second(folder).press(2, 3),
    "second-chance-seven": lambda folder: (
        start_game(folder, "seven-dice", {"second_chance": "yes"})
        .throw(1, 2, 2, 3, 3, 6, 6)
        .keep(1)
        .throw(2, 2, 3, 3, 4, 6)
        .press(1, 2)
    ),
    "call-ready": _calls,
    "call-list-later": lambda folder: _calls(folder).throw(1, 2, 3, 3, 4, 6).keep(1).press(ROLL, 2),
    "call-list": lambda folder: _calls(folder).press(BANK),
    "called": lambda folder: _calls(folder).press(BANK, 3),
    "call-paid": lambda folder: _calls(folder).press(BANK, 3).throw(2, 2, 3, 3, 4, 4),
    "call-later": lambda folder: _calls(folder).throw(1, 2, 3, 3, 4, 6).keep(1).press(ROLL),
    "call-bust": lambda folder: (
        _calls(folder).throw(1, 2, 3, 3, 4, 6).keep(1).press(ROLL, 3, 1).throw(2, 2, 3, 3, 4).press(ROLL)
    ),
    "long-turn": _long_turn,
    "long-turn-banked": lambda folder: _long_turn(folder).press(ROLL),
    "long-turn-lost": lambda folder: _long_turn(folder, opened=False),
    "long-game": _long_game,
    "rescue": _rescue,
    "exact-hit": _hit,
    "roll-off": lambda folder: next_turn(_hit(folder)),
    "rolled-off": lambda folder: next_turn(_hit(folder)).throw(1, 2, 3),
    "exact-past": _past,
    "exact-nothing": lambda folder: _past(folder).press(BANK),
    "no-risk-bust": _no_risk,
    "no-risk-bank": lambda folder: _no_risk(folder).press(ROLL),
    "seven-first-page": _seven,
    "seven-first-chosen": lambda folder: _seven(folder).press(1, 2, 4),
    "seven-second-page": lambda folder: _seven(folder).press(1, 2, 4, 5),
    "seven-both-chosen": lambda folder: _seven(folder).press(1, 2, 4, 5, 1, 5),
    "seven-sun": lambda folder: (
        start_game(folder, "seven-dice", {"wild_die": "yes"}).throw(3, 2, 4, 4, 6, 6, 2).press(0, 2, 3)
    ),
    "seven-grand": lambda folder: start_game(folder, "ten-grand", {"dice": 7}).throw(1, 2, 3, 4, 5, 6, 1).press(4),
}


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_of_a_house_rule_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    check = check_oled if name in MOVING else check_screen
    check(SCREENS[name](str(tmp_path)).board, name, "ten_thousand")
