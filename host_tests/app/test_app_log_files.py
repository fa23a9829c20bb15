"""The files of logs without a game: their names and limits, and how a log goes on after a power cut."""

import os
from binascii import crc32
from pathlib import Path

import pytest

from sixpip.app.game.game_log import LogFile
from sixpip.storage.records import StorageError

MOST_BYTES = 48 * 1024
MOST_LOGS = 8


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for logs that does not exist yet, like the one above it."""
    return tmp_path / "sixpip" / "logs"


def begun(folder: Path, text: str = "a line\n") -> LogFile:
    """A new log with some text."""
    log = LogFile(str(folder))
    log.position()
    log.append(text)
    return log


def content(folder: Path, number: int) -> str:
    return (folder / f"game-{number}.log").read_text()


def numbers(folder: Path) -> list[int]:
    return sorted(int(path.stem[5:]) for path in folder.iterdir())


def test_logs_are_numbered_from_one_in_a_folder_that_the_first_one_creates(folder: Path) -> None:
    log = LogFile(str(folder))
    assert log.is_empty() and log.position() == [1, 0, 0] and not folder.exists()
    log.append("one\n")
    log.append("two\n")
    assert not log.is_empty() and log.position() == [1, 8, crc32(b"one\ntwo\n")]
    assert content(folder, 1) == "one\ntwo\n"
    assert LogFile(str(folder)).position() == [2, 0, 0]
    assert log.path() == str(folder / "game-1.log") and log.path(7) == str(folder / "game-7.log")


def test_a_log_has_at_most_48_kilobytes(folder: Path) -> None:
    log = begun(folder, "x" * (MOST_BYTES - 2))
    log.append("yz")
    with pytest.raises(StorageError, match=r"^This game is too long for a log: it goes on without one\.$"):
        log.append("!")
    assert len(content(folder, 1)) == MOST_BYTES


def test_the_ninth_log_replaces_the_oldest_that_is_not_in_use(folder: Path) -> None:
    for _ in range(MOST_LOGS):
        begun(folder)
    assert numbers(folder) == [1, 2, 3, 4, 5, 6, 7, 8]
    log = LogFile(str(folder))
    log.in_use = [1, 3]
    assert log.position()[0] == 9
    log.append("a line\n")
    assert numbers(folder) == [1, 3, 4, 5, 6, 7, 8, 9]
    log.append("another\n")
    assert numbers(folder) == [1, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("after", ["", "half a li", "x" * 700])
def test_a_log_goes_on_at_its_position_without_the_text_after_it(after: str, folder: Path) -> None:
    text = "".join(f"line {number}\n" for number in range(100))
    position = begun(folder, text).position()
    with (folder / "game-1.log").open("a") as stream:
        stream.write(after)
    log = LogFile(str(folder))
    assert log.resume(position) and log.position() == position and content(folder, 1) == text
    log.append("more\n")
    assert content(folder, 1) == text + "more\n"
    assert log.position() == [1, len(text) + 5, crc32((text + "more\n").encode())]
    assert os.listdir(folder) == ["game-1.log"]


def test_a_log_that_ends_at_its_position_is_not_written_again(folder: Path) -> None:
    position = begun(folder).position()
    before = (folder / "game-1.log").stat()
    assert LogFile(str(folder)).resume(position)
    after = (folder / "game-1.log").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("damage", ["shorter", "changed", "gone"])
def test_a_log_that_has_changed_before_its_position_stays_and_the_next_one_is_begun(damage: str, folder: Path) -> None:
    position = begun(folder, "x" * 600).position()
    file = folder / "game-1.log"
    if damage == "gone":
        file.unlink()
    else:
        file.write_text("x" * 599 + ("y" if damage == "changed" else ""))
    log = LogFile(str(folder))
    assert not log.resume(position) and log.is_empty()
    assert log.position() == ([1, 0, 0] if damage == "gone" else [2, 0, 0])


def test_a_log_without_a_line_needs_no_file_to_go_on(folder: Path) -> None:
    log = LogFile(str(folder))
    assert log.resume([5, 0, 0]) and log.position() == [5, 0, 0]
    log.append("a line\n")
    assert content(folder, 5) == "a line\n"
    damaged = LogFile(str(folder))
    assert not damaged.resume([6, 3, 1])
    assert damaged.position()[0] == 6


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
def test_only_names_that_the_console_makes_are_logs(name: str, number: int, folder: Path) -> None:
    (folder / name).parent.mkdir(parents=True)
    (folder / name).touch()
    assert LogFile(str(folder)).position()[0] == number + 1
