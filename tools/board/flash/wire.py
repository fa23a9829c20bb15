"""mpremote's transport with limits: what a board sends is read in bounded memory and time. board.py uses it.

install-wire.js in tools/board/install_page has the same limits.
"""

import time
from collections.abc import Callable

from mpremote.transport import TransportError  # type: ignore[import-untyped]
from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]

from tools.board.flash.scripts import ANSWER_S, MOST_ANSWER, RAW_PROMPT, READ_S

_PAUSE_S = 0.002
_BLOCK = 1 << 14


class TooMuch(TransportError):  # type: ignore[misc]
    """The board sends more than any answer has, or does not come to the end of one."""


class Wire(SerialTransport):  # type: ignore[misc]
    """A serial port with the raw REPL of MicroPython at its other end."""

    most = MOST_ANSWER
    """The bytes that the board may send in answer to one program."""
    _early = b""
    """What was received after the ending that was waited for."""

    def read_until(
        self,
        min_num_bytes: int,
        ending: bytes,
        timeout: float | None = READ_S,
        data_consumer: Callable[[bytes], None] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        """As SerialTransport, but reads whole blocks. Raises TooMuch."""
        del min_num_bytes, data_consumer
        timeout_s, self.serial.timeout = self.serial.timeout, 0  # so that it reads what there is
        try:
            return self._read_until(ending, READ_S if timeout is None else timeout, timeout_overall)
        finally:
            self.serial.timeout = timeout_s

    def _read_until(self, ending: bytes, silence_s: float, timeout_overall: float | None) -> bytes:
        data, self._early = bytearray(self._early), b""
        began_s = last_s = time.monotonic()
        start = 0
        while (at := data.find(ending, start)) < 0:
            start = max(0, len(data) - len(ending) + 1)
            now_s = time.monotonic()
            if len(data) > self.most or now_s > began_s + ANSWER_S:
                raise TooMuch(f"{len(data)} bytes without an end")
            if now_s >= last_s + silence_s or (timeout_overall is not None and now_s >= began_s + timeout_overall):
                return bytes(data)
            received = self.serial.read(_BLOCK)
            if received:
                data += received
                last_s = now_s
            else:
                time.sleep(_PAUSE_S)
        end = at + len(ending)
        self._early = bytes(data[end:])
        return bytes(data[:end])

    def enter_raw_repl(self, soft_reset: bool = True, timeout_overall: float | None = 10) -> None:
        """As SerialTransport, but does not wait until a board that prints without end is silent."""
        self._early = b""
        self.serial.write(b"\r\x03")
        self.serial.read(self.serial.in_waiting)
        self.serial.write(b"\r\x01")
        self._expect(RAW_PROMPT.encode(), timeout_overall)
        if soft_reset:
            self.serial.write(b"\x04")
            self._expect(b"soft reboot\r\n", timeout_overall)
            self._expect(RAW_PROMPT.encode(), timeout_overall)
        self.in_raw_repl = True

    def _expect(self, answer: bytes, seconds: float | None) -> None:
        if not self.read_until(1, answer, timeout_overall=seconds).endswith(answer):
            raise TransportError("could not enter raw repl")
