"""Converts the frames of the console to text: the pixels of tiles and OLED, and the text on the OLED.

For golden screens and for tests that check the text on the screen.
"""

from tools.play.host.picture_reader import oled_lines as oled_lines

INKS = ".@%+-:HUuh,RDdr;GOog'123456!vwxyz"
"""One character for each palette index: '.' off, '@%+-:' ink, 'HUuh,' the player's hue, 'RDdr;' red, 'GOog'' gold."""

TILE_GAP = "  "


def tiles_text(pixels: bytes | bytearray) -> str:
    """Returns eight lines of six blocks of eight characters, with a character of INKS for each pixel."""
    lines = []
    for row in range(8):
        starts = [tile * 64 + row * 8 for tile in range(6)]
        lines.append(TILE_GAP.join("".join(INKS[index] for index in pixels[at : at + 8]) for at in starts))
    return "\n".join(lines) + "\n"


def oled_text(buffer: bytes | bytearray) -> str:
    """Returns the text of the OLED in eight lines, then its 64 rows of 128 pixels ('#' lit)."""
    lines = [f"{row} {line}".rstrip() for row, line in enumerate(oled_lines(buffer))]
    rows = ["".join(".#"[buffer[y // 8 * 128 + x] >> (y % 8) & 1] for x in range(128)) for y in range(64)]
    return "\n".join(lines + rows) + "\n"
