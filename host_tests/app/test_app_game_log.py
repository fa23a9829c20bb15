"""The logs of the last games: what is in them, and that an error in writing one never stops a game.

Power loss and damaged logs are in test_app_game_log_recovery.py.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tests import random_play
from host_tests.app.game_log_fixture import NAMES, every_disk, log_of, new_session, play, resume_and_play
from host_tests.mutations import mutations
from host_tests.random_play import Lcg
from host_tests.scripted_player import ROLL, ScriptedPlayer
from host_tests.store_fixture import on
from sixpip.app.game.game_log import GameLog
from sixpip.app.game.session import RECORD, Session
from sixpip.app.setup.resume import resume
from sixpip.rules.menus import replay
from sixpip.rules.ten_thousand.game import Game
from sixpip.screens.menus.last_turn import LastTurn, last_turn
from sixpip.screens.menus.score_curves import ScoreHistory
from sixpip.storage.records import StorageError, StorageFull, Store
from tools import ROOT
from tools.play.host.faulty_disk import FaultyDisk

FULL = 28
IO_ERROR = 5


# Contents


def test_the_console_writes_a_log_that_names_the_players_and_replays(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4).throw(2, 2, 3)
    text = (tmp_path / "logs" / "game-1.log").read_text()
    assert text == "game dice-10000 players=2\n# P1, P2\nroll 4 4 4 2 3 6\nkeep 4 4 4\nroll 2 2 3\n# 1 P1: 0 -> 0\n"
    assert player.app.session is not None
    assert replay.replay(text.splitlines()).record() == player.app.session.game.record()


def test_a_game_without_an_action_has_no_log(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    new_session().save(store)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["game"]


def test_only_new_lines_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    append = GameLog.append

    def watched(self: GameLog, store: Store, text: str) -> str:
        written.append(text)
        return append(self, store, text)

    monkeypatch.setattr(GameLog, "append", watched)
    session = new_session()
    play(session, Store(str(tmp_path)), 3, 12)
    session.save(Store(str(tmp_path)))
    assert len(written) == 12
    actions = [[line for line in text.splitlines() if not line.startswith(("#", "game"))] for text in written]
    assert [len(lines) for lines in actions] == [1] * 12
    assert "".join(written) == (tmp_path / "logs" / "game-1.log").read_text()


def test_the_last_eight_games_have_a_log_and_the_oldest_goes_first(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    (tmp_path / "logs").mkdir()
    for other in ("game-x.log", "notes.txt", "game-.log"):
        (tmp_path / "logs" / other).write_text("mine")
    session = new_session()
    for _ in range(12):
        play(session, store, 1, 3)
        session = new_session()
    kept = sorted(path.name for path in (tmp_path / "logs").iterdir())
    assert kept == sorted([f"game-{number}.log" for number in range(5, 13)] + ["game-x.log", "notes.txt", "game-.log"])


NAMES_OF_LOGS = [
    "game-²",
    "game-٣",
    "game-",
    "game--1",
    "game-0",
    "game-007",
    "game-1_0",
    "game- 9",
    "game-9e9",
    "game",
]


def test_files_that_only_look_like_logs_are_ignored_and_stay(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    others = {f"{name}.log" for name in [*NAMES_OF_LOGS, f"game-{'9' * 5000}"[:240]]}
    for name in others:
        (tmp_path / "logs" / name).write_text("mine")
    store = Store(str(tmp_path))
    for seed in range(1, 11):
        play(new_session(), store, seed, 3)
    found = {path.name for path in (tmp_path / "logs").iterdir()}
    assert found == others | {f"game-{number}.log" for number in range(3, 11)}


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.long)])
def test_a_damaged_log_never_stops_the_console_that_shows_it(tmp_path: Path, count: int) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4).throw(2, 2, 3)
    app = player.app
    assert app.session is not None
    path = tmp_path / "logs" / "game-1.log"
    whole = path.read_bytes() + b"undo 1\n# 2 P2: 0 -> 100\nroll 1 1 2 3 4 6\nkeep 1\nundo 1\n# 2 P2: 100 -> 300\n"
    ends = [
        b"undo\n",
        b"undo 1 1\n",
        b"undo x\n",
        b"# -> \n",
        b"# 1 P1: 0 -> x\n",
        b"# 1 P1: 0 -> 99999999999\n",
        b"\xff\n",
    ]
    for damaged in [whole, *[whole + end for end in ends], *mutations(whole, count)]:
        path.write_bytes(damaged)
        assert len(ScoreHistory(app.session).samples) == 2
        LastTurn(app).draw()
        if damaged == whole:
            assert last_turn(app.session) == ["roll 1 1 2 3 4 6", "# 2 P2: 100 -> 300"]


def test_the_log_of_a_game_that_was_left_remains_and_the_next_game_has_its_own(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 3)
    first = (tmp_path / "logs" / "game-1.log").read_text()
    store.delete(RECORD)
    play(new_session(), store, 2, 3)
    assert (tmp_path / "logs" / "game-1.log").read_text() == first
    assert (tmp_path / "logs" / "game-2.log").read_text().startswith("game dice-10000")


# A log that cannot be written


@every_disk
@pytest.mark.parametrize(("errno", "words"), [(FULL, "The memory is full"), (IO_ERROR, "The log could not be written")])
def test_a_game_continues_when_its_log_cannot_be_written_and_the_error_is_shown_once(
    commits: str, errno: int, words: str
) -> None:
    disk = FaultyDisk(commits)
    session = on(disk, lambda store: resume_and_play(store, 1, 4))
    before = log_of(disk)
    lcg = Lcg(9)
    session.apply(random_play.choose(session.game, lcg), lcg)
    disk.clear_faults()
    disk.fail_at(1, errno, False)
    with pytest.raises(StorageError, match=words + ".*this game goes on without"):
        on(disk, session.save)
    assert session.log.path() == ""  # its last turn is not that of the game
    disk.clear_faults()
    on(disk, lambda store: play(session, store, 2, 3))
    resumed = on(disk, lambda store: resume_and_play(store, 3, 3))
    assert resumed.game.turns >= session.game.turns
    assert log_of(disk)[: len(before)] == before
    assert len(log_of(disk)) <= len(before) + 1


def test_when_neither_log_nor_game_can_be_written_both_errors_are_shown() -> None:
    disk = FaultyDisk()
    session = on(disk, lambda store: resume_and_play(store, 1, 4))
    disk.clear_faults()
    lcg = Lcg(9)
    session.apply(random_play.choose(session.game, lcg), lcg)
    disk.fail_at(0, FULL, True)
    with pytest.raises(StorageFull, match="'game' is not saved"):
        on(disk, session.save)
    disk.clear_faults()
    with pytest.raises(StorageError, match="this game goes on without a log"):
        on(disk, session.save)
    on(disk, session.save)
    resumed = on(disk, resume)
    assert resumed is not None and resumed.game.record() == session.game.record()


def test_the_screen_shows_that_there_is_no_log_and_the_game_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "The memory is full: this game goes on without a log."
    monkeypatch.setattr(GameLog, "append", lambda log, store, text: words)
    player = ScriptedPlayer(str(tmp_path))
    player.start().throw(1, 1, 1, 5, 2, 3)
    assert "without a log" in player.screen
    player.press(ROLL)
    assert player.lines[7] == "BANK 1 050"
    player.keep(1, 1, 1).throw(2, 2, 3)
    assert "without a log" not in player.screen
    assert player.app.session is not None
    assert ScriptedPlayer(str(tmp_path)).app.session is not None


# MicroPython


PLAYED = """
import json
from random_play import Lcg, choose
from sixpip.screens.menus.last_turn import last_turn
from sixpip.app.setup.resume import resume
from sixpip.screens.menus.score_curves import ScoreHistory
from sixpip.app.game.session import Session
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
store = Store("/made/here")
session = Session(Game("five-cubes", {}, 2), ["ANNA", "BEN"])
lcg = Lcg(8)
for number in range(40):
    session.apply(choose(session.game, lcg), lcg)
    session.save(store)
    if number % 10 == 7:
        with open("/made/here/logs/game-1.log", "ab") as file:
            file.write(b"roll 1 2")
        session = resume(store)
print(json.dumps(open("/made/here/logs/game-1.log").read()))
"""


def test_micropython_writes_and_cuts_back_the_same_log(tmp_path: Path, micropython: Callable[..., str]) -> None:
    files: dict[str, Any] = {"random_play.py": (ROOT / "host_tests" / "random_play.py").read_bytes()}
    text = json.loads(micropython(PLAYED, files))
    session = Session(Game("five-cubes", {}, 2), list(NAMES))
    lcg = Lcg(8)
    for _ in range(40):
        session.apply(random_play.choose(session.game, lcg), lcg)
        session.save(Store(str(tmp_path)))
    assert (tmp_path / "logs" / "game-1.log").read_text() == text
    assert replay.replay(text.splitlines()).record() == session.game.record()
