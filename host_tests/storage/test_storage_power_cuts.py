"""Records on a disk that loses power, fills up or fails at any step: the old or the new value is always there."""

from collections.abc import Callable
from typing import Any

import pytest

from host_tests.store_fixture import FOLDER, on
from sixpip.storage.record_store import StorageError, StorageFull
from tools.play.host.faulty_disk import AT_CLOSE, AT_FLUSH, AT_WRITE, FaultyDisk, after_each_cut

FULL = 28
IO_ERROR = 5
OLDEST = {"turn": 1, "names": ["Ann"]}
OLD = {"turn": 2, "names": ["Ann", "Bo"], "dice": [1, 5, 5, 2, 3, 6]}
NEW = {"turn": 3, "names": ["Ann", "Bo", "Cy"], "dice": [4, 4, 4, 1]}
NEWEST = {"turn": 4}

every_disk = pytest.mark.parametrize("commits", [AT_WRITE, AT_CLOSE, AT_FLUSH])


def load(disk: FaultyDisk) -> Any:
    """Load the game of this disk."""
    return on(disk, lambda store: store.load("game"))


def save(value: Any) -> Callable[[FaultyDisk], bool]:
    """An action that saves the game on a disk."""
    return lambda disk: on(disk, lambda store: store.save("game", value))


def delete(disk: FaultyDisk) -> None:
    """Delete the game of this disk."""
    on(disk, lambda store: store.delete("game"))


def assert_changes_once(seen: list[Any], old: Any, new: Any) -> None:
    """The records found after cuts at one step after the other: the old one, and from one of the steps on the new."""
    turn = seen.index(new)
    assert turn and seen == [old] * turn + [new] * (len(seen) - turn)


def disk_with(commits: str, *values: Any) -> FaultyDisk:
    """A disk on which these values were saved, one after the other."""
    disk = FaultyDisk(commits)
    for value in values:
        save(value)(disk)
    disk.restart()
    return disk


HISTORIES = [[], [OLD], [OLDEST, OLD]]


@pytest.mark.long
@every_disk
@pytest.mark.parametrize("history", HISTORIES, ids=["first save", "second save", "third save"])
def test_after_a_cut_at_any_step_of_a_save_the_old_or_the_new_record_survives_cuts_in_the_recovery_and_the_next_save(
    commits: str, history: list[Any]
) -> None:
    worlds = after_each_cut(disk_with(commits, *history), save(NEW))
    assert_changes_once([load(world.copy()) for world in worlds], history[-1] if history else None, NEW)
    for world in worlds:
        shown = load(world.copy())
        for recovered in after_each_cut(world, load):
            assert on(recovered.copy(), lambda store: (store.load("game"), store.damaged)) == (shown, [])
            seen = []
            for later in after_each_cut(recovered, save(NEWEST)):
                seen.append(load(later.copy()))
                assert all(load(last) == seen[-1] for last in after_each_cut(later, load))
            assert_changes_once(seen, shown, NEWEST)


@every_disk
@pytest.mark.parametrize("file", ["game", "game.new", "game.old"])
def test_cuts_while_a_damaged_file_is_set_aside_lose_neither_it_nor_the_good_one(commits: str, file: str) -> None:
    disk = disk_with(commits, OLDEST, OLD)
    disk.put(f"{FOLDER}/{file}", b"sixpip 1 5 00000000\nwrong")
    expected = OLDEST if file == "game" else OLD
    for world in after_each_cut(disk, load):
        seen = []
        for later in after_each_cut(world, save(NEW)):
            seen.append(load(later))
            if file != "game.old":  # that one is not read while the record is good, and the next save replaces it
                assert b"sixpip 1 5 00000000\nwrong" in later.files.values()
        assert_changes_once(seen, expected, NEW)


@every_disk
def test_a_cut_during_a_deletion_never_brings_an_older_record_back(commits: str) -> None:
    for world in after_each_cut(disk_with(commits, OLDEST, OLD), save(NEW)):
        shown = load(world.copy())
        seen = [load(later) for later in after_each_cut(world, delete)]
        assert_changes_once(seen, shown, None)


@every_disk
@pytest.mark.parametrize("history", [[], [OLDEST, OLD]], ids=["first save", "third save"])
@pytest.mark.parametrize("lasts", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize(
    ("errno", "error", "words"),
    [
        (FULL, StorageFull, "The disk is full, so the last change is not saved"),
        (IO_ERROR, StorageError, "The last change could not be saved"),
    ],
    ids=["full", "broken"],
)
def test_a_disk_that_fails_at_any_step_is_reported_and_the_record_stays(
    commits: str, history: list[Any], lasts: bool, errno: int, error: type[Exception], words: str
) -> None:
    old = history[-1] if history else None
    good = disk_with(commits, *history)
    save(NEW)(good)
    assert good.steps >= 7
    seen = []
    for step in range(good.steps):
        disk = disk_with(commits, *history)
        disk.fail_at(step, errno, lasts)
        with pytest.raises(error, match=words):
            save(NEW)(disk)
        seen.append(load(disk))
        disk.clear_faults()
        assert load(disk) == seen[-1]
        assert save(NEWEST)(disk)
        assert load(disk) == NEWEST
    assert_changes_once(seen, old, NEW)


def test_a_disk_that_stores_other_bytes_than_were_written_is_detected() -> None:
    class Corrupting(FaultyDisk):
        def write(self, path: str, data: bytes) -> None:
            super().write(path, data.replace(b"3", b"7"))

    disk = Corrupting()
    disk.files = disk_with(AT_WRITE, OLD).files
    disk.folders.add(FOLDER)
    disk.restart()
    with pytest.raises(StorageError, match="could not be saved"):
        save(NEW)(disk)
    assert load(disk) == OLD


def test_a_disk_that_cannot_be_written_can_still_be_read() -> None:
    disk = disk_with(AT_WRITE, OLDEST, OLD)
    disk.put(f"{FOLDER}/game", b"garbage")
    disk.read_only = True
    assert on(disk, lambda store: (store.load("game"), store.damaged)) == (OLDEST, ["game"])
    with pytest.raises(StorageError, match="could not be saved") as failed:
        save(NEW)(disk)
    assert failed.value.args[1] == IO_ERROR
    with pytest.raises(StorageError, match="could not be deleted"):
        delete(disk)
    assert on(disk, lambda store: store.set_aside("game", "no game")) == "game"
    assert load(disk) == OLDEST


def test_a_new_file_that_a_killed_program_left_in_the_write_cache_is_flushed_before_it_counts() -> None:
    disk = disk_with(AT_FLUSH, OLDEST, OLD)
    disk.fail_at(5, IO_ERROR, True)  # the flush, and the deletion after it
    with pytest.raises(StorageError):
        save(NEW)(disk)
    disk.clear_faults()
    assert load(disk) == NEW
    disk.restart()
    assert load(disk) == NEW
