"""The page's server against clients that misbehave, with real sockets and a real process: it answers, and it stops."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from aiohttp.http_exceptions import BadHttpMessage

from host_tests.mutations import mutations
from tools import ROOT
from tools.play.simulator.server import MAX_MESSAGE, log

pytestmark = pytest.mark.skipif(os.name != "posix", reason="uses POSIX signals")

TIMEOUT_S = 120
STOPPED = "\nSixpip has stopped. The game is saved and resumes at the next start.\n"
HANDSHAKE = (
    b"GET /console HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING = b"\x89\xfd\0\0\0\0" + b"x" * 125


END = b"\r\n\r\n\r\n"


def status_in(answer: bytes) -> int:
    """The status that an answer begins with; 0 when it is empty."""
    begin = re.match(rb"HTTP/\d\.\d (\d+) |$", answer)
    assert begin, answer[:100]
    return int(begin[1] or 0)


class Server:
    """`python -m tools.play.simulator` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.play.simulator", "--folder", str(folder)],
            cwd=ROOT,
            env=os.environ | {"NO_BROWSER": "1", "PORT": "0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        address = re.search(r":(\d+)/", self.process.stdout.readline())
        assert address
        self.port = int(address[1])

    def connect(self) -> socket.socket:
        """A connection with a small buffer."""
        link = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.settimeout(TIMEOUT_S)
        link.connect(("127.0.0.1", self.port))
        return link

    def status(self, request: bytes) -> int:
        """The status of the answer to a request; 0 when the connection is closed without one."""
        with self.connect() as link, contextlib.suppress(ConnectionError):
            link.sendall(request)
            return status_in(link.recv(4096))
        return 0

    def status_of_any(self, request: bytes) -> int:
        """The same for a request that may not be complete: 0 when the server has not answered it, but later ones."""
        with self.connect() as link, contextlib.suppress(ConnectionError):
            link.sendall(request)
            link.settimeout(0.05)
            for _ in range(3):
                with contextlib.suppress(TimeoutError):
                    return status_in(link.recv(4096))
                assert self.get() == 200
        return 0

    def get(self, path: str = "/", host: str = "localhost") -> int:
        """The status of a GET request."""
        return self.status(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin-1"))

    def page(self) -> socket.socket:
        """A connection to the socket of the page."""
        link = self.connect()
        link.sendall(HANDSHAKE)
        assert link.recv(12) == b"HTTP/1.1 101"
        return link

    def fill(self, link: socket.socket, data: bytes) -> None:
        """Asks for answers and reads none, until the server takes no more of `data`, although it answers others."""
        link.settimeout(0.5)
        rest, silent, until = data, 0, time.monotonic() + TIMEOUT_S
        while silent < 2:
            assert time.monotonic() < until
            try:
                rest = rest[link.send(rest) :] or data
                silent = 0
            except TimeoutError:
                assert self.get() == 200
                silent += 1

    def stuck_page(self) -> socket.socket:
        """A page that never reads: asks for answers until the server can send no more."""
        link = self.page()
        self.fill(link, PING * 100)
        return link

    def stop(self) -> tuple[int, str, str]:
        """Ends the server with Ctrl-C; its exit status, output and errors."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, out, err


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "saves")
    yield running
    running.process.kill()
    running.process.communicate()


@pytest.fixture(scope="module")
def lasting_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for several tests, which must not print anything until its end."""
    running = Server(tmp_path_factory.mktemp("server") / "saves")
    yield running
    assert running.stop() == (0, STOPPED, "")


@pytest.mark.long
def test_ctrl_c_ends_the_server_although_clients_do_not_read_or_have_not_finished(server: Server) -> None:
    with server.stuck_page(), server.page(), server.connect() as reader, server.connect() as half:
        server.fill(reader, b"GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
        half.sendall(b"GET / HTTP/1.1\r\nHost: local")
        with server.connect() as silent:
            assert server.stop() == (0, STOPPED, "")
            assert silent.recv(1) == b""


@pytest.mark.long
def test_a_second_ctrl_c_ends_the_server_at_once(server: Server) -> None:
    with server.stuck_page():
        start = time.monotonic()
        while server.process.poll() is None and time.monotonic() - start < TIMEOUT_S:
            server.process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        assert server.process.returncode == -signal.SIGINT
        assert server.process.communicate()[1] == ""


OTHERS = [
    "127.0.0.1:99999",
    "localhost:80:80",
    "localhost:" + "9" * 5000,
    "user:secret@127.0.0.1:8617",
    "localhost@example.org",
    "localhost.example.org",
    "127.0.0.2",
    "[::1]",
    "localhost/",
    "",
]


@pytest.mark.long
def test_pages_and_socket_are_for_the_names_of_this_computer_only(lasting_server: Server) -> None:
    server = lasting_server
    files = ("/", "/style.css", "/no-such.js", "/console")
    for host in OTHERS:
        assert {server.get(path, host) for path in files} <= {400, 403}, host
    for host in ("localhost", f"127.0.0.1:{server.port}", "LocalHost:9000"):
        assert server.get("/", host) == 200
    assert server.status(b"GET / HTTP/1.0\r\n\r\n") == 403
    assert server.status(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: example.org\r\n\r\n") == 400


MALFORMED = [
    b"\0\1\2\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /console HTTP/1.1\r\nHost: localhost\r\n\r\n",
    HANDSHAKE.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"x"),
    HANDSHAKE.replace(b"13\r", b"99999999999999999999\r"),
    HANDSHAKE.replace(b"Host: localhost", b"Host: localhost\r\nOrigin: http://[::1"),
]


@pytest.mark.long
def test_malformed_requests_get_a_status_and_leave_nothing_in_the_terminal(lasting_server: Server) -> None:
    server = lasting_server
    for request in MALFORMED:
        assert server.status(request) == (403 if b"Origin: " in request else 400), request[:60]
    plain = b"GET / HTTP/1.1\r\nHost: localhost:8617\r\nAccept: */*\r\nConnection: close\r\n\r\n"
    for request in (*mutations(plain, 150), *mutations(HANDSHAKE, 150, 2)):
        assert server.status_of_any(request + END) < 500, request[:200]
    assert server.get() == 200


@pytest.mark.long
def test_malformed_messages_end_their_connection_only(lasting_server: Server) -> None:
    server = lasting_server
    chance = Random(3)
    frame = b"\x82\x82\0\0\0\0\6\1"
    long = b"\x82\xfe" + (MAX_MESSAGE + 1).to_bytes(2, "big") + bytes(4 + MAX_MESSAGE + 1)
    huge = b"\x82\xff" + b"\x7f" + b"\xff" * 7 + bytes(100)
    not_text = b"\x81\x82\0\0\0\0\xff\xfe"
    for data in (long, huge, not_text, b"\xff" * 100, *mutations(frame * 3, 60), chance.randbytes(3000)):
        with server.page() as link, contextlib.suppress(ConnectionError):
            link.sendall(data)
    with server.page() as link:
        link.sendall(long)
        while link.recv(65536):  # the server closes the connection
            pass
    with server.page() as link:
        link.sendall(PING)
        assert link.recv(1)
    assert server.get() == 200


@pytest.mark.long
def test_a_page_that_is_closed_before_its_pings_are_answered_leaves_nothing_in_the_terminal(
    lasting_server: Server,
) -> None:
    lasting_server.stuck_page().close()
    for _ in range(20):
        with lasting_server.page() as link, contextlib.suppress(ConnectionError):
            link.sendall(PING * 3 + b"\xff" * 100)
    assert lasting_server.get() == 200


def test_an_error_of_the_server_itself_is_still_logged(caplog: pytest.LogCaptureFixture) -> None:
    for fault in (BadHttpMessage("a fault of the client"), ZeroDivisionError("a fault of the server")):
        log.error("Error handling request", exc_info=fault)
    assert [record.exc_info[1] for record in caplog.records if record.exc_info] == [fault]
