"""The pictures of the documents are current: each still is rendered again, and the animated one's turn played again."""

import re

import pytest
from PIL import Image, ImageChops, ImageSequence

from tools import ROOT
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
