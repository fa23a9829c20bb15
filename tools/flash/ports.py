"""Which serial port is the board: found by its USB numbers, or named by PORT. Opening it is board.py's business."""

import errno
import os
import string
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import serial  # type: ignore[import-untyped]
import serial.tools.list_ports  # type: ignore[import-untyped]

from tools.flash.errors import PortError

RASPBERRY_PI = 0x2E8A
MICROPYTHON = 0x0005
BOOTSEL = 0x0003
"""USB product numbers of Raspberry Pi (github.com/raspberrypi/usb-pid)."""

_DRIVE = "RPI-RP2"
_DRIVE_NOTE = "INFO_UF2.TXT"
_BUSY = (errno.EBUSY, errno.EAGAIN)
_NOT_PERMITTED = (errno.EACCES, errno.EPERM)
_ABSENT = (errno.ENOENT, errno.ENODEV, errno.ENXIO)


@dataclass(frozen=True)
class Port:
    """One serial port of this computer, and what its USB device says of itself (0 and "" where it says nothing)."""

    device: str
    vid: int = 0
    pid: int = 0
    maker: str = ""
    product: str = ""

    @property
    def is_micropython(self) -> bool:
        """Whether MicroPython is at the other end: by its number on a Pico, by its name on boards of other makers."""
        return (self.vid, self.pid) == (RASPBERRY_PI, MICROPYTHON) or "MicroPython" in self.maker + self.product

    def __str__(self) -> str:
        name = self.product or self.maker or f"USB {self.vid:04x}:{self.pid:04x}"
        return f"{self.device} ({name})"


def listed() -> list[Port]:
    """The USB serial ports of this computer, by name."""
    ports = [port for port in serial.tools.list_ports.comports() if port.vid is not None]
    found = [Port(p.device, p.vid, p.pid or 0, p.manufacturer or "", p.product or "") for p in ports]
    return sorted(found, key=lambda port: port.device)


def in_bootsel(root: Path = Path("/")) -> bool:
    """Whether a board is in BOOTSEL: its USB number (Linux) or its drive is there. `root`: of this computer's files."""
    for device in root.glob("sys/bus/usb/devices/*"):
        if _number(device / "idVendor") == RASPBERRY_PI and _number(device / "idProduct") == BOOTSEL:
            return True
    drives = [root / "dev/disk/by-label" / _DRIVE, root / "Volumes" / _DRIVE]
    if sys.platform == "win32":
        drives += [Path(f"{letter}:/") / _DRIVE_NOTE for letter in string.ascii_uppercase]
    drives += [*root.glob(f"media/*/{_DRIVE}"), *root.glob(f"run/media/*/{_DRIVE}")]
    return any(drive.exists() for drive in drives)


def _number(file: Path) -> int:
    """The hexadecimal number in a file of /sys; 0 when there is none."""
    try:
        return int(file.read_text(), 16)
    except (OSError, ValueError):
        return 0


def choose(ports: Sequence[Port], bootsel: bool, wanted: str = "") -> str:
    """The port of the board: `wanted` if it is named, else the only one with MicroPython.

    `bootsel`: what `in_bootsel` says. Raises PortError.
    """
    if wanted:
        return wanted
    boards = [port for port in ports if port.is_micropython]
    if len(boards) == 1:
        return boards[0].device
    if boards:
        names = " and ".join(port.device for port in boards)
        raise PortError(f"There are {len(boards)} boards, on {names}: say which one, PORT={boards[0].device}.")
    if bootsel:
        raise PortError(
            f"The board is in BOOTSEL: drop the official MicroPython (RPI_PICO, 1.24 or newer) on its drive {_DRIVE} "
            "if it has none yet, else unplug it and plug it in without holding BOOTSEL."
        )
    if ports:
        others = ", ".join(str(port) for port in ports)
        raise PortError(
            f"No Pico with MicroPython is connected, only {others}: plug the Pico in, or hold BOOTSEL while you do and "
            "drop the official MicroPython on its drive; if it is one of these all the same, name it with PORT=."
        )
    raise PortError(
        "No board is connected: plug the Pico in with a USB cable that carries data, for many cables only charge and "
        "then nothing appears here."
    )


def why_not_opened(device: str, ports: Sequence[Port]) -> PortError:
    """What keeps the port `device` from being opened, found out by trying; for raising."""
    try:
        serial.serial_for_url(device, exclusive=True).close()
    except ValueError:
        return _no_such(device, ports)
    except OSError as error:
        return _explained(device, ports, error)
    return PortError(f"The port {device} could not be opened and now can: run the same command again.")


def _explained(device: str, ports: Sequence[Port], error: OSError) -> PortError:
    """The sentence for what pySerial raised. Windows gives no number, and says "access denied" of a port in use."""
    words = str(error)
    if "://" in device:
        return PortError(f"Nobody answers at {device}: start the board there, or correct PORT=.")
    if error.errno in _BUSY or "PermissionError(13" in words:
        return PortError(
            f"The port {device} is in use by another program (Thonny, a serial monitor, another make repl): close it "
            "and run the same command again."
        )
    if error.errno in _NOT_PERMITTED:
        return PortError(
            f"You are not permitted to use {device}: run `sudo usermod -aG {_group(device)} $USER`, log out and in "
            "again, and run the same command again."
        )
    if error.errno in _ABSENT or "FileNotFoundError(2" in words:
        return _no_such(device, ports)
    return PortError(f"The port {device} cannot be opened ({words}): unplug the board, plug it in and try again.")


def _no_such(device: str, ports: Sequence[Port]) -> PortError:
    there = ", ".join(str(port) for port in ports) or "none at all"
    return PortError(f"There is no port {device}: name one of those that are there with PORT= ({there}).")


def _group(device: str) -> str:
    """The group whose members may use the port: dialout on Debian, uucp on Arch."""
    try:
        import grp

        return grp.getgrgid(os.stat(device).st_gid).gr_name
    except (ImportError, OSError, KeyError):
        return "dialout"
