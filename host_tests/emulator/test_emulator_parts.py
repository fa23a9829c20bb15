"""The models of LED chain and display, without the emulated chip."""

import contextlib
from pathlib import Path

import pytest

from host_tests.mutations import mutations
from sixpip.board.chips import RP2040, RP2350
from tools.board.uf2 import FLASH, make_uf2
from tools.check.emulator.image import VARIABLE, EmulatorUnavailable, find_image
from tools.check.emulator.ssd1306 import Ssd1306
from tools.check.emulator.ws2812 import Decoder


def send(decoder: Decoder, start_ns: float, data: bytes, zero_ns: float = 300, one_ns: float = 800) -> float:
    """Sends `data` as WS2812 pulses of 1250 ns; returns the time of the next bit."""
    now = start_ns
    for byte in data:
        for bit in range(7, -1, -1):
            decoder.edge(now, True)
            decoder.edge(now + (one_ns if byte >> bit & 1 else zero_ns), False)
            now += 1250
    return now


def test_valid_pulses_are_decoded_to_the_bytes_sent() -> None:
    decoder = Decoder()
    end = send(decoder, 1000, b"\x01\x80\xa5")
    decoder.finish(end + 60_000)
    assert [(frame.grb, frame.bad_bits) for frame in decoder.frames] == [(b"\x01\x80\xa5", 0)]


def test_a_frame_is_not_complete_before_its_reset_gap() -> None:
    decoder = Decoder()
    end = send(decoder, 0, b"\x01\x02\x03")
    decoder.finish(end + 20_000)
    assert decoder.frames == []


def test_a_pause_of_fifty_microseconds_separates_two_frames_and_a_shorter_one_does_not() -> None:
    decoder = Decoder()
    end = send(decoder, 0, b"\x01\x02\x03")
    end = send(decoder, end + 40_000, b"\x04\x05\x06")
    end = send(decoder, end + 60_000, b"\x07\x08\x09")
    decoder.finish(end + 60_000)
    assert [frame.grb for frame in decoder.frames] == [b"\x01\x02\x03\x04\x05\x06", b"\x07\x08\x09"]


@pytest.mark.parametrize(("zero_ns", "one_ns"), [(100, 800), (300, 1300), (470, 800), (300, 490)])
def test_pulses_outside_the_datasheet_are_counted_as_bad_bits(zero_ns: float, one_ns: float) -> None:
    decoder = Decoder()
    end = send(decoder, 0, b"\x0f", zero_ns, one_ns)
    decoder.finish(end + 60_000)
    assert decoder.frames[0].bad_bits == 4


def test_bits_that_do_not_fill_a_byte_are_counted_as_bad_bits() -> None:
    decoder = Decoder()
    send(decoder, 0, b"\x55")
    decoder.edge(10_000, True)
    decoder.edge(10_300, False)
    decoder.finish(100_000)
    assert (decoder.frames[0].grb, decoder.frames[0].bad_bits) == (b"\x55", 1)


def commands(display: Ssd1306, *values: int) -> None:
    """Sends commands in one transfer."""
    display.start()
    for value in (0x00, *values):
        display.write(value)


def data(display: Ssd1306, values: bytes) -> None:
    """Sends picture data in one transfer."""
    display.start()
    for value in (0x40, *values):
        display.write(value)


def test_horizontal_addressing_fills_a_window_row_by_row() -> None:
    display = Ssd1306()
    commands(display, 0x20, 0x00, 0x21, 126, 127, 0x22, 6, 7)
    data(display, b"\x01\x02\x03\x04\x05")
    window = {index: byte for index, byte in enumerate(display.frame) if byte}
    assert window == {6 * 128 + 126: 5, 6 * 128 + 127: 2, 7 * 128 + 126: 3, 7 * 128 + 127: 4}


def test_without_horizontal_addressing_all_data_stays_on_one_page() -> None:
    display = Ssd1306()
    commands(display, 0x21, 126, 127, 0x22, 6, 7)
    data(display, b"\x01\x02\x03")
    assert {index: byte for index, byte in enumerate(display.frame) if byte} == {6 * 128 + 126: 3, 6 * 128 + 127: 2}


def test_an_argument_is_not_executed_as_a_command() -> None:
    display = Ssd1306()
    commands(display, 0x81, 0xAF, 0xD5, 0xAF, 0xA7)
    assert (display.on, display.contrast, display.inverted) == (False, 0xAF, True)
    commands(display, 0xAF)
    assert display.on


def test_a_missing_image_is_reported_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none.uf2"))
    with pytest.raises(EmulatorUnavailable, match=r"none.uf2 cannot be read \(No such file or directory\): set "):
        find_image()


def test_a_damaged_image_is_reported_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = make_uf2(b"MicroPython".ljust(3000), FLASH, RP2040)
    (tmp_path / "own.uf2").write_bytes(whole[:-7])
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own.uf2"))
    with pytest.raises(
        EmulatorUnavailable, match=r"own.uf2 is not a complete UF2 file: set SIXPIP_UF2 to a copy of .*\.$"
    ):
        find_image()
    for data in mutations(whole, 200):
        (tmp_path / "own.uf2").write_bytes(data)
        with contextlib.suppress(EmulatorUnavailable):
            find_image()


def test_the_image_in_the_environment_variable_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.uf2").write_bytes(make_uf2(b"MicroPython", FLASH, RP2040))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own.uf2"))
    assert find_image() == tmp_path / "own.uf2"


def test_an_image_for_another_chip_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.uf2").write_bytes(make_uf2(b"MicroPython", FLASH, RP2350))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own.uf2"))
    with pytest.raises(EmulatorUnavailable, match=r"own.uf2 is not for the RP2040: set SIXPIP_UF2 to a copy of"):
        find_image()
