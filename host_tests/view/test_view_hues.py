"""Colors as the LEDs show them: the hue stays at every brightness, and dice and names stay readable.

Below the brightness palette.DIMMEST, which only the current limiter and the answer to a press go below, the hue still
stays, but the levels of a ramp come closer to each other.
"""

import itertools
from array import array
from collections.abc import Iterator

import pytest

from sixpip.app import settings
from sixpip.board import limiter
from sixpip.players.styles import NAMES
from sixpip.rules.rulebook.variants import VARIANTS
from sixpip.view import faces, palette, tiles

Color = tuple[int, ...]

MOST_OFF = 0.25
"""How far a part of a color may be off, in relation to its brightest part."""
TO_FRAME = 1.9
TO_FIELD = 2.8
NAME = 3.0
"""The least contrasts: luminance of the pips to frame and field of the die, and of a name to a dark tile (WCAG)."""

BRIGHTNESSES = (*settings.BRIGHTNESSES, 20, 28, 45, 100, 200, 255)
PEOPLE = [palette.SEAT_COLORS[number * 3 : number * 3 + 3] for number in range(palette.SEATS)]
COMPUTERS = [palette.style_color(style) for style in range(1, len(NAMES))]
PLAYERS = PEOPLE + COMPUTERS
INKS = [variant.ink or palette.IVORY for variant in VARIANTS]
SCHEMES = range(len(palette.HUES))
RAMPS = (palette.INK, palette.HUE, palette.RED, palette.GOLD)


def palettes() -> Iterator[tuple[bytearray, tuple[int, ...]]]:
    for ink, player in itertools.zip_longest(INKS, PLAYERS, fillvalue=PLAYERS[0]):
        colors = bytearray(96)
        palette.load(colors, ink)
        palette.set_hue(colors, player)
        yield colors, RAMPS
    for scheme in SCHEMES:
        colors = bytearray(96)
        palette.load_dice_colors(colors, scheme)
        yield colors, (*palette.DICE, palette.HUE)


def on_the_wire(colors: bytearray, brightness: int) -> list[Color]:
    lut = array("I", [0] * 32)
    limiter.make_table(colors, bytearray((brightness, 1, 1, 1)), lut, array("i", [0] * 32))
    return words(lut)


def words(lut: "array[int]") -> list[Color]:
    """Red, green and blue of each LED word of a table."""
    return [(word >> 16 & 255, word >> 24, word >> 8 & 255) for word in lut]


def off(color: Color, wanted: bytes | bytearray) -> float:
    """How far the parts of a color are off, in relation to the brightest."""
    return max(abs(part / max(color) - full / max(wanted)) for part, full in zip(color, wanted, strict=True))


def luminance(color: Color | bytes) -> float:
    """The luminance of a color, in units of one step of a part."""
    return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]


@pytest.mark.long
def test_every_color_keeps_its_hue_from_full_brightness_to_the_lowest() -> None:
    for colors, ramps in palettes():
        for brightness in range(1, 256):
            shown = on_the_wire(colors, brightness)
            for ramp in ramps:
                wanted = colors[ramp * 3 : ramp * 3 + 3]
                for level in range(palette.LEVELS):
                    assert off(shown[ramp + level], wanted) <= MOST_OFF
            for single in range(palette.GREEN, palette.MARK + 1):
                assert off(shown[single], colors[single * 3 : single * 3 + 3]) <= MOST_OFF


def test_the_players_colors_in_menus_keep_their_hue() -> None:
    for first in range(0, len(PLAYERS), palette.SEATS):
        colors = bytearray(96)
        for seat, color in enumerate(PLAYERS[first : first + palette.SEATS]):
            palette.set_seat(colors, seat, color)
            for brightness in range(1, 256):
                assert off(on_the_wire(colors, brightness)[palette.SEAT + seat], color) <= MOST_OFF


@pytest.mark.parametrize("brightness", [1, 2, 7, palette.DIMMEST, 100, 255])
def test_the_colors_of_six_people_and_the_red_of_a_bust_differ_at_every_brightness(brightness: int) -> None:
    shown = []
    for seat in range(palette.SEATS):
        colors = bytearray(96)
        palette.load(colors)
        palette.set_player(colors, seat)
        levels = on_the_wire(colors, brightness)
        shown.append({levels[palette.HUE + level] for level in range(palette.LEVELS)})
    shown.append({levels[palette.RED + level] for level in range(palette.LEVELS)})
    for one, other in itertools.combinations(shown, 2):
        assert not one & other


def painted(state: int) -> tuple[int, int, int]:
    """The colors of a die in the HUE of the player: pips, frame, and field (OFF: none)."""
    pixels = bytearray(384)
    tiles.paint(pixels, 0, faces.face("1"), state)
    return pixels[27], pixels[1], pixels[9]


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
def test_the_pips_of_chosen_and_kept_dice_are_brighter_than_frame_and_field(brightness: int) -> None:
    for ink, player in itertools.product(INKS, PLAYERS):
        colors = bytearray(96)
        palette.load(colors, ink)
        palette.set_hue(colors, player)
        check_contrast(on_the_wire(colors, brightness))


def check_contrast(shown: list[Color], states: tuple[int, ...] = (tiles.CHOSEN, tiles.KEPT)) -> None:
    """Checks the contrast of dice in these states with these colors."""
    for state in states:
        pips, frame, field = (luminance(shown[index]) for index in painted(state))
        assert pips >= TO_FRAME * frame
        assert pips >= TO_FIELD * field


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_numerals_of_phase_dice_are_brighter_than_their_frame_in_the_same_hue(scheme: int, brightness: int) -> None:
    colors = bytearray(96)
    palette.load_dice_colors(colors, scheme)
    shown = on_the_wire(colors, brightness)
    for ramp in palette.DICE:
        assert luminance(shown[ramp]) >= TO_FIELD * luminance(shown[ramp + 2])
        assert luminance(shown[ramp]) >= TO_FIELD * luminance(shown[ramp + 4])
        assert luminance(shown[ramp + 1]) >= TO_FRAME * luminance(shown[ramp + 4])


HANDS = [(tiles.CHOSEN,) * 6, (tiles.KEPT,) * 6, (tiles.CHOSEN,) * 3 + (tiles.KEPT,) * 3]


@pytest.mark.parametrize("states", HANDS, ids=["chosen", "kept", "both"])
@pytest.mark.parametrize("led_type", limiter.LED_TYPES, ids=lambda row: row[0])
def test_dice_that_the_current_limit_darkens_keep_their_contrast(
    led_type: tuple[str, int, int, int, int], states: tuple[int, ...]
) -> None:
    pixels, counts = bytearray(384), array("H", [0] * 32)
    for tile, state in enumerate(states):
        tiles.paint(pixels, tile, faces.face("6"), state)
    limiter.count_colors(pixels, counts)
    limited = False
    for ink, player in itertools.product(INKS, PLAYERS):
        colors, power = bytearray(96), limiter.LedPower(led_type)
        palette.load(colors, ink)
        palette.set_hue(colors, player)
        power.prepare(colors, settings.BRIGHTNESSES[-1], counts)
        assert power.estimated_ma <= limiter.BUDGET_MA
        limited |= power.limiting
        check_contrast(words(power.lut), states)
    if led_type == limiter.WS2812B_5050:
        assert limited


def test_no_brightness_that_can_be_set_is_below_the_dimmest() -> None:
    assert min(settings.BRIGHTNESSES) >= palette.DIMMEST


@pytest.mark.parametrize("color", PLAYERS, ids=lambda color: color.hex())
def test_a_players_name_has_contrast_with_the_dark_tile(color: bytes) -> None:
    assert (luminance(color) / 255 + 0.05) / 0.05 >= NAME
