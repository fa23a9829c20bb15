"""`make backup`, `make restore` and `make doctor`: the user's files, and the report about a board."""

from pathlib import Path

import pytest

from host_tests.flash_fixture import (
    FOREIGN,
    NEW,
    OLD,
    USER_FILES,
    FakePico,
    disk_space,
    flash,
    old_pico,
    with_manifest,
)
from host_tests.statistics_fixture import SAVED
from sixpip.storage.records import Store
from tools.board.flash.doctor import Findings, examine
from tools.board.flash.errors import DiskFull, UsageError, VerifyError
from tools.board.flash.plan import PARTS
from tools.board.flash.user_files import read_backup, read_user_files, restore_user_files, write_backup
from tools.board.image import BLOCK_SIZE
from tools.check.power_loss.disk import Disk
from tools.check.power_loss.images import cuts


def test_a_backup_holds_all_user_files_and_no_program() -> None:
    unlisted = {"sixpip/unlisted.mpz": b"copied by hand", PARTS[0]: b"unfinished"}
    pico = old_pico().put({**unlisted, "played/records": b"of a later version"})
    assert read_user_files(pico.board()) == {**USER_FILES, "played/records": b"of a later version"}


@pytest.mark.parametrize("name", ["folder", "deep/backup.zip"])
def test_a_backup_is_restored_completely_from_a_folder_and_from_a_zip(tmp_path: Path, name: str) -> None:
    write_backup(read_user_files(old_pico().board()), tmp_path / name)
    assert read_backup(tmp_path / name) == USER_FILES
    fresh = FakePico()
    flash(fresh, NEW)
    restore_user_files(fresh.board(), read_backup(tmp_path / name))
    assert fresh.files() == {**with_manifest(NEW, "2"), **USER_FILES}


def records_files(folder: Path, saved: object) -> dict[str, bytes]:
    """The files of the records of a console."""
    Store(str(folder)).save("statistics", saved)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_backup_never_overwrites_another(tmp_path: Path) -> None:
    for name in ("backup.zip", "folder"):
        write_backup(USER_FILES, tmp_path / name)
        with pytest.raises(UsageError, match="already exists.*TO="):
            write_backup({"game": b"other"}, tmp_path / name)
        assert read_backup(tmp_path / name) == USER_FILES


def test_a_backup_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"cannot be written \(.*\): choose another place with TO="):
        write_backup(USER_FILES, tmp_path / "file" / "backup")


def test_a_byte_lost_in_transfer_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    board = old_pico().board()
    read = board.read
    monkeypatch.setattr(board, "read", lambda path: read(path)[:-1] if path == "game" else read(path))
    with pytest.raises(VerifyError, match=r"^game was not read correctly from the board"):
        read_user_files(board)


def record(folder: Path, *values: str) -> dict[str, bytes]:
    """The files of the record `game` after the console saved these values in turn."""
    store = Store(str(folder))
    for value in values:
        store.save("game", value)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def loaded(files: dict[str, bytes], folder: Path) -> object:
    """The value that the console reads from the record `game` in these files."""
    folder.mkdir()
    for name in [name for name in files if name.startswith("game")]:
        (folder / name).write_bytes(files[name])
    return Store(str(folder)).load("game")


def test_a_restored_game_has_priority_over_one_that_the_board_was_just_saving(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    saved = record(tmp_path / "first", "restored")
    other = record(tmp_path / "second", "older", "newer")
    pico = FakePico().put({"game": other["game.old"], "game.new": other["game"], "game.old": other["game.old"]})
    assert loaded(pico.files(), tmp_path / "before") == "newer"
    restore_user_files(pico.board(), saved)
    assert pico.files() == saved
    assert loaded(pico.files(), tmp_path / "after") == "restored"


def test_power_loss_while_a_game_is_restored_leaves_the_one_before_or_the_restored_one(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    saved = record(tmp_path / "first", "restored")
    other = record(tmp_path / "second", "older", "newer")
    pico = FakePico().put({"game": other["game.old"], "game.new": other["game"]})
    image = pico.disk.image
    pico.disk.operations.clear()
    restore_user_files(pico.board(), saved)
    counts = [
        loaded(Disk(cut.image).files(), tmp_path / str(number))
        for number, cut in enumerate(cuts(image, pico.disk.operations))
    ]
    assert counts == ["newer"] * counts.count("newer") + ["restored"] * counts.count("restored")
    assert counts[0] == "newer" and counts[-1] == "restored"


LONG = 3000
"""More than is sent at a time."""


def test_a_restore_on_a_full_disk_loses_nothing_and_leaves_no_part() -> None:
    pico = FakePico().put({"game": b"b" * LONG})
    pico.put({"mine": bytes((disk_space(pico).free - 4) * BLOCK_SIZE)})
    before = pico.files()
    board = pico.board()
    with pytest.raises(DiskFull, match="disk is full: delete files of your own"):
        restore_user_files(board, {"game": b"r" * (9 * BLOCK_SIZE)})
    board.close()
    assert pico.files() == before


def test_a_restore_keeps_files_that_are_not_in_the_backup_and_writes_only_what_differs() -> None:
    pico = old_pico().put({"game": b"another game", "rules-farkle": b"house rules"})
    pico.disk.operations.clear()
    restore_user_files(pico.board(), USER_FILES)
    written = len(pico.disk.operations)
    assert pico.files() == {**with_manifest(OLD, "1"), **USER_FILES, **FOREIGN, "rules-farkle": b"house rules"}
    restore_user_files(pico.board(), USER_FILES)
    assert 0 < written == len(pico.disk.operations)


def test_an_empty_and_a_missing_backup_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"missing.zip cannot be read \(No such file or directory\): name a backup"):
        read_backup(tmp_path / "missing.zip")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="empty is empty: name a backup"):
        read_backup(tmp_path / "empty")


# make doctor


def facts(findings: Findings) -> dict[str, str]:
    return dict(findings.facts)


def test_an_intact_board_is_described_and_nothing_on_it_changes() -> None:
    pico = old_pico()
    flash(pico, NEW)
    pico.disk.operations.clear()
    findings = examine(pico.board(), "2")
    report = facts(findings)
    assert findings.faults == []
    assert (
        report["Board"] == "Pico, Pico H or Pico W (Raspberry Pi Pico with RP2040), MicroPython 1.24.1 on a fake port"
    )
    assert report["Installed"] == f"Sixpip 2: {len(NEW)} files, all intact"
    assert report["Your files"].startswith(
        "crash.log, game, game.old, logs/game-1.log, parked/farkle, settings and 1 more ("
    )
    assert report["Other files"] == "boot.py, lib/other.mpy"
    assert report["Free space"].endswith(" of 384 KB")
    assert pico.disk.operations == []


def test_records_are_counted_and_damaged_ones_are_a_fault_and_stay_as_they_are(tmp_path: Path) -> None:
    intact = old_pico().put(records_files(tmp_path / "intact", SAVED))
    assert facts(examine(intact.board(), "1"))["Records"] == "of 3 games, statistics of 2 players"
    files = records_files(tmp_path / "rows", {**SAVED, "persons": [["ANNA", 5]]})
    cut = {"statistics": records_files(tmp_path / "cut", SAVED)["statistics"][:-9]}
    for damaged, reason in ((files, "row 1 is not valid"), (cut, "cut short")):
        pico = old_pico().put(damaged)
        assert examine(pico.board(), "1").faults == [
            f"A part of the records is damaged ({reason}): make backup saves it, the console leaves it out."
        ]
        assert pico.files()["statistics"] == damaged["statistics"]


def test_an_interrupted_flash_is_recognized() -> None:
    pico = old_pico()
    pico.disk.remove("/main.py")
    findings = examine(pico.board(), "1")
    assert "1 missing, 0 damaged" in facts(findings)["Installed"]
    assert findings.faults == ["main.py is missing, as after an interrupted make flash: run make flash again."]


def test_files_that_are_missing_or_damaged_are_named() -> None:
    pico = old_pico().put({"sixpip/changed.mpy": b"damaged"})
    pico.disk.remove("/sixpip/gone.mpy")
    findings = examine(pico.board(), "1")
    assert "1 missing, 1 damaged" in facts(findings)["Installed"]
    assert findings.faults == ["Files are missing or damaged (sixpip/gone.mpy, sixpip/changed.mpy): run make flash."]


def test_an_older_version_is_reported_and_is_no_fault() -> None:
    findings = examine(old_pico().board(), "2")
    assert facts(findings)["Available"] == "Sixpip 2: make flash installs it"
    assert findings.faults == []


def test_a_board_without_sixpip_and_one_without_the_manifest_are_distinguished() -> None:
    assert examine(FakePico().board(), "2").faults == ["Sixpip is not installed on this board: run make flash."]
    assert "The files cannot be checked" in examine(FakePico().put(NEW).board(), "2").faults[0]


def test_a_file_that_would_be_imported_in_place_of_ours_is_a_fault() -> None:
    pico = old_pico().put({"sixpip/same.py": b"mine"})
    assert examine(pico.board(), "1").faults == [
        "sixpip/same.py is imported in place of our module: delete it with `mpremote fs rm :sixpip/same.py`."
    ]
