"""The score curves of a finished game on OLED and tiles, compared pixel by pixel, and the way there and back.

`UPDATE_GOLDEN=1` rewrites the files under golden/score_curves.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tests.random_session import RandomSession
from host_tests.scripted_player import BANK, KEEPS, MENU, ROLL, ScriptedPlayer
from host_tests.view_golden import check_margins, golden
from sixpip.players.menus.styles import BOLD, TIMID, color_of
from sixpip.storage.records import Store
from sixpip.view import palette
from tools.play.host.frames import oled_text, tiles_text

SEATED: dict[str, int | str] = {"start": "seated"}


GAMES: dict[str, Callable[[], RandomSession]] = {
    "one": lambda: RandomSession("zilch", 2, 1),
    "two": lambda: RandomSession("dice-10000", 3, 2, SEATED),
    "three": lambda: RandomSession("farkle", 8, 3, SEATED),
    "four": lambda: RandomSession("ten-thousand", 5, 4, SEATED),
    "six": lambda: RandomSession("dice-10000", 8, 6, SEATED),
    "phase-10": lambda: RandomSession("phase-10", 4, 2, SEATED),
    "phase-10-six": lambda: RandomSession("phase-10", 4, 6, SEATED),
    "out": lambda: RandomSession("ten-thousand", 2, 4, {**SEATED, "six_ones": "out"}),
    "out-at-once": lambda: RandomSession("five-cubes", 73, 3, SEATED),
    "below-zero": lambda: RandomSession("dice-10000", 191, 3, {**SEATED, "negative": "yes", "straight": 0}),
    "names-alike": lambda: RandomSession("dice-10000", 9, 4, SEATED, ("PLAYER1", "PLAYER2", "PLAYER3", "P")),
    "computers": lambda: RandomSession(
        "dice-10000", 9, 4, SEATED, ("ANNA", "Bold", "Bold 2", "Timid"), [0, BOLD, BOLD, TIMID]
    ),
}


def ranking(session: RandomSession, folder: Path) -> ScriptedPlayer:
    session.play().save(Store(str(folder)))
    player = ScriptedPlayer(str(folder))
    player.wait(1000)
    return player


@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("name", GAMES)
def test_the_curves_match_their_golden_file(name: str, tmp_path: Path) -> None:
    player = ranking(GAMES[name](), tmp_path).press(MENU)
    check_margins(player.board.oled_shown)
    rows = oled_text(player.board.oled_shown).splitlines()[8:]
    drawn = "\n".join(rows) + f"\n\n{tiles_text(player.board.pixels)}"
    assert drawn == golden(name, drawn, "score_curves")


def test_menu_opens_the_curves_and_bank_goes_back_to_the_winner_s_show(tmp_path: Path) -> None:
    player = ranking(GAMES["two"](), tmp_path)
    shown = player.lines
    assert "MENU score curves" in player.screen
    player.press(MENU)
    assert player.lines[7].endswith("BANK back") and player.lines[7].startswith("26 turns")
    player.press(*KEEPS, MENU, ROLL)
    assert player.lines[7].endswith("BANK back")
    player.press(BANK)
    assert player.lines == shown
    player.wait(500)
    before = bytes(player.board.pixels)
    player.wait(500)
    assert bytes(player.board.pixels) != before, "the light show runs"
    player.press(ROLL)
    assert "your turn" in player.screen


def test_the_game_is_in_the_statistics_before_the_curves_are_shown(tmp_path: Path) -> None:
    session = GAMES["two"]().play()
    session.save(Store(str(tmp_path)))
    player = ScriptedPlayer(str(tmp_path))
    player.tap(MENU)
    assert Store(str(tmp_path)).load("statistics")["persons"]


@pytest.mark.parametrize("log", ["", "gap\n"])
def test_without_the_whole_log_words_are_shown_and_the_tiles_are_dark(log: str, tmp_path: Path) -> None:
    player = ranking(GAMES["two"](), tmp_path)
    path = tmp_path / "logs" / "game-1.log"
    path.write_text(log) if log else path.unlink()
    player.press(MENU)
    assert player.lines == ["SCORE CURVES", "", "", "The log of this game", "is not complete.", "", "", "BANK back"]
    assert not any(player.board.pixels)
    assert player.press(BANK).lines[7] == "ROLL again BANK menu"


def test_the_second_computer_of_a_style_has_the_color_of_its_seat(tmp_path: Path) -> None:
    player = ranking(GAMES["computers"](), tmp_path).press(MENU)
    colors = player.board.palette
    shown = [bytes(colors[3 * (palette.SEAT + seat) :][:3]) for seat in range(4)]
    assert shown == [palette.SEAT_COLORS[:3], color_of(BOLD), palette.SEAT_COLORS[6:9], color_of(TIMID)]
