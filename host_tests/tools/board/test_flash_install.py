"""What `make flash` changes on each board, what it leaves unchanged, what it refuses, and what a power loss leaves."""

import contextlib
from dataclasses import replace
from typing import Any

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
from sixpip.board.chips import RP2040, RP2350
from tools.board import boards
from tools.board.boards import BOARDS, Board
from tools.board.flash import manifest
from tools.board.flash.doctor import examine
from tools.board.flash.errors import (
    ConnectionLost,
    DiskFull,
    FileConflict,
    FlashError,
    StartError,
    VerifyError,
    WrongBoard,
)
from tools.board.flash.install import read_manifest, read_state
from tools.board.flash.plan import MAIN, PART, PARTS, file_blocks, make_plan
from tools.board.flash.scripts import MOST_LIST
from tools.board.flash.user_files import restore_user_files
from tools.board.image import BLOCK_SIZE, ImageTooSmall, make_image
from tools.board.module_file import MODULES, pointer_bytes
from tools.check.power_loss.disk import Disk, format_image
from tools.check.power_loss.images import cuts


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


def test_of_folders_in_folders_that_become_empty_none_is_left() -> None:
    older = {MAIN: OLD[MAIN], "old/deep/deeper/gone.mpy": b"x", "old/gone.mpy": b"x", "half/deep/gone.mpy": b"x"}
    pico = FakePico().put({**with_manifest(older, "1"), "half/mine.txt": b"mine"})
    flash(pico, NEW)
    assert pico.files() == {**with_manifest(NEW, "2"), "half/mine.txt": b"mine"}
    assert pico.board().list_files()[1] == {"sixpip", "sixpip/more", "half"}


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


@pytest.mark.parametrize("part", PARTS)
def test_a_single_unfinished_file_is_deleted_too(part: str) -> None:
    pico = FakePico().put({**with_manifest(NEW, "2"), part: b"unfinished"})
    flash(pico, NEW)
    assert pico.files() == with_manifest(NEW, "2")


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


@pytest.mark.parametrize(("size", "is_read"), [(200_000, True), (1_000_000, False)])
def test_a_list_of_thousands_of_files_is_read_and_a_file_of_a_megabyte_in_its_place_is_not(
    size: int, is_read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = FakePico().board()
    text = manifest.manifest_of(OLD, "1").text()
    monkeypatch.setattr(board, "read", lambda path: text if is_read else pytest.fail("it is read"))
    assert read_manifest(board, {manifest.NAME: size}) == (manifest.parse(text) if is_read else None)
    assert read_manifest(board, {"main.py": 5}) is None


def test_the_main_of_another_program_is_renamed() -> None:
    foreign = b"print('my weather station')\n"
    pico = FakePico().put({MAIN: foreign, "main_before_sixpip.py": b"an earlier one"})
    plan = flash(pico, NEW)
    assert plan.renames == {MAIN: "main_before_sixpip_2.py"}
    assert pico.files() == {
        **with_manifest(NEW, "2"),
        "main_before_sixpip.py": b"an earlier one",
        plan.renames[MAIN]: foreign,
    }


def test_our_main_that_was_copied_by_hand_is_replaced() -> None:
    pico = FakePico().put({MAIN: b"from sixpip import VERSION\n"})
    assert flash(pico, NEW).renames == {}
    assert pico.files() == with_manifest(NEW, "2")


@pytest.mark.parametrize("name", ["sixpip/same.py", "sixpip/same/mine.py"])
def test_a_file_that_would_be_imported_in_place_of_ours_is_refused_before_anything_changes(name: str) -> None:
    pico = FakePico().put({name: b"mine"})
    before = pico.files()
    with pytest.raises(FileConflict, match=rf"^{name} on the board .*sixpip/same.mpy.*mpremote fs rm :{name}"):
        flash(pico, NEW)
    assert pico.files() == before


@pytest.mark.parametrize("name", ["sixpip/rules/mine.py", "sixpip/same.mpy"])
def test_a_module_that_was_copied_by_hand_is_refused_because_it_goes_before_the_file_of_the_modules(name: str) -> None:
    firmware = {MAIN: b"import sixpip\n", MODULES: b"modules"}
    pico = FakePico().put({name: b"mine", "sixpip/notes.txt": b"mine"})
    with pytest.raises(FileConflict, match=rf"^{name} on the board .*in place of {MODULES}.*mpremote fs rm :{name}"):
        flash(pico, firmware)
    pico = FakePico().put({**with_manifest({MAIN: b"import sixpip\n", name: b"ours"}, "1")})
    flash(pico, firmware)
    assert pico.files() == with_manifest(firmware, "2")


def test_a_source_file_in_place_of_a_compiled_package_is_refused() -> None:
    pico = FakePico().put({"sixpip/__init__.py": b"mine"})
    with pytest.raises(FileConflict, match=r"^sixpip/__init__.py on the board .*sixpip/__init__.mpy"):
        flash(pico, NEW)


HIDING = {
    "json.py": b"mine",
    "lib/os.mpy": b"mine",
    "time/data.txt": b"1",
    "lib/hashlib/__init__.py": b"",
    "time_before_sixpip": b"an earlier one",
}
NOT_HIDING = {
    "sys.py": b"x",
    "lib/gc/__init__.py": b"",
    "random.py": b"x",
    "json": b"x",
    "other/json.py": b"x",
    "main.mpy": b"x",
    "sixpip.py": b"x",
    "lib/sixpip/compat.py": b"x",
}
RENAMED = {
    "json.py": "json_before_sixpip.py",
    "lib/hashlib": "lib/hashlib_before_sixpip",
    "lib/os.mpy": "lib/os_before_sixpip.mpy",
    "time": "time_before_sixpip_2",
}


def test_what_hides_a_module_of_micropython_is_named_by_doctor_and_renamed_by_flash_and_nothing_else() -> None:
    pico = FakePico().put({**with_manifest(NEW, "2"), **HIDING, **NOT_HIDING})
    faults = examine(pico.board(), "2").faults
    remedy = "which cannot start without it: run make flash, which renames it."
    assert faults == [f"{path} hides a module of MicroPython or Sixpip, {remedy}" for path in RENAMED]
    plan = flash(pico, NEW)
    assert plan.is_up_to_date and plan.renames == RENAMED
    assert plan.rename_sentences()[0] == (
        "json.py, which hides a module of MicroPython or Sixpip, is renamed to json_before_sixpip.py."
    )
    moved = {
        "json_before_sixpip.py": b"mine",
        "lib/os_before_sixpip.mpy": b"mine",
        "time_before_sixpip_2/data.txt": b"1",
        "lib/hashlib_before_sixpip/__init__.py": b"",
        "time_before_sixpip": b"an earlier one",
    }
    assert pico.files() == {**with_manifest(NEW, "2"), **NOT_HIDING, **moved}
    assert examine(pico.board(), "2").faults == []
    assert flash(pico, NEW).renames == {}


@pytest.mark.parametrize("taken", ["", "/x"], ids=["by a file", "by a folder"])
@pytest.mark.parametrize(
    ("there", "path", "new"),
    [
        ("json/data.txt", "json", "json_before_sixpip"),
        ("lib/os.mpy", "lib/os.mpy", "lib/os_before_sixpip.mpy"),
        (MAIN, MAIN, "main_before_sixpip.py"),
    ],
)
def test_what_is_renamed_gets_a_name_that_no_file_and_no_folder_has(
    there: str, path: str, new: str, taken: str
) -> None:
    pico = FakePico().put({there: b"mine", new + taken: b"an earlier one"})
    stem, dot, suffix = new.partition(".")
    free = f"{stem}_2{dot}{suffix}"
    assert flash(pico, NEW).renames == {path: free}
    assert pico.files() == {
        **with_manifest(NEW, "2"),
        new + taken: b"an earlier one",
        free + there.removeprefix(path): b"mine",
    }


@pytest.mark.parametrize("folder", ["lib/array", "sixpip/same", "sixpip/more/added"])
def test_an_empty_folder_hides_a_module_too(folder: str) -> None:
    pico = FakePico().put({**with_manifest(NEW, "2"), folder + "/deep/x": b""})
    pico.disk.remove(f"/{folder}/deep/x")
    assert any(fault.startswith(folder + " hides") for fault in examine(pico.board(), "2").faults)
    assert flash(pico, NEW).renames == {folder: folder + "_before_sixpip"}
    assert examine(pico.board(), "2").faults == []


RAISES = b'Traceback (most recent call last):\r\n  File "boot.py", line 1, in <module>\r\n'
BOOTS = {
    "ImportError": (b"before\r\n" + RAISES + b"ImportError: no module named 'network'\r\n", True),
    "an error of its own": (RAISES + b"Mine: x y\r\n", True),
    "an endless loop": (b"hello\r\n", False),
}
FAULTS = ["stops with ImportError: no module named 'network'", "stops with Mine: x y", "does not end"]


@pytest.mark.parametrize(("boot", "fault"), [*zip(BOOTS.values(), FAULTS, strict=True)], ids=BOOTS)
def test_a_boot_py_that_fails_or_does_not_end_is_named_and_renamed(boot: tuple[bytes, bool], fault: str) -> None:
    pico = old_pico()
    pico.boot_output, pico.boot_ends = boot
    faults = examine(pico.board(), "1").faults
    assert faults == [
        f"The boot.py of another program {fault} before Sixpip can start: run make flash, which renames it."
    ]
    plan = flash(pico, NEW)
    assert plan.renames == {"boot.py": "boot_before_sixpip.py"}
    assert plan.rename_sentences() == [
        f"The boot.py of another program, which {fault}, is renamed to boot_before_sixpip.py."
    ]
    assert pico.files() == {
        **{path: data for path, data in DONE.items() if path != "boot.py"},
        "boot_before_sixpip.py": FOREIGN["boot.py"],
    }


def test_a_boot_py_that_ends_but_keeps_the_console_from_starting_is_named() -> None:
    pico = old_pico()
    pico.starts = False
    with pytest.raises(
        StartError,
        match=r"^Sixpip is installed, but the boot.py of another program keeps Sixpip from .*rm :boot.py`\.$",
    ):
        pico.board().start("1", has_boot=True)


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


def test_an_update_says_how_much_space_it_lacks_and_fits_when_it_lacks_none() -> None:
    state = read_state(old_pico().board(), NEW)

    def lacks_kb(free: int) -> int | None:
        try:
            make_plan(replace(state, disk=replace(state.disk, free=free)), NEW, "2")
        except DiskFull as error:
            return int(str(error).partition(" needs ")[2].split()[0])
        return None

    found = [lacks_kb(free) for free in range(40)]
    most, block_kb = found[0] or 0, BLOCK_SIZE // 1024
    assert found == [max(0, most - free * block_kb) or None for free in range(40)]
    assert block_kb in found and None in found


def test_no_file_takes_more_blocks_than_are_counted_for_it_and_none_much_fewer() -> None:
    room = 0
    for block in range(1024):  # of the largest disk
        room += BLOCK_SIZE - pointer_bytes(block)
        assert file_blocks(room, BLOCK_SIZE) - (block + 1) in (0, 1)
        assert file_blocks(room + 1, BLOCK_SIZE) == block + 2
    assert file_blocks(0, BLOCK_SIZE) == file_blocks(1, BLOCK_SIZE) == 1


def test_a_board_that_is_up_to_date_is_not_refused_for_a_full_disk() -> None:
    pico = old_pico()
    flash(pico, NEW)
    state = read_state(pico.board(), NEW)
    assert make_plan(replace(state, disk=replace(state.disk, free=0)), NEW, "2").is_up_to_date


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


@pytest.mark.parametrize("worn_file", ["sixpip/changed.mpy", MAIN + PART, manifest.NAME + PART])
def test_worn_out_flash_is_detected_and_nothing_of_the_new_version_starts(worn_file: str) -> None:
    pico = old_pico()
    opened = pico.disk.open

    def worn(path: str, mode: str) -> object:
        file = opened(path, mode)
        if path == f"/{worn_file}" and mode == "wb":
            file.write(b"?")
        return file

    pico.disk.open = worn  # type: ignore[method-assign, assignment]
    with pytest.raises(VerifyError, match=rf"^{worn_file} on the board differs from what was written: run "):
        flash(pico, NEW)
    assert MAIN not in pico.files()


def test_a_console_that_does_not_print_its_version_is_reported() -> None:
    pico = old_pico()
    pico.starts = False
    flash(pico, NEW)
    with pytest.raises(StartError, match="Sixpip 2 is installed but did not start: unplug the board"):
        pico.board().start("2")


@pytest.mark.parametrize("has_boot", [False, True])
def test_a_console_that_stops_with_an_error_is_reported_with_the_error(has_boot: bool) -> None:
    crash = b"print() # Sixpip 2\r\nTraceback (most recent call last):\r\n  File x\r\nOSError: 19\r\n"
    pico = FakePico().put({MAIN: crash})
    with pytest.raises(StartError, match="^Sixpip is .* stops with OSError: 19: run make repl and press Ctrl-D"):
        pico.board().start("2", has_boot)


def test_a_disconnected_board_is_reported_in_one_sentence_and_not_contacted_again() -> None:
    pico = old_pico()
    board = pico.board()
    pico.disconnect_after = pico.programs
    with pytest.raises(ConnectionLost, match=r"^The connection to the board on a fake port was lost: plug it in and"):
        board.list_files()
    board.close()
    assert pico.closed


def test_a_list_of_more_files_than_a_backup_can_have_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pico = old_pico()
    board = pico.board()
    path = "a" * 3000
    line = repr((b"/" + path.encode(), 1)).encode() + b"\r\n"
    for lines, refused in ((MOST_LIST // len(line), False), (MOST_LIST // len(line) + 1, True)):
        monkeypatch.setattr(pico, "exec", lambda command, lines=lines: line * lines)
        with pytest.raises(FlashError, match="more files than") if refused else contextlib.nullcontext():
            assert board.list_files() == ({path: 1}, set())


def test_names_with_quotes_and_all_kinds_of_letters_are_transferred_correctly() -> None:
    pico = FakePico()
    board = pico.board()
    files = {'it\'s "ours" \\ ä.txt': content("a", 3000), "empty": b""}
    for path, data in files.items():
        board.write(path, data)
    assert pico.files() == files
    assert board.list_files()[0] == {path: len(data) for path, data in files.items()}
    assert {path: board.read(path) for path in files} == files


# Power loss


DONE = {**with_manifest(NEW, "2"), **USER_FILES, **FOREIGN}


def check_complete_or_not_started(files: dict[str, bytes]) -> None:
    """If main.py exists, the version is complete: all files of the old one, or all of the new one."""
    if MAIN in files:
        version = OLD if files[MAIN] == OLD[MAIN] else NEW
        assert {path: files.get(path) for path in version} == version


def check_other_files(files: dict[str, bytes]) -> None:
    assert {path: files.get(path) for path in {**USER_FILES, **FOREIGN}} == {**USER_FILES, **FOREIGN}
    assert set(files) <= {*OLD, *NEW, *USER_FILES, *FOREIGN, manifest.NAME, *PARTS}


@pytest.mark.long
def test_after_power_loss_at_any_flash_operation_the_next_flash_repairs_the_board_also_with_another_version() -> None:
    third = {**OLD, MAIN: b"import sixpip # Sixpip 3\n"}
    pico = old_pico()
    image = pico.disk.image
    pico.disk.operations.clear()
    flash(pico, NEW)
    count = 0
    for cut in cuts(image, pico.disk.operations):
        files = Disk(cut.image).files()
        check_complete_or_not_started(files)
        check_other_files(files)
        repaired, other = FakePico(cut.image), FakePico(cut.image)
        flash(repaired, NEW)
        assert repaired.files() == DONE
        flash(other, third, "3")
        assert other.files() == {**with_manifest(third, "3"), **USER_FILES, **FOREIGN}
        count += 1
    assert count > 2 * len(NEW)


@pytest.mark.long
def test_a_board_on_its_battery_whose_cable_is_pulled_at_any_moment_is_repaired_by_the_next_flash() -> None:
    image = old_pico().disk.image
    count = 0
    for programs in range(1, 1000):
        pico = FakePico(image)
        pico.disconnect_after = programs
        try:
            flash(pico, NEW)
        except ConnectionLost:
            pico.disconnect_after = None
            pico.soft_reset()
            check_complete_or_not_started(pico.files())
            check_other_files(pico.files())
            flash(pico, NEW)
            assert pico.files() == DONE
            count += 1
        else:
            break
    assert count > 2 * len(NEW)


def test_after_an_interruption_at_any_moment_doctor_calls_a_whole_firmware_whole_and_by_its_version() -> None:
    image = old_pico().disk.image
    seen = set()
    for programs in range(1, 60):
        pico = FakePico(image)
        pico.disconnect_after = programs
        with contextlib.suppress(ConnectionLost):
            flash(pico, NEW)
        pico.disconnect_after = None
        pico.soft_reset()
        main = pico.files().get(MAIN)
        version = {OLD[MAIN]: "1", NEW[MAIN]: "2"}.get(main or b"", "")
        findings = examine(pico.board(), "2")
        if version:
            assert dict(findings.facts)["Installed"].startswith(f"Sixpip {version}: ")
            assert findings.faults == []
        else:
            assert findings.faults == ["main.py is missing, as after an interrupted make flash: run make flash again."]
        seen.add(version)
    assert seen == {"1", "", "2"}


@pytest.mark.parametrize(
    "words", ["os.remove('/sixpip/gone.mpy')", "open('/sixpip/added.mpy'", "open('/main.py.part'", "'/main.py')"]
)
def test_of_an_interrupted_update_no_file_is_left_whichever_version_is_flashed_next(words: str) -> None:
    image = old_pico().disk.image
    third = {path: data for path, data in OLD.items() if "gone" not in path}
    for firmware, version in ((NEW, "2"), (third, "3")):
        pico = FakePico(image)
        run = pico.exec

        def pull_the_cable(command: str, run: Any = run) -> bytes:
            if words in command and "os.remove('/main.py')" not in command:
                raise OSError(5, "the cable is out")
            output: bytes = run(command)
            return output

        pico.exec = pull_the_cable  # type: ignore[method-assign]
        with pytest.raises(ConnectionLost):
            flash(pico, NEW)
        check_complete_or_not_started(pico.files())
        pico.exec = run  # type: ignore[method-assign]
        pico.soft_reset()
        flash(pico, firmware, version)
        assert pico.files() == {**with_manifest(firmware, version), **USER_FILES, **FOREIGN}


@pytest.mark.parametrize("path", ["game", "settings", "logs/game-1.log"])
def test_power_loss_during_a_restore_leaves_each_file_as_before_or_as_in_the_backup(path: str) -> None:
    pico = old_pico()
    image = pico.disk.image
    pico.disk.operations.clear()
    saved = {**USER_FILES, path: b"as in the backup"}
    restore_user_files(pico.board(), saved)
    restored = []
    for cut in cuts(image, pico.disk.operations):
        restored.append(Disk(cut.image).files()[path] != USER_FILES[path])
        assert Disk(cut.image).files()[path] == (saved if restored[-1] else USER_FILES)[path]
        repaired = FakePico(cut.image)
        restore_user_files(repaired.board(), saved)
        assert repaired.files() == {**with_manifest(OLD, "1"), **saved, **FOREIGN}
    assert restored == sorted(restored) and set(restored) == {False, True}


# Boards


MPY = {RP2040: 0x1306, RP2350: 0x1F06}
"""sys.implementation._mpy: version 6.3, for ARMV6M and ARMV7EMSP."""
MPY_RISCV = 0x2F06
MPY_WITHOUT_NATIVE_CODE = 0x0006
WATCHDOG_CLEAR = {RP2040: 0x4005B000, RP2350: 0x400DB000}
each_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


def identity(board: Board, version: tuple[int, int, int] = (1, 29, 0)) -> tuple[Any, ...]:
    return ("micropython", version, boards.machine_of(board), "rp2", MPY[board.chip])


def refusal(reported: tuple[Any, ...]) -> str:
    """The message with which a board is refused, after which nothing on it has changed."""
    refused = FakePico(identity=reported).put({"main.py": b"foreign"})
    with pytest.raises(WrongBoard) as caught:
        flash(refused, NEW)
    assert refused.files() == {"main.py": b"foreign"} and not refused.registers
    message = str(caught.value)
    assert message.endswith(".") and message.count(": ") == 1 and "\n" not in message
    return message


@each_board
def test_each_board_is_flashed_its_watchdog_stopped_and_doctor_names_it_and_the_size_of_its_disk(board: Board) -> None:
    fake = FakePico(format_image((board.disk_kb << 10) // BLOCK_SIZE), identity(board))
    flash(fake, NEW)
    assert fake.files() == with_manifest(NEW, "2")
    assert fake.registers == {WATCHDOG_CLEAR[board.chip]: 1 << 30}
    findings = examine(fake.board(), "2")
    report = dict(findings.facts)
    assert report["Board"].startswith(f"{board.title} ({boards.machine_of(board)}), MicroPython 1.29.0 on ")
    assert report["Free space"].endswith(f" of {board.disk_kb} KB")
    assert findings.faults == []


@pytest.mark.parametrize("name", ["pico2", "pico2-w"])
def test_micropython_for_risc_v_is_refused_with_the_build_to_install(name: str) -> None:
    board = boards.board_named(name)
    kind, version, machine, platform, _ = identity(board)
    expected = (
        "The board's MicroPython is built for RISC-V, and Sixpip is compiled for Arm: flash the official MicroPython "
        f"({boards.official(board)}) first."
    )
    assert refusal((kind, version, f"{machine}-RISCV", platform, MPY_RISCV)) == expected
    assert refusal((kind, version, machine, platform, MPY_RISCV | 0x10000)) == expected
    assert refusal((kind, version, f"{machine}-RISCV", platform, MPY_WITHOUT_NATIVE_CODE)) == expected


@each_board
def test_a_micropython_that_is_too_old_is_refused_with_the_build_for_that_board(board: Board) -> None:
    major, minor = board.oldest
    message = refusal(identity(board, (major, minor - 1, 9)))
    assert "is too old: flash the official MicroPython" in message and f"({boards.official(board)})" in message
    assert str(FakePico(identity=identity(board, (major, minor, 0))).board().identity)


@each_board
@pytest.mark.parametrize("version", [(2, 0, 0), (10, 1, 2)])
def test_a_micropython_of_a_later_major_version_is_not_too_old(board: Board, version: tuple[int, int, int]) -> None:
    assert str(FakePico(identity=identity(board, version)).board().identity).startswith(board.title)


def test_a_board_of_another_kind_is_refused() -> None:
    circuitpython = ("circuitpython", (9, 2, 1), "Pico with rp2040", "RP2040", 6)
    assert "runs circuitpython and not MicroPython" in refusal(circuitpython)
    esp32 = ("micropython", (1, 24, 0), "Generic ESP32 module", "esp32", 0x2B06)
    assert "is not a Raspberry Pi Pico (Generic ESP32" in refusal(esp32)
    assert refusal(("micropython", (1, 9, 0), *esp32[2:])) == refusal(esp32)  # not called too old: no version would do


def test_a_micropython_that_cannot_load_our_files_is_refused() -> None:
    kind, version, machine, platform, mpy = identity(BOARDS[0])
    assert "cannot load our compiled files" in refusal((kind, version, machine, platform, mpy + 1))
    for arch in (0, 1, 9, 10):
        assert "cannot load our compiled files" in refusal((kind, version, machine, platform, mpy & 0x3FF | arch << 10))


def test_another_board_with_one_of_the_chips_is_accepted_and_called_unknown() -> None:
    for chip in (RP2040, RP2350):
        fake = FakePico(identity=("micropython", (1, 25, 0), f"Pimoroni Tiny with {chip}", "rp2", MPY[chip]))
        assert str(fake.board().identity) == f"An unknown board (Pimoroni Tiny with {chip}), MicroPython 1.25.0"
        assert fake.registers == {WATCHDOG_CLEAR[chip]: 1 << 30}


@pytest.mark.parametrize("chip", [RP2040, RP2350])
def test_another_board_needs_no_later_micropython_than_one_of_the_boards_with_its_chip(chip: str) -> None:
    major, minor = min(board.oldest for board in boards.with_chip(chip))
    reported = ("micropython", (major, minor, 0), f"Pimoroni Tiny with {chip}", "rp2", MPY[chip])
    assert str(FakePico(identity=reported).board().identity).startswith("An unknown board (Pimoroni Tiny")
    assert "is too old" in refusal(("micropython", (major, minor - 1, 9), *reported[2:]))


def test_rpi_pico_w_is_refused_and_rpi_pico_named() -> None:
    kind, version, _, platform, mpy = identity(BOARDS[0])
    assert refusal((kind, version, "Raspberry Pi Pico W with RP2040", platform, mpy)) == (
        "The board runs RPI_PICO_W, whose memory is too small for Sixpip: install RPI_PICO, which runs on a "
        "Pico W, too."
    )


@each_board
def test_an_image_that_does_not_fit_names_the_size_of_the_file_system(board: Board) -> None:
    with pytest.raises(ImageTooSmall, match=f"the file system of {board.build}, which has {board.disk_kb} KB"):
        make_image(None, {"big": bytes(board.disk_kb << 10)}, board)
