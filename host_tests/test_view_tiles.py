"""Faces and colours on the tiles: told apart by shape, by light and by colour-blind eyes."""

import itertools

import pytest

from host_tests.view_golden import golden
from sixpip.view import palette, tiles
from sixpip.view.faces import FACES, FREE, TAKEN, face, letter
from tools.frames import INKS, tiles_text

STATES = {
    "scores": tiles.SCORES,
    "dull": tiles.DULL,
    "chosen": tiles.CHOSEN,
    "kept": tiles.KEPT,
    "tumbling": tiles.TUMBLING,
}
NAMES = "123456"
PAIRS = list(itertools.combinations(("scores", "dull", "chosen", "kept"), 2))

# How people without one kind of cone see linear light (Machado, Oliveira and Fernandes 2009, severity 1.0)
EYES = {
    "all three cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def painted(name: str, state: int) -> bytearray:
    pixels = bytearray(384)
    tiles.paint(pixels, 0, face(name), state)
    return pixels


def shape(name: str, state: int) -> tuple[int, ...]:
    """What a picture is without its colours: the rank of each pixel's level in this picture, 0 is dark."""
    colours = bytearray(96)
    palette.load(colours, "dice-10000")
    light = [sum(colours[index * 3 : index * 3 + 3]) for index in painted(name, state)[:64]]
    ranks = sorted({0, *light})
    return tuple(ranks.index(value) for value in light)


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


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_two_states_of_a_die_differ_in_shape_and_not_only_in_colour(name: str, pair: tuple[str, str]) -> None:
    assert shape(name, STATES[pair[0]]) != shape(name, STATES[pair[1]])


def test_a_taken_die_is_inside_out() -> None:
    for name in NAMES:
        free, taken = face(name)[FREE:TAKEN], face(name)[TAKEN:]
        assert sum(row.bit_count() for row in free) <= 24
        assert 36 <= sum(row.bit_count() for row in taken) <= 60


def test_a_chosen_die_has_a_closed_bright_frame() -> None:
    for name in NAMES:
        pixels = painted(name, tiles.CHOSEN)
        edge = [place for place in range(64) if place // 8 in (0, 7) or place % 8 in (0, 7)]
        assert {pixels[place] for place in edge} == {palette.HUE}
        assert palette.HUE not in {pixels[place] for place in range(64) if place not in edge}


def test_the_pips_are_counted_by_the_face() -> None:
    for pips in range(1, 7):
        assert sum(row.bit_count() for row in face(str(pips))[:8]) == pips * 4


def test_faces_are_different_and_have_both_pictures() -> None:
    assert {len(drawn) for drawn in FACES.values()} == {16}
    assert len({drawn[:8] for drawn in FACES.values()}) == len({drawn[8:] for drawn in FACES.values()}) == len(FACES)


def test_a_die_that_is_not_in_play_is_dark_and_the_others_are_untouched() -> None:
    pixels = bytearray([palette.GREEN]) * 384
    tiles.paint(pixels, 2, face("6"), tiles.OFF)
    assert not any(pixels[128:192])
    assert set(pixels[:128] + pixels[192:]) == {palette.GREEN}
    tiles.clear(pixels)
    assert not any(pixels)


def test_an_unknown_face_is_refused() -> None:
    with pytest.raises(KeyError, match="Joker"):
        face("Joker")


def test_a_letter_that_is_not_ascii_is_a_hollow_box() -> None:
    assert letter("\u00c4") == letter("\ufffd") != letter("A")


def test_a_ramp_falls_from_level_to_level_in_steps_that_the_eye_finds_even() -> None:
    colours = bytearray(96)
    palette.load(colours, "dice-10000")
    for ramp in (palette.INK, palette.HUE, palette.RED, palette.GOLD):
        light = [max(colours[index * 3 : index * 3 + 3]) / 255 for index in range(ramp, ramp + palette.LEVELS)]
        for brighter, darker in itertools.pairwise([value ** (1 / 2.2) for value in light]):
            assert 0.1 < brighter - darker < 0.3


def test_the_palette_is_full_and_off_is_dark() -> None:
    colours = bytearray([99]) * 96
    palette.load(colours, "dice-10000")
    assert bytes(colours[:3]) == b"\0\0\0"
    for index in range(1, palette.GREEN + 1):
        assert any(colours[index * 3 : index * 3 + 3])
    assert not any(colours[palette.GREEN * 3 + 3 :])
    assert len(set(INKS)) >= 32


def test_the_hue_is_that_of_the_player() -> None:
    colours = bytearray(96)
    palette.load(colours, "dice-10000")
    for number in range(6):
        palette.seat(colours, number)
        seat = (palette.SEAT + number) * 3
        assert colours[palette.HUE * 3 : palette.HUE * 3 + 3] == colours[seat : seat + 3]


@pytest.mark.parametrize("eyes", EYES)
def test_six_players_stay_apart_for_every_eye(eyes: str) -> None:
    seen = []
    for number in range(6):
        light = [value / 255 for value in palette.SEAT_COLOURS[number * 3 : number * 3 + 3]]
        seen.append(
            lab([min(1.0, max(0.0, sum(m * v for m, v in zip(row, light, strict=True)))) for row in EYES[eyes]])
        )
    for one, other in itertools.combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 25
