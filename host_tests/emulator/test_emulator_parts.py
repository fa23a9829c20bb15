"""The model of the LED chain, and the choice of MicroPython's image, without the emulated chip."""

from pathlib import Path

import pytest

from sixpip.board.chips import RP2040, RP2350
from tools.board.uf2 import FLASH, make_uf2
from tools.check.emulator.image import VARIABLE, EmulatorUnavailable, find_image
from tools.check.emulator.leds import Decoder


def send(decoder: Decoder, start_ns: float, data: bytes, zero_ns: float = 300, one_ns: float = 800) -> float:
    """Sends `data` as WS2812 pulses of 1250 ns; returns the time of the next bit."""
    now = start_ns
    for byte in data:
        for bit in range(7, -1, -1):
            decoder.edge(now, True)
            decoder.edge(now + (one_ns if byte >> bit & 1 else zero_ns), False)
            now += 1250
    return now


def test_a_pause_of_fifty_microseconds_separates_two_frames_and_a_shorter_one_does_not() -> None:
    decoder = Decoder()
    end = send(decoder, 0, b"\x01\x02\x03")
    end = send(decoder, end + 40_000, b"\x04\x05\x06")
    end = send(decoder, end + 60_000, b"\x07\x08\xa5")
    decoder.finish(end + 60_000)
    frames = [(frame.grb, frame.bad_bits) for frame in decoder.frames]
    assert frames == [(b"\x01\x02\x03\x04\x05\x06", 1), (b"\x07\x08\xa5", 0)]


@pytest.mark.parametrize(("zero_ns", "one_ns"), [(100, 800), (300, 1300), (470, 800), (300, 490)])
def test_pulses_outside_the_datasheet_are_counted_as_bad_bits(zero_ns: float, one_ns: float) -> None:
    decoder = Decoder()
    end = send(decoder, 0, b"\x0f", zero_ns, one_ns)
    decoder.finish(end + 60_000)
    assert decoder.frames[0].bad_bits == 4


NOT_FOR = "is not for the RP2040: set SIXPIP_UF2 to a copy of"
WHOLE = make_uf2(b"MicroPython".ljust(3000), FLASH, RP2040)
IMAGES = [
    (None, r"cannot be read \(No such file or directory\): set "),
    (WHOLE[:-7], r"is not a complete UF2 file: set SIXPIP_UF2 to a copy of .*\.$"),
    (make_uf2(b"MicroPython", FLASH, RP2350), NOT_FOR),
]


@pytest.mark.parametrize(("data", "sentence"), IMAGES, ids=["missing", "damaged", "another chip"])
def test_an_image_that_cannot_be_used_is_reported_in_one_sentence(
    data: bytes | None, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own.uf2"))
    if data is not None:
        (tmp_path / "own.uf2").write_bytes(data)
    with pytest.raises(EmulatorUnavailable, match=f"own.uf2 {sentence}"):
        find_image()
