"""Damaged and hostile files given to the tools: one sentence with the remedy, in bounded memory, and nothing lost."""

import os
import re
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from host_tests.flash_fixture import USER_FILES, FakePico, old_pico
from host_tests.mutations import mutations
from host_tests.raw_repl import ENDLESS, HOSTILE_BOARDS, ListingPico, RawRepl, serving
from host_tests.statistics_fixture import SAVED
from sixpip.board.chips import RP2040
from sixpip.storage import record_store
from tools.board import uf2
from tools.board.boards import PICO
from tools.board.flash import manifest
from tools.board.flash.__main__ import main as flash
from tools.board.flash.errors import FlashError, UsageError
from tools.board.flash.user_files import read_backup, read_user_files
from tools.files import DISK, MOST_FILES, BadFile, read_bytes, read_zip
from tools.play.records.reader import NoRecords
from tools.play.records.reader import read as read_records
from tools.play.rules.__main__ import main as rules

MEGABYTE = 1 << 20
LIMIT_S = 60
QUICK = 400
THOROUGH = pytest.param(3000, marks=pytest.mark.long)
NAMED = re.compile(r"^[^\n]*: (name|give|use) [^\n]*\.?$")


def zipped(files: dict[str, bytes], path: Path, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The bytes of a .zip with these files."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path.read_bytes()


@contextmanager
def memory_below(most: int) -> Iterator[None]:
    """Checks that the block allocates fewer bytes than `most` at any moment."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


def accepted(read: Callable[[], object], *refusals: type[Exception]) -> bool:
    """Whether a file is accepted; a refusal must be one of `refusals`, in one sentence that names the remedy."""
    refusal = ""
    try:
        read()
    except refusals as error:
        refusal = str(error)
        assert NAMED.match(refusal), refusal
    return not refusal


@pytest.mark.long
@pytest.mark.parametrize("count", [QUICK, THOROUGH])
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_a_damaged_backup_is_refused_in_one_sentence_or_is_read_as_it_was(
    tmp_path: Path, method: int, count: int
) -> None:
    whole = zipped(USER_FILES, tmp_path / "backup.zip", method)
    found = 0
    for number, data in enumerate(mutations(whole, count, method)):
        (tmp_path / "backup.zip").write_bytes(data)
        if accepted(lambda: read_backup(tmp_path / "backup.zip"), UsageError):
            found += 1
            files = read_backup(tmp_path / "backup.zip")
            assert set(files.values()) <= set(USER_FILES.values()), number
    assert 0 < found < count / 2


@pytest.mark.parametrize("count", [QUICK, THOROUGH])
def test_a_damaged_image_of_micropython_is_refused_in_one_sentence_with_bounded_memory(
    tmp_path: Path, count: int
) -> None:
    text = b"MicroPython v1.24.1 on 2024-11-29; Raspberry Pi Pico with RP2040"
    whole = uf2.make_uf2(text.ljust(2000, b"\x01"), uf2.FLASH, RP2040)
    path = tmp_path / "given.uf2"
    for data in mutations(whole, count):
        path.write_bytes(data)
        accepted(lambda: uf2.read_micropython(path, PICO), UsageError)
    addresses = [uf2.FLASH, 0, 0xFFFFFF00, uf2.FLASH + DISK - 256, uf2.FLASH + DISK]
    for address in addresses:
        second = whole[512:524] + struct.pack("<I", address) + whole[528:1024]
        path.write_bytes(whole[:512] + second)
        with memory_below(8 * DISK):
            accepted(lambda: uf2.read_micropython(path, PICO), UsageError)


@pytest.mark.parametrize("count", [QUICK // 4, THOROUGH])
def test_damaged_records_are_reported_or_left_out(tmp_path: Path, count: int) -> None:
    content = repr(SAVED).replace("'", '"').encode()
    for number, data in enumerate(mutations(content, count)):
        whole = record_store.header(data) + data  # the checksum is right: only the content is damaged
        (tmp_path / "statistics").write_bytes(whole if number % 2 else data)
        accepted(lambda: read_records(tmp_path), NoRecords)


@pytest.mark.long
def test_a_zip_bomb_is_refused_with_bounded_memory(tmp_path: Path) -> None:
    zipped({"game": bytes(64 * MEGABYTE)}, tmp_path / "one.zip")
    zipped({f"logs/game-{number}.log": bytes(MEGABYTE) for number in range(1, 64)}, tmp_path / "many.zip")
    zipped({f"logs/game-{number}.log": b"" for number in range(MOST_FILES + 1)}, tmp_path / "names.zip")
    for name in ("one", "many", "names"):
        with memory_below(6 * DISK), pytest.raises(UsageError, match="more than .*: name a backup"):
            read_backup(tmp_path / f"{name}.zip")


def test_a_file_that_is_too_large_is_refused_before_it_is_read_whole(tmp_path: Path) -> None:
    with open(tmp_path / "large", "wb") as file:
        file.truncate(1 << 36)  # takes no room on the disk
    with memory_below(3 * MEGABYTE), pytest.raises(BadFile, match="is larger than 1048576 bytes"):
        read_bytes(tmp_path / "large", MEGABYTE)
    for arguments in (["check", str(tmp_path / "large")], ["replay", str(tmp_path / "large")]):
        with memory_below(8 * MEGABYTE):
            assert rules(arguments) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_and_a_device_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(UsageError, match="is not a file: name a backup"):
            read_backup(path)
    with pytest.raises(UsageError, match="has a file pipe that is not a file: name a backup"):
        read_backup(tmp_path)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs the files of open pipes")
def test_a_log_can_come_from_a_pipe_and_a_device_is_read_to_the_limit_only() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"game pure players=2\n")
    os.close(writer)
    try:
        assert rules(["replay", f"/dev/fd/{reader}"]) == 0
    finally:
        os.close(reader)
    with memory_below(8 * MEGABYTE):
        assert rules(["replay", "/dev/zero"]) == 2


def test_a_folder_that_is_no_backup_is_refused_before_all_of_it_is_read(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 1):
        (tmp_path / str(number)).touch()
    with pytest.raises(UsageError, match=f"has more than {MOST_FILES} files: name a backup"):
        read_backup(tmp_path)


@pytest.mark.parametrize("link", ["game", "logs/game-1.log", "logs", "parked/loop", "parked/nothing"])
def test_a_symbolic_link_in_a_folder_is_refused_and_not_followed(
    link: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tools.board.flash import __main__ as command

    backup, outside = tmp_path / "backup", tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("of the system")
    targets = {"logs": outside, "parked/loop": Path("loop"), "parked/nothing": tmp_path / "missing"}
    (backup / link).parent.mkdir(parents=True)
    (backup / "settings").write_text("x")
    try:
        (backup / link).symlink_to(targets.get(link, outside / "secret"))
    except OSError:
        pytest.skip("This user may not make symbolic links.")
    monkeypatch.setattr(command, "connect", lambda device: pytest.fail("the console is interrupted"))
    assert command.main(["restore", "--port", "any", "--from", str(backup)]) == 2
    assert f"backup has a symbolic link {link}: name a backup that make backup made" in capsys.readouterr().err


def test_two_files_of_one_name_and_unusual_methods_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("game", b"one")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("game", b"two")
    with pytest.raises(BadFile, match="has two files game"):
        read_zip(tmp_path / "two.zip")
    zipped({"game": b"x"}, tmp_path / "lzma.zip", zipfile.ZIP_LZMA)
    with pytest.raises(BadFile, match="is packed in an unusual way"):
        read_zip(tmp_path / "lzma.zip")


NOT_OF_A_USER = (
    "main.py sixpip.files sixpip/x lib/x.mpy ./sixpip.files sixpip sixpip//x .//main.py logs/./x a:b a\\b .. ../game "
    "logs/../game variants/../../game /x json/x lib/time/x machine/a/b main.py/x boot.py/x sixpip.files/x "
    "main.py.part/x restore.part/a/b Main.PY/x Boot.py SIXPIP/x Sixpip SixPip.Files/x lib/X.MPY lib/x.mpy/a game/x "
    "sixpip.modules SIXPIP.modules/x tables tables/x"
)


@pytest.mark.parametrize("name", NOT_OF_A_USER.split())
def test_a_path_that_is_not_that_of_a_user_s_file_is_refused(tmp_path: Path, name: str) -> None:
    zipped({"game": b"x", name: b"x"}, tmp_path / "backup.zip")
    with pytest.raises(UsageError, match="is not a backup because it contains"):
        read_backup(tmp_path / "backup.zip")


@pytest.mark.parametrize("name", ["../escaped", "logs/../../escaped", "C:escaped", "logs\\escaped"])
def test_a_board_cannot_make_a_backup_write_outside_its_folder(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = old_pico().board()
    sizes, folders = board.list_files()
    monkeypatch.setattr(board, "list_files", lambda: ({**sizes, name: 1}, folders))
    left_out: list[str] = []
    assert read_user_files(board, left_out.append) == USER_FILES
    assert left_out == [name]


@pytest.mark.parametrize("answer", ["(", "('/x',)", "non-sense", "('/x', 'y')", "__import__('os')", "(" * 9999, "5"])
def test_a_board_that_answers_nonsense_is_reported_in_one_sentence(
    answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pico = FakePico()
    board = pico.board()
    monkeypatch.setattr(pico, "exec", lambda code: answer.encode())
    for ask in (
        board.list_files,
        lambda: board.disk_space({}, []),
        lambda: board.hashes(["a", "b"]),
        lambda: board.read("a"),
    ):
        with pytest.raises(FlashError, match=r"^The board's answer was not understood: [^\n]*\.$"):
            ask()


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE_BOARDS)
def test_a_board_that_answers_without_end_is_refused_in_one_sentence_with_bounded_memory_and_soon(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    make, sentence = HOSTILE_BOARDS[name]
    with serving(make()) as port:
        for command in (["backup", "--to", str(tmp_path / "backup.zip")], ["doctor"]):
            began_s = time.monotonic()
            with memory_below(40 * MEGABYTE):
                flash([*command, "--port", f"socket://127.0.0.1:{port}"])
            assert time.monotonic() - began_s < LIMIT_S
            reported = capsys.readouterr().err
            if "hashes" not in name or command[0] == "backup":
                assert reported.startswith(sentence) and reported.count("\n") == 1
    assert not (tmp_path / "backup.zip").exists()


@pytest.mark.long
def test_of_20_000_files_as_many_are_saved_as_a_backup_holds_and_the_doctor_reports_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    began_s = time.monotonic()
    with serving(RawRepl(ListingPico(20_000))) as port, memory_below(40 * MEGABYTE):
        place = ["--port", f"socket://127.0.0.1:{port}"]
        assert flash(["backup", "--to", str(tmp_path / "backup.zip"), *place]) == 0
        assert "and 19992 more." in capsys.readouterr().err
        flash(["doctor", *place])
        assert "and 19995 more (60001 bytes)" in capsys.readouterr().out
    assert time.monotonic() - began_s < LIMIT_S
    assert read_backup(tmp_path / "backup.zip") == {"settings": b"x"}


def test_a_board_that_prints_without_end_and_never_stops_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    class Printing(RawRepl):
        def answer(self, data: bytes) -> bytes:
            return ENDLESS

    with serving(Printing(FakePico())) as port, memory_below(40 * MEGABYTE):
        assert flash(["doctor", "--port", f"socket://127.0.0.1:{port}"]) == 1
    assert capsys.readouterr().err.startswith("The device at socket://")


def test_names_of_a_board_are_printed_without_what_a_terminal_would_act_on(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["a\x1b[2J", "b\nFAKE", "c\u202egnp", "d\u200b"]
    with serving(RawRepl(FakePico().put(dict.fromkeys([*names, "lib/\x1b[2J.py"], b"x")))) as port:
        flash(["doctor", "--port", f"socket://127.0.0.1:{port}"])
        flash(["backup", "--port", f"socket://127.0.0.1:{port}"])
    printed = "".join(capsys.readouterr())
    assert not re.search(r"[\x1b\u202e\u200b]|^FAKE", printed, re.MULTILINE)
    assert printed.count(r"a\x1b[2J, b\nFAKE, c\u202egnp, d\u200b") == 2 and r"lib/\x1b[2J.py" in printed


def test_a_damaged_list_of_files_on_the_board_is_no_manifest_or_has_safe_paths() -> None:
    whole = manifest.manifest_of({"main.py": b"x", "sixpip/a.mpy": b"y"}, "1").text()
    body = whole[: whole.rindex(b"end ")]
    damaged = [b"", b"\n", *mutations(body, QUICK)]
    found = [manifest.parse(data + f"end {manifest.sha256(data)}\n".encode()) for data in damaged]
    lists = [one.hashes for one in found if one is not None]
    assert 0 < len(lists) < len(found)
    for path in [path for hashes in lists for path in hashes]:
        assert not path.startswith("/") and "/../" not in f"/{path}/"
