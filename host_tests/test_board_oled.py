"""The OLED driver on a bus of the test: what goes over the wire, and what a missing display does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixpip.board.oled import RETRY_MS, Oled
from sixpip.port import ticks_add
from tools.emulator.ssd1306 import Ssd1306

NEAR_WRAP = (1 << 30) - 1000


class Wire:
    """An I2C bus with the display's model on it, which can be unplugged."""

    def __init__(self) -> None:
        self.display = Ssd1306()
        self.plugged = True
        self.tries = 0

    def writeto(self, address: int, data: bytes | bytearray | memoryview) -> int:
        """One transfer; raises OSError as machine.I2C does when nobody answers."""
        self.tries += 1
        if not self.plugged:
            raise OSError(5)
        assert address == 0x3C
        self.display.start()
        for byte in data:
            self.display.write(byte)
        return len(data)


@pytest.fixture
def wire() -> Wire:
    return Wire()


@given(st.lists(st.tuples(st.integers(0, 1023), st.integers(0, 255)), max_size=40), st.integers(1, 4))
def test_the_display_shows_the_frame_whatever_was_shown_before(changes: list[tuple[int, int]], often: int) -> None:
    wire, frame = Wire(), bytearray(1024)
    oled = Oled(wire, frame, 0)
    for number, (at, byte) in enumerate(changes):
        frame[at] = byte
        if number % often == 0:
            oled.show(number)
            assert wire.display.frame == frame
    oled.show(99)
    assert wire.display.frame == frame
    assert wire.display.on


def test_the_display_stays_dark_until_its_memory_is_written(wire: Wire) -> None:
    wire.display.frame[:] = b"\xa5" * 1024
    oled = Oled(wire, bytearray(1024), 0)
    lit = [wire.display.on]
    oled.show(0)
    lit.append(wire.display.on)
    assert lit == [False, True]
    assert wire.display.frame == bytes(1024)


class Button:
    """A press that comes after so many questions."""

    def __init__(self, questions: int) -> None:
        self.questions = questions

    def waiting(self) -> bool:
        self.questions -= 1
        return self.questions < 0


@given(st.sets(st.integers(0, 7)), st.integers(0, 8))
def test_a_press_stops_what_is_sent_and_the_next_call_sends_the_rest(pages: set[int], sent: int) -> None:
    wire, frame = Wire(), bytearray(1024)
    oled = Oled(wire, frame, 0)
    oled.show(0)
    for page in pages:
        frame[page * 128 + 77] ^= 1
    before = wire.display.bytes_received
    oled.show(1, Button(sent))
    assert wire.display.bytes_received - before == min(sent, len(pages)) * (6 + 128)
    oled.show(2)
    assert wire.display.frame == frame
    assert wire.display.bytes_received - before == len(pages) * (6 + 128)


def test_a_dark_display_is_lit_whatever_is_pressed(wire: Wire) -> None:
    frame = bytearray(b"\x5a" * 1024)
    Oled(wire, frame, 0).show(0, Button(0))
    assert wire.display.on and wire.display.frame == frame


@given(st.sets(st.integers(0, 7)))
def test_only_changed_pages_are_sent(pages: set[int]) -> None:
    wire, frame = Wire(), bytearray(1024)
    oled = Oled(wire, frame, 0)
    oled.show(0)
    before = wire.display.bytes_received
    for page in pages:
        frame[page * 128 + 77] ^= 1
    oled.show(1)
    assert wire.display.bytes_received - before == len(pages) * (6 + 128)
    assert wire.display.frame == frame


def test_a_missing_display_is_named_and_left_alone_for_a_while(wire: Wire) -> None:
    wire.plugged = False
    oled = Oled(wire, bytearray(1024), NEAR_WRAP)
    for ms in range(0, RETRY_MS, 100):
        oled.show(ticks_add(NEAR_WRAP, ms))
    assert wire.tries == 1
    assert oled.error is not None
    assert "0x3C" in oled.error
    oled.show(ticks_add(NEAR_WRAP, RETRY_MS))
    assert wire.tries == 2


def test_a_display_that_comes_back_is_set_up_and_shown_everything(wire: Wire) -> None:
    frame = bytearray(range(256)) * 4
    oled = Oled(wire, frame, 0)
    oled.show(0)
    wire.plugged = False
    frame[0] ^= 1
    oled.show(100)
    wire.plugged, wire.display = True, Ssd1306()
    oled.show(99 + RETRY_MS)
    errors = [oled.error]
    oled.show(100 + RETRY_MS)
    errors.append(oled.error)
    assert errors[0]
    assert errors[1] is None
    assert wire.display.frame == frame
    assert wire.display.on
