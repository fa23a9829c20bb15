"""Games that start: with the lineup and agreements of the menus, like the last one, or after the one in hand."""

from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import session_of, start_game
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from sixpip.app.games import game_start, parking
from sixpip.app.games.lineup import Lineup
from sixpip.app.games.session import LAST, Session
from sixpip.players.styles import BOLD
from sixpip.rules.core.actions import OVER
from sixpip.rules.core.engine import new_game
from sixpip.rules.core.errors import BadOption
from sixpip.screens.ten_thousand.score_sheets import TenThousandRanking
from tools.play.host.seeded_dice import SeededDice

LAST_GAME: dict[str, Any] = {
    "variant": "pure",
    "rules": {"target": 5000},
    "names": ["ANNA", "Bold"],
    "seats": [0, BOLD],
    "head_start": [0, 200],
    "members": [],
    "match": [2, 1, 0],
    "first": 1,
    "loser": 1,
}


def park_one(player: ScriptedPlayer) -> None:
    session = Session(new_game("zilch", {"start": "seated"}, 2), ["ANNA", "BEN"])
    session.apply(("roll", None), SeededDice(1))
    session.save(player.app.store)
    parking.leave(player.app.store, session)


def test_a_game_starts_with_what_the_players_have_agreed_on(player: ScriptedPlayer) -> None:
    app = player.app
    park_one(player)
    lineup = Lineup(["A+B", "C+D"])
    lineup.members, lineup.match, lineup.head_start = [["A", "B"], ["C", "D"]], [2, 1, 0], [0, 500]
    app.settings.values["coach"], app.wins = 2, {"A+B": 1}
    game_start.start(app, "pure", {"target": 5000}, lineup, {"names": ["A"]}, 1)
    assert app.session is None
    app.step()
    session = session_of(player)
    assert session.game.variant.name == "pure" and session.game.overrides == {"target": 5000}
    assert (session.game.head_start, session.game.scores, session.game.player) == ([0, 500], [0, 500], 1)
    assert (session.names, session.members, session.match) == (lineup.names, lineup.members, lineup.match)
    assert (session.coach, session.wins, session.log.in_use) == (2, {"A+B": 1}, [1])
    assert app.store.load("names") == ["A"] and app.store.load(LAST) == session.as_last_game()
    assert type(app.screen).__name__ == "TenThousandScreen"


def test_a_game_that_may_not_start_is_refused_before_the_menus_are_left(player: ScriptedPlayer) -> None:
    lineup = Lineup(["A", "B"])
    for lineup.head_start, straight in (([0, 5000], 1500), ([0, 0], 17)):
        with pytest.raises(BadOption):
            game_start.start(player.app, "pure", {"target": 5000, "straight": straight}, lineup)
        player.app.step()
        assert player.app.session is None


@pytest.mark.parametrize(("starts", "starter"), [(0, 0), (1, 1)])
def test_the_last_game_is_played_again_with_the_same_players_and_rules(
    starts: int, starter: int, player: ScriptedPlayer
) -> None:
    app = player.app
    app.settings.values["match"], app.settings.values["starts"] = 1, starts
    game_start.play_again(app, dict(LAST_GAME))
    app.step()
    session = session_of(player)
    assert (session.names, session.styles, session.match) == (["ANNA", "Bold"], [0, BOLD], [2, 1, 0])
    assert session.game.overrides == {"target": 5000} and session.game.head_start == [0, 200]
    assert session.game.first == starter


def test_without_a_match_in_the_settings_the_next_game_is_part_of_none(player: ScriptedPlayer) -> None:
    game_start.play_again(player.app, dict(LAST_GAME))
    player.app.step()
    assert session_of(player).match == []


def test_house_rules_of_the_last_game_that_do_not_fit_are_dropped_and_named_and_it_can_be_played(
    player: ScriptedPlayer,
) -> None:
    last = {**LAST_GAME, "rules": {"target": 5000, "straight": 17}}
    game_start.play_again(player.app, last)
    player.settle()
    assert player.app.session is None and "dropped: Straight." in player.screen.replace("|", " ")
    assert last["rules"] == {"target": 5000}
    player.press(ROLL)
    game_start.play_again(player.app, last)
    player.app.step()
    assert session_of(player).game.overrides == {"target": 5000}


def test_a_last_game_of_a_variant_that_is_gone_is_refused_in_a_sentence(player: ScriptedPlayer) -> None:
    game_start.play_again(player.app, {**LAST_GAME, "variant": "gone"})
    player.settle()
    assert player.app.session is None and player.lines[0].startswith("PLEASE NOTE")


def test_another_game_follows_with_the_next_starter_and_the_same_players(player: ScriptedPlayer) -> None:
    app = player.app
    app.settings.values["match"] = 1
    game_start.play_again(app, {**LAST_GAME, "seats": [0, 0], "names": ["ANNA", "BEN"]})
    app.step()
    before = session_of(player)
    before.game.stage, before.game.winner, before.game.turns[:] = OVER, 0, [3, 3]
    park_one(player)
    game_start.play_another(app)
    app.step()
    session = session_of(player)
    assert session is not before and session.game.stage != OVER and session.game.scores == [0, 200]
    assert (session.names, session.match, session.wins) == (before.names, before.match, app.wins)
    assert session.game.first == 1 - before.game.first and session.game.overrides == before.game.overrides
    assert session.log.in_use == parking.logs_in_use(app.store) != []


def test_a_parked_game_goes_on_with_the_coach_of_the_settings(player: ScriptedPlayer) -> None:
    park_one(player)
    player.app.settings.values["coach"] = 1
    game_start.go_on(player.app, new_game("zilch", {}, 2).variant, "zilch")
    player.app.step()
    assert session_of(player).coach == 1 and parking.parked_games(player.app.store) == []


def test_after_power_on_a_game_that_is_over_shows_its_ranking_as_before(tmp_path: Path) -> None:
    player = start_game(str(tmp_path), "ten-grand", None, (9900,)).throw(1, 1, 1, 1, 1, 2).press(BANK, ROLL)
    again = ScriptedPlayer(str(tmp_path))
    assert type(again.app.screen) is type(player.app.screen) is TenThousandRanking
    assert again.lines == player.lines and again.board.palette == player.board.palette
