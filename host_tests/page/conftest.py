"""What the tests of the page are given: a running console with a probe as its firmware, and its page in Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from host_tests.page.probe import PATIENCE_S, Probe
from tools.play.browser import browsing, open_page
from tools.play.session import Session, playing


@pytest.fixture
def probe() -> Probe:
    return Probe()


@pytest.fixture
def session(tmp_path: Path, probe: Probe) -> Iterator[Session]:
    with playing(str(tmp_path), probe.run) as running:
        assert probe.shown.wait(PATIENCE_S)
        yield running


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with browsing() as running:
        yield running


@pytest.fixture
def page(session: Session, browser: Browser) -> Iterator[Page]:
    with open_page(session.address, browser=browser) as opened:
        yield opened
