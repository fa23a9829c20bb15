"""The files of logs without a game: their names and limits, and how a log goes on after a power cut."""

import os
from binascii import crc32
from pathlib import Path

import pytest

from sixpip.app.game.game_log import GameLog
from sixpip.rules.game.log_writer import GAP
from sixpip.storage.records import Store

MOST_BYTES = 32 * 1024
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


def test_a_log_has_at_most_32_kilobytes(store: Store, folder: Path) -> None:
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


@pytest.mark.parametrize("damage", ["shorter", "changed", "gone"])
def test_a_log_that_has_changed_before_its_position_stays_and_the_next_one_is_begun(
    damage: str, store: Store, folder: Path
) -> None:
    position = begun(store, "x" * 600).position(store)
    file = folder / "game-1.log"
    if damage == "gone":
        file.unlink()
    else:
        file.write_text("x" * 599 + ("y" if damage == "changed" else ""))
    log = resumed(store, position)
    assert log.lines == [GAP] and not log.is_begun()
    assert log.position(store) == ([1, 0, 0] if damage == "gone" else [2, 0, 0])


def test_a_log_without_a_line_needs_no_file_to_go_on(store: Store, folder: Path) -> None:
    log = resumed(store, [5, 0, 0])
    assert log.lines == [] and log.position(store) == [5, 0, 0]
    log.append(store, "a line\n")
    assert content(folder, 5) == "a line\n"
    damaged = resumed(store, [6, 3, 1])
    assert damaged.lines == [GAP] and damaged.position(store)[0] == 6


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
