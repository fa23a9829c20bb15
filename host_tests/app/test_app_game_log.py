"""The logs of the last games: what is in them; after an error, a power loss or damage; their names and limits."""

import json
import os
from binascii import crc32
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tests import random_play
from host_tests.effort import scaled
from host_tests.game_fixture import session_of
from host_tests.mutations import mutations
from host_tests.random_play import Lcg
from host_tests.scripted_player import ROLL, ScriptedPlayer
from host_tests.store_fixture import cuts_amid, on
from sixpip.app.games.game_log import GameLog
from sixpip.app.games.resume import resume
from sixpip.app.games.session import Session
from sixpip.rules.core import replay
from sixpip.rules.core.errors import Illegal
from sixpip.rules.core.log_text import GAP
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.screens.history.score_curves import ScoreHistory
from sixpip.screens.play.last_turn import LastTurn, last_turn
from sixpip.storage.record_store import StorageError, Store
from tools import ROOT
from tools.check.power_loss.disk import Disk, format_image
from tools.play.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk, after_each_cut

NAMES = ["ANNA", "BEN"]

every_disk = pytest.mark.parametrize("commits", [AT_WRITE, AT_CLOSE, AT_FLUSH])


def new_session() -> Session:
    return Session(TenThousandGame("dice-10000", {"opening": 0}, 2), list(NAMES))


def play(session: Session, store: Store, seed: int, count: int) -> None:
    """Plays up to `count` random actions and saves after each."""
    lcg = Lcg(seed)
    session.save(store)
    for _ in range(count):
        if session.game.legal():
            session.apply(random_play.choose(session.game, lcg), lcg)
            session.save(store)


def resume_and_play(store: Store, seed: int, count: int) -> Session:
    """Resumes the saved game, or starts one, and plays up to `count` random actions."""
    session = resume(store) or new_session()
    assert store.damaged == []
    play(session, store, seed, count)
    return session


def log_of(disk: FaultyDisk, number: int = 1) -> list[str]:
    return disk.files[f"/saves/logs/game-{number}.log"].decode().splitlines()


FULL = 28
IO_ERROR = 5


# Contents


def test_the_console_writes_a_log_that_names_the_players_and_replays(tmp_path: Path) -> None:
    player = ScriptedPlayer(str(tmp_path))
    player.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4).throw(2, 2, 3)
    text = (tmp_path / "logs" / "game-1.log").read_text()
    assert text == "game dice-10000 players=2\n# P1, P2\nroll 4 4 4 2 3 6\nkeep 4 4 4\nroll 2 2 3\n# 1 P1: 0 -> 0\n"
    assert replay.replay(text.splitlines()).record() == session_of(player).game.record()


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
@pytest.mark.parametrize(("errno", "words"), [(FULL, "The disk is full"), (IO_ERROR, "The log could not be written")])
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
    words = "The disk is full: this game goes on without a log."
    monkeypatch.setattr(GameLog, "append", lambda log, store, text: words)
    player = ScriptedPlayer(str(tmp_path))
    player.start().throw(1, 1, 1, 5, 2, 3)
    assert "without a log" in player.screen
    player.press(ROLL)
    assert player.lines[7] == "ROLL most BANK 1 050"
    player.keep(1, 1, 1).throw(2, 2, 3)
    assert "without a log" not in player.screen
    assert session_of(player) and session_of(ScriptedPlayer(str(tmp_path)))


# MicroPython


PLAYED = """
import json
from random_play import Lcg, choose
from sixpip.screens.play.last_turn import last_turn
from sixpip.app.games.resume import resume
from sixpip.screens.history.score_curves import ScoreHistory
from sixpip.app.games.session import Session
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.storage.record_store import Store
store = Store("/made/here")
session = Session(TenThousandGame("five-cubes", {}, 2), ["ANNA", "BEN"])
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
    session = Session(TenThousandGame("five-cubes", {}, 2), list(NAMES))
    lcg = Lcg(8)
    for _ in range(40):
        session.apply(random_play.choose(session.game, lcg), lcg)
        session.save(Store(str(tmp_path)))
    assert (tmp_path / "logs" / "game-1.log").read_text() == text
    assert replay.replay(text.splitlines()).record() == session.game.record()


# After a power loss and damage


# Power loss


@pytest.mark.long
@pytest.mark.parametrize(("commits", "done"), [(AT_WRITE, 0), (AT_CLOSE, 2), (AT_FLUSH, 0)])
def test_after_a_power_loss_at_any_step_the_log_matches_the_saved_game_and_continues(commits: str, done: int) -> None:
    def act(world: FaultyDisk) -> None:
        on(world, lambda store: resume_and_play(store, 5, 2))

    disk = FaultyDisk(commits)
    on(disk, lambda store: resume_and_play(store, 4, done))
    disk.restart()
    worlds = after_each_cut(disk, act)
    assert len(worlds) > 20
    for world in worlds:
        shown = on(world.copy(), resume)
        for later in after_each_cut(world, lambda cut: on(cut, resume)):
            session = on(later, resume)
            assert (session and session.game.record()) == (shown and shown.game.record())
            session = on(later, lambda store: resume_and_play(store, 6, 3))
            assert replay.replay(log_of(later)).record() == session.game.record()
            assert sorted(name for name in later.files if "/logs/game" in name) == ["/saves/logs/game-1.log"]


def test_after_a_power_loss_in_any_flash_operation_of_littlefs_the_log_continues() -> None:
    start = Disk(format_image(16))
    on(start, lambda store: resume_and_play(store, 4, 60))
    found = cuts_amid(start.image, lambda store: resume_and_play(store, 5, 1))
    assert len(found) > 10
    for cut in found:
        disk = Disk(cut.image)
        session = on(disk, lambda store: resume_and_play(store, 6, 2))
        with Disk(disk.image).open("/saves/logs/game-1.log", "rb") as file:
            lines = file.read().decode().splitlines()
        assert replay.replay(lines).record() == session.game.record()


def test_the_log_is_cut_back_when_an_older_save_is_restored(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 6)
    (tmp_path / "game").write_bytes(b"sixpip 1 5 00000000\nwrong")
    session = resume(store)
    assert session is not None
    lines = (tmp_path / "logs" / "game-1.log").read_text().splitlines()
    assert len([line for line in lines[2:] if not line.startswith("#")]) == 5
    assert replay.replay(lines).record() == session.game.record()


# Damage


def make_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOIL: list[Callable[[Path], object]] = [
    Path.unlink,
    lambda path: path.write_bytes(path.read_bytes()[:-3]),
    lambda path: path.write_bytes(b"G" + path.read_bytes()[1:]),
    lambda path: path.write_bytes(b""),
    make_a_folder,
]


@pytest.mark.parametrize("spoil", SPOIL, ids=["gone", "shorter", "other", "empty", "a folder"])
def test_a_damaged_log_remains_and_a_new_one_begins_with_a_gap_line(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 6)
    first = tmp_path / "logs" / "game-1.log"
    spoil(first)
    left = first.read_bytes() if first.is_file() else None
    number = 2 if first.exists() else 1
    session = resume(store)
    assert session is not None and store.damaged == []
    play(session, store, 2, 2)
    if left is not None:
        assert first.read_bytes() == left
    lines = (tmp_path / "logs" / f"game-{number}.log").read_text().splitlines()
    assert lines[:3] == ["game dice-10000 players=2 opening=0", "# ANNA, BEN", "gap"]
    assert len(lines) == 5
    with pytest.raises(Illegal, match="Line 3: The log has a gap here: what came next is lost"):
        replay.replay(lines)
    again = resume(store)
    assert again is not None
    play(again, store, 3, 1)
    assert (tmp_path / "logs" / f"game-{number}.log").read_text().count("gap") == 1


@pytest.mark.parametrize("mark", [None, [1, 2], [0, 0, 0], [1, -1, 0], [1, 10**9, 0], ["1", 0, 0]])
def test_a_save_that_does_not_name_its_log_has_a_gap_in_its_log(tmp_path: Path, mark: object) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 6)
    saved = store.load("game")
    saved["log"] = mark
    store.save("game", saved)
    session = resume(store)
    assert session is not None
    play(session, store, 2, 2)
    assert "gap" in (tmp_path / "logs" / "game-2.log").read_text()


# The files of logs without a game


MOST_BYTES = 24 * 1024
MOST_LOGS = 8


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store whose folder does not exist yet, nor that of its logs."""
    return Store(str(tmp_path / "sixpip"))


@pytest.fixture
def folder(store: Store) -> Path:
    return Path(store.folder) / "logs"


def begun(store: Store, text: str = "a line\n") -> GameLog:
    """A new log with some text."""
    log = GameLog()
    log.position(store)
    assert log.append(store, text) == ""
    return log


def resumed(store: Store, position: list[int]) -> GameLog:
    log = GameLog()
    log.resume(store, position)
    return log


def content(folder: Path, number: int) -> str:
    return (folder / f"game-{number}.log").read_text()


def numbers(folder: Path) -> list[int]:
    return sorted(int(path.stem[5:]) for path in folder.iterdir())


def test_logs_are_numbered_from_one_in_a_folder_that_the_first_one_creates(store: Store, folder: Path) -> None:
    log = GameLog()
    assert not log.is_begun() and log.path() == ""
    assert log.position(store) == [1, 0, 0] and not folder.exists()
    log.append(store, "one\n")
    log.append(store, "two\n")
    assert log.is_begun() and log.position(store) == [1, 8, crc32(b"one\ntwo\n")]
    assert content(folder, 1) == "one\ntwo\n"
    assert GameLog().position(store) == [2, 0, 0]
    assert log.path() == str(folder / "game-1.log")


def test_a_log_has_at_most_24_kilobytes(store: Store, folder: Path) -> None:
    log = begun(store, "x" * (MOST_BYTES - 2))
    assert log.append(store, "yz") == ""
    assert log.append(store, "!") == "This game is too long for a log: it goes on without one."
    assert len(content(folder, 1)) == MOST_BYTES


def test_the_ninth_log_replaces_the_oldest_that_is_not_in_use(store: Store, folder: Path) -> None:
    for _ in range(MOST_LOGS):
        begun(store)
    assert numbers(folder) == [1, 2, 3, 4, 5, 6, 7, 8]
    log = GameLog()
    log.in_use = [1, 3]
    assert log.position(store)[0] == 9
    log.append(store, "a line\n")
    assert numbers(folder) == [1, 3, 4, 5, 6, 7, 8, 9]
    log.append(store, "another\n")
    assert numbers(folder) == [1, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("after", ["", "half a li", "x" * 700])
def test_a_log_goes_on_at_its_position_without_the_text_after_it(after: str, store: Store, folder: Path) -> None:
    text = "".join(f"line {number}\n" for number in range(100))
    position = begun(store, text).position(store)
    with (folder / "game-1.log").open("a") as stream:
        stream.write(after)
    log = resumed(store, position)
    assert log.lines == [] and log.position(store) == position and content(folder, 1) == text
    log.append(store, "more\n")
    assert content(folder, 1) == text + "more\n"
    assert log.position(store) == [1, len(text) + 5, crc32((text + "more\n").encode())]
    assert os.listdir(folder) == ["game-1.log"]


def test_a_log_that_ends_at_its_position_is_not_written_again(store: Store, folder: Path) -> None:
    position = begun(store).position(store)
    before = (folder / "game-1.log").stat()
    assert resumed(store, position).lines == []
    after = (folder / "game-1.log").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_log_without_a_line_needs_no_file_to_go_on(store: Store, folder: Path) -> None:
    log = resumed(store, [5, 0, 0])
    assert log.lines == [] and log.position(store) == [5, 0, 0]
    log.append(store, "a line\n")
    assert content(folder, 5) == "a line\n"
    damaged = resumed(store, [6, 3, 1])
    assert damaged.lines == [GAP] and damaged.position(store)[0] == 6
    (folder / "game-7.log").mkdir()
    assert resumed(store, [7, 0, 0]).lines == [GAP]  # something else than a missing file


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("game-12345678.log", 12345678),
        ("game-123456789.log", 0),
        ("game-012.log", 0),
        ("game-0.log", 0),
        ("game-.log", 0),
        ("game-9a.log", 0),
        ("game-²", 0),
        ("game-10.txt", 0),
        ("game-10.log", 10),
    ],
)
def test_only_names_that_the_console_makes_are_logs(name: str, number: int, store: Store, folder: Path) -> None:
    (folder / name).parent.mkdir(parents=True)
    (folder / name).touch()
    assert GameLog().position(store)[0] == number + 1
