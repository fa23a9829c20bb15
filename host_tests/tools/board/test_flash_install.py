"""What `make flash` changes on a board, what it leaves unchanged, and what it refuses before it changes anything."""

import pytest

from host_tests.flash_fixture import (
    FOREIGN,
    NEW,
    OLD,
    USER_FILES,
    FakePico,
    content,
    disk_space,
    flash,
    old_pico,
    with_manifest,
)
from tools.board.flash import manifest
from tools.board.flash.errors import (
    ConnectionLost,
    DiskFull,
    FileConflict,
    StartError,
    VerifyError,
)
from tools.board.flash.plan import MAIN, PARTS
from tools.board.image import BLOCK_SIZE


def test_an_empty_board_gets_every_file_and_the_manifest() -> None:
    pico = FakePico()
    plan = flash(pico, NEW)
    assert pico.files() == with_manifest(NEW, "2")
    assert plan.new == sorted(NEW)


def test_only_changed_files_are_copied_and_only_our_stale_files_are_deleted() -> None:
    pico = old_pico()
    plan = flash(pico, NEW)
    assert pico.files() == {**with_manifest(NEW, "2"), **USER_FILES, **FOREIGN}
    assert plan.unchanged == ["sixpip/__init__.mpy", "sixpip/same.mpy"]
    assert plan.changed == ["main.py", "sixpip/changed.mpy"]
    assert plan.stale == ["sixpip/gone.mpy", "sixpip/left/gone.mpy"]


def test_folders_that_become_empty_are_deleted_and_others_stay() -> None:
    pico = old_pico()
    pico.put({"sixpip/left/mine.txt": b"mine"})
    flash(pico, NEW)
    assert pico.files()["sixpip/left/mine.txt"] == b"mine"
    other = old_pico()
    flash(other, NEW)
    assert "left" not in other.disk.listdir("/sixpip")


def test_flashing_again_writes_nothing_at_all() -> None:
    pico = old_pico()
    flash(pico, NEW)
    pico.disk.operations.clear()
    assert flash(pico, NEW).is_up_to_date
    assert pico.disk.operations == []


def test_a_file_changed_on_the_board_in_one_byte_is_written_again() -> None:
    pico = old_pico()
    flash(pico, NEW)
    pico.put({"sixpip/same.mpy": b"x" * len(NEW["sixpip/same.mpy"])})
    assert flash(pico, NEW).changed == ["sixpip/same.mpy"]
    assert pico.files() == {**with_manifest(NEW, "2"), **USER_FILES, **FOREIGN}


def test_unfinished_files_are_deleted_even_when_all_others_are_up_to_date() -> None:
    pico = FakePico().put({**with_manifest(NEW, "2"), **USER_FILES, **dict.fromkeys(PARTS, b"unfinished")})
    flash(pico, NEW)
    assert pico.files() == {**with_manifest(NEW, "2"), **USER_FILES}


def test_a_board_flashed_by_hand_gets_its_manifest_without_a_copy() -> None:
    pico = FakePico().put({**NEW, **USER_FILES})
    assert flash(pico, NEW).is_up_to_date
    assert pico.files() == {**with_manifest(NEW, "2"), **USER_FILES}


def test_files_of_the_package_that_are_in_no_manifest_stay() -> None:
    pico = FakePico().put(OLD)
    flash(pico, NEW)
    assert pico.files() == {**OLD, **with_manifest(NEW, "2")}


def test_with_a_damaged_manifest_nothing_is_deleted() -> None:
    damaged = with_manifest(OLD, "1")
    damaged[manifest.NAME] = damaged[manifest.NAME].replace(b"gone", b"game")
    pico = FakePico().put({**damaged, **USER_FILES})
    flash(pico, NEW)
    assert pico.files() == {**OLD, **with_manifest(NEW, "2"), **USER_FILES}


@pytest.mark.parametrize("path", ["/game", "../game", "sixpip/../game"])
def test_a_manifest_with_a_path_outside_the_root_is_rejected(path: str) -> None:
    assert manifest.parse(manifest.manifest_of({path: b""}, "1").text()) is None


def test_a_truncated_manifest_is_rejected() -> None:
    text = manifest.manifest_of(OLD, "1").text()
    assert manifest.parse(text) == manifest.manifest_of(OLD, "1")
    for length in range(1, len(text) - 1):
        assert manifest.parse(text[:length]) is None, length


def test_the_main_of_another_program_is_renamed() -> None:
    foreign = b"print('my weather station')\n"
    pico = FakePico().put({MAIN: foreign, "main_before_sixpip.py": b"an earlier one"})
    plan = flash(pico, NEW)
    assert plan.main_backup == "main_before_sixpip_2.py"
    assert pico.files() == {
        **with_manifest(NEW, "2"),
        "main_before_sixpip.py": b"an earlier one",
        plan.main_backup: foreign,
    }


def test_our_main_that_was_copied_by_hand_is_replaced() -> None:
    pico = FakePico().put({MAIN: b"from sixpip import VERSION\n"})
    assert flash(pico, NEW).main_backup == ""
    assert pico.files() == with_manifest(NEW, "2")


@pytest.mark.parametrize("name", ["sixpip/same.py", "sixpip/same/mine.py"])
def test_a_file_that_would_be_imported_in_place_of_ours_is_refused_before_anything_changes(name: str) -> None:
    pico = FakePico().put({name: b"mine"})
    before = pico.files()
    with pytest.raises(FileConflict, match=rf"^{name} on the board .*sixpip/same.mpy.*mpremote fs rm :{name}"):
        flash(pico, NEW)
    assert pico.files() == before


def test_an_older_source_file_of_ours_is_replaced() -> None:
    pico = FakePico().put(with_manifest({**OLD, "sixpip/same.py": b"older"}, "1"))
    flash(pico, NEW)
    assert pico.files() == with_manifest(NEW, "2")


def test_a_file_with_the_path_of_a_folder_and_a_folder_with_the_path_of_a_file_are_refused() -> None:
    with pytest.raises(FileConflict, match=r"^sixpip on the board "):
        flash(FakePico().put({"sixpip": b""}), NEW)
    with pytest.raises(FileConflict, match=r"^sixpip/same.mpy on the board is a folder"):
        flash(FakePico().put({"sixpip/same.mpy/mine": b""}), NEW)


def test_a_full_disk_is_refused_before_anything_changes_with_the_largest_files_that_are_not_ours() -> None:
    pico = old_pico()
    space = disk_space(pico)
    pico.put({"lib/big.bin": bytes((space.free - 6) * BLOCK_SIZE)})
    before = pico.files()
    with pytest.raises(DiskFull, match=r"needs \d+ KB more free space: .*the largest: lib/big.bin, .*mpremote fs rm"):
        flash(pico, NEW)
    assert pico.files() == before


def test_the_free_space_is_not_smaller_for_folders_which_micropython_counts_twice() -> None:
    pico = FakePico()
    empty = disk_space(pico).free
    pico.put({f"folder{number}/{'deep/' * (number % 2)}file": bytes(BLOCK_SIZE) for number in range(12)})
    space = disk_space(pico)
    folders = 12 + 6
    assert pico.disk.statvfs("/")[3] < space.free == empty - 12 - 2 * folders


def can_update_with(blocks: int) -> bool:
    """Whether an update succeeds with this many blocks free; if not, nothing is changed."""
    pico = old_pico()
    pico.put({"big.bin": bytes((disk_space(pico).free - blocks) * BLOCK_SIZE)})
    before = pico.files()
    try:
        flash(pico, NEW)
    except DiskFull:
        assert pico.files() == before
        return False
    assert {**pico.files(), "big.bin": b""} == {**with_manifest(NEW, "2"), **USER_FILES, **FOREIGN, "big.bin": b""}
    pico.put({"game": bytes(4 * BLOCK_SIZE)})  # there is space left to play
    return True


@pytest.mark.long
def test_an_update_that_does_not_fit_changes_nothing_and_one_that_is_not_refused_fits() -> None:
    fits = [can_update_with(blocks) for blocks in range(1, 40)]
    assert fits == sorted(fits)
    assert True in fits and False in fits


def test_a_disk_that_becomes_full_while_writing_is_reported() -> None:
    pico = old_pico()
    board = pico.board()
    with pytest.raises(DiskFull, match=r"^The board's disk is full: delete .*again\.$"):
        board.write("big", bytes(200 * BLOCK_SIZE))


def test_worn_out_flash_is_detected_and_nothing_starts() -> None:
    pico = old_pico()
    opened = pico.disk.open

    def worn(path: str, mode: str) -> object:
        file = opened(path, mode)
        if path == "/sixpip/changed.mpy" and mode == "wb":
            file.write(b"?")
        return file

    pico.disk.open = worn  # type: ignore[method-assign, assignment]
    with pytest.raises(VerifyError, match=r"^sixpip/changed.mpy on the board differs from what was written: run "):
        flash(pico, NEW)
    assert MAIN not in pico.files()


def test_a_console_that_does_not_print_its_version_is_reported() -> None:
    pico = old_pico()
    pico.starts = False
    flash(pico, NEW)
    with pytest.raises(StartError, match="Sixpip 2 is installed but did not start: unplug the board"):
        pico.board().start("2")


def test_a_console_that_stops_with_an_error_is_reported_with_the_error() -> None:
    crash = b"print() # Sixpip 2\r\nTraceback (most recent call last):\r\n  File x\r\nOSError: 19\r\n"
    pico = FakePico().put({MAIN: crash})
    with pytest.raises(StartError, match="stops with OSError: 19: run make repl and press Ctrl-D"):
        pico.board().start("2")


def test_a_disconnected_board_is_reported_in_one_sentence_and_not_contacted_again() -> None:
    pico = old_pico()
    board = pico.board()
    pico.disconnect_after = pico.programs
    with pytest.raises(ConnectionLost, match=r"^The connection to the board on a fake port was lost: plug it in and"):
        board.list_files()
    board.close()
    assert pico.closed


def test_names_with_quotes_and_all_kinds_of_letters_are_transferred_correctly() -> None:
    pico = FakePico()
    board = pico.board()
    files = {'it\'s "ours" \\ ä.txt': content("a", 3000), "empty": b""}
    for path, data in files.items():
        board.write(path, data)
    assert pico.files() == files
    assert board.list_files()[0] == {path: len(data) for path, data in files.items()}
    assert {path: board.read(path) for path in files} == files
