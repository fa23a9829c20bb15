"""A game on the page with the real firmware: a turn up to its bank, and a server that is killed in mid-turn."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from host_tests.page.demo_fixture import game_in_mid_turn
from host_tests.page.probe import wait_for
from sixpip.app.setup.resume import resume
from sixpip.rules.ten_thousand.game import Game
from sixpip.storage.records import Store
from tools import ROOT
from tools.play.simulator.browser import open_page
from tools.play.simulator.console import running_console

SETTLED_MS = 1200
LIT = """() => [...document.querySelectorAll("canvas.leds")].map(canvas => {
  const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += data[at] + data[at + 1] + data[at + 2];
  return sum / data.length;
})"""
SCREEN = "() => document.querySelector('#oled').toDataURL()"


def saved(folder: Path) -> Game:
    """Returns the game that the console has saved."""
    session = resume(Store(str(folder)))
    assert session is not None
    assert isinstance(session.game, Game)
    return session.game


def test_a_turn_is_played_on_the_page_to_its_bank(browser: Browser, tmp_path: Path) -> None:
    game_in_mid_turn().save(Store(str(tmp_path)))
    with running_console(str(tmp_path)) as console, open_page(console.address, browser=browser) as page:
        page.wait_for_timeout(SETTLED_MS)
        before = page.evaluate(LIT)
        page.keyboard.press("2")  # the 1
        page.get_by_role("button", name="4").first.click()  # the 5
        page.wait_for_timeout(SETTLED_MS)
        after = page.evaluate(LIT)
        assert abs(after[1] - before[1]) > 5 and abs(after[3] - before[3]) > 5
        assert abs(after[0] - before[0]) < 1
        page.get_by_text("BANK", exact=True).click()
        wait_for(lambda: saved(tmp_path).scores == [4900, 3200])
        page.wait_for_timeout(SETTLED_MS)
        picture = ROOT / "build" / "page-banked.png"
        picture.parent.mkdir(exist_ok=True)
        page.screenshot(path=picture)
    assert saved(tmp_path).player == 1
    with Image.open(picture) as image:
        colors = image.convert("RGB").getcolors(1 << 24)
    assert colors is not None and len(colors) > 1000


@contextmanager
def play_process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Runs the command of `make play` in another process; yields the process and the address that it prints."""
    environment = {**os.environ, "PORT": "0", "NO_BROWSER": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tools.play.simulator", "--folder", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+\S*", process.stdout.readline())
        assert address is not None
        yield process, address[0]
    finally:
        process.kill()
        process.wait()


def settled_oled(page: Page) -> str:
    """Waits until the OLED does not change any more; returns its picture."""
    last = ""
    for _ in range(20):
        page.wait_for_timeout(SETTLED_MS)
        now = str(page.evaluate(SCREEN))
        if now == last:
            return now
        last = now
    pytest.fail("the screen does not stop changing")


def test_after_a_kill_of_the_server_in_mid_turn_the_next_start_resumes_that_turn(
    browser: Browser, tmp_path: Path
) -> None:
    game_in_mid_turn().save(Store(str(tmp_path)))
    with play_process(tmp_path) as (process, address), open_page(address, browser=browser) as page:
        page.wait_for_timeout(SETTLED_MS)
        page.keyboard.press("2")
        page.keyboard.press("4")
        page.keyboard.press("r")
        wait_for(lambda: saved(tmp_path).kept == 0b011111 or saved(tmp_path).player == 1)
        process.kill()
        process.wait()
        page.wait_for_selector("#notice:not([hidden])")
    before = saved(tmp_path).record()
    with play_process(tmp_path) as (_, address), open_page(address, browser=browser) as page:
        shown = settled_oled(page)
    assert saved(tmp_path).record() == before
    with play_process(tmp_path) as (_, address), open_page(address, browser=browser) as page:
        assert settled_oled(page) == shown


def test_closing_the_page_changes_nothing(browser: Browser, tmp_path: Path) -> None:
    game_in_mid_turn().save(Store(str(tmp_path)))
    with running_console(str(tmp_path)) as console:
        with open_page(console.address, browser=browser) as page:
            page.wait_for_timeout(SETTLED_MS)
            page.keyboard.press("2")
            shown = settled_oled(page)
        with open_page(console.address, browser=browser) as page:
            assert settled_oled(page) == shown
