"""Around the console in the demo: what it is, the documents, full screen, installation as an app, sizes, no network."""

import html
import json
import posixpath
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, expect

from host_tests.page.demo_fixture import SUB_PATH, DemoServer, open_demo
from host_tests.page.probe import wait_for
from tools.board.install_page import PREFIX
from tools.play.demo import LICENSES
from tools.play.documents import FOLDER, GUIDE, document

LINKS = re.compile(r'(?:href|src)="([^"]+)"')
MOST_BYTES = 1_000_000
GUIDE_IS_KEPT = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  return (await cache.keys()).some(({ url }) => url.endsWith("/docs/firmware/PLAYING.html"));
}"""
# The columns of the top bar of the OLED in which the pixels of its canvas are not lit from edge to edge
GAPS = """() => {
  const canvas = document.getElementById("oled"), side = canvas.width / 128;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, 1);
  return [side, [...Array(2 * side).keys()].filter((x) => data[4 * x + 3] < 255)];
}"""


@pytest.fixture
def files(root: Path) -> dict[str, bytes]:
    """The files of the demo by path."""
    folder = root / SUB_PATH.strip("/")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_link_and_picture_of_the_pages_leads_to_a_file_of_the_demo_and_a_place_in_it(
    files: dict[str, bytes],
) -> None:
    pages = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
    assert len(pages) > 10
    for name, source in pages.items():
        for link in map(html.unescape, LINKS.findall(source)):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            target = "index.html" if target == "." else target
            assert target in files, (name, link)
            assert not anchor or f'id="{anchor}"' in pages[target], (name, link)


def test_every_page_forbids_all_requests_to_others_and_loads_nothing_from_them(files: dict[str, bytes]) -> None:
    pages = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
    for name, source in pages.items():
        found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', source)
        assert found, name
        policy = dict(rule.split(" ", 1) for rule in found[1].split("; "))
        assert policy["default-src"] == "'self'", name
        assert set(" ".join(policy.values()).split()) <= {"'self'", "'wasm-unsafe-eval'", "data:"}, name
        assert source.index("Content-Security-Policy") < min(map(source.index, ("<link", "<title"))), name
        loaded = re.findall(r'<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="([^"]+)"', source)
        assert not [address for address in loaded if re.match(r"(?:https?:)?//", address)], name


def test_the_page_says_what_it_is_and_has_links_to_play_build_and_install(
    context: BrowserContext, server: DemoServer
) -> None:
    page = open_demo(context, server).page
    about = page.get_by_role("contentinfo")
    expect(about).to_contain_text("Sixpip is a dice console that you can build")
    headings = {}
    for link in about.get_by_role("link").all():
        headings[link.inner_text()] = str(link.get_attribute("href"))
    assert list(headings) == [
        "How to play",
        "Game of the day",
        "Duel by link",
        "Shared games",
        "Build one",
        "Install it",
    ]
    assert headings["Install it"] == "install.html"
    for name, address in headings.items():
        page.goto(server.address + address)
        expect(page.get_by_role("heading").first).to_be_visible()
        page.get_by_role("link", name="Play", exact=True).click()
        page.wait_for_selector("body[data-connected]")
        assert page.url == server.address, name


def test_enter_on_a_link_or_a_switch_of_the_page_presses_no_button(context: BrowserContext, server: DemoServer) -> None:
    demo = open_demo(context, server)
    shown = demo.lines
    demo.page.get_by_role("link", name="How to play").focus()
    demo.press("Enter").page.wait_for_url("**/docs/firmware/PLAYING.html")
    demo.page.go_back()
    wait_for(lambda: demo.wait().lines == shown)


def test_full_screen_shows_the_console_alone(context: BrowserContext, server: DemoServer) -> None:
    page = open_demo(context, server).page
    page.get_by_role("button", name="Full screen").click()
    expect(page.get_by_role("contentinfo")).to_be_hidden()
    page.get_by_role("button", name="Full screen").click()
    expect(page.get_by_role("contentinfo")).to_be_visible()


def test_full_screen_on_a_phone_has_no_link_to_what_is_hidden(browser: Browser, server: DemoServer) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = open_demo(context, server).page
    about = page.get_by_role("link", name="About", exact=True)
    expect(about).to_be_visible()
    page.get_by_role("button", name="Full screen").tap()
    expect(about).to_be_hidden()
    context.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1280, 800), (1024, 600), (1440, 900), (1920, 1080)])
def test_on_a_desktop_the_links_are_seen_without_scrolling_and_the_switches_are_in_one_row(
    browser: Browser, server: DemoServer, width: int, height: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    page = open_demo(context, server).page
    for link in page.get_by_role("contentinfo").get_by_role("link").all():
        expect(link).to_be_in_viewport(ratio=1)
    day = "document.getElementById('day')"
    page.evaluate(f"{day}.textContent = 'Game of the day, November 28, 2026'; {day}.hidden = false")
    for switches in page.locator(".switches").all():
        rows = switches.evaluate("element => [...element.querySelectorAll('button')].map((each) => each.offsetTop)")
        assert rows and (width < 1280 or len(set(rows)) == 1)
    context.close()


def test_at_three_times_the_pixels_of_a_phone_there_is_no_gap_between_the_pixels_of_the_oled(
    browser: Browser, server: DemoServer
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3, has_touch=True)
    side, gaps = open_demo(context, server).page.evaluate(GAPS)
    assert side >= 8 and gaps == []
    context.close()


def test_chromium_offers_to_install_it_as_an_app(
    context: BrowserContext, server: DemoServer, files: dict[str, bytes], tmp_path: Path
) -> None:
    page = open_demo(context, server).page
    devtools = context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    for icon in json.loads(files["manifest.webmanifest"])["icons"]:
        if icon["type"] == "image/png":
            (tmp_path / "icon.png").write_bytes(files[icon["src"]])
            with Image.open(tmp_path / "icon.png") as picture:
                assert icon["sizes"] == "{}x{}".format(*picture.size)


def test_the_guide_with_its_pictures_is_read_without_a_network(context: BrowserContext, root: Path) -> None:
    server = DemoServer(root)
    page = open_demo(context, server).page
    wait_for(lambda: bool(page.evaluate("navigator.serviceWorker.controller !== null")))
    wait_for(lambda: bool(page.evaluate(GUIDE_IS_KEPT)))
    server.stop()
    page.get_by_role("link", name="How to play").click()
    expect(page.get_by_role("heading", name="How to play", level=1)).to_be_visible()
    pictures = page.get_by_role("img")
    assert pictures.count() > 15
    pictures.last.scroll_into_view_if_needed()
    wait_for(lambda: bool(pictures.last.evaluate("picture => picture.naturalWidth > 0")))


def test_what_is_loaded_until_the_boot_menu_is_less_than_a_megabyte_and_the_guide_a_third_of_one(
    files: dict[str, bytes],
) -> None:
    index = files["index.html"].decode()
    loaded = {"index.html", *re.findall(r'<link rel="(?:stylesheet|icon|manifest)"[^>]* href="([^"]+)"', index)}
    for hashes in re.findall(r' data-files="([^"]+)"', index):
        loaded |= set(hashes.split()[::2])
    assert {"firmware.bin", "micropython.wasm", "app.js", "style.css"} <= loaded
    assert sum(len(files[name]) for name in loaded) < MOST_BYTES
    others = (FOLDER, PREFIX, LICENSES)
    kept = {name: content for name, content in files.items() if not name.startswith(others)}
    assert sum(map(len, kept.values())) < 1.1 * MOST_BYTES  # with the pages that are opened later
    assert sum(map(len, document(GUIDE).values())) < MOST_BYTES / 3
