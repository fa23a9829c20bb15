"""Faces and colours on the tiles: told apart by shape, by light and by colour-blind eyes."""

import itertools
import math

import pytest

from host_tests.test_view_animation import flashes
from host_tests.view_golden import golden
from sixpip.rules.variants import VARIANTS, find
from sixpip.view import animation, palette, tiles
from sixpip.view.faces import FREE, KINDS, TAKEN, face, letter
from tools.frames import INKS, tiles_text
from tools.render import contact_sheet

INK_OF = {variant.name: variant.ink or palette.IVORY for variant in VARIANTS if variant.name != "phase-10"}
STATES = {
    "scores": tiles.SCORES,
    "dull": tiles.DULL,
    "chosen": tiles.CHOSEN,
    "kept": tiles.KEPT,
    "tumbling": tiles.TUMBLING,
}
NAMES = "123456"
FACES = [(name, kind) for kind in KINDS for name in KINDS[kind]]
PAIRS = list(itertools.combinations(("scores", "dull", "chosen", "kept"), 2))

# How people without one kind of cone see linear light (Machado, Oliveira and Fernandes 2009, severity 1.0)
EYES = {
    "all three cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def painted(name: str, state: int, kind: str = "pips") -> bytearray:
    pixels = bytearray(384)
    tiles.paint(pixels, 0, face(name, kind), state)
    return pixels


def shape(name: str, state: int, kind: str) -> tuple[int, ...]:
    """What a picture is without its colours: the rank of each pixel's level in this picture, 0 is dark."""
    colours = bytearray(96)
    palette.load(colours)
    light = [sum(colours[index * 3 : index * 3 + 3]) for index in painted(name, state, kind)[:64]]
    ranks = sorted({0, *light})
    return tuple(ranks.index(value) for value in light)


def apart(one: bytes, other: bytes) -> int:
    """In how many pixels two pictures of eight rows differ."""
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))


def seen(colour: bytes, eyes: str = "all three cones") -> tuple[float, float, float]:
    """CIE Lab of three bytes of linear light as these eyes see them."""
    light = [value / 255 for value in colour]
    return lab([min(1.0, max(0.0, sum(m * v for m, v in zip(row, light, strict=True)))) for row in EYES[eyes]])


def distance(one: bytes, other: bytes, eyes: str = "all three cones") -> float:
    """How far apart two colours are; 2 can just be told apart side by side."""
    return math.dist(seen(one, eyes), seen(other, eyes))


def seat_colours() -> list[bytes]:
    return [palette.SEAT_COLOURS[number * 3 : number * 3 + 3] for number in range(palette.SEATS)]


def lab(colour: list[float]) -> tuple[float, float, float]:
    """CIE Lab (D65) of a linear colour of 0..1."""
    rows = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))
    x, y, z = (sum(part * value for part, value in zip(row, colour, strict=True)) for row in rows)
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("state", STATES)
def test_the_dice_look_as_they_were_drawn(state: str) -> None:
    pixels = bytearray(384)
    for tile, name in enumerate(NAMES):
        tiles.paint(pixels, tile, face(name), STATES[state])
    assert tiles_text(pixels) == golden(f"dice-{state}", tiles_text(pixels))


def test_letters_look_as_they_were_drawn() -> None:
    rows = []
    for start in range(0, 36, 6):
        pixels = bytearray(384)
        for tile, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[start : start + 6]):
            tiles.paint(pixels, tile, letter(name), tiles.SCORES if tile < 3 else tiles.CHOSEN)
        rows.append(tiles_text(pixels))
    assert "\n".join(rows) == golden("letters", "\n".join(rows))


@pytest.mark.parametrize("kind", ["grand", "cubes", "phase"])
def test_faces_that_are_no_pips_look_as_they_were_drawn(kind: str) -> None:
    rows = []
    names = list(KINDS[kind])
    for start in range(0, len(names), 6):
        for state in (tiles.SCORES, tiles.CHOSEN):
            pixels = bytearray(384)
            for tile, name in enumerate(names[start : start + 6]):
                tiles.paint(pixels, tile, face(name, kind), state)
            rows.append(tiles_text(pixels))
    assert "\n".join(rows) == golden(f"dice-{kind}", "\n".join(rows))


@pytest.mark.parametrize(("name", "kind"), FACES)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_two_states_of_a_die_differ_in_shape_and_not_only_in_colour(
    name: str, kind: str, pair: tuple[str, str]
) -> None:
    assert shape(name, STATES[pair[0]], kind) != shape(name, STATES[pair[1]], kind)


@pytest.mark.parametrize(("name", "kind"), FACES)
def test_a_taken_die_is_inside_out(name: str, kind: str) -> None:
    free, taken = face(name, kind)[FREE:TAKEN], face(name, kind)[TAKEN:]
    assert 4 <= sum(row.bit_count() for row in free) <= (24 if kind == "pips" else 40)
    assert 36 <= sum(row.bit_count() for row in taken) <= 60
    edge = [taken[0], taken[7], sum(0x80 >> y for y in range(8) if taken[y] & 0x80)]
    assert edge == [0xFF] * 3  # the field is lit along its top, bottom and left: it bounds what is cut out of it


@pytest.mark.parametrize(("name", "kind"), FACES)
def test_a_chosen_die_has_a_bright_frame(name: str, kind: str) -> None:
    pixels = painted(name, tiles.CHOSEN, kind)
    edge = [place for place in range(64) if place // 8 in (0, 7) or place % 8 in (0, 7)]
    opened = 4 if name == "100" else 0  # its last zero reaches the edge
    assert sorted(pixels[place] for place in edge) == [palette.OFF] * opened + [palette.HUE] * (28 - opened)
    assert palette.HUE not in {pixels[place] for place in range(64) if place not in edge}


@pytest.mark.parametrize("picture", [FREE, TAKEN], ids=["free", "taken"])
@pytest.mark.parametrize("kind", KINDS)
def test_two_faces_of_one_kind_are_not_mistaken_for_each_other(kind: str, picture: int) -> None:
    drawn = [KINDS[kind][name][picture : picture + 8] for name in KINDS[kind]]
    nearest = min(apart(one, other) for one, other in itertools.combinations(drawn, 2))
    # pips: a 4 and a 5 differ by the pip in the middle; numerals cut out of the field are small and known by sight
    assert nearest >= (4 if kind == "pips" else 6 if kind == "phase" and picture == TAKEN else 8)


@pytest.mark.parametrize("name", "AKQJ")
def test_a_court_die_is_not_mistaken_for_a_letter_of_a_name(name: str) -> None:
    for picture in (FREE, TAKEN):
        assert apart(face(name, "grand")[picture : picture + 8], letter(name)[picture : picture + 8]) >= 12


def test_of_the_cubes_only_the_5_and_the_10_are_numerals_and_the_others_have_elements_to_count() -> None:
    for name in ("2", "3", "4", "6"):
        for picture, lit in ((FREE, True), (TAKEN, False)):
            assert islands(face(name, "cubes")[picture : picture + 8], lit) == int(name)
    assert islands(face("5", "cubes")[:8], True) == 1
    assert islands(face("10", "cubes")[:8], True) == 2


def islands(rows: bytes, lit: bool) -> int:
    """How many pieces a picture consists of: light also joins at corners, and so parts what is dark there."""
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1)] + [(1, 1), (1, -1), (-1, 1), (-1, -1)] * lit
    left = {(x, y) for y in range(8) for x in range(8) if bool(rows[y] << x & 0x80) == lit}
    count = 0
    while left:
        count += 1
        reached = [left.pop()]
        while reached:
            x, y = reached.pop()
            beside = {(x + right, y + down) for right, down in ways} & left
            left -= beside
            reached += beside
    return count


def test_the_pips_are_counted_by_the_face() -> None:
    for pips in range(1, 7):
        assert sum(row.bit_count() for row in face(str(pips))[:8]) == pips * 4


def test_every_face_has_both_pictures() -> None:
    assert {len(face(name, kind)) for name, kind in FACES} == {16}


def test_a_die_that_is_not_in_play_is_dark_and_the_others_are_untouched() -> None:
    pixels = bytearray([palette.GREEN]) * 384
    tiles.paint(pixels, 2, face("6"), tiles.OFF)
    assert not any(pixels[128:192])
    assert set(pixels[:128] + pixels[192:]) == {palette.GREEN}
    tiles.clear(pixels)
    assert not any(pixels)


@pytest.mark.parametrize(("name", "kind"), [("Joker", "pips"), ("Joker", "grand"), ("1", "grand"), ("1", "no kind")])
def test_an_unknown_face_is_refused(name: str, kind: str) -> None:
    with pytest.raises(KeyError, match=kind if kind not in KINDS else name):
        face(name, kind)


def test_a_letter_that_is_not_ascii_is_a_hollow_box() -> None:
    assert letter("\u00c4") == letter("\ufffd") != letter("A")


@pytest.mark.parametrize("variant", INK_OF)
def test_a_ramp_falls_from_level_to_level_in_steps_that_the_eye_finds_even(variant: str) -> None:
    colours = bytearray(96)
    palette.load(colours, find(variant).ink)
    for ramp in (palette.INK, palette.HUE, palette.RED, palette.GOLD):
        light = [max(colours[index * 3 : index * 3 + 3]) / 255 for index in range(ramp, ramp + palette.LEVELS)]
        for brighter, darker in itertools.pairwise([value ** (1 / 2.2) for value in light]):
            assert 0.1 < brighter - darker < 0.3


def test_every_variant_has_an_ink_of_its_own_that_is_no_players_colour() -> None:
    for one, other in itertools.combinations(INK_OF.values(), 2):
        assert distance(one, other) > 18
    for ink in INK_OF.values():
        assert min(distance(ink, colour) for colour in seat_colours()) > 25


def test_a_variant_without_an_ink_of_its_own_is_ivory() -> None:
    own, ivory = bytearray(96), bytearray(96)
    palette.load(own, b"")
    palette.load(ivory)
    assert own == ivory


@pytest.mark.parametrize("variant", INK_OF)
def test_the_palette_is_full_and_off_is_dark(variant: str) -> None:
    colours = bytearray([99]) * 96
    palette.load(colours, find(variant).ink)
    assert bytes(colours[:3]) == b"\0\0\0"
    for index in range(1, palette.MARK + 1):
        assert any(colours[index * 3 : index * 3 + 3])
    assert not any(colours[palette.MARK * 3 + 3 :])
    assert len(set(INKS)) >= 32


def test_the_hue_is_that_of_the_player() -> None:
    colours = bytearray(96)
    palette.load(colours)
    for number in range(6):
        palette.seat(colours, number)
        seat = (palette.SEAT + number) * 3
        assert colours[palette.HUE * 3 : palette.HUE * 3 + 3] == colours[seat : seat + 3]


@pytest.mark.parametrize("eyes", EYES)
def test_six_players_stay_apart_for_every_eye(eyes: str) -> None:
    for one, other in itertools.combinations(seat_colours(), 2):
        assert distance(one, other, eyes) > 25


def marked(page: int, pages: int) -> set[int]:
    """Where the mark of a page is painted over tiles that are full of ink."""
    pixels = bytearray([palette.INK]) * 384
    tiles.page_mark(pixels, page, pages)
    return {place for place in range(384) if pixels[place] == palette.MARK}


def test_white_corners_point_to_the_pages_of_dice_that_are_not_shown() -> None:
    first, last = {0, 56}, {320 + 7, 320 + 63}
    assert marked(0, 1) == set()
    assert marked(0, 2) == last
    assert marked(1, 2) == first
    assert marked(1, 3) == first | last


def test_the_contact_sheet_shows_the_ink_of_every_variant() -> None:
    shown = [colour for _, colour in contact_sheet().getcolors(1 << 24) or () if isinstance(colour, tuple)]
    for ink in INK_OF.values():
        wanted = [round(255 * (part / 255) ** (1 / 2.2)) for part in ink]
        assert min(math.dist(wanted, colour) for colour in shown) <= 12


@pytest.mark.parametrize("seat", [0, 5])
@pytest.mark.parametrize(("kind", "variant"), [("grand", "ten-grand"), ("cubes", "five-cubes")])
def test_dice_without_pips_do_not_flash_as_they_tumble(kind: str, variant: str, seat: int) -> None:
    colours = bytearray(96)
    palette.load(colours, find(variant).ink)
    palette.seat(colours, seat)
    light = [
        (0.2126 * colours[at] + 0.7152 * colours[at + 1] + 0.0722 * colours[at + 2]) / 255 / 64
        for at in range(0, 96, 3)
    ]
    pool = list(KINDS[kind].values())
    for seed in range(0, 60000, 1999):
        moving, frames = animation.Tumble(pool, bytes((5, 0, 4, 1, 5, 2)), seed), []
        for elapsed_ms in range(0, 600, 33):
            pixels = bytearray(384)
            moving.frame(pixels, elapsed_ms)
            frames.append(pixels)
        for start in range(0, 384, 64):
            assert len(flashes([sum(light[index] for index in pixels[start : start + 64]) for pixels in frames])) <= 1
