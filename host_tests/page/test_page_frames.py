"""Another site cannot show the page or the demo in a frame, to have its visitor's clicks press buttons."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, Page

from host_tests.page.demo_fixture import DemoServer, open_demo
from host_tests.page.probe import PictureProbe, wait_for
from tools.play.demo.static_server import StaticServer
from tools.play.simulator.console import RunningConsole

WIDTH, HEIGHT = 1180, 660
SITE = f'<!doctype html><iframe width="{WIDTH}" height="{HEIGHT}" %s src="%s"></iframe>'
SANDBOX = 'sandbox="allow-scripts allow-same-origin"'
# What a policy of the page blocks of a connection: the directive, or "" when the connection is allowed
BLOCKED = """([url, kind]) => new Promise((done) => {
  document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
  setTimeout(() => done(""), 2000);
  if (kind === "socket") new WebSocket(url.replace("http", "ws"));
  else fetch(url).catch(() => {});
})"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[StaticServer]:
    """A web server with another name and port."""
    (tmp_path / "site").mkdir()
    running = StaticServer(tmp_path / "site")
    running.origin = running.origin.replace("127.0.0.1", "localhost")
    yield running
    running.stop()


def framed(page: Page, site: StaticServer, folder: Path, address: str, attributes: str) -> Frame:
    """Opens a page of the other site with `address` in a frame; returns the frame."""
    (folder / "index.html").write_text(SITE % (attributes, address))
    page.goto(site.origin)
    page.wait_for_load_state("networkidle")
    return page.frames[1]


def click_everywhere(page: Page) -> None:
    """Clicks on all buttons of the console, wherever a page of this size has them."""
    for y in range(20, HEIGHT, 40):
        for x in range(20, WIDTH, 40):
            page.mouse.click(x, y)


@pytest.mark.parametrize(
    "attributes", [pytest.param("", id="plain"), pytest.param(SANDBOX, id="sandbox", marks=pytest.mark.sweep)]
)
def test_clicks_on_the_page_in_a_frame_of_another_site_press_nothing(
    attributes: str,
    page: Page,
    context: BrowserContext,
    console: RunningConsole,
    probe: PictureProbe,
    site: StaticServer,
    tmp_path: Path,
) -> None:
    other = context.new_page()
    frame = framed(other, site, tmp_path / "site", console.address, attributes)
    click_everywhere(other)
    assert frame.locator("[data-button]").count() == 0
    assert probe.presses(page) == []


@pytest.mark.parametrize(
    "attributes", [pytest.param("", id="plain"), pytest.param(SANDBOX, id="sandbox", marks=pytest.mark.sweep)]
)
def test_the_demo_in_a_frame_loads_no_console(
    attributes: str, context: BrowserContext, server: DemoServer, site: StaticServer, tmp_path: Path
) -> None:
    loaded: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    frame = framed(page, site, tmp_path / "site", server.address, attributes)
    frame.wait_for_selector("text=Sixpip does not run inside another page. Open it in a tab of its own.")
    assert frame.locator("[data-button]").count() == 0
    assert set(loaded) & {"start.js", "app.js", "micropython.wasm", "firmware.json"} == {"start.js"}


def test_the_demo_in_a_frame_does_not_stop_the_one_in_a_tab(context: BrowserContext, server: DemoServer) -> None:
    demo = open_demo(context, server)
    inside = context.new_page()
    inside.goto(server.address + "LICENSES.txt")  # a page of the same site
    inside.evaluate("url => document.body.append(Object.assign(document.createElement('iframe'), {src: url}))", ".")
    inside.frame_locator("iframe").get_by_text("does not run inside").wait_for()
    demo.page.wait_for_timeout(500)
    assert demo.notice() == "" and demo.press("1").page.is_visible("body[data-connected]")


def test_the_link_in_the_frame_opens_the_demo_in_a_tab(
    context: BrowserContext, server: DemoServer, site: StaticServer, tmp_path: Path
) -> None:
    page = context.new_page()
    frame = framed(page, site, tmp_path / "site", server.address, "")
    with context.expect_page() as opened:
        frame.click("a")
    opened.value.wait_for_selector("body[data-connected]")


@pytest.mark.parametrize("kind", ["socket", pytest.param("fetch", marks=pytest.mark.sweep)])
def test_the_page_and_the_demo_connect_to_their_own_server_only(
    kind: str, page: Page, context: BrowserContext, server: DemoServer, site: StaticServer
) -> None:
    demo = open_demo(context, server).page
    for shown in (page, demo):
        assert shown.evaluate(BLOCKED, [site.origin, kind]) == "connect-src"
    wait_for(lambda: page.is_visible("body[data-connected]"))
