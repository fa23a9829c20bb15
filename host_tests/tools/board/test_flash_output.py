"""All that the commands of `make flash` print about a board in memory, line by line, and when they print it."""

import io
import os
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from mpremote.transport import TransportError  # type: ignore[import-untyped]

from host_tests.flash_fixture import (
    FOREIGN,
    IDENTITY,
    NEW,
    OLD,
    USER_FILES,
    FakePico,
    built_firmware,
    old_pico,
    with_manifest,
)
from sixpip import VERSION
from tools.board import image, uf2
from tools.board.flash import __main__ as command
from tools.board.flash import board as board_module
from tools.board.flash.errors import ConnectionLost, DiskFull, VerifyError, WrongBoard
from tools.board.flash.install import install, read_state, verify
from tools.board.flash.manifest import sha256
from tools.board.flash.plan import BoardState, DiskSpace, make_plan

FIRMWARE = {**NEW, "main.py": f"import sixpip # Sixpip {VERSION}\n".encode()}
BOARD = "Pico, Pico H or Pico W (Raspberry Pi Pico with RP2040), MicroPython 1.24.1 on a fake port"
USERS = "".join(f"  {path} ({len(data)} bytes)\n" for path, data in sorted(USER_FILES.items()))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A compiled firmware."""
    return built_firmware(tmp_path / "built", FIRMWARE)


@pytest.fixture
def pico(monkeypatch: pytest.MonkeyPatch) -> FakePico:
    """The only board, with an older version."""
    found = old_pico()
    monkeypatch.setattr(command, "connect", lambda device: found.board())
    for name, value in {"TO": "", "FROM": "", "PORT": "a fake port", "MAKELEVEL": "1"}.items():
        monkeypatch.setenv(name, value)
    return found


def test_what_make_flash_prints(pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["flash", "--source", str(source)]) == 0
    assert pico.runs == 1
    output, errors = capsys.readouterr()
    assert errors == "" and re.sub(r"after \d+\.\d s", "after 0.0 s", output) == (
        f"{BOARD}\n"
        "  copied main.py (changed)\n"
        "  copied sixpip/added.mpy (new)\n"
        "  copied sixpip/changed.mpy (changed)\n"
        "  copied sixpip/more/added.mpy (new)\n"
        "  deleted sixpip/gone.mpy\n"
        "  deleted sixpip/left/gone.mpy\n"
        "Copied 4 files (7829 bytes), deleted 2, 2 unchanged.\n"
        "Saves, settings, own variants and logs are unchanged. Starting ...\n"
        f"Sixpip {VERSION} is running, after 0.0 s.\n"
    )


def test_what_its_dry_run_prints(pico: FakePico, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pico.put({"json.py": b"mine"})
    assert command.main(["dry", "--source", str(source)]) == 0
    assert capsys.readouterr() == (
        f"{BOARD}\n"
        "  json.py, which hides a module of MicroPython or Sixpip, is renamed to json_before_sixpip.py.\n"
        "  would copy main.py (changed)\n"
        "  would copy sixpip/added.mpy (new)\n"
        "  would copy sixpip/changed.mpy (changed)\n"
        "  would copy sixpip/more/added.mpy (new)\n"
        "  would delete sixpip/gone.mpy\n"
        "  would delete sixpip/left/gone.mpy\n"
        "make flash would copy 4 files (7829 bytes), delete 2 and leave 2 unchanged. Nothing was changed.\n",
        "",
    )


def test_what_make_backup_and_make_restore_print(
    pico: FakePico, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "saves.zip"
    pico.put({".DS_Store": b"x"})
    assert command.main(["backup", "--to", str(target)]) == 0
    assert capsys.readouterr() == (
        f"  left out .DS_Store\n{USERS}"
        f"Copied 7 files to {target}; `make restore FROM={target}` puts them back on a board.\n",
        "No backup can hold these files, because of their names, number or size, and they stay on the board: "
        ".DS_Store.\n",
    )
    assert command.main(["restore", "--from", str(target)]) == 0
    assert capsys.readouterr() == (
        f"{USERS}Restored 7 files; all other files on the board are unchanged.\n",
        "",
    )


def test_what_make_backup_prints_where_nothing_is_to_be_saved(
    pico: FakePico, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in USER_FILES:
        pico.disk.remove(f"/{path}")
    assert command.main(["backup", "--to", str(tmp_path / "saves.zip")]) == 0
    words = "There are no saves, settings, variants or logs on the board: no backup was written.\n"
    assert capsys.readouterr() == (words, "") and not (tmp_path / "saves.zip").exists()


def test_what_make_doctor_prints(pico: FakePico, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["doctor"]) == 0
    users = "crash.log, game, game.old, logs/game-1.log, parked/farkle, settings and 1 more (7090 bytes)"
    facts = [
        f"Board:       {BOARD}",
        "Installed:   Sixpip 1: 6 files, all intact",
        f"Available:   Sixpip {VERSION}: make flash installs it",
        "Free space:  264 of 384 KB",
        f"Your files:  {users}",
        "Other files: boot.py, lib/other.mpy",
    ]
    assert capsys.readouterr().out.splitlines() == [*facts, "No faults found."]
    pico.put({"sixpip/changed.mpy": b"damaged", "json.py": b"mine", "sixpip/same.py": b"mine"})
    pico.disk.remove("/sixpip/same.mpy")
    pico.boot_output, pico.boot_ends = b"", False
    assert command.main(["doctor"]) == 1
    facts[1] = "Installed:   Sixpip 1: 6 files, 1 missing, 1 damaged"
    facts[3] = "Free space:  260 of 384 KB"
    facts[5] = "Other files: boot.py, json.py, lib/other.mpy, sixpip/same.py"
    assert capsys.readouterr().out.splitlines() == [
        *facts,
        "Files are missing or damaged (sixpip/same.mpy, sixpip/changed.mpy): run make flash.",
        "sixpip/same.py is imported in place of our module: delete it with `mpremote fs rm :sixpip/same.py`.",
        "json.py hides a module of MicroPython or Sixpip, which cannot start without it: run make flash, which "
        "renames it.",
        "The boot.py of another program does not end before Sixpip can start: run make flash, which renames it.",
    ]


@pytest.mark.parametrize(
    ("files", "installed", "fault"),
    [
        ({}, "no Sixpip", "Sixpip is not installed on this board: run make flash."),
        (
            {"sixpip/x.mpy": b"x"},
            "Sixpip, but not by make flash",
            "The files cannot be checked because the board has no list of them: run make flash.",
        ),
        (
            {"sixpip.modules": b"x"},
            "Sixpip, but not by make flash",
            "The files cannot be checked because the board has no list of them: run make flash.",
        ),
        ({"sixpip.txt": b"x"}, "no Sixpip", "Sixpip is not installed on this board: run make flash."),
    ],
)
def test_what_make_doctor_prints_about_a_board_without_our_list_of_files(
    files: dict[str, bytes], installed: str, fault: str, pico: FakePico, capsys: pytest.CaptureFixture[str]
) -> None:
    pico.disk = FakePico().put(files).disk
    assert command.main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == f"Installed:   {installed}" and lines[5:] == [fault] and len(lines) == 6


class Flushed(io.StringIO):
    """An output of which is known what has left it."""

    seen = ""

    def flush(self) -> None:
        """Lets all be seen that was written."""
        self.seen = self.getvalue()


def test_what_happens_is_shown_before_it_takes_its_time(
    pico: FakePico, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = Flushed()
    pico.put({"json.py": b"mine"})
    seen: dict[str, str] = {}
    run, run_main = pico.exec, pico.run_main

    def exec_and_look(program: str) -> bytes:
        for words in ("list_files(", "os.rename"):
            if words in program and "def " not in program:
                seen.setdefault(words, output.seen)
        return run(program)

    def start_and_look() -> None:
        seen["main"] = output.seen
        run_main()

    monkeypatch.setattr(pico, "exec", exec_and_look)
    monkeypatch.setattr(pico, "run_main", start_and_look)
    monkeypatch.setattr(sys, "stdout", output)
    assert command.main(["flash", "--source", str(source)]) == 0
    assert seen["list_files("] == f"{BOARD}\n"
    assert seen["os.rename"].endswith("is renamed to json_before_sixpip.py.\n")
    assert seen["main"].endswith("Starting ...\n")


@pytest.fixture
def closed_output(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An output whose reader has gone, as after `| head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    stream = os.fdopen(writing, "w", encoding="utf-8", buffering=1)
    monkeypatch.setattr(sys, "stdout", stream)
    yield
    monkeypatch.undo()
    stream.close()


@pytest.mark.usefixtures("closed_output")
def test_a_command_whose_output_is_closed_still_finishes_what_it_does(
    pico: FakePico, source: Path, tmp_path: Path
) -> None:
    command.main(["flash", "--source", str(source)])
    assert pico.files() == {**with_manifest(FIRMWARE, VERSION), **USER_FILES, **FOREIGN} and pico.runs == 1
    uf2.main(["--source", str(source), "--output", str(tmp_path / "dist"), "--board", "pico"])
    assert (tmp_path / "dist" / "sixpip-pico-fs.uf2").stat().st_size == 2 * (1408 << 10)


@pytest.mark.parametrize(
    ("words", "help_texts"),
    [
        ([], ["Installs Sixpip on a Pico.", *(text for _, text in command.COMMANDS.values())]),
        (["flash"], ["copy what has changed to the board and start it", "(default: compile firmware/ now)"]),
        (
            ["dry"],
            ["print what flash would do", "serial port or socket://host:port (default: PORT, or the only board)"],
        ),
        (["backup"], ["copy saves, settings, own variants and logs into a .zip", "(default: TO, or backups/)"]),
        (["restore"], ["copy a backup to the board", "backup (default: FROM)"]),
        (["doctor"], ["report what is connected and installed, and whether it is intact"]),
        (["repl"], ["open a terminal at the board, to listen to the console or for the MicroPython prompt"]),
    ],
    ids=lambda value: value[0] if value and " " not in value[0] else "",
)
def test_the_help_describes_each_command(
    words: list[str], help_texts: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit) as ended:
        command.main([*words, "--help"])
    assert not ended.value.code
    output = " ".join(capsys.readouterr().out.split())
    assert [text for text in help_texts if text not in output] == []


# Errors


@pytest.mark.parametrize("error", [OSError(5, "out"), struct.error("unpack"), TransportError("no answer")])
def test_a_cable_that_is_pulled_is_one_error_and_the_board_gets_nothing_more(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    pico = old_pico()
    found = pico.board()
    monkeypatch.setattr(pico, "exec", MagicMock(side_effect=error))
    with pytest.raises(ConnectionLost, match=r"^The connection to the board on a fake port was lost"):
        found.list_files()
    monkeypatch.setattr(pico.serial, "write", MagicMock())
    found.close()
    assert pico.closed and not pico.serial.write.called  # type: ignore[attr-defined]


def test_a_board_is_connected_through_its_port_and_one_of_another_kind_is_closed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pico = old_pico()
    devices: list[str] = []

    def wire(device: str) -> FakePico:
        devices.append(device)
        return pico

    close = MagicMock()
    monkeypatch.setattr(board_module, "Wire", wire)
    monkeypatch.setattr(pico, "close", close)
    found = board_module.connect("/dev/a")
    assert found.name == "/dev/a" == devices[0] and "game" in found.list_files()[0] and close.call_count == 0
    pico.identity = ("circuitpython", *IDENTITY[1:])
    with pytest.raises(WrongBoard):
        board_module.connect("/dev/a")
    assert close.call_count == 1
    monkeypatch.setattr(pico, "exec", MagicMock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        board_module.connect("/dev/a")
    assert close.call_count == 2


def test_of_several_files_that_differ_the_first_one_is_named() -> None:
    found = old_pico().board()
    with pytest.raises(VerifyError, match=r"^game on the board differs from what was written"):
        verify(found, {"settings": b"x", "game": b"x", "crash.log": USER_FILES["crash.log"]})
    verify(found, {"game": USER_FILES["game"]})


def test_an_update_that_needs_much_space_names_how_much_and_the_three_largest_files_of_the_user() -> None:
    others = {f"mine{number}": size for number, size in enumerate([10, 9000, 70, 800, 60_000])}
    state = BoardState(others, frozenset(), {}, None, b"", DiskSpace(4096, 352, 300))
    firmware = {"main.py": b"import sixpip", "sixpip.modules": bytes(3_000_000)}

    def needed_kb(state: BoardState) -> int:
        with pytest.raises(DiskFull) as refused:
            make_plan(state, firmware, "2")
        text = str(refused.value)
        assert "delete files of your own from it (the largest: mine4, mine1, mine3) with `mpremote" in text
        return int(text.partition(" needs ")[2].split()[0])

    needed = needed_kb(state)
    blocks = -(-3_000_000 // 4088)
    assert 0 <= needed // 4 - (blocks - 300) <= 20 and needed % 4 == 0


def test_a_file_is_named_before_it_is_copied_and_the_old_one_is_gone_by_then() -> None:
    pico = old_pico()
    found = pico.board()
    state = read_state(found, NEW)
    seen: dict[str, list[tuple[int, bytes | None]]] = {}

    def look(path: str, count: int) -> None:
        seen.setdefault(path, []).append((count, pico.files().get(path)))

    install(found, state, make_plan(state, NEW, "2"), NEW, look)
    assert seen["sixpip/added.mpy"] == [(0, None), (300, NEW["sixpip/added.mpy"])]
    assert seen["sixpip/changed.mpy"][0] == (0, None)
    assert [count for count, _ in seen["sixpip/changed.mpy"]] == [0, 2048, 2048, 904]
    assert seen["deleting sixpip/gone.mpy"] == [(0, None)] and "sixpip/same.mpy" not in seen


def test_each_program_of_an_update_comes_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    pico = old_pico()
    found = pico.board()
    state = read_state(found, NEW)
    listed: list[set[str]] = []
    run = pico.exec

    def record(program: str) -> bytes:
        output = run(program)
        files = pico.files()
        listed.append({path for path in files if path not in {**USER_FILES, **FOREIGN}})
        if "main.py" in files and files["main.py"] == NEW["main.py"]:
            assert {path: sha256(files[path]) for path in NEW} == {path: sha256(data) for path, data in NEW.items()}
        return output

    monkeypatch.setattr(pico, "exec", record)
    install(found, state, make_plan(state, NEW, "2"), NEW, lambda name, count: None)
    assert listed[0] == {*OLD, "sixpip.files"} - {"main.py"}, "main.py goes first"
    assert listed[-1] == {*NEW, "sixpip.files"}
    assert "main.py.part" in listed[-2] and "main.py" not in listed[-2], "and comes last, whole"
    assert "sixpip.files.part" in listed[1], "the list of both versions before any file is deleted"
    assert {*OLD} - {"main.py"} <= listed[1]


def test_an_image_may_go_into_a_folder_that_there_is(source: Path, tmp_path: Path) -> None:
    for name in ("one.img", "new/two.img"):
        assert image.main(["--source", str(source), "--output", str(tmp_path / name), "--board", "pico"]) == 0
    assert (tmp_path / "one.img").read_bytes() == (tmp_path / "new" / "two.img").read_bytes()
