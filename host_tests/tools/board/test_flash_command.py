"""The commands behind `make flash`, `backup` and so on, with a board in memory: output and exit status."""

import contextlib
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from rich.console import Console

from host_tests.flash_fixture import FOREIGN, NEW, OLD, USER_FILES, FakePico, built_firmware, old_pico, with_manifest
from sixpip import VERSION
from sixpip.board.chips import RP2350
from tools.board import build
from tools.board.flash import __main__ as command
from tools.board.flash import serial_ports
from tools.board.flash.board import Board
from tools.board.flash.errors import PortError

FIRMWARE = {**NEW, "main.py": f"import sixpip # Sixpip {VERSION}\n".encode()}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A compiled firmware."""
    return built_firmware(tmp_path / "built", FIRMWARE)


@pytest.fixture
def pico(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePico]:
    """The board at the port "a fake port"; checks that its connection is closed at the end."""
    board = old_pico()

    def connect(device: str) -> Board:
        assert device == "a fake port"
        return board.board()

    monkeypatch.setattr(command, "connect", connect)
    for name in ("TO", "FROM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PORT", "a fake port")
    yield board
    assert board.closed


def test_flash_prints_what_changed_how_long_it_took_and_that_the_console_runs(
    pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["flash", "--source", str(source)]) == 0
    output = capsys.readouterr().out
    assert pico.runs == 1
    assert pico.files() == {**with_manifest(FIRMWARE, VERSION), **USER_FILES, **FOREIGN}
    assert output.startswith(
        "Pico, Pico H or Pico W (Raspberry Pi Pico with RP2040), MicroPython 1.24.1 on a fake port\n"
    )
    assert "  copied sixpip/changed.mpy (changed)\n" in output
    assert "  copied sixpip/added.mpy (new)\n" in output
    assert "  deleted sixpip/gone.mpy\n" in output
    copied = ("main.py", "sixpip/added.mpy", "sixpip/changed.mpy", "sixpip/more/added.mpy")
    size = sum(len(FIRMWARE[path]) for path in copied)
    assert f"Copied 4 files ({size} bytes), deleted 2, 2 unchanged.\n" in output
    assert f"Sixpip {VERSION} is running, after " in output and output.endswith(" s.\n")
    assert command.main(["flash", "--source", str(source)]) == 0
    assert "All 6 files are up to date." in capsys.readouterr().out


@pytest.mark.parametrize("name", ["flash", "dry"])
def test_a_first_installation_names_no_file_but_their_number_and_size(
    name: str, pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in [*OLD, "sixpip.files"]:
        pico.disk.remove(f"/{path}")
    assert command.main([name, "--source", str(source)]) == 0
    output = capsys.readouterr().out
    size = sum(map(len, FIRMWARE.values()))
    assert f"cop{'ied' if name == 'flash' else 'y'} 6 files ({size} bytes), delete".lower() in output.lower()
    assert ".mpy" not in output and "main.py" not in output


@pytest.mark.parametrize(
    ("boot", "error"),
    [
        (b"", "Sixpip is installed, but the boot.py of another program keeps Sixpip from starting: "),
        (b"Traceback (most recent call last):\r\nOSError: 19\r\n", f"Sixpip {VERSION} is installed but did not start"),
    ],
    ids=["boot.py stays", "boot.py is renamed"],
)
def test_boot_py_is_named_as_the_reason_only_if_it_is_still_there(
    boot: bytes, error: str, pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pico.starts, pico.boot_output = False, boot
    assert command.main(["flash", "--source", str(source)]) == 1
    assert capsys.readouterr().err.startswith(error)


def test_the_bar_reaches_its_end_when_all_is_copied(
    pico: FakePico, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[tuple[str, int]] = []
    totals: list[int] = []

    @contextlib.contextmanager
    def bar(total: int) -> Iterator[object]:
        totals.append(total)
        yield lambda name, count: steps.append((name, count))

    monkeypatch.setattr(command, "progress_bar", bar)
    assert command.main(["flash", "--source", str(source)]) == 0
    assert totals == [sum(count for _, count in steps)] and totals[0] > 5000
    names = list(dict.fromkeys(name for name, _ in steps))
    assert names == [
        *(f"deleting sixpip/{name}.mpy" for name in ("changed", "gone", "left/gone")),
        *(f"sixpip/{name}.mpy" for name in ("added", "changed", "more/added")),
        "verifying",
        "main.py",
    ]


def test_a_console_that_does_not_start_after_a_flash_is_an_error(
    pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pico.starts = False
    assert command.main(["flash", "--source", str(source)]) == 1
    printed = capsys.readouterr()
    assert (
        "the boot.py of another program keeps Sixpip from starting" in printed.err and " is running" not in printed.out
    )


def test_a_terminal_shows_how_far_the_copying_is_and_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(command, "progress_console", lambda: Console(file=terminal, force_terminal=True, width=100))
    with command.progress_bar(4000) as progress:
        progress("sixpip/[a].mpy", 500)
        progress("main.py", 1500)
        progress("sixpip/[a].mpy", 0)
    assert "2.0/4.0 kB" in terminal.getvalue() and "sixpip/[a].mpy" in terminal.getvalue()


def test_a_dry_flash_prints_the_same_and_changes_nothing(
    pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = pico.files()
    assert command.main(["dry", "--source", str(source)]) == 0
    output = capsys.readouterr().out
    assert pico.files() == before
    assert "  would copy sixpip/changed.mpy (changed)\n" in output
    assert "  would delete sixpip/gone.mpy\n" in output
    assert "make flash would copy 4 files (" in output and "Nothing was changed." in output


def test_a_dry_flash_of_an_up_to_date_board_says_whether_the_list_of_files_would_be_written(
    pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pico.put(with_manifest(FIRMWARE, VERSION))
    for path in OLD.keys() - FIRMWARE.keys():
        pico.disk.remove("/" + path)
    words = "All 6 files are up to date: make flash would only restart the console"
    assert command.main(["dry", "--source", str(source)]) == 0
    assert f"{words}.\n" in capsys.readouterr().out
    pico.disk.remove("/sixpip.files")
    assert command.main(["dry", "--source", str(source)]) == 0
    assert f"{words} and write the list of files.\n" in capsys.readouterr().out


def test_flash_and_its_dry_run_name_each_file_that_is_renamed_before_anything_is_copied(
    pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pico.put({"json.py": b"mine", "main.py": b"print('mine')"})
    for name in ("dry", "flash"):
        assert command.main([name, "--source", str(source)]) == 0
        output = capsys.readouterr().out
        for sentence in (
            "  json.py, which hides a module of MicroPython or Sixpip, is renamed to json_before_sixpip.py.\n",
            "  The main.py of another program is renamed to main_before_sixpip.py.\n",
        ):
            assert output.index(sentence) < output.index("sixpip/added.mpy")
    assert pico.files()["json_before_sixpip.py"] == b"mine"


def test_an_error_is_one_sentence_on_the_error_stream_and_the_console_starts_again(
    pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pico.put({"sixpip/added.py": b"foreign"})
    assert command.main(["flash", "--source", str(source)]) == 1
    output = capsys.readouterr().err
    assert output.startswith("sixpip/added.py on the board was not installed by make flash")
    assert output.count("\n") == 1
    assert b"Sixpip 1" in pico.output


def test_a_firmware_that_does_not_compile_never_reaches_the_board(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sixpip").mkdir()
    for name in (build.ENTRY, build.IMPORTER):
        (tmp_path / name).write_text("")
    (tmp_path / "sixpip" / "compat.py").write_text("def\n")
    monkeypatch.setattr("tools.board.build.FIRMWARE", tmp_path)
    monkeypatch.setattr("tools.board.build.TARGET", tmp_path / "out")
    monkeypatch.setattr(command, "connect", lambda device: pytest.fail("connected to a board"))
    assert command.main(["flash"]) == 1
    assert capsys.readouterr().err.startswith("sixpip/compat.py does not compile: ")
    assert not (tmp_path / "out" / build.ENTRY).exists()


def test_a_backup_is_made_and_restored(
    pico: FakePico, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "my own" / "backup.zip"
    monkeypatch.setenv("TO", str(backup))
    monkeypatch.setenv("MAKELEVEL", "1")
    assert command.main(["backup"]) == 0
    output = capsys.readouterr().out
    sizes = "".join(f"  {path} ({len(data)} bytes)\n" for path, data in sorted(USER_FILES.items()))
    assert output.startswith(sizes)
    assert f"Copied {len(USER_FILES)} files to {backup}; `make restore 'FROM={backup}'` puts them back" in output
    pico.put({"game": b"another"})
    monkeypatch.setenv("FROM", str(backup))
    assert command.main(["restore"]) == 0
    output = capsys.readouterr().out
    assert sorted(output.splitlines(keepends=True)[:-1]) == sorted(sizes.splitlines(keepends=True))
    assert f"Restored {len(USER_FILES)} files; all other files" in output
    assert pico.files() == {**with_manifest(OLD, "1"), **USER_FILES, **FOREIGN}
    assert command.main(["backup"]) == 2
    assert "a backup never overwrites" in capsys.readouterr().err


def test_a_backup_without_a_name_gets_one_with_date_and_time(
    pico: FakePico, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "BACKUPS", tmp_path / "backups")
    assert command.main(["backup"]) == 0
    (backup,) = (tmp_path / "backups").iterdir()
    assert re.fullmatch(r"sixpip-20\d\d-\d\d-\d\d-\d{6}\.zip", backup.name)
    assert pico.files()["game"] == USER_FILES["game"]


def test_files_that_this_computer_cannot_have_are_named_and_not_counted_as_copied(
    pico: FakePico, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write = "tools.board.flash.user_files.write_backup"
    monkeypatch.setattr(write, lambda files, target, leave_out: leave_out("crash.log"))
    monkeypatch.setenv("TO", str(tmp_path / "backup"))
    assert command.main(["backup"]) == 0
    output = capsys.readouterr().out
    assert "  left out crash.log\n" in output and f"Copied {len(USER_FILES) - 1} files to " in output
    assert output.count("crash.log") == output.count("left out crash.log") + output.count("names crash.log")


@pytest.mark.parametrize("exists", ["file", "full", "empty"])
def test_a_backup_goes_only_to_a_new_name_or_an_empty_folder_and_else_the_console_is_not_interrupted(
    exists: str, pico: FakePico, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "backup"
    if exists == "file":
        target.write_text("mine")
    else:
        target.mkdir()
    if exists == "full":
        (target / "mine").write_text("mine")
    assert command.main(["backup", "--to", str(target)]) == (0 if exists == "empty" else 2)
    if exists == "empty":
        assert (target / "game").read_bytes() == USER_FILES["game"]
    else:
        assert pico.programs == 0
        pico.closed = True  # it was never opened


def test_without_user_files_no_backup_is_written(
    pico: FakePico, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in USER_FILES:
        pico.disk.remove("/" + path)
    assert command.main(["backup", "--to", str(tmp_path / "none.zip")]) == 0
    assert "no backup was written" in capsys.readouterr().out
    assert not (tmp_path / "none.zip").exists()


def test_doctor_returns_one_when_something_is_wrong(pico: FakePico, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["doctor"]) == 0
    output = capsys.readouterr().out
    assert output.endswith("No faults found.\n")
    assert "\nInstalled:   Sixpip 1: 6 files, all intact\n" in output and output.startswith("Board:       Pico,")
    pico.disk.remove("/main.py")
    assert command.main(["doctor"]) == 1
    output = capsys.readouterr().out
    assert output.endswith("\nmain.py is missing, as after an interrupted make flash: run make flash again.\n")
    assert "No faults found" not in output


def test_wrong_arguments_return_two_and_print_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FROM", raising=False)
    assert command.main(["restore"]) == 2
    assert "make restore FROM=" in capsys.readouterr().err
    assert command.main(["flash", "--source", str(tmp_path)]) == 2
    assert "There is no main.py in" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        command.main(["dance"])


def test_ctrl_c_ends_a_command_at_once_and_sends_the_board_nothing_more(
    pico: FakePico, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "install", MagicMock(side_effect=KeyboardInterrupt))
    assert command.main(["flash", "--source", str(source)]) == 130
    assert pico.raw and pico.runs == 0


@pytest.mark.parametrize(
    ("port", "program"),
    [
        ("COM7", ["mpremote", "connect", "COM7", "repl"]),
        ("socket://x:1", "serial.tools.miniterm --quiet --raw --eol=CR --exit-char=24 socket://x:1".split()),
    ],
)
def test_make_repl_connects_the_terminal_to_the_port_and_ends_as_its_program_does(
    port: str, program: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = MagicMock(return_value=MagicMock(returncode=3))
    monkeypatch.setattr(subprocess, "run", run)
    assert command.main(["repl", "--port", port]) == 3
    assert run.call_args.args == ([sys.executable, "-m", *program],) and "Ctrl-X leaves" in capsys.readouterr().out


def test_a_port_that_is_named_is_used_without_a_look_at_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("list_ports", "in_bootsel"):
        monkeypatch.setattr(serial_ports, name, lambda: pytest.fail("looked for ports"))
    assert command.find_port("COM7") == "COM7"
    monkeypatch.setattr(serial_ports, "list_ports", lambda: [serial_ports.Port("COM8", 0x2E8A, 5)])
    monkeypatch.setattr(serial_ports, "in_bootsel", lambda: RP2350)
    assert command.find_port("") == "COM8"
    monkeypatch.setattr(serial_ports, "list_ports", list)
    with pytest.raises(PortError, match=r"^The board is in BOOTSEL mode: .* on its drive RP2350 if"):
        command.find_port("")


def test_without_a_board_every_command_reports_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PORT", raising=False)
    monkeypatch.setattr(serial_ports, "list_ports", list)
    monkeypatch.setattr(serial_ports, "in_bootsel", lambda: "")
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "game").write_text("x")
    flashing = ["--source", str(source)]
    for words in (["flash", *flashing], ["dry", *flashing], ["backup"], ["doctor"], ["repl"]):
        assert command.main(words) == 1
        assert capsys.readouterr().err.startswith("No board is connected: plug the Pico in with a USB cable that")
    assert command.main(["restore", "--from", str(tmp_path / "saved")]) == 1
