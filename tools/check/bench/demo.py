"""The demo in Chromium on this computer: how soon it is made, starts, announces and advises, and the bytes it loads."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page

from sixpip.app.settings import setting_named
from sixpip.storage.record_store import Store
from tools import ROOT
from tools.check.bench.rows import BYTES, HOST_MS, Row
from tools.check.files import files
from tools.play.demo import make_demo
from tools.play.demo.static_server import StaticServer
from tools.play.simulator.browser import launch_browser
from tools.run_targets import READY

PART = "demo in the browser"
START = 1000
SIZE = 1_000_000
ANNOUNCED = 200
ADVISED = 2000
MADE = 20_000
_RUNS = 5
_PRESSES = 10
_ADVICE_MS = 15_000
_PAINTED = "body[data-connected][data-painted]"
_GAMES = {"dice-10000": "1", "ten-grand": "2", "phase-10": "5"}
"""The games in which the coach is asked, with their keys in the boot menu."""
# Notes the milliseconds from the first byte until the console is on and painted, and the bytes that are loaded by then;
# then the milliseconds from each picture on the OLED to its announcement
_OBSERVE = f"""
new MutationObserver(() => {{
  if (window.paintedMs || !document.querySelector("{_PAINTED}")) return;
  const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  window.paintedMs = performance.now() - loaded[0].responseStart;
  window.loadedBytes = loaded.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
}}).observe(document, {{ attributes: true, childList: true, subtree: true }});
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...area) {{
  if (this.canvas.id === "oled") window.shownMs = performance.now();
  clear.apply(this, area);
}};
window.announcedMs = [];
addEventListener("DOMContentLoaded", () => {{
  new MutationObserver(() => window.announcedMs.push(performance.now() - window.shownMs))
    .observe(document.getElementById("log"), {{ childList: true }});
}});
"""


def rows() -> list[Row]:
    """Returns the rows: of times, the slowest of some."""
    with tempfile.TemporaryDirectory() as folder:
        make_demo(Path(folder) / "demo")
        server = StaticServer(Path(folder))
        try:
            with launch_browser() as browser:
                starts = [_start(browser, server) for _ in range(_RUNS)]
                announced = _announced_ms(browser, server)
                advised = max(_advised_ms(browser, server, key) for key in _GAMES.values())
        finally:
            server.stop()
    slowest = f"slowest of {_RUNS}"
    return [
        Row(f"{PART}: first byte to boot menu", round(max(ms for ms, _ in starts)), HOST_MS, START, note=slowest),
        Row(f"{PART}: loaded until the boot menu", max(size for _, size in starts), BYTES, SIZE),
        Row(f"{PART}: OLED to announcement", round(announced), HOST_MS, ANNOUNCED, note=f"slowest of {_PRESSES}"),
        Row(f"{PART}: roll to the coach's advice", round(advised), HOST_MS, ADVISED, note="slowest of 3 games"),
        *_made(),
    ]


def _open(browser: Browser, server: StaticServer, settings: str = "") -> Page:
    """Opens the demo in a browser without its files; `settings`: what the browser has stored."""
    page = browser.new_context().new_page()
    page.add_init_script(_OBSERVE)
    if settings:
        page.goto(f"{server.origin}/demo/LICENSES.txt")
        page.evaluate("text => localStorage.setItem('sixpip files /demo/', text)", settings)
    page.goto(f"{server.origin}/demo/")
    page.wait_for_selector(_PAINTED, state="attached")  # the page's policy forbids wait_for_function
    return page


def _start(browser: Browser, server: StaticServer) -> tuple[float, int]:
    """Milliseconds from the first byte to the boot menu, and the bytes that were loaded."""
    ms, size = _open(browser, server).evaluate("[window.paintedMs, window.loadedBytes]")
    return float(ms), int(size)


def _announced_ms(browser: Browser, server: StaticServer) -> float:
    """The longest time from a picture on the OLED to its announcement, while the mark of the boot menu moves."""
    page = _open(browser, server)
    for _ in range(_PRESSES):
        page.wait_for_timeout(500)
        page.keyboard.press("b")
    page.wait_for_timeout(500)
    return float(page.evaluate("Math.max(...window.announcedMs.slice(1))"))


def _advised_ms(browser: Browser, server: StaticServer, key: str) -> float:
    """The time from the first ROLL of a game for one to the advice of the coach, with its tables to load."""
    page = _open(browser, server, _with_coach())
    for pressed in (key, "1", "5"):
        page.wait_for_timeout(700)
        page.keyboard.press(pressed)
    page.wait_for_selector('[data-button="6"][aria-label^="ROLL: "]')
    began = time.perf_counter()
    page.keyboard.press("r")
    page.wait_for_selector('.slot[aria-label*="the coach"]', timeout=_ADVICE_MS)
    ms = 1000 * (time.perf_counter() - began)
    page.close()
    return ms


def _with_coach() -> str:
    """What a browser stores with settings: the coach always advises, and dice do not roll."""
    with tempfile.TemporaryDirectory() as folder:
        values = {"tumble": "no", "coach": "always", "sleep": "never"}
        places = {name: setting_named(name).choices.index(choice) for name, choice in values.items()}
        Store(folder).save("settings", {**places, "hinted": 15})
        saved = {path.name: path.read_bytes().decode("latin-1") for path in Path(folder).iterdir()}
    return json.dumps(saved)


def _made() -> list[Row]:
    """The row of `make demo` in a new copy of the repository; none where its packages cannot be installed."""
    with tempfile.TemporaryDirectory() as folder:
        for path in files():
            target = Path(folder) / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        environment = {name: value for name, value in os.environ.items() if name != READY}
        began = time.perf_counter()
        words = [sys.executable, "tools/sixpip.py", "demo"]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, check=False)
        ms = 1000 * (time.perf_counter() - began)
    return [] if done.returncode else [Row(f"{PART}: make demo in a new clone", round(ms), HOST_MS, MADE)]
