"""The serial port of the Pico in memory (flash_fixture): MicroPython's prompt and raw REPL, over TCP."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

from mpremote.transport import TransportExecError  # type: ignore[import-untyped]

from host_tests.flash_fixture import FakePico

_WINDOW = 128
_FRIENDLY, _RAW, _PASTE = range(3)
_RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_PASTE_MODE = b"\x05A\x01"


class RawRepl:
    """Answers what is typed, as MicroPython does.

    `old`: a MicroPython without raw-paste mode.
    """

    def __init__(self, pico: FakePico, old: bool = False) -> None:
        self.pico = pico
        self.programs: list[str] = []
        self._old = old
        self._mode = _FRIENDLY
        self._typed = b""
        self._boots = False

    def answer(self, data: bytes) -> bytes:
        """Returns what the board sends for these bytes. Raises OSError when the cable is out."""
        return b"".join(self._answer_byte(data[at : at + 1]) for at in range(len(data)))

    def _answer_byte(self, byte: bytes) -> bytes:
        if byte == b"\x03":
            self._typed = b""
            self._mode = _RAW if self._mode == _PASTE else self._mode
            if self._boots:
                self._boots = False
                return _RAW_PROMPT
            return b"\r\n>>> " if self._mode == _FRIENDLY else b""
        return (self._answer_friendly, self._answer_raw, self._answer_paste)[self._mode](byte)

    def _answer_friendly(self, byte: bytes) -> bytes:
        if byte == b"\x01":
            self._mode = _RAW
            return _RAW_PROMPT
        if byte == b"\x02":
            return b"\r\n>>> "
        if byte == b"\x04":
            self.pico.output = b""
            self.pico.soft_reset()
            self.pico.run_main()
            return b"\r\nMPY: soft reboot\r\n" + self.pico.output
        return b""

    def _answer_raw(self, byte: bytes) -> bytes:
        if byte == b"\x01":
            self._typed += byte
            if not self._typed.endswith(_PASTE_MODE):
                self._typed = b""
                return _RAW_PROMPT
            self._typed = b""
            if self._old:
                return b"R\x00"
            self._mode = _PASTE
            return b"R\x01" + _WINDOW.to_bytes(2, "little")
        if byte == b"\x02":
            self._mode = _FRIENDLY
            return b"\r\nMicroPython\r\n>>> "
        if byte == b"\x04" and not self._typed.strip():
            self.pico.soft_reset()
            self._boots = not self.pico.boot_ends
            return b"OK\r\nMPY: soft reboot\r\n" + self.pico.boot_output + (b"" if self._boots else _RAW_PROMPT)
        if byte == b"\x04":
            return b"OK" + self._run()
        self._typed += byte
        return b""

    def _answer_paste(self, byte: bytes) -> bytes:
        if byte == b"\x04":
            self._mode = _RAW
            return b"\x04" + self._run()
        self._typed += byte
        return b"\x01" if len(self._typed) % _WINDOW == 0 else b""

    def _run(self) -> bytes:
        program, self._typed = self._typed.decode(), b""
        self.programs.append(program)
        try:
            return self.pico.exec(program) + b"\x04\x04>"
        except TransportExecError as error:
            return b"\x04" + str(error.error_output).encode() + b"\x04>"


ENDLESS = b"x" * (16 << 20)
"""More than any tool reads."""


class HostileBoard(RawRepl):
    """Answers programs that contain `marked` with `output`, in place of what they print."""

    def __init__(self, marked: str, output: bytes) -> None:
        super().__init__(FakePico().put({"settings": b"x"}))
        self._marked = marked
        self._output = output

    def _run(self) -> bytes:
        if self._marked not in self._typed.decode():
            return super()._run()
        self._typed = b""
        return self._output + b"\x04\x04>"


class ListingPico(FakePico):
    """A Pico in memory that lists so many files of 3 bytes, and one that is there."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.put({"settings": b"x"})
        names = [(f"file-number-{number}", 0x8000, 0, 3) for number in range(count)]
        listed = self.disk.ilistdir
        self.disk.ilistdir = lambda path: iter([*listed(path), *names])  # type: ignore[method-assign]


HOSTILE_BOARDS: dict[str, tuple[Callable[[], RawRepl], str]] = {
    "an endless identity": (lambda: HostileBoard("implementation", ENDLESS), "The board's answer was not understood"),
    "an identity of 3 MB": (
        lambda: HostileBoard("implementation", repr(("x" * 3_000_000, (1, 24, 1), "", "", 5)).encode()),
        "The board's answer was not understood",
    ),
    "an endless list of files": (
        lambda: HostileBoard('list_files("")', b"(b'/x', 5)\r\n" * 1_000_000),
        "The board lists more files than a backup or an update can look at: delete some",
    ),
    "hashes without an end": (lambda: HostileBoard("print_hash(p)", ENDLESS), "The board's answer was not understood"),
    "200 000 files": (
        lambda: RawRepl(ListingPico(200_000)),
        "The board lists more files than a backup or an update can look at: delete some",
    ),
    "brackets": (
        lambda: HostileBoard('list_files("")', b"(" * 60_000 + b"\r\n"),
        "The board's answer was not understood",
    ),
    "a letter that there is not": (
        lambda: HostileBoard('list_files("")', b"('\\U001fffff', 5)\r\n"),
        "The board's answer was not understood",
    ),
}
"""Boards, and the beginning of the one sentence about each."""


@contextlib.contextmanager
def serving(repl: RawRepl) -> Iterator[int]:
    """Serves the port to one client after another in a thread inside the `with` block; yields its TCP port."""
    clients: list[socket.socket] = []

    def run() -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                clients.append(client)
                with client, contextlib.suppress(OSError):
                    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    while data := client.recv(4096):
                        client.sendall(repl.answer(data))

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        for end in (listener, *clients):
            with contextlib.suppress(OSError):  # it is closed already
                end.shutdown(socket.SHUT_RDWR)
    thread.join(timeout=60)
    assert not thread.is_alive()
