"""The page of make play in Chromium: its picture, layout, messages and sound, every way to press a button, a game."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from host_tests.page.demo_fixture import game_in_mid_turn
from host_tests.page.probe import BLOCKED, LEDS, OLED, PHONE, RED, PictureProbe, framed, wait_for
from sixpip.app.games.resume import resume
from sixpip.board.contract import BANK, KEEP1, ROLL
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.storage.record_store import Store
from tools import ROOT
from tools.play.demo.static_server import StaticServer
from tools.play.simulator.board import SwitchedOff
from tools.play.simulator.browser import DESKTOP, open_page
from tools.play.simulator.console import RunningConsole, running_console

NEXT_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


# The picture


def test_the_leds_lit_on_the_page_are_those_lit_on_the_board(page: Page, probe: PictureProbe) -> None:
    for tile in range(6):
        shown = page.evaluate(LEDS, tile)
        lit = [(tile, at // 8, at % 8) for at in range(64) if shown[at][3] > 60]
        assert lit == [place for place in sorted(probe.lit) if place[0] == tile]


def test_an_led_on_the_page_has_the_color_and_strength_of_its_light_and_glows_on_the_case(page: Page) -> None:
    red, faint = page.evaluate(LEDS, 0)[0], page.evaluate(LEDS, 0)[63]
    blue = page.evaluate(LEDS, 3)[2 * 8 + 5]
    assert red[0] > 1.5 * red[1] and red[0] > 1.5 * red[2]
    assert blue[2] > 1.5 * blue[0] and blue[2] > 1.5 * blue[1]
    assert red[3] > 1.5 * faint[3] > 0
    glow = page.evaluate("""() => [...document.querySelectorAll("canvas.halo")].map((canvas) => {
        const side = canvas.width, data = canvas.getContext("2d").getImageData(side * .22, side * .22, 1, 1).data;
        return data[3];
    })""")
    assert glow[0] > 0, "the first die has a lit corner"
    assert glow[1] == 0, "the second die is dark"


def test_the_oled_on_the_page_is_equal_to_the_boards_in_every_pixel(page: Page, console: RunningConsole) -> None:
    assert bytes(page.evaluate(OLED)) == bytes(console.board.oled_shown)


@pytest.mark.parametrize("size", [DESKTOP, (1024, 600), PHONE, (844, 390), (320, 568), (820, 1180)])
def test_everything_is_inside_the_window_and_large_enough_for_a_finger(
    page: Page, phone: Page, size: tuple[int, int]
) -> None:
    width, height = size
    touch = width < 900
    shown = phone if touch else page
    shown.set_viewport_size({"width": width, "height": height})
    shown.evaluate(NEXT_FRAMES)
    boxes = shown.evaluate("""() => [...document.querySelectorAll("button, #oled, .die")].map((part) => {
        const {left, top, right, bottom} = part.getBoundingClientRect();
        return [part.className || part.id, left, top, right, bottom];
    })""")
    for name, left, top, right, bottom in boxes:
        assert 0 <= left < right <= width and 0 <= top < bottom <= height, name
        if touch and name.startswith(("slot", "control")):
            assert right - left >= 30 and bottom - top >= 30, name
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Every way to press a button


KEYS = [("1", KEEP1), ("5", 4), ("r", ROLL), ("R", ROLL), ("Space", ROLL), ("Enter", ROLL), ("b", BANK)]
KEYS += [("Backspace", BANK), ("Numpad3", 2)]
PLACES = ('[data-button="0"] .cap', '[data-button="4"] .die', '[data-button="6"]', '[data-button="7"]')


def test_every_key_presses_its_button_exactly_once_but_not_in_the_browsers_own_shortcuts(
    page: Page, probe: PictureProbe
) -> None:
    for key in ("Control+b", *(key for key, _ in KEYS), "Alt+1"):
        page.keyboard.press(key)
    assert probe.presses(page) == [button for _, button in KEYS]


def test_a_key_that_repeats_itself_or_two_keys_of_one_button_held_together_are_one_press(
    page: Page, probe: PictureProbe
) -> None:
    for key in ("r", "r", "Space"):  # Playwright sends the second one as a repeat, as a keyboard does
        page.keyboard.down(key)
    for key in ("r", "Space"):
        page.keyboard.up(key)
    assert probe.presses(page) == [ROLL]


def test_a_mouse_click_presses_exactly_once(page: Page, probe: PictureProbe) -> None:
    for place in PLACES:
        page.click(place)
    page.click('[data-button="6"]', button="right")
    page.dblclick('[data-button="1"]')
    assert probe.presses(page) == [KEEP1, 4, ROLL, BANK, 1, 1]


def test_a_touch_presses_exactly_once_on_a_phone(phone: Page, probe: PictureProbe) -> None:
    for place in PLACES:
        phone.tap(place)
    assert probe.presses(phone) == [KEEP1, 4, ROLL, BANK]


def test_a_button_is_held_until_the_mouse_is_released_even_outside_of_it_or_the_window_loses_the_focus(
    page: Page, console: RunningConsole, probe: PictureProbe
) -> None:
    page.hover('[data-button="6"] .cap')
    page.mouse.down()
    wait_for(lambda: console.board.held() == 1 << ROLL)
    page.mouse.move(5, 5)
    page.mouse.up()
    wait_for(lambda: console.board.held() == 0)
    page.keyboard.down("r")
    wait_for(lambda: console.board.held() == 1 << ROLL)
    page.evaluate("dispatchEvent(new Event('blur'))")
    wait_for(lambda: console.board.held() == 0)
    page.keyboard.up("r")
    assert probe.presses(page) == [ROLL, ROLL]


def test_space_after_a_mouse_click_is_still_roll(page: Page, probe: PictureProbe) -> None:
    page.click('[data-button="2"]')
    page.keyboard.press("Space")
    page.dblclick("#mute")
    page.keyboard.press("Enter")
    assert probe.presses(page) == [2, ROLL, ROLL]


def test_a_button_reached_with_tab_is_pressed_by_space_and_enter_and_by_a_screen_reader(
    page: Page, probe: PictureProbe
) -> None:
    page.focus('[data-button="3"]')
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.evaluate("""document.querySelector('[data-button="7"]').click()""")
    assert probe.presses(page) == [3, 3, BANK]


# The sound

# Adds a level meter to the audio output before the page's code runs
METER = """
const join = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...rest) {
  if (to === this.context.destination) {
    window.meter = this.context.createAnalyser();
    join.call(this, window.meter);
  }
  return join.call(this, to, ...rest);
};
window.loudest = () => {
  if (!window.meter) return 0;
  const wave = new Float32Array(window.meter.fftSize);
  window.meter.getFloatTimeDomainData(wave);
  return Math.max(...wave.map(Math.abs));
};
"""


def test_the_buzzer_sounds_after_a_gesture_and_mute_silences_it_also_after_a_reload(page: Page) -> None:
    mute = page.locator("#mute")
    page.add_init_script(METER)
    page.reload()
    page.wait_for_selector("body[data-connected]")
    expect(mute).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("loudest()") == 0
    page.keyboard.press("1")  # a user gesture; its tone is silent
    wait_for(lambda: page.evaluate("window.meter?.context.state === 'running'"))
    page.keyboard.press("r")
    wait_for(lambda: page.evaluate("loudest() > 0.02"))
    page.keyboard.press("s")
    wait_for(lambda: page.evaluate("loudest() < 0.001"))
    page.keyboard.press("s")
    wait_for(lambda: page.evaluate("loudest() > 0.02"))
    page.keyboard.press("1")
    wait_for(lambda: page.evaluate("loudest() < 0.001"))
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")


# Messages, and other servers


def test_the_page_shows_that_the_console_is_off_reconnects_and_shows_a_crash_of_the_firmware(
    tmp_path: Path, browser: Browser
) -> None:
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
            expect(page.locator("#crash")).to_be_hidden()
            page.keyboard.press("m")
            expect(page.locator("#crash")).to_contain_text("ZeroDivisionError: a test broke the firmware")


def test_the_page_reports_that_the_console_is_asleep_or_off_and_how_to_start_it(
    page: Page, console: RunningConsole
) -> None:
    expect(page.locator("#asleep")).to_be_hidden()
    console.board.switch(False, False)
    expect(page.locator("#asleep")).to_be_visible()
    expect(page.locator("#asleep")).to_contain_text("Press any of its buttons")
    with pytest.raises(SwitchedOff):
        console.board.power_off()
    expect(page.locator("#off")).to_be_visible()
    expect(page.locator("#off")).to_contain_text("Press ROLL")
    expect(page.locator("#asleep")).to_be_hidden()
    expect(page.locator("body")).to_have_class("resting")
    console.board.is_off = False
    console.board.switch(True, True)
    expect(page.locator("#off")).to_be_hidden()


def test_the_page_logs_no_errors_and_connects_to_its_own_server_only(page: Page, console: RunningConsole) -> None:
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
    for kind in ("socket", "fetch"):
        assert page.evaluate(BLOCKED, ["http://localhost:9", kind]) == "connect-src"


def test_another_site_cannot_show_the_page_in_a_frame_to_have_its_visitors_press_buttons(
    context: BrowserContext, console: RunningConsole, site: StaticServer, tmp_path: Path
) -> None:
    frame = framed(context.new_page(), site, tmp_path / "site", console.address)
    assert frame.url.startswith("chrome-error:")
    assert frame.locator("[data-button]").count() == 0


# Games with the real firmware

LIT = """() => [...document.querySelectorAll("canvas.leds")].map(canvas => {
  const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += data[at] + data[at + 1] + data[at + 2];
  return sum / data.length;
})"""


def saved(folder: Path) -> TenThousandGame:
    session = resume(Store(str(folder)))
    assert session is not None
    assert isinstance(session.game, TenThousandGame)
    return session.game


def settled(page: Page, script: str) -> list[float]:
    """Waits until what the script reads from the page stays the same; returns it."""
    seen = [page.evaluate(script)]

    def rests() -> bool:
        page.wait_for_timeout(300)
        seen.append(page.evaluate(script))
        return bool(seen[-1] == seen[-2])

    wait_for(rests)
    return list(seen[-1])


def test_a_turn_is_played_on_the_page_to_its_bank_and_closing_the_page_changes_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    game_in_mid_turn().save(Store(str(tmp_path)))
    with running_console(str(tmp_path)) as console:
        with open_page(console.address, browser=browser) as page:
            before = settled(page, LIT)
            page.keyboard.press("2")  # the 1
            page.get_by_role("button", name="die 4").first.click()  # the 5
            wait_for(lambda: all(abs(page.evaluate(LIT)[place] - before[place]) > 5 for place in (1, 3)))
            assert abs(page.evaluate(LIT)[0] - before[0]) < 1
            shown = settled(page, OLED)
        with open_page(console.address, browser=browser) as page:
            wait_for(lambda: page.evaluate(OLED) == shown)
            page.get_by_text("BANK", exact=True).click()
            wait_for(lambda: saved(tmp_path).scores == [4900, 3200])
    assert saved(tmp_path).player == 1


def test_a_name_is_typed_on_the_keyboard_and_no_letter_of_it_presses_a_button(browser: Browser, tmp_path: Path) -> None:
    with running_console(str(tmp_path)) as console, open_page(console.address, browser=browser) as page:
        typing = page.locator("#typing")
        for key in ("1", "2", "1", "1"):  # the game, two players, the first seat, a person
            expect(typing).to_be_hidden()
            page.keyboard.press(key)
        expect(typing).to_be_visible()
        page.keyboard.type("bms rx")
        page.keyboard.press("Backspace")
        page.keyboard.press("Enter")
        expect(typing).to_be_hidden()
        expect(page.locator("#mute")).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("r")  # the buttons have their keys again: start, then roll
        wait_for((tmp_path / "game").is_file)  # a record that is being written has another name
        session = resume(Store(str(tmp_path)))
        assert session is not None and session.names == ["Bmsr", "P2"]


@contextmanager
def play_process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Runs the command of `make play` in another process; yields the process and the address that it prints."""
    environment = {**os.environ, "PORT": "0", "NO_BROWSER": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tools.play.simulator", "--folder", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+\S*", process.stdout.readline())
        assert address is not None
        yield process, address[0]
    finally:
        process.kill()
        process.wait()


def test_after_a_kill_of_the_server_in_mid_turn_the_next_start_resumes_that_turn(
    browser: Browser, tmp_path: Path
) -> None:
    game_in_mid_turn().save(Store(str(tmp_path)))
    with play_process(tmp_path) as (process, address), open_page(address, browser=browser) as page:
        settled(page, OLED)
        for key in ("2", "4", "r"):
            page.keyboard.press(key)
        wait_for(lambda: saved(tmp_path).kept == 0b011111 or saved(tmp_path).player == 1)
        process.kill()
        process.wait()
        page.wait_for_selector("#notice:not([hidden])")
        before = saved(tmp_path).record()
    with play_process(tmp_path) as (_, address), open_page(address, browser=browser) as page:
        settled(page, OLED)
    assert saved(tmp_path).record() == before
