"""Fixtures for the tests of the page: a running console with a probe as its firmware, and its page in Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from host_tests.page.probe import PictureProbe
from host_tests.probe_firmware import TIMEOUT_S
from tools.play.browser import launch_browser, open_page
from tools.play.console import RunningConsole, running_console


@pytest.fixture
def probe() -> PictureProbe:
    return PictureProbe()


@pytest.fixture
def console(tmp_path: Path, probe: PictureProbe) -> Iterator[RunningConsole]:
    with running_console(str(tmp_path), probe.run) as running:
        assert probe.shown.wait(TIMEOUT_S)
        yield running


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with launch_browser() as running:
        yield running


@pytest.fixture
def page(console: RunningConsole, browser: Browser) -> Iterator[Page]:
    with open_page(console.address, browser=browser) as opened:
        yield opened
