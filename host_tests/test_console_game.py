"""Whole games on the console by a scripted person, and the power pulled at every action."""

import shutil
from pathlib import Path

import pytest

from host_tests.game_fixture import game_of
from host_tests.scripted_player import BANK, KEEPS, ROLL, ScriptedPlayer
from sixpip.rules import actions
from sixpip.rules.stages import ROLLED
from sixpip.screens.game.game_screen import ASK
from sixpip.screens.game.ranking import Ranking
from sixpip.screens.ten_thousand.play import TenThousandScreen
from sixpip.storage.records import StorageFull


def decide(person: ScriptedPlayer, bold: int) -> None:
    """One decision, by buttons only: keep the best of the roll; roll on below `bold` points, else bank."""
    screen = person.app.screen
    assert isinstance(screen, TenThousandScreen)
    game = game_of(person)
    if screen.mode != ASK or game.stage != ROLLED:
        person.press(ROLL)
        return
    keep = game.best_keep()
    points = game.points + game.keep_points(keep)
    for place in KEEPS:
        if keep >> place & 1:
            person.press(place)
    assert f"+{game.keep_points(keep)}" in person.screen.replace(" ", "")
    person.press(BANK if points >= bold and not game.bank_refusal(keep) else ROLL)


def play(person: ScriptedPlayer, players: int, bold: int, after_each: "object" = None) -> Ranking:
    """A whole game from the boot menu to the ranking."""
    person.pick("Settings").press(2, 2, BANK)  # settings: the dice roll without a show
    person.start(players)
    for _ in range(2000):
        if isinstance(person.app.screen, Ranking):
            return person.app.screen
        decide(person, bold)
        person.wait(350)
        if callable(after_each):
            after_each()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("players", [1, 2, 6])
def test_a_game_can_be_played_to_its_end_and_once_more(players: int, tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path), seed=players)
    play(person, players, bold=600)
    session = person.app.session
    assert session is not None
    game = session.game
    assert game.scores[game.winner] > 10000
    assert game.scores[game.winner] == max(game.scores)
    assert all(game.turns[player] >= game.turns[game.winner] - 1 for player in range(players))
    assert person.lines[0].startswith(f"1 P{game.winner + 1}")
    scores = [game.scores[int(line.split()[1][1:]) - 1] for line in person.lines[:players]]
    assert scores == sorted(scores, reverse=True)
    person.press(ROLL)
    assert "your turn" in person.screen
    assert person.app.session is not None
    assert person.app.session.game.scores == [0] * players
    assert person.app.session.names == session.names


def test_power_pulled_after_every_action_brings_the_turn_back_as_it_stood(tmp_path: Path) -> None:
    folder = tmp_path / "board"
    folder.mkdir()
    person = ScriptedPlayer(str(folder), seed=5)
    stages = set()

    def pull_the_power() -> None:
        session = person.app.session
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
        screen = person.app.screen
        if isinstance(screen, TenThousandScreen) and screen.mode == ASK:
            assert again.lines == person.lines
            assert again.board.pixels == person.board.pixels
            assert again.board.palette == person.board.palette
            if again.board.power.level == person.board.power.level:  # else a bright tumble has it dimmed still
                assert again.board.wire == person.board.wire
        elif isinstance(screen, Ranking):
            assert again.lines == person.lines

    play(person, 3, bold=500, after_each=pull_the_power)
    pull_the_power()
    assert stages == {("ready", False), ("ready", True), ("rolled", False), ("over", False)}


def test_a_broken_save_is_set_aside_named_and_the_console_starts_fresh(tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path))
    person.start().throw(4, 4, 4, 2, 3, 6)
    for name in ("game", "game.old"):
        data = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(data[:-9])
    again = ScriptedPlayer(str(tmp_path))
    assert "set aside" in again.screen and "game.bad" in again.screen and "cut short" in again.screen.replace("|", " ")
    kept = [path.read_bytes() for path in tmp_path.iterdir() if ".bad" in path.name]
    assert data[:-9] in kept
    again.press(ROLL)
    assert "Dice 10 000" in again.screen


def test_a_save_of_a_game_that_cannot_be_is_set_aside_too(tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path))
    person.start().throw(4, 4, 4, 2, 3, 6)
    saved = person.app.store.load("game")
    wrongs: list[dict[str, object]] = [{"game": {}}, {"names": ["A"]}, {"names": [1, 2]}, {"best": "x"}]
    for wrong in wrongs:
        person.app.store.save("game", {**saved, **wrong})
        person.app.store.save("game", {**saved, **wrong, "again": 1})
        again = ScriptedPlayer(str(tmp_path))
        assert "game.bad" in again.screen
        again.press(ROLL)
        assert "Dice 10 000" in again.screen
        for path in [path for path in tmp_path.rglob("*") if path.is_file()]:
            path.unlink()


def test_a_full_disk_is_said_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    person = ScriptedPlayer(str(tmp_path))
    person.start()

    def full(name: str, value: object) -> bool:
        raise StorageFull("The memory is full: remove files to save again.")

    monkeypatch.setattr(person.app.store, "save", full)
    person.throw(1, 1, 1, 5, 2, 3)
    assert "The memory is full" in person.screen
    person.press(ROLL)
    assert person.lines[7] == "BANK 1 050"
