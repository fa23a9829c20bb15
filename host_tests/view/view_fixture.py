"""Fixtures of the tests of view/: dice on the tiles, how much light they give, and how the eye sees colors."""

import math
from typing import Protocol

from sixpip.view import palette, tiles
from sixpip.view.faces import face

FRAME_MS = 33
POOL = [face(name) for name in "123456"]
FINAL = bytes((5, 0, 4, 1, 5, 2))
"""The index in POOL of the face on each tile."""
SHOWN = [POOL[place] for place in FINAL]
STATES = {
    "scores": tiles.SCORES,
    "dull": tiles.DULL,
    "chosen": tiles.CHOSEN,
    "kept": tiles.KEPT,
    "advised": tiles.ADVISED,
}

# How people without one kind of cone see linear light (Machado, Oliveira and Fernandes 2009, severity 1.0)
EYES = {
    "all three cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


class Animation(Protocol):
    """An animation of animation.py, reduced_motion.py or light_shows.py."""

    def frame(self, pixels: bytearray, elapsed_ms: int) -> bool: ...


def dice_in(state: int) -> bytearray:
    pixels = bytearray(384)
    for tile in range(6):
        tiles.paint(pixels, tile, SHOWN[tile], state)
    return pixels


def light_of(colors: bytes | bytearray) -> list[float]:
    """The luminance of each color of a palette, 1.0 being white."""
    return [(0.2126 * colors[at] + 0.7152 * colors[at + 1] + 0.0722 * colors[at + 2]) / 255 for at in range(0, 96, 3)]


def luminance(pixels: bytearray, colors: bytes | bytearray) -> list[float]:
    """The luminance of each tile with a palette, 1.0 being a tile of white pixels."""
    light = light_of(colors)
    return [sum(light[index] for index in pixels[tile * 64 : tile * 64 + 64]) / 64 for tile in range(6)]


def player_palette(player: int) -> bytearray:
    """The palette of ivory dice in the turn of a player (0 is the first)."""
    colors = bytearray(96)
    palette.load(colors)
    palette.set_player(colors, player)
    return colors


def flashes(light: list[float]) -> list[int]:
    """The frames at which the light has reversed by a tenth of full or more; two reversals are one flash (WCAG)."""
    turns, low, high, rising = [], light[0], light[0], None
    for number, value in enumerate(light):
        low, high = min(low, value), max(high, value)
        if rising is not True and value - low >= 0.1:
            turns.append(number)
            rising, high = True, value
        elif rising is not False and high - value >= 0.1:
            turns.append(number)
            rising, low = False, value
        if rising:
            low = high
        elif rising is False:
            high = low
        low, high = min(low, value), max(high, value)
    return turns


def apart(one: bytes, other: bytes) -> int:
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))


def seen(color: bytes, eyes: str = "all three cones") -> tuple[float, float, float]:
    """CIE Lab of three bytes of linear light as these eyes see them."""
    light = [value / 255 for value in color]
    return lab([min(1.0, max(0.0, sum(m * v for m, v in zip(row, light, strict=True)))) for row in EYES[eyes]])


def distance(one: bytes, other: bytes, eyes: str = "all three cones") -> float:
    """The distance of two colors; at 2 they can just be distinguished side by side."""
    return math.dist(seen(one, eyes), seen(other, eyes))


def lab(color: list[float]) -> tuple[float, float, float]:
    """CIE Lab (D65) of a linear color of 0..1."""
    rows = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))
    x, y, z = (sum(part * value for part, value in zip(row, color, strict=True)) for row in rows)
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
