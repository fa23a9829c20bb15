"""The logs of the last games: they lead to the saved game after any power cut, and never stop a game."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tests import random_play
from host_tests.random_play import Lcg
from host_tests.scripted_player import ROLL, ScriptedPlayer
from host_tests.store_fixture import cuts_amid, on
from sixpip.app.session import Session, delete_saved_game, resume
from sixpip.rules import replay
from sixpip.rules.errors import Illegal
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage import log_files
from sixpip.storage.records import StorageError, StorageFull, Store
from tools import ROOT
from tools.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk, PowerCut, after_each_cut
from tools.power_loss.disk import Disk, format_image

FULL = 28
IO_ERROR = 5
NAMES = ["ANNA", "BEN"]

every_disk = pytest.mark.parametrize("commits", [AT_WRITE, AT_CLOSE, AT_FLUSH])


def new_session() -> Session:
    return Session(Game("dice-10000", {"opening": 0}, 2), list(NAMES))


def play(session: Session, store: Store, seed: int, many: int) -> None:
    """Some random actions, each saved."""
    lcg = Lcg(seed)
    session.save(store)
    for _ in range(many):
        if session.game.legal():
            session.apply(random_play.choose(session.game, lcg), lcg)
            session.save(store)


def go_on(store: Store, seed: int, many: int) -> Session:
    """Take up the saved game, or begin one, and play on."""
    session = resume(store) or new_session()
    assert store.damaged == []
    play(session, store, seed, many)
    return session


def log_of(disk: FaultyDisk, number: int = 1) -> list[str]:
    return disk.files[f"/saves/logs/game-{number}.log"].decode().splitlines()


def agrees(disk: FaultyDisk, session: Session, number: int = 1) -> bool:
    """Whether the log on the disk leads to the game as it stands."""
    return bool(replay.replay(log_of(disk, number)).record() == session.game.record())


# What is in a log


def test_the_console_writes_a_log_that_names_the_players_and_replays(tmp_path: Path) -> None:
    person = ScriptedPlayer(str(tmp_path))
    person.start().throw(4, 4, 4, 2, 3, 6).keep(4, 4, 4).throw(2, 2, 3)
    text = (tmp_path / "logs" / "game-1.log").read_text()
    assert text == "game dice-10000 players=2\n# P1, P2\nroll 4 4 4 2 3 6\nkeep 4 4 4\nroll 2 2 3\n"
    assert person.app.session is not None
    assert replay.replay(text.splitlines()).record() == person.app.session.game.record()


def test_a_game_without_an_action_has_no_log(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    new_session().save(store)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["game"]


def test_only_what_is_new_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    append = log_files.LogFile.append

    def watched(self: log_files.LogFile, text: str) -> None:
        written.append(text)
        append(self, text)

    monkeypatch.setattr(log_files.LogFile, "append", watched)
    session = new_session()
    play(session, Store(str(tmp_path)), 3, 12)
    session.save(Store(str(tmp_path)))
    assert len(written) == 12
    assert [text.count("\n") for text in written] == [3] + [1] * 11
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


def test_a_game_that_was_left_keeps_its_log_and_the_next_has_its_own(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 3)
    first = (tmp_path / "logs" / "game-1.log").read_text()
    delete_saved_game(store)
    play(new_session(), store, 2, 3)
    assert (tmp_path / "logs" / "game-1.log").read_text() == first
    assert (tmp_path / "logs" / "game-2.log").read_text().startswith("game dice-10000")


# Power cuts


@every_disk
@pytest.mark.parametrize("done", [0, 1, 7])
def test_after_a_cut_at_any_step_the_log_leads_to_the_saved_game_and_goes_on_with_it(commits: str, done: int) -> None:
    def act(world: FaultyDisk) -> None:
        on(world, lambda store: go_on(store, 5, 2))

    disk = FaultyDisk(commits)
    on(disk, lambda store: go_on(store, 4, done))
    disk.restart()
    worlds = after_each_cut(disk, act)
    assert len(worlds) > 20
    for world in worlds:
        shown = on(world.copy(), resume)
        for later in after_each_cut(world, lambda cut: on(cut, resume)):
            session = on(later, resume)
            assert (session and session.game.record()) == (shown and shown.game.record())
            session = on(later, lambda store: go_on(store, 6, 3))
            assert agrees(later, session)
            assert sorted(name for name in later.files if "/logs/game" in name) == ["/saves/logs/game-1.log"]


def test_a_cut_in_any_flash_operation_of_a_littlefs_leaves_a_log_that_goes_on() -> None:
    start = Disk(format_image(16))
    on(start, lambda store: go_on(store, 4, 60))
    found = cuts_amid(start.image, lambda store: go_on(store, 5, 1))
    assert len(found) > 10
    for cut in found:
        disk = Disk(cut.image)
        session = on(disk, lambda store: go_on(store, 6, 2))
        with Disk(disk.image).open("/saves/logs/game-1.log", "rb") as file:
            lines = file.read().decode().splitlines()
        assert replay.replay(lines).record() == session.game.record()


def test_the_log_goes_back_with_a_save_that_goes_back(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 6)
    (tmp_path / "game").write_bytes(b"sixpip 1 5 00000000\nwrong")
    session = resume(store)
    assert session is not None
    lines = (tmp_path / "logs" / "game-1.log").read_text().splitlines()
    assert len(lines) == 2 + 5
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
def test_a_damaged_log_stays_and_a_new_one_says_that_it_begins_with_a_gap(
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


@pytest.mark.parametrize(
    "mark", [None, 0, [1], [1, 2], [0, 0, 0], [1, -1, 0], [1, 10**9, 0], ["1", 0, 0], [True, 0, 0]]
)
def test_a_save_that_does_not_say_which_log_is_its_own_has_a_gap_in_its_log(tmp_path: Path, mark: object) -> None:
    store = Store(str(tmp_path))
    play(new_session(), store, 1, 6)
    saved = store.load("game")
    saved["log"] = mark
    store.save("game", saved)
    session = resume(store)
    assert session is not None
    play(session, store, 2, 2)
    assert "gap" in (tmp_path / "logs" / "game-2.log").read_text()


# A log that cannot be written


@every_disk
@pytest.mark.parametrize(("errno", "words"), [(FULL, "The memory is full"), (IO_ERROR, "The log could not be written")])
def test_a_game_goes_on_without_a_log_that_cannot_be_written_and_says_so_once(
    commits: str, errno: int, words: str
) -> None:
    disk = FaultyDisk(commits)
    session = on(disk, lambda store: go_on(store, 1, 4))
    before = log_of(disk)
    lcg = Lcg(9)
    session.apply(random_play.choose(session.game, lcg), lcg)
    disk.clear_faults()
    disk.fail_at(1, errno, False)
    with pytest.raises(StorageError, match=words + ".*this game goes on without"):
        on(disk, session.save)
    disk.clear_faults()
    on(disk, lambda store: play(session, store, 2, 3))
    resumed = on(disk, lambda store: go_on(store, 3, 3))
    assert resumed.game.turns >= session.game.turns
    assert log_of(disk)[: len(before)] == before
    assert len(log_of(disk)) <= len(before) + 1


def test_when_neither_log_nor_game_can_be_written_both_are_said_in_turn() -> None:
    disk = FaultyDisk()
    session = on(disk, lambda store: go_on(store, 1, 4))
    disk.clear_faults()
    lcg = Lcg(9)
    session.apply(random_play.choose(session.game, lcg), lcg)
    disk.fail_at(0, FULL, True)
    with pytest.raises(StorageFull, match="game was not saved"):
        on(disk, session.save)
    disk.clear_faults()
    with pytest.raises(StorageError, match="this game goes on without a log"):
        on(disk, session.save)
    on(disk, session.save)
    resumed = on(disk, resume)
    assert resumed is not None and resumed.game.record() == session.game.record()


def test_a_log_that_grows_too_long_is_given_up(tmp_path: Path) -> None:
    file = log_files.LogFile(str(tmp_path / "logs"))
    file.append("x" * 40000)
    with pytest.raises(StorageError, match="too long for a log"):
        file.append("x" * 10000)


def test_the_screen_says_that_there_is_no_log_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_self: object, _text: str) -> None:
        raise StorageFull("The memory is full: this game goes on without a log.")

    monkeypatch.setattr(log_files.LogFile, "append", full)
    person = ScriptedPlayer(str(tmp_path))
    person.start().throw(1, 1, 1, 5, 2, 3)
    assert "without a log" in person.screen
    person.press(ROLL)
    assert person.lines[7] == "BANK 1 050"
    person.keep(1, 1, 1).throw(2, 2, 3)
    assert "without a log" not in person.screen
    assert person.app.session is not None
    assert ScriptedPlayer(str(tmp_path)).app.session is not None


def test_a_cut_while_the_log_is_given_up_loses_no_game() -> None:
    disk = FaultyDisk(AT_CLOSE)
    on(disk, lambda store: go_on(store, 1, 4))
    for step in range(12):
        world = disk.copy()
        world.cut_at(step)
        with pytest.raises(PowerCut):
            on(world, lambda store: go_on(store, 2, 9))
        world.restart()
        session = on(world, lambda store: go_on(store, 3, 1))
        assert agrees(world, session)


# MicroPython


PLAYED = """
import json
from random_play import Lcg, choose
from sixpip.app.session import Session, resume
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
