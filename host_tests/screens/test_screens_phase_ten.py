"""The screens of Phase 10: setting dice aside, stopping, power loss, order of play, ranking, score sheets, colors.

`UPDATE_GOLDEN=1` rewrites the files under golden/phase_ten.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.game_fixture import next_turn
from host_tests.phase_fixture import game_of, play_screen, set_aside, start_phase_ten_game, throw
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_oled, framed, golden
from sixpip.app.games.resume import resume
from sixpip.rules.core.actions import BACK, KEEP
from sixpip.rules.core.actions import ROLL as ROLL_DICE
from sixpip.rules.phase_ten import dice
from sixpip.screens.play.game_screen import ASK
from sixpip.storage.record_store import Store
from sixpip.view import palette
from tools.play.host.frames import oled_text, tiles_text

TWO_SETS = "8 8 9 8 5 6 W W 3 1"
ALL_TEN = "8 8 8 8 8 5 2 2 W W"


@pytest.fixture
def player(tmp_path: Path) -> ScriptedPlayer:
    return throw(start_phase_ten_game(str(tmp_path)), TWO_SETS)


# The turn


def test_dice_are_set_aside_and_taken_back_between_rolls(player: ScriptedPlayer) -> None:
    set_aside(player, 0, 1, 3, 6)
    assert player.lines[7].startswith("ROLL 6")
    throw(player, "10 10 5 4 2 2")
    assert game_of(player).kept == 0b0001001011
    set_aside(player, 6, 2)
    assert player.lines[7].startswith("ROLL 6")
    throw(player, "6 7 1 W 3 4")
    assert game_of(player).kept == 0b0000001111
    assert "no rolls left" in player.screen and not player.lines[7].startswith("ROLL")


def test_a_press_while_the_page_is_drawn_comes_before_its_ten_dice(
    player: ScriptedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas, seen = player.app.canvas, list[str]()
    choice, presses = canvas.choice, [0]

    def draws_choice(roll: str, bank: str) -> None:
        seen.append(roll)
        choice(roll, bank)
        if presses:
            player.board.press(presses.pop())

    monkeypatch.setattr(canvas, "choice", draws_choice)
    monkeypatch.setattr("sixpip.screens.phase_ten.screen.draw_strip", lambda *_: seen.append("dice"))
    monkeypatch.setattr(player.board, "show_oled", lambda _: seen.append("shown"))
    player.app.redraw()
    player.app.step()
    player.app.step()
    assert seen == ["10", "9", "dice", "shown"]


@pytest.mark.parametrize("page", [0, 1])
def test_a_press_that_ends_the_animation_shows_the_page_of_the_dice_that_were_thrown(
    page: int, player: ScriptedPlayer
) -> None:
    throw(player, "8 9 8 5 6 7 1 2 3 4")
    for die in range(5):
        if page == 0 and die == 0:
            player.press(5)  # the other page
        player.press(die)
    player.tap(ROLL)
    assert play_screen(player).dice.moving
    player.press(ROLL)
    assert play_screen(player).dice.page == page
    assert game_of(player).kept == (0b11111 if page else 0b1111100000)


def test_alone_each_turn_has_its_number_from_1_on_and_the_misses_so_far(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path), (1,))
    assert "turn 1" in player.lines
    for turn in (2, 3):
        throw(player, "5 6 7 8 9 10 1 2 3 4").press(BANK, BANK, ROLL)
        player.wait(400)
        assert f"turn {turn}, {turn - 1} missed" in player.screen


@pytest.mark.parametrize(
    ("phases", "words"), [((4, 3, 1), "ahead by 40"), ((2, 1, 4), "behind by 80"), ((3, 3, 1), ""), ((3, 1, 3), "")]
)
def test_with_others_the_distance_to_the_best_of_them_is_shown(
    phases: tuple[int, ...], words: str, tmp_path: Path
) -> None:
    assert start_phase_ten_game(str(tmp_path), phases, boxes=40).lines[5] == words


def test_after_the_third_roll_no_die_can_be_set_aside(player: ScriptedPlayer) -> None:
    set_aside(player, 0)
    throw(player, "8 9 8 5 6 W W 3 1")
    throw(player, "8 9 8 5 6 W W 3 1").press(0)
    assert "No rolls left" in player.screen
    player.press(ROLL)
    assert "No rolls left:" in player.screen and game_of(player).rolls == 3


def test_bank_without_the_phase_needs_a_second_press(tmp_path: Path) -> None:
    player = throw(start_phase_ten_game(str(tmp_path), (4, 4)), "5 5 7 8 8 10 1 2 3 W")
    assert "1 die missing" in player.screen and player.lines[7] == "ROLL 10 BANK give up"
    player.press(BANK)
    assert "BANK again:" in player.screen and game_of(player).turns == [0, 0]
    player.press(0, BANK)
    assert game_of(player).turns == [0, 0]  # another button was pressed in between
    player.press(BANK)
    assert "MISSED" in player.screen and "run of 7" in player.screen
    assert game_of(player).missed(0) == 1


def test_rolling_all_dice_of_a_made_phase_needs_a_second_press(player: ScriptedPlayer) -> None:
    player.press(ROLL)
    assert "ROLL throws it" in player.screen and game_of(player).rolls == 1
    throw(player, TWO_SETS)
    assert game_of(player).rolls == 2


def test_each_button_under_the_name_of_a_player_says_to_roll_first(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path))
    for button in KEEPS:
        player.press(button)
        assert "Roll first" in player.screen


def test_no_die_is_marked_while_the_dice_roll_again(tmp_path: Path) -> None:
    player = set_aside(throw(start_phase_ten_game(str(tmp_path)), "10 10 10 9 9 5 1 2 3 4"), 0, 1)
    assert player.lines[4]  # above the dice that are nearest to the phase, also those set aside
    player.board.roll_next(*[1] * 8)
    player.tap(ROLL)
    assert "roll 2 of 3" in player.screen and not player.lines[4]


def test_dice_that_have_not_come_to_rest_are_boxes_without_a_number_and_a_color(tmp_path: Path) -> None:
    player = set_aside(throw(start_phase_ten_game(str(tmp_path)), "10 10 10 9 9 5 1 2 3 4"), 0, 6)
    player.board.roll_next(*[1] * 8)
    player.tap(ROLL)
    assert player.lines[5].count("\u25a1") == 8
    assert len("".join(player.lines[6].split())) == 2  # the colors of the dice set aside


def test_before_the_first_turn_a_keep_button_says_to_roll_first(tmp_path: Path) -> None:
    assert "Roll first" in start_phase_ten_game(str(tmp_path), start="one-die").press(0).screen


def test_a_computer_that_takes_a_die_back_and_sets_another_aside_shows_both(player: ScriptedPlayer) -> None:
    throw(set_aside(player, 0, 1), "9 8 5 6 W W 3 1")
    screen = play_screen(player)
    screen.mark(((BACK, 0b1), (KEEP, 0b100), (ROLL_DICE, None)))
    assert screen.decision.chosen == 0b110 and game_of(player).kept == 0b11


def test_where_nobody_chooses_a_hint_says_when_to_ask_for_it(tmp_path: Path) -> None:
    for start in ("seated", "one-die"):
        player = start_phase_ten_game(str(tmp_path / start), start=start).press(MENU).pick("Hint")
        assert player.lines[0] == "HINT" and "when you choose" in player.screen.replace("|", " ")


def test_throws_for_the_start_are_listed_as_long_as_there_is_room_for_all(player: ScriptedPlayer) -> None:
    screen = play_screen(player)
    shown = []
    for thrown in ("10", "10", "9"):
        screen.note_throw(1, thrown)
        shown.append(screen.start_throws)
        screen.start_throws = list(screen.start_throws)
    assert shown == [["", "10"], ["", "10, 10"], ["", "9"]]


def test_with_all_dice_set_aside_roll_is_refused(player: ScriptedPlayer) -> None:
    set_aside(player, *range(10))
    assert not player.lines[7].startswith("ROLL")
    player.press(ROLL)
    assert "All dice are" in player.screen and (game_of(player).rolls, game_of(player).kept) == (1, 0)


def test_of_equal_dice_those_set_aside_are_used_first(tmp_path: Path) -> None:
    player = throw(start_phase_ten_game(str(tmp_path), (2, 2)), "8 8 8 8 5 10 1 2 3 4")
    assert play_screen(player).decision.used == 0b1110010111
    set_aside(player, 3)
    assert play_screen(player).decision.used >> 3 & 1


# Power loss


def test_after_a_power_loss_the_turn_resumes_with_the_dice_set_aside(tmp_path: Path) -> None:
    player = throw(start_phase_ten_game(str(tmp_path)), TWO_SETS)
    throw(set_aside(player, 0, 1, 3, 9), "7 7 7 W 2 3")
    again = ScriptedPlayer(str(tmp_path))
    assert game_of(again).record() == game_of(player).record()
    assert play_screen(again).decision.chosen == game_of(player).kept == 0b1000001011
    assert again.lines == player.lines
    assert again.board.pixels == player.board.pixels and again.board.palette == player.board.palette


def test_a_game_of_phase_10_is_logged(tmp_path: Path) -> None:
    player = throw(start_phase_ten_game(str(tmp_path)), TWO_SETS)
    throw(set_aside(player, 0, 1), "8 8 5 6 W W 3 1").press(BANK)
    session = resume(Store(str(tmp_path)))
    assert session is not None and session.game.record() == game_of(player).record()
    lines = (tmp_path / "logs" / "game-1.log").read_text().splitlines()
    assert lines[:2] == ["game phase-10 players=2", "# ANNA, BEN"]
    assert lines[2] == "roll 8G 8O 9G 8B 5B 6O WR WB 3R 1G" and lines[3] == "keep 8G 8O"
    assert lines[-2:] == ["stop", f"# 1 ANNA: 0 -> {game_of(player).scores[0]}"]


# The order of play


def test_throws_for_the_order_of_play_survive_a_power_loss(tmp_path: Path) -> None:
    _tie(str(tmp_path))
    again = ScriptedPlayer(str(tmp_path))
    again.wait(400)
    assert again.lines[1:4] == ["\u2192ANNA", "BEN", "CHRISTA 10"]


def test_bank_throws_for_all_and_shows_the_order_of_play(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path), (1, 1, 1), start="one-die")
    assert player.lines[7] == "ROLL 1 BANK skip"
    player.press(BANK)
    assert player.lines[0] == "THE ORDER OF PLAY" and all(line[-1].isdigit() for line in player.lines[1:4])
    order = game_of(player).order
    assert player.lines[1].startswith("\u2192" + ("ANNA", "BEN", "CHRISTA")[order[0]])
    next_turn(player)
    assert game_of(player).player == order[0] and player.lines[7] == "ROLL 10"


def test_each_of_six_players_throws_a_die_on_a_separate_tile(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path), (1,) * 6, start="one-die")
    for tile, number in enumerate(("5", "6", "7", "8", "9", "10")):
        throw(player, number)
        assert any(player.board.pixels[tile * 64 : tile * 64 + 64])
        assert not any(player.board.pixels[tile * 64 + 64 :])
        next_turn(player)
    assert game_of(player).order == [5, 4, 3, 2, 1, 0]


# The end


def test_after_the_first_to_finish_the_others_play_until_they_miss(tmp_path: Path) -> None:
    player = throw(start_phase_ten_game(str(tmp_path), (10, 10)), ALL_TEN).press(BANK)
    player.wait(3000)
    next_turn(player.press(ROLL))
    throw(player, ALL_TEN).press(BANK)
    player.wait(3000)
    assert "finished too" in player.screen
    player.press(ROLL)
    assert player.lines[:3] == ["ANNA wins!", "445", "2 BEN 445"]


@pytest.mark.parametrize(
    ("total", "words"),
    [
        (399, "1 turns, best 45"),
        (400, "the best game is 649"),
        (599, "the best game is 649"),
        (600, "600! Only 49 to 649"),
        (648, "600! Only 1 to 649"),
        (649, "649: perfect!"),
    ],
)
def test_the_ranking_compares_a_single_player_with_the_best_possible_game(
    total: int, words: str, tmp_path: Path
) -> None:
    player = throw(start_phase_ten_game(str(tmp_path), (10,)), ALL_TEN)
    game_of(player).scores[0] = total - 85  # of the last phase, with the bonus
    player.press(BANK)
    player.wait(3000)
    player.press(ROLL)
    assert words in player.screen


@pytest.mark.usefixtures("texts_fit")
def test_score_sheets_can_be_paged_through(tmp_path: Path) -> None:
    player = throw(start_phase_ten_game(str(tmp_path), (4, 3)), "5 5 7 8 8 10 1 2 3 W").press(BANK, BANK)
    game = game_of(player)
    game.half = game.finish = 1
    game.misses[0][:3] = [4, 3, 4]
    next_turn(player).press(MENU, 1)
    assert player.lines[0] == "BEN 80" and player.lines[1].startswith("1 40 6 -")
    player.press(ROLL)
    assert player.lines[0] == "ANNA 120" and player.lines[4] == "4 - x 9 -"
    assert player.lines[1].startswith("1 40 x4") and player.lines[2].startswith("2 40 xxx 7")
    assert player.lines[6] == "bonus 80 missed 12"
    player.press(1)
    assert player.lines[0] == "BEN 80" and player.lines[6] == "bonus 0 missed 0"
    game.half = 2
    assert player.press(1).lines[6] == "bonus 40 missed 0"
    player.press(BANK, BANK)
    assert play_screen(player).mode == ASK


# Colors


def ramps(player: ScriptedPlayer, tile: int) -> set[int]:
    """Returns the numbers of the dice colors that a tile shows."""
    lit = set(player.board.pixels[tile * 64 : tile * 64 + 64]) - {palette.OFF, palette.MARK}
    return {
        dice.COLORS.index(letter)
        for letter, ramp in zip(dice.COLORS, palette.DICE, strict=True)
        if lit & {*range(ramp, ramp + 5)}
    }


def test_every_die_is_lit_in_the_color_of_its_face_and_has_its_letter_on_the_oled(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path))
    for side in range(6):
        words = [dice.written(die, side) for die in range(dice.DICE)]
        play_screen(player).decision.choose(0)
        game_of(player).rolls = min(game_of(player).rolls, 1)
        throw(player, " ".join(words))
        if game_of(player).rolls == 1 and side:
            player.press(ROLL)
        letters = "".join(player.lines[6].split())
        assert [letter for letter in letters if letter in dice.COLORS] == [word[-1] for word in words]
        for page in (0, 1):
            for tile in KEEPS[:5]:
                assert ramps(player, tile) == {dice.color(page * 5 + tile, side)}
            player.press(5)


def test_clear_colors_and_signs_can_be_chosen_during_a_turn(player: ScriptedPlayer) -> None:
    rich, bare = bytes(player.board.palette), bytes(player.board.pixels)
    player.press(MENU).pick("Settings").pick("Dice color").press(BANK, BANK)
    assert bytes(player.board.palette) != rich and bytes(player.board.pixels) == bare
    player.press(MENU).pick("Settings").pick("Color signs").press(BANK, BANK)
    assert bytes(player.board.pixels) != bare
    signs = [bytes(player.board.pixels[tile * 64 + 56 : tile * 64 + 64]) for tile in range(5)]
    shapes = [tuple(pixel in palette.DICE for pixel in sign) for sign in signs]
    assert shapes[0] == shapes[2] != shapes[1] != shapes[3] == (False, *[True] * 6, False)  # G O G B


@pytest.mark.parametrize("line", ["Dice color", "Color signs"])
def test_dice_that_change_their_look_leave_the_name_of_each_player_in_the_color_of_that_player(
    line: str, tmp_path: Path
) -> None:
    player = start_phase_ten_game(str(tmp_path), (4, 4, 4), boxes=0)
    for seat in range(3):
        player.press(MENU).pick("Settings").pick(line).press(BANK, BANK)
        assert play_screen(player).dice.name == ("ANNA", "BEN", "CHRISTA")[seat]
        expected = bytearray(player.board.palette)
        palette.set_player(expected, seat)
        assert player.board.palette == expected
        throw(player, SHORT).wait(1000)
        player.press(BANK, BANK)
        assert "MISSED" in player.screen
        next_turn(player)


# Golden screens


MADE = "8 8 9 8 5 6 W W 3 1"
FIFTH = "5 6 7 8 9 10 1 W 3 4"
LAST = "8 8 8 8 8 5 2 2 W W"
SHORT = "5 5 7 8 8 10 1 2 3 W"

DRAWN = ("set-aside-second-page", "second-roll", "made")
"""Screens that are compared pixel by pixel: dice set aside are inverted, those that make the phase have a mark."""


def _tie(folder: str) -> ScriptedPlayer:
    player = start_phase_ten_game(folder, (1, 1, 1), start="one-die")
    for number in ("9", "9", "10"):
        next_turn(throw(player, number))
    return player


def _passed(player: ScriptedPlayer) -> ScriptedPlayer:
    player.wait(3000)
    return player


def _finished(folder: str) -> ScriptedPlayer:
    return _passed(throw(start_phase_ten_game(folder, (10, 10)), LAST).press(BANK))


def _thrown_thrice(folder: str) -> ScriptedPlayer:
    return throw(throw(throw(start_phase_ten_game(folder, (4,)), SHORT), SHORT), SHORT)


def _over(folder: str) -> ScriptedPlayer:
    player = next_turn(_finished(folder).press(ROLL))
    return throw(player, SHORT).press(BANK, BANK, ROLL)


def _long_game(folder: str) -> ScriptedPlayer:
    """A game at the end of its last turn."""
    player = throw(start_phase_ten_game(folder, (4, 4)), SHORT)
    game_of(player).turns[:] = [199, 200]
    return player.press(BANK, BANK, ROLL)


SCREENS: dict[str, Callable[[str], ScriptedPlayer]] = {
    "start-tie": _tie,
    "start-order": lambda folder: throw(next_turn(throw(_tie(folder), "5")), "7"),
    "ready": lambda folder: start_phase_ten_game(folder, (5, 4)),
    "made-now": lambda folder: throw(start_phase_ten_game(folder), MADE),
    "set-aside": lambda folder: set_aside(throw(start_phase_ten_game(folder), MADE), 0, 1, 3),
    "set-aside-second-page": lambda folder: set_aside(throw(start_phase_ten_game(folder), MADE), 0, 6, 7),
    "second-roll": lambda folder: throw(set_aside(throw(start_phase_ten_game(folder), MADE), 0, 1, 3), "9 5 6 W W 3 1"),
    "short": lambda folder: throw(start_phase_ten_game(folder, (4,)), SHORT),
    "no-rolls-left": lambda folder: _thrown_thrice(folder),
    "sure": lambda folder: throw(start_phase_ten_game(folder, (4,)), SHORT).press(BANK),
    "long-game": _long_game,
    "missed": lambda folder: throw(start_phase_ten_game(folder, (4,)), SHORT).press(BANK, BANK),
    "made": lambda folder: throw(start_phase_ten_game(folder, (5, 4), boxes=43), FIFTH).press(BANK),
    "over-220": lambda folder: _passed(throw(start_phase_ten_game(folder, (5, 4), boxes=43), FIFTH).press(BANK)),
    "finished": lambda folder: throw(start_phase_ten_game(folder, (10, 10)), LAST).press(BANK),
    "first-to-finish": _finished,
    "closing": lambda folder: _finished(folder).press(ROLL),
    "closing-turn": lambda folder: next_turn(_finished(folder).press(ROLL)),
    "ranking": _over,
    "score-sheet": lambda folder: _over(folder).press(MENU, ROLL),
    "color-signs": lambda folder: throw(start_phase_ten_game(folder, settings={"hues": 1, "signs": 1}), MADE),
}


@pytest.mark.usefixtures("left_on", "texts_fit")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_of_phase_10_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    board = SCREENS[name](str(tmp_path)).board
    if name == "ranking":
        check_oled(board, name, "phase_ten")
        return
    words = oled_text(board.oled_shown) if name in DRAWN else framed(board.oled_shown)
    drawn = f"{words}\n\n{tiles_text(board.pixels)}\n"
    assert drawn == golden(name, drawn, "phase_ten")
