"""The first two turns on a new console, which say what to press, and those that are tried from how to play."""

from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, seated_game, session_of, switch_on, take_back_now, with_coach
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_screen
from sixpip.app.games.session import COACH_ALWAYS, COACH_ASKED, COACH_OFF
from sixpip.app.settings import BUSTED, FIRST_TURN, SECOND_TURN
from sixpip.players.styles import STEADY
from sixpip.rules.core.actions import OVER
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.storage.record_store import Store

PRESS_ROLL = ["Press ROLL to throw", "all six dice."]


def first_game(folder: Path, title: str = "Farkle", players: int = 2) -> ScriptedPlayer:
    """Starts the first game on a console."""
    return ScriptedPlayer(str(folder), is_first_game=True).pick(title).press(players - 1, ROLL)


@pytest.mark.usefixtures("texts_fit")
def test_the_first_two_turns_say_what_to_press_and_the_third_is_silent(tmp_path: Path) -> None:
    player = first_game(tmp_path)
    assert player.lines[5:7] == PRESS_ROLL
    player.throw(1, 3, 4, 6, 2, 2)
    assert player.lines[4:7] == ["A bright die scores.", "Press 1 to keep", "It is worth 100."]
    player.press(0)
    assert player.lines[4:7] == ["ROLL the other 5,", "or BANK 100: safe", "1 in 13 busts"]
    player.throw(1, 1, 1, 5, 2)
    assert player.lines[4:7] == ["Bright dice score.", "Press 2 3 4 5 to keep", "They are worth 1 050."]
    player.press(1, 2, 3, 4)
    assert player.lines[4:6] == ["ROLL the last die,", "or BANK 1 150: safe"]
    player.press(BANK).wait(3000)
    assert player.lines[0] == "P2 0" and player.lines[5:7] == PRESS_ROLL
    player.throw(1, 1, 1, 5, 5, 5).press(*KEEPS)
    assert player.lines[4:6] == ["ROLL all 6 again,", "or BANK 1 500: safe"]
    player.press(BANK).wait(3000)
    assert player.lines[0] == "P1 1 150" and "Press" not in player.screen
    assert "Press" not in player.throw(1, 3, 4, 6, 2, 2).screen


def test_a_bank_that_is_not_allowed_yet_is_explained(tmp_path: Path) -> None:
    player = first_game(tmp_path, "Dice 10 000").throw(1, 3, 4, 6, 2, 2).press(0)
    assert player.lines[4:7] == ["No bank yet:", "ROLL the other 5", "900 more to get in"]


def test_where_a_roll_can_be_called_first_the_page_itself_says_what_roll_does(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_OFF, "dice-10000", {"calls": "yes"})
    player.app.settings.turns_to_try = 1
    player.app.screen.explain()
    player.throw(1, 3, 4, 6, 2, 2)
    assert "A bright die scores." in player.screen
    player.press(0)
    assert player.lines[7].startswith("ROLL keep") and "ROLL the other" not in player.screen


def test_a_press_that_does_nothing_says_why_in_place_of_the_explanation(tmp_path: Path) -> None:
    player = first_game(tmp_path).throw(1, 3, 4, 6, 2, 2).press(1)
    assert "bright" not in player.screen and "2 puts it back" in player.screen
    assert "A bright die scores." in player.press(1).screen


def test_a_bank_that_is_taken_back_leaves_the_explanation_of_the_turn(tmp_path: Path) -> None:
    player = take_back_now(first_game(tmp_path).throw(1, 3, 4, 6, 2, 2).press(0, BANK))
    assert "A bright die scores." in player.screen
    player.press(BANK).wait(3000)
    assert player.lines[0] == "P2 0" and player.lines[5:7] == PRESS_ROLL


def test_a_turn_that_had_begun_is_not_explained_after_the_console_was_switched_off(tmp_path: Path) -> None:
    first_game(tmp_path).throw(1, 3, 4, 6, 2, 2).press(BANK).wait(3000)
    again = ScriptedPlayer(str(tmp_path), is_first_game=True)
    assert game_of(again).player == 1 and "Press" not in again.screen  # it had begun
    again.throw(1, 3, 4, 6, 2, 2).press(BANK).wait(3000)
    assert "Press" not in again.screen


def test_first_hints_that_are_switched_on_again_explain_two_turns_again(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).start(2, "farkle").press(MENU, 5)
    player.pick("Settings").pick("First hints").pick("First hints").press(BANK)
    again = ScriptedPlayer(str(tmp_path), is_first_game=True).press(ROLL)
    assert again.lines[5:7] == PRESS_ROLL


@pytest.mark.parametrize(
    "settings", [{"hints": 1}, {"hinted": BUSTED}, {"hinted": FIRST_TURN | SECOND_TURN}, {"coach": COACH_ALWAYS}]
)
def test_players_who_know_how_to_play_are_not_told(settings: dict[str, int], tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", settings)
    assert "Press ROLL" not in first_game(tmp_path).screen


def test_a_computer_needs_no_explanation(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path), is_first_game=True).pick("Farkle").press(0).pick("Steady")
    assert session_of(player).styles == [0, STEADY] and player.lines[5:7] == PRESS_ROLL
    player.throw(1, 1, 1, 5, 2, 2).press(BANK, ROLL)
    while "your turn" not in player.screen:
        assert "Press" not in player.screen
        player.press(ROLL)
    assert player.lines[5:7] == PRESS_ROLL


def test_the_advice_of_a_coach_who_was_asked_replaces_the_explanation(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED, "farkle")
    player.app.settings.turns_to_try = 1
    player.app.screen.explain()
    player.throw(1, 1, 1, 4, 3, 6)
    assert "Bright dice score." in player.screen
    assert "Bank 1 000" in player.press(MENU, ROLL, ROLL).screen


@pytest.mark.parametrize("title", [variant.title for variant in VARIANTS])
@pytest.mark.usefixtures("texts_fit")
def test_every_game_can_be_tried_from_how_to_play(title: str, tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick(title).press(MENU)
    player.wait(1000)
    while player.lines[7] != "ROLL done MENU try it":
        player.press(ROLL)
    player.press(MENU)
    assert session_of(player).names == ["P1"]
    is_paged = title == "Seven dice"
    assert ("Press ROLL" in player.screen) != is_paged
    for turn in range(3):
        while session_of(player).game.turns == [turn]:
            assert session_of(player).game.rolls == 0 or turn < 2 or "right dice" not in player.screen
            player.press(ROLL)
            if len(player.lines[7].split("BANK ")) > 1:
                player.press(BANK)


def test_a_player_in_a_game_can_have_the_next_turns_explained(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).start(2, "pure").press(MENU).pick("How to play")
    assert "Press" not in player.screen
    player.press(MENU)
    assert player.app.screen.shows_game and player.lines[5:7] == PRESS_ROLL


def test_trying_it_while_the_end_of_a_game_is_shown_leaves_the_game_over(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), seated_game("pure", None, (9900, 0)), [0, STEADY])
    player.throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1)
    player.tap(BANK)
    player.wait(300)
    assert game_of(player).stage == OVER and player.app.screen.shows_game
    player.press(MENU).pick("How to play").press(MENU)
    player.wait(8000)
    assert game_of(player).stage == OVER and "wins" in player.screen.lower()


def test_trying_it_in_mid_turn_explains_the_rest_of_the_turn_and_the_next_one(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).start(2, "pure").throw(1, 3, 4, 6, 2, 2)
    player.press(MENU).pick("How to play").press(MENU)
    assert player.lines[4] == "A bright die scores."
    player.press(BANK, BANK).wait(3000)
    assert player.lines[0] == "P2 0" and player.lines[5:7] == PRESS_ROLL


def test_phase_10_explains_its_first_turns(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).pick("Phase 10").press(MENU, MENU)
    player.wait(1000)
    assert player.lines[5] == "Press ROLL to throw"
    player.press(ROLL)
    assert "Keep bright|dice" in player.screen
    screen = player.app.screen
    for place in range(10):
        if screen.decision.used >> place & 1:  # type: ignore[attr-defined]
            if place == 5:
                player.press(5)
            player.press(place % 5)
    assert "ROLL the|others" in player.screen


@pytest.mark.parametrize(("name", "presses"), [("throw", ()), ("rolled", (ROLL,)), ("chosen", (ROLL, ROLL))])
def test_an_explanation_matches_its_golden_file(name: str, presses: tuple[int, ...], tmp_path: Path) -> None:
    player = first_game(tmp_path)
    player.board.roll_next(1, 3, 4, 6, 2, 5)
    check_screen(player.press(*presses).board, f"first-turn-{name}", "how_to_play")
