"""A board at the end of a cable: stopped, asked, read and written through mpremote's transport.

Paths are as in the manifest: "main.py", "sixpip/port.mpy". Nothing is decided here about what to copy.
"""

import ast
import contextlib
import io
import re
import struct
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mpremote.transport import TransportError, TransportExecError  # type: ignore[import-untyped]
from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]

from tools.flash import scripts
from tools.flash.errors import ConnectionLost, DiskFull, DoesNotStart, FlashError, PortError
from tools.flash.identity import Identity
from tools.flash.ports import listed, why_not_opened

PIECE = 2048
"""Bytes sent at a time: few round trips, and small beside the board's memory."""

_HASHED_AT_ONCE = 16
_READ_S = 30
_INTERRUPT_S = 15
_BANNER_S = 15
_WATCH_S = 2
_NO_SPACE = 28
_CRASH = b"Traceback (most recent call last)"

Progress = Callable[[int], None]
"""Told how many more bytes have gone to the board."""


class Transport(Protocol):
    """What we use of mpremote's SerialTransport."""

    serial: Any

    def enter_raw_repl(self, soft_reset: bool = True, timeout_overall: float | None = 10) -> None:
        """Interrupt what runs and get a prompt for programs."""

    def exit_raw_repl(self) -> None:
        """Back to the prompt for people."""

    def exec(self, command: str) -> bytes:
        """Run a program; what it prints."""

    def read_until(
        self, min_num_bytes: int, ending: bytes, *, timeout: float | None, timeout_overall: float | None
    ) -> bytes:
        """What the board prints, up to `ending` or until it has been silent for `timeout` seconds."""

    def close(self) -> None:
        """Let the port go."""


@dataclass(frozen=True)
class Room:
    """The board's disk: the size of a block in bytes, and how many there are."""

    block: int
    blocks: int
    free: int


class Board:
    """A board that has been stopped and waits for what we want of it.

    Every call raises ConnectionLost when it goes away, DiskFull, and FlashError for what it cannot do.
    """

    def __init__(self, transport: Transport, name: str) -> None:
        """`transport`: open; `name`: of the port, for people."""
        self.name = name
        self.identity = Identity("", (0, 0, 0), "", "", 0)
        self._transport = transport
        self._stopped = False

    def stop(self) -> None:
        """Interrupt what runs, and see that it is a board for us. Raises WrongBoard, PortError."""
        self._interrupt()
        with contextlib.suppress(ValueError, SyntaxError):
            self.identity = Identity(*ast.literal_eval(self._run(scripts.IDENTITY)))
        self.identity.check()
        self._run(scripts.STOP_WATCHDOG)
        self._run(scripts.HELPERS)

    def _interrupt(self) -> None:
        """Get the raw REPL, with a soft reset that frees the memory and closes files left open.

        A second try helps when the first meets a program that was cut off in the middle of its text.
        """
        for last in (False, True):
            with self._line(), contextlib.redirect_stdout(io.StringIO()):
                try:
                    self._transport.enter_raw_repl(soft_reset=True, timeout_overall=_INTERRUPT_S)
                    self._stopped = True
                    return
                except TransportError:
                    if last:
                        break
        raise PortError(
            f"What is connected at {self.name} does not answer as MicroPython does: close other programs that use the "
            "port, plug the Pico in anew with MENU held, and run the same command again."
        )

    @contextlib.contextmanager
    def _line(self) -> Iterator[None]:
        """What a cable that is pulled raises in mpremote and below it, as one error."""
        try:
            yield
        except (OSError, struct.error) as error:
            self._stopped = False
            raise ConnectionLost(self.name) from error

    def _run(self, code: str) -> str:
        """Run `code` on the board; what it prints."""
        try:
            with self._line():
                return self._transport.exec(code).decode(errors="replace").replace("\r\n", "\n")
        except TransportExecError as error:
            raise self._refused(str(error.error_output)) from error
        except TransportError as error:
            self._stopped = False
            raise ConnectionLost(self.name) from error

    def _refused(self, traceback: str) -> FlashError:
        """What the board's traceback means to a person."""
        words = [line.strip() for line in traceback.splitlines() if line.strip()] or ["no reason given"]
        number = re.search(r"OSError: (?:\[Errno )?(\d+)", words[-1])
        if number and int(number[1]) == _NO_SPACE:
            return DiskFull(
                "The board's disk is full: remove files of your own from it (make doctor lists them) and run the same "
                "command again."
            )
        if number:
            return FlashError(
                f"The board's file system failed ({words[-1]}): make backup if it still can, then make uf2 and drop "
                "dist/sixpip-fs.uf2 on it."
            )
        return FlashError(f"The board answered with {words[-1]}: run the same command again, then make doctor.")

    # Reading

    def files(self) -> tuple[dict[str, int], set[str]]:
        """Every file with its size in bytes, and every folder."""
        sizes: dict[str, int] = {}
        folders: set[str] = set()
        for line in self._run('show("")').splitlines():
            path, size = ast.literal_eval(line)
            if size < 0:
                folders.add(path.lstrip("/"))
            else:
                sizes[path.lstrip("/")] = size
        return sizes, folders

    def hashes(self, paths: Sequence[str]) -> dict[str, str]:
        """The SHA-256 of each of the files; "-" for one that cannot be read."""
        found: list[str] = []
        for at in range(0, len(paths), _HASHED_AT_ONCE):
            some = ["/" + path for path in paths[at : at + _HASHED_AT_ONCE]]
            found += self._run(f"for p in {some!r}: digest(p)").split()
        return dict(zip(paths, found, strict=True))

    def read(self, path: str) -> bytes:
        """The content of a file."""
        return b"".join(b64decode(line) for line in self._run(f"tell({'/' + path!r})").split())

    def room(self) -> Room:
        """How much the disk holds."""
        _, block, blocks, free = ast.literal_eval(self._run("print(os.statvfs('/')[:4])"))
        return Room(block, blocks, free)

    # Writing

    def write(self, path: str, data: bytes, progress: Progress = lambda many: None) -> None:
        """Write a file, with the folders it needs. A cut leaves it as it was, absent, or cut short."""
        start = f"folders({'/' + path!r})\nf = open({'/' + path!r}, 'wb')\n"
        for at in range(0, max(len(data), 1), PIECE):
            piece = data[at : at + PIECE]
            last = at + PIECE >= len(data)
            self._run(f"{start}f.write(a2b_base64({b64encode(piece)!r}))\n{'f.close()' if last else ''}")
            start = ""
            progress(len(piece))

    def remove(self, path: str) -> None:
        """Remove a file."""
        self._run(f"os.remove({'/' + path!r})")

    def rename(self, path: str, name: str) -> None:
        """Give a file another path, in place of a file that has it: at once or not at all."""
        self._run(f"os.rename({'/' + path!r}, {'/' + name!r})")

    def remove_folder(self, path: str) -> None:
        """Remove a folder if it is empty."""
        self._run(f"try:\n os.rmdir({'/' + path!r})\nexcept OSError:\n pass")

    # Going on

    def start(self, version: str) -> None:
        """Start the console, and wait until it says that it is Sixpip `version`. Raises DoesNotStart.

        A soft reset: the USB connection stays, so that the first line is not lost while the computer finds the port
        again.
        """
        self._reset()
        with self._line():
            banner = f"Sixpip {version}\r\n".encode()
            said = self._read_until(banner, _BANNER_S)
            if said.endswith(banner):
                said = self._read_until(_CRASH, _WATCH_S)
                if _CRASH not in said:
                    return
            said += self._read_until(b">>> ", _WATCH_S)
        raise DoesNotStart(_last_words(said, version))

    def leave(self, restart: bool = True) -> None:
        """Let what was interrupted start again, if the board is still there and asked for, and let the port go."""
        with contextlib.suppress(FlashError, TransportError, OSError):
            if self._stopped and restart:
                self._reset()
        with contextlib.suppress(OSError):
            self._transport.close()

    def _read_until(self, ending: bytes, seconds: float) -> bytes:
        """What the board prints up to `ending`, or within `seconds`."""
        return self._transport.read_until(1, ending, timeout=seconds, timeout_overall=seconds)

    def _reset(self) -> None:
        """A soft reset from the prompt for people, after which main.py runs."""
        self._stopped = False
        with self._line():
            self._transport.exit_raw_repl()
            self._read_until(b">>> ", _READ_S)
            self._transport.serial.write(b"\x04")
            self._read_until(b"soft reboot\r\n", _READ_S)


def _last_words(said: bytes, version: str) -> str:
    """Why the console did not start, by what it printed."""
    lines = [line.strip() for line in said.decode(errors="replace").splitlines() if line.strip() not in ("", ">>>")]
    faults = [line for line in lines if re.match(r"\w+(Error|Exception|Interrupt)\b", line)]
    if faults:
        return f"Sixpip is on the board whole and stops with {faults[-1]}: `make repl` shows more, crash.log keeps it."
    return (
        f"All files are on the board, and it did not say that it is Sixpip {version}: unplug it, plug it in without "
        "holding MENU, and run make doctor."
    )


def connect(device: str) -> Board:
    """The board at a port (a serial device, or socket://host:port), stopped. Raises PortError, WrongBoard."""
    try:
        transport = SerialTransport(device, timeout=_READ_S)
        transport.serial.write_timeout = _READ_S
    except (TransportError, ValueError, OSError) as error:
        raise why_not_opened(device, listed()) from error
    board = Board(transport, device)
    try:
        board.stop()
    except BaseException:
        board.leave()
        raise
    return board
