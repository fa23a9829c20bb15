"""The page in Chromium: every input method presses a button exactly once, and the buzzer sounds and can be muted."""

from playwright.sync_api import Browser, Page, expect

from host_tests.page.probe import PHONE, PictureProbe, wait_for
from sixpip.board.contract import BANK, KEEP1, ROLL
from tools.play.simulator.browser import open_page
from tools.play.simulator.console import RunningConsole

KEYS = [("1", KEEP1), ("5", 4), ("r", ROLL), ("R", ROLL), ("Space", ROLL), ("Enter", ROLL), ("b", BANK)]
KEYS += [("Backspace", BANK), ("Numpad3", 2)]


def test_every_key_presses_its_button_exactly_once(page: Page, probe: PictureProbe) -> None:
    for key, _ in KEYS:
        page.keyboard.press(key)
    assert probe.presses(page) == [button for _, button in KEYS]


def test_a_key_that_repeats_itself_presses_once(page: Page, probe: PictureProbe) -> None:
    page.keyboard.down("r")
    page.keyboard.down("r")  # Playwright sends this as a repeat, as a keyboard does
    page.keyboard.down("r")
    page.keyboard.up("r")
    assert probe.presses(page) == [ROLL]


def test_two_keys_of_one_button_held_together_are_one_press(page: Page, probe: PictureProbe) -> None:
    page.keyboard.down("r")
    page.keyboard.down("Space")
    page.keyboard.up("r")
    page.keyboard.up("Space")
    assert probe.presses(page) == [ROLL]


def test_the_browsers_own_shortcuts_press_nothing(page: Page, probe: PictureProbe) -> None:
    page.keyboard.press("Control+b")
    page.keyboard.press("Alt+1")
    assert probe.presses(page) == []


def test_a_mouse_click_presses_exactly_once(page: Page, probe: PictureProbe) -> None:
    for selector in ('[data-button="0"] .cap', '[data-button="4"] .die', '[data-button="6"]', '[data-button="7"]'):
        page.click(selector)
    page.click('[data-button="6"]', button="right")
    page.dblclick('[data-button="1"]')
    assert probe.presses(page) == [KEEP1, 4, ROLL, BANK, 1, 1]


def test_a_button_is_held_until_the_mouse_is_released_even_outside_of_it(
    page: Page, console: RunningConsole, probe: PictureProbe
) -> None:
    page.hover('[data-button="6"] .cap')
    page.mouse.down()
    wait_for(lambda: console.board.held() == 1 << ROLL)
    page.mouse.move(5, 5)
    page.mouse.up()
    wait_for(lambda: console.board.held() == 0)
    assert probe.presses(page) == [ROLL]


def test_a_key_held_while_the_window_loses_the_focus_is_released(page: Page, console: RunningConsole) -> None:
    page.keyboard.down("r")
    wait_for(lambda: console.board.held() == 1 << ROLL)
    page.evaluate("dispatchEvent(new Event('blur'))")
    wait_for(lambda: console.board.held() == 0)


def test_space_after_a_mouse_click_is_still_roll(page: Page, probe: PictureProbe) -> None:
    page.click('[data-button="2"]')
    page.keyboard.press("Space")
    page.click("#mute")
    page.keyboard.press("Enter")
    assert probe.presses(page) == [2, ROLL, ROLL]


def test_a_button_reached_with_tab_is_pressed_by_space_and_enter(page: Page, probe: PictureProbe) -> None:
    page.focus('[data-button="3"]')
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert probe.presses(page) == [3, 3]


def test_a_click_by_a_screen_reader_presses_exactly_once(page: Page, probe: PictureProbe) -> None:
    page.evaluate("""document.querySelector('[data-button="7"]').click()""")
    assert probe.presses(page) == [BANK]


def test_a_touch_presses_exactly_once_on_a_phone(
    console: RunningConsole, browser: Browser, probe: PictureProbe
) -> None:
    with open_page(console.address, PHONE, scale=2, touch=True, browser=browser) as page:
        for selector in ('[data-button="0"] .cap', '[data-button="4"] .die', '[data-button="6"]', '[data-button="7"]'):
            page.tap(selector)
        assert probe.presses(page) == [KEEP1, 4, ROLL, BANK]


def test_the_sound_can_be_muted_by_key_and_by_mouse_and_stays_muted_after_a_reload(
    page: Page, probe: PictureProbe
) -> None:
    mute = page.locator("#mute")
    expect(mute).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    expect(mute).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")


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


def test_the_buzzer_sounds_after_a_gesture_and_mute_silences_it(page: Page) -> None:
    page.add_init_script(METER)
    page.reload()
    page.wait_for_selector("body[data-connected]")
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
