"""The page in a real Chromium: what it paints, and that every way to press a button presses it exactly once."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("aiohttp", reason="aiohttp is not installed: `make test` installs it")
pytest.importorskip("playwright", reason="Playwright is not installed: `make test` installs it")

from playwright.sync_api import Browser, Page, expect

from sixpip.board.buttons import BANK, KEEP1, KEEP6, MENU, ROLL
from tools.play.board import SimBoard
from tools.play.browser import browsing, chromium, open_page
from tools.play.session import Session, playing

pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium: install one, or name it with CHROMIUM=path")

PATIENCE_S = 10
PHONE = (390, 844)
RED, FAINT_RED, BLUE = 1, 2, 3

# The colour on the canvas in the middle of every LED of a die: 64 x (red, green, blue, alpha)
LEDS = """place => {
  const canvas = document.querySelectorAll("canvas.leds")[place], pen = canvas.getContext("2d");
  const cell = canvas.width / 8, found = [];
  for (let row = 0; row < 8; row++) for (let column = 0; column < 8; column++)
    found.push([...pen.getImageData((column + .5) * cell, (row + .5) * cell, 1, 1).data]);
  return found;
}"""
# The screen as 64 rows of 128, 1 where a point is lit in its middle
OLED = """() => {
  const canvas = document.getElementById("oled"), pen = canvas.getContext("2d"), scale = canvas.width / 128;
  const all = pen.getImageData(0, 0, canvas.width, canvas.height).data, rows = [];
  for (let y = 0; y < 64; y++) rows.push(Array.from({length: 128}, (_, x) =>
    all[(Math.floor((y + .5) * scale) * canvas.width + Math.floor((x + .5) * scale)) * 4 + 3] > 128 ? 1 : 0));
  return rows;
}"""


class Probe:
    """A firmware with a fixed picture that notes presses; tones on ROLL."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.pressed = threading.Condition()
        self.lit = {(0, 0, 0): RED, (0, 7, 7): FAINT_RED, (3, 2, 5): BLUE, (5, 1, 0): RED}

    def run(self, board: SimBoard) -> None:
        board.palette[3:12] = b"\xff\x10\x00" + b"\x20\x02\x00" + b"\x00\x10\xff"
        for (tile, row, column), colour in self.lit.items():
            board.pixels[tile * 64 + row * 8 + column] = colour
        for at in range(1024):
            board.oled[at] = at * 37 & 0xFF
        board.show_tiles()
        board.show_oled()
        while True:
            board.wait(1000)
            while (button := board.next_press()) >= 0:
                with self.pressed:
                    self.taken.append(button)
                    self.pressed.notify_all()
                if button == MENU:
                    raise ZeroDivisionError("a test broke the firmware")
                board.tone(2000 if button == ROLL else 0, 2)

    def settled(self, page: Page) -> list[int]:
        """All presses taken so far, once KEEP6, pressed as a marker, has come through behind them."""
        page.evaluate(MARK)
        with self.pressed:
            assert self.pressed.wait_for(lambda: KEEP6 in self.taken, PATIENCE_S)
            taken = [button for button in self.taken if button != KEEP6]
            self.taken.clear()
        return taken


MARK = """() => { for (const type of ["keydown", "keyup"]) dispatchEvent(new KeyboardEvent(type, {key: "6", code: "Digit6"})) }"""


@pytest.fixture
def probe() -> Probe:
    return Probe()


@pytest.fixture
def session(tmp_path: Path, probe: Probe) -> Iterator[Session]:
    with playing(str(tmp_path), probe.run) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as running:
        yield running


@pytest.fixture
def page(session: Session, browser: Browser) -> Iterator[Page]:
    with open_page(session.address, browser=browser) as opened:
        yield opened


def test_the_dice_on_the_page_are_lit_where_the_board_says(page: Page, probe: Probe) -> None:
    for tile in range(6):
        shown = page.evaluate(LEDS, tile)
        lit = [(tile, at // 8, at % 8) for at in range(64) if shown[at][3] > 60]
        assert lit == [place for place in sorted(probe.lit) if place[0] == tile]


def test_a_led_on_the_page_has_the_colour_and_strength_of_its_light(page: Page) -> None:
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
    assert strength[0] > 0, "the lit corner of the first die shines beyond it"
    assert strength[1] == 0, "a dark die does not"


def test_the_screen_on_the_page_is_the_boards_point_by_point(page: Page, session: Session) -> None:
    shown = session.board.oled_shown
    expected = [[shown[(y >> 3) * 128 + x] >> (y & 7) & 1 for x in range(128)] for y in range(64)]
    assert page.evaluate(OLED) == expected


KEYS = [("1", KEEP1), ("5", 4), ("r", ROLL), ("R", ROLL), ("Space", ROLL), ("Enter", ROLL), ("b", BANK)]
KEYS += [("Backspace", BANK), ("Numpad3", 2)]


def test_every_key_presses_its_button_exactly_once(page: Page, probe: Probe) -> None:
    for key, _ in KEYS:
        page.keyboard.press(key)
    assert probe.settled(page) == [button for _, button in KEYS]


def test_a_key_that_repeats_itself_presses_once(page: Page, probe: Probe) -> None:
    page.keyboard.down("r")
    page.keyboard.down("r")  # Playwright sends the second one as a repeat, as a keyboard does
    page.keyboard.down("r")
    page.keyboard.up("r")
    assert probe.settled(page) == [ROLL]


def test_two_keys_of_one_button_are_one_press_while_either_is_down(page: Page, probe: Probe) -> None:
    page.keyboard.down("r")
    page.keyboard.down("Space")
    page.keyboard.up("r")
    page.keyboard.up("Space")
    assert probe.settled(page) == [ROLL]


def test_the_browsers_own_shortcuts_press_nothing(page: Page, probe: Probe) -> None:
    page.keyboard.press("Control+b")
    page.keyboard.press("Alt+1")
    assert probe.settled(page) == []


def test_a_mouse_click_presses_exactly_once(page: Page, probe: Probe) -> None:
    for selector in ('[data-button="0"] .cap', '[data-button="4"] .die', '[data-button="6"]', '[data-button="7"]'):
        page.click(selector)
    page.click('[data-button="6"]', button="right")
    page.dblclick('[data-button="1"]')
    assert probe.settled(page) == [KEEP1, 4, ROLL, BANK, 1, 1]


def test_a_button_is_held_until_the_mouse_lets_go_even_beside_it(page: Page, session: Session, probe: Probe) -> None:
    page.hover('[data-button="6"] .cap')
    page.mouse.down()
    wait_for(lambda: session.board.held() == 1 << ROLL)
    page.mouse.move(5, 5)
    page.mouse.up()
    wait_for(lambda: session.board.held() == 0)
    assert probe.settled(page) == [ROLL]


def test_a_key_held_while_the_window_loses_the_focus_comes_up(page: Page, session: Session) -> None:
    page.keyboard.down("r")
    wait_for(lambda: session.board.held() == 1 << ROLL)
    page.evaluate("dispatchEvent(new Event('blur'))")
    wait_for(lambda: session.board.held() == 0)


def test_space_after_a_mouse_click_is_still_roll(page: Page, probe: Probe) -> None:
    page.click('[data-button="2"]')
    page.keyboard.press("Space")
    page.click("#mute")
    page.keyboard.press("Enter")
    assert probe.settled(page) == [2, ROLL, ROLL]


def test_a_button_reached_with_tab_is_pressed_by_space_and_enter(page: Page, probe: Probe) -> None:
    page.focus('[data-button="3"]')
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert probe.settled(page) == [3, 3]


def test_a_screen_readers_click_presses_exactly_once(page: Page, probe: Probe) -> None:
    page.evaluate("""document.querySelector('[data-button="7"]').click()""")
    assert probe.settled(page) == [BANK]


def test_a_touch_presses_exactly_once_on_a_phone(session: Session, browser: Browser, probe: Probe) -> None:
    with open_page(session.address, PHONE, scale=2, touch=True, browser=browser) as page:
        for selector in ('[data-button="0"] .cap', '[data-button="4"] .die', '[data-button="6"]', '[data-button="7"]'):
            page.tap(selector)
        assert probe.settled(page) == [KEEP1, 4, ROLL, BANK]


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600), PHONE, (844, 390), (320, 568), (820, 1180)])
def test_everything_is_inside_the_window_and_large_enough_for_a_finger(
    session: Session, browser: Browser, size: tuple[int, int]
) -> None:
    touch = size[0] < 900
    with open_page(session.address, size, touch=touch, browser=browser) as page:
        boxes = page.evaluate("""() => [...document.querySelectorAll("button, #oled, .die")].map((part) => {
            const {left, top, right, bottom} = part.getBoundingClientRect();
            return [part.className || part.id, left, top, right, bottom];
        })""")
        for name, left, top, right, bottom in boxes:
            assert 0 <= left < right <= size[0] and 0 <= top < bottom <= size[1], name
            if touch and name.startswith(("slot", "control")):
                assert right - left >= 30 and bottom - top >= 30, name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_sound_can_be_muted_by_key_and_by_mouse_and_stays_so(page: Page, probe: Probe) -> None:
    mute = page.locator("#mute")
    expect(mute).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    expect(mute).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")


# Replaces the loudspeaker by a meter before the page's own code runs
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


def test_the_buzzer_sounds_after_a_gesture_and_mute_silences_it(page: Page) -> None:
    page.add_init_script(METER)
    page.reload()
    page.wait_for_selector("body[data-linked]")
    assert page.evaluate("loudest()") == 0
    page.keyboard.press("1")  # the gesture; its tone is silence
    wait_for(lambda: page.evaluate("window.meter?.context.state === 'running'"))
    page.keyboard.press("r")
    wait_for(lambda: page.evaluate("loudest() > 0.02"))
    page.keyboard.press("s")
    wait_for(lambda: page.evaluate("loudest() < 0.001"))
    page.keyboard.press("s")
    wait_for(lambda: page.evaluate("loudest() > 0.02"))
    page.keyboard.press("1")
    wait_for(lambda: page.evaluate("loudest() < 0.001"))


def test_the_page_says_that_the_console_is_off_and_finds_it_again(tmp_path: Path, browser: Browser) -> None:
    after = Probe()
    after.lit = {(2, 3, 3): RED}
    first = playing(str(tmp_path), Probe().run)
    address = first.__enter__().address
    with open_page(address, browser=browser) as page:
        expect(page.locator("#notice")).to_be_hidden()
        first.__exit__(None, None, None)
        expect(page.locator("#notice")).to_contain_text("The console is switched off.")
        expect(page.locator("#notice")).to_be_visible()
        page.keyboard.press("r")  # pressed into the void: must not be remembered
        with playing(str(tmp_path), after.run, port=int(address.rstrip("/").rpartition(":")[2])):
            expect(page.locator("#notice")).to_be_hidden()
            wait_for(lambda: page.evaluate(LEDS, 2)[27][3] > 60)
            assert after.settled(page) == []


def test_a_crash_of_the_firmware_is_shown_on_the_page(page: Page) -> None:
    expect(page.locator("#crash")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("#crash")).to_contain_text("ZeroDivisionError: a test broke the firmware")


def test_the_page_has_no_errors_and_asks_no_one_else(page: Page, session: Session) -> None:
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_selector("body[data-linked]")
    page.keyboard.press("r")
    assert said == []
    assert asked and all(url.startswith((session.address, "data:")) for url in asked)


def wait_for(fact: Callable[[], bool]) -> None:
    """Wait until `fact()` is true."""
    pause = threading.Event()
    for _ in range(PATIENCE_S * 50):
        if fact():
            return
        pause.wait(0.02)
    pytest.fail("it did not come to be")
