"""The command of the simulator, `python -m tools.play.simulator`: its port, its folders, and how a signal stops it."""

import asyncio
import errno
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock, call

import pytest

from sixpip.app.settings import Settings
from sixpip.storage.record_store import Store
from tools import ROOT
from tools.play.simulator import __main__ as simulator
from tools.play.simulator.__main__ import (
    UsageError,
    disable_sleep,
    folder_from,
    has_desktop,
    play,
    port_from,
    variants_from,
)
from tools.play.simulator.board import FirmwareThread
from tools.play.simulator.browser import find_chromium, open_page
from tools.play.simulator.lock import FILE, FolderInUse, locked
from tools.play.simulator.server import listen

REMEDY = "go on there, stop it with Ctrl-C, or choose another folder with --folder, or with make play SAVES=folder."
"""For a folder of saves that another console plays with."""


def command(tmp_path: Path, folder: str = "saves", **environment: str) -> "subprocess.Popen[str]":
    """Starts `python -m tools.play.simulator` without a browser."""
    return subprocess.Popen(
        [sys.executable, "-m", "tools.play.simulator", "--folder", str(tmp_path / folder)],
        cwd=ROOT,
        env=os.environ | {"NO_BROWSER": "1"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.long
def test_for_a_port_in_use_the_message_is_one_sentence_with_the_remedy_and_the_status_is_2(tmp_path: Path) -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        process = command(tmp_path, PORT=str(port))
        out, err = process.communicate(timeout=600)
    assert (process.returncode, out) == (2, "")
    assert err.startswith(f"Port {port} is in use: stop the program that uses it, or choose another with PORT=")
    assert err.count("\n") == 1


def started(process: "subprocess.Popen[str]") -> str:
    """Waits until the console is running; returns the address of its page."""
    assert process.stdout
    line = process.stdout.readline()
    address = re.search(r"http://\S+/", line)
    assert address, line
    return address[0]


@pytest.mark.long
def test_a_second_start_with_the_same_saves_is_refused_in_a_sentence_that_names_the_first(tmp_path: Path) -> None:
    first = command(tmp_path, PORT="0")
    try:
        address = started(first)
        before = {path.name: path.read_bytes() for path in (tmp_path / "saves").iterdir()}
        (tmp_path / "link").symlink_to(tmp_path / "saves")
        for second in (command(tmp_path, PORT="0"), command(tmp_path, "link", PORT="0")):
            out, err = second.communicate(timeout=600)
            assert (second.returncode, out) == (2, "") and err.count("\n") == 1
            assert f" already ({address}): {REMEDY}" in err
        assert {path.name: path.read_bytes() for path in (tmp_path / "saves").iterdir()} == before
        other = command(tmp_path, "other", PORT="0")
        started(other)
        other.terminate()
        other.communicate(timeout=600)
        assert other.returncode == 0
    finally:
        first.kill()  # as in a crash: nothing is tidied up
        first.communicate(timeout=600)
    again = command(tmp_path, PORT="0")
    started(again)
    again.terminate()
    again.communicate(timeout=600)
    assert again.returncode == 0


def test_a_folder_of_saves_is_locked_once_and_free_again_after_its_console(tmp_path: Path) -> None:
    with locked(tmp_path) as lock:
        lock.write("http://127.0.0.1:8617/")
        with pytest.raises(FolderInUse, match="http://127.0.0.1:8617/"), locked(tmp_path):
            pass
        lock.write("x")
        assert (tmp_path / FILE).read_text() == "x"
    with locked(tmp_path):
        pass


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("http://127.0.0.1:8617/", "http://127.0.0.1:8617/"),
        ("", "another process"),
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 80),
    ],
)
def test_the_sentence_about_a_folder_in_use_names_the_folder_and_who_uses_it(
    words: str, shown: str, tmp_path: Path
) -> None:
    with locked(tmp_path) as lock:
        assert (tmp_path / FILE).read_text() == f"process {os.getpid()}"
        lock.write("a longer text than the next one" * 4)
        lock.write(words)
        with pytest.raises(FolderInUse) as refused, locked(tmp_path):
            pass
        assert (tmp_path / FILE).read_text() == words
    assert str(refused.value) == f"Sixpip plays with the saves in {tmp_path} already ({shown}): {REMEDY}"


@pytest.mark.parametrize("number", [errno.EACCES, errno.EAGAIN, errno.EDEADLK])
def test_each_error_of_a_lock_that_another_process_holds_is_taken_for_one(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.play.simulator.lock._lock", MagicMock(side_effect=OSError(number, "held")))
    with pytest.raises(FolderInUse), locked(tmp_path):
        pass


def test_a_folder_whose_lock_cannot_be_written_is_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with locked(tmp_path) as lock:
        monkeypatch.setattr(os, "write", MagicMock(side_effect=OSError(errno.ENOSPC, "full")))
        lock.write("x")


def test_a_folder_for_saves_is_created_with_those_above_it_and_has_to_be_writable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert folder_from("a/b") == tmp_path / "a" / "b" == folder_from(str(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()
    assert variants_from("a") == str(tmp_path / "a") and variants_from("") is variants_from(None) is None
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with pytest.raises(UsageError, match="a/b is not writable: choose another --folder"):
        folder_from("a/b")


@pytest.mark.parametrize(("port", "number"), [("0", 0), ("65535", 65535), (None, 8617)])
def test_each_port_that_there_is_can_be_chosen(port: str | None, number: int) -> None:
    assert port_from(port) == number


def test_a_disk_that_knows_no_locks_is_used_without_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("tools.play.simulator.lock._lock", refuse)
    with locked(tmp_path):
        assert (tmp_path / FILE).exists()


def test_saves_in_which_no_lock_can_be_made_are_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(UsageError, match="cannot be used for saves .*: choose another --folder"):
        play(tmp_path, 0, False)


@pytest.mark.parametrize("port", ["eight", "-1", "65536", "80.5", "²"])
def test_an_invalid_port_is_refused_in_one_sentence(port: str) -> None:
    with pytest.raises(UsageError, match=f'PORT must be a number from 0 to 65535.*not "{port}"'):
        port_from(port)
    assert (port_from("9000"), port_from("")) == (9000, 8617)


def test_on_the_page_the_console_never_sleeps_unless_the_player_has_chosen_so(tmp_path: Path) -> None:
    disable_sleep(tmp_path)
    settings = Settings(Store(str(tmp_path)))
    assert settings.sleep_ms() == 0
    settings.values["sleep"] = 0
    settings.unsaved = True
    settings.save(Store(str(tmp_path)))
    disable_sleep(tmp_path)
    assert Settings(Store(str(tmp_path))).sleep_ms() == 300_000


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Takes the place of the server: notes the thread of each console and what is in its lock, and ends at once."""
    seen = SimpleNamespace(boards=[], lock="", address="", crash="", ends=lambda: None)

    async def serve(
        thread: FirmwareThread, sock: socket.socket, until: Callable[[], Awaitable[object]], pages: str
    ) -> None:
        seen.pages = pages
        seen.boards.append(thread.board)
        seen.lock = (Path(thread.board.folder) / FILE).read_text()
        seen.address = f"http://127.0.0.1:{sock.getsockname()[1]}/"
        thread.crash = seen.crash
        sock.close()
        seen.ends()

    monkeypatch.setattr(simulator, "serve", serve)
    for name in ("VARIANTS", "PORT", "PAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_BROWSER", "1")
    return seen


def test_make_play_ends_with_0_and_a_crash_of_the_firmware_with_1(
    served: SimpleNamespace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    served.ends = MagicMock(side_effect=KeyboardInterrupt)
    for crash, status, words in (("", 0, "The game is saved and resumes"), ("Traceback", 1, "The firmware crashed")):
        served.crash = crash
        assert play(tmp_path, 0, False) == status
        assert words in capsys.readouterr().out
        assert served.lock == served.address
    assert Settings(Store(str(tmp_path))).sleep_ms() == 0


def test_make_play_takes_folders_and_port_from_its_options_and_the_environment(
    served: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saves, mine, other = (tmp_path / name for name in ("saves", "mine", "other"))
    mine.mkdir()
    other.mkdir()
    monkeypatch.setenv("PORT", "0")
    monkeypatch.setenv("VARIANTS", str(mine))
    assert simulator.main(["--folder", str(saves)]) == 0
    assert simulator.main(["--folder", str(saves), "--variants", str(other)]) == 0
    monkeypatch.delenv("VARIANTS")
    assert simulator.main(["--folder", str(saves)]) == 0
    assert [board.variants for board in served.boards] == [str(mine), str(other), f"{saves}/variants"]
    assert {board.folder for board in served.boards} == {str(saves)}
    monkeypatch.setenv("PAGES", "https://example.org/sixpip")
    assert simulator.main(["--folder", str(saves)]) == 0
    assert served.pages == "https://example.org/sixpip/"
    monkeypatch.setenv("PAGES", "example.org")
    assert simulator.main(["--folder", str(saves)]) == 2
    assert capsys.readouterr().err.startswith("PAGES: example.org is not the address of a folder on the web")
    monkeypatch.delenv("PAGES")
    for arguments, port in ((["--folder", str(mine / "no" / "x")], "x"), (["--variants", str(saves / "no")], "0")):
        monkeypatch.setenv("PORT", port)
        capsys.readouterr()
        assert simulator.main(arguments) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(("value", "opens"), [(None, True), ("", True), ("0", True), ("1", False), ("yes", False)])
def test_no_browser_is_opened_where_no_browser_is_set_and_0_means_not_set(
    value: str | None, opens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_BROWSER", "VARIANTS", "PORT", "PAGES"):
        monkeypatch.delenv(name, raising=False)
    if value is not None:
        monkeypatch.setenv("NO_BROWSER", value)
    played = MagicMock(return_value=0)
    monkeypatch.setattr(simulator, "play", played)
    assert simulator.main(["--folder", str(tmp_path)]) == 0
    assert played.call_args.args == (tmp_path, 8617, opens, None, "")


@pytest.mark.parametrize(
    ("platform", "x11", "wayland", "found"),
    [
        ("linux", ":0", "wayland-0", True),
        ("linux", ":0", None, True),
        ("linux", None, "wayland-0", True),
        ("linux", "", "", False),
        ("linux", None, None, False),
        ("darwin", None, None, True),
        ("win32", None, None, True),
    ],
)
def test_each_kind_of_desktop_is_found(
    platform: str, x11: str | None, wayland: str | None, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in (("DISPLAY", x11), ("WAYLAND_DISPLAY", wayland)):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    assert has_desktop() == found


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal handlers in the loop.")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("browser", "display", "opened"), [(True, ":0", True), (False, ":0", False), (True, "", False)]
)
def test_a_signal_ends_make_play_and_a_browser_is_opened_only_on_a_desktop(
    number: signal.Signals,
    browser: bool,
    display: str,
    opened: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setenv("WAYLAND_DISPLAY", "")
    show = MagicMock()
    monkeypatch.setattr("tools.play.simulator.__main__.threading.Thread", show)
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]

    async def wait() -> None:
        loop = asyncio.get_running_loop()
        loop.call_soon(lambda: loop.call_soon(os.kill, os.getpid(), number))  # when the handler is there
        await asyncio.wait_for(simulator.wait_for_stop("http://127.0.0.1:8617/", browser), 60)

    try:
        asyncio.run(wait())
    finally:
        for each, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
            signal.signal(each, handler)
    assert "Sixpip is running: http://127.0.0.1:8617/  (press Ctrl-C to stop)\n" in capsys.readouterr().out
    assert [call.kwargs["args"] for call in show.call_args_list] == [("http://127.0.0.1:8617/",)] * opened
    assert show.return_value.start.called == opened


def test_chromium_is_the_one_of_the_environment_or_the_first_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", {"chromium-browser": "/b", "google-chrome": "/c"}.get)
    monkeypatch.setenv("CHROMIUM", "/a")
    assert find_chromium() == "/a"
    monkeypatch.delenv("CHROMIUM")
    assert find_chromium() == "/b"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert find_chromium() is None


def test_a_page_is_open_once_it_is_connected_and_painted_and_closed_at_the_end() -> None:
    browser = MagicMock()
    page = browser.new_page.return_value
    with open_page("http://127.0.0.1:1/", (320, 640), 2, True, browser) as opened:
        assert opened == page
        assert page.goto.call_args == call("http://127.0.0.1:1/")
        assert page.wait_for_selector.call_args == call("body[data-connected][data-painted]")
        assert not page.close.called
    screen = {"viewport": {"width": 320, "height": 640}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
    assert browser.new_page.call_args == call(**screen)
    assert page.close.called and not browser.close.called


def test_a_folder_that_cannot_be_created_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("file/saves", "loop", "loop/saves", "n" * 5000):
        with pytest.raises(UsageError, match="cannot be used for saves .*: choose another --folder"):
            folder_from(str(tmp_path / name))
    with pytest.raises(UsageError, match="cannot be read .*: choose a folder of .json files"):
        variants_from(str(tmp_path / "loop"))
