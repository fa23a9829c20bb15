"""The simulator's board and its web server: the messages on the socket, access control, and stopping."""

import asyncio
import errno
import json
import posixpath
import re
import socket
import struct
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from unittest.mock import AsyncMock, MagicMock, call

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from host_tests.probe_firmware import TIMEOUT_S, ProbeFirmware, wait_for
from sixpip.board.contract import BANK, BUTTONS, KEEP1, LETTER, MENU, ROLL
from sixpip.board.limiter import BOOT_BRIGHTNESS
from sixpip.view.text import Canvas
from tools import ROOT
from tools.play import documents
from tools.play.simulator import PAGE, server
from tools.play.simulator.board import QUEUE, FirmwareThread, SimBoard, SwitchedOff
from tools.play.simulator.console import RunningConsole, running_console
from tools.play.simulator.server import OLED, TILES, TONE, PageConnection, PortUnavailable, listen


class PixelProbe(ProbeFirmware):
    """A probe firmware that lights a pixel and sounds a tone for each press."""

    def draw(self, board: SimBoard) -> None:
        board.palette[3:6] = b"\xff\x80\x00"
        board.oled[0] = 1

    def on_press(self, board: SimBoard, button: int) -> None:
        board.pixels[button] = 1
        board.show_tiles()
        board.tone(440 + button, 1)

    def wait_for(self, count: int) -> None:
        """Waits until `count` presses have been read."""
        with self.pressed:
            assert self.pressed.wait_for(lambda: len(self.buttons) >= count, TIMEOUT_S)


@pytest.fixture
def probe() -> PixelProbe:
    return PixelProbe()


@pytest.fixture
def console(tmp_path: Path, probe: PixelProbe) -> Iterator[RunningConsole]:
    with running_console(str(tmp_path), probe.run) as running:
        assert probe.shown.wait(TIMEOUT_S)
        yield running


def visit(console: RunningConsole, act: Callable[[ClientWebSocketResponse], Awaitable[None]], **headers: str) -> None:
    """Connects to the socket like a page and runs `act` with the connection."""

    async def talk() -> None:
        async with ClientSession() as client, client.ws_connect(f"{console.address}console", headers=headers) as link:
            await asyncio.wait_for(act(link), TIMEOUT_S)

    asyncio.run(talk())


async def frame(link: ClientWebSocketResponse, kind: int) -> bytes:
    """Returns the body of the next binary message of a kind."""
    while True:
        message = await link.receive()
        assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT)
        if message.type is WSMsgType.BINARY and message.data[0] == kind:
            return bytes(message.data[1:])


def test_a_button_held_by_a_page_that_closes_is_released(console: RunningConsole, probe: PixelProbe) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        await link.send_bytes(bytes((ROLL, 1)))
        await asyncio.to_thread(probe.wait_for, 1)
        assert console.board.held() == 1 << ROLL

    visit(console, act)

    async def again(link: ClientWebSocketResponse) -> None:
        await asyncio.to_thread(wait_for, lambda: not console.board.held(), 0.01)
        await link.send_bytes(bytes((ROLL, 1)))
        await asyncio.to_thread(probe.wait_for, 2)

    visit(console, again)


def test_two_pages_receive_the_same_frames_and_a_button_held_by_both_is_one_press(
    console: RunningConsole, probe: PixelProbe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "REST_SECONDS", 2 * TIMEOUT_S)  # frames do not wait for the words

    async def act(first: ClientWebSocketResponse) -> None:
        async with ClientSession() as client, client.ws_connect(f"{console.address}console") as second:
            before = await frame(first, TILES), await frame(second, TILES)
            assert before[0] == before[1]
            await first.send_bytes(bytes((ROLL, 1)))
            assert await frame(second, TILES) == await frame(first, TILES) != before[0]
            await second.send_bytes(bytes((ROLL, 1)))
            await second.send_bytes(bytes((KEEP1, 1)))
            await asyncio.to_thread(probe.wait_for, 2)

    visit(console, act)
    assert probe.buttons == [ROLL, KEEP1]


def test_a_tone_is_sent_to_each_page_once(console: RunningConsole, probe: PixelProbe) -> None:
    async def act(first: ClientWebSocketResponse) -> None:
        async with ClientSession() as client, client.ws_connect(f"{console.address}console") as second:
            for button in (ROLL, BANK):
                await first.send_bytes(bytes((button, 1)))
                for page in (first, second):
                    hz, volume, _ = struct.unpack("<HBI", await frame(page, TONE))
                    assert (hz, volume) == (440 + button, 1)

    visit(console, act)


def test_a_picture_is_sent_only_when_it_has_changed(console: RunningConsole, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REST_SECONDS", 2 * TIMEOUT_S)

    async def act(link: ClientWebSocketResponse) -> None:
        kinds: list[int] = []
        for button in (ROLL, BANK):
            await link.send_bytes(bytes((button, 1)))
            while kinds.count(TONE) < (1 if button == ROLL else 2):
                message = await link.receive()
                kinds += [message.data[0]] if message.type is WSMsgType.BINARY else []
        assert kinds.count(OLED) == 1 and kinds.count(TILES) <= 3

    visit(console, act)


def test_a_crash_of_the_firmware_is_sent_to_the_page(console: RunningConsole) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        await link.send_bytes(bytes((MENU, 1)))
        while True:
            message = await link.receive()
            found = json.loads(message.data) if message.type is WSMsgType.TEXT else {}
            if "crash" in found:
                assert "ZeroDivisionError: a test broke the firmware" in found["crash"]
                return

    visit(console, act)


def test_only_the_page_of_this_server_and_programs_without_an_origin_may_use_the_socket(
    console: RunningConsole, probe: PixelProbe
) -> None:
    own = console.address.rstrip("/")
    port = int(own.rpartition(":")[2])
    others = [
        f"http://127.0.0.1:{port + 1}",
        "http://127.0.0.1",
        f"http://localhost:{port}",
        f"https://127.0.0.1:{port}",
    ]
    others += [f"{own}/", f"{own}0", "http://example.org", f"http://example.org:{port}", "null", ""]

    async def act(link: ClientWebSocketResponse) -> None:
        assert await frame(link, TILES)

    for origin in others:
        with pytest.raises(WSServerHandshakeError) as refused:
            visit(console, act, Origin=origin)
        assert refused.value.status == 403, origin
    visit(console, act, Origin=own)
    visit(console, act)


UPGRADE = (
    "GET /console HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
)
REQUEST = "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def test_a_request_for_another_host_or_with_a_key_that_is_none_is_refused_with_its_status(
    console: RunningConsole,
) -> None:
    host = console.address.removeprefix("http://").rstrip("/")
    port = host.rpartition(":")[2]
    statuses = {UPGRADE.format(host=host, key=KEY): 101, UPGRADE.format(host=host, key="x"): 400}
    hosts = {host: 200, f"LOCALHOST:{port}": 200, "localhost:": 403, "localhost:65536": 403, "example.org": 403}
    statuses |= {REQUEST.format(path="/", host=name): status for name, status in hosts.items()}
    paths = {"/console": 400, "/none.js": 404}
    statuses |= {REQUEST.format(path=path, host=host): status for path, status in paths.items()}
    found = {}
    for request in statuses:
        with socket.create_connection(("127.0.0.1", int(port)), TIMEOUT_S) as link:
            link.sendall(request.encode())
            found[request] = int(link.recv(1000).split(b" ")[1])
    assert found == statuses


def test_a_page_is_told_that_the_console_rests_and_that_a_name_is_typed(console: RunningConsole) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        console.board.switch(False, False)
        found: dict[str, object] = {}
        while "rest" not in found:
            message = await link.receive()
            found |= json.loads(message.data) if message.type is WSMsgType.TEXT else {}
        assert found["rest"] == "asleep"
        console.board.keyboard = "letters"
        console.board.switch(False, True)
        while (found["rest"], found.get("typing")) != ("", "letters"):
            message = await link.receive()
            found |= json.loads(message.data) if message.type is WSMsgType.TEXT else {}

    visit(console, act)


def test_a_page_is_told_the_words_of_oled_and_dice_once_they_are_at_rest(
    tmp_path: Path, probe: PixelProbe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "REST_SECONDS", 0.001)

    async def act(link: ClientWebSocketResponse) -> None:
        found: dict[str, object] = {}
        while not {"dice", "lines"} <= found.keys():
            message = await link.receive()
            found |= json.loads(message.data) if message.type is WSMsgType.TEXT else {}
        assert found["dice"] == [f"die {number}: not in play" for number in range(1, 7)]

    with running_console(str(tmp_path), probe.run) as running:
        assert probe.shown.wait(TIMEOUT_S)
        visit(running, act)


class SteppedClock(asyncio.SelectorEventLoop):
    """An event loop whose time goes on only in `pass_s`."""

    now_s = 0.0

    def time(self) -> float:
        return self.now_s

    async def pass_s(self, seconds: float) -> None:
        self.now_s += seconds
        for _ in range(5):
            await asyncio.sleep(0)


def test_words_of_a_picture_that_is_gone_before_it_was_at_rest_are_not_sent(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    page = MagicMock(send_bytes=AsyncMock(), send_str=AsyncMock())
    loop = SteppedClock()

    def sent() -> list[list[str]]:
        found = [json.loads(message.args[0]) for message in page.send_str.call_args_list]
        return [words["lines"] for words in found if "lines" in words]

    async def watch() -> None:
        connection = PageConnection(FirmwareThread(board, lambda board: None), page, MagicMock())
        sender = asyncio.create_task(connection.send_updates())
        for number in range(4):
            canvas = Canvas(bytearray(1024))
            canvas.at(0, 3, f"PICTURE {number}")
            board.show_frame(bytes([number]) * 1152, bytes(canvas.buffer))
            connection.changed.set()
            await loop.pass_s(0.9 * server.REST_SECONDS)
            assert sent() == []
        await loop.pass_s(server.REST_SECONDS)
        sender.cancel()

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(watch())
    assert sent() == [["PICTURE 3"]]
    assert page.send_bytes.call_count == 2 * 4


def test_a_port_that_cannot_be_opened_is_reported_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortUnavailable, match=rf"^Port {port} is in use: stop .*, or choose another with PORT="):
            listen(port)
    for code, words in ((errno.EACCES, "needs more permissions: "), (errno.EIO, r"cannot be opened \(.*\): ")):
        for number, other in ((80, 8618), (1023, 8618), (1024, 1025), (65534, 65535), (65535, 8618)):
            sock = MagicMock(**{"bind.side_effect": OSError(code, "no")})
            monkeypatch.setattr("tools.play.simulator.server.socket.socket", lambda *_, sock=sock: sock)
            with pytest.raises(PortUnavailable, match=rf"^Port {number} {words}choose another with PORT={other}\.$"):
                listen(number)
            assert sock.close.called


def test_invalid_messages_are_ignored(console: RunningConsole, probe: PixelProbe) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        for invalid in (b"", b"\x06", b"\x09\x01", b"\xff\x01", b"\x06\x01\x01"):
            await link.send_bytes(invalid)
        await link.send_str("roll")
        await link.send_bytes(bytes((KEEP1, 1)))
        await asyncio.to_thread(probe.wait_for, 1)

    visit(console, act)
    assert probe.buttons == [KEEP1]


def test_letters_are_presses_only_while_a_name_is_typed(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    board.press_edge("page", ord("A"), True)
    board.keyboard = "letters"
    for letter in b"BC":
        board.press_edge("page", letter, True)
        board.press_edge("page", letter, False)
    for button in (BANK, BUTTONS, LETTER - 1, -1):
        board.press_edge("page", button, True)
    board.press_edge("page", ord("D"), True)
    assert (board.next_press(), board.held()) == (ord("B"), 1 << BANK)
    board.keyboard = ""
    assert (board.next_press(), board.next_press()) == (BANK, -1)


def test_a_console_that_has_switched_itself_off_starts_again_with_roll_only(tmp_path: Path) -> None:
    starts: list[int] = []
    board = SimBoard(str(tmp_path))
    ran = threading.Semaphore(0)

    def firmware(board: SimBoard) -> None:
        starts.append(board.brightness)
        board.brightness = 200
        if len(starts) == 1:
            ran.release()
            board.power_off()
        ran.release()
        while True:
            board.wait(1000)

    thread = FirmwareThread(board, firmware)
    thread.start()
    assert ran.acquire(timeout=TIMEOUT_S)
    wait_for(lambda: board.is_off, 0.01)
    for _ in range(2 * QUEUE):
        board.press_edge("page", BANK, True)
        board.press_edge("page", BANK, False)
    assert board.rest == "off"
    board.press_edge("page", ROLL, True)
    assert ran.acquire(timeout=TIMEOUT_S)
    assert (board.rest, board.held(), board.next_press()) == ("", 1 << ROLL, -1)
    thread.stop()
    assert not thread.is_running and not thread.crash
    assert starts == [BOOT_BRIGHTNESS] * 2


def test_the_board_of_the_page_has_a_full_cell_a_clock_that_wraps_and_random_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = SimBoard(str(tmp_path))
    assert board.battery_mv() == 4000
    board.cell_trim = 25
    assert board.battery_mv() == 4100
    monkeypatch.setattr(time, "monotonic_ns", lambda: ((1 << 30) + 7) * 1_000_000 + 999_999)
    assert board.ticks_ms() == 7
    assert len({board.random_bytes(20), board.random_bytes(20)}) == 2


def test_each_new_picture_and_tone_is_announced_and_an_unchanged_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = SimBoard(str(tmp_path))
    monkeypatch.setattr(board, "ticks_ms", lambda: 99)
    frames, tones = MagicMock(), MagicMock()
    board.subscribe(frames, tones)
    board.palette[3:6] = b"\xff\xff\xff"
    board.pixels[9] = board.oled[7] = 1
    for _ in range(2):
        board.show_tiles()
        board.show_oled()
    board.tone(440, 2)
    assert frames.call_count == 2 and tones.call_args_list == [call(440, 2, 99)]
    assert (board.pixels_frame, board.oled_frame) == (bytes(board.pixels), bytes(board.oled)) and any(board.tiles_frame)
    board.switch(False, False)
    assert frames.call_count == 4 and board.rest == "asleep"
    assert not any(board.pixels_frame) and not any(board.oled_frame) and not any(board.tiles_frame)
    board.switch(False, True)
    assert board.rest == "" and any(board.oled_frame)
    board.show_frame(b"light", b"oled")
    assert (board.tiles_frame, board.oled_frame, frames.call_count) == (b"light", b"oled", 6)


def test_a_console_that_is_stopped_ends_at_its_next_wait_also_while_it_is_off(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    board.wait(0)
    board.press_edge("page", KEEP1, True)
    board.wait(1_000_000)  # a press is waiting
    board.release_all("another")
    assert board.held() == 1 << KEEP1
    board.release_all("page")
    assert board.held() == 0
    board.stop()
    for waiting in (board.wait_for_start, lambda: board.wait(1_000_000)):
        with pytest.raises(SystemExit):
            waiting()


def test_a_console_that_starts_again_is_dark_and_as_bright_as_after_power_on(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    board.pixels[3] = board.oled[5] = 1
    with pytest.raises(SwitchedOff):
        board.power_off()
    board.press_edge("page", ROLL, True)
    board.wait_for_start()
    assert not any(board.pixels) and not any(board.oled) and board.brightness == BOOT_BRIGHTNESS
    assert (board.dice_on, board.screen_on, board.is_off) == (True, True, False)


def test_a_firmware_that_restarts_runs_again_and_one_that_returns_has_crashed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    typing: list[str] = []

    def firmware(board: SimBoard) -> None:
        typing.append(board.keyboard)
        board.keyboard = "letters"
        if len(typing) < 3:
            board.restart()

    thread = FirmwareThread(SimBoard(str(tmp_path)), firmware)
    thread.on_crash = MagicMock()
    thread.start()
    wait_for(lambda: not thread.is_running, 0.01)
    assert typing == [""] * 3 and thread.on_crash.call_count == 1
    assert "returned unexpectedly" in thread.crash and thread.crash in capfd.readouterr().err


def test_a_crash_of_the_firmware_is_shown_in_the_terminal(
    tmp_path: Path, probe: PixelProbe, capfd: pytest.CaptureFixture[str]
) -> None:
    board = SimBoard(str(tmp_path))
    thread = FirmwareThread(board, probe.run)
    thread.start()
    board.press_edge("page", MENU, True)
    wait_for(lambda: not thread.is_running, 0.01)
    assert thread.crash in capfd.readouterr().err and "ZeroDivisionError: a test broke the firmware" in thread.crash


def test_a_press_of_roll_just_after_the_console_has_switched_itself_off_is_not_lost(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    board.press_edge(None, MENU, True)
    with pytest.raises(SwitchedOff):
        board.power_off()
    board.press_edge(None, ROLL, True)
    board.press_edge(None, BANK, True)
    stop = threading.Timer(TIMEOUT_S, board.stop)
    stop.start()
    board.wait_for_start()
    stop.cancel()
    assert not board.is_off and board.next_press() == -1


def test_only_the_files_of_the_page_and_the_documents_are_served(console: RunningConsole) -> None:
    files = ["", "docs/firmware/PLAYING.html", "docs/firmware/pictures/menu.png"]
    files += [file.name for file in PAGE.iterdir() if file.name != "index.html"]
    others = ["server.py", "none.js", "docs/", "docs/firmware/main.py", "docs/..%2f..%2fserver.py"]

    async def fetch() -> dict[str, int]:
        async with ClientSession() as client:
            statuses = {}
            for path in (*files, *others):
                async with client.get(console.address + path) as answer:
                    statuses[path] = answer.status
            return statuses

    assert asyncio.run(fetch()) == {**dict.fromkeys(files, 200), **dict.fromkeys(others, 404)}


KINDS = {
    "": "html",
    "app.js": "javascript",
    "style.css": "css",
    "icon.svg": "image/svg+xml",
    "docs/firmware/PLAYING.html": "html",
    "docs/style.css": "css",
    "docs/firmware/pictures/menu.png": "image/png",
}


def test_each_file_is_sent_with_its_type_is_kept_in_no_cache_and_opens_in_no_frame(
    console: RunningConsole, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {path: b"content" for path in KINDS if path.startswith("docs/")}
    monkeypatch.setattr(documents, "documents", lambda: pages)

    async def fetch() -> dict[str, tuple[str, str, str]]:
        async with ClientSession() as client:
            found = {}
            for path in KINDS:
                async with client.get(console.address + path) as answer:
                    names = ("Content-Type", "Cache-Control", "Content-Security-Policy")
                    kind, cache, policy = [answer.headers[name] for name in names]
                    found[path] = (
                        kind.partition(";")[0].removeprefix("application/").removeprefix("text/"),
                        cache,
                        policy.rpartition("; ")[2],
                    )
            return found

    assert asyncio.run(fetch()) == {path: (kind, "no-store", "frame-ancestors 'none'") for path, kind in KINDS.items()}


DOCUMENT = """# The *first*: a guide, & more!

[own](PLAYING.md), [part](PLAYING.md#the-end-), [here](#the-end-), [code](../tools/x.py#L3) and [site](https://e.org/x.md).
See ![a board](pictures/board.png) in [the [VARIANTS]](VARIANTS.md).

| | A |
|-|-|
| 1 | 2 |

## The End?

<b>raw</b> [mail](mailto:a@e.org) [up](../README.md#flash) [out](../CONTRIBUTING.md)
"""


def test_a_document_becomes_a_page_with_its_title_its_headings_its_links_and_its_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "firmware" / "pictures").mkdir(parents=True)
    (tmp_path / "firmware" / "RANDOMNESS.md").write_text(DOCUMENT)
    (tmp_path / "firmware" / "pictures" / "board.png").write_bytes(b"png")
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    monkeypatch.setattr(documents, "names", lambda: ["README.md", "firmware/PLAYING.md", "firmware/VARIANTS.md"])
    files = documents.document.__wrapped__("firmware/RANDOMNESS.md")
    page = files.pop("docs/firmware/RANDOMNESS.html").decode()
    assert files == {"docs/firmware/pictures/board.png": b"png"}
    assert "<title>The *first*: a guide, &amp; more! - Sixpip</title>" in page
    assert re.findall(r'<h\d id="([^"]*)"', page) == ["the-first-a-guide--more", "the-end"]
    assert re.findall(r'<a href="([^"]+)">', page.partition("<main>")[2]) == [
        "PLAYING.html", "PLAYING.html#the-end-", "#the-end-", "https://e.org/x.md", "VARIANTS.html", "mailto:a@e.org",
        "../README.html#flash",
    ]  # fmt: skip
    assert re.findall(r"<span>(.*?)</span>", page) == ["code", "out"] and "&lt;b&gt;raw" in page
    assert re.findall(r'(?:href|src)="(\.\./\.\./[^"]*)"', page) == [
        "../../icon.svg", "../../docs/style.css", "../../start.js", "../.././", "../../docs/firmware/PLAYING.html",
        "../../docs/hardware/README.html",
    ]  # fmt: skip
    assert 'src="pictures/board.png" alt="a board" loading="lazy"' in page
    assert "<td></td>\n<th>A</th>" in page and "@" not in page.replace("a@e.org", "")


def test_the_documents_for_players_come_first_and_those_of_the_hardware_by_name() -> None:
    names = documents.names()
    assert names[:4] == ["firmware/PLAYING.md", "README.md", "firmware/VARIANTS.md", "firmware/RANDOMNESS.md"]
    research = ["tools/research/solve/SIMPLE_RULES.md", "tools/research/solve_phases/PHASE_TEN.md"]
    assert names[4:6] == research and names[6:] == sorted(names[6:]) and len(names) > 8
    assert all(name.startswith("hardware/") for name in names[6:])


def test_the_guide_links_to_the_pages_about_good_play() -> None:
    guide = documents.document("firmware/PLAYING.md")["docs/firmware/PLAYING.html"].decode()
    for page in ("solve/SIMPLE_RULES.html", "solve_phases/PHASE_TEN.html"):
        assert f'href="../tools/research/{page}"' in guide and f"docs/tools/research/{page}" in documents.documents()


@pytest.mark.parametrize(("size", "is_closed"), [(server.MAX_MESSAGE, False), (server.MAX_MESSAGE + 1, True)])
def test_a_message_that_is_too_long_closes_its_connection(
    size: int, is_closed: bool, console: RunningConsole, probe: PixelProbe
) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        await link.send_bytes(bytes(size))
        await link.send_bytes(bytes((KEEP1, 1)))
        while True:
            message = await link.receive()
            if message.type not in (WSMsgType.BINARY, WSMsgType.TEXT):
                assert is_closed
                return
            if message.type is WSMsgType.BINARY and message.data[0] == TONE:
                assert not is_closed
                return

    visit(console, act)


def test_a_page_that_does_not_read_gets_the_last_tones_only(tmp_path: Path) -> None:
    page = MagicMock(send_bytes=AsyncMock(), send_str=AsyncMock())

    async def watch() -> list[bytes]:
        board = SimBoard(str(tmp_path))
        connection = PageConnection(FirmwareThread(board, lambda board: None), page, MagicMock())
        connection.tones.extend(bytes((TONE, number)) for number in range(70))
        sender = asyncio.create_task(connection.send_updates())
        while connection.tones:
            await asyncio.sleep(0)
        sender.cancel()
        return [sent.args[0] for sent in page.send_bytes.call_args_list if sent.args[0][0] == TONE]

    assert asyncio.run(watch()) == [bytes((TONE, number)) for number in range(6, 70)]


def test_a_link_in_a_document_leads_to_the_page_of_the_other_document() -> None:
    page = documents.document("firmware/PLAYING.md")["docs/firmware/PLAYING.html"].decode()
    links = re.findall(r'<a href="([^"#]+)', page)
    assert any(link.endswith("VARIANTS.html") for link in links)
    assert not any(link.endswith("VARIANTS.md") for link in links)
    for name in ("README.md", "firmware/PLAYING.md"):
        page = documents.document(name)[f"docs/{name.removesuffix('.md')}.html"].decode()
        assert all(len(re.findall(rf"<{tag}[ >]", page)) == page.count(f"</{tag}>") for tag in ("a", "span")), name


def test_a_link_to_a_heading_of_a_document_leads_to_that_heading() -> None:
    page = documents.document("README.md")["docs/README.html"].decode()
    headings = set(re.findall(r'<h[1-6] id="([^"]+)"', page))
    assert "flash" in headings and len(headings) == len(re.findall(r"<h[1-6]", page))
    assert set(re.findall(r'<a href="#([^"]+)"', page)) <= headings


@pytest.mark.parametrize("name", documents.names())
def test_a_link_to_a_heading_of_another_document_leads_to_that_heading(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")
    page = documents.document(name)[f"docs/{name.removesuffix('.md')}.html"].decode()
    for path, heading in re.findall(r"\]\(([^()#:\s]+\.md)#([^()\s]+)\)", source):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        if target in documents.names():
            assert f'href="{path.removesuffix(".md")}.html#{heading}"' in page
            other = documents.document(target)[f"docs/{target.removesuffix('.md')}.html"].decode()
            assert f' id="{heading}"' in other


def test_the_server_listens_on_the_loopback_interface_only() -> None:
    with listen(0) as sock:
        address, port = sock.getsockname()
        assert address == "127.0.0.1"
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.2", port), timeout=2).close()


def test_a_full_queue_drops_the_newest_press_as_the_pico_does(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    for turn in range(18):
        board.press_edge("page", turn % 2, True)
        board.press_edge("page", turn % 2, False)
    taken = [board.next_press() for _ in range(16)]
    assert taken == [turn % 2 for turn in range(15)] + [-1]


def test_buttons_that_one_page_holds_are_released_with_it_and_those_of_another_stay(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    for page, button in (("one", 0), ("one", 8), ("two", 8), ("two", 3)):
        board.press_edge(page, button, True)
    assert [board.next_press() for _ in range(4)] == [0, 8, 3, -1]
    board.release_all("one")
    assert board.held() == 1 << 8 | 1 << 3
    board.press_edge("two", 8, False)
    assert board.held() == 1 << 3


def test_a_board_of_the_page_is_dark_before_its_firmware_draws(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    assert (board.tiles_frame, board.oled_frame, board.pixels_frame) == (bytes(1152), bytes(1024), bytes(384))
    assert (board.rest, board.is_off, board.held(), board.next_press()) == ("", False, 0, -1)


def test_a_console_that_is_off_has_no_letters_and_is_announced_as_off_although_it_was_dark(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    board.keyboard = "letters"
    board.press_edge("page", ord("A"), True)
    frames = MagicMock()
    board.subscribe(frames, MagicMock())
    with pytest.raises(SwitchedOff):
        board.power_off()
    assert frames.call_count == 1 and board.rest == "off"
    board.press_edge("page", ord("B"), True)
    assert board.next_press() == -1
