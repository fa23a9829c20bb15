"""The emulated board's USB serial port as a TCP port, so that mpremote talks to the board as to a real one.

Only bytes pass here; the end of the USB cable itself is tools.emulator.usb.
"""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator

from tools.emulator.machine import Machine

_SLICE_MS = 1.0
_CHUNK = 4096
_QUICK_ACK: int | None = getattr(socket, "TCP_QUICKACK", None)
"""Linux, and to be said again after each read: pySerial sends the last byte of a command only when those before are
acknowledged, which else takes 40 ms."""
_WAITING_MAX = 4096
"""Bytes typed ahead of the board beyond which the client has to wait (TCP tells it so)."""


class _Port:
    """A machine that runs while bytes pass, and one client at a time; a further one waits for its turn.

    Nothing is lost either way: what the board has no room for stays in Console, what the client does not take yet
    stays in `received`. What the board prints while nobody is connected is nobody's, as with a real port.
    """

    def __init__(self, machine: Machine, listener: socket.socket) -> None:
        self._machine = machine
        self._console = machine.console
        self._listener = listener
        self._client: socket.socket | None = None
        self._printed = 0
        self._stop = threading.Event()
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._run, name="emulated board", daemon=True)

    def stop(self) -> None:
        """Come to rest: what the client has sent is typed, and the machine stands still."""
        self._stop.set()
        self.thread.join()

    def _run(self) -> None:
        """The thread: a slice of emulated time, then the bytes, and again."""
        try:
            while not self._stop.is_set():
                began = time.monotonic()
                self._machine.run_ms(_SLICE_MS)
                self._print()
                # Never faster than a real board, or it would idle through hours while the client thinks.
                left = max(0.0, began + _SLICE_MS / 1000 - time.monotonic())
                if self._console.waiting > _WAITING_MAX:
                    self._stop.wait(left)
                else:
                    self._listen(left)
            while self._listen(0):
                pass
        except Exception as error:  # noqa: BLE001 handed over to the thread that serves
            self.error = error
        finally:
            self._hang_up()
            self._listener.close()

    def _print(self) -> None:
        """Give the client what the board has printed, as much as it takes now."""
        received = self._console.received
        if self._client is None or self._printed == len(received):
            return
        try:
            self._printed += self._client.send(received[self._printed : self._printed + _CHUNK])
        except BlockingIOError:
            return
        except OSError:  # gone, but what it said last may still be unread
            self._printed = len(received)

    def _listen(self, seconds: float) -> bool:
        """Wait up to `seconds` for bytes or a new client; whether something came."""
        ready, _, _ = select.select([self._client or self._listener], [], [], seconds)
        if not ready:
            return False
        if self._client is None:
            self._client, _ = self._listener.accept()
            self._client.setblocking(False)
            self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._printed = len(self._console.received)
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
            self._hang_up()
        return True

    def _hang_up(self) -> None:
        """The client has gone, or we go."""
        if self._client is not None:
            self._client.close()
            self._client = None


@contextlib.contextmanager
def serving(machine: Machine) -> Iterator[str]:
    """While the `with` lasts, `machine` runs by itself and its serial port has the address that is given.

    The address is for `mpremote connect` and the like: "socket://127.0.0.1:<port>". Look at the machine meanwhile, but
    run it only before and after. It runs no faster than a real board; resets do not cut the connection. What goes
    wrong in the machine is raised at the end of the `with`.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"socket://127.0.0.1:{listener.getsockname()[1]}"
        port = _Port(machine, listener)
        port.thread.start()
        try:
            yield address
        finally:
            port.stop()
    if port.error is not None:
        raise port.error
