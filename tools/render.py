"""Pictures of the console's light: the six tiles as glowing dots and the OLED, for people to look at.

`python -m tools.render` writes a contact sheet of all faces and states to build/faces.png.
"""

import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from sixpip.view import faces, palette, tiles
from tools import ROOT

PITCH = 12
"""Picture pixels from one LED to the next."""
GAP = 22
OLED_SCALE = 4
_TILE = 8 * PITCH
_BACK = (9, 9, 11)
_LENS = (20, 20, 23)
_GAMMA = 2.2


def _screen(linear: int) -> int:
    """A linear light of 0..255 as the screen value that looks like it."""
    return int(255 * (linear / 255) ** (1 / _GAMMA) + 0.5)


def tile(pixels: bytes | bytearray, palette_bytes: bytes | bytearray, number: int) -> Image.Image:
    """One tile as a picture of glowing dots."""
    light = Image.new("RGB", (_TILE, _TILE))
    lens = Image.new("RGB", (_TILE, _TILE), _BACK)
    glow, dots = ImageDraw.Draw(light), ImageDraw.Draw(lens)
    for place in range(64):
        x, y = place % 8 * PITCH, place // 8 * PITCH
        index = pixels[number * 64 + place]
        red, green, blue = (_screen(value) for value in palette_bytes[index * 3 : index * 3 + 3])
        box = (x + 1.5, y + 1.5, x + PITCH - 2.5, y + PITCH - 2.5)
        dots.ellipse(box, fill=_LENS)
        if index:
            glow.ellipse(box, fill=(red, green, blue))
    halo = light.filter(ImageFilter.GaussianBlur(PITCH * 0.6)).point([round(value * 0.75) for value in range(256)] * 3)
    return ImageChops.add(ImageChops.lighter(lens, light), halo)


def render_tiles(pixels: bytes | bytearray, palette_bytes: bytes | bytearray) -> Image.Image:
    """The six tiles in a row."""
    picture = Image.new("RGB", (6 * _TILE + 7 * GAP, _TILE + 2 * GAP), (30, 30, 34))
    for number in range(6):
        picture.paste(tile(pixels, palette_bytes, number), (GAP + number * (_TILE + GAP), GAP))
    return picture


def render_oled(buffer: bytes | bytearray) -> Image.Image:
    """The 128x64 screen, pale blue on black."""
    picture = Image.new("RGB", (128, 64), (4, 7, 10))
    for y in range(64):
        for x in range(128):
            if buffer[y // 8 * 128 + x] >> (y % 8) & 1:
                picture.putpixel((x, y), (205, 232, 255))
    return picture.resize((128 * OLED_SCALE, 64 * OLED_SCALE), Image.Resampling.NEAREST)


def render(
    pixels: bytes | bytearray, palette_bytes: bytes | bytearray, oled: bytes | bytearray | None = None
) -> Image.Image:
    """The console as it glows: the OLED above (when given) and the six tiles below."""
    dice = render_tiles(pixels, palette_bytes)
    if oled is None:
        return dice
    screen = render_oled(oled)
    picture = Image.new("RGB", (dice.width, dice.height + screen.height + GAP), (30, 30, 34))
    picture.paste(screen, ((dice.width - screen.width) // 2, GAP))
    picture.paste(dice, (0, screen.height + GAP))
    return picture


def stack(pictures: list[Image.Image]) -> Image.Image:
    """Pictures of one width below each other."""
    sheet = Image.new("RGB", (pictures[0].width, sum(picture.height for picture in pictures)))
    y = 0
    for picture in pictures:
        sheet.paste(picture, (0, y))
        y += picture.height
    return sheet


def contact_sheet() -> Image.Image:
    """All dice in all states, a row for each, then one die chosen and kept in each player's colour."""
    colours = bytearray(96)
    palette.load(colours, "dice-10000")
    rows = []
    for state in (tiles.SCORES, tiles.DULL, tiles.CHOSEN, tiles.KEPT, tiles.TUMBLING):
        pixels = bytearray(384)
        for number in range(6):
            tiles.paint(pixels, number, faces.face(str(number + 1)), state)
        rows.append(render_tiles(pixels, colours))
    pixels = bytearray(384)
    for number in range(6):
        tiles.draw(pixels, number, faces.face(chr(ord("A") + number)), faces.FREE, palette.SEAT + number)
    rows.append(render_tiles(pixels, colours))
    for seat in range(palette.SEATS):
        palette.seat(colours, seat)
        for number, state in enumerate((tiles.SCORES, tiles.CHOSEN, tiles.KEPT) * 2):
            tiles.paint(pixels, number, faces.face("345"[number % 3] if number < 3 else "AKQ"[number % 3]), state)
        rows.append(render_tiles(pixels, colours))
    return stack(rows)


def main() -> int:
    """Write the contact sheet and print where it is."""
    target = Path(ROOT) / "build" / "faces.png"
    target.parent.mkdir(exist_ok=True)
    contact_sheet().save(target)
    print(target.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
