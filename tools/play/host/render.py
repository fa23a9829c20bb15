"""Renders pictures of the LED tiles and the OLED. The contact sheets of all dice are in contact_sheets.py."""

from array import array

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageOps

from sixpip.board import limiter

PITCH = 12
"""Picture pixels from one LED to the next."""
GAP = 22
OLED_SCALE = 3
_TILE = 8 * PITCH
_BACK = (9, 9, 11)
_LENS = (20, 20, 23)
_CASE = (30, 30, 34)
_GLASS = (4, 7, 10)
_GAMMA = 2.2


def _screen(linear: int) -> int:
    """Converts linear light (0..255) to a gamma-encoded value (0..255)."""
    return int(255 * (linear / 255) ** (1 / _GAMMA) + 0.5)


def tile(pixels: bytes | bytearray, palette_bytes: bytes | bytearray, number: int) -> Image.Image:
    """Renders one tile as a picture of glowing LEDs."""
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
    return ImageChops.lighter(ImageChops.lighter(lens, light), halo)


def colors_at(colors: bytes | bytearray, brightness: int) -> bytearray:
    """Returns a palette as the LEDs show it at a brightness of 1 to 255, scaled up to full brightness."""
    lut, shown = array("I", [0] * limiter.COLORS), bytearray()
    limiter.make_table(bytearray(colors), bytearray((brightness, 0, 0, 0)), lut, array("i", [0] * limiter.COLORS))
    for word in lut:
        shown += bytes(min(255, (word >> shift & 255) * 255 // brightness) for shift in (16, 24, 8))
    return shown


def render_oled(buffer: bytes | bytearray) -> Image.Image:
    """Renders the 128x64 OLED, pale blue on black, with the dark glass around it."""
    picture = Image.new("RGB", (128, 64), _GLASS)
    for y in range(64):
        for x in range(128):
            if buffer[y // 8 * 128 + x] >> (y % 8) & 1:
                picture.putpixel((x, y), (205, 232, 255))
    picture = picture.resize((128 * OLED_SCALE, 64 * OLED_SCALE), Image.Resampling.NEAREST)
    return ImageOps.expand(picture, 4 * OLED_SCALE, _GLASS)


def render_console(pixels: bytes | bytearray, palette_bytes: bytes | bytearray, oled: bytes | bytearray) -> Image.Image:
    """Renders the OLED and the six tiles below it, as on the console."""
    screen = render_oled(oled)
    width, top = 6 * _TILE + 7 * GAP, screen.height + 2 * GAP
    picture = Image.new("RGB", (width, top + _TILE + GAP), _CASE)
    picture.paste(screen, ((width - screen.width) // 2, GAP))
    for number in range(6):
        picture.paste(tile(pixels, palette_bytes, number), (GAP + number * (_TILE + GAP), top))
    return picture


class ContactSheet:
    """A contact sheet of small tiles in three columns, with labels to the left of and above them."""

    _PITCH = 56
    _SIDE = 48
    _LEFT = 124
    _COLUMNS = (0, 6, 12)
    """Count of tiles to the left of each column."""
    _APART = 20

    def __init__(self, rows: int, heads: int, brightness: int = 255) -> None:
        """`rows`: count of rows of tiles; `heads`: count of rows with labels above; `brightness`: see colors_at."""
        self._brightness = brightness
        width = self._LEFT + 19 * self._PITCH + 2 * self._APART + 8
        self.picture = Image.new("RGB", (width, rows * self._PITCH + heads * 22 + 16), _CASE)
        self._draw = ImageDraw.Draw(self.picture)
        self._y = 8

    def head(self, *labels: str) -> None:
        """Adds labels above the columns of the next row."""
        for column, text in enumerate(labels):
            self._write(self._x(column, 0), self._y + 4, text)
        self._y += 22

    def row(self, name: str) -> None:
        """Labels the current row and starts the next."""
        self._write(10, self._y + self._SIDE // 2 - 8, name)
        self._y += self._PITCH

    def put(self, column: int, place: int, pixels: bytearray, colors: bytearray, number: int = 0) -> None:
        """Pastes tile `number` of `pixels` into the current row, at index `place` of a column."""
        light = tile(pixels, colors_at(colors, self._brightness), number).resize(
            (self._SIDE, self._SIDE), Image.Resampling.LANCZOS
        )
        self.picture.paste(light, (self._x(column, place), self._y))

    def _x(self, column: int, place: int) -> int:
        return self._LEFT + (self._COLUMNS[column] + place) * self._PITCH + column * self._APART

    def _write(self, x: int, y: int, text: str) -> None:
        self._draw.text((x, y), text, fill=(205, 205, 210), font=ImageFont.load_default(14))
