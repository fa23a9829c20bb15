"""The OLED driver with a model of the display on its bus: what it sends, and what happens when the display fails."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixpip.board.oled import PAGES, REFRESH_MS, RETRY_MS, Oled
from sixpip.compat import ticks_add
from tools.check.emulator.oled import Ssd1306

NEAR_WRAP = (1 << 30) - 1000


PAGE_BYTES = 6 + 128
"""Bytes of one page: the commands that address it, and its columns."""


class Wire:
    def __init__(self) -> None:
        self.display = Ssd1306()
        self.plugged = True
        self.transfers = 0
        self.went_dark = False
        """Whether the display was switched off by a command."""

    def writeto(self, address: int, data: bytes | bytearray | memoryview) -> int:
        """Send one transfer; raises OSError as machine.I2C does when no device answers."""
        self.transfers += 1
        if not self.plugged:
            raise OSError(5)
        assert address == 0x3C
        self.display.start()
        for byte in data:
            was_on = self.display.on
            self.display.write(byte)
            self.went_dark |= was_on and not self.display.on
        return len(data)

    def lit(self) -> bool:
        """Whether the display is on."""
        return self.display.on

    def lose_power(self) -> None:
        """The display loses its power for a moment: it is off, its settings are gone, its memory holds noise."""
        self.display = Ssd1306(noise=True)


@pytest.fixture
def wire() -> Wire:
    """A bus with a display that has just got its power."""
    return Wire()


def picture() -> bytearray:
    return bytearray((at * 7 + at // 128) & 255 for at in range(1024))


@given(st.lists(st.tuples(st.integers(0, 1023), st.integers(0, 255)), max_size=40), st.integers(1, 4))
def test_the_display_shows_the_frame_after_any_changes(changes: list[tuple[int, int]], often: int) -> None:
    wire, frame = Wire(), bytearray(1024)
    oled = Oled(wire, frame, 0)
    for number, (at, byte) in enumerate(changes):
        frame[at] = byte
        if number % often == 0:
            oled.show(number)
            assert wire.display.frame == frame
    oled.show(99)
    assert wire.display.frame == frame
    assert wire.lit()


def test_the_settings_are_those_of_a_display_with_64_rows_and_its_own_charge_pump(wire: Wire) -> None:
    """The values are those of the datasheet of the SSD1306, revision 1.1, tables 9-1 and 10.1, and its application
    note on the charge pump.
    """
    Oled(wire, bytearray(1024), 0)
    settings = {command: arguments[0] for command, arguments in wire.display.settings.items()}
    assert settings[0xA8] + 1 == 64 and settings[0xD3] == 0
    assert settings[0x8D] == 0x14, "the charge pump is on"
    assert settings[0xDA] == 0x12, "rows alternate between the two sides of the display"
    assert settings[0xD9] & 15 and settings[0xD9] >> 4, "0 is not a valid phase of the precharge"
    assert settings[0xDB] in (0x00, 0x20, 0x30), "the levels of VCOMH"
    assert settings[0xD5] & 15 == 0, "the clock is not divided"
    assert settings[0x20] == 0, "addresses are horizontal"


def test_the_display_stays_dark_until_its_memory_is_written(wire: Wire) -> None:
    wire.display.frame[:] = b"\xa5" * 1024
    oled = Oled(wire, bytearray(1024), 0)
    lit = [wire.lit()]
    oled.show(0)
    lit.append(wire.lit())
    assert lit == [False, True]
    assert wire.display.frame == bytes(1024)


class Buttons:
    """A press that is there after `has_press` was called `count` times."""

    def __init__(self, count: int) -> None:
        self.left = count

    def has_press(self) -> bool:
        self.left -= 1
        return self.left < 0


@given(st.sets(st.integers(0, 7)), st.integers(0, 8))
def test_a_press_stops_sending_and_the_next_call_sends_the_remaining_pages(pages: set[int], sent: int) -> None:
    wire, frame = Wire(), bytearray(1024)
    oled = Oled(wire, frame, 0)
    oled.show(0)
    for page in pages:
        frame[page * 128 + 77] ^= 1
    before = wire.display.bytes_received
    buttons: Any = Buttons(sent)
    oled.show(1, buttons)
    assert wire.display.bytes_received - before == min(sent, len(pages)) * PAGE_BYTES
    oled.show(2)
    assert wire.display.frame == frame
    assert wire.display.bytes_received - before == len(pages) * PAGE_BYTES


@pytest.mark.parametrize("sent", range(PAGES + 1))
@pytest.mark.parametrize("was_unplugged", [False, True])
def test_a_press_does_not_keep_a_dark_display_from_being_switched_on_with_its_whole_picture(
    wire: Wire, was_unplugged: bool, sent: int
) -> None:
    frame, now_ms = picture(), 0
    oled = Oled(wire, frame, now_ms)
    if was_unplugged:
        oled.show(now_ms)
        wire.plugged = False
        oled.switch(True, now_ms)
        wire.plugged = True
        wire.lose_power()
        now_ms += RETRY_MS
    buttons: Any = Buttons(sent)
    oled.show(now_ms, buttons)
    oled.show(now_ms + 1)
    assert wire.lit() and wire.display.frame == frame


def test_a_missing_display_is_reported_and_tried_again_after_a_pause(wire: Wire) -> None:
    wire.plugged = False
    oled = Oled(wire, bytearray(1024), NEAR_WRAP)
    for ms in range(0, RETRY_MS, 100):
        oled.show(ticks_add(NEAR_WRAP, ms))
    assert wire.transfers == 1
    assert oled.error is not None
    assert oled.error == "The OLED does not answer at 0x3C: check its plug, SDA on GP20 and SCL on GP21."
    oled.show(ticks_add(NEAR_WRAP, RETRY_MS))
    assert wire.transfers == 2


@pytest.mark.parametrize("days", [7, 12.4, 13])
def test_a_missing_display_is_tried_again_however_long_the_console_is_on(days: float, wire: Wire) -> None:
    wire.plugged = False
    oled = Oled(wire, bytearray(1024), NEAR_WRAP)
    now_ms = ticks_add(NEAR_WRAP, int(days * 86_400_000))
    oled.show(now_ms)
    oled.show(ticks_add(now_ms, RETRY_MS))
    assert wire.transfers > 1


def test_a_display_that_lost_its_power_unnoticed_is_restored_page_by_page(wire: Wire) -> None:
    frame, now_ms = picture(), NEAR_WRAP
    oled = Oled(wire, frame, now_ms)
    oled.show(now_ms)
    wire.lose_power()
    for page in range(PAGES):
        now_ms = ticks_add(now_ms, REFRESH_MS)
        oled.refresh(now_ms)
        assert wire.lit()
        assert wire.display.frame[: (page + 1) * 128] == frame[: (page + 1) * 128]
    assert wire.display.frame == frame
    assert oled.error is None
    frame[5] ^= 1
    oled.show(now_ms)
    assert wire.display.frame == frame


def test_refreshing_a_display_that_is_on_never_switches_it_off(wire: Wire) -> None:
    frame = picture()
    oled = Oled(wire, frame, 0)
    oled.show(0)
    for step in range(1, 2 * PAGES + 1):
        oled.refresh(step * REFRESH_MS)
        assert wire.display.frame == frame
    assert wire.lit() and not wire.went_dark


def test_a_refresh_sends_the_settings_and_one_page_and_then_pauses(wire: Wire) -> None:
    oled = Oled(wire, picture(), NEAR_WRAP)
    oled.show(NEAR_WRAP)
    settings, sent = 24, wire.display.bytes_received
    for ms in range(0, 2 * REFRESH_MS, 10):
        oled.refresh(ticks_add(NEAR_WRAP, ms))
    assert wire.display.bytes_received - sent == settings + PAGE_BYTES
    oled.refresh(ticks_add(NEAR_WRAP, 2 * REFRESH_MS))
    assert wire.display.bytes_received - sent == 2 * (settings + PAGE_BYTES)


def test_a_display_that_is_switched_off_is_not_refreshed(wire: Wire) -> None:
    oled = Oled(wire, picture(), 0)
    oled.show(0)
    oled.switch(False, 0)
    sent = wire.transfers
    oled.refresh(10 * REFRESH_MS)
    assert wire.transfers == sent
    oled.switch(True, 10 * REFRESH_MS)
    oled.refresh(10 * REFRESH_MS)
    assert wire.transfers > sent + 1


def test_a_refresh_finds_a_display_that_was_unplugged_and_restores_it_after_a_pause(wire: Wire) -> None:
    frame = picture()
    oled = Oled(wire, frame, 0)
    oled.show(0)
    wire.plugged = False
    oled.refresh(REFRESH_MS)
    errors = [oled.error]
    wire.plugged = True
    wire.lose_power()
    tried = wire.transfers
    oled.refresh(REFRESH_MS + RETRY_MS - 1)
    assert wire.transfers == tried
    oled.refresh(2 * REFRESH_MS + RETRY_MS)
    errors.append(oled.error)
    assert errors[0] and errors[1] is None
    assert wire.lit() and wire.display.frame == frame


def test_switching_off_darkens_the_display_and_keeps_its_picture(wire: Wire) -> None:
    frame = picture()
    oled = Oled(wire, frame, 0)
    oled.show(0)
    sent = wire.display.bytes_received
    oled.switch(False, 1)
    frame[700] ^= 1
    oled.show(2)
    assert not wire.lit() and wire.display.frame == frame
    oled.switch(True, 3)
    assert wire.lit()
    assert wire.display.frame == frame
    assert wire.display.bytes_received == sent + 2 + PAGE_BYTES


def test_switching_on_before_the_first_picture_does_not_light_unknown_memory(wire: Wire) -> None:
    wire.lose_power()
    frame = picture()
    oled = Oled(wire, frame, 0)
    oled.switch(True, 0)
    assert not wire.lit()
    oled.show(0)
    assert wire.lit() and wire.display.frame == frame


@pytest.mark.parametrize("on", [False, True])
def test_switching_a_display_that_was_unplugged_reports_it(wire: Wire, on: bool) -> None:
    oled = Oled(wire, picture(), 0)
    oled.show(0)
    wire.plugged = False
    oled.switch(on, 1)
    assert oled.error is not None
    tried = wire.transfers
    oled.switch(not on, 2)
    assert wire.transfers == tried
