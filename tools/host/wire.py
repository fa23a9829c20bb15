"""From the bytes on the LED wire back to what a person sees. Used by the simulator, the tests and the emulator.

Written from the datasheet and the chain in DESIGN.md, not from the firmware's expander: it is the check of it.
"""

TILES = 6
SIDE = 8
PIXELS = TILES * SIDE * SIDE
WIRE_BYTES = PIXELS * 3


def light_of(wire: bytes | bytearray) -> bytes:
    """1152 bytes (red, green, blue; tile, row, column) from 1152 wire bytes (green, red, blue; serpentine rows).

    The chain runs tile by tile from the left; in a tile even rows run to the right, odd rows to the left.
    """
    light = bytearray(WIRE_BYTES)
    for led in range(PIXELS):
        row, step = divmod(led % (SIDE * SIDE), SIDE)
        column = SIDE - 1 - step if row & 1 else step
        there = (led - led % (SIDE * SIDE) + row * SIDE + column) * 3
        green, red, blue = wire[led * 3 : led * 3 + 3]
        light[there : there + 3] = bytes((red, green, blue))
    return bytes(light)
