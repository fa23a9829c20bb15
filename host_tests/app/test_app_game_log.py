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
from host_tests.effort import scaled
from host_tests.mutations import mutations
from host_tests.random_play import Lcg
from host_tests.scripted_player import ROLL, ScriptedPlayer
from host_tests.store_fixture import on
from sixpip.app.game.game_log import GameLog
from sixpip.app.game.session import Session
from sixpip.rules.menus import replay
from sixpip.rules.ten_thousand.game import Game
from sixpip.screens.menus.last_turn import LastTurn, last_turn
from sixpip.screens.menus.score_curves import ScoreHistory
from sixpip.storage.records import StorageError, Store
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


@pytest.mark.scaled
def test_a_damaged_log_never_stops_the_console_that_shows_it(tmp_path: Path) -> None:
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
    for damaged in [whole, *[whole + end for end in ends], *mutations(whole, scaled(300, 3000))]:
        path.write_bytes(damaged)
        assert len(ScoreHistory(app.session).samples) == 2
        LastTurn(app).draw()
        if damaged == whole:
            assert last_turn(app.session) == ["roll 1 1 2 3 4 6", "# 2 P2: 100 -> 300"]


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


def test_the_screen_shows_that_there_is_no_log_and_the_game_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "The memory is full: this game goes on without a log."
    monkeypatch.setattr(GameLog, "append", lambda log, store, text: words)
    player = ScriptedPlayer(str(tmp_path))
    player.start().throw(1, 1, 1, 5, 2, 3)
    assert "without a log" in player.screen
    player.press(ROLL)
    assert player.lines[7] == "ROLL most BANK 1 050"
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
