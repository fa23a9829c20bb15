"""The simulator's board and its web server: the messages on the socket, access control, and stopping."""

import asyncio
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from host_tests.probe_firmware import TIMEOUT_S, ProbeFirmware
from sixpip.app.settings import Settings
from sixpip.board.buttons import BANK, KEEP1, MENU, ROLL
from sixpip.board.limiter import BOOT_BRIGHTNESS
from sixpip.storage.records import Store
from tools import ROOT
from tools.play.__main__ import UsageError, disable_sleep, folder_from, port_from, variants_from
from tools.play.board import QUEUE, SimBoard
from tools.play.console import RunningConsole, running_console
from tools.play.firmware_thread import FirmwareThread
from tools.play.server import OLED, PAGE, TILES, TONE, PageServer, PortUnavailable, listen


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


def test_a_new_page_receives_the_dice_and_the_oled_immediately(console: RunningConsole) -> None:
    async def look(link: ClientWebSocketResponse) -> None:
        tiles = await frame(link, TILES)
        oled = await frame(link, OLED)
        assert tiles == console.board.light and len(tiles) == 1152
        assert oled == bytes(console.board.oled_shown) and oled[0] == 1

    visit(console, look)


def test_a_press_reaches_the_board_once_and_the_page_receives_its_light_and_tone(
    console: RunningConsole, probe: PixelProbe
) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        await frame(link, TILES)
        await link.send_bytes(bytes((KEEP1 + 2, 1)))
        tiles = await frame(link, TILES)
        assert tiles[6] > tiles[7] > tiles[8] == 0
        await link.send_bytes(bytes((KEEP1 + 2, 0)))
        await link.send_bytes(bytes((ROLL, 1)))
        hz, volume, _ = struct.unpack("<HBI", await frame(link, TONE))
        assert (hz, volume) == (442, 1)

    visit(console, act)
    probe.wait_for(2)
    assert probe.buttons == [KEEP1 + 2, ROLL]


def test_a_button_held_by_a_page_that_closes_is_released(console: RunningConsole, probe: PixelProbe) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        await link.send_bytes(bytes((ROLL, 1)))
        await asyncio.to_thread(probe.wait_for, 1)
        assert console.board.held() == 1 << ROLL

    visit(console, act)

    async def again(link: ClientWebSocketResponse) -> None:
        while console.board.held():
            await asyncio.sleep(0.01)
        await link.send_bytes(bytes((ROLL, 1)))
        await asyncio.to_thread(probe.wait_for, 2)

    visit(console, again)


def test_two_pages_receive_the_same_frames_and_a_button_held_by_both_is_one_press(
    console: RunningConsole, probe: PixelProbe
) -> None:
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


def test_invalid_messages_are_ignored(console: RunningConsole, probe: PixelProbe) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        for invalid in (b"", b"\x06", b"\x09\x01", b"\xff\x01", b"\x06\x01\x01"):
            await link.send_bytes(invalid)
        await link.send_str("roll")
        await link.send_bytes(bytes((KEEP1, 1)))
        await asyncio.to_thread(probe.wait_for, 1)

    visit(console, act)
    assert probe.buttons == [KEEP1]


@pytest.mark.parametrize("header", [{"Origin": "http://example.org"}, {"Host": "example.org"}])
def test_a_page_of_another_site_cannot_connect(console: RunningConsole, header: dict[str, str]) -> None:
    async def never(link: ClientWebSocketResponse) -> None:
        pytest.fail("the socket opened")

    with pytest.raises(WSServerHandshakeError) as refused:
        visit(console, never, **header)
    assert refused.value.status == 403


def test_a_crash_of_the_firmware_is_shown_on_the_page_and_in_the_terminal(
    console: RunningConsole, capfd: pytest.CaptureFixture[str]
) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        await link.send_bytes(bytes((MENU, 1)))
        message = await link.receive()
        while message.type is not WSMsgType.TEXT:
            message = await link.receive()
        assert "a test broke the firmware" in json.loads(message.data)["crash"]

    visit(console, act)
    assert "ZeroDivisionError: a test broke the firmware" in capfd.readouterr().err


def test_the_page_is_told_when_the_console_sleeps_and_wakes(console: RunningConsole) -> None:
    async def act(link: ClientWebSocketResponse) -> None:
        await frame(link, OLED)
        for rest in ("asleep", ""):
            console.board.switch(not rest, not rest)
            message = await link.receive()
            while message.type is not WSMsgType.TEXT:
                message = await link.receive()
            assert json.loads(message.data) == {"rest": rest}

    visit(console, act)


def test_the_page_is_told_when_the_console_has_switched_itself_off_and_only_roll_starts_it_again(
    tmp_path: Path,
) -> None:
    starts: list[int] = []

    def firmware(board: SimBoard) -> None:
        starts.append(board.brightness)
        board.brightness = 200
        board.tone(440, 1)
        if len(starts) == 1:
            board.switch(False, False)
            board.power_off()
        while True:
            board.next_press()
            board.wait(1000)

    async def rest(link: ClientWebSocketResponse, expected: str) -> None:
        shown = None
        while shown != expected:
            message = await link.receive()
            if message.type is WSMsgType.TEXT:
                shown = json.loads(message.data)["rest"]

    async def act(link: ClientWebSocketResponse) -> None:
        await rest(link, "off")
        await link.send_bytes(bytes((BANK, 1)))
        await link.send_bytes(bytes((BANK, 0)))
        await link.send_bytes(bytes((ROLL, 1)))
        await rest(link, "")
        assert running.board.held() == 1 << ROLL and running.board.next_press() == -1
        await link.send_bytes(bytes((ROLL, 0)))

    with running_console(str(tmp_path), firmware) as running:
        visit(running, act)
        assert running.thread.is_running and not running.thread.crash
    assert starts == [BOOT_BRIGHTNESS] * 2


def test_only_the_files_of_the_page_are_served(console: RunningConsole) -> None:
    async def fetch() -> dict[str, int]:
        async with ClientSession() as client:
            statuses = {}
            for path in ("", "server.py", "none.js", *(file.name for file in PAGE.glob("*.*s"))):
                async with client.get(console.address + path) as answer:
                    statuses[path] = answer.status
            return statuses

    statuses = asyncio.run(fetch())
    assert {path: status for path, status in statuses.items() if status != 200} == {"server.py": 404, "none.js": 404}
    assert len(statuses) == len(list(PAGE.iterdir())) + 2, (
        "all files of the page, with index.html as /, and two invalid paths"
    )


def test_the_page_loads_nothing_from_other_servers() -> None:
    for file in PAGE.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text and "https:" not in text, file.name


def test_the_server_listens_on_the_loopback_interface_only() -> None:
    with listen(0) as sock:
        address, port = sock.getsockname()
        assert address == "127.0.0.1"
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.2", port), timeout=2).close()


def test_a_full_queue_drops_the_newest_press_as_the_pico_does(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    for turn in range(QUEUE + 3):
        board.press_edge("page", turn % 2, True)
        board.press_edge("page", turn % 2, False)
    taken = [board.next_press() for _ in range(QUEUE + 1)]
    assert taken == [turn % 2 for turn in range(QUEUE)] + [-1]


def test_stop_ends_the_firmware_at_its_next_wait(tmp_path: Path, probe: PixelProbe) -> None:
    thread = FirmwareThread(SimBoard(str(tmp_path)), probe.run)
    thread.start()
    thread.stop()
    assert not thread.is_running
    assert thread.crash == ""


# The command


def command(tmp_path: Path, **environment: str) -> "subprocess.Popen[str]":
    """Starts `python -m tools.play` without a browser."""
    return subprocess.Popen(
        [sys.executable, "-m", "tools.play", "--folder", str(tmp_path / "saves")],
        cwd=ROOT,
        env=os.environ | {"NO_BROWSER": "1"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_for_a_port_in_use_the_message_is_one_sentence_with_the_remedy_and_the_status_is_2(tmp_path: Path) -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        process = command(tmp_path, PORT=str(port))
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert err.startswith(f"Port {port} is in use: stop the program that uses it, or choose another with PORT=")
    assert err.count("\n") == 1


@pytest.mark.parametrize("port", ["eight", "-1", "65536", "80.5", "²"])
def test_an_invalid_port_is_refused_in_one_sentence(port: str) -> None:
    with pytest.raises(UsageError, match=f'PORT must be a number from 0 to 65535.*not "{port}"'):
        port_from(port)


def test_on_the_page_the_console_never_sleeps_unless_the_player_has_chosen_so(tmp_path: Path) -> None:
    disable_sleep(tmp_path)
    settings = Settings(Store(str(tmp_path)))
    assert settings.sleep_ms() == 0
    settings.values["sleep"] = 0
    settings.unsaved = True
    settings.save(Store(str(tmp_path)))
    disable_sleep(tmp_path)
    assert Settings(Store(str(tmp_path))).sleep_ms() == 300_000


def test_the_port_has_a_default() -> None:
    assert (port_from("9000"), port_from("0"), port_from(None), port_from("")) == (9000, 0, 8617, 8617)


def test_a_folder_that_cannot_be_created_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("file/saves", "loop", "loop/saves", "n" * 5000):
        with pytest.raises(UsageError, match="cannot be used for saves .*: choose another --folder"):
            folder_from(str(tmp_path / name))
    with pytest.raises(UsageError, match="cannot be read .*: choose a folder of .json files"):
        variants_from(str(tmp_path / "loop"))


def test_a_port_in_use_is_refused_before_the_console_starts() -> None:
    with listen(0) as taken, pytest.raises(PortUnavailable, match="in use"):
        listen(taken.getsockname()[1])


@pytest.mark.skipif(os.name != "posix", reason="uses POSIX signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_console_with_a_message(tmp_path: Path, how: signal.Signals) -> None:
    process = command(tmp_path, PORT="0")
    assert process.stdout is not None
    first = process.stdout.readline()
    assert first.startswith("Sixpip is running: http://127.0.0.1:")
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.strip() == "Sixpip has stopped. The game is saved and resumes at the next start."


def test_a_firmware_that_is_still_busy_when_the_server_has_stopped_does_not_crash(tmp_path: Path) -> None:
    board = SimBoard(str(tmp_path))
    with listen(0) as sock, asyncio.Runner() as runner:

        async def make_server() -> None:
            PageServer(FirmwareThread(board, lambda board: None), sock)

        runner.run(make_server())
    board.tone(440, 1)
