"""How often the coach helped a player: counted once a choice, not lost at a power cut, and shown in the ranking."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tests import random_play
from host_tests.coach_fixture import with_coach
from host_tests.game_fixture import (
    log_of,
    take_back_now,
)
from host_tests.phase_fixture import start_phase_ten_game
from host_tests.random_play import Lcg
from host_tests.scripted_player import BANK, MENU, ROLL, ScriptedPlayer
from host_tests.statistics_fixture import finished, finished_phases
from sixpip.app.game.session import COACH_ALWAYS, COACH_ASKED, Session
from sixpip.app.menus.statistics import Statistics
from sixpip.app.setup.resume import resume
from sixpip.rules.game.engine import new_game
from sixpip.rules.setup.record import from_record
from sixpip.rules.setup.variants import VARIANTS
from sixpip.screens.game.turns.coach_turn import choice_number
from sixpip.storage.records import Store

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.usefixtures("compiled_loops")

ALIKE = ("FRIEDRIC", "FRIEDRIK", "FRIEDRIS", "FRIEDRIX", "FRIEDERI", "FRIEDLIN")
POINTS = {"family": (9000, 10450, 8500, 7500, 6500, 5500), "phase 10": (400, 630, 300, 200, 100, 90)}
OFTEN = (130, 41, 1, 99, 100, 12)


# Counted once


def counts(player: ScriptedPlayer) -> tuple[list[int], list[int], int]:
    """Returns how often the coach helped each player: in the game, in its save, and by the log all of them."""
    saved = resume(Store(player.board.folder))
    assert player.app.session is not None and saved is not None
    lines = log_of(Path(player.board.folder))
    return list(player.app.session.helped), saved.helped, sum(line.startswith("# the coach advises") for line in lines)


def test_the_same_choice_after_an_undo_is_not_counted_again(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS).throw(1, 1, 1, 4, 3, 6).press(BANK)
    take_back_now(player)
    player.wait(500)
    assert "Bank 1 000" in player.screen
    player.press(BANK)
    assert counts(player) == ([1, 0], [1, 0], 1)


def test_an_offer_that_comes_again_after_an_undo_is_not_counted_again(tmp_path: Path) -> None:
    rules = {"opening": 0, "bank_min": 0}
    player = with_coach(str(tmp_path), COACH_ALWAYS, "dice-10000", rules, (1000, 1000))
    player.throw(1, 1, 1, 2, 3, 4).press(BANK, ROLL)
    player.wait(1000)
    assert "left 3 dice" in player.screen and counts(player)[0] == [1, 1]
    take_back_now(player)
    player.wait(500)
    player.press(BANK, ROLL)
    player.wait(1000)
    assert "left 3 dice" in player.screen and counts(player)[0] == [1, 1]


def test_a_miss_in_phase_10_that_is_taken_back_is_not_counted_again(tmp_path: Path) -> None:
    player = start_phase_ten_game(str(tmp_path))
    assert player.app.session is not None
    player.app.session.coach = COACH_ALWAYS
    player.press(ROLL)
    player.wait(3000)
    before = counts(player)[0]
    player.press(BANK, BANK)
    assert "MISSED" in player.screen and before[0] > 0
    take_back_now(player)
    player.wait(3000)
    assert counts(player)[0] == before


def test_another_choice_after_an_undo_is_counted(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS).throw(1, 1, 1, 4, 3, 6).press(BANK)
    take_back_now(player).keep(1).throw(1, 2, 3, 4, 4).press(BANK)
    assert counts(player) == ([2, 0], [2, 0], 2)


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_a_choice_is_known_again_after_a_power_cut(variant: str) -> None:
    for seed in range(2):
        lcg = Lcg(seed)
        game = new_game(variant, random_play.house_rules(variant, lcg), 2)
        for _ in range(60):
            if not game.legal():
                break
            game.apply(random_play.choose(game, lcg), lcg)
            saved = json.loads(json.dumps(game.record()))
            saved["rules"] = dict(reversed(saved["rules"].items()))
            assert choice_number(from_record(saved)) == choice_number(game)


# Not lost


def test_advice_that_was_asked_for_is_counted_once_also_after_a_power_cut(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ASKED).throw(1, 1, 1, 4, 3, 6).press(MENU)
    assert counts(player) == ([1, 0], [1, 0], 1)
    player = ScriptedPlayer(str(tmp_path))  # the power was cut
    assert counts(player) == ([1, 0], [1, 0], 1)
    player.press(MENU, BANK)
    assert "Bank 1 000" not in player.screen and counts(player) == ([1, 0], [1, 0], 1)


def test_with_advice_at_every_choice_a_power_cut_loses_no_help_and_counts_none_twice(tmp_path: Path) -> None:
    player = with_coach(str(tmp_path), COACH_ALWAYS).throw(1, 1, 1, 4, 3, 6)
    assert counts(player) == ([1, 0], [1, 0], 1)
    player = ScriptedPlayer(str(tmp_path))
    player.wait(1000)
    player.keep(1).throw(1, 1, 5, 3, 4)
    player = ScriptedPlayer(str(tmp_path))
    player.wait(1000)
    player.keep(1).throw(2, 2, 3, 3)
    assert counts(player) == ([2, 0], [2, 0], 2)


# In the ranking


def ended(folder: Path, session: Session, wins: "dict[str, int] | None" = None) -> ScriptedPlayer:
    """Shows the ranking of a finished game for a second."""
    player = ScriptedPlayer(str(folder))
    player.app.session = session
    player.app.wins = wins or {}
    player.app.start_game("ranking")
    player.wait(1000)
    return player


def _plain(session: Session, folder: str) -> dict[str, int]:
    return {}


def _in_a_match(session: Session, folder: str) -> dict[str, int]:
    session.match = [2] + [1] * session.game.players
    return {}


def _wins_the_match(session: Session, folder: str) -> dict[str, int]:
    session.match = [2, 1, 2] + [0] * (session.game.players - 2)
    return {}


def _with_stars(session: Session, folder: str) -> dict[str, int]:
    return dict.fromkeys(session.names, 12)


def _with_a_record(session: Session, folder: str) -> dict[str, int]:
    statistics = Statistics(Store(folder))
    statistics.variant_row(session.game.variant.name)[2:] = [[], [10, "ANNA"], []]
    statistics.save()
    session.best_turns = [600 if seat == 1 else 5 for seat in range(session.game.players)]
    return {}


@pytest.mark.long
@pytest.mark.usefixtures("texts_fit")
@pytest.mark.parametrize("news", [_plain, _in_a_match, _wins_the_match, _with_stars, _with_a_record])
@pytest.mark.parametrize("engine", POINTS)
@pytest.mark.parametrize("players", [2, 6])
def test_the_ranking_shows_in_turn_the_points_and_for_each_player_how_often_the_coach_helped(
    players: int, engine: str, news: "Callable[[Session, str], dict[str, int]]", tmp_path: Path
) -> None:
    scores = POINTS[engine][:players]
    session = finished(scores, names=ALIKE) if engine == "family" else finished_phases(scores, ALIKE)
    session.helped = list(OFTEN[:players])
    player = ended(tmp_path, session, news(session, str(tmp_path)))
    assert "coach" not in player.screen.replace("no record with coach", "")
    before = player.lines
    player.wait(2000)
    others = [seat for seat in session.ranking() if seat != 1]
    assert player.lines[:2] == ["FRIEDRIK coach", "41x"]
    for row, seat in enumerate(others, 2):
        assert player.lines[row].split() == [str(row), ALIKE[seat], "coach", f"{OFTEN[seat]}x"]
    player.wait(2500)
    assert player.lines == before


@pytest.mark.parametrize(("news", "word"), [(_with_a_record, "wins!"), (_wins_the_match, "champ!")])
def test_of_six_players_the_winner_s_name_stays_whole(
    news: "Callable[[Session, str], dict[str, int]]", word: str, tmp_path: Path
) -> None:
    session = finished(POINTS["family"], names=ALIKE)
    session.helped[1] = 3 if word == "wins!" else 0  # with the coach there is no record
    news(session, str(tmp_path))
    assert ended(tmp_path, session).lines[0].split() == ["FRIEDRIK", word]
