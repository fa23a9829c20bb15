"""A whole console with its page, started and stopped: for the command line, and in a thread for tests and pictures."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from socket import socket

from tools.play.board import SimBoard
from tools.play.machine import Machine, Run, firmware
from tools.play.server import PageServer, address_of, listen


async def serve(machine: Machine, sock: socket, until: Callable[[], Awaitable[object]]) -> None:
    """Run the machine and serve its page on `sock` until `until()` is done; then power off, close the pages."""
    server = PageServer(machine, sock)
    await server.start()
    machine.start()
    try:
        await until()
    finally:
        await asyncio.to_thread(machine.stop)
        await server.stop()


@dataclass
class Session:
    """A console that runs now: where its page is, and its board to look at."""

    address: str
    machine: Machine

    @property
    def board(self) -> SimBoard:
        """The simulator's board."""
        return self.machine.board


@contextmanager
def playing(folder: str, run: Run | None = None, port: int = 0) -> Iterator[Session]:
    """A console with its page, in threads of its own, for as long as the block lasts.

    `run`: what to run instead of the firmware; `port` 0 takes any free one. Raises PortRefused.
    """
    machine = Machine(SimBoard(folder), run or firmware())
    sock = listen(port)
    session = Session(address_of(sock), machine)
    loop = asyncio.new_event_loop()
    done = asyncio.Event()
    server = threading.Thread(target=lambda: loop.run_until_complete(serve(machine, sock, done.wait)), name="server")
    server.start()
    try:
        yield session
    finally:
        loop.call_soon_threadsafe(done.set)
        server.join()
        loop.close()
