"""The page that shows the last turn from the log."""

from pathlib import Path

from host_tests.game_fixture import assert_no_undo, log_of, start_game, take_back_now
from host_tests.phase_fixture import start_phase_ten_game
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from sixpip.rules.rulebook.variants import variant_named
from sixpip.screens.play.last_turn import last_scores


def show_last_turn(player: ScriptedPlayer) -> list[str]:
    """Opens the page of the last turn and returns its lines without the empty ones."""
    player.press(MENU, MENU).pick("Last turn")
    return [line for line in player.lines if line]


def test_the_last_turn_shows_rolls_keeps_and_what_they_brought(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1).throw(5, 2, 3).keep(5)
    player.press(BANK)
    player.wait(4000)
    player.throw(1, 5)  # the next player takes the dice: a turn that is not over is not shown
    assert show_last_turn(player) == [
        "ANNA +1 050", "roll 1 1 1 2 3 4", "keep 1 1 1", "roll 5 2 3", "keep 5", "bank", "BANK back",
    ]  # fmt: skip


def test_the_last_turn_is_there_after_a_power_cut_and_without_what_was_taken_back(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000", None, (0, 0)).throw(2, 2, 3, 3, 4, 6).press(ROLL)
    player.wait(400)
    take_back_now(player.throw(1, 1, 1, 2, 3, 4).press(BANK))
    assert show_last_turn(player)[:2] == ["ANNA +0", "roll 2 2 3 3 4 6"]
    player.press(BANK, BANK).keep(1, 1, 1).press(BANK)
    again = ScriptedPlayer(str(tmp_path))
    assert show_last_turn(again) == ["BEN +1 000", "roll 1 1 1 2 3 4", "keep 1 1 1", "bank", "BANK back"]


def test_the_last_turn_stays_when_the_next_player_takes_a_refused_offer_back(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000", {"calls": "yes"}).throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL)
    player.wait(4000)
    take_back_now(player.press(BANK))
    assert show_last_turn(player)[:2] == ["ANNA +1 000", "roll 1 1 1 2 3 4"]


def test_a_turn_of_more_than_six_lines_has_pages(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1)
    player.throw(1, 2, 3).keep(1).throw(1, 2).keep(1).throw(5).keep(5)
    player.throw(2, 2, 3, 3, 4, 6)
    assert show_last_turn(player)[-1] == "ROLL more BANK back"
    player.press(ROLL)
    assert "keep 5" in player.screen and "roll 2 2 3 3 4 6" in player.screen
    player.press(ROLL)
    assert "roll 1 1 1 2 3 4" in player.screen


def test_after_the_last_full_page_of_a_turn_is_the_first_one(tmp_path: Path) -> None:
    """The roll of six poker dice has two rows, so that the turn has twelve."""
    faces = variant_named("ten-grand").dice_set.faces
    high, low, other = [faces.index(name) + 1 for name in ("100", "50", "J")]
    player = start_game(str(tmp_path), "ten-grand").throw(high, low, low, low, low, other).keep(high)
    for dice in range(5, 1, -1):
        player.throw(*[low] * (dice - 1), other).keep(low)
    player.press(BANK)
    player.wait(4000)
    first = show_last_turn(player)
    assert first[-1] == "ROLL more BANK back" and len(first) == 8
    second = [line for line in player.press(ROLL).lines if line]
    assert len(second) == 8 and second != first
    assert [line for line in player.press(ROLL).lines if line] == first


def test_a_roll_of_ten_dice_is_shown_whole(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path)).press(ROLL, BANK, BANK)
    player.wait(400)
    shown = " ".join(show_last_turn(player)[1:-1])
    assert shown.split() == log_of(tmp_path)[2].split() + ["stop"]


def test_an_end_of_a_turn_that_was_cut_short_in_the_log_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game-1.log"
    path.write_text(
        "game pure players=2\nroll 1 2 2 3 4 6\nbank\n# 1 ANNA: 0 -> 100\nroll 1 1 1 2 3 4\nbank\n# 2 BEN: 0 -> 10"
    )
    assert last_scores(str(path), 2) == {0: 100}
    path.write_text(path.read_text() + "00\n")
    assert last_scores(str(path), 2) == {0: 100, 1: 1000}


def test_without_a_log_the_last_turn_is_not_known(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000").throw(2, 2, 3, 3, 4, 6)
    (tmp_path / "logs" / "game-1.log").unlink()
    assert "No turn is over" in " ".join(show_last_turn(player))


def test_the_lines_of_the_menu_stay_where_they_are_when_undo_is_switched_off_in_it(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "pure").throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1).press(BANK, MENU)
    player.pick("Settings").pick("Undo").press(BANK)
    assert player.lines[0].startswith("PAUSE") and player.press(ROLL).lines[0].startswith("SETTINGS")
    assert_no_undo(player.press(BANK, MENU), "Undo is off: Settings")
