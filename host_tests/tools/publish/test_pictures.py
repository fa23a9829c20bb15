"""The pictures of the documents are current: each still is rendered again, and the animated one's turn played again."""

import re

import pytest
from PIL import Image, ImageChops, ImageSequence

from tools import ROOT
from tools.play.host import render
from tools.publish.pictures import gallery, turn

REMEDY = "is out of date: run `make pictures`."
MOST_DIFFERENT = 8
"""Of 255: less than between a dark and a dim LED."""
DOCUMENTS = ("README.md", "firmware/PLAYING.md", "firmware/VARIANTS.md")
FILM_BYTES = 1_500_000
STILL_BYTES = 150_000


def largest_difference(one: Image.Image, other: Image.Image) -> int:
    """Returns by how much the most different pixels of two pictures differ; 255 if their sizes do."""
    if one.size != other.size:
        return 255
    red, green, blue = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return max(level for level, count in enumerate(most.histogram()) if count)


CASE = (30, 30, 34)


def bare(picture: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Whether a part of a picture shows nothing but the case."""
    return picture.crop(box).getcolors() == [((box[2] - box[0]) * (box[3] - box[1]), CASE)]


def test_the_lit_leds_of_a_die_glow_in_their_color_and_the_others_are_dark() -> None:
    pixels, palette = bytearray([1]) + bytearray(63), bytearray(3) + b"\xff\x00\x00" + bytearray(90)
    picture = render.tile(pixels, palette, 0)
    lit, dark = (picture.getpixel((place * render.PITCH + 5, 5)) for place in (0, 7))
    assert isinstance(lit, tuple) and isinstance(dark, tuple)
    assert lit[0] > 200 and max(lit[1:]) < 60 and max(dark) < 40


def test_the_console_has_the_same_room_around_its_dice_on_all_sides() -> None:
    picture = render.render_console(bytes(384), bytes(96), bytes(1024))
    width, height, gap, side = *picture.size, render.GAP, 8 * render.PITCH
    assert bare(picture, (0, 0, width, gap)) and bare(picture, (0, height - gap, width, height))
    for number in range(7):
        left = number * (gap + side)
        assert bare(picture, (left, height - gap - side, left + gap, height))
        right = left + gap
        assert right == width or not bare(picture, (right, height - gap - side, right + side, height - gap))


def test_the_tiles_of_a_contact_sheet_are_in_the_picture_and_do_not_touch() -> None:
    sheet = render.ContactSheet(rows=2, heads=1)
    sheet.head("one", "two", "three")
    dark = bytearray(64), bytearray(96)
    for column, place in ((0, 0), (0, 5), (1, 0), (1, 5), (2, 0), (2, 6)):
        sheet.put(column, place, *dark)
    sheet.row("dice")
    sheet.put(2, 6, *dark)
    columns = [x for x in range(124, sheet.picture.width) if not bare(sheet.picture, (x, 30, x + 1, 78))]
    runs = [x for x in columns if x - 1 not in columns]
    assert len(columns) == 6 * 48 and len(runs) == 6
    assert columns[-1] < sheet.picture.width - 4
    assert not bare(sheet.picture, (columns[-1], 86, columns[-1] + 1, 134))


@pytest.mark.long
@pytest.mark.parametrize("name", gallery.STILLS)
def test_a_picture_shows_what_the_firmware_shows(name: str) -> None:
    with Image.open(gallery.FOLDER / name) as committed:
        assert largest_difference(committed, gallery.STILLS[name]()) <= MOST_DIFFERENT, f"{name} {REMEDY}"


@pytest.mark.long
def test_the_animated_picture_shows_the_turn_that_the_firmware_plays_on_the_page_of_today() -> None:
    frames = turn.record()
    assert gallery.digest_of(gallery.FOLDER / gallery.FILM) == turn.digest(frames), f"{gallery.FILM} {REMEDY}"
    with Image.open(gallery.FOLDER / gallery.FILM) as film:
        assert len(ImageSequence.all_frames(film)) == len(frames)


def test_the_folder_has_the_pictures_that_the_documents_show_and_no_others() -> None:
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS)
    shown = set(re.findall(r"!\[[^]]+\]\((?:firmware/)?pictures/([^)]+)\)", text))
    assert shown == {*gallery.STILLS, gallery.FILM} == {path.name for path in gallery.FOLDER.iterdir()}


def test_the_pictures_are_small() -> None:
    for path in gallery.FOLDER.iterdir():
        assert path.stat().st_size < (FILM_BYTES if path.name == gallery.FILM else STILL_BYTES), path.name
