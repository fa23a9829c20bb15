"""Converts the bytes on the LED wire to the light of each pixel.

Written from the datasheet and the order of the chain, independently of the firmware's expander, to verify it.
"""

TILES = 6
SIDE = 8
PIXELS = TILES * SIDE * SIDE
WIRE_BYTES = PIXELS * 3


def wire_to_light(wire: bytes | bytearray) -> bytes:
    """Converts 1152 wire bytes (green, red, blue) to 1152 bytes (red, green, blue) by tile, row and column.

    The chain goes from tile to tile from the left; in a tile, even rows go to the right and odd rows to the left.
    """
    light = bytearray(WIRE_BYTES)
    for led in range(PIXELS):
        row, step = divmod(led % (SIDE * SIDE), SIDE)
        column = SIDE - 1 - step if row & 1 else step
        at = (led - led % (SIDE * SIDE) + row * SIDE + column) * 3
        green, red, blue = wire[led * 3 : led * 3 + 3]
        light[at : at + 3] = bytes((red, green, blue))
    return bytes(light)
