"""Finding the board and opening its port: each error is one sentence with its remedy."""

import contextlib
import errno
import hashlib
import itertools
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
import serial  # type: ignore[import-untyped]
import serial.tools.list_ports  # type: ignore[import-untyped]
from mpremote.transport import TransportError, TransportExecError  # type: ignore[import-untyped]

from host_tests.flash_fixture import FakePico
from host_tests.raw_repl import RawRepl
from sixpip.board.chips import RP2040, RP2350
from tools.board.flash import board, serial_ports
from tools.board.flash.__main__ import main as flash_main
from tools.board.flash.errors import BadAnswer, DiskFull, FlashError, PortError, WrongBoard
from tools.board.flash.sentences import ERASE
from tools.board.flash.serial_ports import Port, choose, in_bootsel
from tools.board.flash.wire import TooMuch, Wire

PICO = Port("/dev/ttyACM0", 0x2E8A, 0x0005, "MicroPython", "Board in FS mode")
SECOND = Port("/dev/ttyACM1", 0x2E8A, 0x0005, "MicroPython", "Board in FS mode")
WINDOWS = Port("COM7", 0x2E8A, 0x0005, "Microsoft", "")
FEATHER = Port("/dev/ttyACM2", 0x239A, 0x80F2, "MicroPython", "Board in FS mode")
OTHER_MAKER = Port("/dev/ttyACM4", 0x1209, 0x0001, "Somebody", "Tiny with MicroPython")
ARDUINO = Port("/dev/ttyUSB0", 0x2341, 0x0043, "Arduino", "Uno")
DEBUG_PROBE = Port("/dev/ttyACM3", 0x2E8A, 0x000C, "Raspberry Pi", "Debug Probe (CMSIS-DAP)")


def sentence(error: object) -> str:
    """The message of an error, which is one sentence."""
    text = str(error)
    assert text.endswith(".") and "\n" not in text
    assert ": " in text  # the problem: the remedy
    return text


def choice_error(connected: list[Port], bootsel: str = "") -> str:
    """The message when no board can be chosen among these ports."""
    with pytest.raises(PortError) as caught:
        choose(connected, bootsel)
    return sentence(caught.value)


@pytest.mark.parametrize("port", [PICO, WINDOWS, FEATHER, OTHER_MAKER])
def test_the_only_micropython_is_chosen_among_other_devices(port: Port) -> None:
    assert choose([ARDUINO, port, DEBUG_PROBE], bootsel=RP2040) == port.device


@pytest.mark.parametrize("name", ["/dev/tty\x1b[2J", "/dev/\u202eACM0"])
def test_the_control_characters_of_a_port_s_name_are_not_printed(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert flash_main(["repl", "--port", name]) == 1
    output = "".join(capfd.readouterr())  # with that of other programs
    assert "name one without control characters with PORT=." in output
    assert output.removesuffix("\n").isprintable()


def test_two_boards_are_both_named_with_the_argument_to_add() -> None:
    text = choice_error([PICO, SECOND])
    assert "2 boards, on /dev/ttyACM0 and /dev/ttyACM1" in text
    assert "PORT=/dev/ttyACM0" in text


@pytest.mark.parametrize(
    ("chip", "action"),
    [
        (RP2040, "(RPI_PICO, see README.md) on its drive RPI-RP2 if"),
        (RP2350, "(RPI_PICO2 or RPI_PICO2_W, see README.md) on its drive RP2350 if"),
    ],
)
def test_a_board_in_bootsel_mode_is_distinguished_from_none(chip: str, action: str) -> None:
    text = choice_error([], bootsel=chip)
    assert f"in BOOTSEL mode: drop the official MicroPython {action}" in text
    assert "without holding BOOTSEL" in text


def test_a_board_in_bootsel_mode_is_named_also_next_to_other_devices_and_none_of_them_is_chosen() -> None:
    text = choice_error([ARDUINO, DEBUG_PROBE], bootsel=RP2350)
    assert text.startswith("The board is in BOOTSEL mode: drop the official MicroPython (RPI_PICO2 or RPI_PICO2_W, ")
    assert "ttyUSB0" not in text
    assert "2 boards, on " in choice_error([PICO, ARDUINO, SECOND], bootsel=RP2040)


def test_where_no_board_is_found_the_remedy_for_a_program_that_keeps_it_from_usb_is_named() -> None:
    for text in (choice_error([]), choice_error([ARDUINO])):
        assert ERASE in text
    assert "make uf2 with BOARD=" in choice_error([], bootsel=RP2040)


@pytest.mark.parametrize(("name", "chip"), [("RPI-RP2", RP2040), ("RP2350", RP2350)])
def test_the_drive_letter_of_a_board_in_bootsel_mode_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, chip: str
) -> None:
    asked: list[str] = []

    def read_text(path: Path, **_options: Any) -> str:
        asked.append(path.as_posix())
        if path.as_posix() == "E:/INFO_UF2.TXT":
            return f"UF2 Bootloader v1.0\nModel: Raspberry Pi\nBoard-ID: {name}\n"
        raise PermissionError if path.as_posix().startswith("D:") else FileNotFoundError  # D: is locked

    monkeypatch.setattr(Path, "read_text", read_text)
    monkeypatch.setattr(sys, "platform", "win32")
    assert in_bootsel(tmp_path) == chip
    monkeypatch.setattr(sys, "platform", "linux")
    assert in_bootsel(tmp_path) == ""
    assert {"D:/INFO_UF2.TXT", "E:/INFO_UF2.TXT"} <= set(asked)


def test_only_usb_ports_are_considered(monkeypatch: pytest.MonkeyPatch) -> None:
    usb = SimpleNamespace(device="/dev/ttyACM0", vid=0x2E8A, pid=5, manufacturer="MicroPython", product=None)
    built_in = SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None, manufacturer=None, product=None)
    monkeypatch.setattr(serial.tools.list_ports, "comports", lambda: [built_in, usb])
    assert [port.device for port in serial_ports.list_ports()] == ["/dev/ttyACM0"]
    assert serial_ports.list_ports()[0].is_micropython


@pytest.mark.parametrize(("name", "chip"), [("RPI-RP2", RP2040), ("RP2350", RP2350)])
@pytest.mark.parametrize("place", ["dev/disk/by-label", "Volumes", "media/anna", "run/media/anna"])
def test_the_drive_of_a_board_in_bootsel_mode_is_detected(tmp_path: Path, place: str, name: str, chip: str) -> None:
    assert in_bootsel(tmp_path) == ""
    (tmp_path / place / name).mkdir(parents=True)
    assert in_bootsel(tmp_path) == chip


@pytest.mark.parametrize(
    ("product", "detected"), [("0003", RP2040), ("000f", RP2350), ("0005", ""), ("not a number", "")]
)
def test_the_usb_id_of_a_board_in_bootsel_mode_is_detected(tmp_path: Path, product: str, detected: str) -> None:
    device = tmp_path / "sys/bus/usb/devices/1-2"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text(product + "\n")
    assert in_bootsel(tmp_path) == detected


@pytest.mark.parametrize("vendor", ["2341", ""])
def test_a_device_of_another_maker_is_no_board_in_bootsel_mode(vendor: str, tmp_path: Path) -> None:
    device = tmp_path / "sys/bus/usb/devices/1-2"
    device.mkdir(parents=True)
    (device / "idProduct").write_text("0003\n")
    if vendor:
        (device / "idVendor").write_text(f"{vendor}\n")
    assert in_bootsel(tmp_path) == ""


def test_ports_are_listed_by_name_with_what_their_devices_report(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = ("device", "vid", "pid", "manufacturer", "product")
    found = [
        ("/dev/d", 0x2341, None, None, None),
        ("/dev/c", 0x2341, 0x43, None, None),
        ("/dev/b", 0x2341, None, "Arduino", None),
        ("/dev/a", 0, 5, "Arduino", "Uno"),
    ]
    ports = [SimpleNamespace(**dict(zip(fields, values, strict=True))) for values in found]
    monkeypatch.setattr(serial.tools.list_ports, "comports", lambda: ports)
    assert [str(port) for port in serial_ports.list_ports()] == [
        "/dev/a (Uno)",
        "/dev/b (Arduino)",
        "/dev/c (USB 2341:0043)",
        "/dev/d (USB 2341:0000)",
    ]
    text = choice_error(serial_ports.list_ports())
    assert text.startswith("No Pico with MicroPython is connected, only /dev/a (Uno), /dev/b (Arduino), /dev/c (USB")


@pytest.mark.parametrize(
    ("vid", "pid", "maker", "product", "is_micropython"),
    [
        (0x2E8A, 0x0005, "", "", True),
        (0x2E8A, 0x0003, "", "", False),
        (0x2341, 0x0005, "", "", False),
        (1, 1, "MicroPython", "", True),
        (1, 1, "", "MicroPython Board", True),
        (1, 1, "micropython", "Micro", False),
    ],
)
def test_a_board_is_known_by_its_usb_numbers_or_by_its_names(
    vid: int, pid: int, maker: str, product: str, is_micropython: bool
) -> None:
    assert Port("x", vid, pid, maker, product).is_micropython == is_micropython


OPEN_ERRORS = {
    "in use by another program (Thonny, a serial monitor": OSError(errno.EBUSY, "Device or resource busy"),
    "in use by another": serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"),
    "is in use by": serial.SerialException("could not open port: PermissionError(13, 'Access is denied.', None, 5)"),
    "no permission to use /dev/ttyACM9: run `sudo usermod -aG ": OSError(errno.EACCES, "Permission denied"),
    "no permission": OSError(errno.EPERM, "Operation not permitted"),
    "There is no port /dev/ttyACM9: name one": OSError(errno.ENOENT, "No such file"),
    "(none)": serial.SerialException("could not open port: FileNotFoundError(2, 'no such file', None, 2)"),
    "There is no port /dev/ttyACM9: ": OSError(errno.ENODEV, "No such device"),
    "There is no port /dev/ttyACM9:": OSError(errno.ENXIO, "No such device or address"),
    "cannot be opened (": OSError(errno.EIO, "Input/output error"),
}


@pytest.mark.parametrize("reason", OPEN_ERRORS)
def test_a_port_that_mpremote_cannot_open_is_explained(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    def refuse(*_arguments: Any, **_options: Any) -> None:
        raise OPEN_ERRORS[reason]

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    monkeypatch.setattr(board, "list_ports", list)
    with pytest.raises(PortError) as caught:
        board.connect("/dev/ttyACM9")
    assert reason in sentence(caught.value)


@pytest.mark.parametrize("error", [OSError(errno.ECONNREFUSED, "refused"), OSError(errno.EBUSY, "busy")])
def test_a_network_port_without_a_server_is_called_that(error: OSError, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial, "serial_for_url", MagicMock(side_effect=error))
    text = sentence(serial_ports.reason_not_opened("socket://here:1", []))
    assert text == "There is no connection to socket://here:1: start the emulator there, or correct PORT=."


def test_a_port_that_can_be_opened_after_all_and_one_without_a_group_are_explained(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened = MagicMock()
    monkeypatch.setattr(serial, "serial_for_url", opened)
    text = sentence(serial_ports.reason_not_opened("/dev/a", []))
    assert text == "The port /dev/a could not be opened but now can: run the same command again."
    assert opened.return_value.close.called and opened.call_args.kwargs == {"exclusive": True}
    monkeypatch.setattr(serial, "serial_for_url", MagicMock(side_effect=OSError(errno.EPERM, "no")))
    assert "usermod -aG dialout $USER" in sentence(serial_ports.reason_not_opened(str(tmp_path / "none"), []))


def test_a_group_that_has_no_name_is_taken_for_that_of_most_systems(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    grp = pytest.importorskip("grp", reason="Windows has no groups for ports.")
    monkeypatch.setattr(grp, "getgrgid", MagicMock(side_effect=KeyError("getgrgid(): gid not found: 65534")))
    monkeypatch.setattr(serial, "serial_for_url", MagicMock(side_effect=OSError(errno.EACCES, "no")))
    assert "usermod -aG dialout $USER" in sentence(serial_ports.reason_not_opened(str(tmp_path), []))


def test_a_port_that_another_program_has_open_is_reported_as_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    pty = pytest.importorskip("pty", reason="There are no pseudo-terminals on Windows.")
    _, follower = pty.openpty()
    name = os.ttyname(follower)
    with serial.Serial(name, exclusive=True), pytest.raises(PortError, match="in use by another program"):
        board.connect(name)


def test_a_port_that_does_not_exist_is_reported_with_those_that_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "list_ports", lambda: [PICO])
    for name in ("/dev/no-such-port", "no-such-kind://x", "9000"):
        with pytest.raises(PortError) as caught:
            board.connect(name)
        assert f"no port {name}: " in sentence(caught.value)
        assert "/dev/ttyACM0 (Board in FS mode)" in str(caught.value)


@pytest.mark.skipif(sys.platform == "win32", reason="There are no pseudo-terminals on Windows.")
def test_a_silent_device_is_reported_and_not_asked_a_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    import pty
    import tty

    monkeypatch.setattr(board, "SILENT_S", 0.1)
    device, follower = pty.openpty()
    tty.setraw(follower)
    with pytest.raises(PortError, match="does not respond like MicroPython: close other programs"):
        board.connect(os.ttyname(follower))
    assert os.read(device, 100) == b"\r\x03\x01"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups for ports.")
def test_a_board_that_prints_slowly_without_end_is_given_up_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(seconds), sleep=lambda _: None)
    monkeypatch.setattr("tools.board.flash.wire.time", clock)
    port = SimpleNamespace(read=lambda _: b".", timeout=7)
    wire = Wire.__new__(Wire)  # the constructor would open a port
    wire.serial = port
    with pytest.raises(TooMuch):
        wire.read_until(1, b">")
    assert 60 <= next(seconds) <= 65 and port.timeout == 7


class MemoryPort:
    """The serial port of a board in memory."""

    def __init__(self, repl: RawRepl) -> None:
        self.repl = repl
        self.timeout = self.write_timeout = 1.0
        self.received = b""

    def write(self, data: bytes) -> int:
        self.received += self.repl.answer(data)
        return len(data)

    def read(self, count: int = 1) -> bytes:
        data, self.received = self.received[:count], self.received[count:]
        return data

    @property
    def in_waiting(self) -> int:
        return len(self.received)

    def inWaiting(self) -> int:
        return self.in_waiting

    def close(self) -> None:
        """Nothing to close."""


def wired(repl: RawRepl, monkeypatch: pytest.MonkeyPatch) -> board.Board:
    """The board at the other end of mpremote's transport. Its clock goes on by a second at each look at it."""
    seconds = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(seconds) / 10, sleep=lambda _: None)
    monkeypatch.setattr("tools.board.flash.wire.time", clock)
    wire = Wire.__new__(Wire)  # the constructor would open a port
    wire.serial, wire.in_raw_repl, wire.use_raw_paste, wire.mounted = MemoryPort(repl), False, True, False
    return board.Board(wire, "a port")


def test_files_are_listed_compared_written_and_read_through_the_raw_repl(monkeypatch: pytest.MonkeyPatch) -> None:
    pico = FakePico().put({"main.py": b"# Sixpip 7", "sixpip/a": b"a", "empty": b""})
    found = wired(RawRepl(pico), monkeypatch)
    found.interrupt()
    assert str(found.identity).startswith("Pico, Pico H or Pico W (Raspberry Pi Pico with RP2040), MicroPython 1.24.1")
    assert (found.boot_fault, pico.registers) == ("", {0x4005B000: 1 << 30})
    assert found.list_files() == ({"main.py": 10, "sixpip/a": 1, "empty": 0}, {"sixpip"})
    data = bytes(range(256)) * 20
    sent: list[int] = []
    found.write("new/file", data, sent.append)
    assert sent == [2048, 2048, 1024] and pico.files()["new/file"] == data
    assert (found.read("new/file"), found.read("new/file", 700), found.read("empty")) == (data, data[:700], b"")
    assert found.hashes(["empty", "none"]) == {"empty": hashlib.sha256(b"").hexdigest(), "none": "-"}
    found.rename("new/file", "other/name")
    found.delete("empty")
    found.delete_empty_folder("new")
    found.delete_empty_folder("other")
    assert found.list_files() == ({"main.py": 10, "sixpip/a": 1, "other/name": 5120}, {"sixpip", "other"})
    with pytest.raises(FlashError, match="2"):
        found.delete("none")
    found.start("7")
    assert pico.runs == 1
    found.close()
    assert pico.runs == 1


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 32, 33])
def test_any_number_of_files_is_compared_in_groups(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {f"file{number}": b"%d" % number for number in range(count)}
    pico = FakePico().put(files)
    found = pico.board()
    programs: list[str] = []
    run = pico.exec

    def record(command: str) -> bytes:
        programs.append(command)
        return run(command)

    monkeypatch.setattr(pico, "exec", record)
    assert found.hashes([*files]) == {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    assert [program.count("file") for program in programs] == [16] * (count // 16) + [count % 16] * bool(count % 16)


@pytest.mark.parametrize("size", [0, 1, 2047, 2048, 2049, 4096, 4097])
def test_a_file_of_any_size_is_written_whole_and_read_in_pieces(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "PIECE", 1024)
    pico = FakePico()
    found = pico.board()
    data = (bytes(range(256)) * 17)[:size]
    sent: list[int] = []
    found.write("file", data, sent.append)
    assert pico.files() == {"file": data}
    assert sent == ([2048] * (size // 2048) + [size % 2048] * bool(size % 2048) or [0])
    for most in (1, 1023, 1024, 1025, 2048, 5000):
        assert found.read("file", most) == data[:most]
    assert found.read("file") == data


def test_a_file_in_place_of_a_folder_is_reported_and_stays() -> None:
    pico = FakePico().put({"game": b"mine"})
    found = pico.board()
    with pytest.raises(FlashError, match="OSError: 20"):
        found.write("game/x/y", b"x")
    with pytest.raises(FlashError, match="OSError: 20"):
        found.rename("game", "game/x/y")
    assert pico.files() == {"game": b"mine"}


@pytest.mark.parametrize("failures", [0, 1, 2])
def test_the_raw_repl_is_tried_twice(failures: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pico = FakePico()
    left = [TransportError("could not enter raw repl")] * failures
    enter = pico.enter_raw_repl

    def enter_raw_repl(**options: Any) -> None:
        assert options == {"soft_reset": False, "timeout_overall": 15}
        if left:
            raise left.pop()
        enter(**options)

    monkeypatch.setattr(pico, "enter_raw_repl", enter_raw_repl)
    if failures < 2:
        assert pico.board().list_files() == ({}, set())
        assert (pico.serial.timeout, pico.serial.write_timeout) == (30, 30), "answers may be slow"
    else:
        with pytest.raises(PortError, match=r"^The device at a fake port does not respond like MicroPython: "):
            pico.board()


@pytest.mark.parametrize("kind", [("1", 24, 1), (1, 24, 1.5)])
def test_an_identity_that_is_none_is_that_of_another_program(kind: tuple[Any, ...]) -> None:
    name, _, *others = FakePico().identity
    with pytest.raises(WrongBoard, match="^The board runs something and not MicroPython: flash the official "):
        FakePico(identity=(name, kind, *others)).board()


def test_of_several_tracebacks_the_last_one_counts() -> None:
    traceback = b'Traceback (most recent call last):\r\n  File "boot.py", line 1, in f\r\n%s\r\n'
    pico = FakePico().put({"boot.py": b"x"})
    pico.boot_output = traceback % b"KeyError: 1" + b"\r\nThen:\r\n" + traceback % b"\r\nOSError: \x1b[2J" + b"Bye\r\n"
    assert pico.board().boot_fault == "stops with OSError: \\x1b[2J"
    pico.boot_output = b"Traceback of mine\r\nOSError: 19\r\n"
    assert pico.board().boot_fault == ""


def test_a_console_that_was_only_interrupted_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pico = FakePico().put({"main.py": b"# Sixpip 7"})
    for restart, runs in ((True, 1), (False, 1)):
        found = wired(RawRepl(pico), monkeypatch)
        found.interrupt()
        found.close(restart)
        assert pico.runs == runs


@pytest.mark.parametrize(
    ("traceback", "kind", "words"),
    [
        ("OSError: 28", DiskFull, "full"),
        ("OSError: [Errno 28] ENOSPC", DiskFull, "full"),
        ("OSError: [Errno 5] EIO", FlashError, "OSError: [Errno 5] EIO"),
        ("MemoryError: 28", FlashError, "MemoryError: 28"),
        ("", FlashError, "no reason given"),
    ],
)
def test_an_error_on_the_board_is_reported_by_its_kind(
    traceback: str, kind: type[FlashError], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pico = FakePico()
    found = pico.board()
    text = f"Traceback (most recent call last):\r\n  File\r\n{traceback}\r\n" if traceback else ""
    monkeypatch.setattr(pico, "exec", MagicMock(side_effect=TransportExecError(b"", text)))
    with pytest.raises(FlashError) as caught:
        found.delete("x")
    assert type(caught.value) is kind and words in sentence(caught.value)


@pytest.mark.parametrize(
    "answer", [b"x", b"(1, 2)", b"(b'a', True)", b"(b'a', 1, 2)", b"('a', 1.5)", b"('a',)", b"[]", b"(" * 5000, b"\xff"]
)
def test_an_answer_that_is_no_list_of_files_is_refused(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    pico = FakePico()
    found = pico.board()
    monkeypatch.setattr(pico, "exec", lambda command: answer)
    for action in (found.list_files, lambda: found.hashes(["a"]), lambda: found.disk_space({}, ())):
        with pytest.raises(BadAnswer):
            action()


def test_the_wire_keeps_what_comes_after_an_ending_and_gives_up_after_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    found = wired(RawRepl(FakePico()), monkeypatch)
    wire: Any = found._transport  # noqa: SLF001  the end of the wire
    wire.serial.received = b"one>two>thr"
    assert [wire.read_until(1, b">", timeout=2) for _ in range(3)] == [b"one>", b"two>", b"thr"]
    assert wire.serial.timeout == 1.0
    wire.most = 100
    wire.serial.received = b"x" * 90 + b">"
    assert len(wire.read_until(1, b">")) == 91
    wire.serial.received = b"x" * 101
    with pytest.raises(TooMuch):
        wire.read_until(1, b">")


@pytest.mark.parametrize(
    ("timeout", "overall", "every", "seconds"),
    [
        (2, None, 0, 2),  # silent
        (2, None, 1, 60),  # a byte each second: only the limit of an answer ends it
        (2, 5, 1, 5),
        (2, 5, 0, 2),
        (None, None, 0, 30),
        (5, None, 5, 5),
        (5, None, 4, 60),
    ],
)
def test_what_is_read_ends_after_silence_or_after_a_time_in_all(
    timeout: float | None, overall: float | None, every: int, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 0.0
    sent_s: list[float] = []

    def sleep(_seconds: float) -> None:
        nonlocal now_s
        now_s += 0.125

    def read(_count: int) -> bytes:
        is_sent = every and now_s % every == 0 and now_s not in sent_s
        sent_s.append(now_s)
        return b"." if is_sent else b""

    monkeypatch.setattr("tools.board.flash.wire.time", SimpleNamespace(monotonic=lambda: now_s, sleep=sleep))
    wire = Wire.__new__(Wire)  # the constructor would open a port
    wire.serial = SimpleNamespace(read=read, timeout=7)
    with pytest.raises(TooMuch) if seconds == 60 else contextlib.nullcontext():
        assert set(wire.read_until(1, b">", timeout, timeout_overall=overall)) <= {46}
    assert seconds <= now_s < seconds + 1 and wire.serial.timeout == 7


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("ending", [b">>> ", b"raw REPL; CTRL-B to exit\r\n", b"\x04\x04>"])
def test_an_ending_that_arrives_in_parts_is_found(ending: bytes, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = wired(RawRepl(FakePico()), monkeypatch)
    wire: Any = found._transport  # noqa: SLF001  the end of the wire
    read = wire.serial.read
    wire.serial.read = lambda count: read(min(count, size))
    wire.serial.received = b"one" + ending + b"two" + ending
    assert [wire.read_until(1, ending, timeout=2) for _ in range(2)] == [b"one" + ending, b"two" + ending]


def test_the_group_to_join_is_that_of_the_port(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import grp

    port = tmp_path / "ttyACM0"
    port.write_text("")
    stat = os.stat
    groups = [entry for entry in grp.getgrall() if entry.gr_gid != stat(port).st_uid]
    number, group = groups[0].gr_gid, groups[0].gr_name  # the user, too, has a number, which is often that of a group

    def with_group(path: Any, **options: Any) -> Any:
        found = stat(path, **options)
        return SimpleNamespace(st_uid=found.st_uid, st_gid=number) if str(path) == str(port) else found

    monkeypatch.setattr(os, "stat", with_group)

    def refuse(*_arguments: Any, **_options: Any) -> None:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    with pytest.raises(PortError, match=f"usermod -aG {group} "):
        board.connect(str(port))
