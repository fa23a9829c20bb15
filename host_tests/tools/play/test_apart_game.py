"""Games apart in make play: what a page may ask for, the sockets of the server, and the modules of the pages."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, WSMsgType, WSServerHandshakeError

from host_tests.probe_firmware import TIMEOUT_S, wait_for
from sixpip.storage.record_store import Store
from tools import ROOT
from tools.play.simulator.apart_game import ApartGame, UnknownGame, logs_in, wanted_in
from tools.play.simulator.console import RunningConsole, running_console

DUEL = "game pure players=2 duel=abc\n# ANNA, BEN\n"
DAY = {"date": "2026-05-01", "variant": "pure", "files": {}}
SETTINGS = {"tumble": 2, "hinted": 15}


@pytest.fixture
def console(tmp_path: Path) -> Iterator[RunningConsole]:
    """A running make play."""
    Store(str(tmp_path)).save("settings", SETTINGS)
    with running_console(str(tmp_path)) as running:
        yield running


def talk(console: RunningConsole, path: str, *messages: str | bytes, until: str = "", **headers: str) -> list[Any]:
    """Sends messages to a socket; returns the texts that come up to one that has `until`, or until it is closed."""

    async def connect() -> list[Any]:
        texts: list[Any] = []
        async with ClientSession() as client, client.ws_connect(console.address + path, headers=headers) as link:
            for message in messages:
                await (link.send_str(message) if isinstance(message, str) else link.send_bytes(message))
            async for answer in link:
                if answer.type is WSMsgType.TEXT:
                    texts.append(json.loads(answer.data))
                    if until and until in texts[-1]:
                        return texts
        return texts

    return asyncio.run(asyncio.wait_for(connect(), TIMEOUT_S))


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"kind": "duel"},
        {"kind": "duel", "files": {}},
        {"kind": "duel", "files": {"duel": "game pure players=2\n"}},
        {"kind": "shared_game", "files": {"duel": DUEL}},
        {**DAY, "variant": "chess"},
        {**DAY, "date": "1999-05-01"},
        {**DAY, "files": []},
        {**DAY, "files": {"../x": ""}},
        {**DAY, "files": {"/x": ""}},
        {**DAY, "files": {"a/../x": ""}},
        {**DAY, "files": {".x": ""}},
        {**DAY, "files": {"x" * 101: ""}},
        {**DAY, "files": {"x": 1}},
        {**DAY, "files": {"x": "\u20ac"}},
        {**DAY, "files": {"x": "", "x/y": ""}},
        {**DAY, "files": {str(number): "" for number in range(1001)}},
    ],
)
def test_what_is_no_game_apart_or_no_file_of_a_console_is_refused(wanted: "dict[str, Any]", tmp_path: Path) -> None:
    (tmp_path / "apart").mkdir()
    with pytest.raises(UnknownGame):
        ApartGame(wanted, tmp_path / "apart", tmp_path)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("text", ["", "[]", "{", "1"])
def test_a_message_that_asks_for_no_game_is_refused(text: str) -> None:
    with pytest.raises(UnknownGame):
        wanted_in(text)


def test_a_game_apart_has_the_settings_of_the_console_unless_it_has_its_own(tmp_path: Path) -> None:
    Store(str(tmp_path)).save("settings", SETTINGS)
    for name, files in (("one", {"duel": DUEL}), ("two", {"duel": DUEL, "settings": "own"})):
        (tmp_path / name).mkdir()
        ApartGame({"kind": "duel", "files": files}, tmp_path / name, tmp_path)
    assert (tmp_path / "one" / "settings").read_bytes() == (tmp_path / "settings").read_bytes()
    assert (tmp_path / "two" / "settings").read_text() == "own"


def test_the_page_gets_the_files_of_a_game_apart_and_the_console_goes_on_when_it_is_closed(
    console: RunningConsole,
) -> None:
    wait_for(lambda: any(console.board.oled_frame))
    roll = bytes([6, 1]), bytes([6, 0])
    files = talk(console, "apart", json.dumps(DAY), until="files")[-1]["files"]
    assert files["settings"].endswith('{"hinted":15,"tumble":2}')
    wait_for(lambda: console.board.reports["elsewhere"] is False and console.thread.is_running)
    found = talk(console, "apart", json.dumps({"kind": "duel", "files": {"duel": DUEL}}), *roll, until="files")
    assert found[-1]["files"]["duel"] == DUEL
    wait_for(lambda: console.thread.is_running)
    assert not (Path(console.board.folder) / "duel").exists()


def test_a_game_apart_that_there_is_not_is_named_and_the_console_is_not_stopped(console: RunningConsole) -> None:
    for message in (json.dumps({"kind": "duel", "files": {}}), "no JSON"):
        assert talk(console, "apart", message) == [{"unknown": True}]
    assert talk(console, "apart", b"12") == []
    assert console.thread.is_running and "elsewhere" not in console.board.reports


def test_only_the_page_of_this_server_may_play_a_game_apart_or_call_a_module(console: RunningConsole) -> None:
    for path in ("apart", "modules/duel"):
        with pytest.raises(WSServerHandshakeError) as refused:
            talk(console, path, Origin="http://example.org")
        assert refused.value.status == 403
    for path in ("modules/os", "modules/console"):
        with pytest.raises(WSServerHandshakeError) as refused:
            talk(console, path)
        assert refused.value.status == 404


def test_a_module_answers_calls_and_ends_with_what_is_none(console: RunningConsole) -> None:
    (found,) = talk(console, "modules/duel", json.dumps(["open_log", DUEL]), until="names")
    assert found["names"] == ["ANNA", "BEN"] and found["wrong"] == -1
    for message in ("no JSON", "1", json.dumps(["session_of"]), json.dumps(["open_log", 1, 2, 3]), b"12"):
        assert talk(console, "modules/duel", message) == []


def test_the_judge_of_a_module_rates_a_whole_game() -> None:
    game = "game pure players=1\n# ANNA\nroll 1 1 1 2 3 4\nkeep 1 1 1\nbank\n"
    calls = json.dumps(["open_log", game]) + "\n" + (json.dumps(["judge_on"]) + "\n") * 200
    command = [sys.executable, "-m", "tools.play.simulator.page_module", "shared_game"]
    done = subprocess.run(command, input=calls, capture_output=True, text=True, cwd=ROOT, timeout=TIMEOUT_S, check=True)
    about, *judged = map(json.loads, done.stdout.splitlines())
    assert about["names"] == ["ANNA"] and judged[-1]["ratings"][0][0] > 0
    assert sum(len(each["rows"]) for each in judged) == len(about["steps"])


def test_the_logs_of_the_console_are_listed_by_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    for name, text in (("game-10.log", "b"), ("game-9.log", "a"), ("game-x.log", "c"), ("other.log", "d")):
        (tmp_path / "logs" / name).write_text(text)
    (tmp_path / "logs" / "game-11.log").write_bytes(b"\xff")
    assert logs_in(tmp_path) == [(9, "a"), (10, "b")]
