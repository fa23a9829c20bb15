"""Makes the emulated board's USB serial port available over TCP, so that mpremote can connect to it as to a real board.

Only the transport of bytes; the USB side is in tools.check.emulator.usb.
"""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator

from tools.check.emulator.machine import Machine

_SLICE_MS = 1.0
_CHUNK = 4096
_QUICK_ACK: int | None = getattr(socket, "TCP_QUICKACK", None)
"""Linux only, and to be set again after each read: pySerial sends the last byte of a command only after the bytes
before it are acknowledged, which otherwise takes 40 ms."""
_UNREAD_MAX = 4096
"""Bytes that the board has not read yet, above which the client has to wait (TCP flow control)."""


class _SerialPort:
    """Runs the machine and forwards bytes to and from one client at a time; further clients wait in the backlog.

    No byte is lost in either direction: input that the board has not read stays in Console, and output that the client
    has not read stays in `received`. Output without a connected client is dropped, as with a real port.
    """

    def __init__(self, machine: Machine, listener: socket.socket) -> None:
        self._machine = machine
        self._console = machine.console
        self._listener = listener
        self._client: socket.socket | None = None
        self._sent = 0
        self._stop = threading.Event()
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._run, name="emulated board", daemon=True)

    def stop(self) -> None:
        """Stops the thread after all input from the client has been passed to the machine."""
        self._stop.set()
        self.thread.join()

    def _run(self) -> None:
        """The loop of the thread: runs a slice of emulated time, then forwards bytes."""
        try:
            while not self._stop.is_set():
                began = time.monotonic()
                self._machine.run_ms(_SLICE_MS)
                self._forward_output()
                # Not faster than a real board, or hours would pass on it while the client computes.
                left = max(0.0, began + _SLICE_MS / 1000 - time.monotonic())
                if self._console.unread > _UNREAD_MAX:
                    self._stop.wait(left)
                else:
                    self._receive(left)
            while self._receive(0):
                pass
        except Exception as error:  # noqa: BLE001 raised in the thread of the caller
            self.error = error
        finally:
            self._disconnect()
            self._listener.close()

    def _forward_output(self) -> None:
        """Sends the board's output to the client, as much as it accepts without blocking."""
        received = self._console.received
        if self._client is None or self._sent == len(received):
            return
        try:
            self._sent += self._client.send(received[self._sent : self._sent + _CHUNK])
        except BlockingIOError:
            return
        except OSError:  # the client has disconnected, but its last bytes may still be unread
            self._sent = len(received)

    def _receive(self, seconds: float) -> bool:
        """Waits up to `seconds` for bytes or a new client; returns whether there was either."""
        ready, _, _ = select.select([self._client or self._listener], [], [], seconds)
        if not ready:
            return False
        if self._client is None:
            self._client, _ = self._listener.accept()
            self._client.setblocking(False)
            self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._sent = len(self._console.received)
            return True
        try:
            data = self._client.recv(_CHUNK)
            if _QUICK_ACK is not None:
                self._client.setsockopt(socket.IPPROTO_TCP, _QUICK_ACK, 1)
        except ConnectionError:
            data = b""
        if data:
            self._console.send(data)
        else:
            self._disconnect()
        return True

    def _disconnect(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


@contextlib.contextmanager
def serving(machine: Machine) -> Iterator[str]:
    """Runs `machine` in a thread inside the `with` block and yields the address of its serial port.

    The address is for `mpremote connect` and similar tools: "socket://127.0.0.1:<port>". Inside the block the machine
    may be inspected but not run. It runs no faster than a real board; resets do not close the connection. An exception
    in the machine is raised at the end of the block.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"socket://127.0.0.1:{listener.getsockname()[1]}"
        port = _SerialPort(machine, listener)
        port.thread.start()
        try:
            yield address
        finally:
            port.stop()
    if port.error is not None:
        raise port.error
