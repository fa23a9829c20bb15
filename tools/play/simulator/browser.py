"""Opens the page in Chromium with Playwright, for the tests and for the pictures in the documents."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from playwright.sync_api import Browser, Page, sync_playwright

DESKTOP = (1280, 720)
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """Returns the path of Chromium, from the variable CHROMIUM or from PATH; None if there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def launch_browser() -> Iterator[Browser]:
    """Runs a Chromium for several pages inside the `with` block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
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
    """Opens the page at `address` and waits until it is connected and painted.

    `scale`: device pixels per CSS pixel. `touch`: emulate a phone. Without `browser`, a new one is launched.
    """
    with nullcontext(browser) if browser else launch_browser() as running:
        width, height = size
        page = running.new_page(
            viewport={"width": width, "height": height}, device_scale_factor=scale, has_touch=touch, is_mobile=touch
        )
        page.goto(address)
        page.wait_for_selector("body[data-connected][data-painted]")
        yield page
        page.close()
