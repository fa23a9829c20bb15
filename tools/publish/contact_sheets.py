"""Renders contact sheets of all dice in all states, to look at.

`python -m tools.publish.contact_sheets [BRIGHTNESS]` writes them to build: faces.png with the faces, states and colors
of the ten-thousand family, phase.png with the Phase 10 dice.
With a BRIGHTNESS of 1 to 255 (32 is the console's default) the colors are rounded as on the LEDs.
"""

import sys
from pathlib import Path

from PIL import Image

from sixpip.rules.phase_ten import dice
from sixpip.rules.rulebook.variants import variant_named
from sixpip.view import faces, palette, tiles
from tools import ROOT
from tools.play.host.render import ContactSheet
from tools.terminal import Parser, command, whole

STATES = {
    "can score": tiles.SCORES,
    "cannot score": tiles.DULL,
    "chosen": tiles.CHOSEN,
    "kept": tiles.KEPT,
    "advised": tiles.ADVISED,
    "does not score": tiles.WRONG,
    "chosen, advised": tiles.CHOSEN,
    "not in play": tiles.OFF,
}


def _mark(pixels: bytearray, name: str, number: int = 0) -> None:
    """Marks a die on a tile that is advised in the state of this name."""
    if "advised" in name:
        tiles.advice_mark(pixels, number)


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
            for place, shown in enumerate(faces.names(kind)):
                drawn = faces.face(shown, kind)
                tiles.paint(pixels, 0, drawn, state)
                _mark(pixels, name)
                sheet.put(column, place, pixels, colors)
        sheet.row(name)


def _inks(sheet: ContactSheet, colors: bytearray) -> None:
    """Adds every variant in its color, as in the boot menu."""
    pixels = bytearray(384)
    for row in VARIANTS:
        sheet.head(*row)
        for column, variant in enumerate(row):
            palette.load(colors, variant_named(variant).ink)
            for place, shown in enumerate(faces.names(_kind(variant))):
                drawn = faces.face(shown, _kind(variant))
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
    palette.load(colors, variant_named("seven-dice").ink)
    pixels = bytearray(384)
    for page in range(2):
        tiles.clear(pixels)
        for number, name in enumerate(("152643", "5")[page]):
            tiles.paint(pixels, number, faces.face(name), tiles.SCORES if name in "15" else tiles.DULL)
        tiles.page_mark(pixels, page, 2)
        for number in range(6):
            sheet.put(page, number, pixels, colors, number)
    for number, name in enumerate("AKQJ50"):
        tiles.paint(pixels, 0, tiles.letter(name), tiles.SCORES, palette.SEAT)
        sheet.put(2, number, pixels, colors)
    sheet.row("")


def contact_sheet(brightness: int = 255) -> Image.Image:
    """Renders all faces in all states, the color of every variant, the players' colors, and the pages."""
    sheet = ContactSheet(rows=len(STATES) + 6, heads=7, brightness=brightness)
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
        for place, number in enumerate(faces.names("phase")):
            _phase_die(pixels, 0, number, (place + row) % 4, state, signs)
            _mark(pixels, name)
            sheet.put(0, place, pixels, colors)
        for color in range(4):
            _phase_die(pixels, 0, "8", color, state, signs)
            _mark(pixels, name)
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


def phase_sheet(brightness: int = 255) -> Image.Image:
    """Renders the Phase 10 dice: all states and a turn, in both palettes, with and without color signs."""
    sheet = ContactSheet(rows=4 * (len(STATES) + 1), heads=4, brightness=brightness)
    colors = bytearray(96)
    for scheme, name in enumerate(("rich", "clear")):
        palette.load_dice_colors(colors, scheme)
        for signs in (False, True):
            sheet.head(f"{name} colors, {'with' if signs else 'without'} signs")
            _phase_states(sheet, colors, signs)
            _phase_turn(sheet, colors, signs)
    return sheet.picture


@command(finishes=True)
def main(arguments: list[str]) -> int:
    """Writes the contact sheets and prints their paths."""
    parser = Parser(prog="python -m tools.publish.contact_sheets", description="Draws all faces into build/.")
    parser.add_argument("brightness", nargs="?", type=whole(0, 255), default=255, help="default: %(default)s")
    brightness = parser.parse_args(arguments).brightness
    folder = Path(ROOT) / "build"
    folder.mkdir(exist_ok=True)
    for name, sheet in (("faces", contact_sheet), ("phase", phase_sheet)):
        sheet(brightness).save(folder / f"{name}.png")
        print((folder / f"{name}.png").relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
