"""Runs a console with its web server: for the command line, and in threads for tests and pictures."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from socket import socket

from tools.play.simulator.apart_game import run_console
from tools.play.simulator.board import FirmwareThread, Run, SimBoard
from tools.play.simulator.server import PageServer, address_of, listen


async def serve(thread: FirmwareThread, sock: socket, until: Callable[[], Awaitable[object]], pages: str = "") -> None:
    """Runs the firmware and serves its page on `sock` until `until()` is done; then stops both.

    `pages`: the address of a demo, for links to games.
    """
    server = PageServer(thread, sock, pages)
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
def running_console(folder: str, run: Run = run_console, port: int = 0, pages: str = "") -> Iterator[RunningConsole]:
    """Runs a console and its web server in threads inside the `with` block.

    `run`: a function to run in place of the firmware; `port` 0 takes any free port; `pages`: as in serve.
    Raises PortUnavailable.
    """
    thread = FirmwareThread(SimBoard(folder), run)
    sock = listen(port)
    console = RunningConsole(address_of(sock), thread)
    loop = asyncio.new_event_loop()
    done = asyncio.Event()
    server = threading.Thread(
        target=lambda: loop.run_until_complete(serve(thread, sock, done.wait, pages)), name="server"
    )
    server.start()
    try:
        yield console
    finally:
        loop.call_soon_threadsafe(done.set)
        server.join()
        loop.close()
