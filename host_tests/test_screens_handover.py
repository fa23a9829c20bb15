"""From one player to the next: nothing of a turn stays on the page of the next player."""

from pathlib import Path

import pytest

from host_tests.computer_fixture import computer_turn, switch_on
from host_tests.game_fixture import game_of
from host_tests.scripted_player import BANK, ScriptedPlayer
from sixpip.app.session import COACH_ASKED, Session
from sixpip.players.styles import BOLD, NAMES, STEADY, TIMID
from sixpip.rules.phase_ten.game import Game as PhaseGame
from sixpip.rules.ten_thousand.game import Game
from sixpip.screens.game.event_screen import ASK
from sixpip.screens.game.game_screen import GameScreen
from sixpip.storage.records import Store

MOST_STEPS = 4000


def wait_for(player: ScriptedPlayer, seat: int) -> ScriptedPlayer:
    """Waits without a press until a player is asked."""
    for _ in range(MOST_STEPS):
        screen, session = player.app.screen, player.app.session
        assert isinstance(screen, GameScreen) and session is not None
        if screen.mode == ASK and session.game.player == seat:
            player.wait(500)
            return player
        player.app.step()
    raise AssertionError(f"player {seat} is never asked")


def phase_ten(folder: str, seats: list[int], start: str = "seated") -> ScriptedPlayer:
    """Switches a console on with a game of Phase 10 dice that has a coach."""
    game = PhaseGame("phase-10", {"start": start}, len(seats))
    session = Session(game, [NAMES[style] or "ANNA" for style in seats], seats=seats)
    session.coach = COACH_ASKED
    session.save(Store(folder))
    return ScriptedPlayer(folder)


# What stays on the screen


@pytest.mark.parametrize("style", [TIMID, STEADY, BOLD])
def test_the_reason_of_a_computer_does_not_stay_on_the_page_of_a_person(style: int, tmp_path: Path) -> None:
    player = wait_for(phase_ten(str(tmp_path), [style, 0]), 1)
    assert player.lines[3] == "your turn"
    score = player.app.session.game.scores[0] if player.app.session else 0
    assert player.lines[5] == (f"behind by {score}" if score else "")
    assert player.lines[6] == "then MENU: ask coach"


def test_the_reason_of_a_computer_does_not_hide_what_a_person_can_do_in_the_start_throws(tmp_path: Path) -> None:
    player = wait_for(phase_ten(str(tmp_path), [BOLD, 0, STEADY], "one-die"), 1)
    assert player.lines[0].startswith("WHO STARTS?")
    assert player.lines[7] == "ROLL 1 BANK skip"


def test_the_reason_of_a_computer_is_shown_while_it_plays(tmp_path: Path) -> None:
    player = phase_ten(str(tmp_path), [STEADY, 0])
    screen = player.app.screen
    assert isinstance(screen, GameScreen) and screen.computer
    while not (screen.mode == ASK and screen.computer.todo):
        player.app.step()
    player.settle()
    assert screen.computer.reason and screen.computer.reason in player.screen


def test_a_call_that_a_computer_missed_does_not_stay_on_the_page_of_a_person(tmp_path: Path) -> None:
    player = computer_turn(str(tmp_path), "ten-thousand", {"calls": "yes"}, (3000, 3000), BOLD)
    player.board.roll_next(2, 2, 3, 3, 4, 6)
    wait_for(player, 1)
    assert game_of(player).scores[0] == 2950  # the call was missed
    assert "your turn" in player.screen and "missed" not in player.screen


def test_a_person_still_reads_that_a_call_was_missed(tmp_path: Path) -> None:
    game = Game("ten-thousand", {"start": "seated", "calls": "yes"}, 2)
    player = switch_on(str(tmp_path), game, [0, 0])
    player.wait(400)
    player.press(BANK).pick("a 1").throw(5, 5, 2, 3, 4, 4)
    assert "missed: a 1" in player.screen
