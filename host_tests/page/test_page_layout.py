"""The layout of the console in make play and in the demo: nothing moves when a game ends, and all room is used."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from host_tests.page.conftest import WAIT_MS
from host_tests.page.demo_fixture import SUB_PATH, DemoPage, DemoServer
from host_tests.page.probe import wait_for
from host_tests.page.test_page_day import DAY, ITEM, STORE, nearly_won
from tools.play.simulator.console import running_console

WINDOWS = [(1280, 720), (2560, 1440), (800, 600), (1024, 768), (1920, 1080)]
PHONES = [(390, 844), (844, 390)]
NEXT_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# The place of the case, and the sizes of OLED and glass
BOXES = """() => ["#case", "#oled", "#screen"].map((part) => {
  const { left, top, width, height } = document.querySelector(part).getBoundingClientRect();
  return [left, top + scrollY, width, height].map(Math.round);
})"""

Open = Callable[[BrowserContext], Page]


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of Pure that is nearly won, as a browser stores it."""
    return nearly_won(tmp_path_factory.mktemp("saves"))


@pytest.fixture(params=["make play", "demo", "the game of the day"])
def opened(request: pytest.FixtureRequest, server: DemoServer, saves: str, tmp_path: Path) -> Iterator[Open]:
    """A function that opens the page of the console with a game that is nearly won."""
    if request.param == "make play":
        for name, content in json.loads(saves).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode("latin-1"))
        with running_console(str(tmp_path)) as console:
            yield lambda context: visited(context.new_page(), console.address)
        return
    is_day = request.param != "demo"
    item = ITEM + "pure" if is_day else f"sixpip files {SUB_PATH}"

    def open_with_saves(context: BrowserContext) -> Page:
        page = context.new_page()
        page.goto(server.address + "LICENSES.txt")
        page.evaluate(STORE, [item, saves])
        return visited(page, server.address + (f"?day={DAY}&game=pure" if is_day else ""))

    yield open_with_saves


def visited(page: Page, address: str) -> Page:
    page.goto(address)
    DemoPage(page).wait()
    return page


def measured(page: Page, sizes: list[tuple[int, int]]) -> list[list[list[int]]]:
    """The boxes in windows of some sizes."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(NEXT_FRAMES)
        found.append(page.evaluate(BOXES))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
    return found


def play_to_the_end(page: Page) -> None:
    """Plays the game until the page offers to share it."""
    demo = DemoPage(page)

    def has_ended() -> bool:
        if "wins!" not in demo.lines[0]:
            demo.press("b" if "BANK" in demo.lines[-1] else "r")  # ignored just after a turn
        page.wait_for_timeout(100)
        return page.locator("#share").is_visible()

    wait_for(has_ended)


@pytest.mark.parametrize("is_phone", [False, True])
def test_the_console_stays_where_it_is_when_a_game_can_be_shared(
    browser: Browser, opened: Open, is_phone: bool
) -> None:
    sizes = PHONES if is_phone else WINDOWS
    context = browser.new_context(has_touch=is_phone, is_mobile=is_phone, device_scale_factor=2 if is_phone else 1)
    context.set_default_timeout(WAIT_MS)
    page = opened(context)
    before = measured(page, sizes)
    play_to_the_end(page)
    assert measured(page, sizes) == before
    for (width, _), [case, oled, glass] in zip(sizes, before, strict=True):
        assert case[2] >= 0.94 * width
        assert 0.75 * glass[2] <= oled[2] <= glass[2] and 0.75 * glass[3] <= oled[3] <= glass[3]
    context.close()


def test_at_800_by_600_the_oled_fills_its_glass_and_at_2560_by_1440_the_console_the_window(
    browser: Browser, server: DemoServer
) -> None:
    page = visited(browser.new_page(), server.address)
    [[_, small, glass], [large, _, _]] = measured(page, [(800, 600), (2560, 1440)])
    assert small[2] == 256 and small[2] >= 0.95 * glass[2] and small[3] >= 0.95 * glass[3]
    assert large[2] >= 0.9 * 2560 and large[1] >= 0 and large[1] + large[3] <= 1440
    page.close()
