"""The board modules without hardware give the same results under the real MicroPython as on CPython."""

from collections.abc import Callable

import pytest

SCRIPT = """
from array import array
from sixpip.board import limiter, oled

def frames():
    power = limiter.LedPower(limiter.WS2812B_2020)
    pixels, palette, counts, words = bytearray(384), bytearray(96), array("H", [0] * 32), array("I", [0] * 384)
    found, seed = [], 1
    for number in range(20):
        for buffer in (pixels, palette):
            for at in range(len(buffer)):
                seed = (seed * 109 + 89) % 65521
                buffer[at] = (seed & 255) >> number % 5
        limiter.count_colors(pixels, counts)
        power.prepare(palette, 13 * number, counts)
        limiter.expand(pixels, power.lut, words, number & 1 == 0)
        total = 0
        for byte in bytes(words):
            total = (total * 31 + byte) % 1000003
        found.append((power.level, power.estimated_ma, total))
    return found

print(frames())
"""


def test_twenty_frames_are_the_same_under_micropython(
    micropython: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(SCRIPT, "frames", "exec"), {})  # noqa: S102 our own text above
    here = capsys.readouterr().out
    assert len(set(here)) > 10
    assert micropython(SCRIPT).strip() == here.strip()
