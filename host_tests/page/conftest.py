"""Fixtures for the tests of the page in Chromium: a running console with a probe as its firmware, and the demo.

Browser, console and page are shared by the tests of a module: they take far longer to start than a test takes.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from host_tests.page.demo_fixture import SUB_PATH, DemoServer
from host_tests.page.probe import PHONE, PictureProbe
from host_tests.probe_firmware import TIMEOUT_S
from tools.play.demo import make_demo
from tools.play.demo.static_server import StaticServer
from tools.play.simulator.browser import launch_browser, open_page
from tools.play.simulator.console import RunningConsole, running_console

WAIT_MS = 120_000
"""Against a page that hangs, far beyond any slow machine."""
expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with launch_browser() as running:
        yield running


@pytest.fixture(scope="module")
def probe() -> PictureProbe:
    return PictureProbe()


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory, probe: PictureProbe) -> Iterator[RunningConsole]:
    with running_console(str(tmp_path_factory.mktemp("console")), probe.run) as running:
        assert probe.shown.wait(TIMEOUT_S)
        yield running


@pytest.fixture(scope="module")
def desktop_page(console: RunningConsole, browser: Browser) -> Iterator[Page]:
    with open_page(console.address, browser=browser) as opened:
        opened.set_default_timeout(WAIT_MS)
        yield opened


@pytest.fixture
def page(desktop_page: Page) -> Page:
    """The page as after it was opened: without a focused button."""
    desktop_page.evaluate("document.activeElement.blur()")
    return desktop_page


@pytest.fixture(scope="module")
def phone(console: RunningConsole, browser: Browser) -> Iterator[Page]:
    with open_page(console.address, PHONE, scale=2, touch=True, browser=browser) as opened:
        yield opened


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory, micropython: Callable[..., str]) -> Path:
    folder = tmp_path_factory.mktemp("root")
    make_demo(folder / SUB_PATH.strip("/"))
    return folder


@pytest.fixture
def server(root: Path) -> Iterator[DemoServer]:
    running = DemoServer(root)
    yield running
    running.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without any data."""
    made = browser.new_context(viewport={"width": 1180, "height": 660})
    made.set_default_timeout(WAIT_MS)
    yield made
    made.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[StaticServer]:
    (tmp_path / "site").mkdir()
    running = StaticServer(tmp_path / "site")
    running.origin = running.origin.replace("127.0.0.1", "localhost")
    yield running
    running.stop()
