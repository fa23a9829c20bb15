"""`make backup`, `make restore` and `make doctor`: the user's files, and the report about a board."""

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import MagicMock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from sixpip.storage.record_store import Store
from tools.archives import zipped
from tools.board.flash import scripts
from tools.board.flash.doctor import Findings, examine
from tools.board.flash.errors import ConnectionLost, DiskFull, FileConflict, UsageError, VerifyError
from tools.board.flash.plan import PARTS
from tools.board.flash.user_files import (
    may_be_restored,
    read_backup,
    read_user_files,
    restore_user_files,
    to_pack,
    user_files,
    write_backup,
)
from tools.board.image import BLOCK_SIZE
from tools.board.module_file import MODULES
from tools.check.power_loss.disk import Disk
from tools.check.power_loss.images import cuts
from tools.files import DISK, MOST_FILES


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


@pytest.mark.parametrize("other", ["logs/game-1.log", "parked/farkle", "variants/grandma.json"])
def test_power_loss_during_a_restore_leaves_no_record_without_what_it_refers_to(other: str) -> None:
    pico = FakePico()
    image = pico.disk.image
    pico.disk.operations.clear()
    restore_user_files(pico.board(), {"game": b"refers to the other", "settings": b"x", other: b"other"})
    counts = []
    for cut in cuts(image, pico.disk.operations):
        files = Disk(cut.image).files()
        assert other in files or not {"game", "settings"} & {*files}
        counts.append(len(files))
    assert counts[0] == 0 and counts[-1] == 3


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


def test_a_restore_into_the_place_of_a_folder_or_of_a_file_is_refused_before_anything_changes() -> None:
    for there, backup, named in (("logs", "logs/game-1.log", "logs"), ("game/x", "game", "game"), ("a", "a/b/c", "a")):
        pico = FakePico().put({there: b"mine"})
        with pytest.raises(FileConflict, match=rf"^{named} on the board is in the way of a file of the backup: rename"):
            restore_user_files(pico.board(), {"settings": b"x", backup: b"x"})
        assert pico.files() == {there: b"mine"}


# Names, numbers and sizes of files

ODD = [
    "game",
    "logs",
    "parked",
    "json",
    "Main.py",
    "boot.py",
    "x" * 255,
    "\x1b[2J",
    "a\nb",
    "\u202egnp",
    "a\\b",
    "a:b",
    "CON",
]
ODD += [
    "._x",
    ".DS_Store",
    "desktop.ini",
    "\U0001f3b2",
    "\u00e4",
    " ",
    "game-1.log",
    "a b.",
    "SIXPIP",
    "notes",
    "NOTES",
]
NAMES = st.sampled_from(ODD) | st.text(st.characters(exclude_characters="/\0", codec="utf-8"), min_size=1, max_size=60)
FILES_OF_A_USER = st.lists(st.tuples(st.lists(NAMES, min_size=1, max_size=3), st.binary(max_size=600)), max_size=12)


def tree_of(files: list[tuple[list[str], bytes]]) -> dict[str, bytes]:
    """Those of the files that one disk can have: without . and .. and without a file in the place of a folder."""
    tree: dict[str, bytes] = {}
    for names, data in files:
        path = "/".join(names)
        parents = {"/".join(names[:depth]) for depth in range(1, len(names))}
        is_folder = any(other.startswith(path + "/") for other in tree)
        if not {".", ".."} & {*names} and not parents & {*tree} and not is_folder:
            tree[path] = data
    return tree


@pytest.mark.parametrize("name", ["backup.zip", pytest.param("backup", marks=pytest.mark.long)])
@settings(max_examples=25, deadline=None)
@given(FILES_OF_A_USER)
def test_what_is_packed_is_restored_and_what_is_not_packed_is_named(
    name: str, files: list[tuple[list[str], bytes]]
) -> None:
    pico = FakePico().put({**with_manifest(NEW, "1"), "settings": b"loud", **tree_of(files)})
    before = pico.files()
    left_out: list[str] = []
    with TemporaryDirectory() as folder:
        packed = read_user_files(pico.board(), left_out.append)
        write_backup(packed, Path(folder, name), left_out.append)
        restored = read_backup(Path(folder, name))
    assert pico.files() == before
    assert restored == {path: data for path, data in packed.items() if path not in left_out}
    assert {*restored} | {*left_out} == {*user_files(before, None)} - {*NEW}
    assert "settings" in restored
    fresh = FakePico()
    flash(fresh, NEW)
    restore_user_files(fresh.board(), restored)
    assert fresh.files() == {**with_manifest(NEW, "2"), **restored}
    flash(fresh, OLD, "1")


def test_a_path_in_a_backup_has_1000_letters_and_each_name_in_it_255_bytes_at_most() -> None:
    longest = "/".join(["x" * 199] * 5)
    for path, fits in {
        "x" * 255: True,
        "x" * 256: False,
        "\u00e4" * 127 + "x": True,
        "\u00e4" * 128: False,
        f"{longest}x": True,
        f"{longest}xx": False,
    }.items():
        assert may_be_restored(path) == fits


@pytest.mark.parametrize(
    ("path", "may"),
    [
        ("game", True),
        ("mine/notes.txt", True),
        ("sixpip", False),
        ("SixPip/x", False),
        ("mine/sixpip", True),
        ("SIXPIP.FILES", False),
        ("sixpip.modules", False),
        ("Tables/x", False),
        ("main.py", False),
        ("Main.PY", False),
        ("x.Mpy", False),
        ("mine.py/x", False),
        ("mine/x.py", False),
        ("json", True),
        ("json/x", False),
        ("JSON/x", False),
        ("lib/Time/x", False),
        ("lib/time", True),
        ("restore.part", False),
        ("../x", False),
        ("/x", False),
        ("x/", False),
        ("x//y", False),
        ("./x", False),
        ("C:x", False),
        ("x\\y", False),
        ("a\x1bb", False),
        ("...", True),
    ],
)
def test_only_what_no_program_is_and_stays_in_its_folder_may_be_restored(path: str, may: bool) -> None:
    assert may_be_restored(path) == may


@pytest.mark.long
def test_1100_small_files_are_packed_and_restored(tmp_path: Path) -> None:
    files = {f"mine/{number // 100}/{number}": b"%d" % number for number in range(1100)}
    pico = FakePico().put(files)
    write_backup(read_user_files(pico.board(), pytest.fail), tmp_path / "backup.zip")
    fresh = FakePico()
    restore_user_files(fresh.board(), read_backup(tmp_path / "backup.zip"))
    assert fresh.files() == files


def test_of_too_many_or_too_large_files_our_records_and_the_small_ones_are_packed() -> None:
    many = {f"mine/{number}": number for number in range(MOST_FILES)}
    packed, left_out = to_pack({**many, "game": 900, "parked/farkle": 9000}, None)
    assert {*packed} == {*many, "game", "parked/farkle"} - {*left_out}
    assert left_out == sorted([f"mine/{MOST_FILES - 1}", f"mine/{MOST_FILES - 2}"])
    assert to_pack({"film": DISK - 900, "game": 900, "zoo": 1}, None) == (["game", "zoo"], ["film"])
    assert to_pack({"film": DISK - 901, "game": 900, "zoo": 1}, None) == (["film", "game", "zoo"], [])
    assert to_pack({"film": 1 << 60}, None) == ([], ["film"])


def test_a_file_that_the_board_cannot_read_is_left_out_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    board = old_pico().board()
    hashes = board.hashes
    monkeypatch.setattr(board, "hashes", lambda paths: {**hashes(paths), "crash.log": "-"})
    left_out: list[str] = []
    assert read_user_files(board, left_out.append).keys() == USER_FILES.keys() - {"crash.log"}
    assert left_out == ["crash.log"]


class Entries:
    """The entries of a folder; None is one whose name is not UTF-8, for which MicroPython raises UnicodeError."""

    def __init__(self, entries: "list[tuple[str, int, int, int] | None]") -> None:
        self._entries = iter(entries)

    def __iter__(self) -> "Entries":
        return self

    def __next__(self) -> tuple[str, int, int, int]:
        entry = next(self._entries)
        if entry is None:
            raise UnicodeError
        return entry


@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_file_whose_name_is_not_utf_8_is_left_out_and_doctor_counts_it(count: int) -> None:
    pico = FakePico().put({**with_manifest(OLD, "1"), "settings": b"loud"})
    listed = pico.disk.ilistdir

    def with_unnamed(path: str) -> Entries:
        first, *others = listed(path)
        return Entries([first, *[None] * count, *others] if path == "/" else [first, *others])

    pico.disk.ilistdir = with_unnamed  # type: ignore[method-assign]
    left_out: list[str] = []
    assert read_user_files(pico.board(), left_out.append) == {"settings": b"loud"}
    assert len(left_out) == len({*left_out}) == count
    named = facts(examine(pico.board(), "1"))["Your files"].partition(" (")[0]
    assert len(named.split(", ")) == count + 1


def test_files_whose_names_are_one_on_this_computer_are_left_out_of_a_folder_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_out: list[str] = []
    long = "/".join(["x" * 99] * 9)
    unlike = {"game": b"1", "Notes": b"2", "notes": b"3", long: b"4"}
    opened = open

    def on_windows(path: Path, mode: str) -> object:
        return opened(str(path).replace("Notes", "notes"), mode)

    monkeypatch.setattr("builtins.open", on_windows)
    target = tmp_path / ("y" * 200)
    for _ in range(14):
        target = target / ("y" * 240)
    write_backup(unlike, target, left_out.append)
    monkeypatch.undo()
    assert left_out == ["notes", long]
    assert (target / "game").read_bytes() == b"1" and (target / "notes").read_bytes() == b"2"


def test_a_folder_that_could_not_be_restored_is_not_written(tmp_path: Path) -> None:
    for files in ({"notes.txt": b"x"}, {"mine/game": b"x"}):
        with pytest.raises(
            UsageError, match=r"folder would be a folder without saves of Sixpip: choose a .zip with TO="
        ):
            write_backup(files, tmp_path / "folder")
        assert not (tmp_path / "folder").exists()
        write_backup(files, tmp_path / "backup.zip")
        assert read_backup(tmp_path / "backup.zip") == files
        (tmp_path / "backup.zip").unlink()


# Backups that somebody unpacked, packed again or put together. Those in a .zip: test_install_page.py


def fill(folder: Path, files: dict[str, bytes]) -> Path:
    """Writes files into a folder."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


JUNK = {
    ".DS_Store": b"x",
    "__MACOSX/._game": b"x",
    "logs/Thumbs.db": b"x",
    "desktop.ini": b"x",
    "parked/._farkle": b"x",
}


def test_a_zip_that_somebody_packed_again_is_read_and_one_of_backups_or_without_saves_is_not(
    tmp_path: Path,
) -> None:
    file = tmp_path / "again.zip"
    nested = {f"sixpip-2026/{path}": data for path, data in {**USER_FILES, **JUNK}.items()}
    for files in ({**USER_FILES, **JUNK}, nested):
        file.write_bytes(zipped(files))
        assert read_backup(file) == USER_FILES
    odd = {"film": b"x", "one.zip": b"x"}
    for files, words in (
        (odd, "one.zip"),
        ({"film": b"x"}, "no saves"),
        ({}, "is empty"),
        ({"game": b"x", "main.py": b"x"}, "main.py"),
        ({"game": b"x", "game/x": b"x"}, "game/x"),
        ({"game": b"x", "../x": b"x"}, ""),
    ):
        file.write_bytes(zipped(files))
        with pytest.raises(UsageError) as refused:
            read_backup(file)
        assert words in str(refused.value)
    file.write_bytes(zipped({**USER_FILES, **odd}))
    assert read_backup(file) == {**USER_FILES, **odd}
    file.write_bytes(b"PK")
    with pytest.raises(UsageError):
        read_backup(file)


def test_an_unpacked_backup_is_read_with_junk_and_in_one_folder(tmp_path: Path) -> None:
    assert read_backup(fill(tmp_path / "unpacked", {**USER_FILES, **JUNK})) == USER_FILES
    nested = {f"sixpip-2026/{path}": data for path, data in {**USER_FILES, **JUNK}.items()}
    assert read_backup(fill(tmp_path / "folder", {**nested, **JUNK, "logs/Thumbs.db": b"x"})) == USER_FILES
    only_logs = {"logs/game-3.log": b"x", "mine.zip": b"x"}
    assert read_backup(fill(tmp_path / "logs", only_logs)) == only_logs


@pytest.mark.parametrize(
    "files",
    [{"notes.txt": b"x"}, JUNK, {"a/b/game": b"x"}, {"a/notes": b"x"}, {"a/game": b"x", "notes": b"x"}],
    ids=["notes", "junk", "two folders deep", "notes in a folder", "a folder and a file"],
)
def test_a_folder_without_a_record_of_ours_is_refused(files: dict[str, bytes], tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"folder (holds no saves of Sixpip|is empty): name a backup that make backup made"
    ):
        read_backup(fill(tmp_path / "folder", files))


def test_the_folder_of_the_backups_is_refused_with_the_names_to_choose_from(tmp_path: Path) -> None:
    for number in range(1, 11):
        write_backup({**USER_FILES, "film": bytes(DISK // 8)}, tmp_path / f"sixpip-{number:02}.zip")
        os.utime(tmp_path / f"sixpip-{number:02}.zip", (number, number))
    with pytest.raises(
        UsageError, match=rf"{re.escape(str(tmp_path))} is not a backup itself but holds sixpip-10\.zip,"
    ):
        read_backup(tmp_path)
    with pytest.raises(
        UsageError, match=r"sixpip-03\.zip and 2 more: name one of them, as in FROM=.*/sixpip-10\.zip\.$"
    ):
        read_backup(tmp_path)
    for name in ("one", "two"):
        fill(tmp_path / "folders" / name, USER_FILES)
    with pytest.raises(
        UsageError, match=r"folders is not a backup itself but holds (one, two|two, one): name one of them"
    ):
        read_backup(tmp_path / "folders")


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ({"one.zip": b"x"}, ["one.zip"]),
        ({"ONE.ZIP": b"x", "notes.txt": b"x"}, ["ONE.ZIP"]),
        ({"one.zip": b"x", "unpacked/game": b"x"}, ["one.zip", "unpacked"]),
        ({"a/game": b"x", "b/settings": b"x", "c/notes": b"x"}, ["a", "b"]),
        ({"a/game": b"x"}, []),
        ({"a/settings": b"x", "a/logs/game-1.log": b"y"}, []),
        ({"game": b"x", "one.zip": b"x"}, []),
        ({"logs/game-1.log": b"x", "one.zip": b"x"}, []),
    ],
)
def test_a_folder_that_holds_a_backup_is_read_if_it_is_the_only_one_and_not_packed(
    files: dict[str, bytes], named: list[str], tmp_path: Path
) -> None:
    folder = fill(tmp_path / "backups", files)
    if named:
        with pytest.raises(UsageError) as refused:
            read_backup(folder)
        holds, _, example = str(refused.value).partition(" is not a backup itself but holds ")[2].partition(": ")
        assert sorted(holds.split(", ")) == named
        assert example == f"name one of them, as in FROM={folder / holds.split(', ')[0]}."
    else:
        assert read_backup(folder) == {path.removeprefix("a/"): data for path, data in files.items()}


def test_a_backup_leaves_no_other_file_and_one_that_fails_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_backup(USER_FILES, tmp_path / "backup.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["backup.zip"]
    monkeypatch.setattr(Path, "write_bytes", MagicMock(side_effect=OSError(28, "No space left")))
    with pytest.raises(UsageError, match=r"other\.zip cannot be written \(No space left\): choose another place"):
        write_backup(USER_FILES, tmp_path / "other.zip")
    assert not (tmp_path / "other.zip").exists()


def test_a_backup_that_was_written_in_part_only_is_not_there_and_its_name_can_be_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_half(path: Path, data: bytes) -> int:
        with open(path, "wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(28, "No space left")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", write_half)
        with pytest.raises(UsageError, match=r"cannot be written \(No space left\)"):
            write_backup(USER_FILES, tmp_path / "backup.zip")
    assert not (tmp_path / "backup.zip").exists()
    write_backup(USER_FILES, tmp_path / "backup.zip")
    assert read_backup(tmp_path / "backup.zip") == USER_FILES


def test_a_restore_whose_cable_is_pulled_sends_the_board_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    pico = old_pico()
    board = pico.board()
    run = pico.exec
    sent: list[str] = []

    def pull_the_cable(command: str) -> bytes:
        sent.append(command)
        if "os.rename" in command:
            raise OSError(5, "the cable is out")
        return run(command)

    monkeypatch.setattr(pico, "exec", pull_the_cable)
    with pytest.raises(ConnectionLost):
        restore_user_files(board, {"game": b"another"})
    assert "os.rename" in sent[-1] and pico.files()["game"] == USER_FILES["game"]


def test_a_disk_of_this_computer_that_fails_is_not_taken_for_a_name_it_cannot_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.open", MagicMock(side_effect=OSError(28, "No space left")))
    with pytest.raises(UsageError, match=r"cannot be written \(No space left\)"):
        write_backup(USER_FILES, tmp_path / "folder", pytest.fail)


# make doctor


@pytest.mark.parametrize(
    ("answer", "size", "faults"),
    [
        ((12_800, ""), "12 KB", []),
        ((12_801, ""), "13 KB", []),
        (
            (0, "the file is damaged"),
            "0 KB",
            ["All code is in memory, because the file is damaged: run make flash again."],
        ),
    ],
)
def test_doctor_reports_how_much_code_runs_from_the_flash_and_why_none_does(
    answer: tuple[int, str], size: str, faults: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pico = FakePico().put(with_manifest({"main.py": b"import sixpip", MODULES: b"modules"}, "1"))
    asked: list[str] = []
    run = pico.exec

    def exec_or_answer(command: str) -> bytes:
        if command != scripts.CODE_IN_FLASH:
            return run(command)
        asked.append(command)
        return repr(answer).encode() + b"\r\n"

    monkeypatch.setattr(pico, "exec", exec_or_answer)
    findings = examine(pico.board(), "1")
    assert (facts(findings)["Code in flash"], findings.faults) == (f"{size} of what starts the console", faults)
    pico.identity = ("micropython", (1, 29, 0), "Raspberry Pi Pico2 with RP2350", "rp2", 0x1F06)
    assert "Code in flash" not in facts(examine(pico.board(), "1")), "it has memory for all"
    pico.identity = FakePico().identity
    pico.put({MODULES: b"damaged"})
    assert "Code in flash" not in facts(examine(pico.board(), "1")), "its modules cannot be imported"
    assert len(asked) == 1


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


@pytest.mark.parametrize(("size", "reason"), [(16384, "wrong checksum"), (16385, "too long"), (60_000, "too long")])
def test_a_record_that_is_too_long_for_the_console_is_reported_as_that(size: int, reason: str, tmp_path: Path) -> None:
    data = records_files(tmp_path, SAVED)["statistics"].ljust(size)
    assert examine(old_pico().put({"statistics": data}).board(), "1").faults == [
        f"A part of the records is damaged ({reason}): make backup saves it, the console leaves it out."
    ]


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


@pytest.mark.parametrize(("count", "more"), [(6, ""), (7, " and 1 more")])
def test_of_many_damaged_files_the_first_six_are_named(count: int, more: str) -> None:
    files = {f"sixpip/part{number}.mpy": b"as built" for number in range(count)}
    pico = FakePico().put({**with_manifest({**OLD, **files}, "1"), **dict.fromkeys(files, b"other")})
    named = ", ".join(sorted(files)[:6])
    assert examine(pico.board(), "1").faults == [f"Files are missing or damaged ({named}{more}): run make flash."]


@pytest.mark.parametrize(
    ("installed", "here"),
    [("1", "2"), ("0.9.0", "0.10.0"), ("1.9.12", "1.10.0"), ("1.2.3", "1.2.4"), ("2.0.0", "1.9.0")],
)
def test_another_version_than_the_one_here_is_reported_and_is_no_fault(installed: str, here: str) -> None:
    pico = FakePico().put(with_manifest(OLD, installed))
    findings = examine(pico.board(), here)
    assert facts(findings)["Available"] == f"Sixpip {here}: make flash installs it"
    assert findings.faults == []
    assert "Available" not in facts(examine(pico.board(), installed))


def test_a_board_without_sixpip_and_one_without_the_manifest_are_distinguished() -> None:
    assert examine(FakePico().board(), "2").faults == ["Sixpip is not installed on this board: run make flash."]
    assert "The files cannot be checked" in examine(FakePico().put(NEW).board(), "2").faults[0]


def test_a_file_that_would_be_imported_in_place_of_ours_is_a_fault() -> None:
    pico = old_pico().put({"sixpip/same.py": b"mine"})
    assert examine(pico.board(), "1").faults == [
        "sixpip/same.py is imported in place of our module: delete it with `mpremote fs rm :sixpip/same.py`."
    ]
