"""install.html in Chromium, connected to the emulated Pico by a stand-in for `navigator.serial`.

With a toy firmware, because many interruptions are tried; the long tests have the real one.
"""

import contextlib
import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from host_tests.conftest import SUMMARY
from host_tests.flash_fixture import IDENTITY, FakePico, with_manifest
from host_tests.page.demo_fixture import SUB_PATH, DemoServer
from host_tests.page.probe import framed, wait_for
from host_tests.page.serial_server import STAND_IN, SerialServer, serving_page
from host_tests.pico_fixture import EXACT_EVERY, boot, tap, wait_for_text
from host_tests.raw_repl import RawRepl
from host_tests.raw_repl import serving as serving_repl
from host_tests.toy_firmware import BANNER, NEW, OLD, OTHERS
from sixpip import VERSION
from sixpip.board.chips import RP2040
from sixpip.board.contract import KEEP1, ROLL
from tools.board import boards, install_page
from tools.board.boards import BOARDS
from tools.board.flash.identity import RISCV
from tools.board.flash.manifest import sha256
from tools.board.flash.plan import MAIN
from tools.board.flash.user_files import read_backup
from tools.board.image import make_image, read_image
from tools.board.install_page import description, files_with, firmware, page_files
from tools.board.uf2 import FLASH, make_uf2
from tools.check.bench.pico import firmware as firmware_folder
from tools.check.emulator import Machine
from tools.check.emulator.serial_port import serving
from tools.play import demo
from tools.play.demo.static_server import StaticServer

BOOT_MS = 5000
INSTALL_MS = 1_500_000
PLAY_ALONE = KEEP1 + 4
"""The line of the second menu."""
USERS = {path: data for path, data in OTHERS.items() if not path.endswith(".py")}
BEFORE = {**with_manifest(OLD, "0.0.1"), **OTHERS}
DONE = {**with_manifest(NEW, VERSION), **OTHERS}
RUNNING = f"Sixpip {VERSION} is running, after "
LOST = "The connection to the board was lost: plug it in and press Connect again."


class InstallPage:
    """A tab with install.html."""

    def __init__(self, context: BrowserContext, server: SerialServer) -> None:
        self.page: Page = context.new_page()
        self.server = server
        self.clicks = 0
        self.page.goto(f"{server.origin}/install.html")
        self.page.wait_for_selector("body[data-ready]")

    def click(self, name: str) -> "InstallPage":
        """Clicks a button and waits until its action ends."""
        self.clicks += 1
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.wait_for_selector("#connect:enabled")
        return self

    def choose(self, name: str, *files: Path) -> "InstallPage":
        """Clicks a button that asks for files, chooses them and waits until its action ends."""
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("button", name=name, exact=True).click()
        chooser.value.set_files(list(files))
        self.page.wait_for_selector("#connect:enabled")
        return self

    def download(self, name: str, path: Path) -> Path:
        """Clicks a button and saves the file that is downloaded."""
        with self.page.expect_download() as download:
            self.click(name)
        download.value.save_as(path)
        assert download.value.suggested_filename.startswith("sixpip-20")
        return path

    @property
    def message(self) -> str:
        """The sentence of the page."""
        return self.page.inner_text("#message")

    @property
    def plan(self) -> str:
        """What the page will do."""
        return self.page.inner_text("#plan")


@pytest.fixture(scope="module")
def toy_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page_folder(tmp_path_factory.mktemp("toy"), NEW)


def page_folder(folder: Path, contents: dict[str, bytes]) -> Path:
    """The folder of a page that installs these contents."""
    for name, data in files_with(contents, VERSION).items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def server(toy_folder: Path) -> Iterator[SerialServer]:
    with serving_page(toy_folder) as running:
        yield running


@pytest.fixture
def tab(context: BrowserContext, server: SerialServer) -> InstallPage:
    """The page in a browser with the stand-in."""
    context.add_init_script(STAND_IN)
    return InstallPage(context, server)


@contextlib.contextmanager
def connected(machine: Machine, server: SerialServer) -> Iterator[None]:
    """Connects a board to the computer."""
    with serving(machine) as address:
        server.board = int(address.rpartition(":")[2])
        yield
    server.board = None


@contextlib.contextmanager
def connected_fake(pico: FakePico, server: SerialServer) -> Iterator[None]:
    """Connects a Pico in memory."""
    with serving_repl(RawRepl(pico)) as port:
        server.board = port
        yield
    server.board = None


def new_machine(files: dict[str, bytes]) -> Machine:
    """An emulated board with these files, at power-on."""
    machine = Machine(make_image(None, files))
    machine.run_ms(400)
    return machine


# Install, update, restore


@pytest.mark.usefixtures("emulator")
def test_a_blank_pico_is_installed_and_starts_with_six_clicks_at_most(tab: InstallPage, server: SerialServer) -> None:
    machine = new_machine({})
    with connected(machine, server):
        tab.click("Connect")
        assert f"Install copies Sixpip {VERSION}: {len(NEW)} files are copied" in tab.plan
        tab.click("Install")
        assert tab.message.startswith(RUNNING)
    machine.run_until(lambda: BANNER in machine.console_text, BOOT_MS)
    assert read_image(machine.filesystem()) == with_manifest(NEW, VERSION)
    of_micropython = 2  # the link of step 1, and the file on the page of MicroPython
    in_the_list_of_ports = 2  # the port, and Connect
    assert of_micropython + tab.clicks + in_the_list_of_ports == 6


@pytest.mark.usefixtures("emulator")
def test_a_console_is_backed_up_updated_checked_and_restored(
    tab: InstallPage, server: SerialServer, tmp_path: Path
) -> None:
    machine = new_machine(BEFORE)
    with connected(machine, server):
        tab.click("Connect")
        assert f"Install copies Sixpip {VERSION} in place of 0.0.1" in tab.plan
        assert f"A backup of your {len(USERS)} files is downloaded first." in tab.plan
        saved = tab.download("Install", tmp_path / "first.zip")
        assert tab.message.startswith(RUNNING)
        assert read_backup(saved) == USERS
        tab.click("Connect")
        assert f"all {len(NEW)} files are intact: Install restarts it." in tab.plan
        tab.click("Check")
        assert tab.message == "No faults found."
        assert f"Sixpip {VERSION}: {len(NEW)} files, all intact" in tab.page.inner_text("#report")
        assert read_backup(tab.download("Back up", tmp_path / "second.zip")) == USERS
        tab.click("Start the console")
        assert tab.message == "The console has been started."
    assert read_image(machine.filesystem()) == DONE
    other = new_machine({**with_manifest(NEW, VERSION), "game": b"another"})
    with connected(other, server):
        tab.click("Connect").choose("Restore a backup", saved)
        assert tab.message == f"Restored {len(USERS)} files. All other files on the board are unchanged."
        (tmp_path / "grandma.json").write_text(json.dumps({"name": "grandma", "base": "dice-10000"}))
        tab.choose("Add variants", tmp_path / "grandma.json")
        assert tab.message == "Copied grandma.json. The boot menu lists your own variants below the games."
        tab.click("Start the console")
    files = read_image(other.filesystem())
    assert files.pop("variants/grandma.json") == (tmp_path / "grandma.json").read_bytes()
    assert files == {**with_manifest(NEW, VERSION), **USERS}


def interrupted(tab: InstallPage, server: SerialServer, writes: int) -> bool:
    """Pulls the cable of an update at this write of the page and repairs it; returns whether it was pulled."""
    machine = new_machine(BEFORE)
    with connected(machine, server):
        tab.click("Connect")
        server.writes, server.breaks_after = 0, writes
        tab.click("Install")
        server.breaks_after = None
        if tab.message.startswith(RUNNING):
            return False
        assert tab.message == LOST
        assert not tab.page.is_visible("#board")
        files = read_image(machine.filesystem())
        if MAIN in files:
            version = OLD if files[MAIN] == OLD[MAIN] else NEW
            assert {path: files.get(path) for path in version} == version
        assert {path: files.get(path) for path in OTHERS} == OTHERS
        tab.click("Connect").click("Install")
        assert tab.message.startswith(RUNNING)
    assert read_image(machine.filesystem()) == DONE
    return True


@pytest.mark.usefixtures("emulator")
def test_a_cable_that_is_pulled_in_an_update_loses_nothing_and_the_next_one_repairs_it(
    tab: InstallPage, server: SerialServer
) -> None:
    assert interrupted(tab, server, 90)


@pytest.mark.sweep
@pytest.mark.usefixtures("emulator")
def test_a_cable_that_is_pulled_at_every_tenth_write_loses_nothing(tab: InstallPage, server: SerialServer) -> None:
    writes = next(writes for writes in range(1, 10_000, 10) if not interrupted(tab, server, writes))
    assert writes > 100


@pytest.mark.sweep
@pytest.mark.usefixtures("emulator")
def test_from_a_blank_pico_to_the_first_roll_with_the_firmware_of_this_build(
    context: BrowserContext, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    machine = Machine(make_image(None, {}), exact_every=EXACT_EVERY)
    machine.run_ms(400)
    context.add_init_script(STAND_IN)
    with serving_page(page_folder(tmp_path, firmware())) as server, connected(machine, server):
        tab = InstallPage(context, server)
        tab.page.set_default_timeout(INSTALL_MS)
        tab.click("Connect").click("Install")
        assert tab.message.startswith(RUNNING)
        record_property(SUMMARY, f"{tab.message} Emulated: {machine.now_us / 1e6:.0f} s.")
    assert read_image(machine.filesystem()) == with_manifest(firmware(), VERSION)
    tap(boot(machine), KEEP1, KEEP1, PLAY_ALONE, ROLL)
    wait_for_text(machine, "score")  # which dice do, in the first turn on a new console


# Listening


def heard(tab: InstallPage) -> list[str]:
    """Returns the lines in the log for screen readers."""
    return tab.page.locator("#heard p").all_inner_texts()


@pytest.mark.usefixtures("emulator")
def test_listen_shows_what_a_running_console_prints_and_stops_without_stopping_the_console(
    tab: InstallPage, server: SerialServer
) -> None:
    machine = boot(Machine(make_image(firmware_folder(), {})))
    log = tab.page.get_by_role("log", name="What the console shows")
    with connected(machine, server):
        tab.click("Listen")
        log.get_by_text("ROLL pick BANK next").wait_for()
        assert log.get_attribute("aria-live") == "polite"
        assert heard(tab)[1] == "1 Farkle, selected"
        tab.click("Stop listening")
        assert (tab.message, tab.page.is_visible("#board")) == ("", False)
    tap(machine, KEEP1)
    wait_for_text(machine, "How many players")
    assert "KeyboardInterrupt" not in machine.console_text
    with connected(machine, server):
        tab.click("Listen")
        log.get_by_text("How many players?").wait_for()
        tab.click("Connect")
        assert tab.page.get_by_role("button", name="Listen", exact=True).is_enabled()
    assert "KeyboardInterrupt" in machine.console_text


class AtPrompt(RawRepl):
    """A board at the MicroPython prompt, as it answers to Enter."""

    def answer(self, data: bytes) -> bytes:
        return b"\r\n>>> " if data == b"\r" else super().answer(data)


def test_listen_names_what_to_do_at_the_prompt_and_with_a_port_in_use(tab: InstallPage, server: SerialServer) -> None:
    tab.click("Listen")
    assert tab.message.startswith("The port of the board cannot be opened: close other programs that use it")
    assert tab.message.endswith("press Listen again.")
    with serving_repl(AtPrompt(FakePico().put(DONE))) as server.board:
        tab.click("Listen")
        tab.page.get_by_text("the board is at the MicroPython prompt").wait_for(timeout=10_000)
    tab.page.get_by_role("button", name="Listen", exact=True).wait_for(timeout=10_000)


# What is refused


def test_a_board_with_an_old_micropython_is_refused_with_the_build_to_install(
    tab: InstallPage, server: SerialServer
) -> None:
    pico = FakePico(identity=("micropython", (1, 23, 0), *IDENTITY[2:])).put({MAIN: b"mine"})
    with connected_fake(pico, server):
        tab.click("Connect")
        assert tab.message.startswith(
            "The board's MicroPython 1.23.0 is too old: flash the official MicroPython (RPI_PICO"
        )
    assert pico.files() == {MAIN: b"mine"}


def test_a_file_in_the_way_is_named_and_backup_and_check_still_work(
    tab: InstallPage, server: SerialServer, tmp_path: Path
) -> None:
    pico = FakePico().put({"sixpip/deep/same.py/x": b"mine", "game": b"x"})
    before = pico.files()
    with connected_fake(pico, server):
        tab.click("Connect")
        assert tab.message == (
            "sixpip/deep/same.py on the board is a folder: delete it with Thonny (thonny.org), then try again."
        )
        assert tab.page.is_disabled("#install")
        assert read_backup(tab.download("Back up", tmp_path / "saves.zip")) == {"game": b"x"}
        tab.click("Check")
        assert "press Install" in tab.page.inner_text("#report")
    assert pico.files() == before


class StartingPico(FakePico):
    """A Pico in memory whose main.py always starts."""

    def run_main(self) -> None:
        self.output += BANNER.encode()


def test_files_that_no_backup_can_hold_do_not_stop_an_update_and_are_named(
    tab: InstallPage, server: SerialServer, tmp_path: Path
) -> None:
    odd = {"a\x1b[2J\u202e": b"x", "Main.py/x": b"x", "Boot.py/x": b"x"}
    pico = StartingPico().put({**with_manifest(OLD, "0.0.1"), "settings": b"loud", **odd})
    with connected_fake(pico, server):
        tab.click("Connect")
        assert read_backup(tab.download("Install", tmp_path / "saves.zip")) == {"settings": b"loud"}
        assert tab.message.startswith(RUNNING)
        assert tab.message.endswith(
            " No backup can hold these files, because of their names, number or size, and they stay on the board: "
            r"Boot.py/x, Main.py/x, a\x1b[2J\u202e."
        )
    assert pico.files() == {**with_manifest(NEW, VERSION), "settings": b"loud", **odd}


def test_after_an_installation_that_failed_in_the_middle_install_goes_on_from_there(
    tab: InstallPage, server: SerialServer
) -> None:
    pico = StartingPico().put({**with_manifest(OLD, "0.0.1"), "settings": b"loud"})
    opened = pico.disk.open
    faults = [b"?", b"?"]

    def worn(path: str, mode: str) -> object:
        file = opened(path, mode)
        if path == "/sixpip/one.py" and mode == "wb" and faults:
            file.write(faults.pop())
        return file

    pico.disk.open = worn  # type: ignore[method-assign, assignment]
    with connected_fake(pico, server):
        tab.click("Connect")
        for _ in faults[:]:
            tab.click("Install")
            assert tab.message.startswith("sixpip/one.py on the board differs from what was written: press the button")
            assert MAIN not in pico.files() and pico.files()["settings"] == b"loud"
        tab.click("Install")
        assert tab.message.startswith(RUNNING)
    assert pico.files() == {**with_manifest(NEW, VERSION), "settings": b"loud"}


def test_in_a_frame_of_another_site_it_does_not_run(
    context: BrowserContext, server: SerialServer, site: StaticServer, tmp_path: Path
) -> None:
    frame = framed(context.new_page(), site, tmp_path / "site", f"{server.origin}/install.html")
    frame.wait_for_selector("text=This page does not run inside another page: open it in a tab of its own.")
    assert frame.is_disabled("#connect")


def test_no_port_and_a_port_that_does_not_open_are_explained_in_one_sentence(tab: InstallPage) -> None:
    tab.page.evaluate("window.noPort = true")
    tab.click("Connect")
    assert tab.message.startswith(
        "No board was chosen: if the list has no Pico, install MicroPython first, and use a USB cable that carries "
        "data, because many cables only charge; if a program on the board may keep it from USB, hold BOOTSEL while"
    )
    tab.click("Show all ports")
    assert tab.page.evaluate("navigator.serial.asked") == [{"filters": [{"usbVendorId": 0x2E8A}]}, {"filters": []}]
    tab.page.evaluate("window.noPort = false")
    tab.click("Connect")
    assert tab.message.startswith("The port of the board cannot be opened: close other programs that use it")


def test_a_device_that_is_silent_is_refused(tab: InstallPage, server: SerialServer) -> None:
    class Silent(RawRepl):
        def answer(self, data: bytes) -> bytes:
            return b""

    with serving_repl(Silent(FakePico())) as server.board:
        tab.click("Connect")
    assert tab.message.startswith("The device does not respond like MicroPython: close other programs")


@pytest.mark.parametrize("change", [b"other", b""], ids=["another version", "cut"])
def test_firmware_that_is_not_of_this_page_is_not_installed(
    change: bytes, tab: InstallPage, server: SerialServer
) -> None:
    tab.page.route("**/install.bin", lambda route: route.fulfill(body=change))
    pico = FakePico()
    with connected_fake(pico, server):
        tab.click("Connect").click("Install")
        assert tab.message == "The files of this page are of two versions: reload this page."
    assert pico.files() == {}


def test_a_browser_without_web_serial_gets_the_ones_that_have_it_and_the_other_ways(
    context: BrowserContext, server: SerialServer
) -> None:
    context.add_init_script("delete Navigator.prototype.serial")
    tab = InstallPage(context, server)
    assert tab.message == (
        "This browser has no Web Serial: open this page on a computer in Chrome, Edge, Opera or Firefox 151 or newer, "
        "on Android in Chrome 148 or newer, or install in one of the other ways below."
    )
    assert tab.page.is_disabled("#connect")
    assert not tab.page.is_visible("#drive")
    assert "make flash" in tab.page.inner_text("main")


def test_the_page_names_each_board_with_the_official_download_and_its_drive_and_loads_nothing_else(
    context: BrowserContext, server: SerialServer
) -> None:
    loaded: list[str] = []
    context.on("request", lambda request: loaded.append(request.url))
    tab = InstallPage(context, server)
    rows = tab.page.locator("#boards tr")
    assert rows.count() == len(BOARDS)
    for row, board in zip(rows.all(), BOARDS, strict=True):
        assert board.title in row.inner_text()
        assert row.locator("a").get_attribute("href") == f"https://micropython.org/download/{board.build}/"
    assert "RPI-RP2" in rows.first.inner_text() and "RP2350" in rows.last.inner_text()
    assert all(url.startswith((server.origin, "data:")) for url in loaded)


DRIVE = """async () => {
  const root = await navigator.storage.getDirectory();
  window.bootsel = await root.getDirectoryHandle("drive", { create: true });
  window.showDirectoryPicker = async () => {
    if (window.noDrive) throw new DOMException("The user aborted a request.", "AbortError");
    return window.bootsel;
  };
  window.put = async (name, text) => {
    const file = await (await window.bootsel.getFileHandle(name, { create: true })).createWritable();
    await file.write(text);
    await file.close();
  };
}"""
"""A folder of the browser as the drive that the user chooses."""


@pytest.fixture
def drive_tab(context: BrowserContext, server: SerialServer) -> InstallPage:
    """The page with a drive in BOOTSEL mode, and the times to wait for it short."""
    context.add_init_script(STAND_IN)
    text = json.dumps({**description(NEW, VERSION), "drive_s": 1, "silent_s": 1})
    context.route("**/install.json", lambda route: route.fulfill(body=text, content_type="application/json"))
    tab = InstallPage(context, server)
    tab.page.evaluate(DRIVE)
    return tab


def micropython(machine: str, version: str, chip: str = RP2040) -> bytes:
    """A .uf2 file with the names that a MicroPython has in it."""
    return make_uf2(f"MicroPython v{version} on 2026-01-01;\0{machine}\0".encode(), FLASH, chip)


def save(tab: InstallPage, path: Path, content: bytes, info: str) -> str:
    """Saves a file on the drive with this INFO_UF2.TXT; returns the message."""
    path.write_bytes(content)
    if info:
        tab.page.evaluate("text => window.put('INFO_UF2.TXT', text)", f"UF2 Bootloader v3.0\nBoard-ID: {info}\n")
    tab.choose("Choose the file", path)
    if tab.page.is_enabled("#save"):
        tab.click("Save it on the drive")
    return tab.message


def test_the_page_saves_micropython_on_the_drive_of_a_board_which_restarts(
    drive_tab: InstallPage, tmp_path: Path
) -> None:
    tab = drive_tab
    content = micropython("Raspberry Pi Pico with RP2040", "1.24.1")
    tab.page.evaluate(
        "async () => { const watch = setInterval(async () => {"
        " const saved = await window.bootsel.getFileHandle('new.uf2').then((file) => file.getFile(), () => null);"
        " if (saved?.size) { clearInterval(watch); await window.bootsel.removeEntry('INFO_UF2.TXT'); } }, 20); }"
    )
    assert save(tab, tmp_path / "new.uf2", content, "RPI-RP2") == (
        "new.uf2 is on the board, which restarts with it. Connect it in step 2."
    )
    assert tab.page.inner_text("#uf2") == "new.uf2 is MicroPython v1.24.1 for boards with the RP2040."
    saved = "(await (await (await window.bootsel.getFileHandle('new.uf2')).getFile()).arrayBuffer())"
    assert bytes(tab.page.evaluate(f"async () => [...new Uint8Array({saved})]")) == content


PICO = "Raspberry Pi Pico with RP2040"
REFUSED_FILES = {
    "of the Pico W": (
        micropython("Raspberry Pi Pico W with RP2040", "1.26.1"),
        "RPI-RP2",
        "x.uf2 is RPI_PICO_W, whose",
    ),
    "of another board": (micropython("Pimoroni Tiny with RP2040", "1.26.1"), "RPI-RP2", "x.uf2 is not a complete .uf2"),
    "cut": (make_uf2(bytes(9000), FLASH, RP2040)[:-1024], "RPI-RP2", "x.uf2 is not a complete .uf2 file for a Pico"),
    "no uf2": (b"<!doctype html>", "RPI-RP2", "x.uf2 is not a complete .uf2 file for a Pico"),
    "too old": (micropython(PICO, "1.23.0"), "RPI-RP2", "x.uf2 is too old a MicroPython: download RPI_PICO, 1.24 or"),
    "no drive": (micropython(PICO, "1.24.1"), "", "This is not the drive of a board in BOOTSEL mode: hold BOOTSEL"),
    "other drive": (
        micropython(PICO, "1.24.1"),
        "RP2350",
        "x.uf2 is for boards with the RP2040, and this one has the RP",
    ),
    "no restart": (
        micropython(PICO, "1.24.1"),
        "RPI-RP2",
        "x.uf2 is saved on the drive, but the board does not restart",
    ),
}


@pytest.mark.parametrize("name", REFUSED_FILES)
def test_a_file_or_drive_that_does_not_fit_is_refused_before_it_is_written(
    name: str, drive_tab: InstallPage, tmp_path: Path
) -> None:
    content, info, message = REFUSED_FILES[name]
    assert save(drive_tab, tmp_path / "x.uf2", content, info).startswith(message)
    is_there = "window.bootsel.getFileHandle('x.uf2').then(() => true, () => false)"
    assert drive_tab.page.evaluate(is_there) == (name == "no restart")


def test_a_drive_that_is_not_chosen_is_no_fault_and_a_file_that_replaces_all_others_is_named(
    drive_tab: InstallPage, tmp_path: Path
) -> None:
    drive_tab.page.evaluate("window.noDrive = true")
    content = make_uf2(b"x", FLASH + boards.disk_offset(boards.PICO), RP2040)
    assert save(drive_tab, tmp_path / "fs.uf2", content, "RPI-RP2") == ""
    assert drive_tab.page.inner_text("#uf2") == (
        "fs.uf2 is a file for boards with the RP2040. It replaces all files on the board, also saves: make a backup "
        "first."
    )


def test_on_the_pages_of_a_repository_the_newest_release_is_linked(context: BrowserContext, toy_folder: Path) -> None:
    def answer(route: Route) -> None:
        route.fulfill(path=toy_folder / route.request.url.rpartition("/")[2])

    context.route("https://maker.github.io/**", answer)
    page = context.new_page()
    page.goto("https://maker.github.io/sixpip/install.html")
    page.wait_for_selector("body[data-ready]")
    link = page.get_by_role("link", name="the newest release")
    assert link.get_attribute("href") == "https://github.com/maker/sixpip/releases/latest"


def test_a_backup_is_promised_only_when_something_is_changed(tab: InstallPage, server: SerialServer) -> None:
    pico = FakePico().put({**with_manifest(NEW, VERSION), "game": b"x"})
    with connected_fake(pico, server):
        assert "backup" not in tab.click("Connect").plan
    pico.put({"json.py": b"mine"})
    with connected_fake(pico, server):
        plan = tab.click("Connect").plan
        assert "A backup of your 1 file is downloaded first." in plan
        assert "json.py, which hides a module of MicroPython or Sixpip, is renamed to json_before_sixpip.py." in plan


def test_it_is_beside_the_demo_whose_worker_does_not_keep_it(context: BrowserContext, root: Path) -> None:
    """So that the demo stays small, and the page always installs the firmware that the server has."""
    folder = root / SUB_PATH.strip("/")
    files = {name: data for name, data in page_files().items() if name != "install.html"}  # with hashes in the demo
    assert all((folder / name).read_bytes() == data for name, data in files.items())
    assert "install." not in (folder / "sw.js").read_text(encoding="utf-8")
    demo = DemoServer(root)
    page = context.new_page()
    page.goto(demo.address)
    wait_for(lambda: bool(page.evaluate("navigator.serviceWorker.controller !== null")))
    page.goto(demo.address + "install.html")
    page.wait_for_selector("body[data-ready]")
    demo.stop()


def test_the_page_is_given_every_value_that_its_scripts_read(monkeypatch: pytest.MonkeyPatch) -> None:
    replaced = {"hideable_modules": lambda with_mpremote: ("json",), "firmware": lambda: NEW, "VERSION": "9.8"}
    for name, value in replaced.items():
        monkeypatch.setattr(install_page, name, value)
    files = page_files()
    given = json.loads(files["install.json"])
    scripts = "".join(data.decode() for name, data in files.items() if name.endswith(".js"))
    names = set(re.findall(r"\bdescription\.(\w+)", scripts))
    for taken in re.findall(r"const \{([^}]*)\} = description;", scripts):
        names |= set(re.findall(r"(\w+)(?:: \w+)?(?:,|\s*$)", taken))
    assert len(names) > 40 and {name for name in names if given.get(name) is None} == set()
    assert gzip.decompress(files["install.bin"]) == b"".join(NEW[path] for path in sorted(NEW))
    assert given["firmware"] == {path: [len(data), sha256(data)] for path, data in NEW.items()}
    assert given["firmware_hash"] == sha256(gzip.decompress(files["install.bin"]))
    assert (given["version"], given["hideable"]) == ("9.8", {"modules": ["json"], "places": ["", "lib/"]})
    assert given["boards"][1] == {
        "title": "Pico 2",
        "machine": "Raspberry Pi Pico2",
        "build": "RPI_PICO2",
        "oldest": [1, 24],
        "chip": "RP2350",
        "official": "RPI_PICO2, 1.24 or newer",
        "drive": "RP2350",
        "family": 0xE48BFF59,
        "disk_offset": 1 << 20,
        "address": "https://micropython.org/download/RPI_PICO2/",
    }
    assert given["mpy"] == {"platform": "rp2", "version": [6, 3], "arm": [4, 8], "riscv": list(RISCV)}
    used = set(re.findall(r"\bsentence\(\"([^\"]+)\"", scripts))
    assert len(used) > 10 and used <= given["sentences"].keys()
    used = set(
        re.findall(
            r"\bsentence\(\"([^\"]+)\"", (Path(demo.__file__).parent / "page" / "copies.js").read_text(encoding="utf-8")
        )
    )
    assert len(used) > 3 and used <= json.loads(files["install-backup.json"])["sentences"].keys()
