"""The Phase 10 dice on the tiles: numerals in four colours that every eye can tell apart, in every state."""

import itertools
import math
from array import array
from collections.abc import Callable

import pytest

from host_tests.test_view_animation import flashes
from host_tests.test_view_tiles import EYES, STATES, apart, distance, seen
from host_tests.view_golden import golden
from sixpip.app.settings import _LEVELS as BRIGHTNESSES
from sixpip.board import expand
from sixpip.rules.phase_ten import dice
from sixpip.view import animation, palette, tiles
from sixpip.view.faces import FREE, PHASE, PIPS, TAKEN, face, signed
from tools.frames import tiles_text
from tools.render import phase_pool, phase_sheet

COLOURS = range(4)
SCHEMES = range(len(palette.HUES))
CLEAR = 1
PICTURES = [FREE, TAKEN]
SIGN = 7  # the row of the sign in a picture


def hue(scheme: int, colour: int) -> bytes:
    return palette.HUES[scheme][colour * 3 : colour * 3 + 3]


def shape(drawn: bytes, state: int, ramp: int) -> tuple[int, ...]:
    """A painted die without its hue: how many levels below full each pixel is, -1 where it is dark."""
    pixels = bytearray(384)
    tiles.paint_own(pixels, 0, drawn, state, ramp)
    return tuple(index - ramp if index else -1 for index in pixels[:64])


@pytest.mark.parametrize("picture", PICTURES, ids=["free", "taken"])
def test_two_numerals_with_one_sign_are_not_mistaken_for_each_other(picture: int) -> None:
    drawn = [signed(PHASE[name], 0)[picture : picture + 8] for name in PHASE]
    assert min(apart(one, other) for one, other in itertools.combinations(drawn, 2)) >= 6


@pytest.mark.parametrize("name", PIPS)
def test_a_phase_die_shows_a_numeral_and_no_pips(name: str) -> None:
    for picture in PICTURES:
        assert apart(face(name, "phase")[picture : picture + 8], face(name)[picture : picture + 8]) >= 8


@pytest.mark.parametrize("name", PHASE)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("pair", list(itertools.combinations(COLOURS, 2)), ids=str)
def test_with_signs_two_colours_of_a_die_differ_in_shape_whatever_its_state(
    name: str, state: str, pair: tuple[int, int]
) -> None:
    one, other = (shape(signed(PHASE[name], colour), STATES[state], palette.DICE[colour]) for colour in pair)
    assert sum(a != b for a, b in zip(one, other, strict=True)) >= 2


@pytest.mark.parametrize("name", PHASE)
@pytest.mark.parametrize("colour", COLOURS)
def test_two_states_of_a_die_in_its_own_colour_differ_in_shape_with_a_sign_and_without(name: str, colour: int) -> None:
    rest = [state for state in STATES if state != "tumbling"]
    for drawn in (PHASE[name], signed(PHASE[name], colour)):
        shapes = {shape(drawn, STATES[state], palette.DICE[colour]) for state in rest}
        assert len(shapes) == len(rest)
        lit = {tuple(level >= 0 for level in shape(drawn, STATES[state], palette.DICE[colour])) for state in rest}
        assert len(lit) == len(rest)  # even where one cannot tell bright from dim


@pytest.mark.parametrize("name", PHASE)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_sign_stands_alone_in_the_lowest_row_and_leaves_the_corners(name: str, colour: int) -> None:
    drawn = signed(PHASE[name], colour)
    sign = drawn[FREE + SIGN]
    assert sign and not sign & 0x81
    assert drawn[TAKEN + SIGN] == 0xFF ^ sign
    assert drawn[FREE + SIGN - 1] == 0 and drawn[TAKEN + SIGN - 1] == 0xFF
    assert signed(PHASE[name], (colour + 1) % 4)[:SIGN] == drawn[:SIGN]


def test_the_colours_of_the_palette_stand_in_the_order_of_the_rules() -> None:
    assert len(palette.DICE) == len(dice.COLORS)
    assert len(palette.DICE) == len(dice.COLORS)


@pytest.mark.parametrize("state", STATES)
def test_a_die_in_its_own_colour_has_no_other_colour(state: str) -> None:
    for colour in COLOURS:
        pixels = bytearray(384)
        ramp = palette.DICE[colour]
        tiles.paint_own(pixels, 2, PHASE["8"], STATES[state], ramp)
        assert {index for index in pixels if index} <= set(range(ramp, ramp + palette.LEVELS))
        assert not any(pixels[:128] + pixels[192:])


@pytest.mark.parametrize("signs", [False, True], ids=["bare", "signed"])
def test_phase_dice_look_as_they_were_drawn(signs: bool) -> None:
    rows = []
    for colour, state in enumerate(("scores", "dull", "chosen", "kept")):
        pixels = bytearray(384)
        for tile in range(tiles.TILES):
            drawn = face(("1", "W", "6", "8", "9", "10")[tile], "phase")
            drawn = signed(drawn, (colour + tile) % 4) if signs else drawn
            tiles.paint_own(pixels, tile, drawn, STATES[state], palette.DICE[(colour + tile) % 4])
        rows.append(tiles_text(pixels))
    name = "phase-signed" if signs else "phase-bare"
    assert "\n".join(rows) == golden(name, "\n".join(rows))


@pytest.mark.parametrize("eyes", EYES)
def test_clear_dice_colours_stay_apart_for_every_eye_by_hue_alone(eyes: str) -> None:
    # the matrices are those of Machado, Oliveira and Fernandes 2009 (EYES); the distance is CIE76 in CIE Lab
    for one, other in itertools.combinations([hue(CLEAR, colour) for colour in COLOURS], 2):
        assert distance(one, other, eyes) > 35
        assert math.dist(seen(one, eyes)[1:], seen(other, eyes)[1:]) > 30  # light tells the state, not the colour


def test_the_search_for_clear_colours_was_needed() -> None:
    pairs = list(itertools.combinations(COLOURS, 2))
    least = [
        min(distance(hue(scheme, a), hue(scheme, b), eyes) for a, b in pairs for eyes in EYES) for scheme in SCHEMES
    ]
    assert least[CLEAR] > 2 * least[0]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_dice_colours_stay_apart_for_most_eyes(scheme: int) -> None:
    for one, other in itertools.combinations([hue(scheme, colour) for colour in COLOURS], 2):
        assert distance(one, other) > 60


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_dice_colour_sinks_into_another_on_the_wire_however_dim(scheme: int, brightness: int) -> None:
    colours, table = bytearray(96), bytearray(128)
    palette.load_phase(colours, scheme)
    expand.make_table(colours, bytearray((brightness, 1, 1, 1)), table, array("i", [0] * 32))
    for level in range(palette.LEVELS - 1):  # the last is only ever the body behind a numeral
        words = [bytes(table[(ramp + level) * 4 : (ramp + level) * 4 + 4]) for ramp in palette.DICE]
        assert len(set(words)) == len(words)
        (_, _, red, _), (_, _, orange, some_green) = words[0], words[1]
        assert orange == red and 3 * some_green >= red  # orange never looks red


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_palette_of_phase_dice_keeps_the_players_hue_and_the_signs_that_are_no_dice(scheme: int) -> None:
    usual, colours = bytearray(96), bytearray([99]) * 96
    palette.load(usual)
    palette.load_phase(colours, scheme)
    for first, last in ((0, 0), (palette.HUE, palette.HUE + 4), (palette.GREEN, palette.MARK)):
        assert colours[first * 3 : last * 3 + 3] == usual[first * 3 : last * 3 + 3]
    for colour in COLOURS:
        assert colours[palette.DICE[colour] * 3 : palette.DICE[colour] * 3 + 3] == hue(scheme, colour)
    assert len({index for ramp in palette.DICE for index in range(ramp, ramp + palette.LEVELS)}) == 20


SETS = bytes((6, 24, 36, 42, 0, 54))
"""Two pages mixed: for each tile where its die's faces begin among the sixty."""
FINAL = bytes(first + side for first, side in zip(SETS, (5, 0, 4, 5, 2, 1), strict=True))


def tumble(seed: int, signs: bool = False, speed: int = animation.NORMAL) -> animation.Tumble:
    pool, ramps = phase_pool(signs)
    return animation.Tumble(pool, FINAL, seed, speed, SETS, ramps)


@pytest.mark.parametrize("seed", range(0, 60000, 5999))
def test_a_tumbling_die_shows_only_its_own_faces_each_in_its_colour(seed: int) -> None:
    moving, pixels = tumble(seed), bytearray(384)
    _, ramps = phase_pool(signs=False)
    many = 0
    for elapsed_ms in range(0, 800, 10):
        moving.frame(pixels, elapsed_ms)
        for tile in range(tiles.TILES):
            own = set(ramps[SETS[tile] : SETS[tile] + 6])
            shown = {index for index in pixels[tile * 64 : tile * 64 + 64] if index}
            ramp_of = {(index - 1) // palette.LEVELS * palette.LEVELS + 1 for index in shown}
            assert ramp_of <= own
            many = max(many, len(ramp_of))
    assert many >= 2  # a face leaves while the next comes in


@pytest.mark.parametrize("signs", [False, True], ids=["bare", "signed"])
@pytest.mark.parametrize("speed", [animation.NORMAL, animation.FAST, animation.STILL])
def test_phase_dice_rest_on_the_faces_that_were_thrown(signs: bool, speed: int) -> None:
    pool, ramps = phase_pool(signs)
    pixels = bytearray(384)
    assert tumble(9, signs, speed).frame(pixels, 10_000)
    for tile in range(tiles.TILES):
        lit = [index == ramps[FINAL[tile]] + 1 for index in pixels[tile * 64 : tile * 64 + 64]]
        assert lit == [bool(pool[FINAL[tile]][place // 8] << place % 8 & 0x80) for place in range(64)]
        body = {index for index, on in zip(pixels[tile * 64 : tile * 64 + 64], lit, strict=True) if not on}
        assert body <= {palette.OFF, ramps[FINAL[tile]] + 4}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("signs", [False, True], ids=["bare", "signed"])
def test_phase_dice_never_flash_more_than_three_times_a_second_as_they_tumble(scheme: int, signs: bool) -> None:
    colours = bytearray(96)
    palette.load_phase(colours, scheme)
    light = [
        (0.2126 * colours[at] + 0.7152 * colours[at + 1] + 0.0722 * colours[at + 2]) / 255 / 64
        for at in range(0, 96, 3)
    ]
    for seed in range(0, 60000, 1999):
        moving, frames = tumble(seed, signs), []
        for elapsed_ms in range(0, 800, 33):
            pixels = bytearray(384)
            moving.frame(pixels, elapsed_ms)
            frames.append(pixels)
        for start in range(0, 384, 64):
            turns = flashes([sum(light[index] for index in pixels[start : start + 64]) for pixels in frames])
            assert len(turns) <= 6  # in 0.7 s: a flash has two turns


LOCKED = """
import micropython
from sixpip.rules.phase_ten import dice
from sixpip.view import animation, palette, tiles
from sixpip.view.faces import face, signed
pool = []
ramps = bytearray()
for number in range(12):
    colour = number % 4
    pool.append(signed(face(str(number % 10 + 1), "phase"), colour))
    ramps.append(palette.DICE[colour])
made = animation.Tumble(pool, bytes((1, 7, 3, 9, 5, 255)), 4711, 0, bytes((0, 6, 0, 6, 0, 6)), ramps)
pixels = bytearray(384)
total = elapsed_ms = place = tile = 0
over = False
micropython.heap_lock()
while not over:
    over = made.frame(pixels, elapsed_ms)
    elapsed_ms += 33
    for place in range(384):
        total = (total * 31 + pixels[place]) & 0xFFFFF
for tile in range(6):
    tiles.paint_own(pixels, tile, pool[tile], tile, palette.SEAT)
micropython.heap_unlock()
print(total, elapsed_ms)
"""


def test_tumbling_phase_dice_allocate_nothing_and_are_the_same_under_micropython(
    micropython: Callable[..., str],
) -> None:
    pool = [signed(face(str(number % 10 + 1), "phase"), number % 4) for number in range(12)]
    ramps = bytes(palette.DICE[number % 4] for number in range(12))
    moving = animation.Tumble(pool, bytes((1, 7, 3, 9, 5, 255)), 4711, 0, bytes((0, 6, 0, 6, 0, 6)), ramps)
    pixels, total, elapsed_ms, over = bytearray(384), 0, 0, False
    while not over:
        over = moving.frame(pixels, elapsed_ms)
        elapsed_ms += 33
        for index in pixels:
            total = (total * 31 + index) & 0xFFFFF
    assert micropython(LOCKED).strip() == f"{total} {elapsed_ms}"


def test_the_phase_sheet_shows_every_dice_colour_of_both_palettes() -> None:
    shown = [colour for _, colour in phase_sheet().getcolors(1 << 24) or () if isinstance(colour, tuple)]
    for scheme, colour in itertools.product(SCHEMES, COLOURS):
        wanted = [max(23, round(255 * (part / 255) ** (1 / 2.2))) for part in hue(scheme, colour)]  # 23: the lens
        assert min(math.dist(wanted, there) for there in shown) <= 12
