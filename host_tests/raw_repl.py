"""The serial port of the Pico in memory (flash_fixture): MicroPython's prompt and raw REPL, over TCP."""

import contextlib
import socket
import threading
from collections.abc import Iterator

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

    def answer(self, data: bytes) -> bytes:
        """Returns what the board sends for these bytes. Raises OSError when the cable is out."""
        return b"".join(self._answer_byte(data[at : at + 1]) for at in range(len(data)))

    def _answer_byte(self, byte: bytes) -> bytes:
        if byte == b"\x03":
            self._typed = b""
            self._mode = _RAW if self._mode == _PASTE else self._mode
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
            return b"OK\r\nMPY: soft reboot\r\n" + _RAW_PROMPT
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
