"""Finds the serial port of the board, by its USB IDs or as named with PORT, or says why there is none to use.

board.py opens it.
"""

import errno
import os
import string
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import serial  # type: ignore[import-untyped]
import serial.tools.list_ports  # type: ignore[import-untyped]

from tools.board.boards import CHIPS, builds, with_chip
from tools.board.flash.errors import PortError
from tools.board.flash.sentences import ERASE
from tools.terminal import shown

RASPBERRY_PI = 0x2E8A
MICROPYTHON = 0x0005
"""USB IDs (github.com/raspberrypi/usb-pid); those of the chips in BOOTSEL mode are in sixpip.board.chips."""

_DRIVE_FILE = "INFO_UF2.TXT"
_BUSY = (errno.EBUSY, errno.EAGAIN)
_NOT_PERMITTED = (errno.EACCES, errno.EPERM)
_MISSING = (errno.ENOENT, errno.ENODEV, errno.ENXIO)


@dataclass(frozen=True)
class Port:
    """A serial port of this computer, with the USB IDs and names that its device reports (0 and "" if it does not)."""

    device: str
    vid: int = 0
    pid: int = 0
    manufacturer: str = ""
    product: str = ""

    @property
    def is_micropython(self) -> bool:
        """Whether the device runs MicroPython: by USB ID on a Pico, by name on other boards."""
        return (self.vid, self.pid) == (RASPBERRY_PI, MICROPYTHON) or "MicroPython" in self.manufacturer + self.product

    def __str__(self) -> str:
        name = self.product or self.manufacturer or f"USB {self.vid:04x}:{self.pid:04x}"
        return f"{self.device} ({name})"


def list_ports() -> list[Port]:
    """The USB serial ports of this computer, sorted by name."""
    ports = [port for port in serial.tools.list_ports.comports() if port.vid is not None]
    usb = [Port(p.device, p.vid, p.pid or 0, p.manufacturer or "", p.product or "") for p in ports]
    return sorted(usb, key=lambda port: port.device)


def in_bootsel(root: Path = Path("/")) -> str:
    """The chip of the board that is in BOOTSEL mode, by its USB ID (Linux) or its drive; "" when there is none.

    `root`: of the file system.
    """
    for chip, entry in CHIPS.items():
        for device in root.glob("sys/bus/usb/devices/*"):
            if _read_id(device / "idVendor") == RASPBERRY_PI and _read_id(device / "idProduct") == entry.bootsel_id:
                return chip
        drives = [root / "dev/disk/by-label" / entry.drive, root / "Volumes" / entry.drive]
        drives += [*root.glob(f"media/*/{entry.drive}"), *root.glob(f"run/media/*/{entry.drive}")]
        letters = string.ascii_uppercase if sys.platform == "win32" else ""
        if any(os.path.exists(drive) for drive in drives) or any(
            entry.drive in _read_drive_file(Path(f"{letter}:/") / _DRIVE_FILE) for letter in letters
        ):
            return chip
    return ""


def _read_drive_file(file: Path) -> str:
    """The text of the file in which a drive in BOOTSEL mode names its board; "" when there is none."""
    try:
        return file.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def _read_id(file: Path) -> int:
    """The hexadecimal ID in a file of /sys; 0 when there is none."""
    try:
        return int(file.read_text(encoding="ascii"), 16)
    except (OSError, ValueError):
        return 0


def choose(ports: Sequence[Port], bootsel: str, named: str = "") -> str:
    """The port of the board: `named` if it is given, else the only one with MicroPython.

    `bootsel`: the result of `in_bootsel`. Raises PortError.
    """
    if not named.isprintable():  # mpremote would print its escape sequences
        raise PortError(f"There is no port {shown(named)}: name one without control characters with PORT=.")
    if named:
        return named
    boards = [port for port in ports if port.is_micropython]
    if len(boards) == 1:
        return boards[0].device
    if boards:
        names = " and ".join(port.device for port in boards)
        raise PortError(f"There are {len(boards)} boards, on {names}: name one of them, as in PORT={boards[0].device}.")
    if bootsel:
        names = builds(with_chip(bootsel))
        raise PortError(
            f"The board is in BOOTSEL mode: drop the official MicroPython ({names}, see README.md) on its drive "
            f"{CHIPS[bootsel].drive} if it is not installed yet; otherwise unplug the board and plug it in without "
            "holding BOOTSEL; if no board is found then, drop the file that make uf2 with BOARD= of this board makes "
            "on that drive, which erases all files on the board."
        )
    if ports:
        others = ", ".join(str(port) for port in ports)
        raise PortError(
            f"No Pico with MicroPython is connected, only {others}: plug the Pico in; if it has no MicroPython yet, "
            "hold BOOTSEL while you plug it in and drop the official MicroPython on its drive; if it has, a program on "
            f"it may keep it from USB: {ERASE}; if it is one of these ports, name it with PORT=."
        )
    raise PortError(
        "No board is connected: plug the Pico in with a USB cable that carries data, because many cables only charge; "
        f"if a program on it may keep it from USB, {ERASE}."
    )


def reason_not_opened(device: str, ports: Sequence[Port]) -> PortError:
    """Try to open the port `device` again and return the error that explains why it cannot be opened."""
    try:
        serial.serial_for_url(device, exclusive=True).close()
    except ValueError:
        return _no_such_port(device, ports)
    except OSError as error:
        return _open_error(device, ports, error)
    return PortError(f"The port {device} could not be opened but now can: run the same command again.")


def _open_error(device: str, ports: Sequence[Port], error: OSError) -> PortError:
    """The error for what pySerial raised. Windows gives no errno, and "access denied" for a port in use."""
    text = str(error)
    if "://" in device:
        return PortError(f"There is no connection to {device}: start the emulator there, or correct PORT=.")
    if error.errno in _BUSY or "PermissionError(13" in text:
        return PortError(
            f"The port {device} is in use by another program (Thonny, a serial monitor, another make repl): close it "
            "and run the same command again."
        )
    if error.errno in _NOT_PERMITTED:
        return PortError(
            f"You have no permission to use {device}: run `sudo usermod -aG {_group(device)} $USER`, log out and in, "
            "and run the same command again."
        )
    if error.errno in _MISSING or "FileNotFoundError(2" in text:
        return _no_such_port(device, ports)
    return PortError(f"The port {device} cannot be opened ({text}): unplug the board, plug it in and try again.")


def _no_such_port(device: str, ports: Sequence[Port]) -> PortError:
    existing = ", ".join(str(port) for port in ports) or "none"
    return PortError(f"There is no port {device}: name one of the existing ports ({existing}) with PORT=.")


def _group(device: str) -> str:
    """The group that may use the port: dialout on Debian, uucp on Arch."""
    try:
        import grp

        return grp.getgrgid(os.stat(device).st_gid).gr_name
    except (ImportError, OSError, KeyError):
        return "dialout"
