"""The demo in Chromium on web servers that are not kind: wrong types, redirects, two builds at once, no answer.

On each one it starts, or shows one sentence with the remedy; nothing of two builds is ever mixed.
"""

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from host_tests.page.demo_fixture import READY, SUB_PATH, DemoPage, DemoServer, open_demo
from host_tests.page.probe import wait_for
from host_tests.page.test_page_game import LOG
from tools.play import demo
from tools.play.demo import make_demo
from tools.play.demo.static_server import QuietHandler
from tools.play.documents import documents
from tools.play.share import codec
from tools.play.simulator import PAGE

SENTENCES = {
    "": "notice", "game.html": "status", "day.html": "status", "duel.html": "status", "again.html": "status",
    "install.html": "message",
}  # fmt: skip
"""The element for the sentence on each page."""
GAME = "game.html#" + codec.encode(LOG)
FRAGMENTS = {
    "game.html": GAME.removeprefix("game.html"),
    "duel.html": "#" + codec.encode("game pure players=2 duel=abc\n# ANNA, BEN\n"),
    "again.html": "#" + codec.encode(LOG.replace("\n", " beat=1\n", 1)),
}
"""With which a page loads all that it needs."""
UNSCRIPTED = "#unscripted"
NEXT = b"document.body.dataset.build = 'next';\n"
BUILD = "document.body.dataset.build ?? 'first'"
IS_KEPT = """async () => {
  const { active, installing } = (await navigator.serviceWorker.getRegistration()) ?? {}, names = await caches.keys();
  const kept = names.length === 1 && (await (await caches.open(names[0])).keys()).map(({ url }) => url);
  return !installing && active?.state === "activated" && kept && kept.some((url) => url.endsWith("/PLAYING.html"));
}"""
KEPT_BUILDS = """async () => {
  const isNext = async (cache, file) => (await (await cache.match(file))?.text())?.includes("next");
  return Promise.all((await caches.keys()).map(async (name) => {
    const cache = await caches.open(name);
    return Promise.all(["app.js", "./"].map((file) => isNext(cache, file)));
  }));
}"""


def in_sweep(value: str) -> Any:
    """A parameter that only the sweep tries."""
    return pytest.param(value, marks=pytest.mark.sweep)


class HostileServer(DemoServer):
    """Serves two builds of the demo, by the rules in its attributes."""

    def __init__(self, root: Path, other: Path | None = None) -> None:
        self.types: dict[str, str] = {}
        """Content-Type by the end of a name; "" for none."""
        self.headers: dict[str, str] = {}
        self.uncached: set[str] = set()
        """Names whose headers are "no-cache"."""
        self.is_clean = False
        """Whether pages have addresses without .html, and others are redirected there."""
        self.others: Callable[[str], bool] = lambda name: False
        """Which files are of the other build, by name in the demo."""
        self.missing: set[str] = set()
        self.cut: set[str] = set()
        """Files whose second half is lost."""
        self.waiting: set[str] = set()
        """Files that are never sent."""
        self.shows_404 = False
        """Whether it sends 404.html in place of what is missing, as GitHub Pages does."""
        self.ended = threading.Event()
        self.other = other
        super().__init__(root, type("Handler", (HostileHandler,), {"rules": self}))

    def stop(self) -> None:
        self.ended.set()
        super().stop()


class HostileHandler(QuietHandler):
    rules: HostileServer

    def name(self) -> str:
        """The name of the file in the demo."""
        return urlsplit(self.path).path.removeprefix(SUB_PATH) or "index.html"

    def do_GET(self) -> None:
        rules, name = self.rules, self.name()
        del self.headers["If-Modified-Since"]  # two builds can be of one second
        if name in rules.waiting:
            rules.ended.wait()
            return self.send_error(503)
        if name in rules.missing:
            return self.send_error(404)
        if rules.is_clean and urlsplit(self.path).path.endswith(".html"):
            return self.redirect(re.sub(r"(?:(?<=/)index)?\.html$", "", urlsplit(self.path).path))
        return super().do_GET()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / SUB_PATH.strip("/") / "404.html"
        if not (self.rules.shows_404 and code == 404):
            return super().send_error(code, message, explain)
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.read_bytes())

    def redirect(self, path: str) -> None:
        self.send_response(301)
        self.send_header("Location", path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        if self.rules.other and self.rules.others(self.name()):
            found = found.replace(self.directory, str(self.rules.other))
        if self.rules.is_clean and not Path(found).exists():
            found += ".html"
        return found

    def copyfile(self, source: Any, outputfile: Any) -> None:
        content = source.read()
        if self.name() in self.rules.cut:
            half = len(content) // 2
            content = content[:half] + b"\n" * (len(content) - half)
        outputfile.write(content)

    def guess_type(self, path: Any) -> str:
        return next(
            (kind for end, kind in self.rules.types.items() if str(path).endswith(end)), super().guess_type(path)
        )

    def end_headers(self) -> None:
        for header, value in self.rules.headers.items():
            self.send_header(header, "no-cache" if self.name() in self.rules.uncached else value)
        super().end_headers()


@pytest.fixture(scope="module")
def next_root(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """Another build of the demo: its module, its title and its guide say "next"."""
    folder = tmp_path_factory.mktemp("next")
    guide = "docs/firmware/PLAYING.html"
    changes = {"app.js": NEXT + (PAGE / "app.js").read_bytes()}
    changes["index.html"] = demo.index_page().replace("<title>Sixpip", "<title>Sixpip, next").encode()
    changes[guide] = documents()[guide].replace(b"How to play", b"How to play next")
    make_demo(folder / SUB_PATH.strip("/"), changes)
    return folder


@pytest.fixture
def server(root: Path, next_root: Path) -> Iterator[HostileServer]:
    running = HostileServer(root, next_root)
    yield running
    running.stop()


@pytest.fixture
def unkept(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without workers, as on an address without https in a home network."""
    made = browser.new_context(service_workers="block")
    yield made
    made.close()


def sentence_on(page: Page, name: str) -> str:
    """Waits for the sentence of a page that does not start; returns it."""
    element = page.locator(f"#{SENTENCES[name]}")
    expect(element).to_have_text(re.compile(r"\.$"))
    expect(element).not_to_have_text("Reading the link.")
    expect(element).to_be_visible()
    return element.inner_text()


def open_page(context: BrowserContext, server: DemoServer, name: str) -> Page:
    page = context.new_page()
    page.goto(server.address + name)
    return page


def _note(urls: list[str], request: Request) -> None:
    urls.append(request.url)


def keep(context: BrowserContext, server: DemoServer) -> DemoPage:
    """Opens the demo and waits until the browser keeps it."""
    opened = open_demo(context, server)
    wait_for(lambda: bool(opened.page.evaluate(IS_KEPT)))
    return opened


# What a server sends


def test_no_file_has_a_name_that_stock_servers_do_not_send_as_javascript(root: Path) -> None:
    assert not list(root.rglob("*.mjs")) and len(list(root.rglob("micropython.js"))) == 1


@pytest.mark.parametrize("kind", ["text/plain", *map(in_sweep, ("application/octet-stream", ""))])
@pytest.mark.parametrize("name", SENTENCES)
def test_scripts_that_are_sent_as_something_else_end_in_a_sentence(
    kind: str, name: str, context: BrowserContext, server: HostileServer
) -> None:
    server.types[".js"] = kind
    sentence = sentence_on(open_page(context, server, name), name)
    assert re.fullmatch(
        rf"The web server sends [\w-]+\.js as {kind or 'nothing'}: it has to send .js files as text/javascript\.",
        sentence,
    )


@pytest.mark.parametrize("kind", ["text/plain", *map(in_sweep, ("application/octet-stream", "application/wasm", ""))])
def test_console_and_shared_game_start_with_any_type_of_the_other_files(
    kind: str, context: BrowserContext, server: HostileServer
) -> None:
    server.types |= dict.fromkeys([".wasm", ".bin", ".json", ".webmanifest"], kind)
    assert open_demo(context, server).notice() == ""
    page = open_page(context, server, GAME)
    expect(page.locator("#status")).to_have_text("ANNA wins.")
    page = open_page(context, server, "install.html")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#boards tr")).not_to_have_count(0)


@pytest.mark.parametrize(
    "name", ["", *map(in_sweep, ("game.html", "day.html", "duel.html", "again.html", "install.html"))]
)
def test_a_server_that_forbids_every_script_leaves_the_sentence_of_the_page_itself(
    name: str, context: BrowserContext, server: HostileServer
) -> None:
    server.types[".js"] = "text/plain"
    server.headers["X-Content-Type-Options"] = "nosniff"
    page = open_page(context, server, name)
    expect(page.locator(UNSCRIPTED)).to_be_hidden()
    expect(page.locator(UNSCRIPTED)).to_be_visible()
    assert "let the web server send .js files as text/javascript." in page.inner_text(UNSCRIPTED)


MODULES = {
    "": "tiles.js", "game.html": "logs.js", "day.html": "calendar.js",
    "duel.html": "parts.js", "again.html": "apart.js", "install.html": "install-zip.js",
}  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_a_module_that_is_missing_or_damaged_is_named(
    name: str, context: BrowserContext, server: HostileServer
) -> None:
    module = MODULES[name]
    server.missing = {module}
    sentence = sentence_on(open_page(context, server, name), name)
    assert sentence == f"The web server has no {module} (404): put all files of this page there."
    server.missing, server.cut = set(), {module}
    sentence = sentence_on(open_page(context, server, name), name)
    assert sentence == (
        f"{module} is not of the same version as this page: the web server may just be updated. "
        "Reload this page in a minute."
    )


@pytest.mark.parametrize("name", MODULES)
def test_a_module_that_never_arrives_ends_in_a_sentence(
    name: str, context: BrowserContext, server: HostileServer
) -> None:
    server.waiting = {MODULES[name]}
    page = context.new_page()
    page.clock.install()
    page.goto(server.address + name, wait_until="commit")
    page.wait_for_selector(UNSCRIPTED, state="detached")
    page.clock.run_for(11_000)
    assert sentence_on(page, name) == (
        "This page is still loading. If it stays like this, check the network and reload it."
    )


def test_a_file_of_the_firmware_that_is_missing_is_named(context: BrowserContext, server: HostileServer) -> None:
    server.missing = {"firmware.bin"}
    expected = "The web server has no firmware.bin (404): put all files of this page there."
    page = open_page(context, server, "")
    expect(page.locator("#notice")).to_have_text(expected)
    expect(page.locator("#remedy")).to_have_text(re.compile("Reload this page"))
    expect(open_page(context, server, GAME).locator("#status")).to_have_text(expected)


# What a browser lacks

NEWER = """for (const [owner, names] of [
  [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]], [Array, ["fromAsync"]],
  [Object.getPrototypeOf(Uint8Array.prototype), ["toSorted", "toReversed", "with"]],
  [Uint8Array.prototype, ["toHex", "toBase64"]], [Uint8Array, ["fromHex", "fromBase64"]],
  [Object, ["groupBy"]], [Map, ["groupBy"]], [Promise, ["withResolvers", "try"]], [URL, ["canParse", "parse"]],
  [Set.prototype, ["union", "intersection", "difference", "isSubsetOf"]], [String.prototype, ["isWellFormed"]],
  [ArrayBuffer.prototype, ["transfer"]], [RegExp, ["escape"]], [Math, ["f16round", "sumPrecise"]],
  [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ["map", "filter", "take", "some", "find", "toArray"]],
]) for (const name of names) delete owner[name];
for (const name of ["Iterator", "Float16Array", "Temporal", "navigation", "scheduler"]) delete window[name];"""
LACKS = {
    "no streams": ("delete window.DecompressionStream", ["", "game.html", "duel.html", "again.html"]),
    "no modules": ("delete HTMLScriptElement.prototype.noModule", list(SENTENCES)),
    "no links": ("String.prototype.replaceAll = undefined", [GAME]),
    "no observers": ("delete window.ResizeObserver", [""]),
    "no colors": ("CanvasRenderingContext2D.prototype.roundRect = undefined", [""]),
    "no rows": ("HTMLTableSectionElement.prototype.insertRow = undefined", ["install.html"]),
    "no dates": ("Date.prototype.toLocaleDateString = undefined", ["day.html"]),
}


def test_browsers_of_the_age_that_the_sentence_names_have_what_the_pages_need(
    context: BrowserContext, server: HostileServer
) -> None:
    context.add_init_script(NEWER)
    opened = open_demo(context, server)
    opened.go("1")
    assert opened.notice() == ""
    expect(open_page(context, server, GAME).locator("#rated")).to_be_visible()
    expect(open_page(context, server, "day.html").locator("#date")).not_to_be_empty()
    page = open_page(context, server, "install.html")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#boards tr")).not_to_have_count(0)


@pytest.mark.parametrize(("lack", "name"), [(lack, name) for lack, (_, names) in LACKS.items() for name in names])
def test_a_browser_that_is_too_old_ends_in_a_sentence(
    lack: str, name: str, context: BrowserContext, server: HostileServer
) -> None:
    context.add_init_script(LACKS[lack][0])
    sentence = sentence_on(open_page(context, server, name), name.partition("#")[0])
    assert sentence.endswith("Firefox 113, Safari 16.4, or a newer one.")


# Addresses


@pytest.mark.parametrize("escaped", ["%23", "%2523"])
def test_a_link_whose_number_sign_was_escaped_opens_where_404_html_is_shown_and_wherever_the_demo_is_kept(
    escaped: str, context: BrowserContext, unkept: BrowserContext, server: HostileServer
) -> None:
    link = GAME.replace("#", escaped)
    server.shows_404 = True
    page = open_page(unkept, server, link)
    expect(page.locator("#status")).to_have_text("ANNA wins.")
    assert page.url == server.address + GAME
    expect(open_page(unkept, server, "nothing").locator("h1")).to_have_text("No such page")
    server.shows_404 = False
    keep(context, server)
    page = open_page(context, server, link)
    expect(page.locator("#status")).to_have_text("ANNA wins.")
    assert page.url == server.address + GAME


def test_on_a_server_with_clean_addresses_every_page_opens_at_each_visit_and_without_a_network(
    context: BrowserContext, root: Path
) -> None:
    server = HostileServer(root)
    server.is_clean = True
    page = keep(context, server).page
    pages = {
        "game": "A shared game|Pure",
        "day": "Game of the day",
        "docs/firmware/PLAYING": "How to play",
    }

    def visit() -> None:
        for name, title in pages.items():
            for end in (".html", ""):
                page.goto(f"{server.address}{name}{end}")
                expect(page.get_by_role("heading", level=1).first).to_have_text(re.compile(title))
        for name in ("", "index.html", "index", "?day=2026-05-01&game=pure", "index.html?day=2026-05-01&game=pure"):
            page.goto(server.address + name)
            page.wait_for_selector(READY)

    visit()
    server.stop()
    visit()
    page.goto(f"{server.address}{GAME.replace('.html', '')}")
    expect(page.locator("#status")).to_have_text("ANNA wins.")


def test_a_page_that_is_not_kept_is_replaced_by_one_of_ours_without_a_network(
    context: BrowserContext, root: Path
) -> None:
    server = HostileServer(root)
    page = keep(context, server).page
    server.stop()
    for name in ("Build one", "Install it"):
        page.get_by_role("contentinfo").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name="No network")).to_be_visible()
        address = page.url
        page.get_by_role("link", name="open the page again").click()
        expect(page.get_by_role("heading", name="No network")).to_be_visible()
        assert page.url == address
        page.get_by_role("link", name="How to play").click()
        expect(page.get_by_role("heading", name="How to play", level=1)).to_be_visible()
        page.get_by_role("link", name="Play", exact=True).click()
        page.wait_for_selector(READY)
        assert page.url == server.address


def test_pages_of_an_installed_app_lead_back(context: BrowserContext, server: HostileServer) -> None:
    page = open_demo(context, server).page
    page.get_by_role("link", name="How to play").click()
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Back", exact=True)).to_have_count(0)
    context.add_init_script(
        "const match = matchMedia; window.matchMedia = (query) => match(query.replace('browser', 'fullscreen'));"
    )
    page = open_demo(context, server).page
    for name in ("How to play", "Build one", "Install it", "Game of the day"):
        page.get_by_role("contentinfo").get_by_role("link", name=name).click()
        page.get_by_role("link", name="Back", exact=True).click()
        page.wait_for_selector(READY)
        assert page.url == server.address


# Two builds


def test_a_new_build_replaces_the_one_in_the_browser_at_every_address_of_the_console(
    context: BrowserContext, server: HostileServer
) -> None:
    page = keep(context, server).page
    server.others = lambda name: True
    for name in ("index.html", "", "index.html"):
        page.goto(server.address + name)
        page.wait_for_selector(READY)
        assert (page.title() == "Sixpip, next") == (page.evaluate(BUILD) == "next"), "a mix"
    wait_for(lambda: bool(page.evaluate(IS_KEPT)) and page.evaluate(KEPT_BUILDS) == [[True, True]])
    page.goto(server.address + "index.html")
    page.wait_for_selector(READY)
    assert page.title() == "Sixpip, next" and page.evaluate(BUILD) == "next"


MIXES: dict[str, Callable[[str], bool]] = {
    "the new page first": lambda name: name in ("index.html", "sw.js"),
    "the new worker first": lambda name: name == "sw.js",
    "the new worker last": lambda name: name != "sw.js",
    "the old module": lambda name: name != "app.js",
    "the old guide": lambda name: not name.startswith("docs/"),
}


@pytest.mark.parametrize("mix", [next(iter(MIXES)), *map(in_sweep, list(MIXES)[1:])])
def test_a_server_with_files_of_two_builds_changes_nothing_until_it_has_one(
    mix: str, context: BrowserContext, server: HostileServer
) -> None:
    page = keep(context, server).page
    server.others = MIXES[mix]
    for _ in range(2):
        page.reload()
        page.wait_for_selector(READY)
        assert (page.title() == "Sixpip, next") == (page.evaluate(BUILD) == "next"), "a mix"
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).catch(() => {})")
        wait_for(
            lambda: not page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.installing)")
        )
        assert all({True, False} - set(build) for build in page.evaluate(KEPT_BUILDS))
    server.others = lambda name: True
    page.reload()
    wait_for(lambda: bool(page.evaluate(IS_KEPT)) and page.evaluate(KEPT_BUILDS) == [[True, True]])
    page.reload()
    page.wait_for_selector(READY)
    assert page.title() == "Sixpip, next" and page.evaluate(BUILD) == "next"
    page.goto(server.address + "docs/firmware/PLAYING.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play next")


def test_a_first_visit_to_a_server_with_files_of_two_builds_keeps_none_of_them(
    context: BrowserContext, server: HostileServer
) -> None:
    server.others = lambda name: (
        name == "docs/style.css" or name == "micropython.js" or name == "day.html" or name == "sw.js"
    )
    page = open_demo(context, server).page
    wait_for(
        lambda: not page.evaluate("navigator.serviceWorker.getRegistration().then((found) => !!found?.installing)")
    )
    page.reload()
    page.wait_for_selector(READY)
    server.others = lambda name: False
    page.reload()
    wait_for(lambda: bool(page.evaluate(IS_KEPT)) and page.evaluate(KEPT_BUILDS) == [[False, False]])


def test_a_cache_with_older_files_is_passed_by_without_a_worker(unkept: BrowserContext, server: HostileServer) -> None:
    server.headers["Cache-Control"] = "max-age=3600"
    server.uncached = {"index.html"}
    page = open_demo(unkept, server).page
    assert page.evaluate(BUILD) == "first"
    server.others = lambda name: True
    page.goto("about:blank")
    page.goto(server.address)
    page.wait_for_selector(READY)
    assert page.title() == "Sixpip, next" and page.evaluate(BUILD) == "next"


def test_a_server_with_files_of_two_builds_ends_in_a_sentence_without_a_worker(
    unkept: BrowserContext, server: HostileServer
) -> None:
    server.others = lambda name: name == "index.html"
    page = open_page(unkept, server, "")
    assert sentence_on(page, "").startswith("app.js is not of the same version as this page")
    server.others = lambda name: True
    page.reload()
    page.wait_for_selector(READY)
    assert page.evaluate(BUILD) == "next"


def test_the_pages_have_the_hashes_of_all_that_they_load(
    context: BrowserContext, server: HostileServer, root: Path
) -> None:
    folder = root / SUB_PATH.strip("/")
    for name in SENTENCES:
        page = context.new_page()
        requests: list[str] = []
        page.on("request", partial(_note, requests))
        page.goto(server.address + name + FRAGMENTS.get(name, ""))
        page.wait_for_selector("body[data-ready]")
        source = (folder / (name or "index.html")).read_text()
        hashes = re.search(r'data-files="([^"]+)"', source)
        assert hashes
        named = set(hashes[1].split(" ")[::2]) | set(re.findall(r'href="([^"]+)" integrity', source))
        loaded = {urlsplit(url).path.removeprefix(SUB_PATH) for url in requests}
        loose = {path for path in loaded - named if path.endswith((".js", ".css", ".wasm", ".bin"))}
        assert loose <= {"start.js", "install-start.js", "install.bin", "sw.js"}, name
        assert {path for path in named if not path.startswith("install")} <= loaded | {"firmware.bin"}
