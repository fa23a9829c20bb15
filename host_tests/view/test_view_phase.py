"""The Phase 10 dice on the tiles: numerals in four colors that every kind of eye can distinguish, in every state."""

import itertools
import math
from array import array

import pytest

from host_tests.view.view_fixture import EYES, STATES, apart, distance, flashes, luminance, seen
from host_tests.view_golden import golden
from sixpip.app.settings import BRIGHTNESSES
from sixpip.board import limiter
from sixpip.rules.phase_ten import dice
from sixpip.view import animation, palette, tiles
from sixpip.view.faces import face, names, with_sign
from sixpip.view.tiles import LARGE, SMALL
from tools.play.host.frames import tiles_text
from tools.publish.contact_sheets import phase_pool

COLORS = range(4)
SCHEMES = range(len(palette.HUES))
CLEAR = 1
PICTURES = [LARGE, SMALL]
SIGN = 7  # the row of the sign in a picture


def hue(scheme: int, color: int) -> bytes:
    return palette.HUES[scheme][color * 3 : color * 3 + 3]


def shape(drawn: bytes, state: int, ramp: int) -> tuple[int, ...]:
    """A painted die without its hue: how most levels below full each pixel is, -1 where it is dark."""
    pixels = bytearray(384)
    tiles.paint_in_color(pixels, 0, drawn, state, ramp)
    if state == tiles.ADVISED:
        tiles.advice_mark(pixels, 0)
    return tuple(index - ramp if index else -1 for index in pixels[:64])


@pytest.mark.parametrize("picture", PICTURES, ids=["large", "small"])
def test_two_numerals_with_the_same_sign_differ_in_most_pixels(picture: int) -> None:
    drawn = [with_sign(face(name, "phase"), 0)[picture : picture + 8] for name in names("phase")]
    assert min(apart(one, other) for one, other in itertools.combinations(drawn, 2)) >= 6


@pytest.mark.parametrize("name", names("phase"))
def test_with_signs_two_colors_of_a_die_differ_in_shape_in_every_state(name: str) -> None:
    for state in STATES:
        drawn = [shape(with_sign(face(name, "phase"), color), STATES[state], palette.DICE[color]) for color in COLORS]
        for one, other in itertools.combinations(drawn, 2):
            assert sum(a != b for a, b in zip(one, other, strict=True)) >= 2, state


@pytest.mark.parametrize("name", names("phase"))
@pytest.mark.parametrize("color", COLORS)
def test_two_states_of_a_die_in_its_own_color_differ_in_shape_with_a_sign_and_without(name: str, color: int) -> None:
    for drawn in (face(name, "phase"), with_sign(face(name, "phase"), color)):
        shapes = {shape(drawn, STATES[state], palette.DICE[color]) for state in STATES}
        assert len(shapes) == len(STATES)
        lit = {tuple(level >= 0 for level in shape(drawn, STATES[state], palette.DICE[color])) for state in STATES}
        assert len(lit) == len(STATES) - 1  # without the brightness: only "can score" and "cannot" are alike


@pytest.mark.parametrize("name", names("phase"))
@pytest.mark.parametrize("color", COLORS)
def test_a_sign_is_alone_in_the_lowest_row_and_leaves_the_corners_free(name: str, color: int) -> None:
    drawn = with_sign(face(name, "phase"), color)
    sign = drawn[LARGE + SIGN]
    assert sign and not sign & 0x81
    assert drawn[SMALL + SIGN] == sign
    assert drawn[LARGE + SIGN - 1] == drawn[SMALL + SIGN - 1] == 0
    assert with_sign(face(name, "phase"), (color + 1) % 4)[:SIGN] == drawn[:SIGN]


def test_the_dice_colors_of_the_palette_are_red_orange_green_and_blue_as_in_the_rules() -> None:
    assert dice.COLORS == "ROGB"
    assert len(palette.DICE) == len(dice.COLORS)
    colors = bytearray(96)
    for scheme in SCHEMES:
        palette.load_dice_colors(colors, scheme)
        red, orange, green, blue = (bytes(colors[ramp * 3 : ramp * 3 + 3]) for ramp in palette.DICE)
        assert (max(red), max(green), max(blue)) == (red[0], green[1], blue[2])
        assert orange[0] > orange[1] > orange[2]
        assert red[1] < orange[1] // 2


@pytest.mark.parametrize("signs", [False, True], ids=["bare", "signed"])
def test_phase_dice_match_their_golden_picture(signs: bool) -> None:
    rows = []
    for color, state in enumerate(("scores", "dull", "chosen", "kept")):
        pixels = bytearray(384)
        for tile in range(tiles.TILES):
            drawn = face(("1", "W", "6", "8", "9", "10")[tile], "phase")
            drawn = with_sign(drawn, (color + tile) % 4) if signs else drawn
            tiles.paint_in_color(pixels, tile, drawn, STATES[state], palette.DICE[(color + tile) % 4])
        rows.append(tiles_text(pixels))
    name = "phase-signed" if signs else "phase-bare"
    assert "\n".join(rows) == golden(name, "\n".join(rows))


@pytest.mark.parametrize("eyes", EYES)
def test_the_clear_dice_colors_differ_in_hue_for_every_kind_of_eye(eyes: str) -> None:
    # the distance is CIE76 in CIE Lab
    for one, other in itertools.combinations([hue(CLEAR, color) for color in COLORS], 2):
        assert distance(one, other, eyes) > 35
        assert math.dist(seen(one, eyes)[1:], seen(other, eyes)[1:]) > 30  # without lightness, which shows the state


def test_the_clear_colors_differ_more_than_twice_as_much_as_the_rich_ones_for_color_blind_eyes() -> None:
    pairs = list(itertools.combinations(COLORS, 2))
    least = [
        min(distance(hue(scheme, a), hue(scheme, b), eyes) for a, b in pairs for eyes in EYES) for scheme in SCHEMES
    ]
    assert least[CLEAR] > 2 * least[0]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_all_dice_colors_differ_for_eyes_with_three_kinds_of_cones(scheme: int) -> None:
    for one, other in itertools.combinations([hue(scheme, color) for color in COLORS], 2):
        assert distance(one, other) > 60


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_dice_colors_differ_on_the_wire_at_every_brightness(scheme: int, brightness: int) -> None:
    colors, table = bytearray(96), array("I", [0] * 32)
    palette.load_dice_colors(colors, scheme)
    limiter.make_table(colors, bytearray((brightness, 1, 1, 1)), table, array("i", [0] * 32))
    for level in range(palette.LEVELS - 1):  # the last level is only used behind numerals
        words = [table[ramp + level].to_bytes(4, "little") for ramp in palette.DICE]
        assert len(set(words)) == len(words)
        (_, _, red, _), (_, _, orange, some_green) = words[0], words[1]
        assert 3 * some_green >= orange >= red  # orange does not look red


SETS = bytes((6, 24, 36, 42, 0, 54))
"""Dice of two pages: the index of each tile's first face among the sixty."""
FINAL = bytes(first + side for first, side in zip(SETS, (5, 0, 4, 5, 2, 1), strict=True))


def tumble(seed: int, signs: bool = False, speed: int = animation.NORMAL) -> animation.Tumble:
    pool, ramps = phase_pool(signs)
    return animation.Tumble(pool, FINAL, seed, speed, SETS, ramps)


@pytest.mark.parametrize("seed", [0, 5999, 59990])
def test_a_tumbling_die_shows_only_its_own_faces_each_in_its_own_color(seed: int) -> None:
    moving, pixels = tumble(seed), bytearray(384)
    _, ramps = phase_pool(signs=False)
    most = 0
    for elapsed_ms in range(0, 800, 10):
        moving.frame(pixels, elapsed_ms)
        for tile in range(tiles.TILES):
            own = set(ramps[SETS[tile] : SETS[tile] + 6])
            shown = {index for index in pixels[tile * 64 : tile * 64 + 64] if index}
            ramp_of = {(index - 1) // palette.LEVELS * palette.LEVELS + 1 for index in shown}
            assert ramp_of <= own
            most = max(most, len(ramp_of))
    assert most >= 2  # a face leaves while the next comes in


@pytest.mark.parametrize("signs", [False, True], ids=["bare", "signed"])
@pytest.mark.parametrize("speed", [animation.NORMAL, animation.FAST, animation.STILL])
def test_phase_dice_stop_at_the_faces_that_were_thrown(signs: bool, speed: int) -> None:
    pool, ramps = phase_pool(signs)
    pixels = bytearray(384)
    assert tumble(9, signs, speed).frame(pixels, 10_000)
    for tile in range(tiles.TILES):
        lit = [index == ramps[FINAL[tile]] + 1 for index in pixels[tile * 64 : tile * 64 + 64]]
        assert lit == [bool(pool[FINAL[tile]][place // 8] << place % 8 & 0x80) for place in range(64)]
        assert not any(index for index, on in zip(pixels[tile * 64 : tile * 64 + 64], lit, strict=True) if not on)


@pytest.mark.long
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("signs", [False, True], ids=["bare", "signed"])
def test_a_throw_of_phase_dice_does_not_flash_more_than_three_times_a_second(scheme: int, signs: bool) -> None:
    colors = bytearray(96)
    palette.load_dice_colors(colors, scheme)
    for seed in range(0, 60000, 5999):
        moving, light = tumble(seed, signs), []
        for elapsed_ms in range(0, 800, 33):
            pixels = bytearray(384)
            moving.frame(pixels, elapsed_ms)
            light.append(luminance(pixels, colors))
        for tile in range(tiles.TILES):
            assert len(flashes([frame[tile] for frame in light])) <= 6  # in 0.7 s: a flash has two reversals
