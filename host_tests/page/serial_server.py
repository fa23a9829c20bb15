"""A web server with a page and, for its stand-in of `navigator.serial`, a cable to the board at a TCP port."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

from aiohttp import web

STAND_IN = """(() => {
  const lost = () => new DOMException("The device has been lost.", "NetworkError");
  class Port {
    getInfo() { return { usbVendorId: 0x2e8a, usbProductId: 5 }; }
    async open() {
      const socket = (this.socket = new WebSocket(`ws://${location.host}/serial`));
      socket.binaryType = "arraybuffer";
      await new Promise((done, fail) => {
        socket.onopen = done;
        socket.onerror = () => fail(new DOMException("Failed to open serial port.", "NetworkError"));
      });
      this.readable = new ReadableStream({
        start(bytes) {
          socket.onmessage = ({ data }) => bytes.enqueue(new Uint8Array(data));
          socket.onclose = () => { try { bytes.error(lost()); } catch { /* it was closed by the page */ } };
        },
      });
      this.writable = new WritableStream({
        write(data) {
          if (socket.readyState !== WebSocket.OPEN) throw lost();
          socket.send(data);
        },
      });
    }
    async close() { this.socket.close(); }
  }
  const ports = [];
  const serial = {
    asked: [],
    getPorts: async () => ports,
    requestPort: async (options) => {
      serial.asked.push(options);
      if (window.noPort) throw new DOMException("No port selected by the user.", "NotFoundError");
      ports[0] ??= new Port();
      return ports[0];
    },
  };
  Object.defineProperty(navigator, "serial", { value: serial });
})()"""
"""Sends and receives the bytes of a serial port through a WebSocket of the server."""


class SerialServer:
    """The server. `board`: the TCP port of a board; without one, the port cannot be opened.

    `breaks_after`: the cable is pulled when the page has written so many times, or never.
    """

    def __init__(self, folder: Path) -> None:
        self.board: int | None = None
        self.breaks_after: int | None = None
        self.writes = 0
        self.origin = ""
        self.app = web.Application()
        self.app.router.add_get("/serial", self._carry)
        self.app.router.add_static("/", folder)

    async def _carry(self, request: web.Request) -> web.StreamResponse:
        """Carries the bytes of one connection."""
        if self.board is None:
            raise web.HTTPServiceUnavailable
        near = web.WebSocketResponse(max_msg_size=0)
        await near.prepare(request)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.board)

        async def carry_back() -> None:
            while data := await reader.read(4096):
                await near.send_bytes(data)
            await near.close()

        back = asyncio.create_task(carry_back())
        async for message in near:
            self.writes += 1
            if self.writes == self.breaks_after:
                break
            writer.write(message.data)
        back.cancel()
        writer.close()
        await near.close()
        return near


@contextlib.contextmanager
def serving_page(folder: Path) -> Iterator[SerialServer]:
    """Serves the files of `folder` in a thread inside the `with` block."""
    server = SerialServer(folder)
    loop = asyncio.new_event_loop()
    runner = web.AppRunner(server.app, shutdown_timeout=1)

    async def start() -> None:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        server.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(start(), loop).result(timeout=60)
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(timeout=60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=60)
        loop.close()
