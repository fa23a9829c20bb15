"""Runs a console with its web server: for the command line, and in threads for tests and pictures."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from socket import socket

from tools.play.simulator.board import FirmwareThread, Run, SimBoard, firmware_entry
from tools.play.simulator.server import PageServer, address_of, listen


async def serve(thread: FirmwareThread, sock: socket, until: Callable[[], Awaitable[object]]) -> None:
    """Runs the firmware and serves its page on `sock` until `until()` is done; then stops both."""
    server = PageServer(thread, sock)
    await server.start()
    thread.start()
    try:
        await until()
    finally:
        await asyncio.to_thread(thread.stop)
        await server.stop()


@dataclass
class RunningConsole:
    """A running console: the address of its page, and its firmware thread."""

    address: str
    thread: FirmwareThread

    @property
    def board(self) -> SimBoard:
        """The simulator's board."""
        return self.thread.board


@contextmanager
def running_console(folder: str, run: Run | None = None, port: int = 0) -> Iterator[RunningConsole]:
    """Runs a console and its web server in threads inside the `with` block.

    `run`: a function to run in place of the firmware; `port` 0 takes any free port. Raises PortUnavailable.
    """
    thread = FirmwareThread(SimBoard(folder), run or firmware_entry())
    sock = listen(port)
    console = RunningConsole(address_of(sock), thread)
    loop = asyncio.new_event_loop()
    done = asyncio.Event()
    server = threading.Thread(target=lambda: loop.run_until_complete(serve(thread, sock, done.wait)), name="server")
    server.start()
    try:
        yield console
    finally:
        loop.call_soon_threadsafe(done.set)
        server.join()
        loop.close()
