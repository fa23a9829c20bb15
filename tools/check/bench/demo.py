"""The demo in Chromium on this computer: from the first byte to the boot menu, and the bytes that are loaded."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page

from tools.check.bench.rows import BYTES, HOST_MS, Row
from tools.play.demo import LICENSES, make_demo
from tools.play.demo.static_server import StaticServer
from tools.play.simulator.browser import launch_browser

PART = "demo in the browser"
START = 1000
SIZE = 1_000_000
_RUNS = 5
_PAINTED = "body[data-connected][data-painted]"
# Milliseconds from the first byte of the page until the console is on and painted
_OBSERVE = f"""new MutationObserver(() => {{
  if (!window.paintedMs && document.querySelector("{_PAINTED}"))
    window.paintedMs = performance.now() - performance.getEntriesByType("navigation")[0].responseStart;
}}).observe(document, {{ attributes: true, childList: true, subtree: true }})"""


def rows() -> list[Row]:
    """Returns both rows: the slowest of some starts, each with an empty cache, and all files but the licenses."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = make_demo(Path(folder) / "demo")
        server = StaticServer(Path(folder))
        try:
            with launch_browser() as browser:
                starts = [_start_ms(browser.new_context().new_page(), server) for _ in range(_RUNS)]
        finally:
            server.stop()
    size = sum(sizes.values()) - sizes[LICENSES]
    return [
        Row(f"{PART}: first byte to boot menu", round(max(starts)), HOST_MS, START, note=f"slowest of {_RUNS}"),
        Row(f"{PART}: files", size, BYTES, SIZE, note=f"{len(sizes) - 1} files"),
    ]


def _start_ms(page: Page, server: StaticServer) -> float:
    page.add_init_script(_OBSERVE)
    page.goto(f"{server.origin}/demo/")
    page.wait_for_selector(_PAINTED, state="attached")  # the page's policy forbids wait_for_function
    return float(page.evaluate("window.paintedMs"))
