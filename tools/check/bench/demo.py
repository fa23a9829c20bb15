"""The demo in Chromium on this computer: how soon it starts, and the bytes it loads."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tools.check.bench.rows import BYTES, HOST_MS, Row
from tools.play.demo import make_demo
from tools.play.demo.static_server import StaticServer
from tools.play.simulator.browser import launch_browser

PART = "demo in the browser"
START = 1000
SIZE = 1_000_000
_RUNS = 5
_PAINTED = "body[data-connected][data-painted]"
# Notes the milliseconds from the first byte until the console is on and painted, and the bytes that are loaded by then
_OBSERVE = f"""
new MutationObserver(() => {{
  if (window.paintedMs || !document.querySelector("{_PAINTED}")) return;
  const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  window.paintedMs = performance.now() - loaded[0].responseStart;
  window.loadedBytes = loaded.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
}}).observe(document, {{ attributes: true, childList: true, subtree: true }});
"""


def rows() -> list[Row]:
    """Returns the rows: of times, the slowest of some."""
    with tempfile.TemporaryDirectory() as folder:
        make_demo(Path(folder) / "demo")
        server = StaticServer(Path(folder))
        try:
            with launch_browser() as browser:
                starts = [_start(browser, server) for _ in range(_RUNS)]
        finally:
            server.stop()
    slowest = f"slowest of {_RUNS}"
    return [
        Row(f"{PART}: first byte to boot menu", round(max(ms for ms, _ in starts)), HOST_MS, START, note=slowest),
        Row(f"{PART}: loaded until the boot menu", max(size for _, size in starts), BYTES, SIZE),
    ]


def _start(browser: Browser, server: StaticServer) -> tuple[float, int]:
    """Milliseconds from the first byte to the boot menu in a new browser, and the bytes that are loaded by then."""
    page = browser.new_context().new_page()
    page.add_init_script(_OBSERVE)
    page.goto(f"{server.origin}/demo/")
    page.wait_for_selector(_PAINTED, state="attached")  # the page's policy forbids wait_for_function
    ms, size = page.evaluate("[window.paintedMs, window.loadedBytes]")
    return float(ms), int(size)
