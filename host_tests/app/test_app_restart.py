"""The restart before a game for which too little memory is left: the game is saved, and the wins are kept."""

from pathlib import Path
from typing import Any

import pytest

from host_tests.game_fixture import game_of, switch_on
from host_tests.scripted_player import BANK, ROLL, ScriptedPlayer
from sixpip.app.app import App
from sixpip.app.game.players.game_players import SAVE_BYTES
from sixpip.app.game.session import Session
from sixpip.players.menus.styles import MASTER
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import StorageFull, Store
from tools.play.host.board import Restarted


def won_game(folder: Path) -> ScriptedPlayer:
    """Returns a console with the ranking of a game that P1 has won against Master."""
    game = Game("pure", {"start": "seated"}, 2)
    game.scores[0] = 9900
    player = switch_on(str(folder), game, [0, MASTER])
    player.wait(400)
    player.throw(1, 1, 1, 5, 2, 3).press(BANK, ROLL)
    player.wait(3000)
    assert player.lines[0] == "P1 wins!"
    return player


def has_no_memory(*_: object) -> Any:
    raise MemoryError


@pytest.mark.long
@pytest.mark.parametrize(("where", "fails"), [(Session, "reserve_memory"), (App, "start_game")])
def test_without_memory_for_the_next_game_the_console_restarts_in_it(
    where: type, fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = won_game(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(where, fails, has_no_memory if where is App else lambda self: False)
        with pytest.raises(Restarted):
            player.press(ROLL)
    assert "One moment..." in player.screen
    again = ScriptedPlayer(str(tmp_path))
    assert game_of(again).scores == [0, 0]
    assert again.app.session is not None and again.app.session.seats == [0, MASTER]
    assert again.app.wins == {"P1": 1}


def test_a_game_that_cannot_be_saved_before_the_restart_leaves_the_ranking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = won_game(tmp_path)

    def is_full(*_: object) -> None:
        raise StorageFull("The storage is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Session, "reserve_memory", lambda self: False)
        patch.setattr(Store, "save_encoded", is_full)
        with pytest.raises(Restarted):
            player.press(ROLL)
    assert ScriptedPlayer(str(tmp_path)).lines[0] == "P1 wins!"


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("changed", ["session", "settings"])
def test_the_memory_kept_for_saves_is_free_during_a_save_in_a_game_with_master(
    changed: str, fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = switch_on(str(tmp_path), Game("pure", {}, 2), [0, MASTER]).app
    session = app.playing
    session.reserve_memory()
    players = session.players
    kept: list[int] = [len(players.save_room)]

    def save(*_: object) -> None:
        kept.append(len(players.save_room))
        if fails:
            raise StorageFull("The storage is full.")

    getattr(app, changed).unsaved = True
    monkeypatch.setattr(Store, "save_encoded", save)
    app.save()
    kept.append(len(players.save_room))
    assert app.stack[-1][0].shows_game != fails
    session.release_players()
    assert [*kept, len(players.save_room)] == [SAVE_BYTES, 0, SAVE_BYTES, 0]
