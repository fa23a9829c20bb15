"""Renders pictures of the LED tiles and the OLED.

`python -m tools.render` writes two contact sheets: all faces, states and colors to build/faces.png, and the Phase 10
dice to build/phase.png.
"""

import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from sixpip.rules.phase_ten import dice
from sixpip.rules.variants import find
from sixpip.view import animation, faces, palette, tiles
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


def render_tiles(pixels: bytes | bytearray, palette_bytes: bytes | bytearray) -> Image.Image:
    """Renders the six tiles in a row."""
    picture = Image.new("RGB", (6 * _TILE + 7 * GAP, _TILE + 2 * GAP), (30, 30, 34))
    for number in range(6):
        picture.paste(tile(pixels, palette_bytes, number), (GAP + number * (_TILE + GAP), GAP))
    return picture


def render_oled(buffer: bytes | bytearray) -> Image.Image:
    """Renders the 128x64 OLED, pale blue on black."""
    picture = Image.new("RGB", (128, 64), (4, 7, 10))
    for y in range(64):
        for x in range(128):
            if buffer[y // 8 * 128 + x] >> (y % 8) & 1:
                picture.putpixel((x, y), (205, 232, 255))
    return picture.resize((128 * OLED_SCALE, 64 * OLED_SCALE), Image.Resampling.NEAREST)


def render(
    pixels: bytes | bytearray, palette_bytes: bytes | bytearray, oled: bytes | bytearray | None = None
) -> Image.Image:
    """Renders the six tiles, with the OLED above them if it is given."""
    dice = render_tiles(pixels, palette_bytes)
    if oled is None:
        return dice
    screen = render_oled(oled)
    picture = Image.new("RGB", (dice.width, dice.height + screen.height + GAP), (30, 30, 34))
    picture.paste(screen, ((dice.width - screen.width) // 2, GAP))
    picture.paste(dice, (0, screen.height + GAP))
    return picture


class ContactSheet:
    """A contact sheet of small tiles in three columns, with labels to the left of and above them."""

    _PITCH = 56
    _SIDE = 48
    _LEFT = 108
    _COLUMNS = (0, 6, 12)
    """Count of tiles to the left of each column."""
    _APART = 20

    def __init__(self, rows: int, heads: int) -> None:
        """`rows`: count of rows of tiles; `heads`: count of rows with labels above."""
        width = self._LEFT + 19 * self._PITCH + 2 * self._APART + 8
        self.picture = Image.new("RGB", (width, rows * self._PITCH + heads * 22 + 16), (30, 30, 34))
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
        light = tile(pixels, colors, number).resize((self._SIDE, self._SIDE), Image.Resampling.LANCZOS)
        self.picture.paste(light, (self._x(column, place), self._y))

    def _x(self, column: int, place: int) -> int:
        return self._LEFT + (self._COLUMNS[column] + place) * self._PITCH + column * self._APART

    def _write(self, x: int, y: int, text: str) -> None:
        self._draw.text((x, y), text, fill=(205, 205, 210), font=ImageFont.load_default(14))


STATES = {
    "can score": tiles.SCORES,
    "cannot score": tiles.DULL,
    "chosen": tiles.CHOSEN,
    "kept": tiles.KEPT,
    "tumbling": tiles.TUMBLING,
}
VARIANTS = (
    ("dice-10000", "ten-grand", "five-cubes"),
    ("ten-thousand", "family-10000", "seven-dice"),
    ("farkle", "farkle-retail", "farkle-online"),
    ("zilch", "kingdom", "pure"),
)


def _kind(variant: str) -> str:
    """The kind of dice of a variant on the sheet."""
    return {"ten-grand": "grand", "five-cubes": "cubes"}.get(variant, "pips")


def _states(sheet: ContactSheet, colors: bytearray) -> None:
    """Adds every face of every kind of dice, with a row for each state."""
    sheet.head("pips", "Ten Grand", "five cubes")
    pixels = bytearray(384)
    for name, state in STATES.items():
        for column, kind in enumerate(("pips", "grand", "cubes")):
            for place, drawn in enumerate(faces.KINDS[kind].values()):
                tiles.paint(pixels, 0, drawn, state)
                sheet.put(column, place, pixels, colors)
        sheet.row(name)


def _inks(sheet: ContactSheet, colors: bytearray) -> None:
    """Adds every variant in its color, as in the boot menu."""
    pixels = bytearray(384)
    for row in VARIANTS:
        sheet.head(*row)
        for column, variant in enumerate(row):
            palette.load(colors, find(variant).ink)
            for place, drawn in enumerate(faces.KINDS[_kind(variant)].values()):
                tiles.paint(pixels, 0, drawn, tiles.SCORES)
                sheet.put(column, place, pixels, colors)
        sheet.row("")


def _players(sheet: ContactSheet, colors: bytearray) -> None:
    """Adds a free, a chosen and a kept die of each of the six players."""
    sheet.head("players 1 and 2", "players 3 and 4", "players 5 and 6")
    pixels = bytearray(384)
    for seat in range(palette.SEATS):
        palette.set_player(colors, seat)
        for place, state in enumerate((tiles.SCORES, tiles.CHOSEN, tiles.KEPT)):
            tiles.paint(pixels, 0, faces.face("453"[place]), state)
            sheet.put(seat // 2, seat % 2 * 3 + place, pixels, colors)
    sheet.row("")


def _pages(sheet: ContactSheet, colors: bytearray) -> None:
    """Adds seven dice on two pages, and letters of a name."""
    sheet.head("seven dice, first page", "seven dice, second page", "letters")
    palette.load(colors, find("seven-dice").ink)
    pixels = bytearray(384)
    for page in range(2):
        tiles.clear(pixels)
        for number, name in enumerate(("152643", "5")[page]):
            tiles.paint(pixels, number, faces.face(name), tiles.SCORES if name in "15" else tiles.DULL)
        tiles.page_mark(pixels, page, 2)
        for number in range(6):
            sheet.put(page, number, pixels, colors, number)
    for number, name in enumerate("AKQJ50"):
        tiles.paint(pixels, 0, faces.letter(name), tiles.SCORES, palette.SEAT)
        sheet.put(2, number, pixels, colors)
    sheet.row("")


def contact_sheet() -> Image.Image:
    """Renders all faces in all states, the color of every variant, the players' colors, and the pages."""
    sheet = ContactSheet(rows=11, heads=7)
    colors = bytearray(96)
    palette.load(colors)
    _states(sheet, colors)
    _inks(sheet, colors)
    palette.load(colors)
    _players(sheet, colors)
    _pages(sheet, colors)
    return sheet.picture


def phase_pool(signs: bool) -> tuple[list[bytes], bytes]:
    """The sixty faces of the ten dice, six a die in the order of the tray (PH-01), and the ramp of each."""
    pool, ramps = [], bytearray()
    for place in range(dice.DICE * 6):
        die, side = divmod(place, 6)
        color = dice.color(die, side)
        drawn = faces.face(str(dice.number(die, side) or "W"), "phase")
        pool.append(faces.with_sign(drawn, color) if signs else drawn)
        ramps.append(palette.DICE[color])
    return pool, bytes(ramps)


def _phase_die(pixels: bytearray, number: int, name: str, color: int, state: int, signs: bool) -> None:
    """Paints one Phase 10 die on a tile in its color (0..3: R O G B)."""
    drawn = faces.face(name, "phase")
    tiles.paint_in_color(pixels, number, faces.with_sign(drawn, color) if signs else drawn, state, palette.DICE[color])


def _phase_states(sheet: ContactSheet, colors: bytearray, signs: bool) -> None:
    """Adds a die of every number in every state; the color changes from die to die and from row to row."""
    pixels = bytearray(384)
    for row, (name, state) in enumerate(STATES.items()):
        for place, number in enumerate(faces.PHASE):
            _phase_die(pixels, 0, number, (place + row) % 4, state, signs)
            sheet.put(0, place, pixels, colors)
        for color in range(4):
            _phase_die(pixels, 0, "8", color, state, signs)
            sheet.put(2, color, pixels, colors)
        sheet.row(name)


THROWN = (3, 5, 3, 0, 3, 4, 4, 2, 5, 0)
"""The side of each of the ten dice on the sheet."""


def _phase_turn(sheet: ContactSheet, colors: bytearray, signs: bool) -> None:
    """Adds ten dice in mid-turn: set aside, chosen, useful and useless ones."""
    pixels = bytearray(384)
    pool, ramps = phase_pool(signs)
    states = (tiles.KEPT, tiles.SCORES, tiles.CHOSEN, tiles.DULL, tiles.KEPT, tiles.SCORES)
    for die, side in enumerate(THROWN):
        column, number = divmod(die, 6)
        place = die * 6 + side
        tiles.paint_in_color(pixels, number, pool[place], states[number], ramps[place])
        sheet.put(column, number, pixels, colors, number)
    sheet.row("a turn")


def _phase_tumble(sheet: ContactSheet, colors: bytearray, signs: bool) -> None:
    """Adds three frames of the tumble animation."""
    pool, ramps = phase_pool(signs)
    sets = bytes(range(0, 36, 6))
    final = bytes(first + side for first, side in zip(sets, THROWN, strict=False))
    pixels = bytearray(384)
    moving = animation.Tumble(pool, final, 4711, animation.NORMAL, sets, ramps)
    for column, elapsed_ms in enumerate((150, 330, 520)):
        moving.frame(pixels, elapsed_ms)
        for number in range(6):
            sheet.put(column, number, pixels, colors, number)
    sheet.row("tumbling")


def phase_sheet() -> Image.Image:
    """Renders the Phase 10 dice: all states, a turn and a throw, in both palettes, with and without color signs."""
    sheet = ContactSheet(rows=28, heads=4)
    colors = bytearray(96)
    for scheme, name in enumerate(("rich", "clear")):
        palette.load_dice_colors(colors, scheme)
        for signs in (False, True):
            sheet.head(f"{name} colors, {'with' if signs else 'without'} signs")
            _phase_states(sheet, colors, signs)
            _phase_turn(sheet, colors, signs)
            _phase_tumble(sheet, colors, signs)
    return sheet.picture


def main() -> int:
    """Writes the contact sheets and prints their paths."""
    folder = Path(ROOT) / "build"
    folder.mkdir(exist_ok=True)
    for name, picture in (("faces", contact_sheet()), ("phase", phase_sheet())):
        picture.save(folder / f"{name}.png")
        print((folder / f"{name}.png").relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
