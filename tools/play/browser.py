"""The page in a real Chromium, by Playwright: for the tests and for the pictures in the documents."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

DESKTOP = (1280, 720)
NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """The path of a Chromium: named by CHROMIUM, or found on PATH; None when there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A Chromium, started once for several pages."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def open_page(
    address: str,
    size: tuple[int, int] = DESKTOP,
    scale: float = 1,
    touch: bool = False,
    browser: Browser | None = None,
) -> Iterator[Page]:
    """The page at `address`, connected and painted. `scale`: device pixels a CSS pixel; `touch`: a phone.

    Without a `browser` one is started for this page alone.
    """
    with nullcontext(browser) if browser else browsing() as running:
        width, height = size
        page = running.new_page(
            viewport={"width": width, "height": height}, device_scale_factor=scale, has_touch=touch, is_mobile=touch
        )
        page.goto(address)
        page.wait_for_selector("body[data-linked][data-painted]")
        yield page
        page.close()


def screenshot(
    address: str, path: Path, size: tuple[int, int] = DESKTOP, scale: float = 1, touch: bool = False
) -> None:
    """Write a PNG of the page at `address` to `path`."""
    with open_page(address, size, scale, touch) as page:
        page.screenshot(path=path)
