"""The current of the LED chain for given data on the wire, computed without the firmware's limiter."""

from array import array

from sixpip.board.limiter import PIXELS

LedType = tuple[str, int, int, int, int]
"""A row of limiter.LED_TYPES: name, mA of red, green and blue at full level, idle current in uA."""


def drawn_ma(words: "bytes | bytearray | array[int]", led_type: LedType) -> float:
    """Returns the LED current for these words on the wire: each channel in proportion, plus the idle current."""
    _, red, green, blue, idle_ua = led_type
    words = bytes(words)
    lit = sum(words[2::4]) * red + sum(words[3::4]) * green + sum(words[1::4]) * blue
    return lit / 255 + float(PIXELS) * idle_ua / 1000
