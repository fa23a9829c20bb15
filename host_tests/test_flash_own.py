"""`make backup`, `make restore` and `make doctor`: the maker's own files, and what is said of a board."""

import zipfile
from pathlib import Path

import pytest

from host_tests.flash_bench import FOREIGN, NEW, OLD, OWN, FakePico, flash, listed, old_pico
from sixpip.storage.records import Store
from tools.flash import manifest, own
from tools.flash.doctor import Findings, examine
from tools.flash.errors import NotWhole, UsageError
from tools.flash.plan import PARTS
from tools.power_loss.disk import Disk
from tools.power_loss.images import cuts


def test_a_backup_holds_all_that_is_the_makers_and_no_program() -> None:
    pico = old_pico().put({PARTS[0]: b"half", "played/records": b"of a later version"})
    assert own.fetch(pico.board()) == {**OWN, "played/records": b"of a later version"}


@pytest.mark.parametrize("name", ["folder", "deep/backup.zip"])
def test_a_backup_comes_back_whole_from_a_folder_and_from_a_zip(tmp_path: Path, name: str) -> None:
    own.keep(own.fetch(old_pico().board()), tmp_path / name)
    assert own.kept(tmp_path / name) == OWN
    fresh = FakePico()
    flash(fresh, NEW)
    own.put_back(fresh.board(), own.kept(tmp_path / name))
    assert fresh.files() == {**listed(NEW, "2"), **OWN}


def test_a_backup_never_replaces_another(tmp_path: Path) -> None:
    for name in ("backup.zip", "folder"):
        own.keep(OWN, tmp_path / name)
        with pytest.raises(UsageError, match="is there already.*TO="):
            own.keep({"game": b"other"}, tmp_path / name)
        assert own.kept(tmp_path / name) == OWN


def test_a_backup_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"cannot be written \(.*\): name another place, TO="):
        own.keep(OWN, tmp_path / "file" / "backup")


def test_a_byte_lost_on_the_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    board = old_pico().board()
    read = board.read
    monkeypatch.setattr(board, "read", lambda path: read(path)[:-1] if path == "game" else read(path))
    with pytest.raises(NotWhole, match=r"^game came differently from the board"):
        own.fetch(board)


def record(folder: Path, *values: str) -> dict[str, bytes]:
    """The files of the record `game` after these were saved in turn, as the console writes them."""
    store = Store(str(folder))
    for value in values:
        store.save("game", value)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def loaded(files: dict[str, bytes], folder: Path) -> object:
    """What the console would read from the record `game` among these files."""
    folder.mkdir()
    for name in [name for name in files if name.startswith("game")]:
        (folder / name).write_bytes(files[name])
    return Store(str(folder)).load("game")


def test_a_restored_game_counts_before_one_that_the_board_was_just_saving(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    saved = record(tmp_path / "first", "restored")
    other = record(tmp_path / "second", "older", "newer")
    pico = FakePico().put({"game": other["game.old"], "game.new": other["game"], "game.old": other["game.old"]})
    assert loaded(pico.files(), tmp_path / "before") == "newer"
    own.put_back(pico.board(), saved)
    assert pico.files() == saved
    assert loaded(pico.files(), tmp_path / "after") == "restored"


def test_power_lost_while_a_game_is_restored_leaves_the_one_before_or_the_restored_one(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    saved = record(tmp_path / "first", "restored")
    other = record(tmp_path / "second", "older", "newer")
    pico = FakePico().put({"game": other["game.old"], "game.new": other["game"]})
    image = pico.disk.image
    pico.disk.operations.clear()
    own.put_back(pico.board(), saved)
    counts = [
        loaded(Disk(cut.image).files(), tmp_path / str(number))
        for number, cut in enumerate(cuts(image, pico.disk.operations))
    ]
    assert counts == ["newer"] * counts.count("newer") + ["restored"] * counts.count("restored")
    assert counts[0] == "newer" and counts[-1] == "restored"


def test_restoring_leaves_what_is_not_in_the_backup_and_writes_only_what_differs() -> None:
    pico = old_pico().put({"game": b"another game", "rules-farkle": b"house rules"})
    pico.disk.operations.clear()
    own.put_back(pico.board(), OWN)
    written = len(pico.disk.operations)
    assert pico.files() == {**listed(OLD, "1"), **OWN, **FOREIGN, "rules-farkle": b"house rules"}
    own.put_back(pico.board(), OWN)
    assert 0 < written == len(pico.disk.operations)


@pytest.mark.parametrize("name", ["main.py", "../game", "/game", "variants/../../game", manifest.NAME, "lib/x.mpy"])
def test_a_backup_with_what_a_backup_never_holds_is_refused(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "backup.zip", "w") as archive:
        archive.writestr(name, b"x")
    with pytest.raises(UsageError, match=r"is not a backup of ours, for it holds "):
        own.kept(tmp_path / "backup.zip")


def test_a_damaged_an_empty_and_an_absent_backup_are_refused(tmp_path: Path) -> None:
    own.keep(OWN, tmp_path / "whole.zip")
    data = (tmp_path / "whole.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(data[: len(data) // 2])
    at = data.index(OWN["settings"][:0] + b"settings") + 20
    (tmp_path / "flipped.zip").write_bytes(data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :])
    for name in ("cut.zip", "flipped.zip", "absent.zip"):
        with pytest.raises(UsageError, match=r"is not a whole backup .*FROM="):
            own.kept(tmp_path / name)
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="There is nothing in"):
        own.kept(tmp_path / "empty")


# make doctor


def facts(found: Findings) -> dict[str, str]:
    return dict(found.facts)


def test_a_board_that_is_well_is_described_and_nothing_on_it_changes() -> None:
    pico = old_pico()
    flash(pico, NEW)
    pico.disk.operations.clear()
    found = examine(pico.board(), "2")
    said = facts(found)
    assert found.faults == []
    assert said["Board"] == "Raspberry Pi Pico with RP2040, MicroPython 1.24.1 on a fake port"
    assert said["Installed"] == f"Sixpip 2: {len(NEW)} files, all whole"
    assert said["Your own"].startswith("crash.log, game, game.old, logs/game-1.log, settings, variants/grandma.json (")
    assert said["Not ours"] == "boot.py, lib/other.mpy"
    assert said["Free space"].endswith(" of 384 KB")
    assert pico.disk.operations == []


def test_a_flash_that_broke_off_is_recognised() -> None:
    pico = old_pico()
    pico.disk.remove("/main.py")
    found = examine(pico.board(), "1")
    assert "1 missing, 0 not as they were written" in facts(found)["Installed"]
    assert found.faults == ["main.py is missing, so nothing starts (a flash that broke off leaves it so): make flash."]


def test_files_that_are_missing_or_damaged_are_named() -> None:
    pico = old_pico().put({"sixpip/changed.mpy": b"damaged"})
    pico.disk.remove("/sixpip/gone.mpy")
    found = examine(pico.board(), "1")
    assert "1 missing, 1 not as they were written" in facts(found)["Installed"]
    assert found.faults == [
        "These files are not as they should be: sixpip/gone.mpy, sixpip/changed.mpy: make flash mends them."
    ]


def test_an_older_version_is_said_and_is_no_fault() -> None:
    found = examine(old_pico().board(), "2")
    assert facts(found)["Here"] == "Sixpip 2: make flash brings it to the board"
    assert found.faults == []


def test_a_board_without_sixpip_and_one_without_its_list_are_told_apart() -> None:
    assert examine(FakePico().board(), "2").faults == ["Sixpip is not on this board: make flash puts it there."]
    assert "cannot be said whether the files are whole" in examine(FakePico().put(NEW).board(), "2").faults[0]


def test_a_file_that_would_be_imported_in_place_of_ours_is_a_fault() -> None:
    pico = old_pico().put({"sixpip/same.py": b"mine"})
    assert examine(pico.board(), "1").faults == [
        "sixpip/same.py would be imported in place of ours: remove it with `mpremote fs rm :sixpip/same.py`."
    ]


def test_many_names_are_cut_short() -> None:
    pico = old_pico().put({f"note{number}": b"" for number in range(9)})
    assert " and 9 more (" in facts(examine(pico.board(), "1"))["Your own"]
