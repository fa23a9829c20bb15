"""The page in Chromium: its picture, its layout in several windows, and its messages when the console stops."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from host_tests.page.probe import LEDS, PHONE, RED, PictureProbe, wait_for
from tools.play.simulator.board import SwitchedOff
from tools.play.simulator.browser import open_page
from tools.play.simulator.console import RunningConsole, running_console

# The OLED as 64 rows of 128, with 1 for a pixel whose center is lit
OLED = """() => {
  const canvas = document.getElementById("oled"), pen = canvas.getContext("2d"), scale = canvas.width / 128;
  const all = pen.getImageData(0, 0, canvas.width, canvas.height).data, rows = [];
  for (let y = 0; y < 64; y++) rows.push(Array.from({length: 128}, (_, x) =>
    all[(Math.floor((y + .5) * scale) * canvas.width + Math.floor((x + .5) * scale)) * 4 + 3] > 128 ? 1 : 0));
  return rows;
}"""


def test_the_leds_lit_on_the_page_are_those_lit_on_the_board(page: Page, probe: PictureProbe) -> None:
    for tile in range(6):
        shown = page.evaluate(LEDS, tile)
        lit = [(tile, at // 8, at % 8) for at in range(64) if shown[at][3] > 60]
        assert lit == [place for place in sorted(probe.lit) if place[0] == tile]


def test_an_led_on_the_page_has_the_color_and_strength_of_its_light(page: Page) -> None:
    red, faint = page.evaluate(LEDS, 0)[0], page.evaluate(LEDS, 0)[63]
    blue = page.evaluate(LEDS, 3)[2 * 8 + 5]
    assert red[0] > 1.5 * red[1] and red[0] > 1.5 * red[2]
    assert blue[2] > 1.5 * blue[0] and blue[2] > 1.5 * blue[1]
    assert red[3] > 1.5 * faint[3] > 0


def test_the_dice_glow_on_the_case_around_them(page: Page) -> None:
    strength = page.evaluate("""() => [...document.querySelectorAll("canvas.halo")].map((canvas) => {
        const side = canvas.width, data = canvas.getContext("2d").getImageData(side * .22, side * .22, 1, 1).data;
        return data[3];
    })""")
    assert strength[0] > 0, "the first die has a lit corner"
    assert strength[1] == 0, "the second die is dark"


def test_the_oled_on_the_page_is_equal_to_the_boards_in_every_pixel(page: Page, console: RunningConsole) -> None:
    shown = console.board.oled_shown
    expected = [[shown[(y >> 3) * 128 + x] >> (y & 7) & 1 for x in range(128)] for y in range(64)]
    assert page.evaluate(OLED) == expected


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600), PHONE, (844, 390), (320, 568), (820, 1180)])
def test_everything_is_inside_the_window_and_large_enough_for_a_finger(
    console: RunningConsole, browser: Browser, size: tuple[int, int]
) -> None:
    touch = size[0] < 900
    with open_page(console.address, size, touch=touch, browser=browser) as page:
        boxes = page.evaluate("""() => [...document.querySelectorAll("button, #oled, .die")].map((part) => {
            const {left, top, right, bottom} = part.getBoundingClientRect();
            return [part.className || part.id, left, top, right, bottom];
        })""")
        for name, left, top, right, bottom in boxes:
            assert 0 <= left < right <= size[0] and 0 <= top < bottom <= size[1], name
            if touch and name.startswith(("slot", "control")):
                assert right - left >= 30 and bottom - top >= 30, name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_shows_that_the_console_is_off_and_reconnects(tmp_path: Path, browser: Browser) -> None:
    after = PictureProbe()
    after.lit = {(2, 3, 3): RED}
    first = running_console(str(tmp_path), PictureProbe().run)
    address = first.__enter__().address
    with open_page(address, browser=browser) as page:
        expect(page.locator("#notice")).to_be_hidden()
        first.__exit__(None, None, None)
        expect(page.locator("#notice")).to_contain_text("The console is switched off.")
        expect(page.locator("#notice")).to_be_visible()
        page.keyboard.press("r")  # without a connection: must be dropped
        with running_console(str(tmp_path), after.run, port=int(address.rstrip("/").rpartition(":")[2])):
            expect(page.locator("#notice")).to_be_hidden()
            wait_for(lambda: page.evaluate(LEDS, 2)[27][3] > 60)
            assert after.presses(page) == []


def test_the_page_reports_that_the_console_is_asleep(page: Page, console: RunningConsole) -> None:
    expect(page.locator("#asleep")).to_be_hidden()
    console.board.switch(False, False)
    expect(page.locator("#asleep")).to_be_visible()
    expect(page.locator("#asleep")).to_contain_text("Press any of its buttons")
    console.board.switch(True, True)
    expect(page.locator("#asleep")).to_be_hidden()


def test_the_page_reports_that_the_console_is_off_and_how_to_start_it(page: Page, console: RunningConsole) -> None:
    console.board.switch(False, False)
    with pytest.raises(SwitchedOff):
        console.board.power_off()
    expect(page.locator("#off")).to_be_visible()
    expect(page.locator("#off")).to_contain_text("Press ROLL")
    expect(page.locator("#asleep")).to_be_hidden()
    expect(page.locator("body")).to_have_class("resting")
    console.board.is_off = False
    console.board.switch(True, True)
    expect(page.locator("#off")).to_be_hidden()


def test_a_crash_of_the_firmware_is_shown_on_the_page(page: Page) -> None:
    expect(page.locator("#crash")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("#crash")).to_contain_text("ZeroDivisionError: a test broke the firmware")


def test_the_page_logs_no_errors_and_sends_no_requests_to_other_servers(page: Page, console: RunningConsole) -> None:
    messages: list[str] = []
    urls: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.on("request", lambda request: urls.append(request.url))
    page.reload()
    page.wait_for_selector("body[data-connected]")
    page.keyboard.press("r")
    assert messages == []
    assert urls and all(url.startswith((console.address, "data:")) for url in urls)
