"""Whole games played with the buttons, a power loss after every action, and damaged saves."""

import shutil
from pathlib import Path

import pytest

from host_tests.scripted_player import ROLL, ScriptedPlayer
from host_tests.whole_game_fixture import play
from sixpip.rules import actions
from sixpip.screens.game.event_screen import ASK
from sixpip.screens.game.ranking import Ranking
from sixpip.screens.ten_thousand.play import TenThousandScreen
from sixpip.storage.records import StorageFull


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 6])
def test_a_game_can_be_played_to_its_end_and_then_again(players: int, tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path), seed=players)
    play(player, players, bank_at=600)
    session = player.app.session
    assert session is not None
    game = session.game
    assert game.scores[game.winner] > 10000
    assert game.scores[game.winner] == max(game.scores)
    assert all(game.turns[player] >= game.turns[game.winner] - 1 for player in range(players))
    assert player.lines[0] == f"P{game.winner + 1} wins!"
    scores = [game.scores[int(line.split()[1][1:]) - 1] for line in player.lines[2 : players + 1]]
    assert scores == sorted(scores, reverse=True)
    player.press(ROLL)
    assert "your turn" in player.screen
    assert player.app.session is not None
    assert player.app.session.game.scores == [0] * players
    assert player.app.session.names == session.names


@pytest.mark.long
def test_after_a_power_loss_at_any_action_the_turn_resumes_unchanged(tmp_path: Path) -> None:
    folder = tmp_path / "board"
    folder.mkdir()
    player = ScriptedPlayer(str(folder), seed=5)
    stages = set()

    def restart_a_copy() -> None:
        session = player.app.session
        if session is None:
            return
        stages.add((session.game.stage, actions.TAKE in session.game.legal()))
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)
        again = ScriptedPlayer(str(copy))
        assert again.app.session is not None
        assert again.app.session.game.record() == session.game.record()
        assert again.app.session.names == session.names
        screen = player.app.screen
        if isinstance(screen, TenThousandScreen) and screen.mode == ASK:
            assert again.lines == player.lines
            assert again.board.pixels == player.board.pixels
            assert again.board.palette == player.board.palette
            if (
                again.board.power.level == player.board.power.level
            ):  # the limiter may still be dimming after a bright animation
                assert again.board.wire == player.board.wire
        elif isinstance(screen, Ranking):
            assert again.lines == player.lines

    play(player, 3, bank_at=500, after_each=restart_a_copy)
    restart_a_copy()
    assert stages == {("ready", False), ("ready", True), ("rolled", False), ("over", False)}


def test_a_damaged_save_is_set_aside_and_named_and_the_boot_menu_follows(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.start().throw(4, 4, 4, 2, 3, 6)
    for name in ("game", "game.old"):
        data = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(data[:-9])
    again = ScriptedPlayer(str(tmp_path))
    assert "set aside" in again.screen and "game.bad" in again.screen and "cut short" in again.screen.replace("|", " ")
    kept = [path.read_bytes() for path in tmp_path.iterdir() if ".bad" in path.name]
    assert data[:-9] in kept
    again.press(ROLL)
    assert "Dice 10 000" in again.screen


def test_a_save_with_impossible_values_is_set_aside_too(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.start().throw(4, 4, 4, 2, 3, 6)
    saved = player.app.store.load("game")
    wrongs: list[dict[str, object]] = [{"game": {}}, {"names": ["A"]}, {"names": [1, 2]}, {"best": "x"}]
    for wrong in wrongs:
        player.app.store.save("game", {**saved, **wrong})
        player.app.store.save("game", {**saved, **wrong, "again": 1})
        again = ScriptedPlayer(str(tmp_path))
        assert "game.bad" in again.screen
        again.press(ROLL)
        assert "Dice 10 000" in again.screen
        for path in [path for path in tmp_path.rglob("*") if path.is_file()]:
            path.unlink()


def test_a_full_disk_is_reported_and_the_game_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.start()

    def full(name: str, value: object) -> bool:
        raise StorageFull("The memory is full: remove files to save again.")

    monkeypatch.setattr(player.app.store, "save", full)
    player.throw(1, 1, 1, 5, 2, 3)
    assert "The memory is full" in player.screen
    player.press(ROLL)
    assert player.lines[7] == "BANK 1 050"
