"""The web server: serves the files of the page, and a WebSocket per page for frames, tones and button edges.

Binary messages to the page: 0 + 1152 bytes of light, 1 + 1024 bytes of OLED, 2 + tone (hz, volume, at_ms: u16 u8 u32,
little endian). Text messages to the page, as JSON: {"crash": traceback}, {"rest": "", "asleep" or "off"}, {"typing":
whether a name is typed}, and in words what a picture at rest shows, as picture_reader.py returns it: {"lines": ...}
of the OLED, {"dice": ...}. Messages from the page: 2 bytes, the button and 1 (down) or 0 (up), or a letter and 1.

Every request must name this computer in its Host header: so the page of another site cannot reach the server by a host
name of its own (DNS rebinding). The socket also checks the Origin.
"""

import asyncio
import contextlib
import errno
import json
import logging
import mimetypes
import os
import socket
import struct
from collections import deque
from collections.abc import Awaitable, Callable

from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

from tools.play import documents
from tools.play.host import picture_reader
from tools.play.simulator import PAGE
from tools.play.simulator.board import FirmwareThread
from tools.terminal import whole_number

LOOPBACK = "127.0.0.1"
ALLOWED_HOSTS = {LOOPBACK, "localhost"}
TILES, OLED, TONE = 0, 1, 2
MAX_TONES = 64
MAX_MESSAGE = 1024
"""Bytes of a message from the page; a longer one closes its connection."""
REST_SECONDS = 0.15
"""How long OLED or dice must stay as they are before they are read: points count up every 120 ms or faster."""
CLOSE_SECONDS = 1.0
"""How long a page may take to close its connection."""
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
}


log = logging.getLogger("sixpip.page")


class PortUnavailable(Exception):
    """The port cannot be opened; the message is one sentence with the remedy."""


def listen(port: int) -> socket.socket:
    """Opens a listening socket on the loopback interface; port 0 takes any free port. Raises PortUnavailable."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # allows a restart immediately after a stop
    try:
        sock.bind((LOOPBACK, port))
        sock.listen()
    except OSError as error:
        sock.close()
        remedy = f"choose another with PORT={port + 1 if 1024 <= port < 65535 else 8618}"
        if error.errno == errno.EADDRINUSE:
            raise PortUnavailable(f"Port {port} is in use: stop the program that uses it, or {remedy}.") from None
        if error.errno == errno.EACCES:
            raise PortUnavailable(f"Port {port} needs more permissions: {remedy}.") from None
        raise PortUnavailable(f"Port {port} cannot be opened ({error.strerror}): {remedy}.") from None
    return sock


def address_of(sock: socket.socket) -> str:
    """Returns the URL of the page."""
    return f"http://{LOOPBACK}:{sock.getsockname()[1]}/"


class PageConnection:
    """The connection to one open page: sends the latest frames and all tones, and receives button edges."""

    def __init__(self, thread: FirmwareThread, socket: web.WebSocketResponse, request: web.Request) -> None:
        """Schedules a first update with all frames. `request`: that opened the socket."""
        self.socket = socket
        self._request = request
        self.changed = asyncio.Event()
        self.tones: deque[bytes] = deque(maxlen=MAX_TONES)
        self._thread = thread
        self._tiles = self._oled = b""  # differs from any frame, so the first update sends both
        self._crash = ""
        self._rest = ""
        self._typing = False
        self._words: deque[str] = deque()
        self._reading: dict[Callable[[], str], asyncio.TimerHandle] = {}
        self.changed.set()

    async def send_updates(self) -> None:
        """Sends changes until the page is closed."""
        try:
            while True:
                await self.changed.wait()
                self.changed.clear()
                await self._send_frames()
                while self.tones:
                    await self.socket.send_bytes(self.tones.popleft())
        except ConnectionError:
            return  # the page was closed; receive_edges() ends, too

    async def _send_frames(self) -> None:
        board = self._thread.board
        tiles, oled, crash = board.tiles_frame, board.oled_frame, self._thread.crash
        if oled != self._oled:
            self._oled = oled
            self._read_at_rest(self._read_oled)
            await self.socket.send_bytes(bytes((OLED,)) + oled)
        if tiles != self._tiles:
            self._tiles = tiles
            self._read_at_rest(self._read_dice)
            await self.socket.send_bytes(bytes((TILES,)) + tiles)
        while self._words:
            await self.socket.send_str(self._words.popleft())
        if board.rest != self._rest:
            self._rest = board.rest
            await self.socket.send_str(json.dumps({"rest": self._rest}))
        if board.wants_letters != self._typing:
            self._typing = board.wants_letters
            await self.socket.send_str(json.dumps({"typing": self._typing}))
        if crash != self._crash:
            self._crash = crash
            await self.socket.send_str(json.dumps({"crash": crash}))

    def _read_at_rest(self, read: Callable[[], str]) -> None:
        """Sends the words that `read` returns, once the picture has not changed for REST_SECONDS."""
        if read in self._reading:
            self._reading[read].cancel()
        self._reading[read] = asyncio.get_running_loop().call_later(REST_SECONDS, self._send_words, read)

    def _send_words(self, read: Callable[[], str]) -> None:
        self._words.append(read())
        self.changed.set()

    def _read_oled(self) -> str:
        return json.dumps(picture_reader.words(self._thread.board.oled_frame))

    def _read_dice(self) -> str:
        return json.dumps({"dice": picture_reader.dice(self._thread.board.pixels_frame)})

    async def receive_edges(self) -> None:
        """Passes button edges to the board until the page is closed, then releases its buttons."""
        board = self._thread.board
        try:
            async for message in self.socket:
                if message.type is WSMsgType.BINARY and len(message.data) == 2:
                    board.press_edge(self, message.data[0], message.data[1] == 1)
        except ConnectionError:
            return  # the page was closed before its pings were answered
        finally:
            board.release_all(self)

    async def close(self) -> None:
        """Closes the connection; discards what a page does not read within CLOSE_SECONDS."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.socket.close(message=b"stopped")
        except TimeoutError:
            transport = self._request.transport
            if transport is not None:
                transport.abort()


class PageServer:
    """Serves the page of one console on one socket, in the running event loop."""

    def __init__(self, thread: FirmwareThread, sock: socket.socket) -> None:
        """Subscribes to the board; serves requests after start()."""
        self._thread = thread
        self._sock = sock
        self._loop = asyncio.get_running_loop()
        self._connections: set[PageConnection] = set()
        app = web.Application(middlewares=[refuse_other_hosts])
        app.router.add_get("/", self._serve_file)
        app.router.add_get(r"/{name:[a-z0-9-]+\.(?:css|js|png|svg|webmanifest)}", self._serve_file)
        app.router.add_get("/docs/{path:.+}", self._serve_document)
        app.router.add_get("/console", self._serve_socket)
        app.on_shutdown.append(self._close_connections)
        self._runner = web.AppRunner(app, access_log=None, logger=log, shutdown_timeout=CLOSE_SECONDS)
        thread.board.subscribe(lambda: self._notify(None), self._on_tone)
        thread.on_crash = lambda: self._notify(None)

    async def start(self) -> None:
        """Starts to serve requests."""
        await self._runner.setup()
        await web.SockSite(self._runner, self._sock).start()

    async def stop(self) -> None:
        """Closes all connections and the socket."""
        await self._runner.cleanup()

    def _on_tone(self, hz: int, volume: int, at_ms: int) -> None:
        self._notify(struct.pack("<BHBI", TONE, hz, volume, at_ms))

    def _notify(self, tone: bytes | None) -> None:
        """Schedules an update of all pages; called in the firmware's thread."""
        with contextlib.suppress(RuntimeError):  # the event loop is closed: the firmware was busy for longer
            self._loop.call_soon_threadsafe(self._update_connections, tone)

    def _update_connections(self, tone: bytes | None) -> None:
        for connection in self._connections:
            if tone is not None:
                connection.tones.append(tone)
            connection.changed.set()

    async def _serve_file(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / request.match_info.get("name", "index.html"), headers=HEADERS)

    async def _serve_document(self, request: web.Request) -> web.StreamResponse:
        path = documents.FOLDER + request.match_info["path"]
        content = (await asyncio.to_thread(documents.documents)).get(path)
        if content is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        return web.Response(body=content, content_type=kind, headers=HEADERS)

    async def _serve_socket(self, request: web.Request) -> web.StreamResponse:
        if not is_same_origin(request):
            raise web.HTTPForbidden(text="Only the page of this server may connect.\n")
        socket = web.WebSocketResponse(heartbeat=20, compress=False, max_msg_size=MAX_MESSAGE + 1)  # aiohttp takes less
        try:
            await socket.prepare(request)
        except ValueError:  # aiohttp computes with the key of the page before it checks it
            raise web.HTTPBadRequest(text="The key of the WebSocket is not valid.\n") from None
        connection = PageConnection(self._thread, socket, request)
        self._connections.add(connection)
        sender = asyncio.create_task(connection.send_updates())
        try:
            await connection.receive_edges()
        finally:
            self._connections.discard(connection)
            sender.cancel()
        return socket

    async def _close_connections(self, app: web.Application) -> None:
        await asyncio.gather(*[connection.close() for connection in self._connections])


@web.middleware
async def refuse_other_hosts(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answers only requests whose Host is this computer; has no user name, and a port that exists or none."""
    hosts = request.headers.getall("Host", [])
    name, colon, port = hosts[0].lower().partition(":") if len(hosts) == 1 else ("", "", "")
    if name not in ALLOWED_HOSTS or (colon and whole_number(port, 1, 65535) is None):
        raise web.HTTPForbidden(text="This server answers only this computer: open the address that it printed.\n")
    return await handler(request)


def is_same_origin(request: web.Request) -> bool:
    """Checks that the request is from this server's page, or from a program that is no browser."""
    origin = request.headers.get("Origin")
    return origin is None or origin == f"http://{request.headers['Host']}"


def _is_own_fault(record: logging.LogRecord) -> bool:
    """Whether an error is one of the server; a malformed request is answered with its status and nothing more."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


log.addFilter(_is_own_fault)
