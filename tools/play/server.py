"""The page's server: three files, and one WebSocket a page that carries frames out and button edges in.

To the page, binary: 0 + 1152 bytes of light, 1 + 1024 bytes of OLED, 2 + tone (hz, volume, at_ms: u16 u8 u32, little
endian). To the page, text: why the firmware stopped. From the page: 2 bytes, button and 1 (down) or 0 (up).
"""

import asyncio
import errno
import json
import os
import socket
import struct
from collections import deque
from pathlib import Path

from aiohttp import WSMsgType, web

from tools.play.machine import Machine

PAGE = Path(__file__).parent / "page"
LOOPBACK = "127.0.0.1"
OWN_NAMES = {LOOPBACK, "localhost"}
TILES, OLED, TONE = 0, 1, 2
TONES_KEPT = 64
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws:; img-src 'self' data:",
}


class PortRefused(Exception):
    """The port cannot be had; the message is one sentence with the remedy."""


def listen(port: int) -> socket.socket:
    """A listening socket on the loopback interface; port 0 takes any free one. Raises PortRefused."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # start again at once after a stop
    try:
        sock.bind((LOOPBACK, port))
        sock.listen()
    except OSError as problem:
        sock.close()
        remedy = f"choose another with PORT={port + 1 if 1024 <= port < 65535 else 8618}"
        if problem.errno == errno.EADDRINUSE:
            raise PortRefused(f"Port {port} is in use: stop what runs there, or {remedy}.") from None
        if problem.errno == errno.EACCES:
            raise PortRefused(f"Port {port} is not open to this user: {remedy}.") from None
        raise PortRefused(f"Port {port} cannot be opened ({problem.strerror}): {remedy}.") from None
    return sock


def address_of(sock: socket.socket) -> str:
    """What to type into the browser."""
    return f"http://{LOOPBACK}:{sock.getsockname()[1]}/"


class Visitor:
    """One open page: sends it what it has not seen yet, the latest frame only, and takes its button edges."""

    def __init__(self, machine: Machine, socket: web.WebSocketResponse) -> None:
        """Nothing has been shown yet."""
        self.socket = socket
        self.news = asyncio.Event()
        self.tones: deque[bytes] = deque(maxlen=TONES_KEPT)
        self._machine = machine
        self._tiles = self._oled = b""  # no frame is empty: the first look sends both
        self._crash = ""
        self.news.set()

    async def show(self) -> None:
        """Send news as it comes, until the page is gone."""
        try:
            while True:
                await self.news.wait()
                self.news.clear()
                await self._send_frames()
                while self.tones:
                    await self.socket.send_bytes(self.tones.popleft())
        except ConnectionError:
            return  # the page closed while we were sending; take() sees the end too

    async def _send_frames(self) -> None:
        board = self._machine.board
        tiles, oled, crash = board.tiles_frame, board.oled_frame, self._machine.crash
        if tiles != self._tiles:
            self._tiles = tiles
            await self.socket.send_bytes(bytes((TILES,)) + tiles)
        if oled != self._oled:
            self._oled = oled
            await self.socket.send_bytes(bytes((OLED,)) + oled)
        if crash != self._crash:
            self._crash = crash
            await self.socket.send_str(json.dumps({"crash": crash}))

    async def take(self) -> None:
        """Pass button edges to the board until the page is gone, then let go of what it held."""
        board = self._machine.board
        try:
            async for message in self.socket:
                if message.type is WSMsgType.BINARY and len(message.data) == 2:
                    board.press_edge(self, message.data[0], message.data[1] == 1)
        finally:
            board.release_all(self)


class PageServer:
    """Serves the page for one machine, on one socket, inside the running event loop."""

    def __init__(self, machine: Machine, sock: socket.socket) -> None:
        """Watches the machine from now on; serves from start()."""
        self._machine = machine
        self._sock = sock
        self._loop = asyncio.get_running_loop()
        self._visitors: set[Visitor] = set()
        app = web.Application()
        app.router.add_get("/", self._file)
        app.router.add_get(r"/{name:[a-z]+\.(?:css|js)}", self._file)
        app.router.add_get("/console", self._console)
        app.on_shutdown.append(self._say_goodbye)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        machine.board.watch(lambda: self._soon(None), self._heard)
        machine.on_crash = lambda: self._soon(None)

    async def start(self) -> None:
        """Answer requests."""
        await self._runner.setup()
        await web.SockSite(self._runner, self._sock).start()

    async def stop(self) -> None:
        """Close every page's connection and the socket."""
        await self._runner.cleanup()

    def _heard(self, hz: int, volume: int, at_ms: int) -> None:
        self._soon(struct.pack("<BHBI", TONE, hz, volume, at_ms))

    def _soon(self, tone: bytes | None) -> None:
        """From the firmware's thread: there is news for all pages."""
        self._loop.call_soon_threadsafe(self._spread, tone)

    def _spread(self, tone: bytes | None) -> None:
        for visitor in self._visitors:
            if tone is not None:
                visitor.tones.append(tone)
            visitor.news.set()

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / request.match_info.get("name", "index.html"), headers=HEADERS)

    async def _console(self, request: web.Request) -> web.StreamResponse:
        if not is_own_page(request):
            raise web.HTTPForbidden(text="Only the page of this server may press its buttons.\n")
        socket = web.WebSocketResponse(heartbeat=20, compress=False)
        await socket.prepare(request)
        visitor = Visitor(self._machine, socket)
        self._visitors.add(visitor)
        showing = asyncio.create_task(visitor.show())
        try:
            await visitor.take()
        finally:
            self._visitors.discard(visitor)
            showing.cancel()
        return socket

    async def _say_goodbye(self, app: web.Application) -> None:
        for visitor in list(self._visitors):
            await visitor.socket.close(message=b"stopped")


def is_own_page(request: web.Request) -> bool:
    """False when another site's page knocks at this machine (by Origin, or by a name that resolves to loopback)."""
    if request.url.host not in OWN_NAMES:
        return False
    origin = request.headers.get("Origin")
    return origin is None or origin == f"http://{request.host}"
