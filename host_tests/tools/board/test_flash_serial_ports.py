"""Finding the board and opening its port: each error is one sentence with its remedy."""

import errno
import itertools
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import serial  # type: ignore[import-untyped]
import serial.tools.list_ports  # type: ignore[import-untyped]

from sixpip.board.chips import RP2040, RP2350
from tools.board.flash import board, serial_ports
from tools.board.flash.__main__ import main as flash_main
from tools.board.flash.errors import PortError
from tools.board.flash.sentences import ERASE
from tools.board.flash.serial_ports import Port, choose, in_bootsel
from tools.board.flash.wire import TooMuch, Wire

PICO = Port("/dev/ttyACM0", 0x2E8A, 0x0005, "MicroPython", "Board in FS mode")
SECOND = Port("/dev/ttyACM1", 0x2E8A, 0x0005, "MicroPython", "Board in FS mode")
WINDOWS = Port("COM7", 0x2E8A, 0x0005, "Microsoft", "")
FEATHER = Port("/dev/ttyACM2", 0x239A, 0x80F2, "MicroPython", "Board in FS mode")
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


@pytest.mark.parametrize("port", [PICO, WINDOWS, FEATHER])
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
@pytest.mark.parametrize("place", ["dev/disk/by-label", "Volumes", "run/media/anna"])
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


OPEN_ERRORS = {
    "in use by another program (Thonny, a serial monitor": OSError(errno.EBUSY, "Device or resource busy"),
    "in use by another": serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"),
    "is in use by": serial.SerialException("could not open port: PermissionError(13, 'Access is denied.', None, 5)"),
    "no permission to use /dev/ttyACM9: run `sudo usermod -aG ": OSError(errno.EACCES, "Permission denied"),
    "no permission": OSError(errno.EPERM, "Operation not permitted"),
    "There is no port /dev/ttyACM9: name one": OSError(errno.ENOENT, "No such file"),
    "(none)": serial.SerialException("could not open port: FileNotFoundError(2, 'no such file', None, 2)"),
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


def test_the_group_to_join_is_that_of_the_port(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import grp

    port = tmp_path / "ttyACM0"
    port.write_text("")
    group = grp.getgrgid(os.stat(port).st_gid).gr_name

    def refuse(*_arguments: Any, **_options: Any) -> None:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    with pytest.raises(PortError, match=f"usermod -aG {group} "):
        board.connect(str(port))
