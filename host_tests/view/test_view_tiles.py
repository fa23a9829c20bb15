"""Faces and colors on the tiles: they differ in shape and light, also for color-blind players."""

import itertools

import pytest

from host_tests.view.view_fixture import EYES, STATES, apart, distance, flashes, luminance
from host_tests.view_golden import golden
from sixpip.rules.rulebook.variants import VARIANTS, variant_named
from sixpip.view import animation, palette, tiles
from sixpip.view.faces import KINDS, face, names
from sixpip.view.tiles import LARGE, SMALL, letter
from tools.play.host.frames import tiles_text

INK_OF = {variant.name: variant.ink or palette.IVORY for variant in VARIANTS if variant.name != "phase-10"}
NAMES = "123456"
FACES = [(name, kind) for kind in KINDS for name in names(kind)]
PAIRS = [pair for pair in itertools.combinations(STATES, 2) if pair != ("scores", "dull")]


def painted(name: str, state: int, kind: str = "pips") -> bytearray:
    pixels = bytearray(384)
    tiles.paint(pixels, 0, face(name, kind), state)
    if state == tiles.ADVISED:
        tiles.advice_mark(pixels, 0)
    return pixels


def shape(name: str, state: int, kind: str) -> tuple[int, ...]:
    """A picture without its colors: the rank of each pixel's level in this picture, 0 is dark."""
    colors = bytearray(96)
    palette.load(colors)
    light = [sum(colors[index * 3 : index * 3 + 3]) for index in painted(name, state, kind)[:64]]
    ranks = sorted({0, *light})
    return tuple(ranks.index(value) for value in light)


def player_colors() -> list[bytes]:
    return [palette.SEAT_COLORS[number * 3 : number * 3 + 3] for number in range(palette.SEATS)]


@pytest.mark.parametrize("state", STATES)
def test_dice_with_pips_match_their_golden_picture(state: str) -> None:
    pixels = bytearray(384)
    for tile, name in enumerate(NAMES):
        tiles.paint(pixels, tile, face(name), STATES[state])
        if state == "advised":
            tiles.advice_mark(pixels, tile)
    assert tiles_text(pixels) == golden(f"dice-{state}", tiles_text(pixels))


def test_letters_match_their_golden_picture() -> None:
    rows = []
    for start in range(0, 36, 6):
        pixels = bytearray(384)
        for tile, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[start : start + 6]):
            tiles.paint(pixels, tile, letter(name), tiles.SCORES if tile < 3 else tiles.CHOSEN)
        rows.append(tiles_text(pixels))
    assert "\n".join(rows) == golden("letters", "\n".join(rows))


@pytest.mark.parametrize("kind", ["grand", "cubes", "phase"])
def test_faces_without_pips_match_their_golden_picture(kind: str) -> None:
    rows = []
    known = names(kind)
    for start in range(0, len(known), 6):
        for state in (tiles.SCORES, tiles.CHOSEN):
            pixels = bytearray(384)
            for tile, name in enumerate(known[start : start + 6]):
                tiles.paint(pixels, tile, face(name, kind), state)
            rows.append(tiles_text(pixels))
    assert "\n".join(rows) == golden(f"dice-{kind}", "\n".join(rows))


@pytest.mark.parametrize(("name", "kind"), FACES)
def test_two_states_of_a_die_differ_in_shape_and_not_only_in_color(name: str, kind: str) -> None:
    for one, other in PAIRS:
        assert shape(name, STATES[one], kind) != shape(name, STATES[other], kind), (one, other)


@pytest.mark.parametrize(("name", "kind"), FACES)
def test_a_chosen_die_is_bright_on_a_lit_field_in_a_frame_and_a_kept_one_only_in_a_frame(name: str, kind: str) -> None:
    edge = [place for place in range(64) if place // 8 in (0, 7) or place % 8 in (0, 7)]
    for state, pips, frame, field in (
        (tiles.CHOSEN, palette.INK, palette.HUE + 2, palette.HUE + 4),
        (tiles.KEPT, palette.INK + 1, palette.HUE + 4, palette.OFF),
    ):
        pixels = painted(name, state, kind)
        for place in range(64):
            lit = face(name, kind)[SMALL + place // 8] << place % 8 & 0x80
            assert pixels[place] == (pips if lit else frame if place in edge else field)


@pytest.mark.parametrize("state", [tiles.ADVISED, tiles.CHOSEN])
def test_the_advice_mark_is_white_brackets_that_leave_the_face_visible(state: int) -> None:
    for name, kind in FACES:
        pixels = bytearray(384)
        tiles.paint(pixels, 0, face(name, kind), state)
        before = bytes(pixels)
        tiles.advice_mark(pixels, 0)
        changed = {place for place in range(384) if pixels[place] != before[place]}
        assert changed == {0, 1, 6, 7, 8, 15, 48, 55, 56, 63}, name
        assert {pixels[place] for place in changed} == {palette.MARK}, name
        assert not any(before[place] == palette.INK for place in changed), name


@pytest.mark.parametrize("picture", [LARGE, SMALL], ids=["large", "small"])
@pytest.mark.parametrize("kind", KINDS)
def test_two_faces_of_one_kind_differ_in_many_pixels(kind: str, picture: int) -> None:
    drawn = [face(name, kind)[picture : picture + 8] for name in names(kind)]
    nearest = min(apart(one, other) for one, other in itertools.combinations(drawn, 2))
    # a 4 and a 5 differ only by the pip in the middle
    assert nearest >= (4 if kind == "pips" else 6 if picture == SMALL else 8)


def test_a_die_that_is_not_in_play_is_dark_and_the_others_do_not_change() -> None:
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


@pytest.mark.parametrize("variant", INK_OF)
def test_the_levels_of_a_ramp_look_evenly_spaced(variant: str) -> None:
    colors = bytearray(96)
    palette.load(colors, variant_named(variant).ink)
    for ramp in (palette.INK, palette.HUE, palette.RED, palette.GOLD):
        light = [max(colors[index * 3 : index * 3 + 3]) / 255 for index in range(ramp, ramp + palette.LEVELS)]
        for brighter, darker in itertools.pairwise([value ** (1 / 2.2) for value in light]):
            assert 0.1 < brighter - darker < 0.3


def test_every_variant_has_its_own_ink_which_differs_from_the_players_colors() -> None:
    for one, other in itertools.combinations(INK_OF.values(), 2):
        assert distance(one, other) > 18
    for ink in INK_OF.values():
        assert min(distance(ink, color) for color in player_colors()) > 25


@pytest.mark.parametrize("eyes", EYES)
def test_the_colors_of_six_players_differ_for_every_kind_of_eye(eyes: str) -> None:
    for one, other in itertools.combinations(player_colors(), 2):
        assert distance(one, other, eyes) > 25


def marked(page: int, pages: int) -> set[int]:
    """The pixels that page_mark changes on tiles that are full of ink."""
    pixels = bytearray([palette.INK]) * 384
    tiles.page_mark(pixels, page, pages)
    return {place for place in range(384) if pixels[place] == palette.MARK}


def test_white_corners_show_on_which_sides_further_pages_of_dice_are() -> None:
    first, last = {0, 56}, {320 + 7, 320 + 63}
    assert marked(0, 1) == set()
    assert marked(0, 2) == last
    assert marked(1, 2) == first
    assert marked(1, 3) == first | last


@pytest.mark.long
@pytest.mark.parametrize("player", [0, 5])
@pytest.mark.parametrize(("kind", "variant"), [("grand", "ten-grand"), ("cubes", "five-cubes")])
def test_dice_without_pips_flash_at_most_once_in_a_throw(kind: str, variant: str, player: int) -> None:
    colors, pool = bytearray(96), [face(name, kind) for name in names(kind)]
    palette.load(colors, variant_named(variant).ink)
    palette.set_player(colors, player)
    for seed in range(0, 60000, 5999):
        moving, light = animation.Tumble(pool, bytes((5, 0, 4, 1, 5, 2)), seed), []
        for elapsed_ms in range(0, 600, 33):
            pixels = bytearray(384)
            moving.frame(pixels, elapsed_ms)
            light.append(luminance(pixels, colors))
        for tile in range(6):
            assert len(flashes([frame[tile] for frame in light])) <= 2  # a flash has two reversals


def test_dice_of_own_variants_have_the_faces_of_all_kinds_and_every_character() -> None:
    for kind, shown in (("pips", "1"), ("grand", "50"), ("grand", "100"), ("cubes", "10"), ("cubes", "sun")):
        assert face(shown, "own") == face(shown, kind)
    assert face("~", "own") == face("~", "own-pips") != face(" ", "own") and not any(face(" ", "own"))
    for shown, kind in (("100", "own-pips"), ("A", "cubes"), ("12", "own"), ("\x7f", "own")):
        with pytest.raises(KeyError):
            face(shown, kind)
