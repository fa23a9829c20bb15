"""A board at the end of a cable: interrupt its console, read and write its files, through mpremote's transport.

Paths are as in the manifest: "main.py", "sixpip/compat.mpy". plan.py decides what to copy.
"""

import ast
import contextlib
import io
import re
import struct
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol

from mpremote.transport import TransportError, TransportExecError  # type: ignore[import-untyped]
from serial import SerialTimeoutException  # type: ignore[import-untyped]

from tools.board.flash import scripts
from tools.board.flash.errors import (
    BadAnswer,
    ConnectionLost,
    DiskFull,
    FlashError,
    LongAnswer,
    PortError,
    StartError,
)
from tools.board.flash.identity import Identity
from tools.board.flash.plan import FOLDER_BLOCKS, DiskSpace, file_blocks
from tools.board.flash.scripts import (
    BANNER_S,
    BOOT_S,
    CHUNK,
    CRASH,
    HASHES_AT_ONCE,
    INTERRUPT_S,
    MOST_ANSWER,
    MOST_LIST,
    NO_SPACE,
    PIECE,
    RAW_PROMPT,
    READ_S,
    SILENT_S,
    WATCH_S,
)
from tools.board.flash.sentences import sentence
from tools.board.flash.serial_ports import list_ports, reason_not_opened
from tools.board.flash.wire import TooMuch, Wire
from tools.files import DISK
from tools.terminal import escaped

_HASH = re.compile(r"[0-9a-f]{64}|-")

Progress = Callable[[int], None]
"""Called with the number of bytes sent since the last call."""


class Transport(Protocol):
    """The part of Wire that is used."""

    serial: Any
    most: int
    """See Wire."""

    def enter_raw_repl(self, soft_reset: bool = True, timeout_overall: float | None = 10) -> None:
        """Interrupt the running program and enter the raw REPL."""

    def exit_raw_repl(self) -> None:
        """Return to the friendly REPL."""

    def exec(self, command: str) -> bytes:
        """Run a program and return its output."""

    def read_until(
        self, min_num_bytes: int, ending: bytes, *, timeout: float | None, timeout_overall: float | None
    ) -> bytes:
        """Return the board's output up to `ending`, or until there is none for `timeout` seconds."""

    def close(self) -> None:
        """Close the port."""


class Board:
    """A board with its console interrupted.

    Every call raises ConnectionLost when the board is disconnected, DiskFull, BadAnswer, and FlashError when the board
    fails.
    """

    def __init__(self, transport: Transport, name: str) -> None:
        """`transport`: open; `name`: of the port, for messages."""
        self.name = name
        self.identity = Identity("", (0, 0, 0), "", "", 0)
        self.boot_fault = ""
        """What boot.py does in place of ending, as a predicate: "stops with OSError: 19"; empty if it ends."""
        self._transport = transport
        self._interrupted = False

    def interrupt(self) -> None:
        """Interrupt the running program and check the board. Raises WrongBoard, PortError."""
        if not self._responds():
            raise self._not_micropython()
        self._enter_raw_repl()
        answer = self._run(scripts.IDENTITY)
        with contextlib.suppress(BadAnswer):
            self.identity = Identity(*_values(answer, str, tuple, str, str, int))
        self.identity.check()
        self._run(scripts.stop_watchdog(self.identity.machine))
        self._run(scripts.HELPERS)

    def _responds(self) -> bool:
        """Whether the device sends anything within SILENT_S: mpremote waits much longer, and tries again.

        MicroPython responds to Ctrl-C, or to Ctrl-A if another program has left the raw REPL open.
        """
        port = self._transport.serial
        with self._connection():
            port.timeout = port.write_timeout = SILENT_S
            with contextlib.suppress(SerialTimeoutException):
                port.write(b"\r\x03\x01")
                if port.read(1):
                    port.timeout = port.write_timeout = READ_S
                    return True
            port.reset_output_buffer()  # closing the port would wait until the device has taken it
        return False

    def _enter_raw_repl(self) -> None:
        """Enter the raw REPL, with a soft reset that frees the memory and closes open files.

        A second attempt helps when the first meets a program that was cut off while it was being sent.
        """
        for last in (False, True):
            with self._connection(), contextlib.redirect_stdout(io.StringIO()):
                try:
                    self._transport.enter_raw_repl(soft_reset=False, timeout_overall=INTERRUPT_S)
                    self._reset_raw_repl()
                    self._interrupted = True
                    return
                except TransportError:
                    if last:
                        break
        raise self._not_micropython()

    def _reset_raw_repl(self) -> None:
        """Soft reset in the raw REPL, in which MicroPython runs boot.py; interrupt a boot.py that does not end.

        Leaves the ">" of the prompt to mpremote. Raises TransportError.
        """
        self._transport.serial.write(b"\x04")
        self._read_until(b"soft reboot\r\n", INTERRUPT_S)
        output = b""
        with contextlib.suppress(LongAnswer):  # a boot.py that prints without end
            output = self._read_until(RAW_PROMPT.encode(), BOOT_S)
        error = _raised(output)
        self.boot_fault = f"stops with {error}" if error else ""
        if not output.endswith(RAW_PROMPT.encode()):
            self.boot_fault = "does not end"
            self._transport.serial.write(b"\x03")
            if not self._read_until(RAW_PROMPT.encode(), INTERRUPT_S).endswith(RAW_PROMPT.encode()):
                raise TransportError("no raw REPL")

    def _not_micropython(self) -> PortError:
        """The error for a device that is silent, or that responds in another way than MicroPython."""
        return PortError(sentence("not MicroPython", port=self.name))

    @contextlib.contextmanager
    def _connection(self) -> Iterator[None]:
        """Raise ConnectionLost for what mpremote and pySerial raise when the cable is pulled."""
        try:
            yield
        except (OSError, struct.error) as error:
            self._interrupted = False
            raise ConnectionLost(self.name) from error

    def _run(self, code: str, most: int = MOST_ANSWER) -> str:
        """Run `code` on the board and return its output of at most `most` bytes."""
        self._transport.most = most
        try:
            with self._connection():
                output = self._transport.exec(code)
        except TransportExecError as error:
            raise _board_error(str(error.error_output)) from error
        except TooMuch as error:
            self._interrupted = False
            raise LongAnswer from error
        except TransportError as error:
            self._interrupted = False
            raise ConnectionLost(self.name) from error
        if len(output) > most:
            raise LongAnswer
        return output.decode(errors="replace").replace("\r\n", "\n")

    # Reading

    def list_files(self) -> tuple[dict[str, int], set[str]]:
        """Every file with its size in bytes, and every folder. In a name that is not UTF-8, bytes are surrogates."""
        sizes: dict[str, int] = {}
        folders: set[str] = set()
        try:
            lines = self._run('list_files("")', MOST_LIST).splitlines()
        except LongAnswer as error:
            raise FlashError(sentence("too many files")) from error
        for line in lines:
            name, size = _values(line, bytes, int)
            path = _decoded(name).lstrip("/")
            if size < 0:
                folders.add(path)
            else:
                sizes[path] = size
        return sizes, folders

    def hashes(self, paths: Sequence[str]) -> dict[str, str]:
        """The SHA-256 of each file; "-" for one that cannot be read."""
        hashes: list[str] = []
        for start in range(0, len(paths), HASHES_AT_ONCE):
            group = ["/" + path for path in paths[start : start + HASHES_AT_ONCE]]
            hashes += self._run(f"for p in {group!r}: print_hash(p)").split()
        if len(hashes) != len(paths) or not all(_HASH.fullmatch(value) for value in hashes):
            raise BadAnswer
        return dict(zip(paths, hashes, strict=True))

    def read(self, path: str, most: int = DISK) -> bytes:
        """The first `most` bytes of a file."""
        content = b""
        while len(content) < most:
            count = min(PIECE, most - len(content))
            lines = self._run(f"print_file({'/' + path!r}, {len(content)}, {count})", 2 * PIECE).split()
            try:
                piece = b"".join(b64decode(line, validate=True) for line in lines)
            except ValueError as error:
                raise BadAnswer from error
            content += piece
            if len(piece) < count:
                break
        return content

    def code_in_flash(self) -> tuple[int, str]:
        """How many bytes of the code that starts the console run from the flash, and why none do.

        For a board whose files are intact: its modules are imported.
        """
        size, reason = _values(self._run(scripts.CODE_IN_FLASH), int, str)
        return size, reason

    def disk_space(self, sizes: Mapping[str, int], folders: Collection[str]) -> DiskSpace:
        """The size of the disk, and how much of it is free; `sizes`, `folders`: as from `list_files`.

        MicroPython counts the blocks of each folder twice (os.statvfs on littlefs visits them as if to find lost ones).
        So what the files and folders need at most is counted, too.
        """
        answer = self._run("print(os.statvfs('/')[:4])")
        _, block_size, blocks, free = _values(answer, int, int, int, int)
        used = sum(file_blocks(size, block_size) for size in sizes.values()) + FOLDER_BLOCKS * (1 + len(folders))
        return DiskSpace(block_size, blocks, max(free, blocks - used))

    # Writing

    def write(self, path: str, data: bytes, progress: Progress = lambda count: None) -> None:
        """Write a file and make its folders. An interruption leaves the old file, none, or a part of the new one."""
        start = f"make_parents({'/' + path!r})\nf = open({'/' + path!r}, 'wb')\n"
        for offset in range(0, max(len(data), 1), CHUNK):
            chunk = data[offset : offset + CHUNK]
            last = offset + CHUNK >= len(data)
            self._run(f"{start}f.write(a2b_base64({b64encode(chunk)!r}))\n{'f.close()' if last else ''}")
            start = ""
            progress(len(chunk))

    def delete(self, path: str) -> None:
        """Delete a file."""
        self._run(f"os.remove({'/' + path!r})")

    def rename(self, path: str, new: str) -> None:
        """Rename a file, atomically replacing a file at the `new` path, and make its folders."""
        self._run(f"make_parents({'/' + new!r})\nos.rename({'/' + path!r}, {'/' + new!r})")

    def delete_empty_folder(self, path: str) -> None:
        """Delete a folder if it is empty."""
        self._run(f"try:\n os.rmdir({'/' + path!r})\nexcept OSError:\n pass")

    # Restarting

    def start(self, version: str, has_boot: bool = False) -> None:
        """Start the console and wait for it to print its version. Raises StartError.

        `has_boot`: whether the board has a boot.py, which runs first. A soft reset does not close the USB connection,
        so the first line of output is not lost.
        """
        self._soft_reset()
        with self._connection():
            banner = f"Sixpip {version}\r\n".encode()
            output = self._read_until(banner, BANNER_S)
            if output.endswith(banner):
                after = self._read_until(CRASH.encode(), WATCH_S)
                if CRASH.encode() not in after:
                    return
                output += after
            output += self._read_until(b">>> ", WATCH_S)
        raise StartError(_start_failure(output, version, has_boot))

    def close(self, restart: bool = True) -> None:
        """Close the port; with `restart`, start the interrupted console again if the board is still connected."""
        with contextlib.suppress(FlashError, TransportError, OSError):
            if self._interrupted and restart:
                self._soft_reset()
        with contextlib.suppress(OSError):
            self._transport.close()

    def _read_until(self, ending: bytes, seconds: float) -> bytes:
        try:
            return self._transport.read_until(1, ending, timeout=seconds, timeout_overall=seconds)
        except TooMuch as error:
            raise LongAnswer from error

    def _soft_reset(self) -> None:
        """Soft reset from the friendly REPL, after which main.py runs."""
        self._interrupted = False
        with self._connection():
            self._transport.exit_raw_repl()
            self._read_until(b">>> ", READ_S)
            self._transport.serial.write(b"\x04")
            self._read_until(b"soft reboot\r\n", READ_S)


def _decoded(name: bytes) -> str:
    try:
        return name.decode()
    except UnicodeDecodeError:
        return name.decode("ascii", "surrogateescape")


def _values(text: str, *types: type) -> tuple[Any, ...]:
    """The tuple of values of these types that the board printed with repr(); a `tuple` in it is of int.

    Raises BadAnswer: a damaged board can print anything.
    """
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise BadAnswer from error
    if not isinstance(found, tuple) or [type(value) for value in found] != list(types):
        raise BadAnswer
    if not all(type(part) is int for value in found if isinstance(value, tuple) for part in value):
        raise BadAnswer
    return found


def _board_error(traceback: str) -> FlashError:
    """The error to raise for a traceback from the board."""
    lines = [line.strip() for line in traceback.splitlines() if line.strip()] or ["no reason given"]
    number = re.search(r"OSError: (?:\[Errno )?(\d+)", lines[-1])
    if number and int(number[1]) == NO_SPACE:
        return DiskFull(sentence("disk full"))
    if number:
        return FlashError(sentence("disk failed", error=lines[-1]))
    return FlashError(sentence("failed", error=lines[-1]))


def _raised(output: bytes) -> str:
    """The exception of the last traceback in the board's output; empty if there is none."""
    _, found, after = output.decode(errors="replace").rpartition(CRASH)
    lines = after.splitlines()[1:] if found else []
    return next((escaped(line.rstrip()) for line in lines if line and not line.startswith(" ")), "")


def _start_failure(output: bytes, version: str, has_boot: bool) -> str:
    """Why the console did not start, from its output."""
    error = _raised(output)
    if has_boot and f"Sixpip {version}\r\n".encode() not in output:
        return sentence("boot.py first", fault=f"stops with {error}" if error else "keeps Sixpip from starting")
    return sentence("stops", error=error) if error else sentence("not started", version=version)


def connect(device: str) -> Board:
    """Connect to a board (a serial device, or socket://host:port) and interrupt it. Raises PortError, WrongBoard."""
    try:
        transport = Wire(device)
    except (TransportError, ValueError, OSError) as error:
        raise reason_not_opened(device, list_ports()) from error
    board = Board(transport, device)
    try:
        board.interrupt()
    except BaseException:
        board.close()
        raise
    return board
