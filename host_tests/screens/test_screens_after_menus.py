"""Back in the game after a menu, a page or a notice: a press too many neither banks nor rolls."""

from pathlib import Path

import pytest

from host_tests.game_fixture import game_of, play_screen, seated_game, start_game, switch_on, take_back_now
from host_tests.phase_fixture import throw
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from sixpip.players.styles import STEADY
from sixpip.rules.core.engine import Game
from sixpip.rules.phase_ten.game import PhaseTenGame as PhaseTenGame
from sixpip.screens.play.game_screen import PASSING_MS
from sixpip.storage.record_store import Store
from sixpip.view import sound

GUARD_MS = 1000
KEEP1 = KEEPS[0]

WAYS = {
    "pause": ((MENU,), BANK),
    "play on by ROLL": ((MENU,), ROLL),
    "scores": ((MENU, 1, BANK), BANK),
    "a house rule": ((MENU, MENU, 0, 0, BANK, BANK), BANK),
    "settings": ((MENU, MENU, 4, BANK), BANK),
    "notice": ((), ROLL),
}
"""The ways back to the game: the presses before the last one, and the last one."""


def go_back(folder: Path, way: str) -> ScriptedPlayer:
    """Plays until a bank is worth 1000, and comes back to the game the way of that name, without waiting."""
    player = start_game(str(folder), "dice-10000").throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1)
    presses, last = WAYS[way]
    if way == "notice":
        player.app.notify("A sentence.")
        player.settle()
    player.press(*presses).tap(last)
    assert player.app.screen.shows_game
    return player


def low_tone(player: ScriptedPlayer) -> bool:
    tones = [hz for hz, _ in player.board.tones if hz]
    return tones[-1] in (sound.NO[0] * sound.HZ, sound.NO[4] * sound.HZ)


@pytest.mark.parametrize("way", WAYS)
def test_one_more_press_of_bank_does_not_bank_and_a_later_one_does(way: str, tmp_path: Path) -> None:
    player = go_back(tmp_path, way)
    player.tap(BANK)
    assert game_of(player).scores == [4350, 3200] and "Press BANK again" in player.screen and low_tone(player)
    player.wait(GUARD_MS)
    player.press(BANK)
    assert game_of(player).scores == [5350, 3200]


@pytest.mark.parametrize("way", WAYS)
def test_one_more_press_of_roll_does_not_roll_only_if_roll_has_closed_the_menu(way: str, tmp_path: Path) -> None:
    player = go_back(tmp_path, way)
    guarded = WAYS[way][1] == ROLL
    player.tap(ROLL)
    assert game_of(player).rolls == 2 - guarded
    if guarded:
        assert "Press ROLL again" in player.screen and low_tone(player)
        player.wait(GUARD_MS)
        player.press(ROLL)
        assert game_of(player).rolls == 2


@pytest.mark.parametrize("way", ["pause", "notice"])
def test_keep_counts_at_once_because_it_can_be_taken_back(way: str, tmp_path: Path) -> None:
    player = go_back(tmp_path, way)
    player.tap(KEEP1)
    assert play_screen(player).decision.chosen == 0b110


def test_a_press_just_before_the_second_is_over_does_not_lengthen_it(tmp_path: Path) -> None:
    player = go_back(tmp_path, "pause")
    began_ms = player.board.elapsed_ms
    while player.board.elapsed_ms < began_ms + GUARD_MS:
        player.tap(BANK)
    player.press(BANK)
    assert game_of(player).scores == [5350, 3200]


@pytest.mark.parametrize("last", [ROLL, BANK])
def test_after_the_list_of_calls_a_press_too_many_does_not_roll(last: int, tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "ten-thousand", {"calls": "yes"}).press(BANK)
    assert player.lines[0].startswith("CALL: BUST -50")
    player.tap(last)
    player.tap(last)
    assert game_of(player).rolls == 0 and "again" in player.screen


def test_an_offer_is_not_refused_by_a_press_too_many(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "dice-10000").throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1).press(BANK)
    player.wait(3000)
    assert "BANK fresh" in player.lines[7]
    player.press(MENU).tap(BANK)
    player.tap(BANK)
    assert game_of(player).pending is not None and "Press BANK again" in player.screen


def test_in_phase_10_a_menu_withdraws_the_question_before_a_miss(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path)).start(1, "phase-10").press(ROLL, BANK)
    assert "BANK again:" in player.screen
    player.press(MENU).tap(BANK)
    player.tap(BANK)
    game = player.app.session.game  # type: ignore[union-attr]
    assert game.rolls == 1 and "Press BANK" in player.screen
    player.wait(GUARD_MS)
    player.press(BANK)
    assert game.rolls == 1 and "BANK again:" in player.screen


# What goes on by itself

CLOCK = {"clock": 1}


def at_table(folder: Path, table: str, game: "Game") -> ScriptedPlayer:
    """Switches a console on with a game of two at the table of that name."""
    settings, seats = TABLES[table]
    Store(str(folder)).save("settings", settings)
    player = switch_on(str(folder), game, seats)
    player.wait(400)
    return player


def bank_for_the_lead(folder: Path, table: str) -> ScriptedPlayer:
    player = at_table(folder, table, seated_game("dice-10000", None, (2600, 3200)))
    player.throw(1, 1, 1, 2, 3, 4).keep(1, 1, 1).tap(BANK)
    return player


def make_a_phase(folder: Path, table: str) -> ScriptedPlayer:
    player = at_table(folder, table, PhaseTenGame("phase-10", {"start": "seated"}, 2))
    throw(player, "8 8 8 5 6 7 1 1 1 3").tap(BANK)
    return player


PAGES = {"a bank": bank_for_the_lead, "a phase": make_a_phase}
TABLES: "dict[str, tuple[dict[str, int], list[int]]]" = {
    "persons": ({}, [0, 0]),
    "a turn clock": (CLOCK, [0, 0]),
    "a computer": ({}, [0, STEADY]),
}


def interrupt(player: ScriptedPlayer, way: str) -> int:
    """Opens what covers the game and closes it; returns when it was closed, in milliseconds since power-on."""
    presses, last = WAYS[way]
    if way == "notice":
        player.app.notify("A sentence.")
    player.press(*presses)
    player.wait(5000)
    closed_ms = player.board.elapsed_ms
    player.tap(last)
    return closed_ms


@pytest.mark.parametrize("way", ["pause", "scores", "settings", "notice"])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("after_ms", [0, 300, 1000])
def test_a_result_is_complete_at_once_after_a_menu_and_stays_until_it_is_read(
    page: str, table: str, way: str, after_ms: int, tmp_path: Path
) -> None:
    player = PAGES[page](tmp_path / "uninterrupted", table)
    player.wait(1000)
    complete = player.lines
    player = PAGES[page](tmp_path / "interrupted", table)
    player.wait(after_ms)
    closed_ms = interrupt(player, way)
    assert player.lines == complete
    player.wait(PASSING_MS - 200 - (player.board.elapsed_ms - closed_ms))
    assert player.lines == complete
    player.wait(400)
    assert player.lines != complete


def test_a_bust_stays_complete_after_a_menu_until_roll_is_pressed(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", CLOCK)
    player = start_game(str(tmp_path), "dice-10000").throw(2, 2, 3, 3, 4, 6)
    complete = player.lines
    assert "BUST" in player.screen
    interrupt(player, "pause")
    player.wait(PASSING_MS * 2)
    assert player.lines == complete


def test_a_lead_that_was_taken_back_can_be_taken_again(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "pure", None, (1000, 500)).throw(2, 2, 3, 3, 4, 6).press(ROLL)
    player.wait(400)
    player.throw(5, 2, 3, 3, 4, 6).keep(5)
    game_of(player).scores[1] = 1000  # equal: the first player still leads
    player.tap(BANK)
    assert "takes the lead!" in player.screen
    take_back_now(player)
    player.keep(5).tap(BANK)
    assert "takes the lead!" in player.screen
