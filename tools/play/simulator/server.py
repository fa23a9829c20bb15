"""The web server: serves the files of the page, and a WebSocket per page for frames, tones and button edges.

Binary messages to the page: 0 + 1152 bytes of light, 1 + 1024 bytes of OLED, 2 + tone (hz, volume, at_ms: u16 u8 u32,
little endian). Text messages to the page, as JSON: {"crash": traceback}, {"rest": "", "asleep" or "off"}, {"typing":
"letters", "digits" or ""}, and in words what a picture at rest shows, as picture_reader.py returns it: {"lines": ...}
of the OLED, {"dice": ...}. Of the game: {"finished": the log of one that is over, or ""}, and {"elsewhere": whether a
page plays a game apart}. Messages from the page: 2 bytes, the button and 1 (down) or 0 (up), or a letter
or digit and 1.

The WebSocket /apart is the same for a game apart: the page sends first which one, with its files (apart_game.py), and
gets {"files": ...} when one has changed, {"left": true} when the game is left, {"unknown": true} for a game that there
is not, and {"taken": true} when another page plays a game apart. Meanwhile the console with its own games is off. The
WebSocket /modules/NAME calls a module of the pages of games (page_module.py).

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
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

from tools import ROOT
from tools.play import documents
from tools.play.demo.game_pages import FOLDER, OF_THE_DEMO, PAGES, game_pages
from tools.play.host import picture_reader
from tools.play.simulator import PAGE, page_module
from tools.play.simulator.apart_game import ApartGame, UnknownGame, logs_in, wanted_in
from tools.play.simulator.board import FirmwareThread, SimBoard
from tools.terminal import whole_number

LOOPBACK = "127.0.0.1"
ALLOWED_HOSTS = {LOOPBACK, "localhost"}
TILES, OLED, TONE = 0, 1, 2
MAX_TONES = 64
MAX_MESSAGE = 1024
"""Bytes of a message from the page; a longer one closes its connection."""
MAX_GAME = 4 << 20
"""Bytes of a message with the files of a game apart, or with a log."""
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
        self.thread = thread
        self._tiles = self._oled = b""  # differs from any frame, so the first update sends both
        self._crash = ""
        self._rest = ""
        self._typing = ""
        self._words: deque[str] = deque()
        self._reported: dict[str, Any] = {}
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
        board = self.thread.board
        tiles, oled, crash = board.tiles_frame, board.oled_frame, self.thread.crash
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
        for name, value in list(board.reports.items()):
            if self._reported.get(name) != value:
                self._reported[name] = value
                await self.socket.send_str(json.dumps({name: value}))
        if board.rest != self._rest:
            self._rest = board.rest
            await self.socket.send_str(json.dumps({"rest": self._rest}))
        if board.keyboard != self._typing:
            self._typing = board.keyboard
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
        return json.dumps(picture_reader.words(self.thread.board.oled_frame))

    def _read_dice(self) -> str:
        return json.dumps({"dice": picture_reader.dice(self.thread.board.pixels_frame)})

    async def receive_edges(self) -> None:
        """Passes button edges to the board until the page is closed, then releases its buttons."""
        board = self.thread.board
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

    def __init__(self, thread: FirmwareThread, sock: socket.socket, pages: str = "") -> None:
        """Subscribes to the board; serves requests after start(). `pages`: address of a demo, for links to games."""
        self._thread = thread
        self._sock = sock
        self._loop = asyncio.get_running_loop()
        self._pages = pages
        self._connections: set[PageConnection] = set()
        self._apart: PageConnection | None = None
        """The page that plays a game apart."""
        self._switching = asyncio.Lock()
        self._module_sockets: set[web.WebSocketResponse] = set()
        self._is_closing = False
        app = web.Application(middlewares=[refuse_other_hosts])
        app.router.add_get("/", self._serve_file)
        app.router.add_get("/place.js", self._serve_place)
        app.router.add_get(r"/{name:[a-z0-9_-]+\.(?:css|js|png|svg|webmanifest)}", self._serve_file)
        app.router.add_get(rf"/{{name:{'|'.join(PAGES)}}}", self._serve_game_page)
        app.router.add_get("/docs/{path:.+}", self._serve_document)
        app.router.add_get("/logs", self._serve_logs)
        app.router.add_get("/console", self._serve_console)
        app.router.add_get("/apart", self._serve_apart)
        app.router.add_get(f"/modules/{{name:{'|'.join(page_module.MODULES)}}}", self._serve_module)
        app.on_shutdown.append(self._close_connections)
        self._runner = web.AppRunner(app, access_log=None, logger=log, shutdown_timeout=CLOSE_SECONDS)
        self._subscribe(thread)

    async def start(self) -> None:
        """Starts to serve requests."""
        await self._runner.setup()
        await web.SockSite(self._runner, self._sock).start()

    async def stop(self) -> None:
        """Closes all connections and the socket."""
        await self._runner.cleanup()

    def _subscribe(self, thread: FirmwareThread) -> None:
        def on_tone(hz: int, volume: int, at_ms: int) -> None:
            self._notify(thread, struct.pack("<BHBI", TONE, hz, volume, at_ms))

        thread.board.subscribe(lambda: self._notify(thread, None), on_tone)
        thread.on_crash = lambda: self._notify(thread, None)

    def _notify(self, thread: FirmwareThread, tone: bytes | None) -> None:
        """Schedules an update of all pages of a console; called in the firmware's thread."""
        with contextlib.suppress(RuntimeError):  # the event loop is closed: the firmware was busy for longer
            self._loop.call_soon_threadsafe(self._update_connections, thread, tone)

    def _update_connections(self, thread: FirmwareThread, tone: bytes | None) -> None:
        for connection in self._connections:
            if connection.thread is not thread:
                continue
            if tone is not None:
                connection.tones.append(tone)
            connection.changed.set()

    async def _serve_file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("name", "index.html")
        folder = PAGE if name in OF_THE_DEMO or (PAGE / name).exists() else FOLDER
        return web.FileResponse(folder / name, headers=HEADERS)

    async def _serve_place(self, request: web.Request) -> web.StreamResponse:
        source = (PAGE / "place.js").read_text(encoding="utf-8").replace('"@PAGES@"', json.dumps(self._pages))
        return web.Response(text=source, content_type="text/javascript", headers=HEADERS)

    async def _serve_logs(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(await asyncio.to_thread(logs_in, Path(self._thread.board.folder)), headers=HEADERS)

    async def _serve_game_page(self, request: web.Request) -> web.StreamResponse:
        page = game_pages()[request.match_info["name"]]
        return web.Response(body=page, content_type="text/html", charset="utf-8", headers=HEADERS)

    async def _serve_document(self, request: web.Request) -> web.StreamResponse:
        path = documents.FOLDER + request.match_info["path"]
        content = (await asyncio.to_thread(documents.documents)).get(path)
        if content is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        return web.Response(body=content, content_type=kind, headers=HEADERS)

    async def _serve_console(self, request: web.Request) -> web.StreamResponse:
        socket = await _opened(request, MAX_MESSAGE)
        await self._connect(PageConnection(self._thread, socket, request))
        return socket

    async def _connect(self, connection: PageConnection) -> None:
        """Serves a page until it is closed."""
        self._connections.add(connection)
        sender = asyncio.create_task(connection.send_updates())
        try:
            await connection.receive_edges()
        finally:
            self._connections.discard(connection)
            sender.cancel()

    async def _serve_apart(self, request: web.Request) -> web.StreamResponse:
        socket = await _opened(request, MAX_GAME)
        message = await socket.receive()
        if message.type is WSMsgType.TEXT:
            with tempfile.TemporaryDirectory(prefix="sixpip-") as folder, contextlib.suppress(ConnectionError):
                try:
                    game = ApartGame(wanted_in(message.data), Path(folder), Path(self._thread.board.folder))
                except UnknownGame:
                    await socket.send_json({"unknown": True})
                else:
                    await self._play_apart(game, folder, socket, request)
        await socket.close()
        return socket

    async def _play_apart(
        self, game: ApartGame, folder: str, socket: web.WebSocketResponse, request: web.Request
    ) -> None:
        """Runs a game apart until its page is closed; the console with its own games is off meanwhile."""
        thread = FirmwareThread(SimBoard(folder), game.run)
        self._subscribe(thread)
        connection = PageConnection(thread, socket, request)
        async with self._switching:
            before, self._apart = self._apart, connection
            if before:
                await asyncio.to_thread(before.thread.stop)
                await before.socket.send_json({"taken": True})
                await before.close()
            else:
                self._thread.board.report("elsewhere", True)
                await asyncio.to_thread(self._thread.stop)
            thread.start()
        try:
            await self._connect(connection)
        finally:
            async with self._switching:
                await asyncio.to_thread(thread.stop)
                if self._apart is connection:
                    self._apart = None
                    self._go_on()

    def _go_on(self) -> None:
        """Starts the console with its own games again."""
        if not self._is_closing:
            self._thread.board.report("elsewhere", False)
            self._thread.start_again()

    async def _serve_module(self, request: web.Request) -> web.StreamResponse:
        socket = await _opened(request, MAX_GAME)
        command = (sys.executable, "-m", page_module.__name__, request.match_info["name"])
        pipe = subprocess.PIPE
        self._module_sockets.add(socket)
        with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, encoding="utf-8") as process:
            try:
                async for message in socket:
                    call = json.dumps(json.loads(message.data))  # one line
                    await socket.send_str(await asyncio.to_thread(_answer, process, call))
            except (ConnectionError, TypeError, ValueError):
                pass  # the page was closed, or has sent something that is no call
            finally:
                self._module_sockets.discard(socket)
                process.kill()
        await socket.close()
        return socket

    async def _close_connections(self, app: web.Application) -> None:
        self._is_closing = True
        closing = [opened.close() for opened in self._module_sockets]
        await asyncio.gather(*closing, *[connection.close() for connection in self._connections])


async def _opened(request: web.Request, most: int) -> web.WebSocketResponse:
    """Opens the WebSocket of a page of this server. `most`: bytes of a message."""
    if not is_same_origin(request):
        raise web.HTTPForbidden(text="Only the page of this server may connect.\n")
    socket = web.WebSocketResponse(heartbeat=20, compress=False, max_msg_size=most + 1)  # aiohttp takes less
    try:
        await socket.prepare(request)
    except ValueError:  # aiohttp computes with the key of the page before it checks it
        raise web.HTTPBadRequest(text="The key of the WebSocket is not valid.\n") from None
    return socket


def _answer(process: "subprocess.Popen[str]", call: str) -> str:
    """Passes a call to a module; returns its answer. Raises ConnectionError when the module has ended."""
    assert process.stdin and process.stdout
    process.stdin.write(call + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise ConnectionError
    return answer


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
