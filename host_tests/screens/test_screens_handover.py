"""From one player to the next: nothing of a turn stays on the page of the next player, and no press counts for them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.game_fixture import computer_turn, game_of, start_game, switch_on
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from sixpip.app.games.session import COACH_ASKED, Session
from sixpip.players.styles import NAMES, STEADY
from sixpip.rules.phase_ten.game import PhaseTenGame
from sixpip.screens.play.game_screen import ASK, GameScreen
from sixpip.storage.record_store import Store

MOST_STEPS = 4000
A_TAP_MS = 390
"""Between two taps of a person who hurries a computer."""


def wait_for(player: ScriptedPlayer, seat: int) -> ScriptedPlayer:
    for _ in range(MOST_STEPS):
        screen, session = player.app.screen, player.app.session
        assert isinstance(screen, GameScreen) and session is not None
        if screen.mode == ASK and session.game.player == seat:
            player.wait(500)
            return player
        player.app.step()
    raise AssertionError(f"player {seat} is never asked")


def phase_ten(folder: str, seats: list[int], start: str = "seated") -> ScriptedPlayer:
    game = PhaseTenGame("phase-10", {"start": start}, len(seats))
    session = Session(game, [NAMES[style] or "ANNA" for style in seats], styles=seats)
    session.coach = COACH_ASKED
    session.save(Store(folder))
    return ScriptedPlayer(folder)


# What stays on the screen


def test_the_reason_of_a_computer_does_not_stay_on_the_page_of_a_person(tmp_path: Path) -> None:
    player = wait_for(phase_ten(str(tmp_path), [STEADY, 0]), 1)
    assert player.lines[3] == "your turn"
    score = player.app.session.game.scores[0] if player.app.session else 0
    assert player.lines[5] == (f"behind by {score}" if score else "")
    assert player.lines[6] == "then MENU: ask coach"


def test_the_reason_of_a_computer_is_shown_while_it_plays(tmp_path: Path) -> None:
    player = switch_on(str(tmp_path), PhaseTenGame("phase-10", {"start": "seated"}, 2), [STEADY, 0])
    screen = player.app.screen
    assert isinstance(screen, GameScreen) and screen.computer
    while not (screen.mode == ASK and screen.computer.todo):
        player.app.step()
    player.settle()
    assert screen.computer.reason and screen.computer.reason in player.screen


# A press too many


def _offer(folder: str) -> ScriptedPlayer:
    """Switches on where a computer is about to bank 1 000 points, which the next player can take up with three dice."""
    player = computer_turn(folder, "dice-10000", {"opening": 0, "bank_min": 0}, (1000, 1000))
    player.board.roll_next(1, 1, 1, 2, 3, 4)
    return player


def _roll_off(folder: str) -> ScriptedPlayer:
    """Switches on where a computer is about to hit the target, and the next player can roll the win off."""
    player = computer_turn(folder, "pure", {"end": "exact"}, (9000, 9000))
    player.board.roll_next(1, 1, 1, 2, 3, 4)
    return player


def tap_until_asked(player: ScriptedPlayer, words: str) -> None:
    """Taps ROLL to hurry the computer until the page of the person has `words`."""
    for _ in range(9):
        player.tap(ROLL)
        player.wait(A_TAP_MS)
        if words in player.screen:
            return
    raise AssertionError(f"no page with {words}")


@pytest.mark.parametrize(
    ("console", "words"),
    [(_offer, "left 3 dice"), (_roll_off, "score to undo the win")],
    ids=["dice to take up", "a win to roll off"],
)
@pytest.mark.parametrize("button", [ROLL, BANK], ids=["ROLL", "BANK"])
def test_taps_that_hurry_a_computer_do_not_answer_an_offer_to_the_person(
    console: Callable[[str], ScriptedPlayer], words: str, button: int, tmp_path: Path
) -> None:
    player = console(str(tmp_path))
    tap_until_asked(player, words)
    for _ in range(2):
        player.tap(button)
        player.wait(A_TAP_MS)
        assert "again" in player.screen and (game_of(player).player, game_of(player).rolls) == (1, 0)
    player.wait(1000)
    player.press(button)
    win_stands = console is _roll_off and button == BANK
    assert (game_of(player).rolls, game_of(player).winner) == ((0, 0) if win_stands else (1, -1))


@pytest.mark.parametrize(("after_ms", "rolls"), [(150, 0), (299, 0), (300, 1)])
def test_a_press_counts_for_the_next_person_from_three_tenths_of_a_second_after_the_handover_on(
    after_ms: int, rolls: int, tmp_path: Path
) -> None:
    player = start_game(str(tmp_path), "pure")
    player.throw(1, 1, 1, 5, 2, 3).tap(BANK)
    player.board.press(ROLL)  # on the page of what was banked: the next player takes over
    player.board.press(ROLL, after_ms)
    player.wait(1000)
    assert (game_of(player).player, game_of(player).rolls) == (1, rolls)


def test_a_player_who_plays_alone_can_roll_at_once_in_the_next_turn(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "pure", scores=[500])
    player.throw(1, 1, 1, 5, 2, 3).tap(BANK)
    player.board.press(ROLL)
    player.board.press(ROLL, 50)
    player.wait(1000)
    assert (game_of(player).turns, game_of(player).rolls) == ([1], 1)


def test_within_a_turn_the_next_roll_can_be_thrown_at_once(tmp_path: Path) -> None:
    """After a roll of all dice without a score they are thrown again."""
    player = start_game(str(tmp_path), "zilch").throw(2, 2, 3, 3, 4, 6)
    player.board.press(ROLL)
    player.board.press(ROLL, 50)
    player.wait(1000)
    assert (game_of(player).player, game_of(player).rolls) == (0, 2)


def test_an_offer_after_an_unhurried_computer_can_be_answered_at_once(tmp_path: Path) -> None:
    player = wait_for(_offer(str(tmp_path)), 1)
    assert "left 3 dice|and 1 000 points|Take them?" in player.screen
    player.press(ROLL)
    assert game_of(player).rolls == 1
