"""The serial port on CPython: a stand-in for the USB controller that takes packets, or does not."""

import sys
from unittest.mock import MagicMock

import pytest

from host_tests.board_modules import USB_SENDING, board_module

pytestmark = pytest.mark.forked

AVAILABLE, FULL, SECOND = 1 << 10, 1 << 15, 1 << 13


class Usb:
    """The endpoint that sends, with a host that takes packets while `is_read`; without a `host` nothing is sent."""

    def __init__(self) -> None:
        self.sent = b""
        self.is_read = True
        self.host = True
        self.control = 0

    def write(self, data: bytes, start: int, count: int) -> int:
        """Sends as MicroPython's sys.stdout.buffer does. A port that would let the console wait fails the test."""
        assert not self.control & AVAILABLE
        if self.host:
            self.sent += data[start : start + count]
            parity = ~self.control & SECOND if self.control else 0  # the first packet is DATA0
            self.control = count | parity | (0 if self.is_read else FULL | AVAILABLE) or 0x4000
        return count

    def __getitem__(self, address: int) -> int:
        assert address == USB_SENDING
        return self.control


class Terminal:
    """A console and the program at the other end of its cable."""

    def __init__(self) -> None:
        self.usb = Usb()
        self._keys = bytearray()
        module = board_module("pico")
        self.board = module.PicoBoard()
        module.mem16 = self.usb
        module.sys = MagicMock()
        module.sys.stdin.buffer.read = self._read
        module.sys.stdout.buffer = self.usb
        poller = MagicMock(ipoll=lambda _ms: [(module.sys.stdin, 1)] if self._keys else [])
        sys.modules["select"] = MagicMock(poll=lambda: poller)
        assert not self.board.enter_pressed()

    def _read(self, count: int) -> bytes:
        keys = bytes(self._keys[:count])
        del self._keys[:count]
        return keys

    def types(self, keys: bytes) -> bool:
        """Types at the host; returns whether the console notices Enter."""
        self._keys += keys
        found: bool = self.board.enter_pressed()
        assert not self._keys
        return found

    def sent(self, data: bytes, start: int = 0) -> int:
        """Returns how many bytes the console sends."""
        count: int = self.board.send_text(data, start)
        return count


@pytest.mark.parametrize("keys", [b"\r", b"\n", b"\r\n", b"AT\r", b"\rq"])
def test_enter_is_noticed_once_and_all_that_was_typed_is_taken(keys: bytes) -> None:
    terminal = Terminal()
    assert terminal.types(keys)
    assert not terminal.types(b"")


def test_other_keys_are_dropped() -> None:
    terminal = Terminal()
    assert not terminal.types(b"hello \x1b[A")
    assert terminal.types(b"\r")


def test_a_text_is_sent_in_packets_that_are_not_full() -> None:
    terminal = Terminal()
    text, sent = b"0123456789" * 20, 0
    while sent < len(text):
        count = terminal.sent(text, sent)
        assert 0 < count < 64
        sent += count
    assert terminal.usb.sent == text


def test_nothing_is_written_while_the_host_has_not_taken_the_last_packet() -> None:
    terminal = Terminal()
    usb = terminal.usb
    usb.is_read = False
    assert terminal.sent(b"first") == 5
    assert terminal.sent(b"second") == 0
    assert usb.sent == b"first"
    usb.is_read, usb.control = True, usb.control & ~(AVAILABLE | FULL)
    assert terminal.sent(b"second", 3) == 3
    assert usb.sent == b"firstond"


def test_without_a_host_nothing_counts_as_sent() -> None:
    terminal = Terminal()
    terminal.usb.host = False
    assert terminal.sent(b"text") == 0
    terminal.usb.host = True
    assert terminal.sent(b"text") == 4
